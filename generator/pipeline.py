"""The whole flow on one screen: load → check → model → (render | index | match) → write.

A stage takes values and returns values. What an edit has not touched is kept: by `Memory` while a server runs, by a build's record on the disk.
"""

import os
import shutil
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from typing import TYPE_CHECKING

from generator import index
from generator.check.tree import MANY_FILES, Checked, FileMemory, check_tree
from generator.diagnose.page_index import page_index
from generator.diagnose.report.schema import diagnosis_schema
from generator.load import Document
from generator.load.inputs import own_code
from generator.load.paths import cache_of
from generator.load.standing import read_measured
from generator.match.find import row_of
from generator.model import Corpus, FiledEntry, assemble, build_corpus, file_entry
from generator.model.standing import parse_standing
from generator.problems import is_error
from generator.schema.json_schema import area_schema, entry_schema
from generator.schema.records import Area
from generator.schema.shapes import construct, shape_of
from generator.theme.saved_copy import as_script, scripts_in_one
from generator.theme.settings import Settings, read_settings
from generator.theme.shell import Shell, shell_of
from generator.write import Built, BuiltPages, File, KeptPages, ServedPages, Written, write_tree

if TYPE_CHECKING:
    from generator.render import SiteFacts


@dataclass(slots=True)
class Memory(FileMemory):
    """What a running server has seen: files by path and stamp, entries and pages by their content."""

    filed: dict[tuple[str, str, str, str | None], FiledEntry] = field(default_factory=dict)
    pages: ServedPages = field(default_factory=ServedPages)


def corpus_of(documents: Iterable[Document], memory: Memory | None = None) -> Corpus:
    """The corpus of checked documents."""
    if memory is None:
        return build_corpus(documents)
    areas: dict[str, Area] = {}
    entries: list[FiledEntry] = []
    for document in documents:
        if document.is_area:
            areas[document.area] = construct(shape_of(Area), document.value)
            continue
        key = (document.area, document.id, document.text, document.proof)
        if key not in memory.filed:
            memory.filed[key] = file_entry(document)
        entries.append(memory.filed[key])
    return assemble(entries, areas)


@dataclass(frozen=True, slots=True)
class _EntryJob:
    """What the files of any entry are made from."""

    corpus: Corpus
    facts: "SiteFacts"
    shell: Shell
    settings: Settings

    def files_of(self, filed: FiledEntry) -> list[File]:
        """An entry's page and its record as data."""
        from generator.render import render_entry

        page = render_entry(self.corpus, self.facts, filed)
        html = self.shell.fill(page, self.settings.name, self.settings.address).encode()
        record = index.as_bytes(index.entry_record(self.corpus, filed))
        path = filed.path + "entry.json"
        return [(page.path + "index.html", html), (path, record), as_script(path, record)]


#: The job of the processes that are forked to share it: they see what was here then, and nothing of it has to travel.
_shared_job: list[tuple[_EntryJob, Sequence[FiledEntry]]] = []
CHUNK = 24
#: Chunks for each core that are made ahead.
AHEAD = 8


def _chunk_files(start: int) -> list[tuple[str, list[File]]]:
    ((job, entries),) = _shared_job
    return [(filed.path, job.files_of(filed)) for filed in entries[start : start + CHUNK]]


def _entry_files(job: _EntryJob, entries: Sequence[FiledEntry]) -> Iterator[tuple[str, list[File]]]:
    """The path and the files of each of these entries in order; begun at once and with all cores, where there are many and processes can be forked."""
    cores = os.cpu_count() or 1
    if len(entries) < MANY_FILES or cores == 1 or "fork" not in get_all_start_methods():
        return ((filed.path, job.files_of(filed)) for filed in entries)
    _shared_job[:] = [(job, entries)]
    workers = ProcessPoolExecutor(cores, mp_context=get_context("fork"))
    starts = iter(range(0, len(entries), CHUNK))
    # so many that what is made does not pile up ahead of what is written
    running = deque(workers.submit(_chunk_files, start) for start in islice(starts, AHEAD * cores))
    return _drained(workers, running, starts)


def _drained(
    workers: ProcessPoolExecutor, running: deque[Future[list[tuple[str, list[File]]]]], starts: Iterator[int]
) -> Iterator[tuple[str, list[File]]]:
    try:
        while running:
            done = running.popleft().result()
            running.extend(workers.submit(_chunk_files, start) for start in islice(starts, 1))
            yield from done
    finally:
        workers.shutdown(cancel_futures=True)
        _shared_job.clear()


def _kept_and_new(job: _EntryJob, kept: KeptPages, surroundings: str) -> Iterator[File]:
    """The files of all entries: those that depend on nothing that changed as they are, then the others, made anew."""
    from generator.render.key import entry_key

    stale: dict[str, tuple[FiledEntry, str]] = {}
    known: list[File] = []
    for filed in job.corpus.entries:
        key = entry_key(job.corpus, job.facts, filed, surroundings)
        files = kept.files(filed.path, key, partial(job.files_of, filed))
        if files is None:
            stale[filed.path] = filed, key
        else:
            known += files
    return _with_new(known, _entry_files(job, [filed for filed, _ in stale.values()]), stale, kept)


def _with_new(
    known: list[File],
    made: Iterator[tuple[str, list[File]]],
    stale: Mapping[str, tuple[FiledEntry, str]],
    kept: KeptPages,
) -> Iterator[File]:
    yield from known
    for path, files in made:
        kept.keep(path, stale[path][1], files)
        yield from files


def _facts_of(root: Path, settings: Settings) -> "SiteFacts":
    from generator.render import SiteFacts

    measured = read_measured(root)
    return SiteFacts(
        settings.name,
        settings.address,
        settings.repository,
        settings.edit_base,
        root / "templates",
        parse_standing(measured) if measured else None,
    )


def site_files(
    root: Path, corpus: Corpus, shell: Shell, settings: Settings, kept: KeptPages | None = None
) -> Iterator[File]:
    """Every file of the site: the theme's, the pages, and the indexes. Entries' pages that `kept` has are not made again."""
    # rendering brings the templates' engine; a check or a search does without
    from generator.render import Page, render_gathering_pages, render_not_found
    from generator.render.key import templates_digest

    facts = _facts_of(root, settings)
    pages: list[tuple[str, str | None]] = []

    def written(page: Page) -> File:
        pages.append((page.path, page.changed))
        return page.path + "index.html", shell.fill(page, settings.name, settings.address).encode()

    job = _EntryJob(corpus, facts, shell, settings)
    if kept is None:
        entries: Iterator[File] = (file for _, files in _entry_files(job, corpus.entries) for file in files)
    else:
        surroundings = shell.folder.name + templates_digest(facts.templates) + own_code().hex()
        entries = _kept_and_new(job, kept, surroundings)  # begun here: other cores are at it while the rest is made
    yield from shell.assets()
    for page in render_gathering_pages(corpus, facts):
        yield written(page)
    pages += [(filed.path, filed.entry.reviewed.isoformat()) for filed in corpus.entries]
    yield (
        "404.html",
        shell.fill(render_not_found(corpus, facts), settings.name, settings.address, not_found=True).encode(),
    )
    yield from index.redirects(corpus, settings.address)
    yield "signatures.json", index.as_bytes(index.signatures_index(corpus))
    yield "entries.json", index.as_bytes(index.entries_index(corpus))
    yield "entry.schema.json", index.as_bytes(entry_schema())
    yield "area.schema.json", index.as_bytes(area_schema())
    yield "diagnosis.schema.json", index.as_bytes(diagnosis_schema())
    for path, value in (
        ("diagnosis-index.json", page_index(map(row_of, corpus.entries))),
        ("search-index.json", index.search_index(corpus)),
        ("search-texts.json", index.search_texts(corpus)),
    ):
        data = index.as_bytes(value)
        yield path, data
        yield as_script(path, data)
    yield scripts_in_one(shell.modules(), "pages/main.mjs")
    yield "feed.xml", index.atom_feed(corpus, settings.name, settings.address)
    yield "sitemap.xml", index.sitemap(pages, settings.address)
    yield "robots.txt", index.robots(settings.address)
    yield from entries


def entry_files(root: Path, corpus: Corpus, shell: Shell, settings: Settings, filed: FiledEntry) -> list[File]:
    """One entry's page and its record as data."""
    return _EntryJob(corpus, _facts_of(root, settings), shell, settings).files_of(filed)


def preview_files(root: Path, corpus: Corpus, shell: Shell, settings: Settings, filed: FiledEntry) -> Iterator[File]:
    """What one entry needs to be looked at: its page, its record, its hub, the theme's files, and the page for all that is not there."""
    from generator.render import render_hub, render_not_found

    facts = _facts_of(root, settings)
    yield from shell.assets()
    yield from _EntryJob(corpus, facts, shell, settings).files_of(filed)
    hub = render_hub(corpus, facts, corpus.areas[filed.area])
    yield hub.path + "index.html", shell.fill(hub, settings.name, settings.address).encode()
    lost = render_not_found(corpus, facts)
    yield "404.html", shell.fill(lost, settings.name, settings.address, not_found=True).encode()
    yield "entries.json", index.as_bytes(index.entries_index(corpus))


def build_site(root: Path, target: Path, corpus: Corpus, last: Built | None = None) -> tuple[Written, Built]:
    """The site of a corpus, written to `target` whole or not at all, and its record. `last` is that of an earlier build."""
    settings = read_settings(root)
    shell = shell_of(root, settings.address, settings.repository, cache_of(root))
    pages = BuiltPages(last)
    written = write_tree(site_files(root, corpus, shell, settings, pages), target)
    return written, Built("", "", written.digests, pages.pages)


def finish_mkdocs_site(root: Path, target: Path) -> None:
    """For the hook, after MkDocs has built its shells into `target`: the same files as `build_site`, in place. Raises UnsoundError."""
    from generator.write import LiveTree

    checked = check_tree(root)
    if not checked.is_sound:
        raise UnsoundError(checked)
    settings = read_settings(root)
    shell = shell_of(root, settings.address, settings.repository, cache_of(root))
    for left_over in ("shell-1", "shell-2"):
        shutil.rmtree(target / left_over, ignore_errors=True)
    (target / "sitemap.xml.gz").unlink(missing_ok=True)  # MkDocs' own, of the shells
    LiveTree(target).update(site_files(root, corpus_of(checked.documents), shell, settings))


class UnsoundError(Exception):
    """The entries have problems that block a build; `checked` holds them."""

    def __init__(self, checked: Checked) -> None:
        super().__init__(
            f"{sum(is_error(p.code) for p in checked.problems)} problems in entries/; run `encyclopedia check`"
        )
        self.checked = checked

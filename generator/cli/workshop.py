"""The build of a running server: what an edit has not touched is kept, and what was edited is shown before all else."""

import time
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import reduce
from pathlib import Path

import click
from jinja2 import TemplateError

from generator import pipeline
from generator.check import linkable
from generator.check.tree import check_file, check_tree
from generator.cli.common import source_lines_of, summary, words_of
from generator.load import Document
from generator.load.paths import cache_of
from generator.model import Corpus, FiledEntry, file_entry, with_entry
from generator.problems import is_error
from generator.problems.printing import as_text
from generator.theme.settings import Settings, SettingsError, read_settings
from generator.theme.shell import Shell, ShellError, shell_of
from generator.write import File, LiveTree, Written

#: So many entries edited at once are shown ahead of all else; more are shown with all else.
FEW = 10
_ERRORS = (SettingsError, ShellError, TemplateError, OSError)


class Workshop:
    """Keeps what an edit has not touched, and the last good state of what is broken now."""

    def __init__(self, root: Path, address: str, tree: LiveTree, only: str | None = None) -> None:
        self.root, self.address, self.tree, self.only = root, address, tree, only
        self.memory = pipeline.Memory()
        self.good: dict[str, Document] = {}
        #: The entries as they were last shown.
        self.corpus: Corpus | None = None
        #: What is wrong now, in words; "" when nothing is.
        self.notice = ""

    @property
    def path(self) -> str:
        """Where on the site a reader begins."""
        found = sorted((self.root / "entries").glob(f"*/{self.only}.yaml")) if self.only else []
        return f"{found[0].parent.name}/{self.only}/" if found else ""

    def show_edited(self, edited: Collection[Path]) -> bool:
        """The pages of these entries as they are now, and nothing else, within a moment. False, and nothing is shown, where that
        needs a look at more than them: another kind of file, a file with a problem, a new link to what is not there. Never raises."""
        started = time.perf_counter()
        entries = self.root / "entries"
        if self.corpus is None or not 0 < len(edited) <= FEW:
            return False
        now: list[FiledEntry] = []
        for path in edited:
            known = self.corpus.by_id.get(path.stem)
            if known is None or path != entries / known.area / f"{known.id}.yaml" or self.only not in (None, known.id):
                return False
            document, problems = check_file(path, self.root)
            if document is None or any(is_error(problem.code) for problem in problems):
                return False
            now.append(file_entry(document))
        try:
            corpus = reduce(with_entry, now, self.corpus)
            settings, shell = self._surroundings()
            for filed in now:
                self.tree.put(pipeline.entry_files(self.root, corpus, shell, settings, filed))
        except (KeyError, *_ERRORS):
            return False  # a link leads nowhere, or a template is wrong: the whole build says so
        self.corpus = corpus
        names = ", ".join(sorted(path.stem for path in edited))
        click.echo(f"{names}: shown ({time.perf_counter() - started:.2f} s)")
        return True

    def build(self, is_edited: Callable[[], bool] = lambda: False) -> bool:
        """The pages become those of the tree as far as it can be shown; what is wrong is printed and kept in `notice`. Never raises.

        False where `is_edited` came true meanwhile: then nothing has changed."""
        started = time.perf_counter()
        try:
            documents = self._readable()
            written, entries = self._write(documents, is_edited)
            seconds = time.perf_counter() - started
            if written.files:  # else the notice says why there is nothing to show
                count = f"{entries} {'entry' if entries == 1 else 'entries'}"
                click.echo(f"{count}: {written.changed} of {written.files} files changed ({seconds:.2f} s)")
        except _EditedError:
            return False
        except _ERRORS as error:
            self.notice = f"{words_of(error)}\nthe last good pages stay"
        if self.notice:
            click.echo(self.notice)
        return True

    def _readable(self) -> list[Document]:
        checked = check_tree(self.root, self.memory)
        errors = [p for p in checked.problems if is_error(p.code)]
        self.notice = ""
        if errors:
            text = as_text(errors, source_lines_of(checked, self.root))
            self.notice = f"{text}\n\n{summary(errors)}; the last good pages of these files stay"
        now = {document.name: document for document in checked.documents}
        kept = {name: d for name, d in self.good.items() if name not in now and (self.root / name).exists()}
        documents = linkable(sorted([*now.values(), *kept.values()], key=lambda d: d.name))
        self.good = {document.name: document for document in documents}
        return documents

    def _surroundings(self) -> tuple[Settings, Shell]:
        found = read_settings(self.root)
        settings = Settings(found.name, found.description, self.address, found.repository)
        return settings, shell_of(self.root, self.address, settings.repository, cache_of(self.root))

    def _write(self, documents: list[Document], is_edited: Callable[[], bool]) -> tuple[Written, int]:
        corpus = pipeline.corpus_of(documents, self.memory)
        if self.only is not None and self.only not in corpus.by_id:
            self.notice = self.notice or f"`{self.only}` cannot be shown yet"
            return Written(0, 0), 0
        settings, shell = self._surroundings()
        if self.only is None:
            files = pipeline.site_files(self.root, corpus, shell, settings, self.memory.pages)
            written = self.tree.update(_until(is_edited, files))
            self.corpus = corpus
            return written, len(corpus.entries)
        filed = corpus.by_id[self.only]
        written = self.tree.update(pipeline.preview_files(self.root, corpus, shell, settings, filed))
        self.corpus = corpus
        return written, 1


class _EditedError(Exception):
    """Something was edited while the pages were made: they would be old before they are shown."""


def _until(is_edited: Callable[[], bool], files: Iterable[File]) -> Iterator[File]:
    for file in files:
        if is_edited():
            raise _EditedError
        yield file

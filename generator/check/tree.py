"""A tree of entry files in, what can be built of it and all its problems out. Files that an earlier run has checked are not checked again.

What is kept of a file belongs to its text, its proof record and this program's own code; another byte in one of them, and it is checked anew.
"""

import os
from collections.abc import Collection, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import repeat
from pathlib import Path
from typing import Any

from generator.check import check_document, check_together
from generator.check.proofs import check_orphans
from generator.load import Document
from generator.load.documents import Source, misplaced_files, parse_source, read_source
from generator.load.inputs import own_code
from generator.load.kept import Kept
from generator.load.paths import cache_of, clean_logs, entry_paths
from generator.load.proofs import proof_path
from generator.model.projects import Projects, TableError, read_projects
from generator.problems import Location, Problem, in_reading_order, is_error
from generator.schema.types import id_of_former

#: When a file and its proof record were last written, and their sizes.
Stamp = tuple[int, int, int, int]
FileResult = tuple[Document | None, list[Problem]]
#: From this many files on, more processes pay for their start.
MANY_FILES = 150
FOLDER = "checked"
#: The rooms that have a say in what a check finds.
ROOMS = ("problems", "schema", "load", "model", "match", "check")
#: What a document has derived and cannot be kept as plain values.
_NOT_PLAIN = ("proof", "texts")


@dataclass(frozen=True, slots=True)
class Checked:
    """The sound documents of a tree, every problem found, in reading order, and how many files were read."""

    documents: tuple[Document, ...]
    problems: tuple[Problem, ...]
    files: int

    @property
    def is_sound(self) -> bool:
        """Whether no problem blocks a build."""
        return not any(is_error(problem.code) for problem in self.problems)


@dataclass(slots=True)
class FileMemory:
    """What a running server has seen of files, by path and stamp."""

    files: dict[Path, tuple[Stamp | None, FileResult]] = field(default_factory=dict)


def check_tree(root: Path, memory: FileMemory | None = None, only: Collection[str] | None = None) -> Checked:
    """Every file below `root`/entries, alone and together. With `only`, names of files: advice on others is left out, and what concerns none of them need not be found."""
    documents: list[Document] = []
    problems: list[Problem] = [*misplaced_files(root), *check_orphans(root)]
    unsound: set[str] = set()
    paths = entry_paths(root)
    for path, (document, found) in zip(paths, _checked_files(paths, root, memory), strict=True):
        is_asked = only is None or path.relative_to(root).as_posix() in only
        problems += found if is_asked else [problem for problem in found if is_error(problem.code)]
        if document is None or any(is_error(problem.code) for problem in found):
            unsound |= _claimed_ids(path, document)
        else:
            documents.append(document)
    problems += check_together(documents, unsound, clean_logs(root), only, _projects(root))
    return Checked(tuple(documents), tuple(in_reading_order(problems)), len(paths))


def _projects(root: Path) -> Projects | None:
    """The table of projects; None where there is none that can be used, which `encyclopedia prove` says."""
    try:
        return read_projects(root)
    except TableError:
        return None


def check_file(path: Path, root: Path) -> FileResult:
    """One file alone: its document, where it can be read, and its problems."""
    return _check_files([path], root)[0]


def _claimed_ids(path: Path, document: Document | None) -> set[str]:
    """The ids that a file with problems still stands for: links to them are not broken."""
    value = document.value if document is not None and isinstance(document.value, dict) else {}
    former = value.get("former_ids")
    return {path.stem} | {
        id_of_former(old) for old in (former if isinstance(former, list) else ()) if isinstance(old, str)
    }


def _checked_files(paths: list[Path], root: Path, memory: FileMemory | None) -> list[FileResult]:
    """The result of each file, in order; from memory where its stamp is unchanged."""
    if memory is None:
        return _check_files(paths, root)
    stamps = {path: _stamp(path, root) for path in paths}
    stale = [
        path
        for path, stamp in stamps.items()
        if path not in memory.files or stamp is None or memory.files[path][0] != stamp
    ]
    for path, result in zip(stale, _check_files(stale, root), strict=True):
        memory.files[path] = (stamps[path], result)
    return [memory.files[path][1] for path in paths]


def _stamp(path: Path, root: Path) -> Stamp | None:
    try:
        status = path.stat()
    except OSError:
        return None
    try:
        proof = proof_path(root, path.parent.name, path.stem).stat()
    except OSError:
        return status.st_mtime_ns, status.st_size, 0, 0
    return status.st_mtime_ns, status.st_size, proof.st_mtime_ns, proof.st_size


def _check_files(paths: list[Path], root: Path) -> list[FileResult]:
    """Kept results, and with all cores the others where they are many."""
    kept = Kept(cache_of(root) / FOLDER)
    results: dict[Path, FileResult] = {}
    keys: set[str] = set()
    missing: dict[Path, tuple[Source, str]] = {}
    for path in paths:
        source = read_source(path, root)
        if isinstance(source, Problem):
            results[path] = (None, [source])
            continue
        key = _key(source)
        keys.add(key)
        value = kept.get(key)
        found = _unpacked(source, value) if value is not None else None
        if found is not None:
            results[path] = found
        else:
            missing[path] = source, key
    results |= zip(missing, _check_anew(list(missing.values()), kept), strict=True)
    if missing and len(paths) > 1:
        kept.keep_only(keys)
    return [results[path] for path in paths]


def _check_anew(sources: list[tuple[Source, str]], kept: Kept) -> Iterable[FileResult]:
    cores = os.cpu_count() or 1
    if len(sources) < MANY_FILES or cores == 1:
        return [_check_source(source, kept) for source in sources]
    with ProcessPoolExecutor(cores) as workers:
        chunk = max(1, len(sources) // (cores * 8))
        found = workers.map(_checked_elsewhere, sources, repeat(kept), chunksize=chunk)
        return [_with_text(source, result) for (source, _), result in zip(sources, found, strict=True)]


def _check_source(keyed: tuple[Source, str], kept: Kept) -> FileResult:
    source, key = keyed
    document, problems = parse_source(source)
    if document is not None:
        problems = [*problems, *check_document(document)]
        kept.put(key, _packed(document, problems))
        for name in _NOT_PLAIN:  # made again where it is needed
            document.derived.pop(name, None)
    return document, problems


#: What travels between processes: the values, what was derived of them, and the problems; the text stays where it is.
_Traveller = tuple[tuple[Any, dict[str, Any]] | None, list[Problem]]


def _checked_elsewhere(keyed: tuple[Source, str], kept: Kept) -> _Traveller:
    document, problems = _check_source(keyed, kept)
    return (document.value, document.derived) if document is not None else None, problems


def _with_text(source: Source, result: _Traveller) -> FileResult:
    made, problems = result
    return _document(source, *made) if made is not None else None, problems


def _document(source: Source, value: Any, derived: dict[str, Any]) -> Document:
    return Document(source.name, source.area, source.id, source.text, value, source.proof, derived)


def _key(source: Source) -> str:
    digest = blake2b(digest_size=20, key=own_code(ROOMS))
    for text in (source.name, source.text, source.proof if source.proof is not None else "\0none"):
        digest.update(f"{len(text)}\0".encode() + text.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _packed(document: Document, problems: list[Problem]) -> Any:
    derived = {name: value for name, value in document.derived.items() if name not in _NOT_PLAIN}
    rows = [
        (p.code, (p.location.path, p.location.line, p.location.column, p.location.width), p.what, p.fix)
        for p in problems
    ]
    return document.value, derived, rows


def _unpacked(source: Source, value: Any) -> FileResult | None:
    try:
        plain, derived, rows = value
        problems = [Problem(code, Location(*place), what, fix) for code, place, what, fix in rows]
        return _document(source, plain, derived), problems
    except (TypeError, ValueError):
        return None  # another program's

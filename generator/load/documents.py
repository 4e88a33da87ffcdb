"""A tree of entry files in, documents out: plain values, each able to say where a piece of it stands."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.load import positions
from generator.load.paths import LEFTOVER, entry_paths
from generator.load.proofs import read_proof
from generator.load.reading import read_entry_text, shown
from generator.load.yaml_values import read_values
from generator.problems import Location, Problem


@dataclass(frozen=True, slots=True)
class Document:
    """One file: its text, its plain value, and what its path says about it."""

    name: str
    area: str
    id: str
    text: str = field(repr=False)
    value: Any = field(repr=False)
    #: The text of its proof record: "" where it has none, None in a repository that keeps none.
    proof: str | None = field(default=None, repr=False)
    #: What a check has derived from the value, kept for the next one.
    derived: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def is_area(self) -> bool:
        """Whether the file holds an area's own words."""
        return self.id == "_area"

    def at(self, *path: str | int, key: bool = False, find: str | None = None) -> Location:
        """The place of the value at `path`; of its key when `key`; of the piece `find` inside it."""
        return positions.locate(self.text, self.name, path, key=key, find=find)


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a tree held: the documents that could be read, and the problems of those that could not."""

    documents: tuple[Document, ...]
    problems: tuple[Problem, ...]


def load_entries(root: Path) -> Loaded:
    """Every file below `root`/entries, in the order of their paths."""
    return load_files(entry_paths(root), root)


def load_files(paths: list[Path], root: Path) -> Loaded:
    """These files, which must lie below `root`/entries."""
    documents, problems = [], []
    for path in paths:
        document, found = load_file(path, root)
        problems += found
        if document is not None:
            documents.append(document)
    return Loaded(tuple(documents), tuple(problems))


def load_file(path: Path, root: Path) -> tuple[Document | None, list[Problem]]:
    """One file: its document when it could be parsed, and its problems."""
    source = read_source(path, root)
    return (None, [source]) if isinstance(source, Problem) else parse_source(source)


@dataclass(frozen=True, slots=True)
class Source:
    """What is read of an entry before anything is made of it: what its path says, its text, and the text of its proof record."""

    name: str
    area: str
    id: str
    text: str
    proof: str | None


def read_source(path: Path, root: Path) -> Source | Problem:
    """The texts of one file; the problem where it cannot be read as one."""
    text = read_entry_text(path, root)
    if isinstance(text, Problem):
        return text
    proof = None if path.stem == "_area" else read_proof(root, path.parent.name, path.stem)
    return Source(shown(path, root), path.parent.name, path.stem, text, proof)


def parse_source(source: Source) -> tuple[Document | None, list[Problem]]:
    """The document where the text could be parsed, and its problems."""
    value, problems = read_values(source.text, source.name)
    if value is None and problems:
        return None, problems
    return Document(source.name, source.area, source.id, source.text, value, source.proof), problems


def misplaced_files(root: Path) -> Iterator[Problem]:
    """Files below entries/ that the loader would pass over in silence."""
    entries = root / "entries"
    found = []
    for folder, folders, names in os.walk(entries):
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        found += [os.path.join(folder, name) for name in (*names, *links)]
    for path in map(Path, sorted(name for name in found if not _is_at_its_place(name, os.fspath(entries)))):
        if path.is_dir() or LEFTOVER.fullmatch(path.name):
            continue
        fix = "rename it to end in .yaml" if path.suffix == ".yml" else "an entry is a file at entries/<area>/<id>.yaml"
        yield Problem("Y108", Location(shown(path, root)), "this file is not at a place where entries are read", fix)


def _is_at_its_place(path: str, entries: str) -> bool:
    area = os.path.dirname(path)
    return path.endswith(".yaml") and os.path.dirname(area) == entries and not os.path.basename(area).startswith(".")

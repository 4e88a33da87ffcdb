"""The index on disk: what a search needs of all entries, and the compiled keys, kept in the cache folder.

One file: a line of JSON (format, code version, what it was made from, digests), then the rows as JSON, then the compiled keys. A file that is
damaged, of another format or made from other entries is passed over, and made anew by whoever asks for the index.
"""

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import asdict, astuple, dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from time import time_ns
from typing import Any

from generator import __version__
from generator.match.index import SignatureIndex
from generator.match.marks import MARKS

#: Raised by one with every change of what is stored or of how keys are chosen.
FORMAT = "encyclopedia-index/7"
FILE = "signatures.index"
#: File systems keep times in steps of up to two seconds: a file changed so shortly before it was read may have changed since.
STEP = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Source:
    """Who prints a signature: level, program, the release in which it was first seen, and the one in which it is gone; and when it counts."""

    level: str
    program: str
    since: str | None = None
    gone: str | None = None
    only_if: str | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """One of an entry's causes, and what a log shows when it is this one."""

    name: str
    tell: str
    remedy: str | None = None
    shows: tuple[str, ...] = ()
    values: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """What a search or a diagnosis needs of an entry: what it is found by, what is shown of it, how it relates to others."""

    id: str
    area: str
    title: str
    severity: str
    category: str
    kind: str
    first: str
    words: str
    signatures: tuple[str, ...]
    printed: tuple[str, ...]
    #: What only a diagnosis needs, as text until then (see `facts_of`): a search among many entries starts sooner.
    facts: str = ""
    #: Its near misses that name no entry, as text until somebody asks (see `misses_of`).
    misses: str = ""

    @property
    def sources(self) -> tuple[Source, ...]:
        """Who prints each signature."""
        return _facts(self.facts)[0]

    @property
    def relations(self) -> tuple[tuple[str, str], ...]:
        """Its own relations: kind and the other entry."""
        return _facts(self.facts)[1]

    @property
    def causes(self) -> tuple[Told, ...]:
        """The causes that it tells apart."""
        return _facts(self.facts)[2]

    @property
    def patterns(self) -> tuple[str, ...]:
        """The patterns of a whole job by which it is known."""
        return _facts(self.facts)[3]

    @property
    def unnamed(self) -> tuple[tuple[str, str], ...]:
        """Near misses that name no entry: the log, and why it is another matter."""
        return tuple((log, why) for log, why in json.loads(self.misses)) if self.misses else ()

    @property
    def path(self) -> str:
        """The address of its page, from the site's top."""
        return f"{self.area}/{self.id}/"


Facts = tuple[tuple[Source, ...], tuple[tuple[str, str], ...], tuple[Told, ...], tuple[str, ...]]


def facts_of(
    sources: Iterable[Source], relations: Iterable[tuple[str, str]], causes: Iterable[Told], patterns: Iterable[str]
) -> str:
    """The text in which a row keeps them."""
    values = [
        [astuple(source) for source in sources],
        list(relations),
        [astuple(told) for told in causes],
        list(patterns),
    ]
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def misses_of(misses: Iterable[tuple[str, str]]) -> str:
    """The text in which a row keeps them."""
    rows = list(misses)
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")) if rows else ""


@lru_cache(maxsize=65536)
def _facts(text: str) -> Facts:
    if not text:
        return (), (), (), ()
    sources, relations, causes, patterns = json.loads(text)
    return (
        tuple(Source(*source) for source in sources),
        tuple((kind, other) for kind, other in relations),
        tuple(Told(name, tell, remedy, tuple(shows), values) for name, tell, remedy, shows, values in causes),
        tuple(patterns),
    )


@dataclass(frozen=True, slots=True)
class EntryIndex:
    """All rows, and what is searched for: signatures as `<entry>#<number from 1>`, what a cause shows as `<entry>!<cause>.<number>`, marks as `@<id>`."""

    rows: tuple[Row, ...]
    signatures: SignatureIndex


def make_index(rows: Iterable[Row], kept: dict[str, Any] | None = None, stored: bytes = b"") -> EntryIndex:
    """The index of these rows; `kept` is what the index on disk holds beside them."""
    rows = tuple(rows)
    signatures = [(f"{row.id}#{n}", text) for row in rows for n, text in enumerate(row.signatures, start=1)]
    shown = [(identity, text) for identity, text in kept["shown"]] if kept is not None else _shown(rows)
    marks = [(f"@{mark.id}", mark.text) for mark in MARKS]
    keys = kept["keys"] if kept is not None else None
    return EntryIndex(rows, SignatureIndex(signatures + shown + marks, keys, stored))


def _shown(rows: Iterable[Row]) -> list[tuple[str, str]]:
    """What the causes of entries show beside the signatures."""
    return [
        (f"{row.id}!{n}.{m}", text)
        for row in rows
        for n, cause in enumerate(row.causes, start=1)
        for m, text in enumerate(cause.shows, start=1)
    ]


def _marks_digest() -> str:
    return blake2b(repr([(mark.id, mark.text) for mark in MARKS]).encode(), digest_size=20).hexdigest()


def index_for(files: list[Path], cache: Path, make: Callable[[], tuple[Iterable[Row], bool]]) -> EntryIndex:
    """The kept index if it was made from these files as they are now; else the one of `make()`.

    `make` also says whether the rows stand for all files; only then is the index kept for the next time, so that what is left out is said each time.
    """
    started = time_ns()
    stamp, newest = _stamp(files)
    path = cache / FILE
    head, body = _read(path)
    if head is not None:
        if head["stamp"] == stamp and newest + STEP < head["read"]:
            return _opened(head, body)
        if head["content"] == _content(files):
            index = _opened(head, body)
            _keep(path, {**head, "stamp": stamp, "read": started}, body)
            return index
    content = _content(files)
    rows, whole = make()
    index = make_index(rows)
    if not whole:
        return index
    head, body = _closed(index)
    # what was read while the files changed is not kept as theirs
    if _content(files) == content:
        _keep(path, {**head, "stamp": stamp, "read": started, "content": content}, body)
    return index


def _stamp(files: list[Path]) -> tuple[str, int]:
    """The digest of names, times and sizes, and the newest time."""
    digest, newest = blake2b(digest_size=20), 0
    for path in files:
        try:
            status = path.stat()
        except OSError:
            digest.update(f"{path}\0missing\n".encode("utf-8", "surrogateescape"))
            continue
        # the time of the last change of any kind shows an edit that has set the other time back
        newest = max(newest, status.st_mtime_ns, status.st_ctime_ns)
        times = f"{status.st_mtime_ns}\0{status.st_ctime_ns}"
        digest.update(f"{path}\0{times}\0{status.st_size}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest(), newest


def _content(files: list[Path]) -> str:
    digest = blake2b(digest_size=20)
    for path in files:
        try:
            text = path.read_bytes()
        except OSError:
            text = b""
        digest.update(f"{path}\0{len(text)}\n".encode("utf-8", "surrogateescape"))
        digest.update(text)
    return digest.hexdigest()


def _closed(index: EntryIndex) -> tuple[dict[str, Any], bytes]:
    rows = [asdict(row) for row in index.rows]
    table = json.dumps(
        {"rows": rows, "shown": _shown(index.rows), "keys": index.signatures.keys},
        ensure_ascii=False,
        separators=(",", ":"),
    ).encode()
    stored = index.signatures.prefilter.to_bytes()
    head = {
        "format": FORMAT,
        "version": __version__,
        "marks": _marks_digest(),
        "table": len(table),
        "digest": blake2b(table + stored, digest_size=20).hexdigest(),
    }
    return head, table + stored


def _opened(head: dict[str, Any], body: bytes) -> EntryIndex:
    table = json.loads(body[: head["table"]])
    rows = (
        Row(**{**row, "signatures": tuple(row["signatures"]), "printed": tuple(row["printed"])})
        for row in table["rows"]
    )
    return make_index(rows, table, body[head["table"] :])


def _read(path: Path) -> tuple[dict[str, Any] | None, bytes]:
    """The head and body of a kept index; no head if there is none that can be trusted."""
    try:
        with path.open("rb") as file:
            head = json.loads(file.readline(4096))
            body = file.read()
        sound = (
            isinstance(head, dict)
            and head["format"] == FORMAT
            and head["version"] == __version__
            and head["marks"] == _marks_digest()
            and all(isinstance(head[name], str) for name in ("stamp", "content"))
            and all(isinstance(head[name], int) for name in ("table", "read"))
            and head["digest"] == blake2b(body, digest_size=20).hexdigest()
        )
    except (OSError, ValueError, KeyError, RecursionError):
        return None, b""
    return (head, body) if sound else (None, b"")


def _keep(path: Path, head: dict[str, Any], body: bytes) -> None:
    """Whole or not at all; a folder that cannot be written to costs time, nothing else."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{FILE}.{os.getpid()}")
        try:
            draft.write_bytes(json.dumps(head).encode() + b"\n" + body)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError:
        pass

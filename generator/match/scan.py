"""Templates and log text in, hits out, with the line, the columns and what the placeholders took.

How a template line matches inside a log line, without backtracking over lengths that a contributor could choose:

1. The line is cut into chunks at its open placeholders (word, path, address, any). A chunk is literal text and closed
   placeholders (int, number, size, hex), each of bounded length.
2. The first chunk is looked for from left to right. Each further chunk is the first one after its predecessor, and the text
   between them must fit the open placeholder: `any` takes everything, the others only their own characters, at least one.
3. If that fails, the search goes on behind the start of the first chunk.

The further lines of a template must match within the next REACH lines of the log, in order.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from generator.model.template import OPEN_KINDS, Hole, Literal, Template

REACH = 4
LONGEST_OPEN = 4096

_CLOSED = {
    "int": r"[-+]?[0-9]{1,40}+",
    "number": r"(?:[-+]?[0-9]{1,40}+(?:\.[0-9]{1,40}+)?(?:[eE][-+]?[0-9]{1,5}+)?|[-+]?(?:nan|inf|NaN|Inf|NAN|INF))",
    "size": r"[0-9]{1,40}+(?:\.[0-9]{1,20}+)?[ ]?(?:[KMGTP]i?B|bytes|B|[kmgtp]b|[KMGTP]i?)(?![0-9A-Za-z])",
    "hex": r"(?:0[xX])?[0-9a-fA-F]{1,64}+",
}
_OPEN = {
    "word": re.compile(r"[^\s]"),
    "path": re.compile(r"[^\s]"),
    "address": re.compile(r"[0-9A-Za-z._:\[\]<>%/-]"),
    "any": re.compile(r"[^\n]"),
}
_ANSI = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")


@dataclass(frozen=True, slots=True)
class Hit:
    """One signature on one line (counted from 1), the columns it covers there, and its captures."""

    line: int
    start: int
    end: int
    captures: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Chunk:
    """The open placeholder before a chunk (None for the first), the chunk's pattern, its closed placeholders in order."""

    before: Hole | None
    pattern: re.Pattern[str] | None
    holes: tuple[Hole, ...]


def plain_line(line: str) -> str:
    """The line without colour codes and line ends."""
    line = line.rstrip("\r\n")
    if "\x1b" in line:
        line = _ANSI.sub("", line)
    return line


def plain_lines(text: str) -> list[str]:
    """The lines of a log, each as `plain_line` gives it."""
    return [plain_line(line) for line in text.split("\n")]


def scan_text(text: str, template: Template) -> list[Hit]:
    """Every line of `text` on which the template begins to match."""
    return scan_lines(plain_lines(text), template)


def scan_lines(lines: list[str], template: Template) -> list[Hit]:
    """Every hit of the template on these plain lines."""
    hits = []
    needle = max(_words(template.lines[0]), key=len, default="")
    for number, line in enumerate(lines):
        if needle in line:
            hit = _hit_at(lines, number, template)
            if hit is not None:
                hits.append(hit)
    return hits


def _words(line: tuple[Literal | Hole, ...]) -> list[str]:
    return [word for piece in line if isinstance(piece, Literal) for word in piece.text.split()]


def _hit_at(lines: list[str], number: int, template: Template) -> Hit | None:
    first = match_line(lines[number], template.lines[0])
    if first is None:
        return None
    start, end, captures = first
    at = number
    for pieces in template.lines[1:]:
        for further in range(at + 1, min(at + 1 + REACH, len(lines))):
            found = match_line(lines[further], pieces)
            if found is not None:
                captures = {**captures, **found[2]}
                at = further
                break
        else:
            return None
    return Hit(number + 1, start + 1, end + 1, captures)


class _Line:
    """One line under search. The searches only move to the right, so what one has found serves the next, and the work stays linear."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._runs: dict[int, tuple[int, int]] = {}
        self._firsts: dict[int, tuple[int, re.Match[str] | None]] = {}
        self._left = (0, 0)

    def first(self, chunk: int, pattern: re.Pattern[str], at: int) -> re.Match[str] | None:
        """The first match of a chunk at or after `at`."""
        asked, found = self._firsts.get(chunk, (len(self.text) + 1, None))
        if asked <= at and (found is None or found.start() >= at):
            return found
        found = pattern.search(self.text, at)
        self._firsts[chunk] = (at, found)
        return found

    def run_end(self, chunk: int, kind: str, at: int) -> int:
        """How far the open placeholder before a chunk can reach from `at`."""
        if kind == "any":
            return len(self.text)
        begin, end = self._runs.get(chunk, (1, 0))
        if not begin <= at <= end:
            begin, end = at, _run(kind).match(self.text, at).end()  # type: ignore[union-attr]  # matches the empty run too
            self._runs[chunk] = begin, end
        return min(end, at + LONGEST_OPEN)

    def run_before(self, kind: str, at: int) -> int | None:
        """Where the open placeholder that ends at `at` can begin; None when it would be empty."""
        if kind == "any":
            return 0
        begin, end = self._left
        start, fits = at, _OPEN[kind].match
        while start > end and fits(self.text, start - 1):
            start -= 1
        if start == end:
            start = begin
        self._left = start, at
        return max(start, at - LONGEST_OPEN) if start < at else None


@lru_cache
def _run(kind: str) -> re.Pattern[str]:
    return re.compile(_OPEN[kind].pattern + "*+")


def match_line(line: str, pieces: tuple[Literal | Hole, ...]) -> tuple[int, int, dict[str, str]] | None:
    """The first match of one template line: start, end (from 0, end excluded) and captures."""
    chunks = _chunks(pieces)
    head = chunks[0]
    if head.pattern is None:
        return None
    searched = _Line(line)
    begin = 0
    while (found := head.pattern.search(line, begin)) is not None:
        outcome = _rest(searched, found, chunks)
        if outcome == "never":
            return None
        if not isinstance(outcome, str):
            return outcome
        begin = found.start() + 1
    return None


def _rest(line: _Line, head: re.Match[str], chunks: tuple[_Chunk, ...]) -> tuple[int, int, dict[str, str]] | str:
    start, end = head.span()
    matches: list[re.Match[str] | None] = [head]
    opens: list[tuple[Hole, int, int]] = []
    before = chunks[0].before
    if before is not None:
        run = line.run_before(before.kind, start)
        if run is None:
            return "next"
        opens.append((before, run, start))
        start = run
    for index, chunk in enumerate(chunks[1:], start=1):
        hole = chunk.before
        assert hole is not None
        least = end if hole.kind == "any" else end + 1
        limit = line.run_end(index, hole.kind, end)
        if chunk.pattern is None:
            if limit < least:
                return "next"
            opens.append((hole, end, limit))
            matches.append(None)
            end = limit
            continue
        found = line.first(index, chunk.pattern, least)
        if found is None:
            return "never"  # what is not found from here is not found from further right either
        if found.start() > limit:
            return "next"
        opens.append((hole, end, found.start()))
        matches.append(found)
        end = found.end()
    captures = {hole.name: line.text[begin:stop] for hole, begin, stop in opens}
    for chunk, match in zip(chunks, matches, strict=True):
        if match is not None:
            captures.update({hole.name: value for hole, value in zip(chunk.holes, match.groups(), strict=True)})
    return start, end, captures


@lru_cache(maxsize=8192)
def _chunks(pieces: tuple[Literal | Hole, ...]) -> tuple[_Chunk, ...]:
    chunks: list[_Chunk] = []
    before: Hole | None = None
    current: list[Literal | Hole] = []
    for piece in pieces:
        if isinstance(piece, Hole) and piece.kind in OPEN_KINDS:
            if current or before is not None:
                chunks.append(_chunk(before, current))
            before, current = piece, []
        else:
            current.append(piece)
    chunks.append(_chunk(before, current))
    return tuple(chunks)


def _chunk(before: Hole | None, pieces: list[Literal | Hole]) -> _Chunk:
    if not pieces:
        return _Chunk(before, None, ())
    out = []
    for index, piece in enumerate(pieces):
        if isinstance(piece, Literal):
            text = r"[ \t]++".join(re.escape(word) for word in re.split(r"\s+", piece.text))
            # begin at the start of a run of spaces: a search that began at each of them would go through the run each time
            out.append(rf"(?<![ \t]){text}" if index == 0 and piece.text[0].isspace() else text)
        else:
            edge = r"(?<![0-9A-Za-z.])" if index == 0 else ""
            out.append(f"{edge}({_CLOSED[piece.kind]})")
    return _Chunk(before, re.compile("".join(out)), tuple(p for p in pieces if isinstance(p, Hole)))

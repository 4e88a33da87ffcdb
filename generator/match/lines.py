"""One line of a template and one piece of a log line in; where it matches and what its placeholders take, out.

See LANGUAGE.md, "Matching". A template line is cut into chunks at its open placeholders. A chunk ends at one place for each
place where it begins. From the last chunk to the first, each beginning learns the nearest beginning of the next chunk that
its open placeholder can reach; so every beginning is looked at once, and none is missed.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache

from generator.match.normalize import QUOTE_ESCAPE, WHITE
from generator.model.template import OPEN_KINDS, Hole, Literal, Piece

_WS = rb"[ \t\x0b\x0c\x00]"
_DIGITS = rb"[0-9]{1,40}+"
_NUMBER_WORD = rb"(?:nan|inf|NaN|Inf|NAN|INF)"
#: Each takes the longest value that begins at its place, or none: values are not cut.
_CLOSED = {
    "int": rb"[-+]?" + _DIGITS + rb"(?![0-9])",
    "number": rb"[-+]?(?>"
    + _DIGITS
    + rb"(?:\.[0-9]{1,40}+)?+(?:[eE][-+]?[0-9]{1,5}+)?+(?![0-9])|"
    + _NUMBER_WORD
    + rb")",
    "size": _DIGITS
    + rb"(?:\.[0-9]{1,20}+)?+"
    + _WS
    + rb"?+(?>[kKMGTPE]i?B|[Bb]ytes?|B|[kmgtp]b|[kKMGTPE]i?)(?![0-9A-Za-z])",
    "hex": rb"(?>0[xX][0-9a-fA-F]{1,64}+|[0-9a-fA-F]{1,64}+)(?![0-9a-fA-F])",
}
#: What may not stand behind a value that ends a template line.
_RIGHT_EDGE = {"int": rb"(?!\.[0-9])", "number": rb"(?!\.[0-9])", "size": b"", "hex": rb"(?![0-9A-Za-z])"}
_LEFT_EDGE = rb"(?<![0-9A-Za-z.])"
_OPEN = {
    "word": re.compile(rb"[^ \t\x0b\x0c\x00]*+"),
    "path": re.compile(rb"[^ \t\x0b\x0c\x00]*+"),
    "address": re.compile(rb"[0-9A-Za-z._:\[\]<>%/-]*+"),
}
_ADDRESS = frozenset(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._:[]<>%/-")
_TAKES = {"word": frozenset(range(256)) - set(WHITE), "path": frozenset(range(256)) - set(WHITE), "address": _ADDRESS}


@dataclass(frozen=True, slots=True)
class Chunk:
    """Literal text and closed placeholders as one pattern, with the placeholders in the order of its groups."""

    pattern: re.Pattern[bytes]
    holes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TemplateLine:
    """Chunks, the open placeholders before each (the first may have none) and behind the last, and words that must be there."""

    before: tuple[Hole | None, ...]
    chunks: tuple[Chunk, ...]
    behind: Hole | None
    words: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """Where a template line matches (from 0, the end excluded), and what each placeholder took."""

    start: int
    end: int
    captures: dict[str, bytes]


def match_line(text: bytes, line: TemplateLine) -> Match | None:
    """The first match in `text`: the leftmost beginning from which all can match, then each placeholder as short as it can be."""
    if not all(word in text for word in line.words):
        return None
    if not line.chunks:
        return None if line.behind is None else _match_open(text, line.behind)
    last = len(line.chunks) - 1
    starts = [list[int]() for _ in line.chunks]
    ends = [list[int]() for _ in line.chunks]
    following = [list[int]() for _ in line.chunks]
    for level in range(last, -1, -1):
        search, place = line.chunks[level].pattern.search, 0
        all_starts, all_ends = list[int](), list[int]()
        while (found := search(text, place)) is not None:
            all_starts.append(found.start())
            all_ends.append(found.end())
            place = found.start() + 1
        hole = line.behind if level == last else line.before[level + 1]
        if level == last:
            kept = [i for i, end in enumerate(all_ends) if _can_begin(text, hole, end)]
            nexts = [0] * len(kept)
        else:
            assert hole is not None
            kept, nexts = _reaching(text, hole, all_ends, starts[level + 1])
        if not kept:
            return None
        starts[level] = [all_starts[i] for i in kept]
        ends[level] = [all_ends[i] for i in kept]
        following[level] = nexts
    head = line.before[0]
    for index, start in enumerate(starts[0]):
        if head is None or head.kind == "any" or (start > 0 and text[start - 1] in _TAKES[head.kind]):
            return _assemble(text, line, starts, ends, following, index)
    return None


def _match_open(text: bytes, hole: Hole) -> Match | None:
    """The first match of a template line that is one open placeholder: all there is of its kind, from the leftmost byte that it takes."""
    start, end = 0, len(text)
    if hole.kind != "any":
        start = next((place for place, byte in enumerate(text) if byte in _TAKES[hole.kind]), end)
        if start == end:
            return None
        end = _OPEN[hole.kind].match(text, start).end()  # type: ignore[union-attr]  # matches the empty run too
    taken = text[start:end]
    start += len(taken) - len(taken.lstrip(WHITE))
    value = taken.strip(WHITE)
    return Match(start, start + len(value), {hole.name: value})


def _can_begin(text: bytes, hole: Hole | None, place: int) -> bool:
    return hole is None or hole.kind == "any" or (place < len(text) and text[place] in _TAKES[hole.kind])


def _reaching(text: bytes, hole: Hole, ends: list[int], starts: list[int]) -> tuple[list[int], list[int]]:
    """Which of the chunk's ends reach a beginning of the next chunk through the placeholder, and the nearest such beginning of each."""
    kept, nexts = list[int](), list[int]()
    least = 0 if hole.kind == "any" else 1
    run_start = run_end = len(text) + 1
    for index in range(len(ends) - 1, -1, -1):
        end = ends[index]
        near = bisect_left(starts, end + least)
        if near == len(starts):
            continue
        if hole.kind != "any":
            if not run_start <= end <= run_end:
                # stop where the run to the right is known already, so that no byte is gone through twice
                known = min(run_start, len(text)) if end < run_start else len(text)
                stop = _OPEN[hole.kind].match(text, end, known).end()  # type: ignore[union-attr]  # matches the empty run too
                run_start, run_end = end, (run_end if stop == run_start else stop)
            if starts[near] > run_end:
                continue
        kept.append(index)
        nexts.append(near)
    return kept[::-1], nexts[::-1]


def _assemble(
    text: bytes,
    line: TemplateLine,
    starts: list[list[int]],
    ends: list[list[int]],
    following: list[list[int]],
    index: int,
) -> Match:
    captures: dict[str, bytes] = {}
    begin = start = end = starts[0][index]
    head = line.before[0]
    if head is not None:
        begin = _reach_back(text, head, start)
        taken = text[begin:start]
        begin += len(taken) - len(taken.lstrip(WHITE))
        captures[head.name] = taken.strip(WHITE)
    for level, chunk in enumerate(line.chunks):
        start = starts[level][index]
        hole = line.before[level]
        if level and hole is not None:
            captures[hole.name] = text[end:start].strip(WHITE)
        found = chunk.pattern.match(text, start)
        assert found is not None
        captures.update(zip(chunk.holes, found.groups(), strict=True))
        end = ends[level][index]
        index = following[level][index]
    if line.behind is not None:
        stop = len(text) if line.behind.kind == "any" else _OPEN[line.behind.kind].match(text, end).end()  # type: ignore[union-attr]
        taken = text[end:stop]
        captures[line.behind.name] = taken.strip(WHITE)
        end += len(taken.rstrip(WHITE))
    return Match(begin, end, captures)


def _reach_back(text: bytes, hole: Hole, place: int) -> int:
    if hole.kind == "any":
        return 0
    takes = _TAKES[hole.kind]
    while place and text[place - 1] in takes:
        place -= 1
    return place


@lru_cache(maxsize=65536)
def compile_line(pieces: tuple[Piece, ...]) -> TemplateLine:
    """The chunks of one line of a template."""
    pieces = _without_edges(pieces)
    before: list[Hole | None] = []
    chunks: list[Chunk] = []
    opening: Hole | None = None
    current: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, Hole) and piece.kind in OPEN_KINDS:
            if current:
                before.append(opening)
                chunks.append(_chunk(opening, current, piece))
            opening, current = piece, []
        else:
            current.append(piece)
    behind = opening
    if current:
        before.append(opening)
        chunks.append(_chunk(opening, current, None))
        behind = None
    words = tuple(word for piece in pieces if isinstance(piece, Literal) for word in _words(piece) if word)
    return TemplateLine(tuple(before), tuple(chunks), behind, words)


def _without_edges(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """White space at the ends of a template line says nothing."""
    white, last = WHITE.decode(), len(pieces) - 1
    kept: list[Piece] = []
    for index, piece in enumerate(pieces):
        if isinstance(piece, Literal):
            text = piece.text.lstrip(white) if index == 0 else piece.text
            piece = Literal(text.rstrip(white) if index == last else text)
        if piece != Literal(""):
            kept.append(piece)
    return tuple(kept)


def _chunk(left: Hole | None, pieces: list[Piece], right: Hole | None) -> Chunk:
    out: list[bytes] = []
    last = len(pieces) - 1
    for index, piece in enumerate(pieces):
        if isinstance(piece, Hole):
            edge = _LEFT_EDGE if index == 0 else b""
            out.append(edge + b"(" + _CLOSED[piece.kind] + b")" + (_RIGHT_EDGE[piece.kind] if index == last else b""))
            continue
        words = _words(piece)
        for place, word in enumerate(words):
            if place:
                at_left = index == 0 and place == 1 and not words[0]
                at_right = index == last and place == len(words) - 1 and not word
                out.append(_white(at_left, at_right, left, right))
            out.append(re.escape(word))
    return Chunk(re.compile(b"".join(out)), tuple(p.name for p in pieces if isinstance(p, Hole)))


def _words(literal: Literal) -> list[bytes]:
    """The text between runs of white space, as a view of the log has it: without backslashes before quotes."""
    return re.split(_WS + b"+", QUOTE_ESCAPE.sub(b"", literal.text.encode()))


def _white(at_left: bool, at_right: bool, left: Hole | None, right: Hole | None) -> bytes:
    """White space of a template: at least one; what is more goes to an `any` beside it, which is trimmed, else it is taken here."""
    if at_left and left is not None and left.kind == "any":
        return _WS
    if at_right and right is not None and right.kind == "any":
        return (rb"(?<!" + _WS + rb")" if at_left else b"") + _WS
    return (rb"(?<!" + _WS + rb")" if at_left else b"") + _WS + b"++"

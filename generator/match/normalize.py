"""One raw line in, its views out: what a reader sees of it, in pieces, each byte with its column in the raw line.

See LANGUAGE.md, "A line". Everything is bytes; every step goes through the line once.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

#: A longer line is matched in portions of this length, each of which begins OVERLAP before its predecessor ends.
LONGEST_LINE, OVERLAP = 1 << 20, 1 << 16
#: How often JSON may be wrapped in JSON.
DEEPEST_JSON = 3
#: White space inside a piece; line feeds and carriage returns end pieces.
WHITE = b" \t\v\f\0"
#: What may stand for the escape character where a program has printed it as text.
_ESCAPE_AS_TEXT = rb"(?:\\{1,4}(?:u001[bB]|x1[bB]|033)|\^\[|#033)"
TERMINAL_CODE = re.compile(
    rb"\x1b(?:\[[0-9:;<=>?!]*+[ -/]*+[@-~]|\][^\x07\x1b\r\n]*+(?:\x07|\x1b\\)|[@-Z\\-_])|"
    + _ESCAPE_AS_TEXT
    + rb"\[[0-9;]*+m"
)
#: Without one of these a text holds no TERMINAL_CODE.
TERMINAL_MARKS = (b"\x1b", b"u001b[", b"u001B[", b"x1b[", b"x1B[", b"033[", b"^[[")
_STRING = re.compile(rb'"((?:[^"\\]++|\\.)*+)"?', re.DOTALL)
_JSON_ESCAPE = re.compile(
    rb"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([nrtbf\"\\/]))"
)
_SIMPLE_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b" ", b"f": b"\f"}
# begins at the start of a run only: a run without a quote behind it is gone through once, not once from each backslash
QUOTE_ESCAPE = re.compile(rb"(?<!\\)\\++(?=[\"'])")
_PIECE = re.compile(rb"[^\r\n]++")
#: The printable ASCII that encoders write as \uXXXX; other printable ASCII is left as it stands.
ESCAPED_BY_ENCODERS = b"\"&'+/<=>\\`"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text, and where it stands: `text[at[i]]` is byte `raw[i]` of the line, and so on to the next mark."""

    text: bytes
    at: tuple[int, ...] = (0,)
    raw: tuple[int, ...] = (0,)

    def column(self, place: int) -> int:
        """The place in the raw line (from 0) of the byte at `place`."""
        mark = bisect_right(self.at, place) - 1
        return self.raw[mark] + place - self.at[mark]

    def part(self, start: int, end: int) -> "Piece":
        """The text from `start` to `end`."""
        if len(self.at) == 1:
            return Piece(self.text[start:end], (0,), (self.raw[0] + start,))
        first, last = bisect_right(self.at, start), bisect_right(self.at, end)
        return Piece(
            self.text[start:end],
            (0, *(at - start for at in self.at[first:last])),
            (self.column(start), *self.raw[first:last]),
        )

    def with_changes(self, changes: list[tuple[int, int, bytes]]) -> "Piece":
        """The text with other bytes for each (start, end), in order."""
        if not changes:
            return self
        out: list[bytes] = []
        at, raw = list[int](), list[int]()
        place = length = 0
        for start, end, new in [*changes, (len(self.text), len(self.text), b"")]:
            kept = self.part(place, start)
            out.append(kept.text)
            at += [length + mark for mark in kept.at]
            raw += kept.raw
            length += len(kept.text)
            if new:
                out.append(new)
                at.append(length)
                raw.append(self.column(start))
                length += len(new)
            place = end
        return Piece(b"".join(out), tuple(at), tuple(raw))


View = tuple[Piece, ...]


def portions(line: bytes) -> Iterator[tuple[int, bytes]]:
    """The line, or the portions of an overlong one, each with the place where it begins."""
    if len(line) <= LONGEST_LINE:
        yield 0, line
        return
    step = LONGEST_LINE - OVERLAP
    for start in range(0, len(line) - OVERLAP, step):
        yield start, line[start : start + LONGEST_LINE]


def views(line: bytes) -> tuple[View, ...]:
    """The ways to read a line: the strings of its JSON if it holds some, then the line as printed."""
    return _views(line) if len(line) < 1 << 14 else _long_views(line)


def _read(line: bytes) -> tuple[View, ...]:
    plain = without_terminal_codes(Piece(line))
    printed = tuple(_pieces(plain))
    unwrapped = tuple(_unwrapped(plain, DEEPEST_JSON))
    return tuple(view for view in (unwrapped, printed) if view)


# several signatures look at one line; long ones may have a million pieces, so only the last is kept
_views = lru_cache(maxsize=64)(_read)
_long_views = lru_cache(maxsize=1)(_read)


def without_terminal_codes(piece: Piece) -> Piece:
    """The text without colours and the like."""
    if not any(mark in piece.text for mark in TERMINAL_MARKS):
        return piece
    return piece.with_changes([(m.start(), m.end(), b"") for m in TERMINAL_CODE.finditer(piece.text)])


def _pieces(piece: Piece) -> Iterator[Piece]:
    for match in _PIECE.finditer(piece.text):
        part = piece.part(*match.span())
        if b"\\" in part.text:
            part = part.with_changes([(m.start(), m.end(), b"") for m in QUOTE_ESCAPE.finditer(part.text)])
        yield part


def _unwrapped(piece: Piece, deep: int) -> Iterator[Piece]:
    start = piece.text.find(b'{"')
    if start < 0:
        return
    for match in _STRING.finditer(piece.text, start):
        string = piece.part(*match.span(1))
        if b"\\" in string.text:
            string = string.with_changes(list(_decoded(string.text)))
            if deep > 1:
                yield from _unwrapped(string, deep - 1)
        yield from _pieces(string)


def _decoded(text: bytes) -> Iterator[tuple[int, int, bytes]]:
    for match in _JSON_ESCAPE.finditer(text):
        high, low, single, simple = match.groups()
        if simple is not None:
            new = _SIMPLE_ESCAPES.get(simple, simple)
        elif single is not None:
            code = int(single, 16)
            if 0x20 <= code < 0x7F and code not in ESCAPED_BY_ENCODERS:
                continue
            new = b" " if code < 0x20 and code not in b"\n\r\t" else chr(code).encode("utf-8", "replace")
            if 0xD800 <= code < 0xE000:
                new = "\ufffd".encode()
        else:
            new = chr(0x10000 + ((int(high, 16) & 0x3FF) << 10) + (int(low, 16) & 0x3FF)).encode()
        yield match.start(), match.end(), new

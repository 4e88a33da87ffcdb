"""A log of any size in, hits out as they are found: what `scan_text` gives for each signature, with memory that does not grow.

Blocks of whole lines go through the prefilter; only lines with a signature's key are looked at by the matcher.
"""

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from typing import Protocol

from generator.match.index import SignatureIndex
from generator.match.normalize import LONGEST_LINE, OVERLAP, TERMINAL_CODE
from generator.match.prefilter import Places
from generator.match.scan import REACH, REACH_BYTES, Further, Hit, hit_on

#: What is read and searched at one time; it fits the processor's cache.
BLOCK = 1 << 18
#: Lines shorter than this are counted one way, longer ones another (see `_line_feeds`); measured.
SPARSE = 48


class Readable(Protocol):
    """What bytes can be read from."""

    def read(self, size: int, /) -> bytes | None:
        """At most `size` bytes, none at the end."""


@dataclass(frozen=True, slots=True)
class Block:
    """Whole lines, or a portion of an overlong line that begins at `column`; `part` says whether more of the last line follows."""

    text: bytes
    column: int
    part: bool


@dataclass(frozen=True, slots=True)
class Sighting:
    """A hit with what stands around it: its raw line (an overlong line's portion), what stands before, and the lines below, if asked for."""

    hit: Hit
    number: int  # of the signature in the index
    line: bytes
    before: bytes
    below: Further


#: How many bytes before a line a sighting brings along.
BEFORE = 2048


#: A line's number and the numbers of signatures whose keys stand in it, in; those out of them that are worth a look.
Choice = Callable[[int, set[int]], set[int]]


def scan_stream(
    readable: Readable, index: SignatureIndex, passing: Set[int] = frozenset(), chosen: Choice | None = None
) -> Iterator[Hit]:
    """Every hit of every signature but those numbers in `passing`, in the order of lines, then of signatures."""
    for sighting in see_stream(readable, index, passing, chosen=chosen):
        yield sighting.hit


@dataclass(slots=True)
class Tally:
    """How many line feeds a stream has held so far: they are counted once, here."""

    lines: int = 0


def see_stream(
    readable: Readable,
    index: SignatureIndex,
    passing: Set[int] = frozenset(),
    tally: Tally | None = None,
    chosen: Choice | None = None,
) -> Iterator[Sighting]:
    """The same hits with their surroundings. `passing` may grow while they are taken; `tally` counts lines as they go by; `chosen` is asked line by line."""
    before = 0  # lines above the block
    seen: set[int] = set()  # the signatures found already in the overlong line that goes on
    passed_over, dead = 0, set[int]()  # how many signatures are passed over, and the keys behind which all are
    dense = False  # whether the lines of the last block were short
    for block, below in _with_what_follows(_blocks(readable)):
        places, marked = index.prefilter.find(block.text)
        clean = block.text
        if marked:
            clean = TERMINAL_CODE.sub(b"", block.text)
            places, _ = index.prefilter.find(clean)
        if places and passing:
            # what is passed over is not even looked at: a log may hold millions of lines that call themselves errors
            if len(passing) != passed_over:
                passed_over = len(passing)
                dead = {key for key, numbers in enumerate(index.behind) if passing >= set(numbers)}
            places = [place for place in places if place[0] not in dead]
        if places:
            yield from _verified(block, below, before, clean, places, index, seen, passing, chosen)
        if not block.part:
            seen.clear()
        here = _line_feeds(block.text, dense)
        dense = here * SPARSE > len(block.text)
        before += here
        if tally is not None:
            tally.lines = before


def _line_feeds(text: bytes, dense: bool) -> int:
    """How many lines end in `text`. Where they are long, taking them out is four times as fast as counting; `dense` is a guess at the kind."""
    return text.count(b"\n") if dense else len(text) - len(text.replace(b"\n", b""))


def _verified(
    block: Block,
    below: bytes,
    before: int,
    clean: bytes,
    places: Places,
    index: SignatureIndex,
    seen: set[int],
    passing: Set[int],
    chosen: Choice | None,
) -> Iterator[Sighting]:
    """The hits among the places of one block. `clean` is the block without terminal codes: the same lines, other places."""
    text = block.text
    line_start = clean_at = number = 0
    wanted: set[int] = set()
    for key, end in [*places, (-1, len(clean) + 1)]:
        passed = clean.count(b"\n", clean_at, end) if key >= 0 else 1
        if passed and wanted and chosen is not None:
            wanted = chosen(before + number + 1, wanted)
        if passed and wanted:
            yield from _hits(block, below, before + number, line_start, wanted, index, seen, number == 0)
        if passed:
            wanted = set()
        if key < 0:
            break
        number += passed
        if passed and clean is text:
            line_start = text.rfind(b"\n", 0, end) + 1
        else:
            for _ in range(passed):
                line_start = text.find(b"\n", line_start) + 1
        clean_at = end
        wanted.update(number for number in index.behind[key] if number not in passing)


def _hits(
    block: Block,
    below: bytes,
    above: int,
    start: int,
    wanted: set[int],
    index: SignatureIndex,
    seen: set[int],
    is_first: bool,
) -> Iterator[Sighting]:
    text = block.text
    end = text.find(b"\n", start)
    line = text[start : end if end >= 0 else len(text)]
    goes_on = is_first and (block.column > 0 or block.part)

    def further() -> list[bytes]:
        if goes_on or end < 0:
            return []
        window = text[end + 1 : end + 2 + REACH_BYTES]
        if len(window) <= REACH_BYTES:
            window += below[: REACH_BYTES + 1 - len(window)]
        if not window:
            return []
        lines = window[:REACH_BYTES].split(b"\n", REACH * 16)
        whole = len(window) <= REACH_BYTES and len(lines) <= REACH * 16
        return lines if whole else lines[:-1]

    for signature in sorted(wanted - seen if goes_on else wanted):
        hit = hit_on(
            line,
            above + 1,
            further,
            index.lines(signature),
            index.id(signature),
            block.column if is_first else 0,
        )
        if hit is not None:
            if goes_on:
                seen.add(signature)
            yield Sighting(hit, signature, line, text[max(0, start - BEFORE) : start], further)


def _with_what_follows(blocks: Iterator[Block]) -> Iterator[tuple[Block, bytes]]:
    """Each block with the text of the next one, in which a several-line hit may end."""
    last: Block | None = None
    for block in blocks:
        if last is not None:
            yield last, block.text
        last = block
    if last is not None:
        yield last, b""


def _blocks(readable: Readable) -> Iterator[Block]:
    kept, column = b"", 0
    at_end = False
    while not at_end:
        more = _filled(readable, BLOCK)
        at_end = len(more) < BLOCK
        cut = len(more) if at_end else more.rfind(b"\n") + 1
        if cut and len(kept) + cut <= LONGEST_LINE:
            # the usual case: no line can be overlong, and each byte is copied once
            yield Block(b"".join((kept, memoryview(more)[:cut])) if kept or cut < len(more) else more, column, False)
            kept, column = more[cut:], 0
            continue
        text = kept + more
        while text.find(b"\n", 0, LONGEST_LINE + 1) < 0 and len(text) > LONGEST_LINE:
            yield Block(text[:LONGEST_LINE], column, True)
            column += LONGEST_LINE - OVERLAP
            text = text[LONGEST_LINE - OVERLAP :]
        cut = len(text) if at_end else text.rfind(b"\n") + 1
        if cut:
            yield Block(text[:cut], column, False)
            column = 0
        kept = text[cut:]


def _filled(readable: Readable, size: int) -> bytes:
    """`size` bytes, less only at the end: pipes and decompressors give what they have."""
    data = readable.read(size) or b""
    if len(data) == size or not data:
        return data
    parts = [data]
    have = len(data)
    while have < size:
        data = readable.read(size - have) or b""
        if not data:
            break
        parts.append(data)
        have += len(data)
    return b"".join(parts)

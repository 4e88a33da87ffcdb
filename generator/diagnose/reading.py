"""One log in, what matters of it out: the lines that were recognised, who wrote them when, and who was heard at its beginning and end."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from io import BytesIO

from generator.diagnose.clock import time_of
from generator.diagnose.diagnosis import Input, Moment, Speaker
from generator.diagnose.speaker import Said, Style, attempt_of_path, said, speaker_of_path, style_of
from generator.match.files import LogError, open_log
from generator.match.index import SignatureIndex
from generator.match.marks import ERROR, EXIT, ROOT, TRACEBACK, marks_by_id
from generator.match.normalize import TERMINAL_CODE
from generator.match.stream import Readable, Sighting, see_stream

#: How much of a log's beginning and end is looked at line by line.
EDGE = 1 << 16
#: A signature or a mark that stands in more lines of one log than this says nothing new.
MOST_HITS, MOST_ERRORS = 5000, 400
#: Longer texts are cut for people and programs alike.
LONGEST_TEXT = 2000

MARK, SHOWS = "@", "!"


@dataclass(frozen=True, slots=True)
class Seen:
    """One thing that was recognised on a line: a signature's id `<entry>#<number>`, a cause's text `<entry>!<cause>.<row>`, or `@<mark>`."""

    id: str
    captures: dict[str, str]

    @property
    def entry(self) -> str | None:
        """The entry whose signature this is."""
        entry, number, _ = self.id.partition("#")
        return entry if number else None

    @property
    def role(self) -> str | None:
        """The role of the mark that this is."""
        return marks_by_id()[self.id[1:]].role if self.id.startswith(MARK) and self.id[1:] in marks_by_id() else None


@dataclass(frozen=True, slots=True)
class Spot:
    """A line that matters, with everything that was recognised on it. `text` is without terminal codes; `body` also without prefixes."""

    line: int
    text: str
    body: str
    prefix: str
    speaker: Speaker
    moment: Moment | None
    seen: tuple[Seen, ...]
    before: str = ""
    exception: bool = False

    def with_role(self, role: str) -> Seen | None:
        """What was seen in this role, the first of it."""
        return next((seen for seen in self.seen if seen.role == role), None)

    @property
    def entries(self) -> tuple[str, ...]:
        """The entries whose signatures stand here."""
        return tuple(dict.fromkeys(seen.entry for seen in self.seen if seen.entry is not None))


@dataclass(frozen=True, slots=True)
class Voice:
    """The last that was heard of a writer: the line (counted from the log's end), the moment and the text."""

    speaker: Speaker
    from_end: int
    moment: Moment | None
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A log, read: its spots in order, the writers of its beginning and end, and the attempt of the launcher it belongs to."""

    input: Input
    writer: Speaker
    attempt: int
    spots: tuple[Spot, ...]
    heard: frozenset[Speaker]
    last: tuple[Voice, ...]
    tail: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """The line on which a traceback ends with its exception, as it stands and without prefixes."""

    line: int
    text: str
    body: str


@dataclass(frozen=True, slots=True)
class Glimpse:
    """One thing that was recognised on one line, as little of the line's surroundings as is needed later."""

    line: int
    id: str
    captures: dict[str, str]
    text: str
    before: str
    ending: Ending | None


class _Taped:
    """A stream that keeps its beginning and its end, counts, and stops at a limit."""

    def __init__(self, readable: Readable, limit: int | None, progress: Callable[[int], None] | None) -> None:
        self._readable, self._limit, self._progress = readable, limit, progress
        self.head = b""
        self._parts: list[bytes] = []
        self.size = self.lines = 0
        self.stopped = False
        self._ended = True

    def read(self, size: int = -1, /) -> bytes:
        if self._limit is not None and self.size + size > self._limit:
            size = max(0, self._limit - self.size)
            if size == 0:
                self.stopped = True
                return b""
        data = self._readable.read(size) or b""
        if data:
            if len(self.head) < EDGE:
                self.head += data[: EDGE - len(self.head)]
            self.size += len(data)
            self.lines += data.count(b"\n")
            self._ended = data.endswith(b"\n")
            self._parts.append(data)
            if len(self._parts) > 1 and sum(map(len, self._parts[1:])) >= EDGE:
                del self._parts[0]
            if self._progress is not None:
                self._progress(len(data))
        return data

    @property
    def head_lines(self) -> list[str]:
        """The lines of the beginning, without one that is cut."""
        lines = _plain_lines(self.head)
        return lines[:-1] if len(self.head) < self.size and len(lines) > 1 else lines

    @property
    def tail(self) -> bytes:
        """The last EDGE bytes."""
        return b"".join(self._parts)[-EDGE:]

    @property
    def line_count(self) -> int:
        """Lines so far, the unfinished one included."""
        return self.lines + (0 if self._ended else 1)


def read_log(
    path: str,
    index: SignatureIndex,
    name: str | None = None,
    limit: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Reading:
    """The reading of one log (`-` is standard input). What cannot be read to its end is said in `input.trouble`."""
    name = name or path
    writer = speaker_of_path(name)
    glimpses: list[Glimpse] = []
    taped, trouble = _Taped(_Nothing(), None, None), None
    try:
        with open_log(path) as log:
            taped = _Taped(log, limit, progress)
            _gather(taped, index, writer, glimpses)
    except LogError as error:
        trouble = error.why
    if taped.stopped:
        trouble = f"longer than {limit:,} bytes; what lies behind was not read"
    head, tail = taped.head_lines, _plain_lines(taped.tail)
    if len(taped.tail) < taped.size and len(tail) > 1:
        tail = tail[1:]  # the first is cut
    style, year = style_of(head), _year_of(head)
    if _is_shared(head + tail, style, writer, glimpses):
        writer = replace(writer, rank=None, local_rank=None)
    heard = {_who(said(line, style, writer).speaker): None for line in head}
    last: dict[Speaker, Voice] = {}
    for place, line in enumerate(tail):
        if line.strip():
            one = said(line, style, writer)
            last[_who(one.speaker)] = Voice(one.speaker, len(tail) - place, time_of(line, year), line[:LONGEST_TEXT])
    spots = sorted(_spots(glimpses, style, writer, year), key=lambda spot: spot.line)
    return Reading(
        Input(name, taped.line_count, taped.size, trouble),
        writer,
        attempt_of_path(name),
        tuple(spots),
        frozenset(heard | dict.fromkeys(last)),
        tuple(last.values()),
        tuple(line[:LONGEST_TEXT] for line in tail[-200:]),
    )


def _is_shared(lines: list[str], style: Style, writer: Speaker, glimpses: list[Glimpse]) -> bool:
    """Whether several ranks or a launcher have written this log, whatever its name says."""
    if any(_mark(glimpse.id) in (ROOT, EXIT) for glimpse in glimpses):
        return True
    named = {one.rank for one in (said(line, style).speaker for line in lines) if one.rank is not None}
    return len(named | {writer.rank} - {None}) > 1 if writer.rank is not None else False


class _Nothing:
    def read(self, size: int = -1, /) -> bytes:
        return b""


def _who(speaker: Speaker) -> Speaker:
    return replace(speaker, pid=None)


def _gather(taped: "_Taped", index: SignatureIndex, writer: Speaker, into: list[Glimpse]) -> None:
    """Everything recognised, with bounds on how often one thing counts; of what goes beyond them, what the log's end holds."""
    passing: set[int] = set()
    counts: Counter[int] = Counter()
    style: Style | None = None
    for sighting in see_stream(taped, index, passing):
        if style is None:
            style = style_of(taped.head_lines)
        number = sighting.number
        counts[number] += 1
        mark = _mark(index.id(number))
        if counts[number] >= (MOST_ERRORS if mark in (ERROR, TRACEBACK) else MOST_HITS):
            passing.add(number)
        into.append(_glimpse(sighting, index.id(number), mark, style, writer, 0))
    if passing and style is not None:
        skipped = {number for number in range(len(index)) if number not in passing}
        above = taped.lines - taped.tail.count(b"\n")
        known = into[-1].line
        for sighting in see_stream(BytesIO(taped.tail), index, skipped):
            glimpse = _glimpse(
                sighting, index.id(sighting.number), _mark(index.id(sighting.number)), style, writer, above
            )
            if glimpse.line > known or glimpse.id not in {one.id for one in into if one.line == glimpse.line}:
                into.append(glimpse)
        into.sort(key=lambda glimpse: glimpse.line)


def _mark(identity: str) -> str | None:
    mark = marks_by_id().get(identity[1:]) if identity.startswith(MARK) else None
    return mark.role if mark is not None else None


def _glimpse(sighting: Sighting, identity: str, mark: str | None, style: Style, writer: Speaker, above: int) -> Glimpse:
    text = _piece(sighting)
    ending = _ending(sighting, said(text, style, writer), style, writer, above) if mark == TRACEBACK else None
    line = sighting.hit.line + above
    return Glimpse(line, identity, sighting.hit.captures, text, _before(sighting), ending)


def plain(line: bytes) -> str:
    """A raw line as people read it: the last thing on it that a progress bar left, without terminal codes."""
    text = TERMINAL_CODE.sub(b"", line[: 4 * LONGEST_TEXT]).rstrip(b"\r\n")
    return text.decode("utf-8", "replace").replace("\0", " ")


def _piece(sighting: Sighting) -> str:
    """The piece of the line (between carriage returns) in which the hit begins."""
    line = sighting.line
    at = min(max(sighting.hit.start - 1, 0), len(line))
    start = line.rfind(b"\r", 0, at) + 1
    end = line.find(b"\r", at)
    return plain(line[start : end if end >= 0 else len(line)])


def _plain_lines(data: bytes) -> list[str]:
    return [plain(line.rpartition(b"\r")[2] or line) for line in data.split(b"\n")][: EDGE // 4]


def _year_of(lines: list[str]) -> int:
    from time import gmtime

    for line in lines:
        moment = time_of(line, 1970)
        if moment is not None and moment.dated and gmtime(moment.seconds).tm_year > 1970:
            return gmtime(moment.seconds).tm_year
    return 1970


def _spots(glimpses: list[Glimpse], style: Style, writer: Speaker, year: int) -> Iterator[Spot]:
    """The glimpses, one spot a line, and the exceptions that end tracebacks."""
    by_line: dict[int, list[Glimpse]] = {}
    for glimpse in glimpses:
        by_line.setdefault(glimpse.line, []).append(glimpse)
    endings = {glimpse.ending.line: glimpse for glimpse in glimpses if glimpse.ending is not None}
    open_tracebacks: set[str] = set()
    for line in sorted(by_line | endings):
        here = by_line.get(line, ())
        above = endings.get(line)
        if here:
            text, before = here[0].text, here[0].before
        else:
            assert above is not None
            assert above.ending is not None
            text, before = above.ending.text, ""
        one = said(text, style, writer)
        moment = time_of(text, year) or _moment_before(before or (above.before if above else ""), year)
        is_exception = (
            above is not None
            or (one.prefix in open_tracebacks and _is_exception(one.text))
            or _ERROR.match(one.text) is not None
        )
        if any(_mark(glimpse.id) == TRACEBACK for glimpse in here):
            open_tracebacks.add(one.prefix)
        elif is_exception:
            open_tracebacks.discard(one.prefix)
        yield Spot(
            line,
            text[:LONGEST_TEXT],
            one.text[:LONGEST_TEXT],
            one.prefix,
            one.speaker,
            moment,
            tuple(Seen(glimpse.id, glimpse.captures) for glimpse in here),
            before,
            is_exception,
        )


def _before(sighting: Sighting) -> str:
    return "\n".join(plain(line) for line in sighting.before[-600:].split(b"\n"))


def _moment_before(before: str, year: int) -> Moment | None:
    for line in reversed(before.split("\n")):
        moment = time_of(line, year)
        if moment is not None:
            return moment
    return None


def _ending(sighting: Sighting, start: Said, style: Style, writer: Speaker, above: int) -> Ending | None:
    for place, raw in enumerate(sighting.below(), start=1):
        text = plain(raw)
        one = said(text, style, writer)
        if one.prefix != start.prefix or not one.text or one.text[0].isspace():
            continue
        if one.text.startswith("Traceback (most recent"):
            return None
        return Ending(sighting.hit.line + place + above, text[:LONGEST_TEXT], one.text[:LONGEST_TEXT])
    return None


#: An exception's line says so itself, also where the log is cut and its traceback is not there.
_ERROR = re.compile(r"[A-Za-z_][\w.]{0,120}(?:Error|Exception)(?:: |$)")


def _is_exception(text: str) -> bool:
    name = text.partition(":")[0].partition(" ")[0]
    last = name.rpartition(".")[2]
    return name.replace(".", "").replace("_", "").isalnum() and last[:1].isupper()

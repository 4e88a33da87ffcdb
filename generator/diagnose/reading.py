"""One log in, what matters of it out: the lines that were recognised, who wrote them when, and who was heard at its beginning and end."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from io import BytesIO

from generator.diagnose.clock import time_of
from generator.diagnose.diagnosis import Input, Moment, Speaker
from generator.diagnose.speaker import Said, Style, attempt_of_path, over, said, speaker_of_path, style_of
from generator.diagnose.spots import Reading, Seen, Spot, Voice, role_of
from generator.diagnose.taped import LONGEST_TEXT, Taped, plain, plain_lines, whole_words
from generator.match.index import SignatureIndex
from generator.match.marks import ERROR, EXIT, ROOT, TRACEBACK
from generator.match.stream import Sighting, see_stream
from generator.match.unpack import LogError, open_log

#: A signature or a mark that stands in more lines of one log than this says nothing new.
MOST_HITS, MOST_ERRORS = 5000, 400


@dataclass(frozen=True, slots=True)
class Ending:
    """The line on which a traceback ends with its exception, as it stands and without prefixes; `frame` is the last place in the job's own code."""

    line: int
    text: str
    body: str
    frame: str


@dataclass(frozen=True, slots=True)
class Glimpse:
    """One thing that was recognised on one line, as little of the line's surroundings as is needed later."""

    line: int
    id: str
    captures: dict[str, str]
    text: str
    before: str
    ending: Ending | None


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
    taped, trouble = Taped(BytesIO()), None
    try:
        with open_log(path) as log:
            taped = Taped(log, limit, progress)
            _gather(taped, index, writer, glimpses)
    except LogError as error:
        trouble = error.why
    if taped.stopped:
        trouble = f"longer than {limit:,} bytes; what lies behind was not read"
    head, tail = taped.head_lines, plain_lines(taped.tail)
    if len(taped.tail) < taped.size and len(tail) > 1:
        tail = tail[1:]  # the first is cut
    style, year = style_of(head), _year_of(head)
    told = [said(line, style).speaker for line in head + tail]
    if _is_shared(told, writer, glimpses):
        writer = replace(writer, rank=None, local_rank=None)
    told = [over(speaker, writer) for speaker in told]
    last = {
        replace(speaker, pid=None): (place, line)
        for place, (line, speaker) in enumerate(zip(tail, told[len(head) :], strict=True))
        if line.strip()
    }
    voices = tuple(
        Voice(speaker, taped.tally.lines + 2 - len(tail) + place, time_of(line, year), line[:LONGEST_TEXT])
        for speaker, (place, line) in last.items()
    )
    spots = sorted(_spots(glimpses, style, writer, year), key=lambda spot: spot.line)
    return Reading(
        Input(name, taped.line_count, taped.size, trouble),
        writer,
        attempt_of_path(name),
        tuple(spots),
        tuple(dict.fromkeys((*told, writer))),
        voices,
        tuple(line[:LONGEST_TEXT] for line in tail[-200:]),
    )


def _is_shared(told: list[Speaker], writer: Speaker, glimpses: list[Glimpse]) -> bool:
    """Whether several ranks or a launcher have written this log, whatever its name says."""
    if any(role_of(glimpse.id) in (ROOT, EXIT) for glimpse in glimpses):
        return True
    named = {speaker.rank for speaker in told if speaker.rank is not None}
    return len(named | {writer.rank}) > 1 if writer.rank is not None else False


def _gather(taped: Taped, index: SignatureIndex, writer: Speaker, into: list[Glimpse]) -> None:
    """Everything recognised, with bounds on how often one thing counts; of what goes beyond them, what the log's end holds."""
    passing: set[int] = set()
    counts: Counter[int] = Counter()
    style: Style | None = None
    for sighting in see_stream(taped, index, passing, taped.tally):
        if style is None:
            style = style_of(taped.head_lines)
        number = sighting.number
        counts[number] += 1
        mark = role_of(index.id(number))
        if mark in (ERROR, TRACEBACK) and counts[number] == MOST_ERRORS:
            # other wordings with the same word would be tried in vain on each of these lines
            beside = next(numbers for numbers in index.behind if number in numbers)
            passing.update(other for other in beside if role_of(index.id(other)) in (ERROR, TRACEBACK))
        elif counts[number] == MOST_HITS:
            passing.add(number)
        into.append(_glimpse(sighting, index.id(number), mark, style, writer, 0))
    if passing and style is not None:
        skipped = {number for number in range(len(index)) if number not in passing}
        above = taped.tally.lines - taped.tail.count(b"\n")
        known = into[-1].line
        for sighting in see_stream(BytesIO(taped.tail), index, skipped):
            glimpse = _glimpse(
                sighting, index.id(sighting.number), role_of(index.id(sighting.number)), style, writer, above
            )
            if glimpse.line > known or glimpse.id not in {one.id for one in into if one.line == glimpse.line}:
                into.append(glimpse)
        into.sort(key=lambda glimpse: glimpse.line)


def _glimpse(sighting: Sighting, identity: str, mark: str | None, style: Style, writer: Speaker, above: int) -> Glimpse:
    text = _piece(sighting)
    ending = _ending(sighting, said(text, style, writer), style, writer, above) if mark == TRACEBACK else None
    line = sighting.hit.line + above
    return Glimpse(line, identity, sighting.hit.captures, text, _before(sighting), ending)


def _piece(sighting: Sighting) -> str:
    """The piece of the line (between carriage returns) in which the hit begins."""
    line = sighting.line
    at = min(max(sighting.hit.start - 1, 0), len(line))
    start = line.rfind(b"\r", 0, at) + 1
    end = line.find(b"\r", at)
    return plain(line[start : end if end >= 0 else len(line)])


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
        if one.text.startswith("Traceback") and any(role_of(glimpse.id) == TRACEBACK for glimpse in here):
            open_tracebacks.add(one.prefix)
        elif is_exception:
            open_tracebacks.discard(one.prefix)
        yield Spot(
            line,
            whole_words(text, LONGEST_TEXT),
            whole_words(one.text, LONGEST_TEXT),
            one.prefix,
            one.speaker,
            moment,
            tuple(Seen(glimpse.id, glimpse.captures) for glimpse in here),
            is_exception,
            above.ending.frame if above is not None and above.ending is not None else "",
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
    if not start.text.startswith("Traceback"):
        return None  # the footer of a launcher shows it again
    frame = ""
    for place, raw in enumerate(sighting.below(), start=1):
        text = plain(raw)
        one = said(text, style, writer)
        if one.prefix != start.prefix or not one.text:
            continue
        if one.text[0].isspace():
            found = _FRAME.match(one.text)
            if found is not None and not _INSTALLED.search(found[1]):
                frame = f"{found[1]}:{found[2]}"
            continue
        if one.text.startswith("Traceback (most recent"):
            return None
        return Ending(
            sighting.hit.line + place + above,
            whole_words(text, LONGEST_TEXT),
            whole_words(one.text, LONGEST_TEXT),
            frame,
        )
    return None


_FRAME = re.compile(r'\s+File "([^"]{1,500})", line (\d{1,7})')
#: Code that was installed, or is Python's own, is not the job's.
_INSTALLED = re.compile(r"site-packages|dist-packages|/lib/python\d|<frozen|<string>")

#: An exception's line says so itself, also where the log is cut and its traceback is not there.
_ERROR = re.compile(r"[A-Za-z_][\w.]{0,120}(?:Error|Exception)(?:: |$)")


#: Any name may be an exception's where a traceback is open.
_NAME = re.compile(r"[A-Za-z_][\w.]{0,160}(?::|$)")


def _is_exception(text: str) -> bool:
    found = _NAME.match(text)
    return found is not None and found.group().rpartition(".")[2][:1].isupper()

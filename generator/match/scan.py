"""Lines of a log and a template in, hits out: the definition in LANGUAGE.md, put together. Knows nothing of files."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial

from generator.match.lines import Match, TemplateLine, compile_line, match_line
from generator.match.normalize import LONGEST_LINE, View, portions, views
from generator.model.template import Template, template_of

#: The n-th further line of a template is looked for in the n × REACH lines below the first, and in so many bytes.
REACH, REACH_BYTES = 4, 1 << 16

#: How many bytes of a line a hit quotes.
LONGEST_QUOTE = 1000

Further = Callable[[], Sequence[bytes]]


@dataclass(frozen=True, slots=True)
class Hit:
    """A signature on a line (from 1): its columns there (bytes of the raw line, from 1, the end behind the last), what its
    placeholders took, the line on which its last line was found, and the line as printed, as far as it is worth quoting."""

    line: int
    start: int
    end: int
    captures: dict[str, str]
    last_line: int
    signature: str = field(default="")
    text: str = field(default="")


@lru_cache(maxsize=65536)
def compiled(text: str) -> tuple[TemplateLine, ...]:
    """The lines of a template's text, ready for matching."""
    return compile_template(template_of(text))


def compile_template(template: Template) -> tuple[TemplateLine, ...]:
    """The lines of a template, ready for matching."""
    return tuple(compile_line(pieces) for pieces in template.lines)


def scan_text(text: str | bytes, template: Template) -> list[Hit]:
    """Every line of a log on which the template begins to match, by the definition alone; `scan_stream` gives the same, faster."""
    log = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    lines = log.split(b"\n")
    wanted = compile_template(template)
    hits = []
    for index, line in enumerate(lines):
        hit = hit_on(line, index + 1, partial(lines_below, lines, index), wanted)
        if hit is not None:
            hits.append(hit)
    return hits


def lines_below(lines: Sequence[bytes], index: int) -> Sequence[bytes]:
    """The lines below one that a several-line template may use: those that end within REACH_BYTES."""
    below, left = [], REACH_BYTES
    for line in lines[index + 1 : index + 1 + REACH * 16]:
        left -= len(line) + 1
        if left < 0:
            break
        below.append(line)
    return below


def hit_on(
    line: bytes, number: int, further: Further, wanted: tuple[TemplateLine, ...], signature: str = "", column: int = 0
) -> Hit | None:
    """The hit of a template on one raw line (or on a portion of one that begins at `column`); `further` gives the lines below."""
    overlong = len(line) > LONGEST_LINE
    for start, portion in portions(line):
        for view in views(portion):
            found = _first(view, 0, wanted[0])
            if found is None:
                continue
            place, match = found
            rest = _rest(view, place + 1, (lambda: ()) if overlong else further, wanted)
            if rest is None:
                continue
            below, captures = rest
            piece, base = view[place], column + start + 1
            # the end is one behind the column of the last byte, so that a colour code behind it stays out
            last = piece.column(match.end - 1) + 1 if match.end > match.start else piece.column(match.start)
            values = {**match.captures, **captures}
            shown = {name: value.decode("utf-8", "replace") for name, value in values.items()}
            begin = piece.column(match.start)
            quote = _quoted(portion, begin)
            return Hit(number, base + begin, base + last, shown, number + below, signature, quote)
    return None


def _quoted(line: bytes, place: int) -> str:
    """The line, or of a long one what stands around `place`."""
    if len(line) <= LONGEST_QUOTE:
        return line.rstrip(b"\r").decode("utf-8", "replace")
    start = max(0, place - LONGEST_QUOTE // 4)
    end = start + LONGEST_QUOTE
    middle = line[start:end].rstrip(b"\r").decode("utf-8", "replace")
    return ("…" if start else "") + middle + ("…" if end < len(line) else "")


def _first(view: View, start: int, line: TemplateLine) -> tuple[int, Match] | None:
    for place in range(start, len(view)):
        match = match_line(view[place].text, line)
        if match is not None:
            return place, match
    return None


def _rest(
    view: View, place: int, further: Further, wanted: tuple[TemplateLine, ...]
) -> tuple[int, dict[str, bytes]] | None:
    """How many lines below the first the last line of the template stands, and the captures of the further lines."""
    captures: dict[str, bytes] = {}
    if len(wanted) == 1:
        return 0, captures
    below = further()
    at = 0
    for number, line in enumerate(wanted[1:], start=1):
        found = _first(view, place, line)
        while found is None:
            if at >= min(len(below), number * REACH):
                return None
            at += 1
            for view in views(below[at - 1]):  # the view that holds the line is where the next one goes on
                found = _first(view, 0, line)
                if found is not None:
                    break
        place = found[0] + 1
        captures |= found[1].captures
    return at, captures

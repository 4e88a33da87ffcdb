"""A text at which the YAML reader stopped and the place where it did in; the slip behind it out, where it is one that people make. The reader notices most of them lines later."""

import re
from collections.abc import Iterable
from typing import Protocol

import yaml

from generator.load.lines import source_lines
from generator.problems import Location, Problem

#: What git writes around the two sides of a merge that it could not do.
_CONFLICT = re.compile(r"(?:<{7}|>{7}|\|{7}) ")
#: The line that opens a block scalar: blanks, dashes, the field's name, and how it is folded and ends.
_HEADER = re.compile(r"(?P<before>[ ]*(?:- +)*)(?:[A-Za-z_]\w*: +)?(?P<style>[|>])(?P<end>[-+]?)[ ]*(?:#.*)?")


class Place(Protocol):
    """The part of a mark that both of PyYAML's kinds have."""

    line: int
    column: int


def conflict_in(text: str, name: str) -> Problem | None:
    """Markers of a merge that somebody has still to finish."""
    for number, line in enumerate(source_lines(text), start=1):
        if _CONFLICT.match(line):
            return Problem(
                "Y101",
                Location(name, number, 1, len(line)),
                "a merge conflict is left in the file",
                "keep the lines that are right, and remove those that begin with `<<<<<<<`, `|||||||`, `=======` and `>>>>>>>`",
            )
    return None


def open_quote_in(events: Iterable[yaml.Event], name: str, stopped: int) -> Problem | None:
    """A quote that ends on another line than its own, where the reader stopped: at the next quote, which should have opened a text. `events` are those before."""
    last = None
    for event in events:
        last = event if isinstance(event, yaml.ScalarEvent) and event.style in ("'", '"') else None
    if last is None or last.start_mark is None or last.end_mark is None:
        return None
    if last.start_mark.line == last.end_mark.line or last.end_mark.line != stopped:
        return None
    return quote_problem(
        name, last.start_mark, last.style or '"', f"is closed only at line {stopped + 1}, where the YAML reader stopped"
    )


def quote_problem(name: str, opened: Place, style: str, became: str) -> Problem:
    """At the quote that was opened."""
    inside = '\\"' if style == '"' else "''"
    return Problem(
        "Y101",
        Location(name, opened.line + 1, opened.column + 1),
        f"the quote that is opened here {became}",
        f"close it with {style} at the end of its text; one inside the text is written {inside}",
    )


def deeper_start_in(text: str, name: str, stopped: int) -> Problem | None:
    """A block of text whose first line begins with more blanks than a later one, which the reader then takes for no part of it."""
    lines = source_lines(text)
    if stopped >= len(lines) or not lines[stopped].strip():
        return None
    for number in range(stopped - 1, -1, -1):
        header = _HEADER.fullmatch(lines[number])
        if header is None:
            continue
        own, here = len(header["before"]), _indent(lines[stopped])
        between = lines[number + 1 : stopped]
        first = next((at for at, line in enumerate(between) if line.strip()), len(between))
        deep = max(map(_indent, between[: first + 1]), default=0)
        if not own < here < deep or any(_indent(line) < deep for line in between[first:] if line.strip()):
            return None
        wanted = f"{header['style']}{min(here - own, 9)}{header['end']}"
        return Problem(
            "Y101",
            Location(name, number + 1, header.start("style") + 1, len(header["style"] + header["end"])),
            f"the first line of this text begins with more blanks than line {stopped + 1}, which therefore does not belong to it",
            f"write `{wanted}`: each line then begins {here - own} blanks behind the field's name, and further blanks are text",
        )
    return None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))

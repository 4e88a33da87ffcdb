"""A signature and the strings of a file in; out how much of its literal text stands there, and where.

A source has `Insufficient %v` where a signature has `Insufficient nvidia.com/gpu`: the rest is filled in at run time, and the record
says so. A text counts as printed by a file when its longest part has LONGEST letters and LEAST of all its letters stand near it.
"""

from dataclasses import dataclass, replace

from generator.model.template import Literal, Template
from generator.prove.strings import END, HOLE, Strings, one_blank

#: How many letters the longest part needs, how many any other part, and which share of all letters must stand there.
LONGEST, SHORTEST, LEAST = 8, 6, 0.6
#: In a library the strings lie in no order, so only longer ones say anything.
SHORTEST_IN_BINARY = 8
#: How many lines away from the longest part the others may stand.
REACH = 120
#: Around how many of the longest parts the others are looked for.
ANCHORS = 3


@dataclass(frozen=True, slots=True)
class Cover:
    """Which letters of a signature a file has: their share, the longest part with its line or offset, and what is left over."""

    share: float
    line: int
    longest: str
    filled_in: tuple[str, ...]

    @property
    def suffices(self) -> bool:
        """Whether this file can be said to print the signature."""
        return self.share >= LEAST and letters(self.longest) >= LONGEST


def with_help(found: Cover, template: Template, others: list[tuple[str, Strings]]) -> tuple[Cover, tuple[str, ...]]:
    """The cover with what other files add to it, and the places where they do: `path:line`. Each addition is a whole string there."""
    total = sum(letters(piece) for piece in pieces_of(template))
    share, left, places = found.share, [], []
    for words in found.filled_in:
        rest = [words]
        for path, strings in others:
            kept: list[str] = []
            for part in rest:
                runs, unknown = _runs(part, strings.text, SHORTEST, alone=True)
                kept += unknown
                for run in runs:
                    share += letters(run) / total
                    places.append(f"{path}:{strings.line_at(strings.text.find(run))}")
            rest = kept
        left += rest
    return replace(found, share=round(min(share, 1), 4), filled_in=tuple(left)), tuple(dict.fromkeys(places))


def letters(text: str) -> int:
    """How many letters and digits a text has."""
    return sum(character.isalnum() for character in text)


def pieces_of(template: Template) -> list[str]:
    """The lines of a signature with HOLE for each placeholder and white space as single blanks."""
    found = []
    for line in template.lines:
        piece = one_blank("".join(part.text if isinstance(part, Literal) else HOLE for part in line)).strip()
        if letters(piece):
            found.append(piece)
    return found


def cover(template: Template, strings: Strings) -> Cover | None:
    """The best place of a signature in a file: the line of its longest part among those that hold as much. None where nothing of it stands there."""
    pieces = pieces_of(template)
    shortest = SHORTEST_IN_BINARY if strings.is_binary else SHORTEST
    runs = [run for piece in pieces for run in _runs(piece, strings.text, shortest)[0]]
    if not runs:
        return None
    longest = max(runs, key=letters)
    anchors = dict.fromkeys((*sorted(runs, key=_says, reverse=True)[:ANCHORS], longest))
    best: Cover | None = None
    for position in (position for anchor in anchors for position in _places(anchor, strings.text)):
        line = strings.line_at(position)
        near = strings.text if strings.is_binary else strings.around(line, REACH)
        covered, left = 0, []
        for piece in pieces:
            here, rest = _runs(piece, near, shortest)
            covered += sum(letters(run) for run in here)
            left += rest
        share = round(covered / sum(letters(piece) for piece in pieces), 4)
        if best is None or share > best.share:
            best = Cover(share, line, longest, tuple(left))
        if share == 1 or strings.is_binary:
            break
    return best


def _says(run: str) -> tuple[bool, int]:
    """How surely a part is where the message stands: several words, before a name alone, which a file may list, import or define elsewhere."""
    return len(run.replace(HOLE, " ").split()) > 1 and letters(run) >= LONGEST, letters(run)


def _places(run: str, text: str, most: int = 20) -> list[int]:
    places: list[int] = []
    at = text.find(run)
    while at >= 0 and len(places) < most:
        places.append(at)
        at = text.find(run, at + 1)
    return places


def _runs(piece: str, text: str, shortest: int, *, alone: bool = False) -> tuple[list[str], list[str]]:
    """The parts of `piece` that stand in `text`, longest first from the left, and the words between them; whole strings only when `alone`."""
    found: list[str] = []
    left: list[str] = []
    at, is_open = 0, False
    while at < len(piece):
        run = _longest(piece, at, text, shortest, alone)
        if run:
            found.append(run)
            at += len(run)
            is_open = False
            continue
        end = at + 1
        while end < len(piece) and not (_is_edge(piece, end) and (piece[end].isalnum() or piece[end] == HOLE)):
            end += 1
        word = piece[at:end]
        if letters(word):
            left[-1:] = [left[-1] + word] if is_open else [*left[-1:], word]
            is_open = True
        else:
            is_open = False
        at = end
    return found, [words.strip() for words in left]


def _longest(piece: str, at: int, text: str, shortest: int, alone: bool) -> str:
    """The longest part from `at` on that the text has. Where literal text goes on before or after it, a string or a value must end there."""
    low, high = 0, len(piece) - at
    while low < high:
        middle = (low + high + 1) // 2
        if piece[at : at + middle] in text:
            low = middle
        else:
            high = middle - 1
    is_free = piece[:at].rstrip(_BETWEEN)[-1:] in ("", HOLE)
    for end in range(at + low, at, -1):
        run = piece[at:end]
        if _is_edge(piece, end) and letters(run):
            ends_free = piece[end:].lstrip(_BETWEEN)[:1] in ("", HOLE) or run.endswith(HOLE)
            enough = letters(run) >= shortest and not alone
            if not enough and (letters(run) < (3 if alone else 2) or not (is_free or ends_free)):
                continue
            if _stands(run, text, before=not is_free or not enough, after=not ends_free or not enough):
                return run
    return ""


def _is_edge(piece: str, at: int) -> bool:
    return at in (0, len(piece)) or not (piece[at - 1].isalnum() and piece[at].isalnum())


_BETWEEN = " '\"()[],.:;="


def _stands(run: str, text: str, *, before: bool, after: bool) -> bool:
    """Whether `run` stands in the text with the border of a string or a value where one is asked for."""
    bare = run.strip(_BETWEEN)
    for position in _places(bare or run, text, 200):
        first, last = position - 1, position + len(bare or run)
        while before and first > 0 and text[first] in _BETWEEN:
            first -= 1
        while after and last < len(text) - 1 and text[last] in _BETWEEN:
            last += 1
        if first < 0 or last >= len(text):
            continue
        if (not before or text[first] in HOLE + END or bare.startswith(HOLE)) and (
            not after or text[last] in HOLE + END or bare.endswith(HOLE)
        ):
            return True
    return False

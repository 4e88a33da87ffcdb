"""A pasted line that is cut off, and a signature as printed, in; how much literal text they share, out.

A terminal, a chat or a hasty hand cuts a line at its end, at its start, or at both. What is left agrees with the signature letter for
letter: from where one of the two begins to where one of the two ends. It may begin or end inside a value that a placeholder took.
"""

import re
from collections.abc import Iterator, Sequence

#: What stands for a placeholder: one that takes a word, and one that may take several.
ONE_WORD, MANY_WORDS = "‥", "…"
#: How much literal text, blanks included, tells a signature from others.
LEAST_SHARED = 20
#: A longer line was not cut by hand; and in how many places of one a signature may begin.
LONGEST_LINE, MOST_PLACES = 4000, 8

_HOLES = re.compile(f"([{ONE_WORD}{MANY_WORDS}])")


def shared(line: str, printed: str) -> int:
    """How much literal text the two share, both in small letters and with single blanks; 0 if it is less than LEAST_SHARED."""
    line = line[:LONGEST_LINE]
    pieces = _HOLES.split(printed)
    texts, holes = pieces[::2], pieces[1::2]
    best = max((_from(line, texts, holes, *begin) for begin in _beginnings(line, texts)), default=0)
    best = max(best, _cut_end(line, texts[_first(texts)], 0), *(len(line) for text in texts if line in text), 0)
    return best if best >= LEAST_SHARED else 0


def _beginnings(line: str, texts: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Each way to begin: the number of the text that has been gone through, where it ends in the line, how much of it is there."""
    first = _first(texts)
    places = 0
    at = line.find(texts[first])
    while at >= 0 and places < MOST_PLACES:
        yield first, at + len(texts[first]), len(texts[first])
        places, at = places + 1, line.find(texts[first], at + 1)
    for number, text in enumerate(texts):
        if number:
            yield number - 1, 0, 0  # the line begins in the value before this text
        at = text.find(line[:1])
        while at >= 0:
            if line.startswith(text[at:]):
                yield number, len(text) - at, len(text) - at
                break
            at = text.find(line[:1], at + 1)


def _first(texts: Sequence[str]) -> int:
    """The number of the first text; before a signature that begins with a placeholder anything may stand, as before any other."""
    return 0 if texts[0] else 1


def _from(line: str, texts: Sequence[str], holes: Sequence[str], number: int, place: int, have: int) -> int:
    """What is shared when text `number` ends at `place`; 0 if the line does not go on as the signature does."""
    for hole, text in zip(holes[number:], texts[number + 1 :], strict=True):
        if not text:
            break
        at = line.find(text, place + (hole == ONE_WORD))
        if at < 0 or not _takes(hole, line[place:at]):
            cut = _cut_end(line, text, place)
            return have + cut if _takes(hole, line[place : len(line) - cut]) else 0
        place, have = at + len(text), have + len(text)
    return have


def _takes(hole: str, value: str) -> bool:
    return hole == MANY_WORDS or " " not in value


def _cut_end(line: str, text: str, place: int) -> int:
    """How much of the beginning of `text` the line ends with, behind `place`."""
    at = line.find(text[:1], max(place, len(line) - len(text))) if text else -1
    while at >= 0:
        if text.startswith(line[at:]):
            return len(line) - at
        at = line.find(text[:1], at + 1)
    return 0

"""Lines in; out the entries that show such a line as a near miss and say that it is another failure, of which no entry is known."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from generator.match.compiled import Row

#: Numbers, paths and hosts vary from job to job, words do not.
_WORD = re.compile(r"[a-z]{3,}")
#: What says little: lines of a traceback above its last one.
_NO_MESSAGE = re.compile(r"\s*(?:Traceback \(|File \")")
#: So many words tell a line from others; so much of a near miss has to stand in a line, and so much of the line in the near miss, which has another prefix.
LEAST_WORDS, OF_THE_MISS, OF_THE_LINE = 4, 0.8, 0.6
#: The end of a text is looked at.
MOST_LINES = 200


@dataclass(frozen=True, slots=True)
class Missed:
    """An entry, the line of its near miss, and what the entry says of it."""

    row: Row
    line: str
    why: str


def near_misses_like(rows: Iterable[Row], text: str) -> list[Missed]:
    """Each entry once, in the order of the lines."""
    known: list[tuple[Missed, int]] = []
    naming: defaultdict[str, list[int]] = defaultdict(list)
    for missed in _lines_of(rows):
        words = frozenset(_WORD.findall(missed.line.casefold()))
        if len(words) >= LEAST_WORDS:
            for word in words:
                naming[word].append(len(known))
            known.append((missed, len(words)))
    found: dict[str, Missed] = {}
    for line in text.split("\n")[-MOST_LINES:]:
        words = frozenset(_WORD.findall(line.casefold()))
        if len(words) < LEAST_WORDS or _NO_MESSAGE.match(line):
            continue
        shared = Counter(number for word in words for number in naming.get(word, ()))
        for number, count in sorted(shared.items()):
            missed, size = known[number]
            if count >= OF_THE_MISS * size and count >= OF_THE_LINE * len(words):
                found.setdefault(missed.row.id, missed)
    return list(found.values())


def _lines_of(rows: Iterable[Row]) -> Iterator[Missed]:
    for row in rows:
        for log, why in row.unnamed:
            yield from (Missed(row, line.strip(), why) for line in log.split("\n") if not _NO_MESSAGE.match(line))

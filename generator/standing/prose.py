"""Documents in; out what their sentences say about the care with which they were written."""

import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

from generator.check.prose import CODE_BLOCK, SENTENCE_END, sentences, texts
from generator.load import Document
from generator.model.standing import Overlap, Prose

#: A run of this many words is seldom the same by chance; shorter ones are the field's own phrases.
RUN = 8
WORST = 10
LONG = 40
_WORD = re.compile(r"[\w'`./:+-]+")


def prose_of(documents: Iterable[Document]) -> Prose:
    """Entries only; code blocks are no sentences."""
    counted: Counter[str] = Counter()
    lengths: list[int] = []
    runs: dict[str, set[int]] = {}
    for document in documents:
        own: set[int] = set()
        for text in _prose(document):
            counted.update(sentence.casefold() for sentence in sentences(text))
            lengths += [length for piece in SENTENCE_END.split(text) if (length := len(_WORD.findall(piece))) > 2]
            own |= _runs(text)
        runs[document.id] = own
    lengths.sort()
    return Prose(
        sentences=len(lengths),
        sentences_twice=sum(number > 1 for number in counted.values()),
        words_in_a_run=RUN,
        overlap=tuple(_overlaps(runs)),
        median_words=statistics.median(lengths) if lengths else 0,
        words_of_95_percent=lengths[int(len(lengths) * 0.95)] if lengths else 0,
        over_40_words=round(sum(length > LONG for length in lengths) / max(1, len(lengths)), 4),
    )


def _prose(document: Document) -> Iterator[str]:
    for field in texts(document):
        if field.kind.markup in ("inline", "block"):
            yield CODE_BLOCK.sub(" ", field.text)


def _runs(text: str) -> set[int]:
    words = [word.casefold() for word in _WORD.findall(text)]
    return {hash(tuple(words[at : at + RUN])) for at in range(len(words) - RUN + 1)}


def _overlaps(runs: dict[str, set[int]]) -> list[Overlap]:
    holders: defaultdict[int, list[str]] = defaultdict(list)
    for entry, own in runs.items():
        for run in own:
            holders[run].append(entry)
    shared: Counter[tuple[str, str]] = Counter()
    for entries in holders.values():
        shared.update(combinations(sorted(entries), 2))
    found = [
        Overlap(entries=pair, runs=number, share=round(number / min(len(runs[one]) for one in pair), 4))
        for pair, number in shared.items()
    ]
    return sorted(found, key=lambda one: (-one.share, one.entries))[:WORST]

"""Some words or a pasted line in, the entries that fit it out: exact signatures first, then parts of them, then words."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import log

from generator.match.scan import scan_text
from generator.model import FiledEntry
from generator.model.template import Hole, Template, template_of

_WORD = re.compile(r"[a-z0-9]+(?:[._:-][a-z0-9]+)*")
SHORTEST_PART = 6
LEAST_SHARE = 0.34


@dataclass(frozen=True, slots=True)
class Found:
    """An entry that fits, why it does ("prints", "part" or "words"), and the signature that showed it."""

    filed: FiledEntry
    reason: str
    signature: str | None
    weight: float


def find_entries(entries: Iterable[FiledEntry], text: str, most: int = 10) -> list[Found]:
    """The entries that fit `text`, the best first: those whose signature hits it, then those of which it is a part, then by words."""
    entries = list(entries)
    lines = text
    wanted = " ".join(text.casefold().split())
    words = set(_words(text))
    commonness = Counter(word for filed in entries for word in _vocabulary(filed) & words)
    found = []
    for filed in entries:
        one = (
            _by_signature(filed, lines) or _by_part(filed, wanted) or _by_words(filed, words, commonness, len(entries))
        )
        if one is not None:
            found.append(one)
    order = {"prints": 0, "part": 1, "words": 2}
    return sorted(found, key=lambda f: (order[f.reason], -f.weight, f.filed.id))[:most]


def _by_signature(filed: FiledEntry, lines: str) -> Found | None:
    best = None
    for signature in filed.entry.signatures:
        template = template_of(signature.text)
        if scan_text(lines, template):
            weight = float(sum(map(len, template.literals)))
            if best is None or weight > best.weight:
                best = Found(filed, "prints", signature.text, weight)
    return best


def _by_part(filed: FiledEntry, wanted: str) -> Found | None:
    if len(wanted) < SHORTEST_PART:
        return None
    for signature in filed.entry.signatures:
        if wanted in _as_printed(template_of(signature.text)):
            return Found(filed, "part", signature.text, len(wanted) / len(signature.text))
    return None


def _as_printed(template: Template) -> str:
    shown = "\n".join(
        "".join("…" if isinstance(piece, Hole) else piece.text for piece in line) for line in template.lines
    )
    return " ".join(shown.casefold().split())


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _vocabulary(filed: FiledEntry) -> frozenset[str]:
    entry = filed.entry
    texts = [
        entry.title,
        entry.summary,
        filed.id,
        *entry.tags,
        entry.quick_answer.symptom,
        *(s.text for s in entry.signatures),
        *(m.name for m in entry.metrics),
    ]
    words = set(_words(" ".join(texts)))
    return frozenset(words | {part for word in words for part in re.split(r"[._:-]", word)})


def _by_words(filed: FiledEntry, words: set[str], commonness: Counter[str], total: int) -> Found | None:
    """Rare words weigh more: log(1 + total / commonness), the inverse document frequency."""
    if not words:
        return None

    def weight(word: str) -> float:
        return log(1 + total / (commonness[word] or 1))

    have = sum(weight(word) for word in words & _vocabulary(filed))
    share = have / sum(weight(word) for word in words)
    return Found(filed, "words", None, share) if share >= LEAST_SHARE else None

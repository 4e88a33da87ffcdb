"""Some words or a pasted log in, the entries that fit it out: exact signatures first, then parts of them and lines cut off, then words."""

import io
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

from generator.match.compiled import EntryIndex, Row, Source, Told, facts_of, misses_of
from generator.match.cut import MANY_WORDS, ONE_WORD, shared
from generator.match.stream import scan_stream
from generator.model.template import Literal, Piece, template_of

if TYPE_CHECKING:
    from generator.model import FiledEntry

_WORD = re.compile(r"[a-z0-9]+(?:[._:-][a-z0-9]+)*")
_PARTS = re.compile(r"[._:-]")
SHORTEST_PART = 6
LEAST_SHARE = 0.34
#: How many letters of words an entry has in common with a line, before the line is compared with its signatures letter for letter.
LEAST_HEARD = 3
#: Logarithms may differ behind this many digits from one machine to the next.
DIGITS = 9


@dataclass(frozen=True, slots=True)
class Found:
    """An entry that fits, why it does ("prints", "part" or "words"), and the signature that showed it."""

    row: Row
    reason: str
    signature: str | None
    weight: float


def row_of(filed: "FiledEntry") -> Row:
    """What a search needs of an entry."""
    entry = filed.entry
    texts = tuple(signature.text for signature in entry.signatures)
    return Row(
        filed.id,
        filed.area,
        entry.title,
        entry.severity,
        entry.category,
        entry.kind,
        entry.quick_answer.first,
        " ".join(sorted(_vocabulary(filed))),
        texts,
        tuple(map(_as_printed, texts)),
        facts_of(
            (Source(s.level, s.program, s.first_seen, s.gone_in, s.only_if) for s in entry.signatures),
            ((relation.kind, relation.entry) for relation in entry.related),
            (Told(c.name, c.tell, c.remedy, c.log_shows, c.values) for c in entry.root_cause.causes),
            entry.patterns,
        ),
        misses_of((miss.log, miss.why) for miss in entry.near_misses if miss.entry is None),
    )


def find_entries(index: EntryIndex, text: str, most: int = 10) -> list[Found]:
    """The entries that fit `text`, the best first: those whose signature hits it, then those of which it is a part, then by words."""
    wanted = " ".join(text.casefold().split())
    words = set(_words(text))
    ends = _ends(text)
    heard = words | {part for word in words for part in _PARTS.split(word)}
    printing = _by_signature(index, text)
    vocabularies = [frozenset(row.words.split()) if words else frozenset() for row in index.rows]
    commonness = Counter(word for vocabulary in vocabularies for word in vocabulary & words)
    found = []
    for row, vocabulary in zip(index.rows, vocabularies, strict=True):
        one = (
            printing.get(row.id)
            or _by_part(row, wanted)
            or (_by_cut_line(row, ends) if sum(map(len, vocabulary & heard)) >= LEAST_HEARD else None)
            or _by_words(row, words, vocabulary, commonness, len(index.rows))
        )
        if one is not None:
            found.append(one)
    order = {"prints": 0, "part": 1, "words": 2}
    return sorted(found, key=lambda f: (order[f.reason], -f.weight, f.row.id))[:most]


def _by_signature(index: EntryIndex, text: str) -> dict[str, Found]:
    rows = {row.id: row for row in index.rows}
    best: dict[str, Found] = {}
    for signature in {
        hit.signature for hit in scan_stream(io.BytesIO(text.encode("utf-8", "replace")), index.signatures)
    }:
        entry, is_signature, number = signature.partition("#")
        if not is_signature:
            continue
        row = rows[entry]
        shown = row.signatures[int(number) - 1]
        weight = float(sum(map(len, template_of(shown).literals)))
        if entry not in best or (weight, shown) > (best[entry].weight, best[entry].signature or ""):
            best[entry] = Found(row, "prints", shown, weight)
    return best


def _by_part(row: Row, wanted: str) -> Found | None:
    if len(wanted) < SHORTEST_PART:
        return None
    for text, printed in zip(row.signatures, row.printed, strict=True):
        if wanted in printed:
            return Found(row, "part", text, len(wanted) / len(text))
    return None


def _ends(text: str) -> list[str]:
    """The lines that may be cut off: the first and the last."""
    lines = [" ".join(line.split()) for line in text.casefold().split("\n") if line.strip()]
    return lines[:1] + lines[-1:] if len(lines) > 1 else lines


def _by_cut_line(row: Row, lines: list[str]) -> Found | None:
    weights = (
        (shared(line, printed) / len(text), text)
        for text, printed in zip(row.signatures, row.printed, strict=True)
        for line in lines
    )
    weight, text = max(weights, default=(0.0, ""))
    return Found(row, "part", text, weight) if weight else None


def _as_printed(text: str) -> str:
    lines = ("".join(map(_shown, line)) for line in template_of(text).lines)
    return " ".join(" ".join(lines).casefold().split())


def _shown(piece: Piece) -> str:
    if isinstance(piece, Literal):
        return piece.text
    return MANY_WORDS if piece.kind in ("any", "size") else ONE_WORD


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _vocabulary(filed: "FiledEntry") -> frozenset[str]:
    entry = filed.entry
    texts: Iterable[str] = [
        entry.title,
        entry.summary,
        filed.id,
        *entry.tags,
        entry.quick_answer.symptom,
        *(s.text for s in entry.signatures),
        *(m.name for m in entry.metrics),
    ]
    words = set(_words(" ".join(texts)))
    return frozenset(words | {part for word in words for part in _PARTS.split(word) if part})


def _by_words(
    row: Row, words: set[str], vocabulary: frozenset[str], commonness: Counter[str], total: int
) -> Found | None:
    """Rare words weigh more: log(1 + total / commonness), the inverse document frequency."""
    if not words:
        return None

    def weight(word: str) -> float:
        return log(1 + total / (commonness[word] or 1))

    # in a fixed order and rounded, so that the same log has the same guesses wherever it is read
    have = sum(weight(word) for word in sorted(words & vocabulary))
    share = round(have / sum(weight(word) for word in sorted(words)), DIGITS)
    return Found(row, "words", None, share) if share >= LEAST_SHARE else None

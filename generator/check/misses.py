"""All documents in; near misses out that say of no entry whose they are, although the signature of one hits them."""

import re
from collections.abc import Collection, Iterable, Iterator

from generator.check.crossing import counts_here, placed
from generator.check.pieces import joined
from generator.load import Document
from generator.match.stream import scan_stream
from generator.model.template import template_of
from generator.problems import Problem

#: The entry, the row of the near miss in it, and its piece of log.
_Miss = tuple[Document, int, str]
_WORD = re.compile(r"[A-Za-z]{3,}")


def check_misses(documents: Iterable[Document], only: Collection[str] | None = None) -> Iterator[Problem]:
    """Each near miss once, with the entry that says most of it. With `only`, names of files: those of one of them, or hit by one of them.

    The place is the near miss; or the signature, where that is what has changed.
    """
    documents = list(documents)
    misses = [
        (document, row, miss["log"])
        for document in documents
        for row, miss in enumerate(document.value.get("near_misses", ()))
        if "entry" not in miss
    ]
    if only is None:
        pairs = [(misses, documents)]
    else:
        changed = [document for document in documents if document.name in only]
        here = [miss for miss in misses if miss[0].name in only]
        pairs = [(here, documents), ([miss for miss in misses if miss[0].name not in only], changed)]
    for some, owners in pairs:
        yield from _check(some, owners, only)


def _check(misses: list[_Miss], owners: list[Document], only: Collection[str] | None) -> Iterator[Problem]:
    pieces = joined(log for _, _, log in misses)
    signatures = placed(owners, "\n".join(log for _, _, log in misses))
    words: dict[int, list[str]] = {}

    def worth(line: int, numbers: set[int]) -> set[int]:
        """Of signatures whose key stands there, those that may be meant: of another entry, and with all their words in that near miss."""
        document, _, log = misses[pieces.at(line)]
        found = set()
        for number in numbers:
            owner, row = signatures.rows[number]
            if owner.id == document.id or owner.value.get("kind") == "wrapper":
                continue
            if number not in words:
                words[number] = _WORD.findall(" ".join(_literals(owner, row)))
            if all(word in log for word in words[number]):
                found.add(number)
        return found

    best: dict[int, tuple[int, str, Document, int]] = {}
    for hit in scan_stream(pieces.opened(), signatures.index, chosen=worth) if signatures.rows else ():
        at = pieces.at(hit.line)
        owner, number = signatures.rows[int(hit.signature)]
        if not counts_here(owner, number, hit):
            continue
        weight = sum(map(len, _literals(owner, number)))
        best[at] = max(best.get(at, (0, "", owner, number)), (weight, owner.id, owner, number), key=lambda one: one[:2])
    for at, (_, _, owner, number) in sorted(best.items()):
        document, row, _ = misses[at]
        near_miss = document.at("near_misses", row, "log")
        if only is None or document.name in only:
            what = f"this near miss is hit by signature {number + 1} of `{owner.id}`, and does not name that entry"
            yield Problem("S203", near_miss, what, f"add `entry: {owner.id}` to it")
        elif owner.name in only:
            place = owner.at("signatures", number, "text")
            what = f"signature hits the near miss of `{document.id}` at line {near_miss.line} of {document.name}, which names no entry"
            yield Problem("S203", place, what, f"add `entry: {owner.id}` to that near miss")


def _literals(owner: Document, number: int) -> tuple[str, ...]:
    return template_of(owner.value["signatures"][number]["text"]).literals

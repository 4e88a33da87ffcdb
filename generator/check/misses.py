"""All documents in; near misses out that say of no entry whose they are, although the signature of one hits them."""

import io
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator

from generator.check.crossing import APART, counts_here, placed
from generator.load import Document
from generator.match.stream import scan_stream
from generator.model.template import template_of
from generator.problems import Problem


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
    begins, line = [], 1
    for _, _, log in misses:
        begins.append(line)
        line += log.count("\n") + APART.count(b"\n")
    signatures = placed(documents, "\n".join(log for _, _, log in misses))
    best: dict[int, tuple[int, str, Document, int]] = {}
    whole = b"".join(log.encode() + APART for _, _, log in misses)
    for hit in scan_stream(io.BytesIO(whole), signatures.index) if signatures.rows else ():
        at = bisect_right(begins, hit.line) - 1
        owner, number = signatures.rows[int(hit.signature)]
        if owner.id == misses[at][0].id or owner.value.get("kind") == "wrapper" or not counts_here(owner, number, hit):
            continue
        weight = sum(map(len, template_of(owner.value["signatures"][number]["text"]).literals))
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

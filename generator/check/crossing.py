"""All documents and the clean logs in; signatures out that hit what is not theirs: another entry's excerpt, or a healthy job's log.

One pass: every text goes once through an index of all signatures.
"""

import io
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from generator.check.pieces import joined
from generator.check.signatures import search_keys
from generator.load import Document
from generator.match.index import SignatureIndex
from generator.match.scan import Hit
from generator.match.stream import scan_stream
from generator.model.condition import counts
from generator.problems import Problem
from generator.schema.types import id_of_former

Log = tuple[str, bytes]


def check_crossing(
    documents: Iterable[Document], clean: Iterable[Log] = (), only: Collection[str] | None = None
) -> Iterator[Problem]:
    """Every hit outside its own entry, each signature and place once. With `only`, names of files: what one of them hits, or is hit by."""
    documents = list(documents)
    linked = _linked(documents)
    if only is None:
        own = placed(documents)
    else:
        changed = [document for document in documents if document.name in only]
        own = placed(changed)
        excerpts = "\n".join(excerpt["log"] for document in changed for excerpt in document.value.get("excerpts", ()))
        others = placed((document for document in documents if document.name not in only), excerpts)
        yield from _check_excerpts(changed, others, linked)
    yield from _check_excerpts(documents, own, linked)
    yield from _check_clean(clean, own)


@dataclass(frozen=True, slots=True)
class Placed:
    """Signatures that can be matched, each with its document and number, and the index of them all; the others have their own problem already."""

    rows: tuple[tuple[Document, int], ...]
    index: SignatureIndex


def placed(documents: Iterable[Document], within: str | None = None) -> Placed:
    """The signatures of these entries. With `within`, only those whose key, which is spelled the same everywhere, stands in that text."""
    rows = [
        (document, number, key)
        for document in documents
        for number, key in search_keys(document).items()
        if within is None or key in within
    ]
    texts = ((str(at), document.value["signatures"][number]["text"]) for at, (document, number, _) in enumerate(rows))
    index = SignatureIndex(texts, [key for _, _, key in rows])
    if rows:
        index.prefilter.load()
    return Placed(tuple((document, number) for document, number, _ in rows), index)


def _check_excerpts(documents: list[Document], own: Placed, linked: Mapping[str, set[str]]) -> Iterator[Problem]:
    if not own.rows:
        return
    excerpts = [
        (other, row, excerpt["log"])
        for other in documents
        for row, excerpt in enumerate(other.value.get("excerpts", ()))
    ]
    pieces = joined(log for _, _, log in excerpts)

    def foreign(line: int, numbers: set[int]) -> set[int]:
        """Without those that may hit there: most keys stand in excerpts of their own entry, and need not be compiled for it."""
        other, _, _ = excerpts[pieces.at(line)]
        near = linked.get(other.id, ())
        return {n for n in numbers if owners[n] is not None and owners[n] != other.id and owners[n] not in near}

    # None for a wrapper, whose line stands behind failures of every kind.
    owners = [None if document.value.get("kind") == "wrapper" else document.id for document, _ in own.rows]
    said: set[tuple[str, str]] = set()
    for hit in scan_stream(pieces.opened(), own.index, chosen=foreign):
        other, row, _ = excerpts[pieces.at(hit.line)]
        document, number = own.rows[int(hit.signature)]
        if (other.id, hit.signature) in said or not counts_here(document, number, hit):
            continue
        said.add((other.id, hit.signature))
        where = other.at("excerpts", row, "log").line
        yield Problem(
            "S108",
            document.at("signatures", number, "text"),
            f"signature also hits the excerpt of `{other.id}` at line {where} of {other.name}",
            "keep words that only this failure prints, or say how the two belong together: a row in `related`, or a near miss that names the entry",
        )


def counts_here(document: Document, number: int, hit: Hit) -> bool:
    """Whether the hit fulfils the condition of its signature."""
    return counts(document.value["signatures"][number].get("only_if"), hit.captures)


def _linked(documents: list[Document]) -> defaultdict[str, set[str]]:
    """Which entries say of each other that they belong together, from both ends."""
    present = {id_of_former(old): d.id for d in documents for old in d.value.get("former_ids", ())}
    linked: defaultdict[str, set[str]] = defaultdict(set)
    for document in documents:
        rows = [*document.value.get("related", ()), *document.value.get("near_misses", ())]
        for name in (row["entry"] for row in rows if "entry" in row):
            other = present.get(name, name)
            linked[document.id].add(other)
            linked[other].add(document.id)
    return linked


def _check_clean(clean: Iterable[Log], own: Placed) -> Iterator[Problem]:
    for name, log in clean if own.rows else ():
        reported: set[str] = set()
        for hit in scan_stream(io.BytesIO(log), own.index):
            document, number = own.rows[int(hit.signature)]
            if (
                hit.signature in reported
                or not counts_here(document, number, hit)
                or document.value.get("kind") == "harmless"
            ):
                continue  # healthy jobs print what is harmless
            reported.add(hit.signature)
            yield Problem(
                "S109",
                document.at("signatures", number, "text"),
                f"signature also hits a healthy job's log at line {hit.line} of {name}",
                "keep words that are printed only when this failure happens",
            )

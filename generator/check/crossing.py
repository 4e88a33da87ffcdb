"""All documents and the clean logs in; signatures out that hit what is not theirs: another entry's excerpt, or a healthy job's log.

One pass: every text goes once through an index of all signatures.
"""

import io
from collections import defaultdict
from collections.abc import Iterable, Iterator

from generator.check.signatures import search_keys
from generator.load import Document
from generator.match.index import SignatureIndex
from generator.match.scan import Hit
from generator.match.stream import scan_stream
from generator.model.condition import counts
from generator.problems import Problem

Log = tuple[str, bytes]


def check_crossing(documents: Iterable[Document], clean: Iterable[Log] = ()) -> Iterator[Problem]:
    """Every hit outside its own entry, each signature and place once."""
    documents = list(documents)
    placed, keys = _placed(documents)
    index = SignatureIndex(((str(number), text) for number, (_, _, text) in enumerate(placed)), keys)
    index.prefilter.load()
    yield from _check_excerpts(documents, placed, index)
    yield from _check_clean(clean, placed, index)


Placed = tuple[Document, int, str]


def _placed(documents: Iterable[Document]) -> tuple[list[Placed], list[str]]:
    """The signatures that can be matched, each with its document and number, and their keys; the others have their own problem already."""
    placed: list[Placed] = []
    keys: list[str] = []
    for document in documents:
        for number, key in search_keys(document).items():
            placed.append((document, number, document.value["signatures"][number]["text"]))
            keys.append(key)
    return placed, keys


def _check_excerpts(documents: list[Document], placed: list[Placed], index: SignatureIndex) -> Iterator[Problem]:
    linked = _linked(documents)
    own: defaultdict[str, set[int]] = defaultdict(set)
    for signature, (document, _, _) in enumerate(placed):
        own[document.id].add(signature)
    for other in documents:
        passing = own[other.id].union(*(own[name] for name in linked[other.id] if name in own))
        for row, excerpt in enumerate(other.value.get("excerpts", ())):
            for hit in scan_stream(io.BytesIO(excerpt["log"].encode()), index, passing):
                document, number, _ = placed[int(hit.signature)]
                if not _counts(document, number, hit):
                    continue
                passing.add(int(hit.signature))  # said once
                line = other.at("excerpts", row, "log").line
                yield Problem(
                    "S108",
                    document.at("signatures", number, "text"),
                    f"signature also hits the excerpt of `{other.id}` at line {line} of {other.name}",
                    "keep words that only this failure prints, or say how the two belong together: a row in `related`, or a near miss that names the entry",
                )


def _counts(document: Document, number: int, hit: Hit) -> bool:
    return counts(document.value["signatures"][number].get("only_if"), hit.captures)


def _linked(documents: list[Document]) -> defaultdict[str, set[str]]:
    """Which entries say of each other that they belong together, from both ends."""
    present = {old: d.id for d in documents for old in d.value.get("former_ids", ())}
    linked: defaultdict[str, set[str]] = defaultdict(set)
    for document in documents:
        rows = [*document.value.get("related", ()), *document.value.get("near_misses", ())]
        for name in (row["entry"] for row in rows if "entry" in row):
            other = present.get(name, name)
            linked[document.id].add(other)
            linked[other].add(document.id)
    return linked


def _check_clean(clean: Iterable[Log], placed: list[Placed], index: SignatureIndex) -> Iterator[Problem]:
    for name, log in clean:
        reported: set[str] = set()
        for hit in scan_stream(io.BytesIO(log), index):
            document, number, _ = placed[int(hit.signature)]
            if hit.signature in reported or not _counts(document, number, hit):
                continue
            reported.add(hit.signature)
            yield Problem(
                "S109",
                document.at("signatures", number, "text"),
                f"signature also hits a healthy job's log at line {hit.line} of {name}",
                "keep words that are printed only when this failure happens",
            )

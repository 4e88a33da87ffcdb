"""The corpus in; out how its entries hang together."""

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from generator.model import Corpus
from generator.model.standing import References, Relations


def relations_of(corpus: Corpus) -> Relations:
    """Links count from both ends, as the pages show them."""
    others = {filed.id: {link.other.id for link in corpus.links(filed.id)} for filed in corpus.entries}
    return Relations(
        total=sum(len(filed.entry.related) for filed in corpus.entries),
        orphans=tuple(sorted(entry for entry, known in others.items() if not known)),
        fewer_than_two=tuple(sorted(entry for entry, known in others.items() if len(known) < 2)),
        loops=tuple(_loops(corpus)),
    )


def _loops(corpus: Corpus) -> Iterator[tuple[str, ...]]:
    """The first circle of `causes` and `follows`; `check` lets none pass."""
    causes = {
        filed.id: sorted({link.other.id for link in corpus.links(filed.id) if link.kind in ("caused_by", "follows")})
        for filed in corpus.entries
    }
    try:
        TopologicalSorter(causes).prepare()
    except CycleError as error:
        yield tuple(error.args[1])


def references_of(corpus: Corpus) -> References:
    """How much rests on the projects themselves."""
    all_ = [(filed.id, reference) for filed in corpus.entries for reference in filed.entry.references]
    primary = {entry for entry, reference in all_ if reference.primary}
    return References(
        total=len(all_),
        primary=sum(reference.primary for _, reference in all_),
        entries_without_primary=tuple(sorted(filed.id for filed in corpus.entries if filed.id not in primary)),
    )

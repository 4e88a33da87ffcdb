"""All documents in, problems of the graph of relations out: entries that stand alone, and circles of cause and effect."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter

from generator.load import Document
from generator.problems import Problem
from generator.schema.types import id_of_former

#: From how many sides a reader should find an entry, where there are as many others.
WANTED = 2


def check_relations(documents: Iterable[Document]) -> Iterator[Problem]:
    """Entries only; a relation counts at both of its ends, as the pages show it."""
    entries = [document for document in documents if not document.is_area]
    yield from _check_circle(entries)
    yield from _check_neighbors(entries)


def _check_circle(entries: list[Document]) -> Iterator[Problem]:
    """One circle at a time: most vanish with the first relation that is mended."""
    place: dict[tuple[str, str], tuple[Document, int]] = {}
    before: defaultdict[str, set[str]] = defaultdict(set)
    for document in entries:
        for index, relation in enumerate(document.value.get("related", ())):
            first, then = document.id, relation["entry"]
            if relation["kind"] == "follows":
                first, then = then, first
            if relation["kind"] in ("causes", "follows") and first != then:
                before[then].add(first)
                place.setdefault((first, then), (document, index))
    try:
        TopologicalSorter({entry: sorted(before[entry]) for entry in sorted(before)}).prepare()
    except CycleError as error:
        circle: list[str] = list(error.args[1])  # each stands before the next one; the first is named again at the end
        document, index = place[circle[0], circle[1]]
        yield Problem(
            "L108",
            document.at("related", index, "kind"),
            f"causes and effects go in a circle here: {' → '.join(circle)}",
            "decide which of them can begin it, and make the weakest of these relations `looks_like`, or leave it out",
        )


def _check_neighbors(entries: list[Document]) -> Iterator[Problem]:
    known: defaultdict[str, set[str]] = defaultdict(set)
    for document in entries:
        for relation in document.value.get("related", ()):
            known[document.id].add(relation["entry"])
            known[relation["entry"]].add(document.id)
    wanted = min(WANTED, len(entries) - 1)
    for document in entries:
        found = set().union(
            *(known[name] for name in (document.id, *map(id_of_former, document.value.get("former_ids", ()))))
        )
        if len(found) < wanted:
            yield Problem(
                "L201",
                document.at("title"),
                f"{_number(len(found))} of the other entries {'is' if len(found) == 1 else 'are'} related to this one",
                "add under `related` what it is taken for, what brings it about, or what comes of it",
            )


def _number(count: int) -> str:
    return {0: "none", 1: "only one"}.get(count, str(count))

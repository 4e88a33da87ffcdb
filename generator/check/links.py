"""All documents in; problems of ids, areas and links between entries out."""

from collections.abc import Iterable, Iterator

from generator.check.prose import entry_links
from generator.load import Document
from generator.problems import Problem, did_you_mean
from generator.schema.types import id_of_former


def check_ids(documents: Iterable[Document]) -> Iterator[Problem]:
    """Ids and former ids that two files claim."""
    owner: dict[str, str] = {}
    documents = list(documents)
    entries = [d for d in documents if not d.is_area]
    for document in entries:
        if document.id in owner:
            yield Problem(
                "L103",
                document.at(),
                f"the id `{document.id}` is already used by `{owner[document.id]}`",
                "give this entry another id, or merge the two",
            )
        else:
            owner[document.id] = document.name
    for document in documents:
        for index, former in enumerate(document.value.get("former_ids", ())):
            old = id_of_former(former)
            if old == document.id and former != old and former != f"{document.area}/{old}":
                continue  # its own id, in another area
            if old in owner:
                yield Problem(
                    "L103",
                    document.at("former_ids", index),
                    f"the id `{old}` is already used by `{owner[old]}`",
                    "remove it here, or retire the other entry",
                )
            else:
                owner[old] = document.name


def check_areas(documents: Iterable[Document]) -> Iterator[Problem]:
    """Areas without an `_area.yaml`."""
    described = {d.area for d in documents if d.is_area}
    reported: set[str] = set()
    for document in documents:
        if document.area not in described and document.area not in reported:
            reported.add(document.area)
            yield Problem(
                "L105",
                document.at(),
                f"the area `{document.area}` has no _area.yaml",
                f"write entries/{document.area}/_area.yaml with name, summary, intro and tell_apart",
            )


def check_links(documents: Iterable[Document], ids: set[str]) -> Iterator[Problem]:
    """Links to entries that do not exist, links of an entry to itself, and relations that stand twice."""
    for document in documents:
        for path, target in entry_links(document):
            yield from _known(document, path, target, ids, find=f"entry:{target}")
        if document.is_area:
            continue
        seen: set[tuple[str, str]] = set()
        for index, relation in enumerate(document.value.get("related", ())):
            path = ("related", index, "entry")
            yield from _known(document, path, relation["entry"], ids)
            if relation["entry"] in (document.id, *_former(document)):
                yield Problem(
                    "L104", document.at(*path), "the entry relates to itself", "name the other entry, or remove the row"
                )
            if (relation["kind"], relation["entry"]) in seen:
                yield Problem(
                    "L107",
                    document.at(*path),
                    f"`{relation['kind']}` `{relation['entry']}` stands twice",
                    "keep one of the two",
                )
            seen.add((relation["kind"], relation["entry"]))
        for index, miss in enumerate(document.value.get("near_misses", ())):
            if "entry" in miss:
                yield from _known(document, ("near_misses", index, "entry"), miss["entry"], ids)


def _known(
    document: Document, path: tuple[str | int, ...], target: str, ids: set[str], find: str | None = None
) -> Iterator[Problem]:
    if target not in ids:
        yield Problem(
            "L101",
            document.at(*path, find=find),
            f"there is no entry `{target}`",
            did_you_mean(target, sorted(ids), "link to an entry that exists, or write it first"),
        )


def linkable(documents: Iterable[Document]) -> list[Document]:
    """The documents among which every link leads somewhere, each id stands once and each area has its words: what can be shown while some are broken."""
    kept = _each_id_once(documents)
    while True:
        ids = {d.id for d in kept if not d.is_area} | {old for d in kept for old in _former(d)}
        areas = {d.area for d in kept if d.is_area}
        sound = [d for d in kept if d.area in areas and all(target in ids for target in _targets(d))]
        if len(sound) == len(kept):
            return kept
        kept = sound


def _each_id_once(documents: Iterable[Document]) -> list[Document]:
    kept: list[Document] = []
    taken: set[str] = set()
    for document in documents:
        claimed = set() if document.is_area else {document.id, *_former(document)}
        if not claimed & taken:
            kept.append(document)
            taken |= claimed
    return kept


def _former(document: Document) -> list[str]:
    return [] if document.is_area else [id_of_former(old) for old in document.value.get("former_ids", ())]


def _targets(document: Document) -> Iterator[str]:
    yield from (target for _, target in entry_links(document))
    if not document.is_area:
        yield from (relation["entry"] for relation in document.value.get("related", ()))
        yield from (miss["entry"] for miss in document.value.get("near_misses", ()) if "entry" in miss)

"""Checked documents in, the corpus out: frozen entries with their places, and the links between them seen from both ends."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from generator.load import Document
from generator.model.proof import NOTHING, EntryProof, ProofError, parse_proof
from generator.schema.records import Area, Entry, Relation
from generator.schema.shapes import construct, shape_of
from generator.schema.types import id_of_former
from generator.schema.vocabulary import REVERSE_RELATION, SEVERITY


@dataclass(frozen=True, slots=True)
class FiledEntry:
    """An entry with the id and area it is filed under; `digest` is the sha256 of its file's text and of its proof record's."""

    id: str
    area: str
    entry: Entry
    digest: str
    proof: EntryProof = NOTHING

    @property
    def path(self) -> str:
        """The address of its page, from the site's top."""
        return f"{self.area}/{self.id}/"

    @property
    def file(self) -> str:
        """The path of its file in the repository."""
        return f"entries/{self.area}/{self.id}.yaml"


@dataclass(frozen=True, slots=True)
class FiledArea:
    """An area with its folder's name and its entries in the order of the hub."""

    id: str
    area: Area
    entries: tuple[FiledEntry, ...]

    @property
    def path(self) -> str:
        """The address of its hub, from the site's top."""
        return f"{self.id}/"


@dataclass(frozen=True, slots=True)
class Link:
    """One typed link seen from one end: how it reads from here, the other entry, and the sentence on it."""

    kind: str
    other: FiledEntry
    why: str


@dataclass(frozen=True)
class Corpus:
    """All entries and areas. Groups are computed once, each in one pass."""

    entries: tuple[FiledEntry, ...]
    areas: Mapping[str, FiledArea]
    by_id: Mapping[str, FiledEntry]
    former: Mapping[str, FiledEntry]
    _links: Mapping[str, tuple[Link, ...]] = field(repr=False)

    def links(self, entry_id: str) -> tuple[Link, ...]:
        """The typed links of an entry: its own in their order, then those that others declare towards it."""
        return self._links.get(entry_id, ())

    def find(self, entry_id: str) -> FiledEntry:
        """The entry with this id, present or former; raises KeyError."""
        return self.by_id.get(entry_id) or self.former[entry_id]

    @cached_property
    def addresses_digest(self) -> str:
        """The digest of which id leads to which address; it changes when an entry comes, goes or moves."""
        rows = [f"{key} {filed.path}" for names in (self.by_id, self.former) for key, filed in sorted(names.items())]
        return digest_of("\n".join(rows))

    @cached_property
    def by_category(self) -> Mapping[str, tuple[FiledEntry, ...]]:
        """Entries by category, the gravest first."""
        return _grouped((filed.entry.category, filed) for filed in self.entries)

    @cached_property
    def by_kind(self) -> Mapping[str, tuple[FiledEntry, ...]]:
        """Entries by kind, the gravest first."""
        return _grouped((filed.entry.kind, filed) for filed in self.entries)

    @cached_property
    def by_tag(self) -> Mapping[str, tuple[FiledEntry, ...]]:
        """Entries by tag, the gravest first."""
        return _grouped((tag, filed) for filed in self.entries for tag in filed.entry.tags)


def gravest_first(entries: Iterable[FiledEntry]) -> tuple[FiledEntry, ...]:
    """The entries by severity, then title."""
    return tuple(
        sorted(entries, key=lambda filed: (SEVERITY.weight(filed.entry.severity), filed.entry.title.casefold()))
    )


def newest_first(corpus: Corpus) -> list[FiledEntry]:
    """The entries by the day of their last review, then of their coming in, newest first."""
    return sorted(
        corpus.entries, key=lambda filed: (-filed.entry.reviewed.toordinal(), -filed.entry.added.toordinal(), filed.id)
    )


def _grouped(pairs: Iterable[tuple[str, FiledEntry]]) -> Mapping[str, tuple[FiledEntry, ...]]:
    groups: dict[str, list[FiledEntry]] = {}
    for key, filed in pairs:
        groups.setdefault(key, []).append(filed)
    return MappingProxyType({key: gravest_first(groups[key]) for key in sorted(groups)})


def digest_of(text: str) -> str:
    """The sha256 of a file's text, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def file_entry(document: Document) -> FiledEntry:
    """One checked document as an entry in its place."""
    return FiledEntry(
        document.id,
        document.area,
        construct(shape_of(Entry), document.value),
        digest_of(document.text + (document.proof or "")),
        _proof(document),
    )


def _proof(document: Document) -> EntryProof:
    """The records of an entry; none where they are missing or damaged, which `check` says."""
    try:
        return parse_proof(document.proof, document.id) if document.proof else NOTHING
    except ProofError:
        return NOTHING


def build_corpus(documents: Iterable[Document]) -> Corpus:
    """The corpus of documents that `check` has passed."""
    documents = list(documents)
    areas = {d.area: construct(shape_of(Area), d.value) for d in documents if d.is_area}
    return assemble([file_entry(d) for d in documents if not d.is_area], areas)


def assemble(entries: Iterable[FiledEntry], areas: Mapping[str, Area]) -> Corpus:
    """The corpus of filed entries and areas."""
    ordered = tuple(sorted(entries, key=lambda filed: (filed.area, filed.id)))
    by_area: dict[str, list[FiledEntry]] = {area: [] for area in sorted(areas)}
    for filed in ordered:
        by_area[filed.area].append(filed)
    by_id = {filed.id: filed for filed in ordered}
    former = {id_of_former(old): filed for filed in ordered for old in filed.entry.former_ids}
    return Corpus(
        ordered,
        MappingProxyType(
            {area: FiledArea(area, areas[area], gravest_first(members)) for area, members in by_area.items()}
        ),
        MappingProxyType(by_id),
        MappingProxyType(former),
        MappingProxyType(_both_ends(ordered, by_id | former)),
    )


def with_entry(corpus: Corpus, filed: FiledEntry) -> Corpus:
    """The corpus with a new text of one entry, for the page of that entry: lists and other entries' links still have the old one.

    Raises KeyError where it names an entry that is not there.
    """
    by_id = {**corpus.by_id, filed.id: filed}
    known = {**corpus.former, **by_id}
    links = [Link(r.kind, known[r.entry], r.why) for r in filed.entry.related]
    said = {(filed.id, link.kind, link.other.id) for link in links}
    entries = tuple(by_id[old.id] for old in corpus.entries)
    for other in entries:
        for relation in other.entry.related:
            if (
                known[relation.entry] is filed
                and other is not filed
                and not _already_said(said, filed.id, relation, other.id)
            ):
                links.append(Link(REVERSE_RELATION[relation.kind], other, relation.why))
    return replace(
        corpus, entries=entries, by_id=MappingProxyType(by_id), _links={**corpus._links, filed.id: tuple(links)}
    )


def _both_ends(entries: tuple[FiledEntry, ...], known: Mapping[str, FiledEntry]) -> dict[str, tuple[Link, ...]]:
    own: dict[str, list[Link]] = {filed.id: [] for filed in entries}
    for filed in entries:
        own[filed.id] += [Link(r.kind, known[r.entry], r.why) for r in filed.entry.related]
    said = {(filed.id, link.kind, link.other.id) for filed in entries for link in own[filed.id]}
    for filed in entries:
        for relation in filed.entry.related:
            other, kind = known[relation.entry], REVERSE_RELATION[relation.kind]
            if not _already_said(said, other.id, relation, filed.id):
                own[other.id].append(Link(kind, filed, relation.why))
    return {key: tuple(links) for key, links in own.items()}


#: An entry that says `follows` of the other has said what the other's `causes` would add, and so on.
_SAME_FACT = {"causes": "follows", "follows": "causes", "looks_like": "looks_like", "same_budget": "same_budget"}


def _already_said(said: set[tuple[str, str, str]], other: str, relation: Relation, here: str) -> bool:
    same = _SAME_FACT.get(relation.kind)
    return same is not None and (other, same, here) in said

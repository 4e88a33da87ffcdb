"""Typed links in, groups with readable headings out."""

from dataclasses import dataclass

from generator.model import Link

#: Every way a relation reads, in the order of the page, with its heading.
HEADINGS = {
    "looks_like": "Easily taken for this",
    "caused_by": "What can bring this about",
    "follows": "What comes before this",
    "causes": "What this brings about",
    "followed_by": "What comes after this",
    "same_budget": "Draws on the same limit",
    "replaced_by": "In newer versions",
    "replaces": "In older versions",
}


@dataclass(frozen=True, slots=True)
class RelatedGroup:
    """Links of one kind under their heading."""

    kind: str
    heading: str
    links: tuple[Link, ...]


def group_links(links: tuple[Link, ...]) -> list[RelatedGroup]:
    """The links by kind, in the order of HEADINGS; kinds without links are left out."""
    by_kind: dict[str, list[Link]] = {}
    for link in links:
        by_kind.setdefault(link.kind, []).append(link)
    return [RelatedGroup(kind, heading, tuple(by_kind[kind])) for kind, heading in HEADINGS.items() if kind in by_kind]

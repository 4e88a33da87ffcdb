"""The corpus in, the pages that gather entries along one line out: areas, categories, kinds, tags."""

from collections.abc import Iterator, Sequence

from generator.model import FiledArea, FiledEntry, markdown
from generator.render.page import Heading, Page
from generator.render.shared import Shared
from generator.schema.vocabulary import CATEGORY, KIND

KIND_NAMES = {"failure": "Failures", "wrapper": "Messages that point at another", "harmless": "Harmless messages"}


def area_hub(shared: Shared, filed: FiledArea) -> Page:
    """An area: its words, its entries, and side by side what separates them."""
    area = filed.area
    heads = [Heading("tell-apart", "Telling them apart")]
    if filed.entries:
        heads += [Heading("entries", "All entries"), Heading("compare", "Side by side")]
    return shared.page(
        "hub/area.html.j2",
        filed.path,
        area.name,
        markdown.plain(area.summary),
        headings=tuple(heads),
        area=filed.id,
        changed=_latest(filed.entries),
        filed=filed,
    )


def area_hubs(shared: Shared) -> Iterator[Page]:
    """The hub of every area."""
    for filed in shared.corpus.areas.values():
        yield area_hub(shared, filed)


def category_pages(shared: Shared) -> Iterator[Page]:
    """The list of categories, and a page for each that has entries."""
    groups = shared.corpus.by_category
    known = [(word, f"categories/{word}/", CATEGORY.meaning(word), groups[word]) for word in CATEGORY if word in groups]
    yield shared.page(
        "hub/groups.html.j2",
        "categories/",
        "Categories",
        "The failures by what sort they are: memory, communication, hangs and so on.",
        groups=[(word.capitalize(), path, meaning, len(members)) for word, path, meaning, members in known],
        lead="What sort of failure it is, whatever software it happens in.",
    )
    for word, path, meaning, members in known:
        yield _gathered(shared, path, word.capitalize(), f"{meaning}.", members, ("Categories", "categories/"))


def kind_pages(shared: Shared) -> Iterator[Page]:
    """The list of kinds, and a page for each."""
    known = [(word, f"kinds/{word}/", KIND.meaning(word), shared.corpus.by_kind.get(word, ())) for word in KIND]
    yield shared.page(
        "hub/groups.html.j2",
        "kinds/",
        "Kinds",
        "Failures, messages that only point at another one, and harmless warnings.",
        groups=[(KIND_NAMES[word], path, meaning, len(members)) for word, path, meaning, members in known],
        lead="Not every message that people search for is the failure. Some only point at it, and some may be ignored.",
    )
    for word, path, meaning, members in known:
        yield _gathered(shared, path, KIND_NAMES[word], f"{meaning}.", members, ("Kinds", "kinds/"))


def tag_pages(shared: Shared) -> Iterator[Page]:
    """The list of tags, and a page for each."""
    groups = shared.corpus.by_tag
    yield shared.page(
        "hub/tags.html.j2",
        "tags/",
        "Tags",
        "All tags of the entries.",
        tags=[(tag, len(members)) for tag, members in groups.items()],
    )
    for tag, members in groups.items():
        yield _gathered(
            shared, f"tags/{tag}/", f"Tagged “{tag}”", f"Entries that carry the tag {tag}.", members, ("Tags", "tags/")
        )


def _gathered(
    shared: Shared,
    path: str,
    title: str,
    lead: str,
    members: Sequence[FiledEntry],
    above: tuple[str, str],
) -> Page:
    lead = lead[0].upper() + lead[1:]
    return shared.page(
        "hub/gathered.html.j2", path, title, lead, changed=_latest(members), lead=lead, members=members, above=above
    )


def _latest(members: Sequence[FiledEntry]) -> str | None:
    return max((filed.entry.reviewed.isoformat() for filed in members), default=None)

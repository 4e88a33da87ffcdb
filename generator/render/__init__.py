"""Rendering: the corpus in, pages out: HTML bodies without a shell, through the templates in templates/.

Nothing here reads entries or writes files, and no two runs over one corpus differ.
"""

from collections.abc import Iterator

from generator.model import Corpus, FiledArea, FiledEntry
from generator.render import hubs, pages
from generator.render.entry import entry_page
from generator.render.facts import SiteFacts
from generator.render.page import Heading, Page
from generator.render.shared import shared_for
from generator.render.signature_index import signature_index


def render_pages(corpus: Corpus, facts: SiteFacts) -> Iterator[Page]:
    """Every page of the site but the one for unknown addresses and redirects."""
    for filed in corpus.entries:
        yield render_entry(corpus, facts, filed)
    yield from render_gathering_pages(corpus, facts)


def render_entry(corpus: Corpus, facts: SiteFacts, filed: FiledEntry) -> Page:
    """The page of one entry."""
    return entry_page(shared_for(corpus, facts), filed)


def render_hub(corpus: Corpus, facts: SiteFacts, area: FiledArea) -> Page:
    """The hub of one area."""
    return hubs.area_hub(shared_for(corpus, facts), area)


def render_gathering_pages(corpus: Corpus, facts: SiteFacts) -> Iterator[Page]:
    """Every page that is not the page of one entry: home, hubs, lists, the signature index and the pages that stand alone."""
    shared = shared_for(corpus, facts)
    yield pages.home(shared)
    yield from hubs.area_hubs(shared)
    yield from hubs.category_pages(shared)
    yield from hubs.kind_pages(shared)
    yield from hubs.tag_pages(shared)
    yield signature_index(shared)
    yield pages.diagnose(shared)
    yield pages.contributing(shared)
    yield pages.data(shared)
    yield pages.trust(shared)


def render_not_found(corpus: Corpus, facts: SiteFacts) -> Page:
    """The page for an address at which nothing is."""
    return pages.not_found(shared_for(corpus, facts))


__all__ = [
    "Heading",
    "Page",
    "SiteFacts",
    "render_entry",
    "render_gathering_pages",
    "render_hub",
    "render_not_found",
    "render_pages",
]

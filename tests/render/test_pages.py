"""All pages together: their links, their safety, and what the gathering pages hold."""

import re
from urllib.parse import urljoin

import pytest

from generator.index import records
from generator.model import Corpus
from generator.render import Page, SiteFacts, render_not_found, render_pages

FILES = {"signatures.json", "entries.json", "entry.schema.json", "area.schema.json", "feed.xml"}


def links(page: Page) -> list[str]:
    """The addresses of a page's links and forms."""
    return re.findall(r'(?:href|action)="([^"]*)"', page.content)


def test_every_link_inside_the_site_has_a_page_and_an_anchor(
    pages: dict[str, Page], corpus: Corpus, facts: SiteFacts
) -> None:
    """The generator's own links are checked here, since no other tool sees them."""
    known = FILES | {filed.path + "entry.json" for filed in corpus.entries}
    for page in pages.values():
        for link in links(page):
            if re.match(r"https?://", link):
                continue
            path, _, anchor = link.partition("#")
            target = urljoin(facts.root + page.path, path).removeprefix(facts.root)
            assert target in pages or target in known, (page.path, link, target)
            assert not anchor or f'id="{anchor}"' in pages[target].content, (page.path, link)


def test_links_inside_the_site_are_relative(pages: dict[str, Page]) -> None:
    """The site works below any path and from a copy; only the page for unknown addresses starts at the root."""
    for page in pages.values():
        absolute = [link for link in links(page) if link.startswith("/") or "site.example" in link]
        assert not absolute or page.path == "404.html", (page.path, absolute)


def test_the_page_for_unknown_addresses_links_from_the_root(pages: dict[str, Page]) -> None:
    """It is shown at any depth."""
    assert [link for link in links(pages["404.html"]) if not link.startswith("/enc/")] == []


def test_the_page_for_unknown_addresses_links_from_the_root_of_a_host(corpus: Corpus, facts: SiteFacts) -> None:
    """A site at the top of its host has an empty prefix, not two slashes."""
    import dataclasses

    page = render_not_found(corpus, dataclasses.replace(facts, address="https://site.example/"))
    assert [link for link in links(page) if not re.match(r"/(?!/)", link)] == []


def test_no_page_holds_inline_style_or_script(pages: dict[str, Page]) -> None:
    """The content policy forbids both, in SVG too."""
    for page in pages.values():
        assert not re.search(r"<script|<style|\sstyle=|\son[a-z]+=|javascript:", page.content), page.path


def test_every_page_has_one_h1(pages: dict[str, Page]) -> None:
    """The shell brings none of its own."""
    assert {path: len(re.findall("<h1", page.content)) for path, page in pages.items()} == dict.fromkeys(pages, 1)


def test_headings_of_every_page_are_anchors_of_it(pages: dict[str, Page]) -> None:
    """What the table of contents names is there."""
    for page in pages.values():
        for heading in page.headings:
            assert f'id="{heading.anchor}"' in page.content, (page.path, heading.anchor)


def test_every_page_says_what_it_is(pages: dict[str, Page]) -> None:
    """Title and description are there and carry no markup."""
    for page in pages.values():
        assert page.title
        assert page.description
        assert "`" not in page.description, page.path


@pytest.mark.parametrize(
    "path",
    [
        "",
        "serving/",
        "categories/",
        "kinds/",
        "kinds/failure/",
        "kinds/wrapper/",
        "kinds/harmless/",
        "tags/",
        "tags/cache/",
        "signatures/",
        "contributing/",
        "data/",
        "serving/cache-full/",
    ],
)
def test_there_is_a_page_at(pages: dict[str, Page], path: str) -> None:
    """The addresses that the navigation and other pages count on."""
    assert path in pages


def test_the_signature_index_holds_every_signature(pages: dict[str, Page], corpus: Corpus) -> None:
    """Complete as HTML, each with its entry, program, versions and proof."""
    rows = re.findall(r"<li data-area=.*?</li>", pages["signatures/"].content, re.S)
    assert len(rows) == sum(len(filed.entry.signatures) for filed in corpus.entries)
    row = next(row for row in rows if "evicted" in row)
    for part in (
        "cache-full/#signature-1",
        "Serving",
        "demo-server",
        "warning",
        "seen from 0.10 to 0.12",
        "known from source",
    ):
        assert part in row


def test_a_hub_sets_signature_entry_and_first_control_side_by_side(pages: dict[str, Page]) -> None:
    """The comparison names what is printed, whose it is, and the experiment with its reading."""
    table = re.search(r'<table class="stacking compare">.*?</table>', pages["serving/"].content, re.S)
    assert table
    for part in ("evicted: no free block", "serving/cache-full/", "Halve the number of clients.", "The counter stops"):
        assert part in table[0]


def test_the_home_page_begins_with_the_search_box(pages: dict[str, Page]) -> None:
    """The form works without scripts: it asks the signature index."""
    content = pages[""].content
    assert content.index("<form") < content.index("<h2")
    assert 'action="./signatures/" method="get"' in content


def test_the_home_page_counts_what_there_is(pages: dict[str, Page], corpus: Corpus) -> None:
    """Numbers come from the corpus."""
    number = sum(len(filed.entry.signatures) for filed in corpus.entries)
    assert f"{number} signature" in pages[""].content


def test_the_data_page_names_the_formats_that_are_published(pages: dict[str, Page]) -> None:
    """The page and the files cannot drift apart."""
    for name in (records.SIGNATURES_FORMAT, records.ENTRIES_FORMAT, records.ENTRY_FORMAT):
        assert f"<code>{name}</code>" in pages["data/"].content


def test_an_empty_corpus_still_has_its_pages(facts: SiteFacts) -> None:
    """The first day of an encyclopedia is no error."""
    from generator.model import assemble

    assert {"", "signatures/", "kinds/failure/"} <= {page.path for page in render_pages(assemble([], {}), facts)}

"""All pages together: their links, their safety, and what the gathering pages hold."""

import dataclasses
import re
from urllib.parse import urljoin

import pytest

from generator.index import records
from generator.model import Corpus, assemble, newest_first
from generator.render import Page, SiteFacts, render_not_found, render_pages

FILES = {
    "signatures.json",
    "entries.json",
    "entry.schema.json",
    "area.schema.json",
    "diagnosis.schema.json",
    "feed.xml",
}


@pytest.fixture
def renamed(crowd: Corpus) -> Corpus:
    """The crowd in two areas whose names do not sort as their folders do."""
    area = crowd.areas["east"].area
    return assemble(
        crowd.entries,
        {"east": dataclasses.replace(area, name="Zenith"), "west": dataclasses.replace(area, name="aurora")},
    )


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
    rows = re.findall(r"<li><code>.*?</li>", pages["signatures/"].content, re.S)
    assert len(rows) == sum(len(filed.entry.signatures) for filed in corpus.entries)
    row = next(row for row in rows if "evicted" in row)
    for part in (
        "cache-full/#signature-1",
        "demo-server",
        "warning",
        "seen from 0.10 to 0.12",
        "known from source",
    ):
        assert part in row


def test_the_signature_index_goes_area_by_area_in_the_order_of_the_navigation(
    renamed: Corpus, facts: SiteFacts
) -> None:
    """A heading for each area, which the table of contents lists."""
    page = {page.path: page for page in render_pages(renamed, facts)}["signatures/"]
    assert re.findall(r'<h2 id="area-([^"]+)">', page.content) == ["west", "east"]
    assert [heading.title for heading in page.headings] == ["aurora", "Zenith"]


def test_without_scripts_the_signature_index_says_that_it_does_not_filter(pages: dict[str, Page]) -> None:
    """Who comes from the search box of the home page is told why all rows are there."""
    told = re.search(r"<noscript>.*?</noscript>", pages["signatures/"].content, re.S)
    assert told
    assert "your words were not used" in told[0]


def test_a_hub_sets_signature_entry_and_first_control_side_by_side(pages: dict[str, Page]) -> None:
    """The comparison names what is printed, whose it is, and the experiment with its reading."""
    table = re.search(r'<table class="stacking compare">.*?</table>', pages["serving/"].content, re.S)
    assert table
    for part in ("evicted: no free block", "serving/cache-full/", "Halve the number of clients.", "The counter stops"):
        assert part in table[0]


def test_a_hub_names_an_entry_before_what_it_prints(pages: dict[str, Page]) -> None:
    """On a phone the cells of a row stand below each other."""
    row = re.search(r"<tbody>\s*<tr>.*?</tr>", pages["serving/"].content, re.S)
    assert row
    assert row[0].index('<th scope="row">') < row[0].index("data-name=")


def test_a_hub_links_to_the_command_of_a_control_instead_of_printing_it(corpus: Corpus, facts: SiteFacts) -> None:
    """Twenty lines of shell do not fit into a cell."""
    filed = corpus.by_id["cache-full"]
    control = dataclasses.replace(filed.entry.first_control, command="long --command")
    changed = dataclasses.replace(filed, entry=dataclasses.replace(filed.entry, first_control=control))
    areas = {filed.area: corpus.areas[filed.area].area}
    hub = {page.path: page for page in render_pages(assemble([changed, corpus.by_id["queue-grows"]], areas), facts)}
    assert "long --command" not in hub["serving/"].content
    assert "serving/cache-full/#first-control" in hub["serving/"].content


def test_the_home_page_begins_with_the_search_box(pages: dict[str, Page]) -> None:
    """The form works without scripts: it asks the signature index."""
    content = pages[""].content
    assert content.index("<form") < content.index("<h2")
    assert 'action="./signatures/" method="get"' in content


def test_the_home_page_shows_the_areas_in_the_order_of_the_navigation(renamed: Corpus, facts: SiteFacts) -> None:
    """By name, whatever their folders are called and however their names are written."""
    home = next(page for page in render_pages(renamed, facts) if page.path == "")
    assert home.content.index("aurora</a>") < home.content.index("Zenith</a>")


def test_the_home_page_dates_what_is_new_newest_first(pages: dict[str, Page], corpus: Corpus) -> None:
    """In the order of the feed."""
    listed = pages[""].content[pages[""].content.index('id="new"') :]
    assert re.findall(r'<time class="when" datetime="([^"]+)">', listed) == ["2026-03-05", "2026-02-20"]
    assert "reviewed 5 March 2026" in listed
    assert re.findall(r'entry-link" href="\./serving/([^/]+)/', listed) == [filed.id for filed in newest_first(corpus)]


def test_the_contributing_page_promises_a_link_only_where_there_is_a_repository(
    pages: dict[str, Page], corpus: Corpus, facts: SiteFacts
) -> None:
    """Without one, entry pages name their file, and this page says so."""
    bare = dataclasses.replace(facts, repository="", edit_base="")
    alone = next(page for page in render_pages(corpus, bare) if page.path == "contributing/")
    assert "Improve this page" in pages["contributing/"].content
    assert "Improve this page" not in alone.content
    assert "the name of its file" in alone.content


def test_the_contents_of_the_contributing_page_are_its_headings(pages: dict[str, Page]) -> None:
    """The list beside the page and the page are written in two places."""
    page = pages["contributing/"]
    listed = [(h.anchor, h.title) for top in page.headings for h in (top, *top.children)]
    assert re.findall(r'<h[23] id="([^"]+)">([^<]+)</h', page.content) == listed


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
    assert {"", "signatures/", "kinds/failure/"} <= {page.path for page in render_pages(assemble([], {}), facts)}

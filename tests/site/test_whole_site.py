"""Every page of the real site, read as a crawler would."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as Xml

import pytest

from generator.theme.settings import read_settings


class _Page(HTMLParser):
    """Collects what the tests ask about: ids, links, loaded files, headings, inline code."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.inline: list[str] = []
        self.h1 = 0
        self.lang = ""
        self.head: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if tag in ("script", "img", "iframe", "source", "video", "audio", "embed") and "src" in found:
            self.loaded.append(found["src"])
        if tag == "link" and found.get("rel") in ("stylesheet", "icon", "preload", "modulepreload"):
            self.loaded.append(found["href"])
        if tag == "link" and found.get("rel") == "canonical":
            self.head["canonical"] = found["href"]
        if tag == "meta" and ("name" in found or "property" in found):
            self.head[found.get("name") or found["property"]] = found.get("content", "")
        if (
            tag == "script"
            and "src" not in found
            and found.get("type") not in ("application/json", "application/ld+json")
        ):
            self.inline.append("script")
        self.inline += [name for name in found if name == "style" or name.startswith("on")]
        if tag == "style":
            self.inline.append("style element")
        self.h1 += tag == "h1"
        if tag == "html":
            self.lang = found.get("lang", "")


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, _Page]:
    """All HTML pages by their path in the site."""
    found = {}
    for path in sorted(site.rglob("*.html")):
        page = _Page()
        page.feed(path.read_text("utf-8"))
        found[path.relative_to(site).as_posix()] = page
    return found


def _shown(pages: dict[str, _Page]) -> dict[str, _Page]:
    """Without the redirects of former ids, which are no pages of their own."""
    return {name: page for name, page in pages.items() if page.loaded}


def test_every_link_inside_the_site_leads_to_a_file_and_an_anchor_that_exist(
    site: Path, pages: dict[str, _Page]
) -> None:
    """A link that leads nowhere fails the build's tests, whichever template or entry it comes from."""
    top = urlsplit(read_settings(Path(__file__).parents[2]).address).path
    broken = []
    for name, page in pages.items():
        for href in [*page.links, *page.loaded]:
            parts = urlsplit(href)
            if parts.scheme or parts.netloc:
                continue
            path = unquote(parts.path)
            target = site / path.removeprefix(top) if path.startswith("/") else (site / name).parent / path
            target = target / "index.html" if target.is_dir() else target
            if not target.resolve().is_file():
                broken.append(f"{name}: {href}")
            elif parts.fragment and target.suffix == ".html":
                other = pages[target.resolve().relative_to(site.resolve()).as_posix()]
                if parts.fragment not in other.ids:
                    broken.append(f"{name}: {href} (no such anchor)")
    assert broken == []


def test_pages_load_nothing_from_other_origins(pages: dict[str, _Page]) -> None:
    """Scripts, styles, icons and pictures are the site's own files."""
    foreign = [
        f"{name}: {address}" for name, page in pages.items() for address in page.loaded if urlsplit(address).netloc
    ]
    assert foreign == []


def test_pages_hold_no_inline_script_style_or_handler(pages: dict[str, _Page]) -> None:
    """The Content-Security-Policy would refuse them, so they would silently not work."""
    assert {name: page.inline for name, page in pages.items() if page.inline} == {}


def test_each_page_has_one_first_heading(pages: dict[str, _Page]) -> None:
    """Readers who hear the page find its name at once."""
    assert {name: page.h1 for name, page in _shown(pages).items() if page.h1 != 1} == {}


def test_ids_stand_once_on_a_page(pages: dict[str, _Page]) -> None:
    """An anchor leads to one place."""
    doubled = {name: sorted({i for i in page.ids if page.ids.count(i) > 1}) for name, page in pages.items()}
    assert {name: ids for name, ids in doubled.items() if ids} == {}


def test_each_page_names_its_address_and_describes_itself(pages: dict[str, _Page]) -> None:
    """Canonical address, description and Open Graph text are there, and the address is the page's own."""
    address = read_settings(Path(__file__).parents[2]).address
    for name, page in _shown(pages).items():
        if name == "404.html":
            assert page.head["robots"] == "noindex"
            continue
        assert page.head["canonical"] == page.head["og:url"] == address + name.removesuffix("index.html")
        assert page.head["description"], name
        assert page.head["og:title"], name


def test_no_slot_of_the_shell_is_left(site: Path) -> None:
    """Every place that the theme keeps for us is filled."""
    left = [path.name for path in site.rglob("*.html") if re.search(r"<!--slot:|SLOT-", path.read_text("utf-8"))]
    assert left == []


def test_the_site_map_lists_every_page_once(site: Path, pages: dict[str, _Page]) -> None:
    """What a crawler is told is what there is."""
    address = read_settings(Path(__file__).parents[2]).address
    listed = [
        node.text for node in Xml.parse(site / "sitemap.xml").iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")
    ]
    assert sorted(listed) == sorted(
        address + name.removesuffix("index.html") for name in _shown(pages) if name != "404.html"
    )


def test_there_are_24_entries_in_at_least_eight_areas() -> None:
    """What this encyclopedia promises to hold at least."""
    entries = [path for path in (Path(__file__).parents[2] / "entries").glob("*/*.yaml") if path.stem != "_area"]
    assert len(entries) >= 24
    assert len({path.parent.name for path in entries}) >= 8

"""Text that wants to be markup. The check reports such text; these tests say what holds if it does not."""

import dataclasses
import json
import re
from html.parser import HTMLParser

import pytest

from generator.model import Corpus, FiledEntry, assemble
from generator.render import Page, SiteFacts, render_entry, render_pages
from generator.render.structured_data import script
from generator.schema.records import Entry

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)> \"'>&{{7*7}} [a](javascript:alert(1)) ![i](https://example.org/i.png) `<u>`"


class Elements(HTMLParser):
    """Collects the names and attributes of all elements."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def hostile(value: Entry) -> Entry:
    """The entry with every free text replaced by hostile text."""
    closed = {
        "category",
        "severity",
        "kind",
        "level",
        "known_from",
        "role",
        "entry",
        "former_ids",
        "tags",
        "id",
        "source",
        "target",
        "url",
    }

    def walk(item: object, name: str) -> object:
        if isinstance(item, str) and name not in closed:
            return HOSTILE.replace("{{7*7}}", "{{{{7*7}}}}") if name == "text" else HOSTILE
        if dataclasses.is_dataclass(item) and not isinstance(item, type):
            return dataclasses.replace(
                item, **{f.name: walk(getattr(item, f.name), f.name) for f in dataclasses.fields(item)}
            )
        if isinstance(item, tuple):
            return tuple(walk(each, name) for each in item)
        return item

    entry = walk(value, "")
    assert isinstance(entry, Entry)
    return entry


@pytest.fixture(scope="module")
def hostile_pages(corpus: Corpus, facts: SiteFacts) -> list[Page]:
    """All pages of a corpus whose every text is hostile."""
    area = dataclasses.replace(
        next(iter(corpus.areas.values())).area, name=HOSTILE, summary=HOSTILE, intro=HOSTILE, tell_apart=HOSTILE
    )
    entries = [FiledEntry(filed.id, filed.area, hostile(filed.entry), "x") for filed in corpus.entries]
    return list(render_pages(assemble(entries, {entries[0].area: area}), facts))


def test_no_element_comes_out_of_a_text(hostile_pages: list[Page]) -> None:
    """Neither scripts nor images: what a text says is shown, not done."""
    names = {name for page in hostile_pages for name, _ in Elements(str(page.content)).found}
    assert names & {"script", "img", "iframe", "u", "style", "object"} == set()


def test_no_attribute_comes_out_of_a_text(hostile_pages: list[Page]) -> None:
    """No event handler, no style, and no address but web addresses, anchors and ways within the site."""
    for page in hostile_pages:
        for name, attributes in Elements(str(page.content)).found:
            assert not [key for key in attributes if key.startswith("on") or key == "style"], (
                page.path,
                name,
                attributes,
            )
            href = attributes.get("href")
            assert href is None or re.match(r"https?://|#|\.|entry\.json$", href), (page.path, href)


def test_a_text_is_no_template(hostile_pages: list[Page]) -> None:
    """Braces of a text are not evaluated."""
    assert not [page.path for page in hostile_pages if re.search(r"&amp;49|&amp;\{49", page.content)]


def test_structured_data_stays_inside_its_element(hostile_pages: list[Page]) -> None:
    """The head of a page holds one script element and nothing else, whatever the texts say."""
    for page in hostile_pages:
        own = ["link"] if page.path == "diagnose/" else []  # its stylesheet, which no text has a part in
        assert [name for name, _ in Elements(str(page.head)).found] in (own, ["script"])


def test_structured_data_reads_back_as_what_was_put_in() -> None:
    """The escapes are JSON's own."""
    data = {"a": "</script> & <!-- \u2028 \u2029 é"}
    html = str(script(data))
    inside = html.removeprefix('<script type="application/ld+json">').removesuffix("</script>")
    assert json.loads(inside) == data
    assert not set("<>&\u2028\u2029") & set(inside)


def test_questions_are_structured_data_without_markup(corpus: Corpus, facts: SiteFacts) -> None:
    """The FAQ's answers are plain words for search engines."""
    filed = corpus.by_id["cache-full"]
    inside = re.sub(r"</?script[^>]*>", "", str(render_entry(corpus, facts, filed).head))
    kinds = {item["@type"]: item for item in json.loads(inside)["@graph"]}
    assert kinds["FAQPage"]["mainEntity"][0]["acceptedAnswer"]["text"] == "No, they start again."
    assert kinds["TechArticle"]["url"] == "https://site.example/enc/serving/cache-full/"
    assert [step["name"] for step in kinds["BreadcrumbList"]["itemListElement"]] == [
        "The Encyclopedia",
        "Serving",
        filed.entry.title,
    ]

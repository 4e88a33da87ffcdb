"""The page of one entry: what is on it, in which order, and what is left out."""

import dataclasses
import re
from collections.abc import Callable
from pathlib import Path

from generator.load import load_entries
from generator.load.documents import Document
from generator.load.yaml_values import read_values
from generator.model import Corpus, FiledEntry, assemble, build_corpus
from generator.render import SiteFacts, render_entry
from generator.render.views.picture import view_picture
from generator.schema.records import Edge, Entry, Fingerprint, Graph, Node


def page_of(corpus: Corpus, facts: SiteFacts, entry_id: str, **changed: object) -> str:
    """The body of an entry's page, the entry changed in these fields."""
    filed = corpus.by_id[entry_id]
    other = FiledEntry(filed.id, filed.area, dataclasses.replace(filed.entry, **changed), "x")  # type: ignore[arg-type]
    corpus = assemble(
        [other if e.id == entry_id else e for e in corpus.entries], {a: filed.area for a, filed in corpus.areas.items()}
    )
    return str(render_entry(corpus, facts, other).content)


def test_the_page_of_a_minimal_entry_is_this(root: Path, facts: SiteFacts, golden: Callable[[str, str], None]) -> None:
    """The whole HTML of one entry, to be read in a diff."""
    name = "entry_page/minimal"
    text = (root / "tests/golden" / name / "entry.yaml").read_text("utf-8")
    value, problems = read_values(text, "entry.yaml")
    assert not problems
    documents = [
        *load_entries(root / "tests/data/minimal").documents,
        Document("entry.yaml", "serving", "lock-without-owner", text, value),
    ]
    corpus = build_corpus(documents)
    page = render_entry(corpus, facts, corpus.by_id["lock-without-owner"])
    golden(f"{name}/page.html", f"{page.head}\n{page.content}")


def test_the_body_has_one_h1_and_it_comes_first_of_all_headings(corpus: Corpus, facts: SiteFacts) -> None:
    """The title is the only heading of its level and no other stands before it."""
    levels = re.findall(r"<h([1-6])", page_of(corpus, facts, "cache-full"))
    assert levels[0] == "1"
    assert levels.count("1") == 1


def test_every_heading_of_the_table_of_contents_is_an_anchor_of_the_page(corpus: Corpus, facts: SiteFacts) -> None:
    """The table of contents leads nowhere that is not there, and in the page's order."""
    for filed in corpus.entries:
        page = render_entry(corpus, facts, filed)
        anchors = [
            a for heading in page.headings for a in (heading.anchor, *(below.anchor for below in heading.children))
        ]
        places = {match[1]: match.start() for match in re.finditer(r'<h[23] id="([^"]+)"', page.content)}
        assert [a for a in anchors if a not in places] == []
        assert sorted(anchors, key=places.__getitem__) == anchors


def test_narrow_screens_get_the_same_sections_below_the_quick_answer(corpus: Corpus, facts: SiteFacts) -> None:
    """The theme hides its table of contents there; this one names each section but the answer above it."""
    page = render_entry(corpus, facts, corpus.by_id["cache-full"])
    short = re.search(r'<details class="on-this-page">.*?</details>', page.content, re.S)
    assert short
    assert re.findall(r'<a href="#([^"]+)">', short[0]) == [heading.anchor for heading in page.headings[1:]]
    assert page.content.index('id="quick-answer"') < short.start() < page.content.index('id="signatures"')


def test_ways_out_read_as_such_in_words() -> None:
    """The graph's text says where a way out cuts the chain, not that it leads there."""
    graph = Graph(
        nodes=(
            Node(id="a", label="Cause", role="cause"),
            Node(id="b", label="Symptom"),
            Node(id="x", label="Way", role="exit"),
        ),
        edges=(Edge(source="a", target="b"), Edge(source="x", target="a", label="cuts")),
    )
    chain = view_picture(Fingerprint(caption="c", graph=graph), "t", "c").chain
    assert [(link.source, link.cuts) for link in chain] == [("Cause", False), ("Way", True)]


def test_ids_are_unique(corpus: Corpus, facts: SiteFacts) -> None:
    """No two elements of a page share an id."""
    ids = re.findall(r'\sid="([^"]+)"', page_of(corpus, facts, "cache-full"))
    assert len(ids) == len(set(ids))


def test_an_entry_without_signatures_has_no_section_for_them(corpus: Corpus, facts: SiteFacts) -> None:
    """Empty sections disappear, from the page and from its contents."""
    assert 'id="signatures"' not in page_of(corpus, facts, "cache-full", signatures=(), excerpts=(), near_misses=())


def test_a_wrapper_says_at_once_that_it_points_at_another_message(corpus: Corpus, facts: SiteFacts) -> None:
    """The notice stands before the quick answer."""
    body = page_of(corpus, facts, "cache-full", kind="wrapper")
    assert 0 < body.index("only points at another one") < body.index('id="quick-answer"')


def test_a_harmless_message_says_at_once_that_it_may_be_ignored(corpus: Corpus, facts: SiteFacts) -> None:
    """The notice stands before the quick answer."""
    body = page_of(corpus, facts, "cache-full", kind="harmless")
    assert 0 < body.index("may ignore this message") < body.index('id="quick-answer"')


def test_severity_is_a_word_and_a_shape(corpus: Corpus, facts: SiteFacts) -> None:
    """Each severity has a drawing of its own, next to its word."""
    drawings = set()
    for word in ("critical", "high", "medium", "low"):
        found = re.search(
            rf'<span class="severity severity--{word}">(<svg.*?</svg>)\s*{word}',
            page_of(corpus, facts, "cache-full", severity=word),
            re.S,
        )
        assert found
        drawings.add(re.sub(r'class="[^"]*"', "", found[1]))
    assert len(drawings) == 4


def test_a_relation_shows_on_the_page_of_the_other_entry(corpus: Corpus, facts: SiteFacts) -> None:
    """Only one side declares it; both sides show it."""
    assert not corpus.by_id["queue-grows"].entry.related or "cache-full" in [
        r.entry for r in corpus.by_id["queue-grows"].entry.related
    ]
    assert "../../serving/cache-full/" in page_of(corpus, facts, "queue-grows")


def test_other_entries_of_the_category_are_at_most_eight_and_those_of_the_area_come_first(
    crowd: Corpus, facts: SiteFacts
) -> None:
    """The list does not grow with the encyclopedia."""
    body = str(render_entry(crowd, facts, crowd.by_id["failure-01"]).content)
    listed = re.findall(r'class="entry-link" href="\.\./\.\./(\w+)/', body)
    assert listed == ["west"] * 8


def test_neighbours_come_from_other_areas_where_the_area_has_too_few(
    corpus: Corpus, crowd: Corpus, facts: SiteFacts
) -> None:
    """A small area fills its list with the rest of the category, and never lists the entry itself."""
    lonely = dataclasses.replace(crowd.by_id["failure-01"], id="lonely", area="north")
    areas = {a: filed.area for a, filed in crowd.areas.items()} | {"north": crowd.areas["west"].area}
    body = str(render_entry(assemble([*crowd.entries, lonely], areas), facts, lonely).content)
    assert len(re.findall('class="entry-link"', body)) == 8
    assert "/lonely/" not in body


def test_without_a_repository_the_page_names_the_file_to_edit(corpus: Corpus, facts: SiteFacts) -> None:
    """A site without a repository links to none."""
    body = page_of(corpus, dataclasses.replace(facts, repository="", edit_base=""), "cache-full")
    assert "<code>entries/serving/cache-full.yaml</code>" in body


def test_rendering_twice_gives_the_same(corpus: Corpus, facts: SiteFacts) -> None:
    """Nothing on a page depends on the run."""
    filed = corpus.by_id["cache-full"]
    assert render_entry(corpus, facts, filed) == render_entry(
        assemble(corpus.entries, {a: f.area for a, f in corpus.areas.items()}), facts, filed
    )


def test_every_text_of_an_entry_is_on_its_page(corpus: Corpus, facts: SiteFacts) -> None:
    """No field is collected and then not shown: each gets a mark of its own, and the page has them all."""
    filed = corpus.by_id["cache-full"]
    marks: list[str] = []
    marked = FiledEntry(filed.id, filed.area, _marked(filed.entry, marks), "x")
    page = render_entry(
        assemble([marked, corpus.by_id["queue-grows"]], {filed.area: corpus.areas[filed.area].area}), facts, marked
    )
    assert [mark for mark in marks if mark not in page.content] == []


_CLOSED = {
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
    "unit",
}


def _marked(value: Entry, marks: list[str]) -> Entry:
    def walk(item: object, name: str) -> object:
        if isinstance(item, str) and name not in _CLOSED:
            marks.append(f"mark{len(marks):03}end")
            return f"https://example.org/{marks[-1]}" if name == "url" else marks[-1]
        if dataclasses.is_dataclass(item) and not isinstance(item, type):
            return dataclasses.replace(
                item, **{f.name: walk(getattr(item, f.name), f.name) for f in dataclasses.fields(item)}
            )
        if isinstance(item, tuple):
            return tuple(walk(each, name) for each in item)
        return item

    marked = walk(value, "")
    assert isinstance(marked, Entry)
    return marked


def test_on_github_the_page_opens_the_form_for_a_wrong_entry(corpus: Corpus, facts: SiteFacts) -> None:
    """Filled in with the entry; elsewhere nothing would read the form, so there is no link."""
    there = dataclasses.replace(facts, repository="https://github.com/example/enc")
    body = page_of(corpus, there, "cache-full")
    assert (
        'href="https://github.com/example/enc/issues/new?template=wrong-fix.yml&amp;title=Wrong%3A+serving%2Fcache-full'
        '&amp;entry=serving%2Fcache-full"' in body
    )
    assert "issues/new" not in page_of(corpus, facts, "cache-full")

"""What programs read: the JSON files, the feed, the site map and the redirects, from the two entries of tests/data/minimal/."""

import dataclasses
import json
from datetime import date, datetime
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from generator.index import (
    as_bytes,
    atom_feed,
    entries_index,
    entry_record,
    redirects,
    robots,
    search_index,
    search_texts,
    signatures_index,
    sitemap,
)
from generator.load import load_entries
from generator.match.index import SignatureIndex
from generator.model import Corpus, assemble, build_corpus, newest_first
from generator.model.markdown import plain
from generator.schema.vocabulary import PLACEHOLDER

ADDRESS = "https://example.org/encyclopedia/"
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def corpus(root: Path) -> Corpus:
    """The corpus of tests/data/minimal/."""
    return build_corpus(load_entries(root / "tests/data/minimal").documents)


def changed(corpus: Corpus, entry: str, **fields: object) -> Corpus:
    """The same corpus with other values in one entry."""
    entries = [
        dataclasses.replace(f, entry=dataclasses.replace(f.entry, **fields)) if f.id == entry else f
        for f in corpus.entries
    ]  # type: ignore[arg-type]
    return assemble(entries, {area.id: area.area for area in corpus.areas.values()})


class TestSignatures:
    """signatures.json: the table that both matchers read."""

    def test_the_format_has_a_version_and_a_licence(self, corpus: Corpus) -> None:
        """A reader knows what it holds and what it may do with it."""
        index = signatures_index(corpus)
        assert (index["format"], index["licence"]) == ("signatures/1", "CC-BY-4.0")

    def test_every_signature_has_an_address_of_its_own(self, corpus: Corpus) -> None:
        """The entry's id and the place in its list, from 1."""
        assert [row["id"] for row in signatures_index(corpus)["signatures"]] == ["cache-full#1", "cache-full#2"]

    def test_a_row_is_the_signature_with_its_entry_and_provenance(self, corpus: Corpus) -> None:
        """Fields that the file leaves out are left out."""
        assert signatures_index(corpus)["signatures"][1] == {
            "id": "cache-full#2",
            "entry": "cache-full",
            "area": "serving",
            "path": "serving/cache-full/",
            "text": "Cache report {{full}}\nused {share:number} of {total:size}",
            "program": "demo-server",
            "file": "demo/report.py",
            "level": "info",
            "first_seen": "0.11",
            "known_from": "repository",
            "url": "https://example.org/demo/v0.11/report.py",
            "search_key": "Cache report {full}",
        }

    def test_the_search_key_is_the_longest_text_without_placeholders(self, corpus: Corpus) -> None:
        """What a person pastes into another search."""
        assert signatures_index(corpus)["signatures"][0]["search_key"] == "evicted: no free block of"

    def test_the_kinds_of_placeholders_are_explained(self, corpus: Corpus) -> None:
        """A reader needs no other file to match."""
        assert list(signatures_index(corpus)["placeholders"]) == list(PLACEHOLDER)


class TestEntries:
    """entries.json: a short line for every entry and area."""

    def test_an_area_is_listed_with_its_number_of_entries(self, corpus: Corpus) -> None:
        """Enough for a list of areas."""
        assert entries_index(corpus)["areas"] == [
            {
                "id": "serving",
                "name": "Serving",
                "summary": "Failures of a server that answers requests with a model.",
                "path": "serving/",
                "entries": 2,
            }
        ]

    def test_an_entry_is_listed_with_what_a_list_shows(self, corpus: Corpus) -> None:
        """And with its links, seen from here."""
        assert json.loads(as_bytes(entries_index(corpus)))["entries"][0] == {
            "id": "cache-full",
            "area": "serving",
            "path": "serving/cache-full/",
            "title": "Requests are evicted because the cache is full",
            "summary": "The cache has no free block, so a running request gives its blocks back and starts again.",
            "category": "memory",
            "severity": "high",
            "kind": "failure",
            "tags": ["cache", "throughput"],
            "former_ids": ["kv-full"],
            "added": "2026-01-10",
            "reviewed": "2026-02-20",
            "signatures": 2,
            "links": [{"kind": "looks_like", "entry": "queue-grows"}, {"kind": "followed_by", "entry": "queue-grows"}],
        }


class TestEntry:
    """entry.json: one entry whole, beside its page."""

    def test_the_record_holds_every_field_of_the_file(self, corpus: Corpus, root: Path) -> None:
        """Under the same names."""
        (document,) = [d for d in load_entries(root / "tests/data/minimal").documents if d.id == "cache-full"]
        assert document.value.keys() <= entry_record(corpus, corpus.by_id["cache-full"]).keys()

    def test_the_record_says_where_the_entry_lies(self, corpus: Corpus) -> None:
        """Its page and its file."""
        record = entry_record(corpus, corpus.by_id["queue-grows"])
        assert {key: record[key] for key in ("format", "id", "area", "path", "file")} == {
            "format": "entry/1",
            "id": "queue-grows",
            "area": "serving",
            "path": "serving/queue-grows/",
            "file": "entries/serving/queue-grows.yaml",
        }

    def test_fields_that_are_not_there_are_not_null(self, corpus: Corpus) -> None:
        """A reader asks whether a key is there."""
        assert "fingerprint" not in entry_record(corpus, corpus.by_id["queue-grows"])

    def test_a_false_value_is_kept(self, corpus: Corpus) -> None:
        """Not primary is a statement."""
        references = tuple(dataclasses.replace(r, primary=False) for r in corpus.by_id["queue-grows"].entry.references)
        corpus = changed(corpus, "queue-grows", references=references)
        assert entry_record(corpus, corpus.by_id["queue-grows"])["references"][0]["primary"] is False

    def test_two_runs_give_the_same_bytes(self, corpus: Corpus, root: Path) -> None:
        """What did not change is not published anew."""
        again = build_corpus(load_entries(root / "tests/data/minimal").documents)
        assert as_bytes(entry_record(corpus, corpus.by_id["cache-full"])) == as_bytes(
            entry_record(again, again.by_id["cache-full"])
        )


def test_bytes_are_json_in_utf_8_that_ends_in_a_line() -> None:
    """Dates in ISO form, letters as letters."""
    assert as_bytes({"day": date(2026, 1, 2), "text": "ü"}) == '{"day":"2026-01-02","text":"ü"}\n'.encode()


def test_what_has_no_form_in_json_is_an_error() -> None:
    """A set would come out in another order each time."""
    with pytest.raises(TypeError, match="set has no form in JSON"):
        as_bytes({"x": {1}})


class TestFeed:
    """feed.xml: new and changed entries (RFC 4287)."""

    def feed(self, corpus: Corpus) -> Xml.Element:
        """The feed as any reader parses it."""
        return Xml.fromstring(atom_feed(corpus, "The encyclopedia & more", ADDRESS))

    def test_it_is_an_atom_feed_with_what_the_standard_asks_for(self, corpus: Corpus) -> None:
        """Title, id, updated, author, and a link to itself."""
        feed = self.feed(corpus)
        assert feed.tag == f"{ATOM}feed"
        assert [feed.findtext(f"{ATOM}{name}") for name in ("title", "id")] == ["The encyclopedia & more", ADDRESS]
        assert feed.findtext(f"{ATOM}author/{ATOM}name")
        assert [link.get("href") for link in feed.findall(f"{ATOM}link") if link.get("rel") == "self"] == [
            ADDRESS + "feed.xml"
        ]

    def test_the_newest_entry_comes_first(self, corpus: Corpus) -> None:
        """By the day of the last review."""
        assert [item.findtext(f"{ATOM}id") for item in self.feed(corpus).findall(f"{ATOM}entry")] == [
            f"{ADDRESS}serving/queue-grows/",
            f"{ADDRESS}serving/cache-full/",
        ]

    def test_dates_are_moments_with_a_zone(self, corpus: Corpus) -> None:
        """As RFC 3339 writes them."""
        item = self.feed(corpus).find(f"{ATOM}entry")
        assert item is not None
        dates = [datetime.fromisoformat(item.findtext(f"{ATOM}{name}") or "") for name in ("published", "updated")]
        assert [moment.date() for moment in dates] == [date(2026, 2, 1), date(2026, 3, 5)]
        assert all(moment.tzinfo for moment in dates)

    def test_the_feed_is_as_new_as_its_newest_entry(self, corpus: Corpus) -> None:
        """A build without changes gives the same feed."""
        assert self.feed(corpus).findtext(f"{ATOM}updated") == "2026-03-05T00:00:00Z"

    def test_markup_and_signs_arrive_as_words(self, corpus: Corpus) -> None:
        """Readers show summaries as plain text."""
        corpus = changed(
            corpus, "queue-grows", title='a < b & "c"', summary="Set `x` to *1* & read [this](https://example.org/)."
        )
        item = self.feed(corpus).find(f"{ATOM}entry")
        assert item is not None
        assert (item.findtext(f"{ATOM}title"), item.findtext(f"{ATOM}summary")) == (
            'a < b & "c"',
            "Set x to 1 & read this.",
        )

    def test_a_feed_of_nothing_is_still_a_feed(self) -> None:
        """A new repository can be built."""
        assert self.feed(build_corpus([])).findall(f"{ATOM}entry") == []

    def test_entries_of_one_day_are_in_the_order_of_their_ids(self, corpus: Corpus) -> None:
        """No two runs differ."""
        day = {"added": date(2026, 1, 1), "reviewed": date(2026, 1, 1)}
        assert [f.id for f in newest_first(changed(changed(corpus, "cache-full", **day), "queue-grows", **day))] == [
            "cache-full",
            "queue-grows",
        ]


class TestSiteMap:
    """sitemap.xml and robots.txt."""

    def test_every_page_is_listed_with_its_day_where_there_is_one(self) -> None:
        """By its full address."""
        tree = Xml.fromstring(sitemap([("", None), ("a/b/", "2026-01-02")], ADDRESS))
        name = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
        assert [(url.findtext(f"{name}loc"), url.findtext(f"{name}lastmod")) for url in tree] == [
            (ADDRESS, None),
            (f"{ADDRESS}a/b/", "2026-01-02"),
        ]

    def test_signs_in_an_address_are_escaped(self) -> None:
        """The file stays XML."""
        assert Xml.fromstring(sitemap([("?a=1&b=<2>", None)], ADDRESS)) is not None

    def test_robots_are_shown_the_site_map(self) -> None:
        """And nothing is closed to them."""
        assert robots(ADDRESS).decode() == f"User-agent: *\nAllow: /\nSitemap: {ADDRESS}sitemap.xml\n"


class TestRedirects:
    """A page at each former id."""

    def test_a_former_id_has_a_page_beside_the_present_one(self, corpus: Corpus) -> None:
        """So that a relative link works wherever the site lies."""
        assert [path for path, _ in redirects(corpus, ADDRESS)] == ["serving/kv-full/index.html"]

    @pytest.mark.parametrize(
        "piece",
        [
            'http-equiv="refresh" content="0; url=../../serving/cache-full/"',
            f'rel="canonical" href="{ADDRESS}serving/cache-full/"',
            'content="noindex"',
            '<a href="../../serving/cache-full/">',
            "<!doctype html>",
            "<title>",
        ],
        ids=[
            "leads there at once",
            "names the real address",
            "asks not to be listed",
            "has a link to click",
            "is a page",
            "has a title",
        ],
    )
    def test_the_page_needs_no_script(self, corpus: Corpus, piece: str) -> None:
        """A refresh, a link and the canonical address do it."""
        assert piece in next(redirects(corpus, ADDRESS))[1].decode()

    def test_an_entry_that_lay_elsewhere_keeps_that_address(self, corpus: Corpus) -> None:
        """And one that was retired leads to its area."""
        moved = changed(corpus, "cache-full", former_ids=("storage/cache",))
        assert next(redirects(moved, ADDRESS))[0] == "storage/cache/index.html"
        area = corpus.areas["serving"]
        retired = dataclasses.replace(area, area=dataclasses.replace(area.area, former_ids=("gone",)))
        path, page = list(redirects(dataclasses.replace(corpus, areas={"serving": retired}), ADDRESS))[-1]
        assert path == "serving/gone/index.html"
        assert b'url=../../serving/"' in page

    def test_signs_in_a_title_are_escaped(self, corpus: Corpus) -> None:
        """A title is text."""
        assert b"<b>" not in next(redirects(changed(corpus, "cache-full", title="a <b> c"), ADDRESS))[1]


class TestSearch:
    """The files of the search box."""

    def test_a_first_answer_has_titles_and_signatures(self, corpus: Corpus) -> None:
        """And what a result shows; nothing else, since somebody waits for it."""
        assert search_index(corpus)["entries"][0] == {
            "id": "cache-full",
            "area": "serving",
            "title": "Requests are evicted because the cache is full",
            "severity": "high",
            "kind": "failure",
            "signatures": [
                "Request {request:word} evicted: no free block of {blocks:int}",
                "Cache report {{full}}\nused {share:number} of {total:size}",
            ],
        }

    def test_areas_are_named(self, corpus: Corpus) -> None:
        """A result says where it belongs."""
        assert search_index(corpus)["areas"] == {"serving": "Serving"}

    def test_each_signature_has_the_key_by_which_the_matcher_searches(self, corpus: Corpus) -> None:
        """In the order of the entries' signatures, so that no browser parses them all."""
        index = search_index(corpus)
        signatures = [text for entry in index["entries"] for text in entry["signatures"]]
        assert index["keys"] == list(SignatureIndex((text, text) for text in signatures).keys)

    def test_texts_come_in_the_order_of_the_index_and_without_markup(self, corpus: Corpus) -> None:
        """They are shown as text."""
        texts = search_texts(changed(corpus, "cache-full", summary="`<script>` and *more*"))["entries"]
        assert len(texts) == len(corpus.entries)
        assert texts[0]["tags"] == ["Serving", "memory", "cache", "throughput"]
        assert texts[0]["texts"][0] == "<script> and more"
        assert texts[0]["symptoms"][0] == plain(corpus.by_id["cache-full"].entry.quick_answer.symptom)

    def test_both_files_name_the_format_that_the_scripts_read(self, corpus: Corpus, root: Path) -> None:
        """A page that is older than the files says so."""
        (format,) = {search_index(corpus)["format"], search_texts(corpus)["format"]}
        records = (root / "site_overrides/assets/javascripts/search/records.mjs").read_text("utf-8")
        assert f'FORMAT = "{format}"' in records

"""Checked documents to the corpus: places, groups, former ids, and links seen from both ends."""

import dataclasses
from datetime import date
from pathlib import Path

import pytest

from generator.load import load_entries
from generator.model import Corpus, FiledEntry, assemble, build_corpus, file_entry, with_entry
from generator.schema.records import Relation
from generator.schema.vocabulary import RELATION, REVERSE_RELATION


@pytest.fixture
def small(root: Path) -> Corpus:
    """The corpus of tests/data/minimal/."""
    return build_corpus(load_entries(root / "tests/data/minimal").documents)


def related(corpus: Corpus, *rows: tuple[str, str, str]) -> Corpus:
    """The same corpus with just these relations: rows of entry, kind, other."""

    def with_rows(filed: FiledEntry) -> FiledEntry:
        own = tuple(
            Relation(kind=kind, entry=other, why=f"{here} {kind} {other}")
            for here, kind, other in rows
            if here == filed.id
        )
        return dataclasses.replace(filed, entry=dataclasses.replace(filed.entry, related=own))

    return assemble(map(with_rows, corpus.entries), {area.id: area.area for area in corpus.areas.values()})


def links(corpus: Corpus, entry: str) -> list[tuple[str, str]]:
    """The links of an entry as pairs of kind and other id."""
    return [(link.kind, link.other.id) for link in corpus.links(entry)]


A, B = "cache-full", "queue-grows"


def test_an_entry_holds_what_its_file_says(small: Corpus) -> None:
    """Values arrive as frozen records, dates as dates, lists as tuples, absent fields as their defaults."""
    entry = small.by_id[B].entry
    assert (entry.title, entry.added, entry.tags, entry.kind, entry.fingerprint) == (
        "The queue grows and nothing is evicted",
        date(2026, 2, 1),
        ("throughput",),
        "failure",
        None,
    )


def test_numbers_of_a_curve_are_numbers_with_a_fraction(small: Corpus) -> None:
    """YAML writes 5 and 5.0; the picture draws one."""
    fingerprint = small.by_id[A].entry.fingerprint
    assert fingerprint is not None
    assert fingerprint.curves is not None
    assert fingerprint.curves.lines[0].points == ((0.0, 10.0), (5.0, 30.0), (10.0, 15.5))


def test_an_entry_knows_its_address_and_its_file(small: Corpus) -> None:
    """The page's path ends in a slash; the file is the one to edit."""
    filed = small.by_id[A]
    assert (filed.path, filed.file) == ("serving/cache-full/", "entries/serving/cache-full.yaml")


def test_an_area_lists_its_gravest_entries_first(small: Corpus) -> None:
    """Severity high before medium."""
    assert [filed.id for filed in small.areas["serving"].entries] == [A, B]


@pytest.mark.parametrize(
    ("group", "members"),
    [
        ("by_category", {"memory": [A], "performance": [B]}),
        ("by_kind", {"failure": [A, B]}),
        ("by_tag", {"cache": [A], "throughput": [A, B]}),
    ],
)
def test_entries_are_grouped_once_each(small: Corpus, group: str, members: dict[str, list[str]]) -> None:
    """Groups are sorted by name, their entries by severity."""
    assert {
        name: [filed.id for filed in filed_entries] for name, filed_entries in getattr(small, group).items()
    } == members


def test_a_former_id_finds_the_entry(small: Corpus) -> None:
    """Old links keep their goal."""
    assert small.find("kv-full") is small.by_id[A]


def test_an_unknown_id_is_a_key_error(small: Corpus) -> None:
    """The caller says what is near."""
    with pytest.raises(KeyError):
        small.find("nothing")


@pytest.mark.parametrize("kind", list(RELATION))
def test_a_relation_written_on_one_page_shows_on_both(small: Corpus, kind: str) -> None:
    """The other end reads it in reverse, with the same sentence."""
    corpus = related(small, (A, kind, B))
    assert links(corpus, A) == [(kind, B)]
    assert links(corpus, B) == [(REVERSE_RELATION[kind], A)]
    assert corpus.links(B)[0].why == f"{A} {kind} {B}"


@pytest.mark.parametrize(
    ("kind", "same"),
    [("looks_like", "looks_like"), ("same_budget", "same_budget"), ("causes", "follows"), ("follows", "causes")],
)
def test_a_relation_written_on_both_pages_is_not_doubled(small: Corpus, kind: str, same: str) -> None:
    """Each page keeps its own sentence."""
    corpus = related(small, (A, kind, B), (B, same, A))
    assert links(corpus, A) == [(kind, B)]
    assert links(corpus, B) == [(same, A)]


def test_two_different_relations_between_two_entries_both_show(small: Corpus) -> None:
    """Taken for each other, and one causes the other: two facts."""
    corpus = related(small, (A, "causes", B), (B, "looks_like", A))
    assert links(corpus, A) == [("causes", B), ("looks_like", B)]
    assert links(corpus, B) == [("looks_like", A), ("caused_by", A)]


def test_both_ends_of_a_replacement_show(small: Corpus) -> None:
    """The newer page says what it replaces."""
    assert links(related(small, (A, "replaced_by", B)), B) == [("replaces", A)]


def test_a_relation_to_a_former_id_leads_to_the_present_entry(small: Corpus) -> None:
    """It is the same entry, and says the same fact."""
    corpus = related(small, (B, "looks_like", "kv-full"), (A, "looks_like", B))
    assert links(corpus, B) == [("looks_like", A)]
    assert links(corpus, A) == [("looks_like", B)]


def test_own_relations_come_before_those_of_others(small: Corpus) -> None:
    """In the order of the file, then those declared elsewhere."""
    corpus = related(small, (B, "causes", A), (A, "same_budget", B), (A, "looks_like", B))
    assert links(corpus, A) == [("same_budget", B), ("looks_like", B), ("caused_by", B)]


def test_the_order_of_the_documents_does_not_matter(root: Path) -> None:
    """A corpus is sorted by area and id."""
    documents = load_entries(root / "tests/data/minimal").documents
    assert build_corpus(documents[::-1]).entries == build_corpus(documents).entries


def test_the_digest_changes_with_the_file(tree: Path) -> None:
    """It is that of the text, comments included."""
    before = build_corpus(load_entries(tree).documents).by_id[A].digest
    path = tree / "entries/serving/cache-full.yaml"
    path.write_text(path.read_text() + "# a comment\n")
    assert build_corpus(load_entries(tree).documents).by_id[A].digest != before


def test_a_corpus_of_nothing_is_empty() -> None:
    """A new repository can be built."""
    assert build_corpus([]).entries == ()


def test_one_entry_with_a_new_text_is_as_in_a_corpus_made_anew(root: Path) -> None:
    """Its own page needs no more: its links are seen from both ends, and the neighbours are the same."""
    documents = load_entries(root).documents
    corpus = build_corpus(documents)
    for place in (3, 77, 150):
        document = [d for d in documents if not d.is_area][place]
        value = {**document.value, "title": "Another title", "related": document.value["related"][1:]}
        edited = dataclasses.replace(document, value=value, text=document.text + "# edited\n")
        whole = build_corpus([edited if d is document else d for d in documents])
        one = with_entry(corpus, file_entry(edited))
        assert one.by_id[edited.id] == whole.by_id[edited.id]
        seen = [(link.kind, link.other.id, link.why) for link in one.links(edited.id)]
        assert seen == [(link.kind, link.other.id, link.why) for link in whole.links(edited.id)]
        assert [filed.id for filed in one.entries] == [filed.id for filed in whole.entries]


def test_one_entry_that_names_what_is_not_there_is_refused(root: Path) -> None:
    """The whole check says so; a page is not made of it."""
    document = next(d for d in load_entries(root).documents if not d.is_area)
    related = [{**document.value["related"][0], "entry": "no-such-entry"}]
    with pytest.raises(KeyError):
        with_entry(
            build_corpus(load_entries(root).documents),
            file_entry(dataclasses.replace(document, value={**document.value, "related": related})),
        )

"""A pasted line, a part of one, or words to entries: which are found, and in which order."""

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.load import load_entries
from generator.match.compiled import make_index
from generator.match.find import Found, find_entries, row_of
from generator.model import build_corpus

Search = Callable[..., list[Found]]


@pytest.fixture
def search(root: Path) -> Search:
    """`search(text)` over the two entries of tests/data/minimal/."""
    entries = build_corpus(load_entries(root / "tests/data/minimal").documents).entries

    def run(text: str, most: int = 10) -> list[Found]:
        return find_entries(make_index(map(row_of, entries)), text, most)

    return run


def test_a_printed_line_finds_the_entry_whose_signature_hits_it(search: Search) -> None:
    """The values differ from those of the excerpt."""
    (found, *_) = search("WARNING Request r-77 evicted: no free block of 9")
    assert (found.row.id, found.reason) == ("cache-full", "prints")


def test_a_printed_line_is_found_among_others(search: Search) -> None:
    """The tail of a log is a search."""
    (found, *_) = search("started\n\x1b[33mRequest r-77 evicted: no free block of 9\x1b[0m\nended")
    assert (found.row.id, found.reason) == ("cache-full", "prints")


def test_the_signature_that_showed_it_is_named(search: Search) -> None:
    """The one with more text of its own, where two hit."""
    (found, *_) = search("Request r-77 evicted: no free block of 9\nCache report {full}\nused 1 of 2 GiB")
    assert found.signature == "Request {request:word} evicted: no free block of {blocks:int}"


def test_a_part_of_a_line_finds_the_signature_it_is_in(search: Search) -> None:
    """Capitals and runs of spaces are no matter."""
    (found, *_) = search("EVICTED:  no free  block")
    assert (found.row.id, found.reason) == ("cache-full", "part")


@pytest.mark.parametrize(
    "text",
    [
        "Request r-77 evicted: no fr",
        "WARNING cache.py:9 Request r-77 evicted: no free bl",
        "quest r-77 evicted: no free block of",
        "77 evicted: no free block of 9, then more",
        "started\nall well\nRequest r-77 evicted: no free blo",
        "77 evicted: no free block of\nended",
    ],
)
def test_a_pasted_line_that_is_cut_off_finds_the_signature_it_is_a_part_of(search: Search, text: str) -> None:
    """With values in it; the first and the last line of a text may be cut."""
    (found, *_) = search(text)
    assert (found.row.id, found.reason) == ("cache-full", "part")


def test_a_few_letters_are_no_part(search: Search) -> None:
    """They are in every line."""
    assert [found.reason for found in search("block")] in ([], ["words"])


def test_words_find_entries_by_title_tags_and_id(search: Search) -> None:
    """In any order."""
    (found, *_) = search("queue growing throughput grows")
    assert (found.row.id, found.reason) == ("queue-grows", "words")


def test_a_rare_word_weighs_more_than_a_common_one(search: Search) -> None:
    """Both entries have `throughput`, one has `evictions_total`."""
    assert search("throughput evictions_total")[0].row.id == "cache-full"


def test_a_printed_line_comes_before_words(search: Search) -> None:
    """Proof first, resemblance later."""
    found = search("Request r-77 evicted: no free block of 9\nqueue grows")
    assert [one.reason for one in found] == sorted((one.reason for one in found), key=["prints", "part", "words"].index)
    assert found[0].reason == "prints"


@pytest.mark.parametrize(
    "text",
    ["", " \n ", "zzz qqq", "!!! ???", "\x00\x1b[", "ü" * 1000],
    ids=["nothing", "white space", "words that nobody has", "signs", "controls", "a long word"],
)
def test_what_nothing_fits_finds_nothing(search: Search, text: str) -> None:
    """No entry is better than a wrong one."""
    assert search(text) == []


def test_no_more_are_returned_than_were_asked_for(search: Search) -> None:
    """The best of them."""
    assert len(search("throughput", most=1)) == 1


def test_the_order_of_the_entries_does_not_matter(root: Path) -> None:
    """Equal weights are ordered by id."""
    entries = build_corpus(load_entries(root / "tests/data/minimal").documents).entries
    assert [f.row.id for f in find_entries(make_index(map(row_of, entries)), "throughput")] == [
        f.row.id for f in find_entries(make_index(map(row_of, entries[::-1])), "throughput")
    ]

"""The site's search finds what people look for, and what the command line finds."""

import pytest

from bench.relevance import (
    LINES_FIRST,
    QUERIES_AMONG_THREE,
    ROOT,
    Asked,
    by_site,
    lines_of,
    queries,
    share_among,
)
from generator.load import load_entries
from generator.match.compiled import make_index
from generator.match.find import find_entries, row_of
from generator.model import Corpus, build_corpus


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    """The real entries."""
    return build_corpus(load_entries(ROOT).documents)


@pytest.fixture(scope="module")
def lines(corpus: Corpus) -> list[Asked]:
    """A line for each signature."""
    return list(lines_of(corpus))


def wrong(asked: list[Asked], found: list[list[str]], most: int) -> list[tuple[str, str, list[str]]]:
    """What was not found in its place, for a person who reads a failed test."""
    return [
        (one.text, one.entry, ids[:3]) for one, ids in zip(asked, found, strict=True) if one.entry not in ids[:most]
    ]


def test_a_printed_line_finds_its_entry_first(corpus: Corpus, lines: list[Asked]) -> None:
    """Whatever its numbers, names and prefixes are."""
    found = by_site(corpus, lines)
    assert share_among(lines, found, 1) >= LINES_FIRST, wrong(lines, found, 1)


def test_what_people_type_finds_its_entry_among_three(corpus: Corpus) -> None:
    """Half remembered, misspelt, in other words."""
    asked = queries()
    assert len(asked) >= 60
    assert {one.entry for one in asked} <= corpus.by_id.keys()
    found = by_site(corpus, asked)
    assert share_among(asked, found, 3) >= QUERIES_AMONG_THREE, wrong(asked, found, 3)


def test_the_command_line_and_the_page_agree_on_lines(corpus: Corpus, lines: list[Asked]) -> None:
    """Both look at signatures: lines with all their numbers, and lines that are cut off at either end."""
    cut = [
        Asked(text, one.entry)
        for one in lines[::3]
        for text in (one.text, one.text[: len(one.text) * 3 // 4], one.text[9:])
    ]
    index = make_index(map(row_of, corpus.entries))
    firsts = [(one.text, found) for one in cut for found in find_entries(index, one.text, 1) if found.reason != "words"]
    asked = [Asked(text, found.row.id) for text, found in firsts]
    assert len(asked) > 200
    assert wrong(asked, by_site(corpus, asked), 1) == []


@pytest.mark.parametrize(
    "nothing", ["parity error", "+foo -bar", "how to bake bread in an oven", "?!", "Traceback (most recent call last):"]
)
def test_what_no_entry_knows_finds_nothing(corpus: Corpus, nothing: str) -> None:
    """An entry that shares a word or two with a question is no answer to it."""
    assert by_site(corpus, [Asked(nothing, "")]) == [[]]


@pytest.mark.parametrize(
    "typed",
    [
        ("colective", "nccl-watchdog-collective-timeout"),
        ("preem", "vllm-preemption-kv-exhausted"),
        ("outofmemoryerror", "torch-cuda-oom"),
        ("device side assert", "cuda-device-side-assert"),
        ("no space left on /scratch/run7 device", "disk-full"),
    ],
    ids=lambda typed: typed[0],
)
def test_a_word_may_be_misspelt_unfinished_or_written_in_parts(corpus: Corpus, typed: tuple[str, str]) -> None:
    """People type from memory."""
    text, entry = typed
    assert entry in by_site(corpus, [Asked(text, entry)])[0][:3]


def test_a_traceback_with_much_around_it_finds_what_it_ends_with(corpus: Corpus) -> None:
    """Two hundred lines of frames tell nothing."""
    frames = "".join(
        f'  File "/opt/app/layer_{n}.py", line {n}, in forward\n    return self.layer_{n}(x)\n' for n in range(100)
    )
    end = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 79.15 GiB of which 1.00 GiB is free."
    text = f"Traceback (most recent call last):\n{frames}{end}\n"
    assert by_site(corpus, [Asked(text, "")])[0][0] == "torch-cuda-oom"

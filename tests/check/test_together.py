"""What only all files together can show, and what a broken file must not make the others say."""

from pathlib import Path

import pytest

from generator.check import check_document, check_together
from generator.check.tree import check_tree
from generator.load import load_entries

ENTRY, OTHER, AREA = "entries/serving/cache-full.yaml", "entries/serving/queue-grows.yaml", "entries/serving/_area.yaml"


def edit(tree: Path, name: str, old: str, new: str) -> None:
    """One replacement in one file."""
    text = (tree / name).read_text("utf-8")
    assert text.count(old) == 1
    (tree / name).write_text(text.replace(old, new), "utf-8")


def said(tree: Path) -> list[tuple[str, str]]:
    """Pairs of file and code of a whole check."""
    return [(problem.location.path, problem.code) for problem in check_tree(tree).problems]


def test_the_small_sound_repository_is_sound(tree: Path) -> None:
    """What all others change."""
    assert said(tree) == []


def test_a_link_to_an_entry_with_problems_is_not_broken(tree: Path) -> None:
    """The entry is there; its own problem is enough."""
    edit(tree, OTHER, "severity: medium", "severity: medum")
    assert said(tree) == [(OTHER, "F104")]


def test_an_area_file_with_problems_is_not_a_missing_one(tree: Path) -> None:
    """Its own problem is enough."""
    edit(tree, AREA, "name: Serving", "nmae: Serving")
    assert {code for _, code in said(tree)} == {"F101", "F102"}


def test_a_link_to_a_former_id_is_a_link(tree: Path) -> None:
    """Old ids stay good."""
    edit(tree, OTHER, "entry:cache-full", "entry:kv-full")
    assert said(tree) == []


@pytest.mark.parametrize(
    "broken", ["not yaml: [", "", "- a list\n", "\ttab: 1\n"], ids=["no YAML", "nothing", "a list", "a tab"]
)
def test_a_file_that_cannot_be_read_does_not_hide_the_problems_of_others(tree: Path, broken: str) -> None:
    """One run reports everything."""
    (tree / ENTRY).write_text(broken)
    edit(tree, OTHER, "severity: medium", "severity: medum")
    assert {path for path, _ in said(tree)} == {ENTRY, OTHER}


def test_problems_of_one_file_and_of_all_files_come_in_one_order(tree: Path) -> None:
    """By file and line, whichever rule found them."""
    edit(tree, ENTRY, "entry: queue-grows\n    why: Both", "entry: nowhere\n    why: Both")
    edit(
        tree,
        ENTRY,
        "title: Requests are evicted because the cache is full",
        "title: Requests are evicted because the cache is full.",
    )
    edit(tree, OTHER, "entry: cache-full", "entry: nowhere")
    assert said(tree) == [(ENTRY, "P201"), (ENTRY, "L101"), (OTHER, "L101")]


def test_advice_does_not_keep_a_file_from_the_later_rules(tree: Path) -> None:
    """A title with a full stop has links all the same."""
    edit(
        tree,
        ENTRY,
        "title: Requests are evicted because the cache is full",
        "title: Requests are evicted because the cache is full.",
    )
    checked = check_tree(tree)
    assert checked.is_sound
    assert len(checked.documents) == 3


def test_a_sentence_that_stands_in_three_entries_is_reported_at_each_later_place(tree: Path) -> None:
    """Against the first."""
    sentence = "An eviction takes the blocks of a running request and gives them to another one."
    edit(tree, OTHER, "definition: A queue without bound between the clients and the model.", f"definition: {sentence}")
    edit(tree, AREA, "intro: ", f"intro: {sentence} ")
    assert said(tree) == [(ENTRY, "P104"), (OTHER, "P104")]


def test_signatures_are_compared_without_regard_to_white_space(tree: Path) -> None:
    """Matching pays it no regard either."""
    edit(
        tree,
        ENTRY,
        "      Cache report {{full}}\n      used {share:number} of {total:size}",
        "      Request  {request:word} evicted:\n      no free block of {blocks:int}",
    )
    edit(
        tree,
        ENTRY,
        "INFO Cache report {full}\n      INFO used 99.5 of 6.00 GiB",
        "Request a evicted:\n      no free block of 7",
    )
    assert (ENTRY, "S107") in said(tree)


def test_the_rules_leave_the_documents_as_they_are(tree: Path) -> None:
    """A check reads."""
    documents = load_entries(tree).documents
    before = [(document.text, repr(document.value)) for document in documents]
    for document in documents:
        list(check_document(document))
    list(check_together(documents))
    assert [(document.text, repr(document.value)) for document in documents] == before


def test_a_hundred_files_with_one_mistake_each_give_a_hundred_problems(tree: Path) -> None:
    """Nothing is cut off."""
    for number in range(100):
        (tree / f"entries/serving/broken-{number}.yaml").write_text("title: [\n")
    assert len(check_tree(tree).problems) == 100

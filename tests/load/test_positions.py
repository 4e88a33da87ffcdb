"""Where a piece of a document stands: lines and columns as people count them, from 1."""

import pytest

from generator.load.lines import source_lines
from generator.load.positions import locate

TEXT = """\
# a comment
title: The cache is full
tags: [one, two]
fix:
  why: |-
    First line.

    See [here](entry:x).
  steps:
    - do: Lower it.
    - {do: Raise it., when: never}
folded: >-
  some words
  that are folded
"""


@pytest.mark.parametrize(
    ("path", "options", "place"),
    [
        pytest.param((), {}, (2, 1, 5), id="the document is at its first key"),
        pytest.param(("title",), {}, (2, 8, 17), id="a value is at its first character"),
        pytest.param(("title",), {"key": True}, (2, 1, 5), id="a key is at its own first character"),
        pytest.param(("tags", 1), {}, (3, 13, 3), id="a value of a flow list"),
        pytest.param(("tags", 1), {"key": True}, (3, 13, 3), id="a value of a list has no key and stands for itself"),
        pytest.param(("fix", "why"), {}, (5, 8, 1), id="a block scalar is at its bar"),
        pytest.param(("fix", "why"), {"find": "entry:x"}, (8, 16, 7), id="a piece is found inside a block scalar"),
        pytest.param(
            ("fix", "why"), {"find": "absent"}, (5, 8, 1), id="a piece that is not there leaves the place of the value"
        ),
        pytest.param(("fix", "steps", 0), {}, (10, 7, 2), id="a row is at its first key"),
        pytest.param(("fix", "steps", 1, "when"), {}, (11, 29, 5), id="a value of a flow record"),
        pytest.param(("folded",), {"find": "that are"}, (14, 3, 8), id="a piece of a later line of a folded scalar"),
        pytest.param(
            ("folded",), {"find": "title"}, (12, 9, 1), id="a piece that stands only before the value is not found"
        ),
        pytest.param(("fix", "verify"), {}, (4, 1, 3), id="a missing field is at its parent's key"),
        pytest.param(("fix", "steps", 7), {}, (9, 3, 5), id="a missing row is at the list's key"),
        pytest.param(("nothing", "at", "all"), {}, (2, 1, 5), id="a path that leads nowhere is at the document"),
    ],
)
def test_a_path_has_its_place(
    path: tuple[str | int, ...], options: dict[str, object], place: tuple[int, int, int]
) -> None:
    """`locate` finds keys, values, pieces of values, and for what is missing the nearest parent."""
    found = locate(TEXT, "entry.yaml", path, **options)  # type: ignore[arg-type]
    assert (found.line, found.column, found.width) == place


def test_an_empty_document_is_at_its_beginning() -> None:
    """A place is given even where nothing is."""
    assert str(locate("", "entry.yaml", ("title",))) == "entry.yaml:1:1"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["unix", "windows", "old macintosh"])
def test_a_piece_is_found_with_any_line_end(end: str) -> None:
    """The line is the editor's line."""
    text = end.join(["a: 1", "b: |", "  one", "  two [x](entry:y)", ""])
    assert str(locate(text, "entry.yaml", ("b",), find="entry:y")) == "entry.yaml:4:11"


@pytest.mark.parametrize("end", ["\x85", "\u2028", "\u2029"], ids=["NEL", "LS", "PS"])
def test_a_rare_line_end_shifts_no_later_place(end: str) -> None:
    """libyaml ends a line at these characters; our lines must, or every quote below would show the wrong one."""
    text = f'a: "x{end}y"\nb: wrong\n'
    found = locate(text, "entry.yaml", ("b",))
    assert source_lines(text)[found.line - 1][found.column - 1 :] == "wrong"


def test_columns_count_characters_and_not_bytes() -> None:
    """A caret under text after an umlaut or an emoji stands where it should."""
    assert str(locate('{a: "ü😀", b: x}', "entry.yaml", ("b",))) == "entry.yaml:1:14"

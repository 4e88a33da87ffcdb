"""YAML text to plain values: which words are more than text, and what is refused."""

import math
import time
from datetime import date

import pytest

from generator.load.yaml_values import DEEPEST, read_values


def read(text: str) -> object:
    """The value of a text that must be sound YAML."""
    value, problems = read_values(text, "entry.yaml")
    assert problems == []
    return value


def codes(text: str) -> list[str]:
    """The codes that a text brings about."""
    return [problem.code for problem in read_values(text, "entry.yaml")[1]]


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ('a: "open\nb: x\nc: "d"\n', (1, 4), "is closed only at line 3"),
        ("a: 'it\nb: don't\n", (1, 4), "is closed only at line 2"),
        ('a: {b: "open\n  c: 1\nd: "e"\n', (1, 8), "is closed only at line 3"),
        ("b: 1\na: 'it is\n", (2, 4), "is closed nowhere in the file"),
        ('a: "b\n  c"\nd: [\n', (4, 1), "the YAML reader stopped"),
        ("a: 'b' c\n", (1, 8), "the YAML reader stopped"),
        ("a:\n  - b: |\n        deep\n    less\n    c: x\n", (5, 5), "the YAML reader stopped"),
        ("a:\n  - b: |\n        deep\n     less\n    c: x\n", (2, 8), "more blanks than line 4"),
        ("a: >+  # c\n\n    deep\n    deep\n  less\n", (1, 4), "more blanks than line 5"),
        ("a: |-\n    \n  less\n", (1, 4), "more blanks than line 3"),
        ("a: |-\n  deep\n  text\n b: 1\nc: 2\n", (1, 4), "more blanks than line 4"),
        ("a: |-\n  text\nb\nc: [\n", (4, 1), "the YAML reader stopped"),
        ("a: 1\n||||||| base\nb: 1\n", (2, 1), "a merge conflict"),
        ("a: 1\nb: 1\n=======\nb: 2\n>>>>>>> work\n", (5, 1), "a merge conflict"),
    ],
)
def test_a_slip_is_named_where_it_was_made(text: str, place: tuple[int, int], says: str) -> None:
    """Not where the reader noticed it: the quote that was opened, the head of the text, the mark of the conflict. Others keep the reader's words."""
    (problem,) = read_values(text, "entry.yaml")[1]
    assert ((problem.location.line, problem.location.column), problem.code) == (place, "Y101")
    assert says in problem.what


def test_the_remedy_for_a_text_that_begins_deeper_works() -> None:
    """With the digit that is named, and only blanks that are text."""
    text = "a:\n  - b: |-\n          deep\n      less\n"
    (problem,) = read_values(text, "entry.yaml")[1]
    assert problem.fix.startswith("write `|2-`: each line then begins 2 blanks")
    assert read(text.replace("|-", "|2-")) == {"a": [{"b": "    deep\nless"}]}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        pytest.param("no", "no", id="no is text"),
        pytest.param("yes", "yes", id="yes is text"),
        pytest.param("on", "on", id="on is text"),
        pytest.param("off", "off", id="off is text"),
        pytest.param("y", "y", id="y is text"),
        pytest.param("true", True, id="true is true"),
        pytest.param("FALSE", False, id="FALSE is false"),
        pytest.param("null", None, id="null is nothing"),
        pytest.param("~", None, id="a tilde is nothing"),
        pytest.param("", None, id="no value is nothing"),
        pytest.param("12", 12, id="digits are a number"),
        pytest.param("-9", -9, id="a sign belongs to the number"),
        pytest.param("0777", 777, id="a leading zero is no octal number"),
        pytest.param("0o17", 15, id="0o17 is octal"),
        pytest.param("0x1F", 31, id="0x1F is hexadecimal"),
        pytest.param("1_000", "1_000", id="underscores make text"),
        pytest.param("12:30", "12:30", id="a time of day is text, not seconds"),
        pytest.param("1.5", 1.5, id="a fraction is a number"),
        pytest.param("3e-05", 3e-05, id="an exponent is a number"),
        pytest.param(".inf", math.inf, id="infinity is a number"),
        pytest.param("2026-11-29", date(2026, 11, 29), id="a date is a date"),
        pytest.param("2026-13-40", "2026-13-40", id="a date that no calendar has stays text"),
        pytest.param("0000-01-01", "0000-01-01", id="the year nought stays text"),
        pytest.param("2026-11-29T10:00:00Z", "2026-11-29T10:00:00Z", id="a moment is text"),
        pytest.param('"0.10"', "0.10", id="quotes make text of a number"),
        pytest.param("'true'", "true", id="quotes make text of a truth"),
        pytest.param("|-\n  5", "5", id="a block scalar is text"),
        pytest.param("1" * 5000, "1" * 5000, id="a number of 5000 digits stays text"),
        pytest.param("=", "=", id="an equals sign is text"),
    ],
)
def test_a_plain_word_is_read_as_editors_read_it(written: str, value: object) -> None:
    """Scalars follow YAML 1.2's core words, plus dates."""
    assert read(f"field: {written}") == {"field": value}


def test_a_byte_order_mark_inside_the_text_is_no_problem_of_yaml() -> None:
    """The mark is taken off where the bytes are read; a second one is the reader's to skip."""
    assert read("\ufefftitle: x") == {"title": "x"}


def test_windows_line_ends_are_line_ends() -> None:
    """A file saved on Windows holds the same values."""
    assert read("a: 1\r\nb: |-\r\n  two\r\n  lines\r\n") == {"a": 1, "b": "two\nlines"}


@pytest.mark.parametrize(
    "text", ["", "\n\n", "# only a comment\n", "---\n...\n"], ids=["nothing", "blank lines", "a comment", "markers"]
)
def test_a_file_without_a_value_is_no_entry(text: str) -> None:
    """Nothing to read is a problem, or a value that the shape check refuses."""
    value, problems = read_values(text, "entry.yaml")
    assert value is None
    assert [problem.code for problem in problems] in (["Y101"], [])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("a: 1\n---\nb: 2\n", "Y101", id="two documents"),
        pytest.param("a: 1\n\tb: 2\n", "Y102", id="a tab in the indentation"),
        pytest.param("a: 1\na: 2\n", "Y103", id="a key twice"),
        pytest.param("a: 1\n'a': 2\n", "Y103", id="a key twice, once in quotes"),
        pytest.param("a: &x 1\nb: *x\n", "Y104", id="an alias to a word"),
        pytest.param("a: &x [1]\nb: *x\n", "Y104", id="an alias to a list"),
        pytest.param("a: &x [*x]\n", "Y104", id="a list that holds itself"),
        pytest.param("<<: {b: 1}\n", "Y104", id="a merge key"),
        pytest.param("a: &x 1\n", "Y104", id="an anchor alone"),
        pytest.param("a: !custom 1\n", "Y105", id="a tag"),
        pytest.param("a: !!set {x}\n", "Y105", id="a tag on a record"),
        pytest.param("a: !!omap [x]\n", "Y105", id="a tag on a list"),
        pytest.param("a: !!bool maybe\n", "Y105", id="a core tag that contradicts the word"),
        pytest.param("!custom a: 1\n", "Y105", id="a tag on a key"),
        pytest.param("a: \x07\n", "Y110", id="a control character"),
        pytest.param("a: \ufffe\n", "Y110", id="a character that is none"),
    ],
)
def test_what_an_entry_does_not_need_is_a_problem(text: str, code: str) -> None:
    """YAML's means of sharing, typing and streaming are refused by name."""
    assert codes(text) == [code]


def test_text_that_holds_an_ampersand_is_no_anchor() -> None:
    """Commands are full of ampersands."""
    assert read("a: make && make test\nb: |\n  R &D\n  run &\n") == {"a": "make && make test", "b": "R &D\nrun &\n"}


def test_an_alias_is_reported_where_it_stands() -> None:
    """The contributor mends the alias, not the value it repeats."""
    (problem,) = read_values("first: &same words\nsecond: *same\n", "entry.yaml")[1]
    assert str(problem.location) == "entry.yaml:2:9"


def test_an_alias_to_words_keeps_the_words() -> None:
    """The shape check then has nothing more to say of the place."""
    assert read_values("first: &same words\nsecond: *same\n", "entry.yaml")[0] == {"first": "words", "second": "words"}


def test_a_bomb_of_aliases_is_refused_at_once() -> None:
    """Nine to the tenth power of values would take hours; the nodes are never expanded."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"] + [
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 11)
    ]
    started = time.perf_counter()
    value, problems = read_values("\n".join(lines), "entry.yaml")
    assert time.perf_counter() - started < 2
    assert value is None
    assert {problem.code for problem in problems} == {"Y104"}


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, "- " * 100_000, "{a: " * 60_000, "? " * 100_000, "[" * 100 + "]" * 100],
    ids=["open brackets", "dashes", "braces", "question marks", "closed brackets"],
)
def test_nesting_without_end_is_refused_and_not_followed(text: str) -> None:
    """No recursion follows a file downwards."""
    assert codes(text) == ["Y111"]


def test_values_may_be_nested_as_deep_as_an_entry_needs_and_more() -> None:
    """The bound is twice what the deepest field of the record takes."""
    assert codes("[" * DEEPEST + "]" * DEEPEST) == []


@pytest.mark.parametrize(
    "text", ["[" * 900, "a: [", 'a: "x', "a: b: c", "a:\n  - [b\n", "%YAML 9.9\n", "a: 'x\n\n", "\u2028- ["], ids=repr
)
def test_an_error_at_the_end_is_placed_inside_the_text(text: str) -> None:
    """libyaml's mark for the end of a text can lie a line behind it."""
    (problem,) = read_values(text, "entry.yaml")[1]
    lines = text.replace("\u2028", "\n").split("\n")
    assert 1 <= problem.location.line <= len(lines)
    assert 1 <= problem.location.column <= len(lines[problem.location.line - 1]) + 1

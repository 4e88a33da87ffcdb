"""Problems as text, JSON and annotations: carets, escapes and order."""

import json
import re

import pytest

from generator.problems import CATALOGUE, Code, Location, Problem, did_you_mean, in_reading_order, is_error, nearest
from generator.problems.printing import LONGEST_QUOTE, as_github, as_json, as_text, printable


def problem(**changes: object) -> Problem:
    """A problem with some parts of one's own."""
    parts: dict[str, object] = {
        "code": "F104",
        "location": Location("entries/a/b.yaml", 3, 5, 4),
        "what": "`hihg` is no severity",
        "fix": "did you mean `high`?",
    }
    return Problem(**(parts | changes))  # type: ignore[arg-type]


def text(line: str | None, **changes: object) -> list[str]:
    """The printed lines of one problem whose source line is `line`."""
    return as_text([problem(**changes)], lambda path, number: line).split("\n")


def test_a_problem_prints_place_line_caret_why_and_fix() -> None:
    """In this order, and nothing else."""
    assert text("key: hihg", location=Location("entries/a/b.yaml", 3, 6, 4)) == [
        "entries/a/b.yaml:3:6: F104 `hihg` is no severity",
        "      3 | key: hihg",
        "        |      ^^^^",
        f"  why: {CATALOGUE['F104'].why}",
        "  fix: did you mean `high`?",
    ]


@pytest.mark.parametrize("line", [None, "", "   "], ids=["no source", "an empty line", "a blank line"])
def test_where_there_is_nothing_to_quote_nothing_is_quoted(line: str | None) -> None:
    """Place, why and fix stand alone."""
    assert len(text(line)) == 3


def test_advice_is_called_advice() -> None:
    """A reader sees that it does not block."""
    assert text(None, code="P201")[0].endswith("P201 advice: `hihg` is no severity")


@pytest.mark.parametrize(
    ("line", "column", "width"),
    [
        pytest.param("a: \x1b[31mred", 4, 5, id="an escape code before and under the caret"),
        pytest.param("a:\tb", 4, 1, id="a tab before the caret"),
        pytest.param("x" * 1000, 600, 3, id="a place far to the right"),
        pytest.param("x" * 1000, 2, 900, id="a fault wider than the quote"),
        pytest.param("short", 6, 1, id="a place behind the end"),
        pytest.param("a: \u202eb", 4, 1, id="a direction mark"),
    ],
)
def test_the_caret_stays_under_the_fault(line: str, column: int, width: int) -> None:
    """However the line is cut or escaped, the caret begins below the character at fault."""
    quote, caret = text(line, location=Location("x", 1, column, width))[1:3]
    assert set(caret.split("| ")[1]) <= {" ", "^"}
    begin = caret.index("^")
    fault = printable(line[column - 1 : column])
    assert quote[begin : begin + len(fault)] == fault
    assert len(quote.split("| ", 1)[1]) <= LONGEST_QUOTE * 6


def test_two_problems_follow_each_other() -> None:
    """One after the other, a line each without a source."""
    assert as_text([problem(), problem(code="F101")], lambda path, number: None).count("\n  why: ") == 2


@pytest.mark.parametrize(
    "character",
    [
        "\x00",
        "\x07",
        "\x1b",
        "\x7f",
        "\x9b",
        "\u200b",
        "\u202e",
        "\u2028",
        "\ufeff",
        "\ud800",
        "\U000e0041",
        "\n",
        "\t",
        "\r",
    ],
    ids=ascii,
)
def test_a_character_that_a_terminal_acts_on_is_shown_as_its_code(character: str) -> None:
    """Whatever a file or its name holds, a terminal only prints it."""
    assert printable(character) == f"\\u{ord(character):04x}"


@pytest.mark.parametrize(
    "words",
    ["plain words", "Größe in München", "日本語", "“quoted” – dashed…", "😀", "a\u00a0b".replace("\u00a0", " ")],
)
def test_words_of_any_language_are_printed_as_they_are(words: str) -> None:
    """Escapes are for what cannot be seen."""
    assert printable(words) == words


DIRTY = {
    "location": Location("entries/a/\x1b[31m\nred,1:2%.yaml", 3, 5),
    "what": "`\x1b]0;owned\x07` is 100% wrong\n::error::x",
    "fix": "a, b: c\r\n% d",
}


def test_an_annotation_follows_the_escaping_of_the_toolkit() -> None:
    """Percent, line ends, colons and commas, as the toolkit's command.ts does it."""
    assert as_github([problem(location=Location("entries/a/b,c:d%.yaml", 3, 5), what="100% wrong")]) == (
        "::error file=entries/a/b%2Cc%3Ad%25.yaml,line=3,col=5,title=F104 a word outside its vocabulary::100%25 wrong%0Afix: did you mean `high`?"
    )


def test_an_annotation_is_one_line_of_printable_characters() -> None:
    """A file cannot bring in commands of its own."""
    printed = as_github([problem(**DIRTY)])
    assert printed.isprintable()
    assert printed.count("::error") == 2  # the command, and the text of the file behind its own colons
    assert printed.startswith("::error file=")


def test_advice_is_a_notice() -> None:
    """It does not turn a pull request red."""
    assert as_github([problem(code="P202")]).startswith("::notice ")


def test_text_holds_no_raw_control_character() -> None:
    """Neither from the name nor from the words nor from the line."""
    assert all(row.isprintable() for row in text("\x1b[2J\x07 line", **DIRTY))


def test_json_holds_everything_and_no_raw_control_character() -> None:
    """Programs get the values as they are, in escapes."""
    printed = as_json([problem(**DIRTY)])
    assert all(row.isprintable() for row in printed.split("\n"))
    assert json.loads(printed) == [
        {
            "code": "F104",
            "weight": "error",
            "path": DIRTY["location"].path,
            "line": 3,
            "column": 5,
            "width": 1,  # type: ignore[attr-defined]
            "what": DIRTY["what"],
            "why": CATALOGUE["F104"].why,
            "fix": DIRTY["fix"],
        }
    ]


def test_no_problems_are_an_empty_list_in_json() -> None:
    """Not nothing."""
    assert json.loads(as_json([])) == []


def test_problems_are_in_the_order_of_reading_and_each_stands_once() -> None:
    """By file, line and column, numbers as numbers."""
    places = [Location("b", 1), Location("a", 10), Location("a", 9, 20), Location("a", 9, 3), Location("a", 9, 3)]
    ordered = in_reading_order([problem(location=place) for place in places])
    assert [str(p.location) for p in ordered] == ["a:9:3", "a:9:20", "a:10:1", "b:1:1"]


@pytest.mark.parametrize(("word", "near"), [("sumary", "summary"), ("hihg", "high"), ("zzz", None), ("", None)])
def test_only_a_near_word_is_offered(word: str, near: str | None) -> None:
    """A far one would mislead."""
    assert nearest(word, ["summary", "high", "title"]) == near


def test_without_a_near_word_the_other_advice_is_given() -> None:
    """A list of the words, for example."""
    assert did_you_mean("zzz", ["summary"], "see the list") == "see the list"


@pytest.mark.parametrize("code", CATALOGUE.values(), ids=CATALOGUE.keys())
class TestCatalogue:
    """Every code says what it means, in the form of the others."""

    def test_its_family_and_number_say_its_weight(self, code: Code) -> None:
        """Y, F, L, S or P; 1xx blocks, 2xx is advice."""
        assert re.fullmatch(r"[YFLSP][12]\d\d", code.code)
        assert is_error(code.code) == (code.code[1] == "1")

    def test_its_name_and_reason_are_clauses(self, code: Code) -> None:
        """Lower case (but for names), without a full stop: they follow `why:`."""
        assert code.name
        assert not code.name.endswith(".")
        assert code.why[0].islower() or code.why.startswith("YAML")
        assert not code.why.endswith(".")
        assert "\n" not in code.why

    def test_it_explains_itself_with_sentences_and_an_example(self, code: Code) -> None:
        """What `explain CODE` shows."""
        assert code.explanation[0].isupper()
        assert code.explanation.rstrip("`").endswith((".", "yaml"))
        assert code.wrong
        assert code.right
        assert code.wrong != code.right

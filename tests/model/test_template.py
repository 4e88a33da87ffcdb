"""Signature text to templates: what is a placeholder, what is text, and how a mistake is answered."""

import pytest

from generator.model.template import Hole, Literal, TemplateError, has_little_text, is_too_wide, parse_template
from generator.schema.vocabulary import PLACEHOLDER


@pytest.mark.parametrize("kind", list(PLACEHOLDER))
def test_every_kind_of_the_vocabulary_is_understood(kind: str) -> None:
    """The words that editors offer are those that the parser takes."""
    assert parse_template(f"got {{value:{kind}}}").holes == (Hole("value", kind),)


def test_a_placeholder_without_a_kind_is_a_word() -> None:
    """`{name}` is short for `{name:word}`."""
    assert parse_template("got {value}").holes == (Hole("value", "word"),)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        pytest.param("{{}}", (Literal("{}"),), id="doubled braces are braces"),
        pytest.param("a {{b}} {c}", (Literal("a {b} "), Hole("c", "word")), id="braces and a placeholder"),
        pytest.param("{{{c}}}", (Literal("{"), Hole("c", "word"), Literal("}")), id="a placeholder in braces"),
        pytest.param("{c} end", (Hole("c", "word"), Literal(" end")), id="a placeholder at the start"),
        pytest.param("100% \\d+ .*", (Literal("100% \\d+ .*"),), id="nothing is a regular expression"),
    ],
)
def test_a_line_is_cut_into_text_and_placeholders(text: str, pieces: tuple[Literal | Hole, ...]) -> None:
    """What is not between single braces is kept to the letter."""
    assert parse_template(text).lines == (pieces,)


def test_lines_of_a_template_stay_apart() -> None:
    """Each line is matched inside one line of the log; blank ones say nothing."""
    assert parse_template("first {a}\n\n  \nsecond\n").lines == (
        (Literal("first "), Hole("a", "word")),
        (Literal("second"),),
    )


@pytest.mark.parametrize(
    ("text", "what", "fix", "piece"),
    [
        pytest.param("got {a", "an opening brace is never closed", "double it", "{a", id="an open brace"),
        pytest.param("got a}", "a closing brace has no opening one", "double it", "}", id="a closing brace"),
        pytest.param("got {}", "`{}` is not a placeholder", "write {name}", "{}", id="an empty placeholder"),
        pytest.param("got {A}", "`{A}` is not a placeholder", "lower case", "{A}", id="a name in capitals"),
        pytest.param(
            "got {1st}", "`{1st}` is not a placeholder", "write {name}", "{1st}", id="a name that starts with a digit"
        ),
        pytest.param('{"a": 1}', '`{"a": 1}` is not a placeholder', "double the braces", '{"a": 1}', id="JSON"),
        pytest.param("got {a:}", "`` is no kind of placeholder", "the kinds are", "{a:}", id="no kind after the colon"),
        pytest.param(
            "got {a:nubmer}",
            "`nubmer` is no kind of placeholder",
            "did you mean `number`?",
            "{a:nubmer}",
            id="a misspelled kind",
        ),
        pytest.param(
            "got {a:zzz}",
            "`zzz` is no kind of placeholder",
            "the kinds are int, number",
            "{a:zzz}",
            id="a kind like none",
        ),
        pytest.param("got {a}{b}", "two placeholders touch", "between them", "{b}", id="two that touch"),
        pytest.param(
            "got {a:int}{b:any}",
            "two placeholders touch",
            "between them",
            "{b:any}",
            id="two that touch, the first with an end of its own",
        ),
        pytest.param(
            "{a} and {a}", "the placeholder `a` stands twice", "a name of its own", "{a", id="a name twice in a line"
        ),
        pytest.param(
            "one {a}\ntwo {a}",
            "the placeholder `a` stands twice",
            "a name of its own",
            "{a",
            id="a name twice in two lines",
        ),
    ],
)
def test_a_mistake_says_what_and_how_to_mend_it(text: str, what: str, fix: str, piece: str) -> None:
    """The error carries the part at fault, so that the caret finds it."""
    with pytest.raises(TemplateError) as caught:
        parse_template(text)
    assert caught.value.what == what
    assert fix in caught.value.fix
    assert caught.value.piece == piece


@pytest.mark.parametrize(
    ("text", "wide"),
    [
        pytest.param("{a:any}", True, id="no text at all"),
        pytest.param("error: {a:any}", True, id="one common word"),
        pytest.param("a b c {x} d e f {y} g h i {z} j k l m", True, id="many letters, no run of eight"),
        pytest.param("{a} ---------------- {b}", True, id="rules and dashes"),
        pytest.param("timed out {a} xy", True, id="eight in one run, ten in all"),
        pytest.param("timed out {a} wxyz", False, id="eight in one run, twelve in all"),
        pytest.param("CUDA error", True, id="nine letters"),
        pytest.param("device-side assert triggered", False, id="a message"),
        pytest.param("{a:any}\nWatchdog caught", True, id="text in the second line only"),
        pytest.param("Watchdog caught\n{a:any}", False, id="text in the first line only"),
        pytest.param("内存不足，无法继续分配显存空间", True, id="no word in ASCII to search by"),
        pytest.param("内存不足，无法继续分配 CUDA 显存空间", False, id="a word in ASCII among others"),
    ],
)
def test_a_template_needs_enough_text_of_its_own(text: str, wide: bool) -> None:
    """Twelve letters or digits, eight of them in one run, keep a signature from hitting everything."""
    assert is_too_wide(parse_template(text)) is wide


@pytest.mark.parametrize(
    ("text", "what"),
    [
        pytest.param("x" * 1001, "the signature has 1,001 characters", id="a character too many"),
        pytest.param("Watchdog caught " * 625, "the signature has 10,000 characters", id="ten thousand characters"),
        pytest.param("{" * 10_000, "the signature has 10,000 characters", id="ten thousand braces"),
        pytest.param("{a}{b}" * 2000, "the signature has 12,000 characters", id="four thousand placeholders"),
        pytest.param("x\n" * 17, "the signature has 17 lines", id="a line too many"),
        pytest.param("x\n\n" * 300, "the signature has 300 lines", id="three hundred lines"),
    ],
)
def test_what_is_too_long_is_refused_before_it_is_read(text: str, what: str) -> None:
    """The limits of LANGUAGE.md, each with what to keep."""
    with pytest.raises(TemplateError) as caught:
        parse_template(text)
    assert caught.value.what == what
    assert caught.value.fix.startswith("keep the ")


@pytest.mark.parametrize(
    "text", ["x" * 1000, "x\n" * 16, "x\n\n \n" * 16, "{{" * 500], ids=["characters", "lines", "blank lines", "braces"]
)
def test_what_is_as_long_as_may_be_is_read(text: str) -> None:
    """A thousand characters, sixteen lines; blank ones do not count."""
    assert parse_template(text).literals


@pytest.mark.parametrize(
    ("text", "little"),
    [
        pytest.param("内存不足，无法继续分配显存空间", False, id="no word to search by"),
        pytest.param("{a:any}\nWatchdog caught a timeout", False, id="text in the second line only"),
        pytest.param("error: {a:any}", True, id="too little text"),
    ],
)
def test_too_little_text_and_no_word_to_search_by_are_told_apart(text: str, little: bool) -> None:
    """Each is mended in its own way."""
    template = parse_template(text)
    assert is_too_wide(template)
    assert has_little_text(template) is little

"""Templates over log text: what each placeholder takes, where a hit is, and how long hostile lines may take."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from generator.match import Hit, scan_text
from generator.model.template import parse_template


def hits(template: str, text: str) -> list[Hit]:
    """The hits of a template that is written here."""
    return scan_text(text, parse_template(template))


def taken(template: str, text: str) -> dict[str, str] | None:
    """What the placeholders of the first hit took; None without a hit."""
    found = hits(template, text)
    return found[0].captures if found else None


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("int", "147"),
        ("int", "-9"),
        ("int", "+1"),
        ("number", "1.5"),
        ("number", "3e-05"),
        ("number", "nan"),
        ("number", "-inf"),
        ("number", "12"),
        ("number", "1E+3"),
        ("size", "6.00 GiB"),
        ("size", "512MiB"),
        ("size", "4096 bytes"),
        ("size", "2kb"),
        ("size", "80G"),
        ("size", "1 B"),
        ("hex", "0x7f3a"),
        ("hex", "deadbeef"),
        ("hex", "0XFF"),
        ("word", "cmpl-5d0c"),
        ("word", "a.b/c:d"),
        ("word", "ünïcode"),
        ("word", "{x}"),
        ("path", "/usr/lib/libcuda.so.1"),
        ("path", "torch.nn.Module"),
        ("path", "C:\\temp\\x"),
        ("address", "10.0.0.1<43791>"),
        ("address", "[::1]:29500"),
        ("address", "0000:3b:00.0"),
        ("address", "node-7.local"),
        ("any", "several words, and more"),
        ("any", "a {brace}"),
    ],
)
@pytest.mark.parametrize(
    ("before", "after"),
    [("before [", "] after"), ("before ", " after"), ("before ", ""), ("", " after the message")],
    ids=["in brackets", "in spaces", "last", "first"],
)
def test_a_placeholder_takes_a_value_of_its_kind(before: str, after: str, kind: str, value: str) -> None:
    """Wherever it stands: between marks, between spaces, at the end, at the start."""
    assert taken(f"{before}{{value:{kind}}}{after}", f"{before}{value}{after}") == {"value": value}


def test_any_takes_nothing_where_nothing_is() -> None:
    """The other kinds want at least one character."""
    assert taken("before [{value:any}] after", "before [] after") == {"value": ""}


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("int", "x"),
        ("int", ""),
        ("int", "1.5"),
        ("int", "0x10"),
        ("number", "one"),
        ("number", "1.2.3"),
        ("number", ""),
        ("size", "6"),
        ("size", "6 apples"),
        ("size", "GiB"),
        ("size", "6 Gigabytes"),
        ("hex", "xyz"),
        ("hex", "0x"),
        ("hex", ""),
        ("word", "two words"),
        ("word", ""),
        ("word", "tab\there"),
        ("path", "two words"),
        ("path", ""),
        ("address", "a,b"),
        ("address", ""),
        ("address", "two words"),
    ],
)
def test_a_placeholder_refuses_what_is_not_of_its_kind(kind: str, value: str) -> None:
    """Between two marks there is nothing else that it could take."""
    assert taken(f"before [{{value:{kind}}}] after", f"before [{value}] after") is None


@pytest.mark.parametrize(
    ("template", "line"),
    [
        pytest.param("out of memory", "out  of \t memory", id="a longer run"),
        pytest.param("out  of memory", "out of memory", id="a shorter run"),
        pytest.param("out of {a} memory", "out of   GPU   memory", id="around a placeholder"),
        pytest.param("  out of memory", " out of memory", id="in front"),
    ],
)
def test_white_space_matches_any_run_of_white_space(template: str, line: str) -> None:
    """Logs align columns; templates need not."""
    assert hits(template, line)


def test_white_space_does_not_match_nothing() -> None:
    """Words that are printed together are other words."""
    assert not hits("out of memory", "outof memory")


def test_letters_match_to_the_letter() -> None:
    """Case and signs are part of what a program prints."""
    assert not hits("Out of memory (code 2)", "out of memory (code 2)")
    assert not hits("a.b printed", "axb printed")


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(
            "[rank3]: 2026-11-29 10:00:00,123 ERROR Watchdog caught timeout 7 ms", id="rank, time and level in front"
        ),
        pytest.param(
            "(APIServer pid=812) Watchdog caught timeout 7 ms after it began", id="a process in front, words behind"
        ),
        pytest.param("\x1b[31mWatchdog caught\x1b[0m timeout \x1b[1;33m7\x1b[m ms", id="colours"),
        pytest.param("\x1b]8;;https://x\x07Watchdog caught timeout 7 ms\x1b]8;;\x07", id="a link of the terminal"),
        pytest.param(" 10%|#  | 1/10\rWatchdog caught timeout 7 ms", id="behind a progress bar"),
        pytest.param("Watchdog caught timeout 7 ms\r", id="a carriage return at the end"),
    ],
)
def test_what_stands_around_a_message_is_no_matter(line: str) -> None:
    """Prefixes, colours and progress bars come from others."""
    assert taken("Watchdog caught timeout {n:int} ms", line) == {"n": "7"}


def test_a_hit_tells_line_and_columns_from_one() -> None:
    """They point into the raw line, in bytes; the end is behind the last one, and a colour code behind that stays out."""
    (hit,) = hits("caught {n:int} errors", "first\n\x1b[31mxx caught 12 errors!\x1b[0m")
    assert (hit.line, hit.start, hit.end) == (2, 9, 25)


def test_every_line_that_fits_is_a_hit() -> None:
    """A log says it as often as it happens."""
    assert [hit.line for hit in hits("caught {n:int} errors", "caught 1 errors\nnothing\ncaught 2 errors")] == [1, 3]


def test_a_placeholder_takes_as_little_as_the_text_after_it_allows() -> None:
    """The first place where the next text stands ends it."""
    assert taken("file {path:path}: error {code:int}", "file a:b: error 5: error 6") == {"path": "a:b", "code": "5"}


def test_the_search_goes_on_behind_a_beginning_that_leads_nowhere() -> None:
    """A word that cannot reach the text after it begins again at the next place."""
    assert taken("rank {r:word} failed", "rank zero is well, rank 7 failed") == {"r": "7"}


def test_a_placeholder_never_crosses_a_line() -> None:
    """`any` ends with its line."""
    assert not hits("began {a:any} ended", "began here\nand ended")


def test_a_placeholder_at_the_start_takes_what_stands_before_the_text() -> None:
    """It reaches back to the white space."""
    assert taken("{name} failed with exit code {code:int}", "job worker-7 failed with exit code 137") == {
        "name": "worker-7",
        "code": "137",
    }


def test_any_at_the_start_takes_the_whole_beginning() -> None:
    """Even nothing."""
    assert taken("{before:any}out of memory", "out of memory") == {"before": ""}


def test_a_number_at_the_start_is_not_cut_out_of_a_longer_one() -> None:
    """`5 GPUs found` is not in `1.5 GPUs found`."""
    assert not hits("{n:int} GPUs were found", "1.5 GPUs were found")


def test_literal_braces_match_braces() -> None:
    """Doubled in the template, single in the log."""
    assert taken('{{"error": {code:int}}} returned', 'got {"error": 5} returned') == {"code": "5"}


class TestSeveralLines:
    """A template of several lines matches lines of the log in order, with few others between."""

    TEMPLATE = "ChildFailedError: {what}\nRoot cause is rank {rank:int}\nexit code {code:int}"

    def test_lines_that_follow_each_other(self) -> None:
        """What all lines took is in one hit, at the place of the first."""
        (hit,) = hits(self.TEMPLATE, "x\nChildFailedError: train.py\nRoot cause is rank 3\nexit code 1")
        assert (hit.line, hit.captures) == (2, {"what": "train.py", "rank": "3", "code": "1"})

    def test_other_lines_may_stand_between(self) -> None:
        """Other ranks print too."""
        assert hits(self.TEMPLATE, "ChildFailedError: a\nnoise\nnoise\nnoise\nRoot cause is rank 3\nnoise\nexit code 1")

    def test_a_line_too_far_away_belongs_to_something_else(self) -> None:
        """Four lines are the reach."""
        assert not hits(self.TEMPLATE, "ChildFailedError: a\n" + "noise\n" * 4 + "Root cause is rank 3\nexit code 1")

    def test_the_order_counts(self) -> None:
        """A later line of the template is not looked for above."""
        assert not hits(self.TEMPLATE, "Root cause is rank 3\nexit code 1\nChildFailedError: a")

    def test_the_first_line_alone_is_no_hit(self) -> None:
        """All lines must be there."""
        assert not hits(self.TEMPLATE, "ChildFailedError: a")

    def test_a_blank_line_in_the_template_asks_for_nothing(self) -> None:
        """Blank lines in a pasted message are for the eye."""
        assert hits("first of the lines\n\nlast of the lines", "first of the lines\nlast of the lines")


LONG = 1 << 19
HOSTILE = [
    pytest.param(
        "e{x:word}longliteral text here",
        "e " * LONG + "longliteral text here",
        id="a beginning at every other character",
    ),
    pytest.param(
        "e{x:word} longliteral text", "e" * 2 * LONG + " longliteral", id="a beginning at every character of one word"
    ),
    pytest.param(
        "{b:word}e{x:word}longliteral text",
        "e" * 2 * LONG + " longliteral text",
        id="an open start before every character",
    ),
    pytest.param(
        "e{x:any}f{y:word} longliteral text", "ef " * (LONG // 2) + " longliteral", id="two open placeholders"
    ),
    pytest.param(
        "Watchdog caught {x:any} operation timeout",
        "operation Watchdog caught x" + " " * 2 * LONG,
        id="a million spaces",
    ),
    pytest.param(
        "Watchdog caught{x:any} operation timeout",
        "operation" + "Watchdog caught" * (LONG // 8),
        id="the first words again and again",
    ),
    pytest.param("{a:int} operation timed out", "operation " + "1" * 2 * LONG, id="a million digits"),
    pytest.param(
        "size {a:size} operation timed out", "operation " + "size 1 " * (LONG // 4), id="sizes without a unit"
    ),
    pytest.param("at {a:hex} operation timed out", "operation " + "at f" * (LONG // 2), id="hexadecimal numbers"),
    pytest.param("at {a:address} operation timed out", "operation at " + "[" * 2 * LONG, id="a million brackets"),
    pytest.param("operation timed out", "\x1b[" * (LONG // 2) + "operation", id="colour codes that never end"),
    pytest.param("operation timed out", "\x1b]" + "operation" * (LONG // 8), id="a terminal's title that never ends"),
]


@pytest.mark.parametrize(("template", "line"), HOSTILE)
def test_a_hostile_line_of_a_megabyte_is_passed_over_in_seconds(template: str, line: str) -> None:
    """The work grows with the line, not with its square, which here would take hours."""
    parsed = parse_template(template)
    started = time.perf_counter()
    assert scan_text(line, parsed) == []
    assert time.perf_counter() - started < 20


@settings(max_examples=150, deadline=None)
@given(
    some.text("ab 1.", max_size=24),
    some.sampled_from(
        [
            "a{x:word}b",
            "a {x:any}b{y:int}",
            "{x:word}a b",
            "{x:any}b{y:word}",
            "b{x:number}a",
            "a{x:word}a{y:word}b",
            "1{x:path}.{y:any} a",
        ]
    ),
)
def test_a_hit_is_made_of_its_text_and_its_captures(line: str, template: str) -> None:
    """Text and captures, put together again, are the columns of the hit but for runs of spaces."""
    parsed = parse_template(template)
    for hit in scan_text(line, parsed):
        together = template
        for hole in parsed.holes:
            together = together.replace(f"{{{hole.name}:{hole.kind}}}", hit.captures[hole.name])
        assert "".join(together.split()) == "".join(line[hit.start - 1 : hit.end - 1].split())

"""What a report says, compared whole, and what it must never do to a terminal, a ticket or a workflow."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from generator.diagnose.diagnosis import CERTAIN, Diagnosis, Ranks
from generator.diagnose.masked import masked, with_unexplained_masked
from generator.diagnose.report import words
from generator.diagnose.report.as_json import as_json
from generator.diagnose.report.github import annotations
from generator.diagnose.report.markdown import as_markdown
from generator.diagnose.report.schema import diagnosis_schema
from generator.diagnose.report.text import Look, as_text
from tests.diagnose.report.conftest import report

Golden = Callable[[str, str], None]
NAMES = ("found", "nothing", "rivals")


@pytest.fixture(params=NAMES)
def case(request: pytest.FixtureRequest) -> tuple[str, Diagnosis]:
    """Each diagnosis with its name."""
    return request.param, request.getfixturevalue(request.param)


def test_the_text_is_its_golden(case: tuple[str, Diagnosis], golden: Golden) -> None:
    """In the order in which it is read: the answer, its evidence, the victims, what ranks lower, what to do."""
    name, diagnosis = case
    golden(f"diagnosis/{name}.txt", as_text(report(with_unexplained_masked(diagnosis))) + "\n")


def test_the_markdown_is_its_golden(case: tuple[str, Diagnosis], golden: Golden) -> None:
    """Masked, as it goes to a ticket."""
    name, diagnosis = case
    golden(f"diagnosis/{name}.md", as_markdown(report(masked(diagnosis))))


def test_the_json_is_its_golden(case: tuple[str, Diagnosis], golden: Golden) -> None:
    """The contract, key by key."""
    name, diagnosis = case
    golden(f"diagnosis/{name}.json", as_json(report(diagnosis)) + "\n")


def test_the_annotations_are_their_golden(case: tuple[str, Diagnosis], golden: Golden) -> None:
    """Workflow commands."""
    name, diagnosis = case
    golden(f"diagnosis/{name}.github.txt", annotations(report(masked(diagnosis))) + "\n")


def test_the_json_keeps_to_the_schema(case: tuple[str, Diagnosis]) -> None:
    """What programs are told they will get."""
    Draft202012Validator(diagnosis_schema()).validate(json.loads(as_json(report(case[1]))))


def test_the_schema_describes_every_key(found: Diagnosis) -> None:
    """None is printed that is not written down."""

    def closed(node: Any) -> Any:
        if isinstance(node, list):
            return [closed(item) for item in node]
        if not isinstance(node, dict):
            return node
        more = {"additionalProperties": False} if "properties" in node else {}
        return {**{key: closed(value) for key, value in node.items()}, **more}

    Draft202012Validator(closed(diagnosis_schema())).validate(json.loads(as_json(report(found))))


def test_no_form_replays_what_a_terminal_acts_on(case: tuple[str, Diagnosis]) -> None:
    """Escape codes and marks of direction from a log are shown as codes."""
    made = report(case[1])
    for text in (as_text(made), as_markdown(made), as_json(made), annotations(made)):
        assert all(c.isprintable() or c == "\n" for c in text)


def test_a_masked_report_names_nobody(case: tuple[str, Diagnosis]) -> None:
    """No user, host or address is left in any form, and what two lines share, they still share."""
    made = report(masked(case[1]))
    for text in (as_text(made), as_markdown(made), as_json(made), annotations(made)):
        assert not any(private in text for private in ("alice", "node17", "node18", "10.1.2.3"))
    assert as_json(made).count("<ip-1>") >= (2 if case[1].causes else 1)


def test_unexplained_lines_are_masked_even_where_the_rest_is_not(found: Diagnosis) -> None:
    """A reader is asked to pass them on."""
    text = as_text(report(with_unexplained_masked(found)))
    assert "no route to <ip-1> for <user-1>@<host-1>:" in text
    assert "/home/alice/run/console.log:42" in text


def test_a_fence_is_longer_than_what_it_holds(found: Diagnosis) -> None:
    """Backticks in a log do not end its code block."""
    markdown = as_markdown(report(found))
    fences = [line for line in markdown.split("\n") if line.startswith("````") and "console.log" not in line]
    assert fences == ["````text", "````"]


@pytest.mark.parametrize("text", ["@team <b> [x](http://e) #1 *a* _b_ | ~~c~~", "![i](http://e/p.png)"])
def test_words_about_a_log_are_no_markup_in_a_ticket(found: Diagnosis, text: str) -> None:
    """No mention, no link, no picture, no table."""
    markdown = as_markdown(report(replace(found, ranks=Ranks((2,), (), (), (text,)))))
    line = next(line for line in markdown.split("\n") if line.startswith("- ") and "http" in line)
    assert "@" not in line
    assert all(line[at - 1] == "\\" for at, c in enumerate(line) if c in "<>[]*_|~!()" and at > 2)


def test_annotations_cannot_be_broken_out_of(found: Diagnosis) -> None:
    """A line of a log or a file's name that is written like a command stays text."""
    first = found.causes[0]
    evil = replace(first.evidence[0], text="x\n::add-mask::y%0A::error::z", path="a,line=9::b\nc.log")
    text = annotations(report(replace(found, causes=(replace(first, evidence=(evil,)),))))
    assert text.split("\n")[0].startswith("::error file=a%2Cline=9%3A%3Ab\\u000ac.log,line=42,title=")
    assert len([line for line in text.split("\n") if line.startswith("::")]) == len(text.split("\n"))
    assert "%250A::error" in text


def test_what_is_certain_needs_no_experiment(found: Diagnosis) -> None:
    """The section that settles a doubt is left out where there is none."""
    certain = replace(found, causes=(replace(found.causes[0], confidence=CERTAIN), found.causes[1]))
    assert "To be sure" in as_text(report(found))
    assert "To be sure" not in as_text(report(certain))


@pytest.mark.parametrize("width", [40, 60, 120])
def test_prose_keeps_to_the_width(found: Diagnosis, width: int) -> None:
    """But for commands, addresses and paths, which stay whole."""
    for line in as_text(report(found), look=Look(width)).split("\n"):
        assert len(line) <= width or " " not in line.strip() or ".log:" in line or "curl" in line


def test_a_bound_holds_for_every_sort(rivals: Diagnosis) -> None:
    """And says how much was left out."""
    text = as_text(report(rivals), most=2)
    assert "and 6 more lines" in text
    assert text.count("evicted: no free block") == 2


def test_a_line_that_is_two_signatures_is_shown_once(found: Diagnosis) -> None:
    """To people; programs get both."""
    first = found.causes[0]
    twice = replace(
        first, evidence=(first.evidence[0], replace(first.evidence[0], signature="evicted"), first.evidence[1])
    )
    both = report(replace(found, causes=(twice,)))
    assert [as_text(both).count("r-77"), as_markdown(both).count("r-77"), as_json(both).count("512 for alice@")] == [
        1,
        1,
        2,
    ]


@pytest.mark.parametrize(
    ("numbers", "said"),
    [((3,), "rank 3"), ((1, 0), "ranks 0, 1"), ((0, 1, 2, 5, 7, 8, 9), "ranks 0–2, 5, 7–9")],
    ids=["one", "two", "runs"],
)
def test_ranks_are_said_in_short(numbers: tuple[int, ...], said: str) -> None:
    """A thousand of them fit on a line."""
    assert words.ranks(numbers) == said


def test_only_the_files_of_named_entries_are_read(found: Diagnosis, tree: Path) -> None:
    """A report does not wait for all entries."""
    from generator.diagnose.report.report import report_on
    from tests.diagnose.report.conftest import ADDRESS, rows

    (tree / "entries/serving/queue-grows.yaml").unlink()
    alone = replace(found, causes=found.causes[:1])
    assert list(report_on(alone, rows(), tree, ADDRESS).entries) == ["cache-full"]


def test_an_entry_that_has_gone_is_said(found: Diagnosis, tree: Path) -> None:
    """It was removed while the logs were read."""
    from generator.diagnose.report.report import EntryGoneError, report_on
    from tests.diagnose.report.conftest import ADDRESS, rows

    (tree / "entries/serving/cache-full.yaml").unlink()
    with pytest.raises(EntryGoneError, match="cannot be opened"):
        report_on(found, rows(), tree, ADDRESS)

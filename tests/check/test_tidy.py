"""Tidying: no word and no comment changes, and twice is no more than once."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.check.tidy import WIDEST, tidied
from generator.cli.main import group
from generator.load.yaml_values import read_values

LONG = "a word and another one " * 8


def comments(text: str) -> list[str]:
    """Whole-line comments, in any order."""
    return sorted(line.strip() for line in text.split("\n") if line.lstrip().startswith("#"))


def in_order(value: object) -> object:
    """The value with the members of every record sorted by name: what it says apart from order."""
    if isinstance(value, dict):
        return {key: in_order(value[key]) for key in sorted(value)}
    return [in_order(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("area", sorted(path.name for path in (Path(__file__).parents[2] / "entries").iterdir()))
def test_real_entries_say_the_same_afterwards(root: Path, area: str) -> None:
    """Every value, every comment; and nothing is left to do."""
    for path in sorted((root / "entries" / area).glob("*.yaml")):
        text = path.read_text("utf-8")
        after = tidied(text, is_area=path.stem == "_area")
        assert in_order(read_values(after, "x")[0]) == in_order(read_values(text, "x")[0]), path
        assert comments(after) == comments(text)
        assert tidied(after, is_area=path.stem == "_area") == after


CASES = {
    "fields in the order of the schema": ("summary: b\ntitle: a\n", "title: a\nsummary: b\n"),
    "a comment goes with its field, and what stands at the top stays there": (
        "# of the file\nsummary: b\n# of the title\n# in two lines\ntitle: a\nseverity: low\n",
        "# of the file\n# of the title\n# in two lines\ntitle: a\nsummary: b\nseverity: low\n",
    ),
    "rows of a list": (
        "related:\n  - why: c\n    kind: causes\n    # the other\n    entry: b\n  - kind: follows\n    entry: x\n    why: y\n",
        "related:\n  - kind: causes\n    # the other\n    entry: b\n    why: c\n  - kind: follows\n    entry: x\n    why: y\n",
    ),
    "several lines of a field": (
        "fix:\n  stopgap: |-\n    a\n\n    b\n  why: >-\n    c\n    d\nfaq: []\n",
        "fix:\n  why: >-\n    c\n    d\n  stopgap: |-\n    a\n\n    b\nfaq: []\n",
    ),
    "a version is text": ("signatures:\n  - first_seen: 0.10 # old\n", 'signatures:\n  - first_seen: "0.10" # old\n'),
    "a day in other signs": ("added: 2026/1/2\nreviewed: '2026-11-30'\n", "added: 2026-01-02\nreviewed: 2026-11-30\n"),
    "ends of lines": ("title: a\r\nsummary: b\r\n\r\n\r\n", "title: a\nsummary: b\n"),
    "an unknown field stays where it is": ("summary: b\nx: 1\ntitle: a\n", "summary: b\nx: 1\ntitle: a\n"),
    "what is no YAML": ("title: [\r\n", "title: [\n"),
    "nothing": ("", "\n"),
}


@pytest.mark.parametrize(("text", "after"), CASES.values(), ids=CASES)
def test_what_tidying_does(text: str, after: str) -> None:
    """To the letter."""
    assert tidied(text, is_area=False) == after


def test_long_folded_lines_are_filled_anew_and_code_stays() -> None:
    """Paragraphs stay paragraphs; a deeper line, a list in a literal scalar and short lines are not touched."""
    text = f"mechanism: >-\n  {LONG}\n  end.\n\n  short\n  lines\n\n    {LONG}\nobserved: |-\n  {LONG}\n"
    after = tidied(text, is_area=False)
    assert read_values(after, "x")[0].keys() == read_values(text, "x")[0].keys()
    assert [" ".join(p.split()) for p in read_values(after, "x")[0]["mechanism"].split("\n")] == [
        " ".join(p.split()) for p in read_values(text, "x")[0]["mechanism"].split("\n")
    ]
    assert "\n  short\n  lines\n" in after
    assert f"\n    {LONG}\n" in after
    assert max(map(len, after.split("observed")[0].split("\n")[:3])) <= WIDEST


def test_the_command_tidies_what_it_is_given(tree: Path) -> None:
    """Names the files on standard error, then checks them; a second time there is nothing to do."""
    path = tree / "entries/serving/cache-full.yaml"
    text = path.read_text("utf-8")
    title = "title: Requests are evicted because the cache is full\n"
    path.write_text(text.replace(title, "").replace("category: memory\n", "category: memory\n" + title), "utf-8")
    advice = CliRunner().invoke(group, ["check", "--root", str(tree)])
    assert "Y201 advice: `title` stands behind fields that belong after it" in advice.stdout
    result = CliRunner().invoke(group, ["check", "--fix", "--root", str(tree)])
    assert (result.exit_code, result.stderr) == (0, "tidied: entries/serving/cache-full.yaml (order of fields)\n")
    assert path.read_text("utf-8").replace(title, "") == text.replace(title, "")
    assert CliRunner().invoke(group, ["check", "--fix", "--root", str(tree)]).stderr == ""

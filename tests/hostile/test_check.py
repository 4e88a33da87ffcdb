"""Each hostile file is refused with its code and a message that helps, or let pass; at once in either case."""

import json
import re
import time
from pathlib import Path

import pytest

from generator.check.tidy import tidied
from generator.check.tree import check_tree
from generator.load.lines import source_lines
from generator.problems import Problem, in_reading_order, is_error
from generator.problems.printing import as_github, as_json, as_text
from generator.theme.navigation import area_titles
from tests.hostile.attacks import Attack, attacks, carry_out, sound_tree
from tests.hostile.make import MADE

ATTACKS = attacks()
#: Seconds in which a file is answered, on a machine that has other things to do; most take a hundredth of this.
AT_ONCE = 2.0
LONGEST_LINE, LONGEST_REPORT = 1000, 60_000
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e0fff]")


@pytest.fixture
def hostile_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The minimal tree, with a cache of its own."""
    monkeypatch.setenv("ENCYCLOPEDIA_CACHE", str(tmp_path / "cache"))
    return sound_tree(tmp_path / "repository")


def problems_of(attack: Attack, tree: Path) -> list[Problem]:
    """What the check finds in the tree after the attack; fails if it takes long."""
    carry_out(attack, tree)
    began = time.process_time()
    checked = check_tree(tree)
    assert time.process_time() - began < AT_ONCE
    return in_reading_order([problem for problem in checked.problems if is_error(problem.code)])


def line_of(tree: Path, name: str, line: int) -> str | None:
    """A line of a file as the command quotes it."""
    path = tree / name
    if not path.is_file() or path.stat().st_size > 1 << 20:
        return None
    lines = source_lines(path.read_bytes().decode("utf-8", "replace"))
    return lines[line - 1] if line <= len(lines) else None


def test_there_are_many_attacks_and_each_is_another_one() -> None:
    """Of both outcomes, with names and purposes of their own; nothing is made that no attack uses."""
    assert len(ATTACKS) >= 160
    assert len({attack.name for attack in ATTACKS}) == len({attack.tries for attack in ATTACKS}) == len(ATTACKS)
    assert all((attack.refused is None) == attack.inert for attack in ATTACKS)
    assert all(bool(attack.shows) == attack.inert for attack in ATTACKS)
    assert {attack.made for attack in ATTACKS} - {None} == MADE.keys()


@pytest.mark.parametrize("attack", [a for a in ATTACKS if a.refused], ids=lambda attack: attack.name)
def test_a_refused_file_is_refused_with_its_code_and_a_message_that_helps(attack: Attack, hostile_tree: Path) -> None:
    """Where, what, why and how to mend it; nothing of the file's own acts on the terminal or the workflow that prints it."""
    problems = problems_of(attack, hostile_tree)
    assert attack.refused in {problem.code for problem in problems}
    text = as_text(problems, lambda name, line: line_of(hostile_tree, name, line))
    blocks = re.split(r"\n(?=entries/)", text)
    for problem, block in zip(problems, blocks, strict=True):
        first, *_, why, fix = block.split("\n")
        assert first.startswith(f"entries/{problem.location.path.split('/')[1]}/".encode("unicode_escape").decode())
        assert re.search(rf":\d+:\d+: {problem.code} \S", first)
        assert re.fullmatch(r"  why: \S.{20,}", why)
        assert re.fullmatch(r"  fix: \S.{8,}", fix)
    assert not CONTROL.search(text)
    assert len(text) < LONGEST_REPORT
    assert max(map(len, text.split("\n"))) < LONGEST_LINE
    assert json.loads(as_json(problems))[0]["fix"]
    assert all(line.startswith("::error file=") for line in as_github(problems).split("\n"))


@pytest.mark.parametrize("attack", [a for a in ATTACKS if a.inert], ids=lambda attack: attack.name)
def test_a_file_that_is_only_strange_passes(attack: Attack, hostile_tree: Path) -> None:
    """What cannot harm is not refused: a log or a title may hold any words."""
    assert problems_of(attack, hostile_tree) == []


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_what_reads_files_before_the_check_is_not_harmed(attack: Attack, hostile_tree: Path) -> None:
    """The navigation reads areas' names, and `--fix` tidies a file, before anything of it is checked."""
    path = carry_out(attack, hostile_tree)
    began = time.process_time()
    titles = area_titles(hostile_tree)
    assert titles["serving"] == "Serving"
    assert all(len(title) <= 200 for title in titles.values())
    text = path.read_bytes().decode("utf-8", "replace") if path.is_file() and path.stat().st_size < 256 << 10 else ""
    once = tidied(text, is_area=path.stem == "_area")
    assert tidied(once, is_area=path.stem == "_area") == once
    assert time.process_time() - began < AT_ONCE

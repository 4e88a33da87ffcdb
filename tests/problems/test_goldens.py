"""One bad tree for each way to be wrong, and the whole text that `encyclopedia check` prints for it.

tests/golden/problems/<CODE>[-variant]/change.yaml says how the sound tree of tests/data/minimal/ is changed; what text cannot hold
(links, pipes, bytes that are no text, huge files) is made in MADE. problem.txt is compared whole; `pytest --bless` writes it.
"""

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from generator.cli.main import group
from generator.problems import CATALOGUE

GOLDEN = Path(__file__).parents[1] / "golden/problems"
ENTRY = "entries/serving/cache-full.yaml"
FIRST_LINE = re.compile(
    r"^(?P<path>\S.*?):(?P<line>\d+):(?P<column>\d+): (?P<code>[A-Z]\d{3}) (?:advice: )?(?P<what>.*)$"
)


def huge(tree: Path) -> None:
    """A file of 50 MB."""
    with (tree / ENTRY).open("ab") as file:
        file.truncate(50_000_000)


def latin_1(tree: Path) -> None:
    """A file saved in another encoding."""
    path = tree / ENTRY
    path.write_bytes(path.read_bytes().replace(b"Streams stand still", "Strömung steht still".encode("latin-1")))


def link_out(tree: Path) -> None:
    """A link to a file outside the repository."""
    (tree.parent / "secret.yaml").write_text("title: secret\n")
    (tree / "entries/serving/other.yaml").symlink_to(tree.parent / "secret.yaml")


def pipe(tree: Path) -> None:
    """A named pipe, which nobody writes to."""
    os.mkfifo(tree / "entries/serving/other.yaml")


def folder(tree: Path) -> None:
    """A folder with the name of an entry."""
    (tree / "entries/serving/other.yaml").mkdir()


def loop(tree: Path) -> None:
    """A link that leads to itself."""
    (tree / "entries/serving/other.yaml").symlink_to("other.yaml")


def broken_link(tree: Path) -> None:
    """A link to nothing inside the tree."""
    (tree / "entries/serving/other.yaml").symlink_to("nothing.yaml")


def brackets(tree: Path) -> None:
    """Five thousand brackets."""
    (tree / ENTRY).write_text("title: " + "[" * 5000 + "\n")


def long_template(tree: Path) -> None:
    """A signature of ten thousand characters."""
    text = (tree / ENTRY).read_text("utf-8")
    (tree / ENTRY).write_text(
        text.replace("no free block of {blocks:int}", "no free block " + "in pool 7, " * 906, 1), "utf-8"
    )


def moved_by_hand(tree: Path) -> None:
    """An entry under another name, and a former id taken out, on a branch."""
    for words in (("init", "-qb", "main"), ("add", "-A"), ("commit", "-qm", "first"), ("switch", "-qc", "work")):
        subprocess.run(["git", "-c", "user.name=T", "-c", "user.email=t@example.org", *words], cwd=tree, check=True)
    (tree / "entries/serving/queue-grows.yaml").rename(tree / "entries/serving/queue-piles-up.yaml")
    text = (
        (tree / ENTRY)
        .read_text("utf-8")
        .replace("former_ids: [kv-full]\n", "")
        .replace(": queue-grows", ": queue-piles-up")
    )
    (tree / ENTRY).write_text(text.replace("entry:queue-grows", "entry:queue-piles-up"), "utf-8")


MADE: dict[str, Callable[[Path], None]] = {
    "F106-signature": long_template,
    "L110": moved_by_hand,
    "Y106": huge,
    "Y107": latin_1,
    "Y108-link": link_out,
    "Y108-pipe": pipe,
    "Y108-folder": folder,
    "Y109": broken_link,
    "Y109-loop": loop,
    "Y111-brackets": brackets,
}
NAMES = sorted({path.parent.name for path in GOLDEN.glob("*/change.yaml")} | MADE.keys())


def make_wrong(tree: Path, name: str) -> None:
    """Changes the sound tree as the golden of this name says."""
    if name in MADE:
        MADE[name](tree)
        return
    for step in yaml.safe_load((GOLDEN / name / "change.yaml").read_text("utf-8")):
        path = tree / step["file"]
        path.parent.mkdir(parents=True, exist_ok=True)
        if "find" in step:
            text = path.read_text("utf-8")
            assert text.count(step["find"]) == 1, (
                f"`{step['find']}` stands {text.count(step['find'])} times in {step['file']}"
            )
            path.write_text(text.replace(step["find"], step["put"]), "utf-8")
        elif "copy" in step:
            path.write_bytes((tree / step["copy"]).read_bytes())
        elif "remove" in step:
            path.unlink()
        else:
            path.write_text(step["text"], "utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_a_bad_tree_prints_exactly_its_golden(tree: Path, name: str, golden: Callable[[str, str], None]) -> None:
    """Place, code, what, the line with its caret, why and fix are those that a reviewer has read."""
    make_wrong(tree, name)
    changed = ["--changed"] if (tree / ".git").exists() else []
    result = CliRunner().invoke(group, ["check", *changed, "--root", str(tree)])
    golden(f"problems/{name}/problem.txt", result.stdout.replace(str(tree.resolve().parent), "/home/you"))


def first_lines(name: str) -> list[re.Match[str]]:
    """The first line of every problem in one golden."""
    lines = (GOLDEN / name / "problem.txt").read_text("utf-8").split("\n")
    return [match for line in lines if (match := FIRST_LINE.match(line))]


@pytest.mark.parametrize("name", [name for name in NAMES if name[0].isupper()])
def test_a_golden_shows_the_code_it_is_named_after(name: str) -> None:
    """The folder's name begins with a code that its text holds."""
    assert name[:4] in {line["code"] for line in first_lines(name)}


@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_starts_lower_case_and_has_no_full_stop(name: str) -> None:
    """The first line of a problem is a clause in the contributor's words, or starts with the value that was seen."""
    for line in first_lines(name):
        assert line["what"][0].islower() or line["what"][0] in "`“", line["what"]
        assert not line["what"].endswith("."), line["what"]


@pytest.mark.parametrize("code", sorted(CATALOGUE))
def test_every_code_has_a_golden(code: str) -> None:
    """A code that nothing can bring about is untested, or dead."""
    assert any(name[:4] == code for name in NAMES)


def test_every_golden_folder_belongs_to_a_change() -> None:
    """What is no longer made is no longer kept."""
    assert sorted(path.name for path in GOLDEN.iterdir()) == NAMES


def test_a_golden_of_several_problems_is_in_the_order_of_files_and_lines() -> None:
    """A run reports everything it found, ordered as the files are read."""
    places = [(line["path"], int(line["line"]), int(line["column"])) for line in first_lines("several")]
    assert len(places) >= 7
    assert places == sorted(places)

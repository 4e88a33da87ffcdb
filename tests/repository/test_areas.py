"""What names each area (owners, labels, labelled paths) is in step with entries/."""

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
AREAS = sorted(path.parent.name for path in (ROOT / "entries").glob("*/_area.yaml"))
LABELS = yaml.safe_load((GITHUB / "labels.yml").read_text("utf-8"))
PATHS = yaml.safe_load((GITHUB / "labeler.yml").read_text("utf-8"))


def areas(root: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """The script, run as `make areas` runs it."""
    command = [sys.executable, str(GITHUB / "scripts/areas.py"), "--root", str(root), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def owned(root: Path) -> list[list[str]]:
    """The lines of CODEOWNERS that name a path, in words."""
    text = (root / ".github/CODEOWNERS").read_text("utf-8")
    return [line.split() for line in text.splitlines() if line and not line.startswith("#")]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A repository with two areas and the files of this one, before they were written."""
    for area in ("nccl", "ray"):
        (tmp_path / "entries" / area).mkdir(parents=True)
        shutil.copy(ROOT / "entries" / area / "_area.yaml", tmp_path / "entries" / area)
    (tmp_path / ".github").mkdir()
    for name in ("CODEOWNERS", "labels.yml", "labeler.yml"):
        shutil.copy(GITHUB / name, tmp_path / ".github")
    return tmp_path


def test_the_files_are_up_to_date() -> None:
    """`make areas` was run after the last area came or went."""
    done = areas(ROOT, "--check")
    assert done.returncode == 0, done.stderr


def test_each_area_has_one_line_of_owners() -> None:
    """No area is forgotten, and none is there twice."""
    assert [words[0] for words in owned(ROOT)] == [f"/entries/{area}/" for area in AREAS]


def test_an_owner_is_a_person_or_team_as_github_writes_them() -> None:
    """A line may also have none; then nobody is asked."""
    behind = [owner for words in owned(ROOT) for owner in words[1:]]
    assert [owner for owner in behind if not re.fullmatch(r"@[\w-]+(/[\w.-]+)?", owner)] == []


def test_a_new_area_gets_its_lines_and_a_gone_one_loses_them(small: Path) -> None:
    """In all three files, and owners that somebody wrote stay."""
    path = small / ".github/CODEOWNERS"
    path.write_text(path.read_text("utf-8").replace("/entries/ray/", "/entries/ray/ @someone"), "utf-8")
    assert areas(small, "--check").returncode == 1
    assert areas(small).returncode == 0
    assert owned(small) == [["/entries/nccl/"], ["/entries/ray/", "@someone"]]
    labels = yaml.safe_load((small / ".github/labels.yml").read_text("utf-8"))
    assert [label["name"] for label in labels if label["name"].startswith("area: ")] == ["area: nccl", "area: ray"]
    paths = yaml.safe_load((small / ".github/labeler.yml").read_text("utf-8"))
    assert [label for label in paths if label.startswith("area: ")] == ["area: nccl", "area: ray"]
    assert areas(small, "--check").returncode == 0


def test_an_organisation_gives_each_area_without_an_owner_its_team(small: Path) -> None:
    """Named like the folder; owners that are there stay."""
    path = small / ".github/CODEOWNERS"
    path.write_text(path.read_text("utf-8").replace("/entries/ray/", "/entries/ray/ @someone"), "utf-8")
    areas(small, "--organisation", "house")
    assert owned(small) == [["/entries/nccl/", "@house/nccl"], ["/entries/ray/", "@someone"]]


def test_a_lost_mark_is_named(small: Path) -> None:
    """Nothing is written then: what people wrote could be lost."""
    path = small / ".github/labels.yml"
    path.write_text("- {name: x, color: '000000', description: y}\n", "utf-8")
    done = areas(small)
    assert done.returncode == 1
    assert "put it back" in done.stderr


def test_labels_are_as_github_takes_them() -> None:
    """Names once, at most 50 characters; six hexadecimal digits as text; at most 100 characters of description."""
    assert [name for name, number in Counter(label["name"].lower() for label in LABELS).items() if number > 1] == []
    for label in LABELS:
        assert label.keys() == {"name", "color", "description"}
        assert len(label["name"]) <= 50
        assert len(label["description"]) <= 100
        assert re.fullmatch(r"[0-9a-f]{6}", label["color"])


def test_every_label_for_paths_exists() -> None:
    """The workflow may add labels, and makes none."""
    assert PATHS.keys() <= {label["name"] for label in LABELS}


def test_every_path_with_a_label_leads_somewhere() -> None:
    """A folder that moved takes its label along."""
    globs = [glob for rules in PATHS.values() for glob in rules[0]["changed-files"][0]["any-glob-to-any-file"]]
    found = {glob: next(ROOT.glob(glob.removesuffix("/**")), None) for glob in globs if not glob.startswith("proofs/")}
    assert [glob for glob, path in found.items() if path is None] == []

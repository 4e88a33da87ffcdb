"""`encyclopedia check --changed`: what git knows to differ from the main branch, in every kind of clone."""

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli.main import group

ENTRY, OTHER = "entries/serving/cache-full.yaml", "entries/serving/queue-grows.yaml"
NAMED = ("-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "protocol.file.allow=always")


def git(folder: Path, *words: str) -> str:
    """What git prints in `folder`."""
    return subprocess.run(["git", *NAMED, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


def check(tree: Path) -> Result:
    """`encyclopedia check --changed` there."""
    return CliRunner().invoke(group, ["check", "--changed", "--root", str(tree)])


def committed(tree: Path, says: str) -> None:
    """All that differs, in one commit."""
    git(tree, "add", "-A")
    git(tree, "commit", "-qm", says)


@pytest.fixture
def branch(tree: Path) -> Path:
    """The small sound repository with two commits on main, and on the branch `work` a commit that spoils one entry."""
    (tree / ".gitignore").write_text(".cache/\n")
    git(tree, "init", "-q", "-b", "main")
    committed(tree, "first")
    (tree / "NEWS").write_text("n\n")
    committed(tree, "second")
    git(tree, "switch", "-qc", "work")
    (tree / ENTRY).write_text((tree / ENTRY).read_text("utf-8").replace("severity: high", "severity: hihg"), "utf-8")
    committed(tree, "spoilt")
    return tree


def test_what_a_branch_has_changed_is_checked(branch: Path) -> None:
    """Commits of the branch; nothing on main itself."""
    result = check(branch)
    assert (result.exit_code, "1 changed file: 1 problem" in result.stdout) == (1, True)
    git(branch, "switch", "-q", "main")
    result = check(branch)
    assert (result.exit_code, result.stdout) == (0, "0 changed files: no problems\n")


@pytest.mark.parametrize("depth", [("--depth", "1"), ()], ids=["of the last commit", "whole"])
def test_a_clone_of_one_branch_alone_is_wrong_use(branch: Path, tmp_path: Path, depth: tuple[str, ...]) -> None:
    """What was committed would pass unseen; the command that is named mends it."""
    git(branch, "switch", "-q", "main")  # what the other side calls its HEAD
    git(tmp_path, "clone", "-q", *depth, "--single-branch", "-b", "work", f"file://{branch}", "clone")
    result = check(tmp_path / "clone")
    assert result.exit_code == 2
    assert "the place where this branch left main is not in this clone" in result.stderr
    command = result.stderr.split("`")[1]
    assert command.startswith("git fetch")
    git(tmp_path / "clone", *command.split()[1:])
    assert "1 changed file: 1 problem" in check(tmp_path / "clone").stdout


def test_a_clone_of_main_alone_has_changed_nothing(branch: Path, tmp_path: Path) -> None:
    """Its last commit is where it left main."""
    git(tmp_path, "clone", "-q", "--depth", "1", "-b", "main", f"file://{branch}", "clone")
    result = check(tmp_path / "clone")
    assert (result.exit_code, result.stdout) == (0, "0 changed files: no problems\n")


def test_a_checkout_of_a_pull_request_knows_what_it_changes(branch: Path, tmp_path: Path) -> None:
    """As the workflow makes it: a merge commit with no branch of its own, the others under origin/, and no origin/HEAD."""
    git(branch, "switch", "-q", "main")
    git(branch, "switch", "-qc", "merged")
    git(branch, "merge", "-q", "--no-ff", "-m", "merge", "work")
    there = tmp_path / "runner"
    there.mkdir()
    git(there, "init", "-q")
    git(there, "remote", "add", "origin", f"file://{branch}")
    git(there, "fetch", "-q", "origin", "+refs/heads/*:refs/remotes/origin/*", "merged:refs/remotes/pull/1/merge")
    git(there, "checkout", "-q", "--force", "refs/remotes/pull/1/merge")
    assert "1 changed file: 1 problem" in check(there).stdout


def test_a_repository_of_ones_own_needs_no_main(branch: Path) -> None:
    """There is nothing to fetch from: what is not committed has changed."""
    git(branch, "branch", "-qD", "main")
    (branch / OTHER).write_text(
        (branch / OTHER).read_text("utf-8").replace("severity: medium", "severity: hihg"), "utf-8"
    )
    result = check(branch)
    assert (result.exit_code, "1 changed file: " in result.stdout) == (1, True)


def test_without_git_nothing_is_known_to_have_changed(tree: Path) -> None:
    """Exit 2, and what to do instead."""
    result = check(tree)
    assert (result.exit_code, "is no git repository" in result.stderr) == (2, True)

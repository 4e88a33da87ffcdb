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


class TestLostAddresses:
    """What the main branch has and nothing leads on from any more."""

    @pytest.fixture
    def clean(self, branch: Path) -> Path:
        """A branch that has changed nothing yet."""
        git(branch, "switch", "-qC", "work", "main")
        return branch

    def test_an_entry_deleted_by_hand(self, clean: Path) -> None:
        """Committed or not; the remedy is the command, after which it is no problem."""
        git(clean, "rm", "-q", OTHER)
        for _ in range(2):
            result = check(clean)
            assert result.exit_code == 1
            assert f"{OTHER}:1:1: L110 the address `serving/queue-grows` is lost: main has it" in result.stdout
            assert f"`git checkout main -- {OTHER}`, then run `encyclopedia retire queue-grows`" in result.stdout
            assert "L101 there is no entry `queue-grows`" in result.stdout
            git(clean, "commit", "-q", "--allow-empty", "-m", "gone")
        git(clean, "checkout", "main", "--", OTHER)
        committed(clean, "back")
        CliRunner().invoke(group, ["retire", "queue-grows", "--root", str(clean)])
        assert "L110" not in check(clean).stdout

    @pytest.mark.parametrize("command", [("git", "mv"), ("mv",)], ids=" ".join)
    def test_an_entry_moved_by_hand(self, clean: Path, command: tuple[str, ...]) -> None:
        """The advice names the command for it, with both places."""
        there = "entries/serving/queue-piles-up.yaml"
        subprocess.run([*command, OTHER, there], cwd=clean, check=True)
        result = check(clean)
        assert result.exit_code == 1
        assert f"{there}:1:1: L110 the address `serving/queue-grows` is lost: main has it at {OTHER}" in result.stdout
        assert (
            f"`mv {there} {OTHER}`, then run `encyclopedia rename queue-grows serving/queue-piles-up`" in result.stdout
        )
        (clean / there).rename(clean / OTHER)
        git(clean, "add", "-A")
        CliRunner().invoke(group, ["rename", "queue-grows", "serving/queue-piles-up", "--root", str(clean)])
        assert "L110" not in check(clean).stdout

    def test_a_former_id_of_an_entry_or_of_an_area(self, clean: Path) -> None:
        """Neither may be taken out; whichever file names it now."""
        area = clean / "entries/serving/_area.yaml"
        git(clean, "switch", "-q", "main")
        plain = area.read_text("utf-8")
        area.write_text(plain + "former_ids: [old-warning]\n", "utf-8")
        committed(clean, "retired one")
        git(clean, "switch", "-qC", "work")
        area.write_text(plain, "utf-8")
        text = (clean / ENTRY).read_text("utf-8")
        (clean / ENTRY).write_text(text.replace("former_ids: [kv-full]\n", ""), "utf-8")
        said = check(clean).stdout
        assert "_area.yaml:1:1: L110 the address `serving/old-warning` is lost" in said
        assert f"{ENTRY}:1:1: L110 the address `serving/kv-full` is lost" in said
        (clean / ENTRY).write_text(text.replace("[kv-full]", "[kv-full, serving/old-warning]"), "utf-8")
        assert "L110" not in check(clean).stdout

    def test_what_main_got_since_is_not_lost(self, clean: Path) -> None:
        """The branch never had it; nor is an entry that cannot be read said to have lost what it stood for."""
        git(clean, "switch", "-q", "main")
        (clean / "entries/serving/newer.yaml").write_text((clean / OTHER).read_text("utf-8"), "utf-8")
        committed(clean, "newer")
        git(clean, "switch", "-q", "work")
        (clean / ENTRY).write_text((clean / ENTRY).read_text("utf-8") + "x: [\n", "utf-8")
        said = check(clean).stdout
        assert "L110" not in said
        assert "Y101" in said
        committed(clean, "as it is")
        git(clean, "branch", "-qf", "main", "work")
        (clean / ENTRY).write_text("former_ids: [\n", "utf-8")
        result = check(clean)  # main itself cannot be read here
        assert (result.exit_code, "Y101" in result.stdout, "L110" in result.stdout) == (1, True, False)

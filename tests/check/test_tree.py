"""A tree checked twice: the same answer from what was kept, and a new one where a byte has changed."""

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.check.tree import FOLDER, Checked, check_tree
from generator.cli.main import group
from generator.load.paths import cache_of

ENTRY = "entries/serving/cache-full.yaml"


@pytest.fixture
def kept(tree: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the tree keeps what was found out."""
    monkeypatch.delenv("ENCYCLOPEDIA_CACHE", raising=False)
    return cache_of(tree) / FOLDER


def edit(tree: Path, old: str, new: str) -> None:
    """Changes the entry."""
    path = tree / ENTRY
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def same(one: Checked, other: Checked) -> bool:
    """Whether two runs found the same: documents, what is derived of them, problems."""
    derived = [
        [{k: v for k, v in d.derived.items() if k not in ("proof", "texts")} for d in c.documents] for c in (one, other)
    ]
    return one == other and derived[0] == derived[1]


def test_a_second_run_says_the_same(tree: Path, kept: Path) -> None:
    """Problems and advice, too."""
    edit(tree, "title: Requests are evicted because the cache is full", "title: Requests are evicted.")
    first = check_tree(tree)
    assert [problem.code for problem in first.problems] == ["P201"]
    assert len(list(kept.iterdir())) == 3
    assert same(check_tree(tree), first)


def test_what_was_kept_is_used_and_a_changed_byte_is_seen(tree: Path, kept: Path) -> None:
    """The text, or the proof record beside it."""
    check_tree(tree)
    files = {path: path.stat().st_mtime_ns for path in kept.iterdir()}
    check_tree(tree)
    assert {path: path.stat().st_mtime_ns for path in kept.iterdir()} == files
    edit(tree, "severity: high", "severity: hihg")
    assert [problem.code for problem in check_tree(tree).problems] == ["F104"]
    edit(tree, "severity: hihg", "severity: high")
    (tree / "proofs/serving").mkdir(parents=True)
    (tree / "proofs/serving/cache-full.json").write_text("no record")
    assert {problem.code for problem in check_tree(tree).problems} >= {"S122"}


def test_many_files_with_proof_records_are_shared_among_processes(
    root: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And give what one process gives."""
    monkeypatch.setenv("ENCYCLOPEDIA_CACHE", str(kept.parent))
    monkeypatch.setattr("generator.check.tree.MANY_FILES", 1)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    shared = check_tree(root)
    assert any(document.proof for document in shared.documents)
    assert same(check_tree(root), shared)


def test_a_spoiled_cache_is_made_anew(tree: Path, kept: Path) -> None:
    """Every file of it."""
    first = check_tree(tree)
    for path in kept.iterdir():
        path.write_bytes(b"spoiled")
    assert same(check_tree(tree), first)
    assert all(path.stat().st_size > 100 for path in kept.iterdir())


class TestChanged:
    """`check --changed`."""

    @pytest.fixture
    def repository(self, tree: Path) -> Path:
        """The tree in git, on a branch of its own."""
        for words in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-qm", "all"], ["switch", "-qc", "mine"]):
            subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *words], cwd=tree, check=True)
        return tree

    def run(self, tree: Path) -> Result:
        """The command."""
        return CliRunner().invoke(group, ["check", "--changed", "--root", str(tree)])

    def test_nothing_has_changed(self, repository: Path) -> None:
        """And nothing is looked at."""
        result = self.run(repository)
        assert (result.exit_code, result.stdout) == (0, "0 changed files: no problems\n")

    def test_edits_commits_and_new_files_count(self, repository: Path) -> None:
        """What was deleted does not."""
        edit(repository, "severity: high", "severity: hihg")
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qam", "x"],
            cwd=repository,
            check=True,
        )
        (repository / "entries/serving/new.yaml").write_text("title: x\n")
        (repository / "entries/serving/queue-grows.yaml").unlink()
        result = self.run(repository)
        assert result.exit_code == 1
        assert "F104" in result.stdout
        assert "entries/serving/new.yaml:" in result.stdout
        assert result.stdout.splitlines()[-1].startswith("2 changed files: ")

    def test_advice_on_files_that_were_not_touched_is_left_out(self, repository: Path) -> None:
        """Whoever adds one entry is not told of all the others; what blocks a build is told all the same."""
        untidy = "title: Requests are evicted because the cache is full"
        edit(repository, untidy, "title: Requests are evicted.")
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qam", "x"],
            cwd=repository,
            check=True,
        )
        assert "P201" in self.run(repository).stdout
        subprocess.run(["git", "branch", "-qf", "main"], cwd=repository, check=True)
        other = repository / "entries/serving/queue-grows.yaml"
        other.write_text(other.read_text("utf-8") + "# a note\n", "utf-8")
        assert self.run(repository).stdout == "1 changed file: no problems\n"
        assert "P201" in CliRunner().invoke(group, ["check", "--root", str(repository)]).stdout

    def test_a_changed_signature_that_hits_elsewhere_is_found(self, repository: Path) -> None:
        """In the excerpt of an entry that was not touched, and the other way round."""
        path = repository / "entries/serving/queue-grows.yaml"
        text = path.read_text("utf-8")
        excerpt = "excerpts:\n  - log: |-\n      INFO Cache report {full}\n      used 99.5 of 6.00 GiB\n      INFO Request x waits for a free slot\n"
        signature = (
            'signatures:\n  - {text: "waits for a free slot", program: demo, file: a.py, level: info, known_from: report, url: "https://example.org/"}\n'
            "near_misses:\n  - {log: nothing at all, why: It is empty.}\n"
        )
        path.write_text(
            text.replace(
                "related:\n  - kind: follows\n    entry: cache-full",
                "related:\n  - kind: follows\n    entry: queue-grows",
            )
            + signature
            + excerpt,
            "utf-8",
        )
        edit(
            repository,
            "related:\n  - kind: looks_like\n    entry: queue-grows",
            "related:\n  - kind: looks_like\n    entry: cache-full",
        )
        edit(repository, "    entry: queue-grows\n    why: It waits", "    why: It waits")
        result = self.run(repository)
        assert "entries/serving/cache-full.yaml:" in result.stdout
        assert "S108 signature also hits the excerpt of `queue-grows`" in result.stdout

    def test_without_git_it_says_so(self, tree: Path) -> None:
        """Exit 2."""
        result = self.run(tree)
        assert result.exit_code == 2
        assert "is no git repository, so nothing is known to have changed; name the files instead" in result.stderr

    def test_paths_and_changed_do_not_go_together(self, tree: Path) -> None:
        """One of them is meant."""
        result = CliRunner().invoke(group, ["check", "--changed", ENTRY, "--root", str(tree)])
        assert result.exit_code == 2
        assert "--changed finds the files itself" in result.stderr

"""`encyclopedia diagnose`: what it takes, what it prints where, and how it ends."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from generator.cli.diagnose import _size
from generator.cli.main import group

LINE = "Request r-77 evicted: no free block of 9"
LOG = f"2026-11-29 16:40:24 INFO started\n2026-11-29 16:40:25 WARNING {LINE}\nRuntimeError: lost 10.1.2.3\n"
Run = Callable[..., Result]


@pytest.fixture
def run(encyclopedia: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("a.log", …)` in a folder with that log, far from the encyclopedia."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.log").write_text(LOG)
    return lambda *args, **options: CliRunner().invoke(
        group, ["diagnose", "--root", str(encyclopedia), *args], **options
    )


def test_a_log_is_answered(run: Run) -> None:
    """The failure, where it shows, what to do."""
    result = run("a.log")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("Requests are evicted because the cache is full\n")
    assert "  a.log:2\n    2026-11-29 16:40:25 WARNING Request r-77 evicted: no free block of 9\n" in result.stdout
    assert "1. Lower the limit." in result.stdout
    assert "/serving/cache-full/" in result.stdout


def test_an_unexplained_line_is_shown_masked(run: Run) -> None:
    """Unless it is asked for as it is."""
    assert "RuntimeError: lost <ip-1>" in run("a.log").stdout
    assert "RuntimeError: lost 10.1.2.3" in run("a.log", "--no-mask").stdout


def test_standard_input_is_read(run: Run) -> None:
    """Named, or because nothing else is."""
    assert "  -:2\n" in run("-", input=LOG).stdout
    assert "  -:2\n" in run(input=LOG).stdout


def test_a_folder_and_a_packed_log_are_read(run: Run, tmp_path: Path) -> None:
    """What is no log is passed over, and counted on standard error."""
    (tmp_path / "run").mkdir()
    (tmp_path / "run/rank_2.log.gz").write_bytes(gzip.compress(LOG.encode()))
    (tmp_path / "run/model.pt").write_bytes(b"\0")
    result = run("run")
    assert "  run/rank_2.log.gz:2" in result.stdout
    assert "passed over: 1 file whose name says that it is no log" in result.stderr


def test_json_keeps_to_the_written_schema(run: Run, root: Path) -> None:
    """With the answer first."""
    value = json.loads(run("a.log", "--format", "json").stdout)
    Draft202012Validator(json.loads((root / "diagnosis.schema.json").read_text())).validate(value)
    assert value["verdict"] == "failure"
    assert value["causes"][0]["entry"] == "cache-full"
    assert value["causes"][0]["evidence"][0]["captures"] == {"request": "r-77", "blocks": "9"}
    assert value["inputs"] == [{"path": "a.log", "lines": 3, "bytes": len(LOG), "trouble": None}]


def test_markdown_is_masked(run: Run, tmp_path: Path) -> None:
    """From its first line to its last."""
    (tmp_path / "b.log").write_text(LOG.replace("r-77", "/home/alice/r-77"))
    result = run("b.log", "--format", "markdown")
    assert "/home/<user-1>/r-77" in result.stdout
    assert "alice" not in result.stdout


def test_a_workflow_gets_summary_and_annotations(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each where the workflow looks for it."""
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    (tmp_path / "summary.md").write_text("before\n")
    result = run("a.log", "--format", "github")
    assert result.stdout.startswith("::error file=a.log,line=2,title=Requests are evicted")
    assert (tmp_path / "summary.md").read_text().startswith("before\n### Requests are evicted")
    monkeypatch.delenv("GITHUB_STEP_SUMMARY")
    assert "### Requests are evicted" in run("a.log", "--format", "github").stdout


def test_a_log_without_a_known_failure_says_so(run: Run) -> None:
    """Exit 0: it ran."""
    result = run("-", input="all is well\n")
    assert result.exit_code == 0
    assert result.stdout.startswith("No known failure: nothing in 1 log, 1 line, 12 bytes")
    assert "No line in them looks like an error." in " ".join(result.stdout.split())


@pytest.mark.parametrize(("text", "code"), [(LOG, 1), ("all is well\n", 0)], ids=["a failure", "no failure"])
def test_a_failure_can_be_an_exit_code(run: Run, text: str, code: int) -> None:
    """With --fail-on-failure."""
    assert run("-", "--fail-on-failure", input=text).exit_code == code


def test_a_path_that_does_not_exist_is_wrong_use(run: Run) -> None:
    """Named."""
    result = run("no/such.log")
    assert result.exit_code == 2
    assert "there is no file or folder `no/such.log`" in result.stderr


def test_a_folder_without_logs_is_wrong_use(run: Run, tmp_path: Path) -> None:
    """There is nothing to say about it."""
    (tmp_path / "empty").mkdir()
    result = run("empty")
    assert result.exit_code == 2
    assert "there is no log in `empty`" in result.stderr


def test_the_limit_stops_a_log_and_is_said(run: Run) -> None:
    """What lies behind it is not read."""
    result = run("a.log", "--limit", "40", "--format", "json")
    value = json.loads(result.stdout)
    assert value["verdict"] == "no-known-failure"
    assert value["inputs"][0]["bytes"] == 40
    assert "40 bytes" in value["inputs"][0]["trouble"]


@pytest.mark.parametrize(
    ("text", "size"), [("17", 17), ("4K", 4096), ("4k", 4096), ("5MiB", 5 << 20), ("64G", 64 << 30), ("2TB", 2 << 40)]
)
def test_sizes_are_read(text: str, size: int) -> None:
    """With the units that people write."""
    from click import Context

    from generator.cli.diagnose import command

    assert _size(Context(command), command.params[0], text) == size


@pytest.mark.parametrize("text", ["", "0", "-1", "many", "1.5G", "K", "١", "9" * 20])
def test_what_is_no_size_is_wrong_use(run: Run, text: str) -> None:
    """Exit 2, with the form."""
    result = run("a.log", "--limit", text)
    assert result.exit_code == 2
    assert "as in 500M" in result.stderr


def test_it_runs_far_from_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job's folder is not in the encyclopedia: the one that the command comes from is used."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.log").write_text("all is well\n")
    assert CliRunner().invoke(group, ["diagnose", "a.log"]).exit_code == 0

"""Every kept run has its files and its labels, and nothing of the machine that made it."""

import json
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
RUNS = sorted(path.parent for path in HERE.glob("*/expect.json"))
FIELDS = {
    "about": str,
    "faults": list,
    "initiating": list,
    "collateral": list,
    "silent": list,
    "footer": list,
    "entries": list,
    "verdict": str,
    "launcher": str,
    "versions": dict,
}
LAUNCHERS = {"torchrun", "none", "torch.multiprocessing", "accelerate", "deepspeed", "mpirun", "ray"}
FOREIGN_FOLDER = re.compile(rb"(?<![\w.])/(?:root|home(?!/user\b)|Users|tmp|work)/")
HOST = re.compile(r"^\s+host\s+: (\S+)$", re.MULTILINE)
NEUTRAL_HOSTS = {"localhost", "node-0", "node-1"}

each_run = pytest.mark.parametrize("run", RUNS, ids=lambda run: run.name)


def logs(run: Path) -> list[Path]:
    return sorted(path for path in run.rglob("*") if path.is_file() and path.name != "expect.json")


def label(run: Path) -> dict[str, object]:
    loaded: dict[str, object] = json.loads((run / "expect.json").read_text())
    return loaded


def test_there_are_enough_failures_and_healthy_runs() -> None:
    """At least 24 broken runs with the launcher's prefixes, and 8 that end well."""
    verdicts = [label(run)["verdict"] for run in RUNS]
    assert verdicts.count("failure") >= 24
    assert verdicts.count("healthy") >= 8


def test_every_folder_is_a_labelled_run() -> None:
    """A folder without expect.json would be logs that no test reads."""
    folders = {path for path in HERE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == set(RUNS)


@each_run
def test_label_has_the_known_fields(run: Path) -> None:
    """expect.json holds each field with its type, and nothing else."""
    assert {name: type(value) for name, value in label(run).items()} == FIELDS
    assert label(run)["verdict"] in {"failure", "healthy"}
    assert label(run)["launcher"] in LAUNCHERS
    assert set(label(run)["versions"]) >= {"python", "torch"}  # type: ignore[call-overload]


@each_run
def test_ranks_of_a_label_fit_together(run: Path) -> None:
    """No rank both began the failure and suffered it; only ranks at fault are counted as silent; a healthy run has none."""
    expect = label(run)
    initiating, collateral, silent = (set(expect[name]) for name in ("initiating", "collateral", "silent"))  # type: ignore[call-overload]
    assert not initiating & collateral
    assert silent <= initiating
    assert initiating | collateral <= {0, 1, 2, 3}
    if expect["verdict"] == "healthy":
        assert not initiating | collateral
        assert not expect["entries"]
        assert not expect["footer"], "the launcher says that this healthy run failed"


@each_run
def test_logs_are_there_and_small(run: Path) -> None:
    """A run has at least one log with text, and none over 200 kB."""
    sizes = [path.stat().st_size for path in logs(run)]
    assert max(sizes) > 0
    assert max(sizes) <= 200_000


@each_run
def test_files_of_a_run_are_those_its_launcher_leaves(run: Path) -> None:
    """A launcher leaves a console, one for each node; ranks started by hand leave one file each."""
    names = {path.name for path in logs(run)}
    if label(run)["launcher"] == "none":
        assert len(logs(run)) >= 3
        assert all(re.fullmatch(r"(rank_|slurm-123_|worker-)\d\.(log|out)", name) for name in names)
    else:
        assert names <= {"console.log", "stdout.log", "stderr.log"}
        assert "console.log" in names


@each_run
def test_paths_and_hosts_are_neutral(run: Path) -> None:
    """No home, no temporary folder and no host name but the neutral ones."""
    for path in logs(run):
        content = path.read_bytes()
        found = FOREIGN_FOLDER.search(content)
        assert found is None, f"{path}: {content[found.start() - 40 : found.end() + 40]!r}"
        assert set(HOST.findall(content.decode(errors="replace"))) <= NEUTRAL_HOSTS, path

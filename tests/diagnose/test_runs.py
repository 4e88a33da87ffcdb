"""Real broken runs: the ranks on which it began, from what the run left behind."""

import json
from pathlib import Path

import pytest

from generator.diagnose.diagnosis import NO_KNOWN_FAILURE, POSSIBLE, Diagnosis
from generator.diagnose.engine import diagnose
from generator.match.compiled import EntryIndex
from generator.model import Corpus

RUNS = Path(__file__).resolve().parents[1] / "runs"
#: Runs whose logs do not tell on which rank it began, and why.
UNTOLD: dict[str, str] = {
    "shape-mismatch-large-rank2": "rank 1 aborts on what rank 2 sent; the lines do not say which of the two sizes is the odd one",
}
LABELS = sorted(RUNS.glob("*/expect.json"))


def _diagnosed(run: Path, index: EntryIndex, logs: list[Path]) -> Diagnosis:
    return diagnose([str(log) for log in logs], index, names=[log.relative_to(run).as_posix() for log in logs])


def _logs(run: Path) -> list[Path]:
    return [path for path in sorted(run.rglob("*")) if path.is_file() and path.name != "expect.json"]


@pytest.mark.parametrize("label", LABELS, ids=[label.parent.name for label in LABELS])
def test_where_it_began(label: Path, index: EntryIndex, corpus: Corpus) -> None:
    """Everything that the run left is given; an entry is only asked for where there is one. Labels may be former ids."""
    run, expected = label.parent, json.loads(label.read_text())
    expected["entries"] = [corpus.former[one].id if one in corpus.former else one for one in expected["entries"]]
    found = _diagnosed(run, index, _logs(run))
    is_right = list(found.ranks.initiating) == expected["initiating"]
    assert is_right or found.ranks.confidence == POSSIBLE or not found.ranks.initiating, found.ranks.why
    assert is_right or run.name in UNTOLD
    if expected["verdict"] == "healthy":
        assert found.verdict == NO_KNOWN_FAILURE
    known = {row.id for row in index.rows if row.kind == "failure"} & set(expected["entries"])
    answers = [cause.entry for cause in found.causes if cause.role == "initiating"]
    assert not answers or answers[0] in expected["entries"] or found.causes[0].confidence == POSSIBLE
    assert answers or not known


@pytest.mark.parametrize("label", LABELS, ids=[label.parent.name for label in LABELS])
def test_files_of_the_ranks_alone_name_no_wrong_rank(label: Path, index: EntryIndex) -> None:
    """Without the launcher's word a rank that died in silence may look like one that was told to stop; then both are named."""
    run, expected = label.parent, json.loads(label.read_text())
    logs = [log for log in _logs(run) if log.name != "console.log"]
    if not logs or not expected["initiating"] or run.name in UNTOLD:
        return
    found = _diagnosed(run, index, logs).ranks.initiating
    assert not found or set(found) & set(expected["initiating"])

"""The confusion table: each entry's own excerpts, diagnosed, give that entry; healthy logs give none."""

from pathlib import Path

import pytest

from generator.diagnose.diagnosis import NO_KNOWN_FAILURE
from generator.diagnose.engine import diagnose
from generator.load.paths import clean_logs
from generator.match.compiled import EntryIndex
from generator.model import Corpus
from generator.standing.confusion import confusion_of

ROOT = Path(__file__).resolve().parents[2]


def test_excerpts_give_their_entry(corpus: Corpus) -> None:
    """An excerpt may show too what brought the failure about (an index out of range before a device-side assertion), or what a wrapper
    points at; then that is the answer, and the entry is named beside it."""
    excerpts, _ = confusion_of(corpus, [])
    assert excerpts.wrong == ()
    assert excerpts.own_entry_first > 0.9 * excerpts.total


@pytest.mark.parametrize("path", [Path(name) for name, _ in clean_logs(ROOT)], ids=str)
def test_healthy_logs_give_no_answer(path: Path, index: EntryIndex) -> None:
    """No cause but what may be ignored, no rank at fault, whatever words stand in the log."""
    found = diagnose([str(ROOT / path)], index)
    kinds = {row.id: row.kind for row in index.rows}
    assert {kinds[cause.entry] for cause in found.causes} <= {"harmless"}
    assert (found.verdict, found.ranks.initiating) == (NO_KNOWN_FAILURE, ())


def test_a_job_that_was_started_again_and_ended_well_has_not_failed(index: EntryIndex) -> None:
    """The launcher's report of the first attempt stands in the log, and ranks speak behind it."""
    found = diagnose([str(ROOT / "tests/clean/recovered/torchrun-restart.log")], index)
    assert (found.verdict, found.ranks.initiating) == (NO_KNOWN_FAILURE, ())

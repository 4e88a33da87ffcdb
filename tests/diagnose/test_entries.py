"""The confusion table: each entry's own excerpts, diagnosed, give that entry; healthy logs give none."""

from pathlib import Path

import pytest

from generator.diagnose.diagnosis import NO_KNOWN_FAILURE
from generator.diagnose.engine import diagnose
from generator.load.paths import clean_logs
from generator.match.compiled import EntryIndex
from generator.model import Corpus

ROOT = Path(__file__).resolve().parents[2]


def test_excerpts_give_their_entry(corpus: Corpus, index: EntryIndex, tmp_path: Path) -> None:
    """An excerpt may show too what brought the failure about (an index out of range before a device-side assertion), or what a wrapper
    points at; then that is the answer, and the entry is named beside it."""
    wrong = []
    log = tmp_path / "job.log"
    for filed in corpus.entries:
        brought_about_by = {link.other.id for link in corpus.links(filed.id) if link.kind in ("caused_by", "follows")}
        for number, excerpt in enumerate(filed.entry.excerpts, start=1):
            log.write_text(excerpt.log)
            named = [cause.entry for cause in diagnose([str(log)], index).causes]
            is_right = named[:1] == [filed.id] or (
                filed.id in named and (filed.entry.kind == "wrapper" or named[0] in brought_about_by)
            )
            if not is_right:
                wrong.append(f"{filed.id}, excerpt {number}: {', '.join(named) or 'nothing'}")
    assert not wrong


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

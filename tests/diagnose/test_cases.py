"""Labelled sample logs: the failure that began it, and the rank."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.diagnose.diagnosis import POSSIBLE
from generator.diagnose.engine import diagnose
from generator.match.compiled import EntryIndex
from generator.model import Corpus

CASES = Path(__file__).resolve().parents[1] / "cases"
#: Samples that get another answer than their label, and why that is left.
OTHERWISE = {
    "case-002": "a CUDA library is missing: the page on missing libraries comes first, bitsandbytes' own second",
}


def _cases() -> dict[str, dict[str, Any]]:
    return {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in sorted(CASES.glob("*.yaml"))}


@pytest.mark.parametrize("name", _cases())
def test_a_sample_is_answered_by_its_entry(name: str, corpus: Corpus, index: EntryIndex, tmp_path: Path) -> None:
    """First where the entry exists, among the answers where a reason is given; a rank is the labelled one or none is named as certain."""
    case = _cases()[name]
    log = tmp_path / "job.log"
    log.write_text(case["log"], "utf-8")
    found = diagnose([str(log)], index, names=["job.log"])
    now = {old: filed.id for filed in corpus.entries for old in (filed.id, *filed.entry.former_ids)}
    right = {now[one] for one in case["expect"] if one in now}
    answers = [cause.entry for cause in found.causes]
    first = next((cause.entry for cause in found.causes if cause.role == "initiating"), None)
    if right and name in OTHERWISE:
        assert first not in right
        assert right & set(answers)
    elif right:
        assert first in right
    if case["rank"] is not None and right:
        assert found.ranks.initiating == (case["rank"],) or found.ranks.confidence == POSSIBLE

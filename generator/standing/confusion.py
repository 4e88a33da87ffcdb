"""The corpus and healthy logs in, the confusion table out: what the diagnosis says of each entry's own excerpts, and of jobs in which nothing failed."""

import tempfile
from collections.abc import Iterable
from pathlib import Path

from generator.diagnose.diagnosis import NO_KNOWN_FAILURE
from generator.diagnose.engine import diagnose
from generator.match.compiled import EntryIndex, make_index
from generator.match.find import row_of
from generator.model import Corpus
from generator.model.standing import Confused, Excerpts, HealthyLogs


def confusion_of(corpus: Corpus, healthy: Iterable[tuple[str, bytes]]) -> tuple[Excerpts, HealthyLogs]:
    """An answer is right when it is the entry, or what brought its failure about (or what a wrapper points at) with the entry named beside it."""
    index = make_index(map(row_of, corpus.entries))
    with tempfile.TemporaryDirectory(prefix="encyclopedia-stats-") as folder:
        log = Path(folder) / "job.log"
        return _excerpts(corpus, index, log), _healthy(healthy, index, log)


def _excerpts(corpus: Corpus, index: EntryIndex, log: Path) -> Excerpts:
    first = 0
    cause_first: list[Confused] = []
    wrong: list[Confused] = []
    for filed in corpus.entries:
        brought_about_by = {link.other.id for link in corpus.links(filed.id) if link.kind in ("caused_by", "follows")}
        for number, excerpt in enumerate(filed.entry.excerpts, start=1):
            log.write_text(excerpt.log, "utf-8")
            named = [cause.entry for cause in diagnose([str(log)], index).causes]
            if named[:1] == [filed.id]:
                first += 1
                continue
            is_right = filed.id in named and (filed.entry.kind == "wrapper" or named[0] in brought_about_by)
            confused = Confused(entry=filed.id, excerpt=number, answer=named[0] if named else None)
            (cause_first if is_right else wrong).append(confused)
    return Excerpts(
        total=sum(len(filed.entry.excerpts) for filed in corpus.entries),
        near_misses=sum(len(filed.entry.near_misses) for filed in corpus.entries),
        own_entry_first=first,
        cause_first=tuple(cause_first),
        wrong=tuple(wrong),
    )


def _healthy(logs: Iterable[tuple[str, bytes]], index: EntryIndex, log: Path) -> HealthyLogs:
    total, alarms = 0, []
    for name, data in logs:
        total += 1
        log.write_bytes(data)
        if diagnose([str(log)], index).verdict != NO_KNOWN_FAILURE:
            alarms.append(name)
    return HealthyLogs(total=total, false_alarms=tuple(alarms))

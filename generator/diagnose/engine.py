"""Logs in, the diagnosis out: read each log, see who is who, find where it began, weigh the entries, name what is not explained."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from generator.diagnose.attempts import attempts_of, spots_of, was_heard
from generator.diagnose.diagnosis import (
    FAILURE,
    INITIATING,
    NO_KNOWN_FAILURE,
    Cause,
    Diagnosis,
    Near,
    Ranks,
    Unexplained,
)
from generator.diagnose.ranks import Beginning, beginning_of
from generator.diagnose.reading_all import read_logs
from generator.diagnose.roster import Roster, roster_of
from generator.diagnose.scene import scene_of
from generator.diagnose.spots import Reading, Spot
from generator.diagnose.weigh import add_patterns, candidates_of, weighed
from generator.match.compiled import EntryIndex
from generator.match.find import find_entries
from generator.match.marks import ABORT, BANNER, CHAINED, ERROR, EXIT, SELF, TRACEBACK, WORLD

MOST_UNEXPLAINED, MOST_NEAR = 20, 3
#: What is less like a line than this is no guess worth showing.
LEAST_LIKE = 0.5

Progress = Callable[[int], None]


def diagnose(
    logs: Sequence[str],
    index: EntryIndex,
    *,
    names: Sequence[str] | None = None,
    progress: Progress | None = None,
    limit: int | None = None,
) -> Diagnosis:
    """The diagnosis of the logs at these paths (`-` is standard input); `names` are what they are called in it, the paths if not given.

    `progress` is told how many bytes were read since it was last told. A log longer than `limit` bytes is read so far.
    """
    return conclude(read_logs(logs, names or logs, index.signatures, progress, limit), index)


def conclude(readings: Sequence[Reading], index: EntryIndex) -> Diagnosis:
    """What readings say together."""
    roster = roster_of(readings)
    attempt, beginning = _last_attempt_that_failed(readings, roster)
    found = candidates_of(readings, index, roster, attempt)
    add_patterns(found, beginning, index)
    causes = weighed(found, beginning, index, readings)
    known = bool(causes) and causes[0].role == INITIATING
    unexplained = _unexplained(readings, roster, attempt, beginning, causes)
    return Diagnosis(
        tuple(reading.input for reading in readings),
        FAILURE if known else NO_KNOWN_FAILURE,
        causes,
        _with_earlier(_ranks(beginning, causes), readings, roster, attempt),
        () if any(one.row.kind == "failure" for one in found.values()) else _nearest(unexplained, index),
        unexplained,
    )


def _last_attempt_that_failed(readings: Sequence[Reading], roster: Roster) -> tuple[int, Beginning]:
    """A job that was started again ended by what happened in its last attempt; unless its ranks never met, which an earlier one's failure may have left behind."""
    last = attempts_of(readings) - 1
    victims: tuple[int, Beginning] | None = None
    for attempt in range(last, -1, -1):
        scene = scene_of(readings, roster, attempt)
        beginning = beginning_of(scene, roster)
        if beginning.own:
            return attempt, beginning
        if (beginning.ranks.initiating or beginning.ranks.collateral) and not scene.never_met and victims is None:
            return attempt, beginning
        if beginning.ranks.initiating or beginning.ranks.collateral or scene.unknown:
            victims = victims or (attempt, beginning)
        elif victims is None and (attempt == 0 or was_heard(readings, attempt)):
            return attempt, beginning
    assert victims is not None
    return victims


def _ranks(beginning: Beginning, causes: Sequence[Cause]) -> Ranks:
    if beginning.ranks.initiating or not causes or causes[0].role != INITIATING or causes[0].rank is None:
        return beginning.ranks
    rank = causes[0].rank
    others = tuple(r for r in beginning.ranks.collateral if r != rank)
    why = (*beginning.ranks.why, f"the signs of the answer come from rank {rank}")
    return Ranks((rank,), others, tuple(r for r in beginning.ranks.silent if r != rank), why)


def _with_earlier(ranks: Ranks, readings: Sequence[Reading], roster: Roster, attempt: int) -> Ranks:
    """That attempts before this one failed too is said, not weighed."""
    why = list(ranks.why)
    for earlier in range(attempt):
        began = beginning_of(scene_of(readings, roster, earlier), roster).ranks.initiating
        if began:
            why.append(
                f"this is attempt {attempt + 1}; attempt {earlier + 1} failed too, on rank {', '.join(map(str, began))}"
            )
    return replace(ranks, why=tuple(why))


def _unexplained(
    readings: Sequence[Reading], roster: Roster, attempt: int, beginning: Beginning, causes: Sequence[Cause]
) -> tuple[Unexplained, ...]:
    """Error lines that no signature explains: those of the rank on which it began first, each wording once."""
    first = {(failing.place.reading, failing.place.line) for failing in beginning.failings}
    shown = {(one.path, one.line) for cause in causes for one in cause.evidence}
    rows: list[tuple[bool, int, Spot]] = []
    for at, reading in enumerate(readings):
        spots = spots_of(reading, attempt)
        # a launcher's line on how a process ended is no part of what that process wrote above it
        explained = {(spot.line, spot.prefix) for spot in spots if spot.entries and spot.with_role(EXIT) is None}
        for spot in spots:
            if spot.entries or not _is_error(spot) or _leads_on(spot, explained):
                continue
            if (reading.input.path, spot.line) in shown:
                continue
            rows.append(((at, spot.line) not in first, at, spot))
    seen: set[str] = set()
    out = []
    for _, at, spot in sorted(rows, key=lambda row: (row[0], not row[2].exception)):
        wording = "".join(c for c in spot.body if not c.isdigit())[:120]
        if wording in seen:
            continue
        seen.add(wording)
        out.append(Unexplained(readings[at].input.path, spot.line, spot.text, roster.rank_at(spot)))
        if len(out) == MOST_UNEXPLAINED:
            break
    return tuple(out)


def _leads_on(spot: Spot, explained: set[tuple[int, str]]) -> bool:
    """Whether the line is the head of a message that goes on in a line that a signature explains."""
    return not spot.exception and any((spot.line + n, spot.prefix) in explained for n in (1, 2))


def _is_error(spot: Spot) -> bool:
    if spot.exception:
        return True
    if spot.body[:1].isspace() or spot.with_role(TRACEBACK) is not None or spot.with_role(CHAINED) is not None:
        return False  # inside a traceback, whose last line counts
    return any(seen.role in (ERROR, ABORT) for seen in spot.seen) and not any(
        seen.role in (SELF, WORLD, BANNER) for seen in spot.seen
    )


def _nearest(unexplained: Sequence[Unexplained], index: EntryIndex) -> tuple[Near, ...]:
    """Entries with the words of the error lines."""
    best: dict[str, float] = {}
    for one in unexplained[:5]:
        for found in find_entries(index, one.text[:400], MOST_NEAR):
            if found.row.kind != "harmless" and found.weight >= LEAST_LIKE:
                best[found.row.id] = max(best.get(found.row.id, 0.0), min(1.0, found.weight))
    order = sorted(best.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(Near(entry, round(similarity, 2)) for entry, similarity in order[:MOST_NEAR])

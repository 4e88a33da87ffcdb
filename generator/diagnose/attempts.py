"""Readings in, the attempts of an elastic job out: which spots belong to which, and whether an attempt was heard at all."""

from collections.abc import Iterable

from generator.diagnose.spots import Reading, Spot
from generator.match.marks import ROOT


def spots_of(reading: Reading, attempt: int) -> list[Spot]:
    """The spots of one attempt: by the file's folder, or by the failures that the launcher reports between them."""
    if reading.in_attempt is not None:
        return list(reading.spots) if reading.in_attempt == attempt else []
    ends = _ends(reading)
    if attempt > len(ends):
        return []
    first = ends[attempt - 1] if attempt else 0
    last = ends[attempt] if attempt < len(ends) else None
    return [spot for spot in reading.spots if spot.line > first and (last is None or spot.line <= last)]


def _ends(reading: Reading) -> list[int]:
    """The lines on which the launcher reports the end of each attempt but the last."""
    reports = [spot for spot in reading.spots if any(seen.id == "@elastic-exit" for seen in spot.seen)]
    same = [spot for spot in reports if spot.speaker.pid == reports[0].speaker.pid and spot.speaker.pid is not None]
    if not same:
        return []
    last = same[-1].line
    # behind the last failure the launcher gives up, or the ranks are heard again
    is_last = any(spot.with_role(ROOT) is not None for spot in reading.spots if spot.line > last)
    is_heard = any(voice.line > last and voice.speaker.rank is not None for voice in reading.last)
    return [spot.line for spot in (same[:-1] if is_last or not is_heard else same)]


def attempts_of(readings: Iterable[Reading]) -> int:
    """How many attempts the logs hold, at least one."""
    return max((max(reading.in_attempt or 0, len(_ends(reading))) for reading in readings), default=0) + 1


def was_heard(readings: Iterable[Reading], attempt: int) -> bool:
    """Whether a rank spoke in this attempt: one that did and left no failure ended well."""
    for reading in readings:
        if reading.in_attempt == attempt and reading.input.bytes:
            return True
        ends = _ends(reading)
        if (
            len(ends) == attempt
            and ends
            and any(v.line > ends[-1] and v.speaker.rank is not None for v in reading.last)
        ):
            return True
    return False

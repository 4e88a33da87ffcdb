"""Where and when something stands in the logs, and which of two things came first."""

from dataclasses import dataclass

from generator.diagnose.diagnosis import Moment

#: Stamps of different files closer than this do not say which came first.
_CLOSE = 0.005


@dataclass(frozen=True, slots=True)
class Place:
    """Where in which reading, and when."""

    reading: int
    line: int
    moment: Moment | None


def when(place: Place) -> tuple[float, int, int]:
    """What places are sorted by: the moment where there is one, then file and line."""
    return (
        place.moment.seconds if place.moment is not None and place.moment.dated else float("inf"),
        place.reading,
        place.line,
    )


def comes_before(one: Place, other: Place) -> bool | None:
    """Whether `one` came before `other`; None where neither lines nor stamps tell."""
    if one.reading == other.reading:
        return one.line < other.line
    if one.moment is None or other.moment is None or one.moment.dated != other.moment.dated:
        return None
    apart = other.moment.seconds - one.moment.seconds
    return None if abs(apart) < _CLOSE else apart > 0

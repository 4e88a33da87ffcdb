"""A launcher's line in, how ranks ended out: exit codes, signals, hosts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from generator.diagnose.diagnosis import Speaker
from generator.diagnose.roster import Roster, as_rank, number
from generator.diagnose.spots import Spot
from generator.match.marks import EXIT

#: By their names, as `<Signals.SIGKILL: 9>` and footers have them (Linux).
_SIGNALS = {
    "SIGKILL": 9,
    "SIGTERM": 15,
    "SIGABRT": 6,
    "SIGSEGV": 11,
    "SIGBUS": 7,
    "SIGFPE": 8,
    "SIGILL": 4,
    "SIGINT": 2,
    "SIGHUP": 1,
}
#: One of several ranks, or a range of them.
_RANGE = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?")


@dataclass(frozen=True, slots=True)
class Ending:
    """How a rank ended: its exit code or the signal that ended it, its host and process."""

    rank: int
    code: int | None
    signal: int | None
    host: str | None
    pid: int | None


def endings_of(spot: Spot, roster: Roster) -> Iterator[Ending]:
    """How ranks ended, as a launcher reports it on this spot."""
    for seen in spot.seen:
        if seen.role != EXIT:
            continue
        values = seen.captures
        code = number(values.get("exit_code"))
        signal = number(values.get("signal_number")) or _SIGNALS.get(values.get("signal", "").strip(">.:"))
        how = values.get("how", "")
        if how:
            code, signal = _how(how)
        if code is not None and code < 0:
            signal = -code
        elif code is not None and 128 < code < 160:
            signal = code - 128
        if "ranks" in values:
            ranks = list(ranks_in(values["ranks"]))
        else:
            speaker = Speaker(
                as_rank(values.get("rank")),
                as_rank(values.get("local_rank")),
                values.get("host") or spot.speaker.host,
                number(values.get("pid")),
            )
            rank = roster.rank_of(speaker)
            ranks = [rank] if rank is not None else []
        for rank in ranks:
            yield Ending(rank, code, signal, values.get("host"), number(values.get("pid")))


def _how(text: str) -> tuple[int | None, int | None]:
    """srun's words for how a task ended."""
    found = re.search(r"[Ee]xit(?:ed with exit)? code (\d{1,3})", text)
    if found is not None:
        return int(found[1]), None
    for words, signal in (
        ("Killed", 9),
        ("Out Of Memory", 9),
        ("Segmentation", 11),
        ("Aborted", 6),
        ("Bus error", 7),
        ("Terminated", 15),
    ):
        if words in text:
            return None, signal
    return None, None


def ranks_in(text: str) -> Iterator[int]:
    """The numbers of a list such as `0-2,5`."""
    for found in _RANGE.finditer(text[:400]):
        first, last = int(found[1]), int(found[2] or found[1])
        yield from range(first, min(last, first + 4096) + 1)

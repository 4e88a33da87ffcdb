"""Readings in, who is who out: which rank a process number, a local rank or a file belongs to, and how many ranks there are."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from generator.diagnose.diagnosis import Speaker
from generator.diagnose.speaker import MOST_RANKS
from generator.diagnose.spots import Reading, Spot
from generator.match.marks import SELF, WORLD, ZERO

#: Where a traceback begins that is the launcher's own.
LAUNCHER_FRAME = re.compile(r"/(?:torchrun|accelerate|deepspeed|run\.py):\d+$")
#: What has more digits is no count, no exit code and no process.
_NUMBER = re.compile(r"[+-]?[0-9]{1,15}")


@dataclass(frozen=True, slots=True)
class Roster:
    """Ranks by process and by place on a host; `world` is the number of ranks where the logs say it."""

    by_pid: dict[int, int]
    by_local: dict[tuple[str | None, int], int]
    known: frozenset[int]
    world: int | None
    single_host: bool

    def rank_of(self, speaker: Speaker) -> int | None:
        """The rank of a writer, as far as the logs tell."""
        if speaker.rank is not None:
            return speaker.rank
        if speaker.pid is not None and speaker.pid in self.by_pid:
            return self.by_pid[speaker.pid]
        if speaker.local_rank is not None:
            for host in (speaker.host, None):
                if (host, speaker.local_rank) in self.by_local:
                    return self.by_local[host, speaker.local_rank]
            if self.single_host:
                return speaker.local_rank
        return None

    def rank_at(self, spot: Spot) -> int | None:
        """The rank that wrote a spot: by its writer, or because no other rank writes this."""
        rank = self.rank_of(spot.speaker)
        is_zero = rank is None and spot.with_role(ZERO) is not None and not LAUNCHER_FRAME.search(spot.frame)
        return 0 if is_zero else rank

    @property
    def ranks(self) -> frozenset[int]:
        """All ranks that are known to be there."""
        return self.known | (frozenset(range(self.world)) if self.world and self.world <= 65536 else frozenset())


def roster_of(readings: Iterable[Reading]) -> Roster:
    """Who is who in a run."""
    readings = list(readings)
    by_pid: dict[int, int] = {}
    by_local: dict[tuple[str | None, int], set[int]] = {}
    known: set[int] = set()
    worlds: list[int] = []

    def note(speaker: Speaker) -> None:
        if speaker.rank is None:
            return
        known.add(speaker.rank)
        if speaker.pid is not None:
            by_pid.setdefault(speaker.pid, speaker.rank)
        if speaker.local_rank is not None:
            by_local.setdefault((speaker.host, speaker.local_rank), set()).add(speaker.rank)
            by_local.setdefault((None, speaker.local_rank), set()).add(speaker.rank)

    for reading in readings:
        for voice in reading.heard:
            note(voice)
        for spot in reading.spots:
            note(spot.speaker)
            for said in _said_of_ranks(spot):
                note(said)
            sizes = (number(seen.captures.get("world")) for seen in spot.seen if seen.role is not None)
            worlds += [size for size in sizes if size and 0 < size <= MOST_RANKS]
    hosts = {speaker.host for reading in readings for speaker in reading.heard if speaker.host}
    local = {key: next(iter(ranks)) for key, ranks in by_local.items() if len(ranks) == 1}
    single = len(hosts) <= 1 and all(min(ranks) == key[1] for key, ranks in by_local.items())
    if single:
        for speaker in (speaker for reading in readings for speaker in reading.heard):
            if speaker.rank is None and speaker.local_rank is not None:
                known.add(local.get((speaker.host, speaker.local_rank), speaker.local_rank))
    world = max(worlds) if worlds else None
    if world is None and known:
        world = max(known) + 1
    return Roster(by_pid, local, frozenset(known), world, single)


def _said_of_ranks(spot: Spot) -> Iterable[Speaker]:
    for seen in spot.seen:
        values = seen.captures
        if seen.role is None or "rank" not in values:
            continue
        pid, local = number(values.get("pid")), as_rank(values.get("local_rank"))
        own_pid = spot.speaker.pid if seen.role in (SELF, WORLD) else None
        yield Speaker(as_rank(values["rank"]), local, values.get("host") or spot.speaker.host, pid or own_pid)


def number(text: str | None) -> int | None:
    """A captured number, or nothing."""
    return int(text) if text is not None and _NUMBER.fullmatch(text) else None


def as_rank(text: str | None) -> int | None:
    """A captured number that may be a rank, or nothing."""
    value = number(text)
    return value if value is not None and 0 <= value < MOST_RANKS else None

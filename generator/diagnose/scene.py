"""The readings of one attempt in, what became of each rank out, before any conclusion is drawn."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.diagnose.attempts import spots_of
from generator.diagnose.diagnosis import Moment
from generator.diagnose.endings import endings_of, ranks_in
from generator.diagnose.places import Place, when
from generator.diagnose.roster import Roster, number
from generator.diagnose.spots import Reading, Spot, Voice
from generator.match.marks import ABORT, EXIT, NAMES, ODDS, PEER, ROOT, SEQUENCE, TOLD

#: Signals with which a launcher or a person ends a process that has done nothing wrong.
TOLD_SIGNALS = frozenset({15, 2, 1})
#: Ray passes an actor's exception on with the actor's process; the traceback below it is the actor's.
_PASSED_ON = re.compile(r"(?:ray\.exceptions\.)?RayTaskError\b")
#: Exceptions by which launchers pass on what happened to their processes.
_LAUNCHER = re.compile(
    r"(?:[\w.]*\.)?(?:ChildFailedError|CalledProcessError|SignalException|ProcessExitedException|ProcessRaisedException)\b"
)
_TOLD_EXCEPTION = re.compile(r"(?:[\w.]*\.)?(?:KeyboardInterrupt|SystemExit: 0)\b")
#: Lines behind an exception in which its message goes on.
_MESSAGE = 12


@dataclass(slots=True)
class Fate:
    """What became of one rank: how it ended, the first thing it did wrong of itself, and its first complaint about others."""

    rank: int
    code: int | None = None
    signal: int | None = None
    ended: Place | None = None
    reported: "Failing | None" = None
    own: list["Failing"] = field(default_factory=list)
    peer: list["Failing"] = field(default_factory=list)
    told: bool = False
    unasked: bool = False
    goes_on: bool = False
    host: str | None = None

    @property
    def was_killed(self) -> bool:
        """Whether a signal ended it that nobody sends to stop a healthy process."""
        return self.signal is not None and (self.signal not in TOLD_SIGNALS or self.unasked)

    @property
    def vanished(self) -> bool:
        """Whether it was seen to end, but not how."""
        return self.ended is not None and self.code is None and self.signal is None


@dataclass(frozen=True, slots=True)
class Failing:
    """A spot at which a rank (or an unknown writer) failed; `at_odds` says that its message blames it and a neighbour alike."""

    place: Place
    spot: Spot
    at_odds: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """What the logs of one attempt show: each rank's fate, failures whose writer is unknown, the launcher's word, and who was named by peers."""

    fates: dict[int, Fate]
    unknown: tuple[Failing, ...]
    root: int | None
    named: dict[int, int]
    sequence: dict[int, int]
    told_pids: frozenset[int]
    mutual: bool = False

    @property
    def is_undecided(self) -> bool:
        """Whether the only message that names a rank blames its writer as much: one such vote decides nothing."""
        return self.mutual and max(self.named.values(), default=0) < _VOTES

    @property
    def never_met(self) -> bool:
        """Whether all complaints are about ranks that could not be reached in the first place."""
        complaints = [failing.spot for fate in self.fates.values() for failing in fate.peer]
        return bool(complaints) and all(any(seen.id in _CONNECTING for seen in spot.seen) for spot in complaints)


#: Marks that name two ranks which disagree, and how many of them must name the same one.
_MUTUAL, _VOTES = frozenset({"@mismatch-peer", "@ddp-model"}), 2
#: Complaints of a group that is not yet a group.
_CONNECTING = frozenset({"@gloo-connect", "@store-clients", "@mesh-timeout", "@store-timed-out"})


def scene_of(readings: Sequence[Reading], roster: Roster, attempt: int) -> Scene:
    """The scene of one attempt."""
    fates: dict[int, Fate] = {}
    unknown: list[Failing] = []
    named: dict[int, int] = {}
    sequence: dict[int, int] = {}
    roots: list[tuple[Place, int]] = []
    told_pids = _told_pids(readings, attempt)
    mutual = False

    def fate(rank: int) -> Fate:
        return fates.setdefault(rank, Fate(rank))

    for at, reading in enumerate(readings):
        now: Moment | None = None
        after_root = False
        passed_on: int | None = None
        spots = spots_of(reading, attempt)
        for position, spot in enumerate(spots):
            now = spot.moment or now
            place = Place(at, spot.line, spot.moment or now)
            rank = roster.rank_at(spot)
            after_root = after_root or spot.with_role(ROOT) is not None
            for ending in endings_of(spot, roster):
                one = fate(ending.rank)
                if one.ended is None or ending.code is not None:
                    one.code, one.signal, one.ended = ending.code, ending.signal, place
                    one.reported = Failing(place, spot)
                    one.host = ending.host or one.host
                    unasked = bool(told_pids) and ending.pid is not None and ending.pid not in told_pids
                    one.unasked = one.unasked or (ending.signal in TOLD_SIGNALS and unasked)
                    one.told = (one.told or ending.signal in TOLD_SIGNALS) and not one.unasked
                if after_root and spot.with_role(EXIT) is not None:
                    roots.append((place, ending.rank))
                    after_root = False
            for seen in spot.seen:
                if seen.role == NAMES:
                    mutual = mutual or seen.id in _MUTUAL
                    for peer in ranks_in(seen.captures.get("peer_ranks") or seen.captures.get("peer_rank") or ""):
                        named[peer] = named.get(peer, 0) + 1
                if seen.role == SEQUENCE and rank is not None:
                    at_seq = number(seen.captures.get("seq") or seen.captures.get("completed"))
                    if at_seq is not None and seen.captures.get("seq") is not None:
                        sequence.setdefault(rank, at_seq)
            kind = _kind(spot, spots, position)
            if spot.exception and _PASSED_ON.match(spot.body):
                passed_on = rank
                continue
            if kind is None:
                continue
            if rank is None and spot.exception:
                rank, passed_on = passed_on, None
            if kind == TOLD:
                if rank is not None:
                    fate(rank).told = True
                continue
            failing = Failing(place, spot, any(one.with_role(ODDS) for one in _message(spot, spots, position)))
            if rank is None:
                unknown.append(failing)
            elif kind == PEER:
                fate(rank).peer.append(failing)
            else:
                fate(rank).own.append(failing)
            if rank is not None and spot.speaker.host:
                fate(rank).host = fate(rank).host or spot.speaker.host
    for at, reading in enumerate(readings):
        for voice in reading.last:
            rank = roster.rank_of(voice.speaker)
            if rank in fates and fates[rank].ended is None and _goes_on(fates[rank], at, voice):
                fates[rank].goes_on = True
    root = min(roots, key=lambda pair: when(pair[0]))[1] if roots else None
    return Scene(fates, tuple(unknown), root, named, sequence, told_pids, mutual)


#: How a healthy process speaks.
_HEALTHY = re.compile(r"\b(?:INFO|DEBUG|done|finished|completed|succeeded|step|epoch|iteration)\b", re.IGNORECASE)


def _goes_on(fate: Fate, reading: int, voice: Voice) -> bool:
    """Whether a rank speaks as usual behind all its errors: then they were handled."""
    failings = [failing.place for failing in (*fate.own, *fate.peer) if failing.place.reading == reading]
    last = max((place.line for place in failings), default=None)
    return last is not None and voice.line > last and _HEALTHY.search(voice.text) is not None


def _told_pids(readings: Sequence[Reading], attempt: int) -> frozenset[int]:
    """The processes that a launcher told to stop."""
    pids = (
        number(seen.captures.get("pid"))
        for reading in readings
        for spot in spots_of(reading, attempt)
        for seen in spot.seen
        if seen.id == "@elastic-closing"
    )
    return frozenset(pid for pid in pids if pid is not None)


def _kind(spot: Spot, spots: Sequence[Spot], position: int) -> str | None:
    """PEER, TOLD or ABORT (its own failure), or None where the spot is no failure of a process."""
    if spot.with_role(SEQUENCE) is not None or (spot.with_role(PEER) is not None and not spot.exception):
        return PEER
    if spot.exception:
        if _LAUNCHER.match(spot.body):
            return None
        if _TOLD_EXCEPTION.match(spot.body):
            return TOLD
        goes_on = _message(spot, spots, position)
        if any(one.with_role(PEER) or one.with_role(NAMES) or one.with_role(SEQUENCE) for one in goes_on):
            return PEER
        return ABORT
    if spot.with_role(ABORT) is not None:
        goes_on = _message(spot, spots, position)
        if any(one.with_role(PEER) or one.with_role(SEQUENCE) for one in goes_on):
            return PEER
        return ABORT
    return None


def _message(spot: Spot, spots: Sequence[Spot], position: int) -> list[Spot]:
    """The spot and those in which its message goes on."""
    goes_on = [spot]
    for other in spots[position + 1 :]:
        if other.line > spot.line + _MESSAGE:
            break
        if other.prefix == spot.prefix and not other.exception:
            goes_on.append(other)
    return goes_on

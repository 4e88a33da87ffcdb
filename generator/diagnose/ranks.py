"""Readings in, the part of each rank out: on which it began, who are the victims, who fell silent, and how this is known.

A rank that failed of itself comes before one that complains about its peers. Where all complain, the one that is missing among
them is the suspect: it is named by them, sits at an earlier collective, left early, or was last heard before them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from generator.diagnose.diagnosis import CERTAIN, LIKELY, POSSIBLE, Moment, Ranks, Speaker
from generator.diagnose.roster import Roster, number
from generator.diagnose.spots import Reading, Spot, Voice
from generator.match.marks import ABORT, EXIT, NAMES, ODDS, PEER, ROOT, SEQUENCE, TOLD

#: Signals with which a launcher or a person ends a process that has done nothing wrong.
_TOLD_SIGNALS = frozenset({15, 2, 1})
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
#: Ray passes an actor's exception on with the actor's process; the traceback below it is the actor's.
_PASSED_ON = re.compile(r"(?:ray\.exceptions\.)?RayTaskError\b")
#: Exceptions by which launchers pass on what happened to their processes.
_LAUNCHER = re.compile(
    r"(?:[\w.]*\.)?(?:ChildFailedError|CalledProcessError|SignalException|ProcessExitedException|ProcessRaisedException)\b"
)
_TOLD_EXCEPTION = re.compile(r"(?:[\w.]*\.)?(?:KeyboardInterrupt|SystemExit: 0)\b")
#: Lines behind an exception in which its message goes on.
_MESSAGE = 12
#: Stamps of different files closer than this do not say which came first.
_CLOSE = 0.005
#: A victim needs longer than this to notice, in seconds.
_AT_ONCE = 1.0
_RANGE = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?")


@dataclass(slots=True)
class Fate:
    """What became of one rank: how it ended, the first thing it did wrong of itself, and its first complaint about others."""

    rank: int
    code: int | None = None
    signal: int | None = None
    ended: "Place | None" = None
    own: list["Failing"] = field(default_factory=list)
    peer: list["Failing"] = field(default_factory=list)
    told: bool = False
    unasked: bool = False
    goes_on: bool = False
    host: str | None = None

    @property
    def was_killed(self) -> bool:
        """Whether a signal ended it that nobody sends to stop a healthy process."""
        return self.signal is not None and (self.signal not in _TOLD_SIGNALS or self.unasked)


@dataclass(frozen=True, slots=True)
class Place:
    """Where in which reading, and when."""

    reading: int
    line: int
    moment: Moment | None


@dataclass(frozen=True, slots=True)
class Failing:
    """A spot at which a rank (or an unknown writer) failed; `at_odds` says that its message blames it and a neighbour alike."""

    place: Place
    spot: Spot
    at_odds: bool = False


@dataclass(frozen=True, slots=True)
class Beginning:
    """The parts of the ranks, the failures that began it, and the host; `own` says that the first failure was seen, not inferred from its victims."""

    ranks: Ranks
    failings: tuple[Failing, ...] = ()
    host: str | None = None
    own: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """What the logs of one attempt show: each rank's fate, failures whose writer is unknown, the launcher's word, and who was named by peers."""

    fates: dict[int, Fate]
    unknown: tuple[Failing, ...]
    root: int | None
    named: dict[int, int]
    sequence: dict[int, int]
    told_pids: frozenset[int]


def scene_of(readings: Sequence[Reading], roster: Roster, attempt: int) -> Scene:
    """The scene of one attempt."""
    fates: dict[int, Fate] = {}
    unknown: list[Failing] = []
    named: dict[int, int] = {}
    sequence: dict[int, int] = {}
    roots: list[tuple[Place, int]] = []
    told_pids = _told_pids(readings, attempt)

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
            for ending in _endings(spot, roster):
                one = fate(ending.rank)
                if one.ended is None or ending.code is not None:
                    one.code, one.signal, one.ended = ending.code, ending.signal, place
                    one.host = ending.host or one.host
                    unasked = bool(told_pids) and ending.pid is not None and ending.pid not in told_pids
                    one.unasked = one.unasked or (ending.signal in _TOLD_SIGNALS and unasked)
                    one.told = (one.told or ending.signal in _TOLD_SIGNALS) and not one.unasked
                if after_root and spot.with_role(EXIT) is not None:
                    roots.append((place, ending.rank))
                    after_root = False
            for seen in spot.seen:
                if seen.role == NAMES:
                    for peer in _ranks(seen.captures.get("peer_ranks") or seen.captures.get("peer_rank") or ""):
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
    root = min(roots, key=lambda pair: _when(pair[0]))[1] if roots else None
    return Scene(fates, tuple(unknown), root, named, sequence, told_pids)


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


def spots_of(reading: Reading, attempt: int) -> list[Spot]:
    """The spots of one attempt: by the file's folder, or by the failures that the launcher reports between them."""
    if reading.in_attempt is not None:
        return list(reading.spots) if reading.in_attempt == attempt else []
    ends = _attempt_ends(reading)
    if attempt > len(ends):
        return []
    first = ends[attempt - 1] if attempt else 0
    last = ends[attempt] if attempt < len(ends) else None
    return [spot for spot in reading.spots if spot.line > first and (last is None or spot.line <= last)]


def _attempt_ends(reading: Reading) -> list[int]:
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
    return max((max(reading.in_attempt or 0, len(_attempt_ends(reading))) for reading in readings), default=0) + 1


def was_heard(readings: Iterable[Reading], attempt: int) -> bool:
    """Whether a rank spoke in this attempt: one that did and left no failure ended well."""
    for reading in readings:
        if reading.in_attempt == attempt and reading.input.bytes:
            return True
        ends = _attempt_ends(reading)
        if (
            len(ends) == attempt
            and ends
            and any(v.line > ends[-1] and v.speaker.rank is not None for v in reading.last)
        ):
            return True
    return False


@dataclass(frozen=True, slots=True)
class _Ending:
    rank: int
    code: int | None
    signal: int | None
    host: str | None
    pid: int | None


def _endings(spot: Spot, roster: Roster) -> Iterator[_Ending]:
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
            ranks = list(_ranks(values["ranks"]))
        else:
            speaker = Speaker(
                number(values.get("rank")),
                number(values.get("local_rank")),
                values.get("host") or spot.speaker.host,
                number(values.get("pid")),
            )
            rank = roster.rank_of(speaker)
            ranks = [rank] if rank is not None else []
        for rank in ranks:
            yield _Ending(rank, code, signal, values.get("host"), number(values.get("pid")))


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


def _ranks(text: str) -> Iterator[int]:
    """The numbers of a list such as `0-2,5`."""
    for found in _RANGE.finditer(text[:400]):
        first, last = int(found[1]), int(found[2] or found[1])
        yield from range(first, min(last, first + 4096) + 1)


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


def _when(place: Place) -> tuple[float, int, int]:
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


def beginning_of(scene: Scene, roster: Roster) -> Beginning:
    """On which ranks it began, and how this is known."""
    fates = scene.fates
    failed = {
        rank
        for rank, fate in fates.items()
        if not fate.goes_on and (fate.own or fate.peer or (fate.ended is not None and fate.code != 0))
    }
    own = [fate for fate in fates.values() if _failed_of_itself(fate)]
    if not any(fate.own for fate in own) and _is_everybodys(scene, roster):
        why = ["the same error stands in the log once for nearly every rank"]
        return _begun(scene, sorted(roster.ranks), failed, roster, LIKELY, why, own=True, common=True)
    own = _with_owner_of_unknown(scene, own)
    own = [fate for fate in own if fate.ended is not None] or own
    if own:
        return _of_own(scene, own, failed, roster)
    complaining = {rank for rank, fate in fates.items() if fate.peer and not fate.goes_on}
    if not complaining:
        if scene.named:
            return _of_missing(scene, complaining, failed, roster)
        if scene.root is not None and not fates[scene.root].told:
            return _begun(scene, [scene.root], failed, roster, POSSIBLE, ["the launcher saw it fail first"])
        return Beginning(Ranks(collateral=tuple(sorted(failed))))
    return _of_missing(scene, complaining, failed, roster)


def _failed_of_itself(fate: Fate) -> bool:
    if fate.goes_on or (fate.ended is not None and fate.code == 0):
        return False
    if fate.own:
        return not fate.peer or _before_its_complaints(fate)
    if fate.peer:
        return False
    return fate.was_killed or (fate.ended is not None and fate.code not in (None, 0) and not fate.told)


def _before_its_complaints(fate: Fate) -> bool:
    first = fate.own[0]
    return comes_before(fate.peer[0].place, first.place) is not True


def _with_owner_of_unknown(scene: Scene, own: list[Fate]) -> list[Fate]:
    """A failure without a writer belongs to the rank that the launcher saw fail first, where that one has none of its own."""
    mine = [failing for failing in scene.unknown if _is_own(failing)]
    if not mine or any(fate.own for fate in own):
        return own
    owner = scene.fates.get(scene.root) if scene.root is not None else None
    if owner is None and len(own) == 1:
        owner = own[0]
    if owner is None or owner.told or owner.was_killed:
        return own
    owner.own.append(mine[0])
    return [fate for fate in own if fate is not owner] + [owner]


def _is_everybodys(scene: Scene, roster: Roster) -> bool:
    """Whether more than half of the ranks, unnamed as they are, failed with the same words."""
    gists = Counter(_gist(failing.spot) for failing in scene.unknown if _is_own(failing) and failing.spot.exception)
    return bool(gists) and max(gists.values()) > max(1, len(roster.ranks) // 2)


def _is_own(failing: Failing) -> bool:
    spot = failing.spot
    return not any(spot.with_role(role) for role in (PEER, NAMES, SEQUENCE))


def _of_own(scene: Scene, own: list[Fate], failed: set[int], roster: Roster) -> Beginning:
    texts = {_gist(fate.own[0].spot) for fate in own if fate.own}
    victims = failed - {fate.rank for fate in own}
    codes = {fate.code for fate in own if not fate.own}
    alike = (len(texts) == 1 and all(fate.own for fate in own)) or (not texts and len(codes) == 1 and None not in codes)
    if len(own) > 1 and alike and len(own) >= max(2, len(roster.ranks) // 2 + 1):
        ranks = sorted(fate.rank for fate in own)
        why = [f"{len(ranks)} ranks failed with the same error"]
        return _begun(scene, ranks, failed, roster, LIKELY, why, own=True, common=True)
    first = [fate for fate in own if not any(_earlier(other, fate) for other in own if other is not fate)]
    alone = len(first) == 1
    first += [fate for fate in own if fate not in first and any(_at_once(fate, other) for other in first)]
    why = []
    confidence = CERTAIN
    if len(first) > 1:
        why.append(
            "these failed within a second of each other, each in its own way"
            if alone
            else "the logs do not say which of these failed first"
        )
        confidence = LIKELY if alone else POSSIBLE
    for fate in first:
        why.append(_how_it_ended(fate))
    if any(failing.at_odds for fate in first for failing in fate.own):
        why.append("it and the rank that sent to it disagree; either may be the odd one")
        confidence = POSSIBLE
    if scene.root is not None and scene.root not in {fate.rank for fate in first}:
        why.append(f"the launcher's footer names rank {scene.root}, whose own lines came later or speak of its peers")
        confidence = LIKELY if confidence == CERTAIN else confidence
    elif victims:
        why.append("the other ranks complain about their peers, or were told to stop")
    return _begun(scene, sorted(fate.rank for fate in first), failed, roster, confidence, why, own=True)


def _at_once(one: Fate, other: Fate) -> bool:
    """Whether two ranks failed in different ways so close to each other that neither can be the other's victim."""
    if one.own and other.own and _gist(one.own[0].spot) == _gist(other.own[0].spot):
        return False
    mine, others = (f.own[0].place if f.own else f.ended for f in (one, other))
    if mine is None or others is None or mine.moment is None or others.moment is None:
        return False
    return abs(mine.moment.seconds - others.moment.seconds) <= _AT_ONCE


def _how_it_ended(fate: Fate) -> str:
    if fate.own:
        return f"rank {fate.rank} failed of itself: {fate.own[0].spot.body[:120].strip()}"
    if fate.unasked:
        return f"rank {fate.rank} was ended by signal {fate.signal}, which its launcher did not send"
    if fate.was_killed:
        return f"rank {fate.rank} was ended by signal {fate.signal} and wrote nothing about it"
    return f"rank {fate.rank} ended with exit code {fate.code} and wrote no error"


def _gist(spot: Spot) -> str:
    return re.sub(r"[0-9]+|0x[0-9a-f]+", "#", spot.body)[:160]


def _earlier(one: Fate, other: Fate) -> bool:
    """Whether `one` certainly failed before `other`."""
    mine = one.own[0].place if one.own else one.ended
    others = other.own[0].place if other.own else other.ended
    if mine is None or others is None:
        return False
    if bool(one.own) != bool(other.own):
        # a launcher notices an end some time after it came; what a rank has written stands where it happened
        written, noticed = (mine, others) if one.own else (others, mine)
        return bool(one.own) and comes_before(written, noticed) is True and written.moment is not None
    return comes_before(mine, others) is True


def _of_missing(scene: Scene, complaining: set[int], failed: set[int], roster: Roster) -> Beginning:
    """All that failed complain about others: who is it?"""
    named = [rank for rank, _ in sorted(scene.named.items(), key=lambda pair: (-pair[1], pair[0]))]
    guilty = [rank for rank in named if rank not in complaining]
    if not guilty and named:
        most = scene.named[named[0]]
        guilty = [rank for rank in named if scene.named[rank] == most]
    if guilty:
        why = [f"its peers name rank {rank}" for rank in guilty]
        return _begun(scene, guilty, failed, roster, LIKELY if len(guilty) == 1 else POSSIBLE, why)
    behind = _behind(scene.sequence)
    if behind:
        why = [f"rank {rank} waits in collective {scene.sequence[rank]}, earlier than its peers" for rank in behind]
        return _begun(scene, behind, failed, roster, LIKELY, why)
    apart = _elsewhere(scene)
    if apart:
        why = [f"rank {rank} waits at {_frame(scene.fates[rank])}, the others elsewhere" for rank in apart]
        return _begun(scene, apart, failed, roster, LIKELY, why)
    missing = sorted(roster.ranks - complaining)
    if missing and len(missing) <= max(1, len(roster.ranks) // 2):
        reported = {rank for rank, fate in scene.fates.items() if fate.ended is not None}
        left = [rank for rank in missing if reported and rank not in reported]
        untold = [rank for rank in missing if rank not in scene.fates or not scene.fates[rank].told]
        if left and len(left) < len(missing):
            missing = left
        elif untold and len(untold) < len(missing):
            missing = untold
        names = ", ".join(map(str, missing))
        why = [f"every rank that was heard complains about its peers, but not rank {names}"]
        if left:
            why.append("the launcher reports no failure of it: it left early, or hangs")
        confidence = LIKELY if len(missing) == 1 else POSSIBLE
        return _begun(scene, missing, failed, roster, confidence, why)
    return Beginning(Ranks(collateral=tuple(sorted(failed)), silent=_silent(scene, roster, failed)))


def _behind(sequence: dict[int, int]) -> list[int]:
    """The ranks, fewer than half, that sit at an earlier collective than the others."""
    if len(sequence) < 2:
        return []
    least, most = min(sequence.values()), max(sequence.values())
    behind = sorted(rank for rank, at in sequence.items() if at == least)
    return behind if least < most and len(behind) * 2 < len(sequence) + 1 and len(behind) < len(sequence) else []


def _frame(fate: Fate) -> str:
    return next((failing.spot.frame for failing in fate.peer if failing.spot.frame), "")


def _elsewhere(scene: Scene) -> list[int]:
    """The ranks, fewer than half, that wait at another place in the job's code than the rest, who are all at one place."""
    frames = {rank: _frame(fate) for rank, fate in scene.fates.items() if fate.peer and _frame(fate)}
    places = Counter(frames.values())
    if len(frames) < 3 or len(places) != 2:
        return []
    (_, most), (place, least) = places.most_common()
    return sorted(rank for rank, frame in frames.items() if frame == place) if least < most else []


def _silent(scene: Scene, roster: Roster, failed: set[int]) -> tuple[int, ...]:
    """The ranks of which nothing was reported although others failed."""
    return tuple(sorted(roster.ranks - failed - set(scene.fates))) if failed else ()


def _begun(
    scene: Scene,
    ranks: list[int],
    failed: set[int],
    roster: Roster,
    confidence: str,
    why: list[str],
    *,
    own: bool = False,
    common: bool = False,
) -> Beginning:
    collateral = tuple(sorted((failed | {r for r, f in scene.fates.items() if f.told or f.peer}) - set(ranks)))
    silent = tuple(rank for rank in _silent(scene, roster, failed) if rank not in collateral)
    failings = tuple(failing for rank in ranks for failing in (scene.fates[rank].own if rank in scene.fates else ()))
    host = next((scene.fates[rank].host for rank in ranks if rank in scene.fates), None)
    parts = Ranks(tuple(ranks), collateral, silent, tuple(why), confidence)
    return Beginning(parts, failings, None if common else host, own)

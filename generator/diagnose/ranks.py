"""Readings in, the part of each rank out: on which it began, who are the victims, who fell silent, and how this is known.

A rank that failed of itself comes before one that complains about its peers. Where all complain, the one that is missing among
them is the suspect: it is named by them, sits at an earlier collective, left early, or was last heard before them.
"""

import re
from collections import Counter
from dataclasses import dataclass

from generator.diagnose.diagnosis import CERTAIN, LIKELY, POSSIBLE, Ranks
from generator.diagnose.places import comes_before
from generator.diagnose.roster import Roster
from generator.diagnose.scene import Failing, Fate, Scene
from generator.diagnose.spots import Spot
from generator.diagnose.taped import whole_words
from generator.match.marks import NAMES, PEER, SEQUENCE

#: A victim needs longer than this to notice, in seconds.
_AT_ONCE = 1.0
_SIGSEGV, _SIGKILL = 11, 9


@dataclass(frozen=True, slots=True)
class Beginning:
    """The parts of the ranks, the failures that began it, and the host; `own` says that the first failure was seen, not inferred from its victims."""

    ranks: Ranks
    failings: tuple[Failing, ...] = ()
    host: str | None = None
    own: bool = False
    patterns: tuple["Shown", ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """A pattern that a rank shows, and the place and line that show it, where there is one."""

    pattern: str
    rank: int
    failing: Failing | None


def beginning_of(scene: Scene, roster: Roster) -> Beginning:
    """On which ranks it began, and how this is known."""
    fates = scene.fates
    failed = {
        rank
        for rank, fate in fates.items()
        if not fate.goes_on and (fate.own or fate.peer or (fate.ended is not None and fate.code != 0))
    }
    own = [fate for fate in fates.values() if _failed_of_itself(fate)]
    if any(not _is_own(failing) for failing in scene.unknown):
        # somebody complains without saying who it is: an exit code alone makes nobody the first
        own = [fate for fate in own if fate.own or fate.was_killed or fate.vanished]
    if not any(fate.own for fate in own) and _is_everybodys(scene, roster):
        why = ["the same error stands in the log once for nearly every rank"]
        return _begun(scene, sorted(roster.ranks), failed, roster, LIKELY, why, own=True, common=True)
    own = _with_owner_of_unknown(scene, own)
    ended = [fate for fate in own if fate.ended is not None] or own
    for group in (own, ended):  # a launcher's table holds only those that it did not end itself
        if _is_shared(group, roster):
            ranks = sorted(fate.rank for fate in group)
            why = [f"{len(ranks)} ranks failed with the same error"]
            return _begun(scene, ranks, failed, roster, LIKELY, why, own=True, common=True)
    if ended:
        return _of_own(scene, ended, failed, roster)
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
    return fate.was_killed or fate.vanished or (fate.ended is not None and fate.code not in (None, 0) and not fate.told)


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


def _is_shared(own: list[Fate], roster: Roster) -> bool:
    """Whether more than half of the ranks failed in the same way: with the same words, or without any and with the same code."""
    texts = {_gist(fate.own[0].spot) for fate in own if fate.own}
    codes = {fate.code for fate in own if not fate.own}
    alike = (len(texts) == 1 and not codes) or (not texts and len(codes) == 1 and None not in codes)
    return alike and len(own) >= max(2, len(roster.ranks) // 2 + 1)


def _of_own(scene: Scene, own: list[Fate], failed: set[int], roster: Roster) -> Beginning:
    victims = failed - {fate.rank for fate in own}
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


def _short(text: str) -> str:
    head = whole_words(text, 120)
    return head.strip() if head == text else f"{head.strip()} …"


def _how_it_ended(fate: Fate) -> str:
    if fate.own:
        return f"rank {fate.rank} failed of itself: {_short(fate.own[0].spot.body)}"
    if fate.unasked:
        return f"rank {fate.rank} was ended by signal {fate.signal}, which its launcher did not send"
    if fate.vanished:
        return f"the process of rank {fate.rank} is gone; its launcher does not say how it ended"
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
    named = (
        []
        if scene.is_undecided
        else [rank for rank, _ in sorted(scene.named.items(), key=lambda pair: (-pair[1], pair[0]))]
    )
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
        return _begun(scene, behind, failed, roster, LIKELY, why, pattern="behind")
    apart = _elsewhere(scene)
    if apart:
        why = [f"rank {rank} waits at {_frame(scene.fates[rank])}, the others elsewhere" for rank in apart]
        return _begun(scene, apart, failed, roster, LIKELY, why, pattern="waits-elsewhere")
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
        pattern = "left-early" if left else "silent"
        return _begun(scene, missing, failed, roster, confidence, why, pattern=pattern)
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
    return tuple(sorted(roster.known - failed - set(scene.fates))) if failed else ()


def _patterns(scene: Scene, ranks: list[int], pattern: str | None) -> tuple[Shown, ...]:
    shown = []
    for rank in ranks:
        fate = scene.fates.get(rank)
        if pattern is not None:
            shown.append(Shown(pattern, rank, fate.peer[0] if fate is not None and fate.peer else None))
        elif fate is not None and fate.signal is not None and not fate.own:
            if fate.signal == _SIGSEGV:
                shown.append(Shown("crashed", rank, fate.reported))
            elif fate.signal == _SIGKILL:
                shown.append(Shown("killed", rank, fate.reported))
    return tuple(shown)


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
    pattern: str | None = None,
) -> Beginning:
    collateral = tuple(sorted((failed | {r for r, f in scene.fates.items() if f.told or f.peer}) - set(ranks)))
    silent = tuple(rank for rank in _silent(scene, roster, failed) if rank not in collateral)
    failings = tuple(failing for rank in ranks for failing in (scene.fates[rank].own if rank in scene.fates else ()))
    host = next((scene.fates[rank].host for rank in ranks if rank in scene.fates), None)
    parts = Ranks(tuple(ranks), collateral, silent, tuple(why), confidence)
    patterns = _patterns(scene, ranks, pattern)
    return Beginning(parts, failings, None if common else host, own, patterns)

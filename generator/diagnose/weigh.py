"""What was recognised and where it began in, the entries that fit out: each with its part, how far to trust it, and what speaks against it."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from generator.diagnose.attempts import spots_of
from generator.diagnose.diagnosis import (
    CERTAIN,
    COLLATERAL,
    INITIATING,
    LIKELY,
    POSSIBLE,
    UNRELATED,
    Cause,
    Evidence,
    Variant,
)
from generator.diagnose.places import Place, comes_before
from generator.diagnose.ranks import Beginning, Shown
from generator.diagnose.roster import Roster, as_rank, number
from generator.diagnose.spots import Reading, Seen, Spot
from generator.match.compiled import EntryIndex, Row
from generator.match.marks import BANNER, NAMES, PEER, SEQUENCE, marks_by_id
from generator.model.condition import counts, holds, parse_condition

#: How many lines of evidence a cause brings, and how many causes are named.
MOST_EVIDENCE, MOST_CAUSES = 8, 12
#: How much a level says that something broke.
_WEIGHT = {
    "fatal": 4,
    "exception": 4,
    "error": 3,
    "kernel": 3,
    "status": 3,
    "output": 3,
    "warning": 2,
    "info": 1,
    "debug": 0,
}
_SURE = 3
_TELLS = 2
#: Lines so far apart belong to one failure.
_NEAR = 12
#: A pattern says less than a line of one's own, and more than complaints about others.
_PATTERN_WEIGHT = 2
_STEPS = (POSSIBLE, LIKELY, CERTAIN)


@dataclass(frozen=True, slots=True)
class Sign:
    """A signature on a spot."""

    place: Place
    path: str
    spot: Spot
    seen: Seen
    rank: int | None
    is_complaint: bool


@dataclass(slots=True)
class Candidate:
    """An entry with the signs of it."""

    row: Row
    signs: list[Sign] = field(default_factory=list)
    shows: Counter[int] = field(default_factory=Counter)
    patterns: list[Shown] = field(default_factory=list)

    @property
    def first(self) -> Sign | None:
        """The first sign that is no mere complaint about a peer, or the first of all; none where only a pattern shows it."""
        return next((sign for sign in self.signs if not sign.is_complaint), self.signs[0] if self.signs else None)

    @property
    def place(self) -> Place | None:
        """Where it shows first."""
        shown = next((pattern.failing for pattern in self.patterns if pattern.failing is not None), None)
        return self.first.place if self.first is not None else shown.place if shown is not None else None

    @property
    def weight(self) -> int:
        """How much the gravest of its signatures says that something broke."""
        return max((_weight_of(self.row, sign.seen) for sign in self.signs), default=_PATTERN_WEIGHT)

    @property
    def length(self) -> int:
        """The letters of its longest signature that was found: what is longer is more particular."""
        return max((len(self.row.signatures[_number(sign.seen) - 1]) for sign in self.signs), default=0)


def _number(seen: Seen) -> int:
    return int(seen.id.partition("#")[2])


def _counts(row: Row, seen: Seen) -> bool:
    """Whether the line is a sign of the failure, or one that healthy jobs print too."""
    number = _number(seen)
    return number > len(row.sources) or counts(row.sources[number - 1].only_if, seen.captures)


def _weight_of(row: Row, seen: Seen) -> int:
    sources = row.sources
    number = _number(seen)
    if number > len(sources):
        return 2
    source = sources[number - 1]
    weight = _WEIGHT.get(source.level, 2)
    return weight if source.only_if is None else max(weight, _TELLS)  # its values say more than its level


def candidates_of(readings: Sequence[Reading], index: EntryIndex, roster: Roster, attempt: int) -> dict[str, Candidate]:
    """The entries of which a signature was found, each with its signs in the order of the logs."""
    rows = {row.id: row for row in index.rows}
    found: dict[str, Candidate] = {}
    shows: dict[str, Counter[int]] = {}
    for at, reading in enumerate(readings):
        for spot in spots_of(reading, attempt):
            complaint = any(spot.with_role(role) for role in (PEER, NAMES, SEQUENCE))
            for seen in spot.seen:
                entry, is_show, number = seen.id.partition("!")
                if is_show and not seen.id.startswith("@"):
                    shows.setdefault(entry, Counter())[int(number.partition(".")[0])] += 1
                if seen.entry is not None and seen.entry in rows and _counts(rows[seen.entry], seen):
                    sign = Sign(
                        Place(at, spot.line, spot.moment),
                        reading.input.path,
                        spot,
                        seen,
                        _rank_of(spot, seen, roster),
                        complaint,
                    )
                    found.setdefault(seen.entry, Candidate(rows[seen.entry])).signs.append(sign)
    for entry, numbers in shows.items():
        if entry in found:
            found[entry].shows.update(numbers)
    return found


def add_patterns(found: dict[str, Candidate], beginning: Beginning, index: EntryIndex) -> None:
    """The entries that a pattern of the whole job speaks for."""
    for row in index.rows:
        shown = [one for one in beginning.patterns if one.pattern in row.patterns]
        if shown:
            found.setdefault(row.id, Candidate(row)).patterns += shown


def _rank_of(spot: Spot, seen: Seen, roster: Roster) -> int | None:
    """The rank that a sign speaks of: a process that the kernel or a driver names, a rank that the text names, or the writer."""
    captures = seen.captures
    rank, pid = as_rank(captures.get("rank")), number(captures.get("pid"))
    if rank is not None:
        return rank
    return roster.by_pid[pid] if pid in roster.by_pid else roster.rank_at(spot)


def weighed(
    found: Mapping[str, Candidate], beginning: Beginning, index: EntryIndex, readings: Sequence[Reading]
) -> tuple[Cause, ...]:
    """The causes, the answer first. Wrappers are pointers and harmless entries no answers: they come last, as what they are."""
    ignored = _places_of(c for c in found.values() if c.row.kind == "harmless")
    failures = [c for c in found.values() if c.row.kind == "failure" and (c.patterns or not _places_of([c]) <= ignored)]
    brings = _brings(index.rows)
    banners = _versions(readings)
    scored: dict[str, tuple[float, list[str]]] = {}
    for candidate in failures:
        scored[candidate.row.id] = _score(candidate, failures, beginning, brings, banners)
    order = sorted(failures, key=lambda c: (-scored[c.row.id][0], _order(c.place), -c.length, c.row.id))
    causes: list[Cause] = []
    paths = [reading.input.path for reading in readings]
    answer = next((c for c in order if not _only_complains(c)), None)
    if answer is None and order and not beginning.own:
        answer = order[0]
    for candidate in ([answer] if answer else []) + [c for c in order if c is not answer]:
        against = list(scored[candidate.row.id][1])
        if candidate is answer:
            role = INITIATING
            confidence = _confidence(candidate, order, scored, beginning, brings)
        elif answer is None:
            # only victims are known: what began it was seen, and no entry explains it
            role, confidence = COLLATERAL, LIKELY
            against.append("it began with a failure that no entry explains")
        else:
            role = _role(candidate, answer, beginning, brings)
            confidence = LIKELY if role == COLLATERAL else POSSIBLE
            against.append(_why_lower(candidate, answer, role, brings))
        causes.append(_cause(candidate, role, confidence, beginning, against, paths))
    for candidate in found.values():
        if candidate.row.kind == "wrapper":
            causes.append(
                _cause(candidate, COLLATERAL, POSSIBLE, beginning, ["it only points at another failure"], paths)
            )
        elif candidate.row.kind == "harmless":
            causes.append(_cause(candidate, UNRELATED, POSSIBLE, beginning, ["it may be ignored"], paths))
    return tuple(causes[:MOST_CAUSES])


def _places_of(candidates: Iterable[Candidate]) -> set[tuple[int, int]]:
    """The lines that are signs of them. What an entry says may be ignored, may be ignored by all others."""
    return {(sign.place.reading, sign.place.line) for candidate in candidates for sign in candidate.signs}


def _only_complains(candidate: Candidate) -> bool:
    return not candidate.patterns and all(sign.is_complaint for sign in candidate.signs)


def _brings(rows: Iterable[Row]) -> set[tuple[str, str]]:
    """Pairs of entries of which the first brings the other about."""
    pairs = set()
    for row in rows:
        for kind, other in row.relations:
            if kind == "causes":
                pairs.add((row.id, other))
            elif kind == "follows":
                pairs.add((other, row.id))
    return pairs


def _score(
    candidate: Candidate,
    others: Sequence[Candidate],
    beginning: Beginning,
    brings: set[tuple[str, str]],
    banners: Mapping[str, str],
) -> tuple[float, list[str]]:
    """How well a candidate answers, and what speaks against it."""
    against: list[str] = []
    score = float(candidate.weight)
    if _only_complains(candidate):
        score -= 4
        against.append("its lines only say that another rank is gone or late")
    own = {(f.place.reading, f.place.line) for f in beginning.failings}
    near = any(_is_near(sign, own) for sign in candidate.signs)
    ranks = set(beginning.ranks.initiating)
    spoken = {sign.rank for sign in candidate.signs if sign.rank is not None}
    if near:
        score += 4
    elif ranks and spoken & ranks:
        score += 2
    elif ranks and spoken and not _only_complains(candidate):
        score -= 2
        against.append(f"its lines come from rank {', '.join(map(str, sorted(spoken)))}, and it began elsewhere")
    for other in others:
        if other is candidate:
            continue
        # a line that healthy jobs print too is no proof that it brought anything about
        if candidate.weight >= _TELLS and (candidate.row.id, other.row.id) in brings and _not_after(candidate, other):
            score += 3
        if other.weight >= _TELLS and (other.row.id, candidate.row.id) in brings and _not_after(other, candidate):
            score -= 3
        if _places_of([candidate]) & _places_of([other]) and candidate.length < other.length:
            score -= 1
    gone = _out_of_range(candidate, banners)
    if gone:
        score -= 2
        against.append(gone)
    return score, against


def _is_near(sign: Sign, own: set[tuple[int, int]]) -> bool:
    return any((sign.place.reading, sign.place.line + apart) in own for apart in range(-_NEAR, _NEAR + 1))


def _not_after(one: Candidate, other: Candidate) -> bool:
    """Whether `one` may have come first: unless the logs say that it came later. Lines of one traceback come at once."""
    return _came_before(other, one) is not True or _is_close(one.place, other.place)


def _is_close(one: Place | None, other: Place | None) -> bool:
    return (
        one is not None and other is not None and one.reading == other.reading and abs(one.line - other.line) <= _NEAR
    )


def _came_before(one: Candidate, other: Candidate) -> bool | None:
    return comes_before(one.place, other.place) if one.place is not None and other.place is not None else None


def _order(place: Place | None) -> tuple[float, int, int]:
    if place is None:
        return float("inf"), 0, 0
    moment = place.moment
    return (
        moment.seconds if moment is not None and moment.dated else float("inf"),
        place.reading,
        place.line,
    )


def _versions(readings: Iterable[Reading]) -> dict[str, str]:
    """The versions that programs have said of themselves."""
    said: dict[str, str] = {}
    for reading in readings:
        for spot in reading.spots:
            seen = spot.with_role(BANNER)
            if seen is not None:
                program = marks_by_id()[seen.id[1:]].program
                said.setdefault(program, seen.captures.get("version", "").lstrip("v").rstrip(",."))
    return said


def _out_of_range(candidate: Candidate, banners: Mapping[str, str]) -> str | None:
    """That the signatures found belong to other versions than the log says."""
    told = []
    for sign in candidate.signs:
        number = _number(sign.seen)
        if number > len(candidate.row.sources):
            return None
        source = candidate.row.sources[number - 1]
        version = banners.get(source.program)
        if version is None:
            return None
        if source.gone is not None and _key(version) >= _key(source.gone):
            told.append(f"the log says {source.program} {version}, in which this text is gone since {source.gone}")
        else:
            return None
    return told[0] if told else None


def _key(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version.partition("+")[0])[:4])


def _confidence(
    answer: Candidate,
    order: Sequence[Candidate],
    scored: Mapping[str, tuple[float, list[str]]],
    beginning: Beginning,
    brings: set[tuple[str, str]],
) -> str:
    """In words. Certain: an error's own text, nothing of equal weight beside it, nothing against it."""
    if not answer.signs:
        return POSSIBLE
    if _only_complains(answer):
        # whoever complains is not the cause; the rank that is missing may be; but a line that names who differs says what is wrong
        if any(sign.spot.with_role(NAMES) for sign in answer.signs):
            return LIKELY
        surely = beginning.ranks.confidence or POSSIBLE
        return min(LIKELY, surely, key=_STEPS.index) if beginning.ranks.initiating else POSSIBLE
    step = 2 if answer.weight >= _SURE else 1 if answer.weight >= 2 else 0
    if scored[answer.row.id][1]:
        step -= 1
    rivals = [
        other
        for other in order
        if other is not answer
        and not _only_complains(other)
        and scored[other.row.id][0] >= scored[answer.row.id][0] - 1
        and (answer.row.id, other.row.id) not in brings
    ]
    if rivals:
        step -= 1
    if beginning.failings and not any(
        _is_near(sign, {(f.place.reading, f.place.line) for f in beginning.failings}) for sign in answer.signs
    ):
        step -= 1
    return _STEPS[max(0, step)]


def _role(candidate: Candidate, answer: Candidate, beginning: Beginning, brings: set[tuple[str, str]]) -> str:
    if (answer.row.id, candidate.row.id) in brings or _only_complains(candidate):
        return COLLATERAL
    ranks = set(beginning.ranks.initiating)
    spoken = {sign.rank for sign in candidate.signs if sign.rank is not None}
    if ranks and spoken and not spoken & ranks and _came_before(answer, candidate):
        return COLLATERAL
    return UNRELATED


def _why_lower(candidate: Candidate, answer: Candidate, role: str, brings: set[tuple[str, str]]) -> str:
    if (answer.row.id, candidate.row.id) in brings:
        return f"`{answer.row.id}` brings it about"
    if candidate.weight < answer.weight:
        return f"its lines say less: a {_level(candidate)}, where `{answer.row.id}` is a {_level(answer)}"
    if _came_before(answer, candidate):
        return f"it came after `{answer.row.id}`"
    return (
        f"fewer or weaker signs than `{answer.row.id}`" if role == UNRELATED else "it followed from the first failure"
    )


def _level(candidate: Candidate) -> str:
    if not candidate.signs:
        return "pattern"
    best = max(candidate.signs, key=lambda sign: _weight_of(candidate.row, sign.seen))
    number = _number(best.seen)
    return candidate.row.sources[number - 1].level if number <= len(candidate.row.sources) else "line"


def _cause(
    candidate: Candidate,
    role: str,
    confidence: str,
    beginning: Beginning,
    against: Sequence[str],
    paths: Sequence[str],
) -> Cause:
    ranks = beginning.ranks.initiating
    spoken = [sign.rank for sign in candidate.signs if sign.rank is not None]
    rank: int | None = None
    if role == INITIATING:
        alone = not ranks and len(set(spoken)) == 1 and not _only_complains(candidate)
        rank = ranks[0] if len(ranks) == 1 else (spoken[0] if alone else None)
    elif spoken:
        rank = spoken[0]
    first = candidate.first.spot.speaker.host if candidate.first is not None else None
    host = first or (beginning.host if role == INITIATING else None)
    shown = candidate.first.spot if candidate.first is not None else None
    # a stamp of a line above orders events, but is not when this one was
    own = shown.moment if shown is not None and shown.moment is not None and shown.moment.text in shown.text else None
    return Cause(
        candidate.row.id,
        role,
        confidence,
        rank,
        host,
        own.text if own is not None else None,
        _evidence(candidate, rank, paths),
        tuple(dict.fromkeys(against)),
        _variant(candidate),
    )


def _evidence(candidate: Candidate, rank: int | None, paths: Sequence[str]) -> tuple[Evidence, ...]:
    """The lines that show it: of each signature the first on the initiating rank, then others; equal lines counted."""
    groups: dict[tuple[str, int | None], list[Sign]] = {}
    for sign in candidate.signs:
        groups.setdefault((sign.seen.id, sign.rank), []).append(sign)
    ordered = sorted(
        groups.values(),
        key=lambda signs: (signs[0].is_complaint, signs[0].rank != rank, signs[0].place.reading, signs[0].place.line),
    )
    shown = [
        Evidence(paths[one.failing.place.reading], one.failing.spot.line, one.failing.spot.text, None, {}, one.rank)
        for one in candidate.patterns
        if one.failing is not None
    ]
    return (
        *shown,
        *(
            Evidence(
                signs[0].path,
                signs[0].spot.line,
                signs[0].spot.text,
                candidate.row.signatures[_number(signs[0].seen) - 1],
                signs[0].seen.captures,
                signs[0].rank,
                len(signs),
            )
            for signs in ordered[:MOST_EVIDENCE]
        ),
    )[:MOST_EVIDENCE]


def _variant(candidate: Candidate) -> Variant | None:
    """The cause among several that this log speaks for: by values of the first sign that has them, or by lines beside it."""
    best: tuple[int, Variant] | None = None
    for cause, told in enumerate(candidate.row.causes, start=1):
        points, why = 0, []
        if told.values:
            condition = parse_condition(told.values)
            held = next((s for s in candidate.signs if holds(condition, s.seen.captures)), None)
            if held is not None:
                points += 2
                values = ", ".join(f"{name} {held.seen.captures[name]}" for name in condition.names)
                why.append(f"{told.values} ({values})")
        if candidate.shows[cause]:
            points += 2
            why.append("the log also shows a line of this cause")
        if points and (best is None or points > best[0]):
            best = points, Variant(told.name, told.tell, told.remedy, "; ".join(why))
    return best[1] if best else None

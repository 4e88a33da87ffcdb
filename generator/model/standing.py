"""What `encyclopedia stats` measures of the whole, as values: the contract of its JSON, of proofs/_standing.json and of the page on trust."""

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

FORMAT = "stats/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entries:
    """How many entries there are, and of which sort; `without_signature` are those that nothing printed gives away."""

    total: int
    by_area: Mapping[str, int]
    by_category: Mapping[str, int]
    by_kind: Mapping[str, int]
    by_severity: Mapping[str, int]
    with_fingerprint: int
    without_signature: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Signatures:
    """How many signatures there are, by where their text was found. `none`: looked for in vain, or not looked for yet."""

    total: int
    proof: Mapping[str, int]
    seen_in_the_software: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """Flags, variables, metrics and dotted names in the prose; `unproven` are those that no record and no list vouches for."""

    total: int
    everyday: int
    unproven: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """Two entries that share runs of words; `share` is the part of the shorter one's runs, from 0 to 1."""

    entries: tuple[str, str]
    runs: int
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """Sentences that stand twice anywhere; runs of `words_in_a_run` words that entries share, worst first; how long sentences are, in words."""

    sentences: int
    sentences_twice: int
    words_in_a_run: int
    overlap: tuple[Overlap, ...]
    median_words: float
    words_of_95_percent: float
    over_40_words: float


@dataclass(frozen=True, slots=True, kw_only=True)
class References:
    """Addresses that were read; a primary one is the project itself."""

    total: int
    primary: int
    entries_without_primary: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Relations:
    """The graph of typed links; `loops` are rings of `causes` and `follows`."""

    total: int
    orphans: tuple[str, ...]
    fewer_than_two: tuple[str, ...]
    loops: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Confused:
    """An excerpt whose diagnosis names another entry first."""

    entry: str
    excerpt: int
    answer: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpts:
    """Each entry's own excerpts, diagnosed. `cause_first`: one that shows what brought the failure about too, and gets that as its answer."""

    total: int
    near_misses: int
    own_entry_first: int
    cause_first: tuple[Confused, ...]
    wrong: tuple[Confused, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthyLogs:
    """Logs of jobs in which nothing failed; `false_alarms` names those that got an answer."""

    total: int
    false_alarms: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviews:
    """The day of each entry's last review."""

    oldest: str | None
    newest: str | None
    by_month: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ColdReading:
    """Entries read by somebody who took no part in writing them, to prove them wrong. `material`: the entries in which that succeeded."""

    day: str
    entries: int
    material: int
    found: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The whole measurement and its day."""

    measured: str
    entries: Entries
    signatures: Signatures
    names: Names
    prose: Prose
    references: References
    relations: Relations
    excerpts: Excerpts
    healthy_logs: HealthyLogs
    reviews: Reviews
    cold_readings: tuple[ColdReading, ...]


def as_json(standing: Standing) -> str:
    """The contract: the fields above under their names, and `format`."""
    return json.dumps({"format": FORMAT, **dataclasses.asdict(standing)}, indent=1, ensure_ascii=False) + "\n"


def parse_standing(text: str) -> Standing:
    """What `as_json` wrote. Raises StandingError for anything else."""
    try:
        value = json.loads(text)
        if value.pop("format") != FORMAT:
            raise ValueError(f"its format is not {FORMAT}")
        parts = {
            "entries": Entries,
            "signatures": Signatures,
            "names": Names,
            "references": References,
            "healthy_logs": HealthyLogs,
            "reviews": Reviews,
        }
        made: dict[str, Any] = {name: kind(**_frozen(value[name])) for name, kind in parts.items()}
        prose, excerpts, relations = (_frozen(value[name]) for name in ("prose", "excerpts", "relations"))
        overlap = tuple(Overlap(**_frozen(one)) for one in prose.pop("overlap"))
        cause_first, wrong = (tuple(Confused(**one) for one in excerpts.pop(name)) for name in ("cause_first", "wrong"))
        return Standing(
            measured=value["measured"],
            prose=Prose(overlap=overlap, **prose),
            excerpts=Excerpts(cause_first=cause_first, wrong=wrong, **excerpts),
            relations=Relations(loops=tuple(map(tuple, relations.pop("loops"))), **relations),
            cold_readings=tuple(ColdReading(**one) for one in value["cold_readings"]),
            **made,
        )
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise StandingError(f"{type(error).__name__}: {error}") from error


def _frozen(value: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(part) if isinstance(part, list) else part for name, part in value.items()}


class StandingError(ValueError):
    """The text is no measurement; the message says why."""

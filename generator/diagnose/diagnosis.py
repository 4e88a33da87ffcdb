"""What a diagnosis says: frozen values from the reading of logs to the report. See `diagnosis.schema.json` for the form that programs read."""

from dataclasses import dataclass, field

#: Words of the contract.
FAILURE, NO_KNOWN_FAILURE = "failure", "no-known-failure"
INITIATING, COLLATERAL, UNRELATED = "initiating", "collateral", "unrelated"
CERTAIN, LIKELY, POSSIBLE = "certain", "likely", "possible"


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who wrote a line, as far as it shows: the rank in the job, on its host, the host, the process, the replica."""

    rank: int | None = None
    local_rank: int | None = None
    host: str | None = None
    pid: int | None = None
    replica: str | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """When: seconds on the writer's clock (since 1970, or since an unknown day where `dated` is false), and as it was written."""

    seconds: float
    text: str
    dated: bool = True


@dataclass(frozen=True, slots=True)
class Input:
    """A log that was read: its lines and (unpacked) bytes, and what kept it from being read to the end."""

    path: str
    lines: int
    bytes: int
    trouble: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """A line that speaks for a cause; `count` says how many like it there are."""

    path: str
    line: int
    text: str
    signature: str | None
    captures: dict[str, str]
    rank: int | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class Variant:
    """One of an entry's causes that this log speaks for, with why."""

    name: str
    tell: str
    remedy: str | None
    why: str


@dataclass(frozen=True, slots=True)
class Cause:
    """An entry that fits, its part in this failure, and how far to trust it. `rank` is the one on which it began, if one did."""

    entry: str
    role: str
    confidence: str
    rank: int | None
    host: str | None
    time: str | None
    evidence: tuple[Evidence, ...]
    against: tuple[str, ...] = ()
    variant: Variant | None = None


@dataclass(frozen=True, slots=True)
class Ranks:
    """The ranks by their part: those on which it began, those that failed with them, those that stopped speaking. `why` says how this is known, `confidence` how surely."""

    initiating: tuple[int, ...] = ()
    collateral: tuple[int, ...] = ()
    silent: tuple[int, ...] = ()
    why: tuple[str, ...] = ()
    confidence: str | None = None


@dataclass(frozen=True, slots=True)
class Near:
    """An entry whose words are like those of the log, from 0 to 1; a guess."""

    entry: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Unexplained:
    """An error line that no signature explains."""

    path: str
    line: int
    text: str
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The answer: `causes[0]` where there is one. `nearest` only when no signature was found."""

    inputs: tuple[Input, ...]
    verdict: str
    causes: tuple[Cause, ...] = ()
    ranks: Ranks = field(default_factory=Ranks)
    nearest: tuple[Near, ...] = ()
    unexplained: tuple[Unexplained, ...] = ()

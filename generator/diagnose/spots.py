"""What a reading of a log holds: frozen values between `reading` and those who draw conclusions."""

from dataclasses import dataclass

from generator.diagnose.diagnosis import Input, Moment, Speaker
from generator.match.marks import marks_by_id

_MARK = "@"


def role_of(identity: str) -> str | None:
    """The role of the mark with this id in the index; none for signatures."""
    mark = marks_by_id().get(identity[1:]) if identity.startswith(_MARK) else None
    return mark.role if mark is not None else None


@dataclass(frozen=True, slots=True)
class Seen:
    """One thing that was recognised on a line: a signature's id `<entry>#<number>`, a cause's text `<entry>!<cause>.<row>`, or `@<mark>`."""

    id: str
    captures: dict[str, str]

    @property
    def entry(self) -> str | None:
        """The entry whose signature this is."""
        entry, number, _ = self.id.partition("#")
        return entry if number else None

    @property
    def role(self) -> str | None:
        """The role of the mark that this is."""
        return role_of(self.id)


@dataclass(frozen=True, slots=True)
class Spot:
    """A line that matters, with everything that was recognised on it. `text` is without terminal codes; `body` also without prefixes.

    `exception` says that it ends a traceback; `frame` is then the place in the job's own code that the traceback came from.
    """

    line: int
    text: str
    body: str
    prefix: str
    speaker: Speaker
    moment: Moment | None
    seen: tuple[Seen, ...]
    exception: bool = False
    frame: str = ""

    def with_role(self, role: str) -> Seen | None:
        """What was seen in this role, the first of it."""
        return next((seen for seen in self.seen if seen.role == role), None)

    @property
    def entries(self) -> tuple[str, ...]:
        """The entries whose signatures stand here."""
        return tuple(dict.fromkeys(seen.entry for seen in self.seen if seen.entry is not None))


@dataclass(frozen=True, slots=True)
class Voice:
    """The last that was heard of a writer: the line, the moment and the text."""

    speaker: Speaker
    line: int
    moment: Moment | None
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A log, read: its spots in order, the writers of its beginning and end, and the attempt (from 0) whose folder it lies in, if it does."""

    input: Input
    writer: Speaker
    in_attempt: int | None
    spots: tuple[Spot, ...]
    heard: tuple[Speaker, ...]
    last: tuple[Voice, ...]
    tail: tuple[str, ...]

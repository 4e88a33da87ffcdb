"""A problem is something that a contributor can mend; the catalogue says why it matters."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from generator.problems.location import Location


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding: its code, where it is, what was seen, and how to mend it.

    `what` starts in lower case, has no full stop, and quotes the value that was seen.
    """

    code: str
    location: Location
    what: str
    fix: str


def in_reading_order(problems: list[Problem]) -> list[Problem]:
    """The same problems by file, line and column, each one once."""
    return sorted(set(problems), key=lambda p: (p.location.path, p.location.line, p.location.column, p.code, p.what))


def nearest(word: str, known: Sequence[str]) -> str | None:
    """The known word that is most like `word`, or None when nothing is near."""
    return _nearest(word, tuple(known))


@lru_cache(maxsize=1024)  # one renamed entry can be asked for from a hundred others
def _nearest(word: str, known: tuple[str, ...]) -> str | None:
    import difflib  # only a problem needs it; a clean run must not pay for the import

    matches = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    return matches[0] if matches else None


def did_you_mean(word: str, known: Sequence[str], otherwise: str) -> str:
    """A fix in words: the nearest known word, or `otherwise` when nothing is near."""
    near = nearest(word, known)
    return f"did you mean `{near}`?" if near else otherwise

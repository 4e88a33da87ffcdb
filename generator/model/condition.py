"""A comparison of captured values in, a condition out; with the values, whether it holds.

    want > total
    unallocated >= want and want > 0
    live > 0.9 * total and mode == "RECOMPUTE"

Names are placeholders of the entry's signatures. Sizes (`6.00 GiB`) and numbers compare as numbers, anything else as text.
"""

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

_OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_NUMBER = r"[0-9]{1,20}(?:\.[0-9]{1,20})?"
_UNIT = r"(?:[kKMGTPE]i?B?|B|[Bb]ytes?)"
_TERM = rf'(?:{_NUMBER} ?\* ?)?[a-z][a-z0-9_]{{0,39}}|-?{_NUMBER}(?: ?{_UNIT})?|"[^"]{{0,80}}"|[A-Za-z][A-Za-z0-9_.+-]{{0,79}}'
_COMPARISON = re.compile(rf"\s*({_TERM})\s*(<=|>=|==|!=|<|>)\s*({_TERM})\s*")
_NAME = re.compile(rf"(?:({_NUMBER}) ?\* ?)?([a-z][a-z0-9_]{{0,39}})")
_SIZE = re.compile(rf"([-+]?{_NUMBER})\s?({_UNIT})?")
_POWER = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5, "e": 6}


@dataclass(frozen=True, slots=True)
class Term:
    """One side of a comparison: a placeholder's name with a factor, or a fixed value."""

    name: str | None
    factor: float
    value: float | str | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two terms and how they compare."""

    left: Term
    sign: str
    right: Term


@dataclass(frozen=True, slots=True)
class Condition:
    """Comparisons that hold together."""

    comparisons: tuple[Comparison, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The placeholders that it asks for, in order, each once."""
        terms = (term for one in self.comparisons for term in (one.left, one.right))
        return tuple(dict.fromkeys(term.name for term in terms if term.name is not None))


@dataclass(frozen=True, slots=True)
class ConditionError(ValueError):
    """The text is no condition; `piece` is the part at fault."""

    piece: str

    def __str__(self) -> str:
        return f"`{self.piece}` is no comparison"


@lru_cache(maxsize=4096)
def parse_condition(text: str) -> Condition:
    """The condition that `text` writes; raises ConditionError."""
    comparisons = []
    for piece in re.split(r"\sand\s", text.strip()):
        found = _COMPARISON.fullmatch(piece)
        if found is None:
            raise ConditionError(piece.strip())
        comparisons.append(Comparison(_term(found[1]), found[2], _term(found[3])))
    return Condition(tuple(comparisons))


def _term(text: str) -> Term:
    name = _NAME.fullmatch(text)
    if name is not None:
        return Term(name[2], float(name[1] or 1), None)
    return Term(None, 1.0, quantity(text.strip('"')))


def quantity(text: str) -> float | str:
    """A size in bytes, a number as it is, anything else as text. `GB` and `GiB` count 1024³ both, as programs use them."""
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        return text.strip()
    unit = (found[2] or "").casefold()
    power = 0 if unit.startswith("b") else _POWER[unit[:1]]
    return float(found[1]) * 1024.0**power


def holds(condition: Condition, captures: Mapping[str, str]) -> bool:
    """Whether every comparison holds for what the placeholders took; False where a value is missing or does not compare."""
    return all(_holds(one, captures) for one in condition.comparisons)


def counts(only_if: str | None, captures: Mapping[str, str]) -> bool:
    """Whether a signature's hit with these captures is a sign of its failure."""
    return only_if is None or holds(parse_condition(only_if), captures)


def _holds(one: Comparison, captures: Mapping[str, str]) -> bool:
    left, right = _value(one.left, captures), _value(one.right, captures)
    if left is None or right is None:
        return False
    if isinstance(left, str) != isinstance(right, str):
        left, right = str(left), str(right)
    if isinstance(left, str) and one.sign not in ("==", "!="):
        return False
    return _OPERATORS[one.sign](left, right)


def _value(term: Term, captures: Mapping[str, str]) -> float | str | None:
    if term.name is None:
        return term.value
    if term.name not in captures:
        return None
    value = quantity(captures[term.name])
    return value * term.factor if isinstance(value, float) else value

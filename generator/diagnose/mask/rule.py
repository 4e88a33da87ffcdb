"""One rule of masking: what a pattern finds is hidden behind a placeholder of its kind."""

import re
from collections.abc import Callable
from dataclasses import dataclass

USER, HOST, IP, MAC, EMAIL, SECRET = "user", "host", "ip", "mac", "email", "secret"
ANY_CASE = re.IGNORECASE


@dataclass(frozen=True, slots=True)
class Rule:
    """What `pattern` finds is hidden: its group `value`, if `accept` agrees."""

    kind: str
    pattern: re.Pattern[str]
    accept: Callable[[re.Match[str]], bool]


def always(match: re.Match[str]) -> bool:
    """The pattern alone decides."""
    return True


def rule(kind: str, pattern: str, accept: Callable[[re.Match[str]], bool] = always, flags: int = 0) -> Rule:
    """A rule from the text of its pattern, which begins at a rare word or is bounded: a line of any length takes linear time."""
    return Rule(kind, re.compile(pattern, flags), accept)

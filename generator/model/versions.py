"""Versions as entries write them in, their order out."""

import re


def version_key(version: str) -> tuple[tuple[int, str], ...]:
    """A key that puts versions in order: 2.9.9 before 2.10.3, a trial such as 1.0rc1 before 1.0.1. Words before the number do not count."""
    return tuple((int(p), "") if p.isdigit() else (-1, p) for p in re.split(r"[.\s+~-]", version.split()[-1]))


def has_number(version: str) -> bool:
    """Whether it can be a version at all: no release goes without a digit."""
    return any(character.isdigit() for character in version)

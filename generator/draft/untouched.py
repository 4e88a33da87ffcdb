"""The text of an entry file in; whether it is a draft as `encyclopedia new` has written it, with nothing filled in since, out."""

from datetime import date
from typing import Any

from generator.load.yaml_values import read_values
from generator.schema.scaffold import scaffold


def is_untouched(text: str) -> bool:
    """Whether the same words would come out again: nothing of anybody's work is in it."""
    value, problems = read_values(text, "draft")
    if problems or not isinstance(value, dict):
        return False
    signature, excerpt = _first(value, "signatures"), _first(value, "excerpts")
    given = {
        "title": value.get("title"),
        "line": excerpt.get("log"),
        "template": signature.get("text"),
        "version": signature.get("last_seen"),
        **{name: signature.get(name) for name in ("program", "file", "level", "known_from", "url")},
    }
    day = value.get("added")
    if not isinstance(day, date) or not all(item is None or isinstance(item, str) for item in given.values()):
        return False
    fresh = scaffold(day, given)
    return read_values(fresh, "draft")[0] == value and _comments(fresh) == _comments(text)


def _comments(text: str) -> list[str]:
    """Whoever has written one has begun; `check --fix` moves and folds none."""
    return sorted(line.strip() for line in text.split("\n") if line.lstrip().startswith("#"))


def _first(value: dict[str, Any], name: str) -> dict[str, Any]:
    rows = value.get(name)
    return rows[0] if isinstance(rows, list) and rows and isinstance(rows[0], dict) else {}

"""Corpus in, diagnosis-index.json out: the table that the browser's engine reads, with the values that this engine has in its index on disk.

What a reader of the page does not need stays out: words of causes that no log can show, and how signatures look when printed, which is made there.
"""

from collections.abc import Iterable
from typing import Any

from generator.match.compiled import Row, Source, Told, make_index
from generator.match.marks import MARKS, Mark

#: Raised by one with every change that the scripts of an older page cannot read; `compiled.mjs` names the same.
FORMAT = "diagnosis-index/1"


def page_index(rows: Iterable[Row]) -> dict[str, Any]:
    """The rows of all entries, the marks, and the word by which each signature is searched for, in the order of `make_index`."""
    index = make_index(rows)
    return {
        "format": FORMAT,
        "licence": "CC-BY-4.0",
        "rows": [_row(row) for row in index.rows],
        "marks": [_mark(mark) for mark in MARKS],
        "keys": list(index.signatures.keys),
    }


def _row(row: Row) -> dict[str, Any]:
    return {
        "id": row.id,
        "area": row.area,
        "title": row.title,
        "kind": row.kind,
        "signatures": list(row.signatures),
        "sources": [_source(source) for source in row.sources],
        "relations": [list(relation) for relation in row.relations],
        "causes": [_told(told) for told in row.causes],
        "patterns": list(row.patterns),
        "words": row.words,
    }


def _source(source: Source) -> dict[str, str]:
    more = {"gone": source.gone, "only_if": source.only_if}
    return {
        "level": source.level,
        "program": source.program,
        **{name: value for name, value in more.items() if value is not None},
    }


def _told(told: Told) -> dict[str, Any]:
    """Causes are numbered by their place, so one without a trace in logs leaves an empty record."""
    if not (told.shows or told.values):
        return {}
    more: dict[str, Any] = {"remedy": told.remedy, "shows": list(told.shows), "values": told.values}
    return {"name": told.name, "tell": told.tell, **{name: value for name, value in more.items() if value}}


def _mark(mark: Mark) -> dict[str, str]:
    return {"id": mark.id, "role": mark.role, "text": mark.text, **({"program": mark.program} if mark.program else {})}

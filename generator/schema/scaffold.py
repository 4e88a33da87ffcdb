"""The record in, a commented YAML file out: every field with its purpose, ready to be filled."""

import json
from collections.abc import Iterator, Mapping
from datetime import date

from generator.schema.records import Entry
from generator.schema.shapes import FieldShape, ListShape, RecordShape, Scalar, shape_of
from generator.schema.types import Text
from generator.schema.vocabulary import Vocabulary

SCHEMA_LINE = "# yaml-language-server: $schema=../../entry.schema.json"


def scaffold(today: date, given: Mapping[str, str | None]) -> str:
    """The text of a new entry. `given` may hold title, line (a printed line), template (of that line), program, file,
    level, version, known_from and url."""
    values = {
        ("title",): given.get("title"),
        ("signatures", "text"): given.get("template") or _as_template(given.get("line")),
        ("signatures", "program"): given.get("program"),
        ("signatures", "file"): given.get("file"),
        ("signatures", "level"): given.get("level"),
        ("signatures", "last_seen"): given.get("version"),
        ("signatures", "known_from"): given.get("known_from"),
        ("signatures", "url"): given.get("url"),
        ("excerpts", "log"): given.get("line"),
    }
    values = {path: value for path, value in values.items() if value}
    head = [
        SCHEMA_LINE,
        "# Fill in the fields; `encyclopedia check` says what is missing or wrong, and `encyclopedia explain CODE` says more.",
        "# Begin with title, summary, quick_answer and fix; then signatures and excerpts. Comments can stay or go.",
    ]
    return "\n".join([*head, *_record(shape_of(Entry), "", (), values, today)]) + "\n"


def _as_template(line: str | None) -> str | None:
    return line.replace("{", "{{").replace("}", "}}") if line else None


Values = Mapping[tuple[str, ...], str | None]


def _record(shape: RecordShape, indent: str, path: tuple[str, ...], values: Values, today: date) -> Iterator[str]:
    for field in shape.fields:
        yield from _field(field, indent, (*path, field.name), values, today)


#: Fields that may be left out and that a new entry mostly has.
_EXPECTED = frozenset({"kind", "signatures", "excerpts", "near_misses"})


def _field(field: FieldShape, indent: str, path: tuple[str, ...], values: Values, today: date) -> Iterator[str]:
    shape = field.shape
    left_out = not field.required and path[-1] not in _EXPECTED and path not in values
    optional = "" if field.required else " (may be left out)"
    yield f"{indent}# {field.said.doc}{optional}"
    if left_out and isinstance(shape, RecordShape | ListShape):
        yield f"{indent}# {field.name}: …  `encyclopedia schema` shows what stands in it"
    elif isinstance(shape, RecordShape):
        yield f"{indent}{field.name}:"
        yield from _record(shape, indent + "  ", path, values, today)
    elif isinstance(shape, ListShape):
        yield from _list(field, shape, indent, path, values, today)
    else:
        yield from (f"{indent}# {hint}" for hint in _hints(field))
        yield f"{indent}{'# ' if left_out else ''}{field.name}: {_scalar(field, path, values, today)}"


def _hints(field: FieldShape) -> Iterator[str]:
    if isinstance(field.shape, Vocabulary):
        yield f"one of: {', '.join(field.shape)}"
    elif field.said.example is not None:
        yield f"for example: {json.dumps(field.said.example, ensure_ascii=False)}"


def _list(
    field: FieldShape, shape: ListShape, indent: str, path: tuple[str, ...], values: Values, today: date
) -> Iterator[str]:
    if not isinstance(shape.item, RecordShape):
        if field.said.example is not None:
            yield f"{indent}# for example: {json.dumps(field.said.example)}"
        yield f"{indent}{field.name}: []"
        return
    yield f"{indent}{field.name}:"
    rows = list(_record(shape.item, indent + "    ", path, values, today))
    first = next(index for index, row in enumerate(rows) if not row.lstrip().startswith("#"))
    # comments of the first field stand above the dash, which YAML wants at the field itself
    yield from (row[2:] for row in rows[:first])
    yield f"{indent}  - {rows[first].lstrip()}"
    yield from rows[first + 1 :]
    # as many as are needed, the others without comments
    bare = [row for row in rows if not row.lstrip().startswith("#")]
    for _ in range(1, field.said.at_least):
        yield f"{indent}  - {bare[0].lstrip()}"
        yield from bare[1:]


def _quoted(text: str) -> str:
    """The text in double quotes, with what cannot be seen as a code: YAML folds some of it and refuses the rest."""
    return "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in json.dumps(text, ensure_ascii=False))


def _scalar(field: FieldShape, path: tuple[str, ...], values: Values, today: date) -> str:
    given = values.get(path)
    if given:
        return _quoted(given)
    shape = field.shape
    if isinstance(shape, Vocabulary):
        # a word that stands there unasked would be published; an empty one is a problem until somebody chooses
        return '""' if field.required or field.default is None else str(field.default)
    if isinstance(shape, Scalar):
        return {"date": today.isoformat(), "number": "0", "yes or no": "false"}[shape.name]
    assert isinstance(shape, Text)
    return '""'

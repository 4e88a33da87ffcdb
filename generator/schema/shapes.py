"""A record class in, its shape out: the same fields as values that checks, builders and JSON schema can walk."""

import dataclasses
from dataclasses import dataclass
from datetime import date
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from generator.schema.types import Said, Text
from generator.schema.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class ListShape:
    """Several values of one shape."""

    item: "Shape"


@dataclass(frozen=True, slots=True)
class RecordShape:
    """A record: its class and its fields in order."""

    record: type
    fields: tuple["FieldShape", ...]
    by_name: dict[str, "FieldShape"]


@dataclass(frozen=True, slots=True)
class Scalar:
    """A date, a number or a yes/no."""

    name: str  # "date", "number" or "yes or no"


Shape = Text | Vocabulary | Scalar | ListShape | RecordShape


@dataclass(frozen=True, slots=True)
class FieldShape:
    """One field of a record."""

    name: str
    shape: Shape
    said: Said
    required: bool
    default: object = None


@cache
def shape_of(record: type) -> RecordShape:
    """The shape of a record class of `records.py`."""
    hints = get_type_hints(record, include_extras=True)
    fields = tuple(
        FieldShape(
            f.name,
            _shape(hints[f.name]),
            f.metadata["said"],
            f.default is dataclasses.MISSING,
            None if f.default is dataclasses.MISSING else f.default,
        )
        for f in dataclasses.fields(record)
    )
    return RecordShape(record, fields, {f.name: f for f in fields})


def _shape(hint: Any) -> Shape:
    origin = get_origin(hint)
    if origin is Annotated:
        kind = get_args(hint)[1]
        assert isinstance(kind, Text | Vocabulary)
        return kind
    if origin in (Union, UnionType):
        (inner,) = [arg for arg in get_args(hint) if arg is not NoneType]
        return _shape(inner)
    if origin is tuple:
        return ListShape(_shape(get_args(hint)[0]))
    if hint is date:
        return Scalar("date")
    if hint is float:
        return Scalar("number")
    if hint is bool:
        return Scalar("yes or no")
    return shape_of(hint)


def construct(shape: Shape, value: Any) -> Any:
    """A checked plain value as a frozen record; what the shape check let pass cannot fail here."""
    if isinstance(shape, RecordShape):
        by_name = shape.by_name
        return shape.record(**{key: construct(by_name[key].shape, item) for key, item in value.items()})
    if isinstance(shape, ListShape):
        return tuple([construct(shape.item, item) for item in value])
    if isinstance(shape, Scalar) and shape.name == "number":
        return float(value)
    return value

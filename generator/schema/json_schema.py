"""The records as JSON Schema, for editors (completion, hover text) and for programs that write entries.

Draft 2020-12, as VS Code's YAML support reads it: https://github.com/redhat-developer/yaml-language-server. Its hover text is made of a
field's description, the words with their meanings, and the examples, so an example is not said again in the description.
"""

from typing import Any

from generator.schema.records import Area, Entry
from generator.schema.shapes import FieldShape, ListShape, RecordShape, Scalar, Shape, shape_of
from generator.schema.types import Text
from generator.schema.vocabulary import Vocabulary

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def entry_schema() -> dict[str, Any]:
    """The schema of an entry file."""
    return _document(Entry, "An entry of the encyclopedia")


def area_schema() -> dict[str, Any]:
    """The schema of an area's `_area.yaml`."""
    return _document(Area, "An area of the encyclopedia")


def _document(record: type, title: str) -> dict[str, Any]:
    return {"$schema": DRAFT, "title": title, **_node(shape_of(record))}


def _node(shape: Shape) -> dict[str, Any]:
    if isinstance(shape, RecordShape):
        return {
            "type": "object",
            "description": (shape.record.__doc__ or "").strip(),
            "properties": {f.name: _field(f) for f in shape.fields},
            "required": [f.name for f in shape.fields if f.required],
            "additionalProperties": False,
        }
    if isinstance(shape, ListShape):
        return {"type": "array", "items": _node(shape.item)}
    if isinstance(shape, Vocabulary):
        return {
            "type": "string",
            "enum": list(shape),
            "markdownEnumDescriptions": [shape.meaning(word) for word in shape],
        }
    if isinstance(shape, Scalar):
        return {
            "date": {"type": "string", "format": "date"},
            "number": {"type": "number"},
            "yes or no": {"type": "boolean"},
        }[shape.name]
    return _text(shape)


def _text(text: Text) -> dict[str, Any]:
    node: dict[str, Any] = {"type": "string", "minLength": 1, "maxLength": text.longest}
    if text.pattern:
        node["pattern"] = f"^{text.pattern}$"
    return node


def _field(field: FieldShape) -> dict[str, Any]:
    node = _node(field.shape)
    description = field.said.doc
    if isinstance(field.shape, Text):
        description += f" ({field.shape.hint}.)"
    node["description"] = description
    if "`" in description:
        node["markdownDescription"] = description  # editors print the marks of a plain description as they are
    if field.said.example is not None:
        node["examples"] = [field.said.example]
    if isinstance(field.shape, ListShape):
        node["minItems"] = field.said.at_least
        node["maxItems"] = field.said.at_most
    return node

"""The kinds of value a field can hold, and the two helpers with which records declare their fields.

A record is a frozen dataclass whose annotations carry these kinds. The shape check, the JSON schema
and the page all read the same annotations, so a field is said once.
"""

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Any

from generator.schema.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Text:
    """A kind of text: how it is read (`markup`), its length in characters, and whether lines may break."""

    name: str
    markup: str  # "none", "inline", "block" or "verbatim"
    longest: int
    hint: str
    lines: bool = False
    pattern: str | None = None


PLAIN = Text("plain text", "none", 200, "one line, no markup")
TITLE = Text("title", "none", 110, "one line, no markup, no full stop")
INLINE = Text("short text", "inline", 1200, "one paragraph of CommonMark", lines=True)
PROSE = Text("prose", "block", 8000, "paragraphs and lists of CommonMark", lines=True)
VERBATIM = Text("verbatim text", "verbatim", 8000, "text kept to the letter (a block scalar, |, is safest)", lines=True)
TEMPLATE = Text("signature template", "verbatim", 1000, "literal text and {name:kind} placeholders", lines=True)
#: A host in plain letters, with no user before it that could pass for the host; then anything that ends no attribute.
URL = Text(
    "web address",
    "none",
    500,
    "an address that starts with https:// or http://",
    pattern=r"https?://(?![^/?#]*xn--)[A-Za-z0-9._-]+(?::[0-9]+)?(?:[/?#][^\s<>\"'`\\]*)?",
)
ID = Text("id", "none", 80, "lower-case letters, digits and hyphens", pattern=r"[a-z0-9]+(?:-[a-z0-9]+)*")
#: An id that an entry had, or `area/id` where it lay in another area.
FORMER = Text(
    "former id",
    "none",
    120,
    "an id, or area/id where it lay in another area",
    pattern=rf"(?:{ID.pattern}/)?{ID.pattern}",
)

Plain = Annotated[str, PLAIN]
Title = Annotated[str, TITLE]
Inline = Annotated[str, INLINE]
Prose = Annotated[str, PROSE]
Verbatim = Annotated[str, VERBATIM]
Template = Annotated[str, TEMPLATE]
Url = Annotated[str, URL]
Id = Annotated[str, ID]
FormerId = Annotated[str, FORMER]
Day = date
Number = float


def is_id(name: str) -> bool:
    """Whether it is a well-formed id of an entry or area."""
    return len(name) <= ID.longest and re.fullmatch(ID.pattern or "", name) is not None


def id_of_former(former: str) -> str:
    """The id alone: `nccl/old-name` and `old-name` give `old-name`."""
    return former.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class Said:
    """What a record says of one field: its purpose, an example, and the bounds on how many values it takes."""

    doc: str
    example: object = None
    at_least: int = 0
    at_most: int = 40


def said(doc: str, example: object = None, *, at_least: int = 1, at_most: int = 40) -> Any:
    """A required field. `at_least` and `at_most` count the values of a list field."""
    return field(metadata={"said": Said(doc, example, at_least, at_most)})


def maybe(doc: str, example: object = None, *, default: object = None, at_most: int = 40) -> Any:
    """A field that may be left out; `default` stands in for it (an empty tuple for lists)."""
    return field(default=default, metadata={"said": Said(doc, example, 0, at_most)})


__all__ = [
    "ID",
    "INLINE",
    "PLAIN",
    "PROSE",
    "TEMPLATE",
    "TITLE",
    "URL",
    "VERBATIM",
    "Day",
    "Id",
    "Inline",
    "Number",
    "Plain",
    "Prose",
    "Said",
    "Template",
    "Text",
    "Title",
    "Url",
    "Verbatim",
    "Vocabulary",
    "maybe",
    "said",
]

"""The record as shapes, as JSON schema, and as a file to be filled in."""

import dataclasses
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from generator.check.shape import check_shape
from generator.load import Document
from generator.load.yaml_values import read_values
from generator.schema import vocabulary
from generator.schema.json_schema import area_schema, entry_schema
from generator.schema.records import Area, Entry, Signature
from generator.schema.scaffold import SCHEMA_LINE, scaffold
from generator.schema.shapes import ListShape, RecordShape, Shape, construct, shape_of
from generator.schema.types import Text
from generator.schema.vocabulary import REVERSE_RELATION, Vocabulary

MINIMAL = Path(__file__).parents[1] / "data/minimal/entries/serving"
VOCABULARIES = [value for value in vars(vocabulary).values() if isinstance(value, Vocabulary)]


def walk(shape: Shape, path: str = "") -> list[tuple[str, Shape]]:
    """Every shape of a record with its path."""
    if isinstance(shape, RecordShape):
        return [
            (path, shape),
            *(row for field in shape.fields for row in walk(field.shape, f"{path}.{field.name}".lstrip("."))),
        ]
    if isinstance(shape, ListShape):
        return walk(shape.item, path + "[]")
    return [(path, shape)]


RECORDS = [
    shape for record in (Entry, Area) for path, shape in walk(shape_of(record)) if isinstance(shape, RecordShape)
]
FIELDS = [
    pytest.param(shape, field, id=f"{shape.record.__name__}.{field.name}")
    for shape in RECORDS
    for field in shape.fields
]


@pytest.mark.parametrize(("shape", "field"), FIELDS)
def test_every_field_says_its_purpose_in_a_sentence(shape: RecordShape, field: Any) -> None:
    """The page, the editor, `schema` and `new` all show it."""
    assert field.said.doc[0].isupper()
    assert field.said.doc.endswith(".")


@pytest.mark.parametrize("shape", RECORDS, ids=lambda shape: shape.record.__name__)
def test_every_record_says_what_it_is(shape: RecordShape) -> None:
    """Not what Python writes for it."""
    assert shape.record.__doc__
    assert not shape.record.__doc__.startswith(f"{shape.record.__name__}(")


@pytest.mark.parametrize(("shape", "field"), [row for row in FIELDS if row.values[1].said.example is not None])
def test_every_example_passes_the_check_of_its_field(shape: RecordShape, field: Any) -> None:
    """What is offered for copying is right."""
    example = field.said.example
    if isinstance(field.shape, ListShape) and not isinstance(field.shape.item, RecordShape | ListShape):
        assert all(
            Draft202012Validator({**entry_schema(), **_schema_of(field.shape.item)}).is_valid(item) for item in example
        )
    elif isinstance(field.shape, Text | Vocabulary):
        assert Draft202012Validator(_schema_of(field.shape)).is_valid(example)


def _schema_of(shape: Shape) -> dict[str, Any]:
    from generator.schema.json_schema import _node

    return _node(shape)


@pytest.mark.parametrize("words", VOCABULARIES, ids=lambda words: words.name)
class TestVocabulary:
    """A closed set of words, each with its meaning."""

    def test_each_word_stands_once_with_a_meaning(self, words: Vocabulary) -> None:
        """A clause without a full stop."""
        assert len(set(words)) == len(list(words))
        assert all(words.meaning(word) and not words.meaning(word).endswith(".") for word in words)

    def test_the_order_is_the_weight(self, words: Vocabulary) -> None:
        """Counted from nought."""
        assert [words.weight(word) for word in words] == list(range(len(list(words))))

    def test_an_unknown_word_is_not_in_it(self, words: Vocabulary) -> None:
        """Whatever its type."""
        assert "zzz" not in words
        assert None not in words
        assert [] not in words
        with pytest.raises(KeyError):
            words.meaning("zzz")


def test_every_relation_has_a_reverse() -> None:
    """The other page shows it."""
    assert REVERSE_RELATION.keys() == set(vocabulary.RELATION)


def test_a_checked_value_becomes_a_frozen_record() -> None:
    """Lists become tuples, missing fields their defaults."""
    made = construct(
        shape_of(Signature),
        {
            "text": "x",
            "program": "p",
            "file": "f",
            "level": "info",
            "known_from": "source",
            "url": "https://example.org",
        },
    )
    assert made == Signature(
        text="x", program="p", file="f", level="info", known_from="source", url="https://example.org"
    )
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.text = "y"


@pytest.mark.parametrize("make", [entry_schema, area_schema])
def test_the_json_schema_is_one(make: Any) -> None:
    """Of the draft that editors read."""
    Draft202012Validator.check_schema(make())


def plain(value: Any) -> Any:
    """A YAML value as JSON has it: dates as text."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value.isoformat() if isinstance(value, date) else value


def entry_value() -> Any:
    """The small sound entry."""
    return plain(read_values((MINIMAL / "cache-full.yaml").read_text("utf-8"), "x")[0])


def test_a_sound_entry_is_valid_in_an_editor() -> None:
    """The editor and the check agree."""
    assert list(Draft202012Validator(entry_schema()).iter_errors(entry_value())) == []


def test_a_sound_area_is_valid_in_an_editor() -> None:
    """As an entry is."""
    assert Draft202012Validator(area_schema()).is_valid(
        plain(read_values((MINIMAL / "_area.yaml").read_text("utf-8"), "x")[0])
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("sumary", "x"),
        ("severity", "hihg"),
        ("tags", []),
        ("tags", ["A b"]),
        ("title", ""),
        ("title", "x" * 111),
        ("title", 1),
        ("related", "x"),
        ("quick_answer", {}),
        ("references", [{"title": "x", "url": "javascript:x", "supports": "y"}]),
    ],
)
def test_an_editor_marks_what_the_check_refuses(field: str, value: object) -> None:
    """Field names, words, lengths, types, ids and addresses."""
    assert not Draft202012Validator(entry_schema()).is_valid({**entry_value(), field: value})
    wrong = {**read_values((MINIMAL / "cache-full.yaml").read_text("utf-8"), "x")[0], field: value}
    assert list(check_shape(Document("entries/a/b.yaml", "a", "b", "title: x", wrong)))


def test_an_editor_shows_the_purpose_and_an_example() -> None:
    """Hover text."""
    title = entry_schema()["properties"]["title"]
    assert title["description"].startswith("The failure as seen")
    assert title["examples"]


def properties(schema: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every property of a JSON schema with its path, those of records inside lists too."""
    inner = schema.get("items", schema)
    for name, node in inner.get("properties", {}).items():
        yield f"{path}{name}", node
        yield from properties(node, f"{path}{name}.")


PROPERTIES = [*properties(entry_schema()), *properties(area_schema(), "_area.")]


@pytest.mark.parametrize("node", [node for _, node in PROPERTIES], ids=[path for path, _ in PROPERTIES])
def test_the_hover_text_of_every_field_has_its_purpose_and_an_example(node: Any) -> None:
    """A record has none of its own: its fields have theirs."""
    assert node["description"]
    assert node.get("markdownDescription", node["description"]) == node["description"]
    inner = node.get("items", node)
    assert node.get("examples") or inner["type"] == "object"


@pytest.mark.parametrize(
    "node", [node.get("items", node) for _, node in PROPERTIES if "enum" in node.get("items", node)]
)
def test_an_editor_offers_the_words_with_their_meanings(node: Any) -> None:
    """Completion and hover text, for each closed set of words."""
    (words,) = [words for words in VOCABULARIES if list(words) == node["enum"]]
    assert node["markdownEnumDescriptions"] == [words.meaning(word) for word in words]


GIVEN = {"title": 'A "quoted" title: with a colon', "line": 'got {"a": 1} # \\ end', "program": "vLLM"}


def filled(**given: str) -> Any:
    """The value of a new file; it must be sound YAML."""
    value, problems = read_values(scaffold(date(2026, 11, 29), given), "x")
    assert problems == []
    return value


def test_a_new_file_begins_with_the_line_for_editors() -> None:
    """It finds the schema from the entry's own folder."""
    assert scaffold(date(2026, 11, 29), {}).startswith(SCHEMA_LINE + "\n")


def test_a_new_file_holds_what_every_entry_has_in_order() -> None:
    """Nothing to look up, and nothing to delete: what may be left out is named in a comment."""
    fields = shape_of(Entry).fields
    expected = {"kind", "signatures", "excerpts", "near_misses"}
    assert list(filled()) == [field.name for field in fields if field.required or field.name in expected]
    text = scaffold(date(2026, 11, 29), {})
    assert all(f"# {field.name}: " in text for field in fields if field.name not in filled())


def test_a_new_file_chooses_no_word_for_its_author() -> None:
    """A severity or a kind of proof that nobody chose would be published as if somebody had."""
    value = filled()
    assert (value["category"], value["severity"], value["signatures"][0]["known_from"]) == ("", "", "")
    assert "# one of: critical, high, medium, low" in scaffold(date(2026, 11, 29), {})


def test_what_is_given_is_filled_in() -> None:
    """Quoted as YAML needs it; braces of the line are doubled in the signature and kept in the excerpt."""
    value = filled(**GIVEN)
    assert value["title"] == GIVEN["title"]
    assert value["signatures"][0]["text"] == 'got {{"a": 1}} # \\ end'
    assert value["signatures"][0]["program"] == "vLLM"
    assert value["excerpts"][0]["log"] == GIVEN["line"]


def test_a_new_file_carries_the_day() -> None:
    """As a date."""
    assert (filled()["added"], filled()["reviewed"]) == (date(2026, 11, 29), date(2026, 11, 29))


def test_each_field_of_a_new_file_has_its_purpose_above_it() -> None:
    """And says whether it may be left out."""
    lines = scaffold(date(2026, 11, 29), {}).split("\n")
    above = lines[: lines.index("kind: failure")]
    assert any("(may be left out)" in line for line in above[-2:])


@pytest.mark.parametrize(
    "line",
    ["plain", "two\nlines", "tab\there", "\x1b[31mred", "ü “quoted”", "{", "}}", "'", "- x", "# x", "\u2028", "\x85"],
    ids=ascii,
)
def test_any_line_gives_a_file_that_can_be_read(line: str) -> None:
    """Whatever was pasted; what may not stand in an entry is the check's to say."""
    assert filled(line=line)["excerpts"][0]["log"] == line

"""`encyclopedia schema`: the fields of an entry, for people and for editors."""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from generator.cli.common import PROBLEMS, format_option, optional_root, root_of
from generator.diagnose.report.schema import diagnosis_schema
from generator.schema import vocabulary
from generator.schema.json_schema import area_schema, entry_schema
from generator.schema.records import Area, Entry
from generator.schema.shapes import ListShape, RecordShape, Scalar, Shape, shape_of
from generator.schema.types import Text
from generator.schema.vocabulary import Vocabulary

SCHEMAS = {
    "entry.schema.json": entry_schema,
    "area.schema.json": area_schema,
    "diagnosis.schema.json": diagnosis_schema,
}


@click.command("schema")
@format_option("For people, or the JSON schema.")
@click.option("--area", is_flag=True, help="The fields of an area's _area.yaml instead.")
@click.option("--write", is_flag=True, help="Write the schemas of entries, areas and diagnoses.")
@click.option("--check", "compare", is_flag=True, help="Exit 1 when the written files are out of date.")
@optional_root
def command(form: str, area: bool, write: bool, compare: bool, root: str | None) -> None:
    """Show the fields of an entry with their purpose, or write the JSON schemas that editors read.

    \b
    Examples:
      encyclopedia schema
      encyclopedia schema --format json
      encyclopedia schema --write
    """
    if write or compare:
        _files(root_of(root), write)
    elif form == "json":
        click.echo(_json(area_schema() if area else entry_schema()), nl=False)
    else:
        click.echo("\n".join(_fields(shape_of(Area if area else Entry), 0)))
        if not area:
            click.echo("\n".join(_words()))


def _files(root: Path, write: bool) -> None:
    stale = []
    for name, schema in SCHEMAS.items():
        path, text = root / name, _json(schema())
        if not path.is_file() or path.read_text("utf-8") != text:
            stale.append(name)
            if write:
                path.write_text(text, "utf-8")
    if write:
        click.echo(f"written: {', '.join(stale)}" if stale else "nothing to write: the schemas are up to date")
    elif stale:
        click.echo(f"out of date: {', '.join(stale)}; run `encyclopedia schema --write`")
        raise SystemExit(PROBLEMS)


def _json(schema: dict[str, object]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _fields(shape: RecordShape, depth: int) -> Iterator[str]:
    for field in shape.fields:
        inner = field.shape.item if isinstance(field.shape, ListShape) else field.shape
        many = f"list of {field.said.at_least} to {field.said.at_most}, " if isinstance(field.shape, ListShape) else ""
        yield f"{'  ' * depth}{click.style(field.name, bold=True)}  {many}{_kind(inner)}{'' if field.required else ' (may be left out)'}"
        yield f"{'  ' * depth}    {field.said.doc}"
        if isinstance(inner, RecordShape):
            yield from _fields(inner, depth + 1)


def _kind(shape: Shape) -> str:
    if isinstance(shape, Text):
        return shape.hint
    if isinstance(shape, Vocabulary):
        return " | ".join(shape)
    if isinstance(shape, Scalar):
        return shape.name
    return "a list" if isinstance(shape, ListShape) else "record"


def _words() -> Iterator[str]:
    for words in (
        vocabulary.KIND,
        vocabulary.SEVERITY,
        vocabulary.CATEGORY,
        vocabulary.LEVEL,
        vocabulary.PROOF,
        vocabulary.RELATION,
        vocabulary.PLACEHOLDER,
    ):
        yield f"\n{click.style(words.name, bold=True)}"
        width = max(map(len, words))
        yield from (f"  {word:{width}}  {words.meaning(word)}" for word in words)

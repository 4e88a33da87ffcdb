"""A repository of entries in, the same pages as plain Markdown for MkDocs with Material's defaults out."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from generator.load import Document, load_entries
from generator.schema.records import Entry
from generator.schema.shapes import ListShape, RecordShape, Shape, shape_of
from generator.schema.types import Text

CONFIG = """site_name: Markdown twin
site_url: http://127.0.0.1:8000/
theme: {{name: material, font: false}}
markdown_extensions: [tables, fenced_code, toc]
{nav}
"""


def markdown_twin(root: Path, target: Path, *, in_nav: bool) -> Path:
    """An MkDocs project at `target` with a page for each entry of `root`, in the navigation or only listed by their area's page."""
    documents = load_entries(root).documents
    docs = target / "docs"
    areas: dict[str, list[Document]] = {}
    for document in documents:
        if not document.is_area:
            areas.setdefault(document.area, []).append(document)
    for area, members in areas.items():
        (docs / area).mkdir(parents=True)
        rows = "\n".join(f"- [{d.value['title']}]({d.id}.md)" for d in members)
        (docs / area / "index.md").write_text(f"# {area}\n\n{rows}\n", "utf-8")
        for document in members:
            (docs / area / f"{document.id}.md").write_text("\n".join(_page(document, areas)), "utf-8")
    (docs / "index.md").write_text(
        "# Home\n\n" + "\n".join(f"- [{area}]({area}/index.md)" for area in areas) + "\n", "utf-8"
    )
    listed = "nav:\n  - index.md\n" + "".join(f"  - {area}/index.md\n" for area in areas) + "not_in_nav: '*'\n"
    (target / "mkdocs.yml").write_text(CONFIG.format(nav="" if in_nav else listed), "utf-8")
    return target


def _page(document: Document, areas: dict[str, list[Document]]) -> Iterator[str]:
    place = {d.id: f"../{area}/{d.id}.md" for area, members in areas.items() for d in members}
    yield f"# {document.value['title']}\n"
    for name, value in document.value.items():
        if name != "title":
            yield f"## {name.replace('_', ' ').capitalize()}\n"
            yield from _value(shape_of(Entry).by_name[name].shape, value, place)


def _value(shape: Shape, value: Any, place: dict[str, str]) -> Iterator[str]:
    if isinstance(shape, RecordShape):
        for key, item in value.items():
            yield f"**{key.replace('_', ' ')}**\n"
            yield from _value(shape.by_name[key].shape, item, place)
    elif isinstance(shape, ListShape) and isinstance(shape.item, RecordShape):
        yield from _table(shape.item, value, place)
    elif isinstance(shape, ListShape):
        yield ", ".join(map(str, value)) + "\n"
    elif isinstance(shape, Text) and shape.markup == "verbatim":
        yield f"```\n{value}\n```\n"
    else:
        yield _linked(str(value), place) + "\n"


def _table(row: RecordShape, rows: list[dict[str, Any]], place: dict[str, str]) -> Iterator[str]:
    short = [
        f.name
        for f in row.fields
        if (isinstance(f.shape, Text) and f.shape.markup != "verbatim")
        or not isinstance(f.shape, Text | ListShape | RecordShape)
    ]
    yield "| " + " | ".join(short) + " |\n|" + "---|" * len(short)
    for item in rows:
        yield (
            "| "
            + " | ".join(
                _linked(" ".join(str(item.get(name, "")).split()).replace("|", "\\|"), place) for name in short
            )
            + " |"
        )
    yield ""
    for item in rows:
        for name, value in item.items():
            if name not in short:
                yield from _value(row.by_name[name].shape, value, place)


def _linked(text: str, place: dict[str, str]) -> str:
    for part in text.split("(entry:")[1:]:
        name = part.split(")")[0]
        text = text.replace(f"(entry:{name})", f"({place.get(name, 'index.md')})")
    return text

"""The form of an entry's text: what is untidy in it, and the same text tidied: order of fields, quotes, dates, long lines, ends of lines.

Tidying changes no word and no comment, and twice is no more than once. A text that is no YAML is left alone but for its ends of lines.
"""

import re
import textwrap
from collections.abc import Iterator
from functools import cache
from typing import Any

import yaml

from generator.load import Document
from generator.load.yaml_values import compose
from generator.problems import Problem
from generator.schema.records import Area, Entry
from generator.schema.shapes import ListShape, RecordShape, Scalar, Shape, shape_of
from generator.schema.types import Text

#: A longer line of folded prose is hard to review side by side.
WIDEST = 120
_FOLDED = re.compile(r"^(?P<indent> *)(?P<head>(?:- )?[A-Za-z_]+: >-?[ ]*)$")
_DAY = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_CONTROL = "use `encyclopedia check --fix FILE`, which changes no word and no comment"


def check_tidy(document: Document) -> Iterator[Problem]:
    """Advice where `--fix` would change something that is no problem otherwise; once for each kind."""
    text = document.text
    if "\r" in text or not text.endswith("\n") or text.endswith("\n\n"):
        yield Problem(
            "Y201", document.at(), "the file's lines do not end as they should, each with one line feed", _CONTROL
        )
    shape = shape_of(Area if document.is_area else Entry)
    path = next(_out_of_order(shape, document.value, ()), None)
    if path is not None:
        yield Problem(
            "Y201", document.at(*path, key=True), f"`{path[-1]}` stands behind fields that belong after it", _CONTROL
        )
    for number, line in _long_lines(text):
        yield Problem(
            "Y201",
            document.at(find=line.strip()[:40]),
            f"line {number} of folded text has {len(line)} characters",
            _CONTROL,
        )
        break


def tidied(text: str, *, is_area: bool) -> str:
    """The text with every mechanical thing in order."""
    return tidied_and_why(text, is_area=is_area)[0]


def tidied_and_why(text: str, *, is_area: bool) -> tuple[str, tuple[str, ...]]:
    """The same, and in what it differs: of `ends of lines`, `quotes and dates`, `order of fields` and `long lines`."""
    steps = list(_steps(text, is_area=is_area))
    texts = [text, *(after for _, after in steps)]
    return texts[-1], tuple(what for (what, after), before in zip(steps, texts, strict=False) if after != before)


def _steps(text: str, *, is_area: bool) -> Iterator[tuple[str, str]]:
    lines = [line.rstrip() if not line.strip() else line for line in re.sub(r"\r\n?", "\n", text).split("\n")]
    text = "\n".join(lines).rstrip("\n") + "\n"
    yield "ends of lines", text
    try:
        if compose(text) is None:
            return
    except yaml.YAMLError:
        return
    shape = shape_of(Area if is_area else Entry)
    for what, step in (("quotes and dates", _with_quotes), ("order of fields", _in_order)):
        text = step(text, shape)
        yield what, text
    yield "long lines", _wrapped(text)


# --- quotes and dates


def _with_quotes(text: str, shape: RecordShape) -> str:
    """Texts that YAML would take for a number, a date or nothing are quoted; dates are written YYYY-MM-DD and bare."""
    changes: list[tuple[int, int, str]] = []
    _collect(compose(text), shape, text, changes)
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _collect(node: yaml.Node | None, shape: Shape, text: str, changes: list[tuple[int, int, str]]) -> None:
    if isinstance(shape, RecordShape) and isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            field = shape.by_name.get(key.value)
            if field is not None:
                _collect(value, field.shape, text, changes)
    elif isinstance(shape, ListShape) and isinstance(node, yaml.SequenceNode):
        for item in node.value:
            _collect(item, shape.item, text, changes)
    elif isinstance(node, yaml.ScalarNode):
        start, end = node.start_mark.index, node.end_mark.index
        if isinstance(shape, Text) and not node.style and node.value and not node.tag.endswith(":str"):
            changes.append((start, end, f'"{node.value}"'))
        elif isinstance(shape, Scalar) and shape.name == "date" and not node.tag.endswith(":timestamp"):
            day = _DAY.fullmatch(node.value.strip())
            if day:
                changes.append((start, end, f"{day[1]}-{int(day[2]):02}-{int(day[3]):02}"))


# --- order


def _out_of_order(shape: Shape, value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    """The fields that stand behind one that comes after them."""
    if isinstance(shape, RecordShape) and isinstance(value, dict):
        order = _places(shape)
        furthest = -1
        for key, item in value.items():
            at = order.get(key)
            if at is None:
                continue
            if at < furthest:
                yield (*path, key)
            furthest = max(furthest, at)
            if isinstance(item, dict | list):
                yield from _out_of_order(shape.by_name[key].shape, item, (*path, key))
    elif isinstance(shape, ListShape) and isinstance(value, list) and isinstance(shape.item, RecordShape | ListShape):
        for index, item in enumerate(value):
            yield from _out_of_order(shape.item, item, (*path, index))


def _places(shape: RecordShape) -> dict[str, int]:
    """The place of each field."""
    return _places_of(shape.record)


@cache
def _places_of(record: type) -> dict[str, int]:
    return {name: at for at, name in enumerate(shape_of(record).by_name)}


def _in_order(text: str, shape: RecordShape) -> str:
    """Members in the order of the schema, innermost first; a member takes the comments above it along."""
    for _ in range(10_000):  # each round puts one record in order, so that places stay true
        node = compose(text)
        found = next(_unordered(node, shape), None) if node is not None else None
        if found is None:
            return text
        text = _reordered(text, *found)
    return text


def _unordered(node: yaml.Node, shape: Shape) -> Iterator[tuple[yaml.MappingNode, RecordShape]]:
    if isinstance(shape, RecordShape) and isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            field = shape.by_name.get(key.value)
            if field is not None:
                yield from _unordered(value, field.shape)
        order = _places(shape)
        known = [order[key.value] for key, _ in node.value if key.value in order]
        if known != sorted(known) and not node.flow_style and len(known) == len(node.value):
            yield node, shape
    elif isinstance(shape, ListShape) and isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _unordered(item, shape.item)


def _reordered(text: str, node: yaml.MappingNode, shape: RecordShape) -> str:
    lines = text.split("\n")
    keys = [key for key, _ in node.value]
    column = keys[0].start_mark.column
    starts = [_with_comments(lines, key.start_mark.line, column, first=index == 0) for index, key in enumerate(keys)]
    end = _end(lines, keys[-1].start_mark.line, column)
    first = keys[0].start_mark.line
    dash = lines[first][:column] if lines[first][:column].strip() == "-" else None
    if dash is not None:  # the first member of a row: its line begins with the dash
        lines[first] = " " * column + lines[first][column:]
    blocks = {key.value: lines[start:stop] for key, start, stop in zip(keys, starts, [*starts[1:], end], strict=True)}
    new = [line for name in sorted(blocks, key=_places(shape).__getitem__) for line in blocks[name]]
    if dash is not None:
        at = next(index for index, line in enumerate(new) if line.strip() and not line.lstrip().startswith("#"))
        comments = [line[:column].replace(" " * column, dash.replace("-", " ")) + line[column:] for line in new[:at]]
        new = [*comments, dash + new[at][column:], *new[at + 1 :]]
    return "\n".join([*lines[: starts[0]], *new, *lines[end:]])


def _with_comments(lines: list[str], line: int, column: int, *, first: bool) -> int:
    """Where a member begins, with the comments of its own depth above it; the first one's stay, since they may speak of the whole."""
    while not first and line > 0 and re.match(rf" {{{column}}}#", lines[line - 1]):
        line -= 1
    return line


def _end(lines: list[str], line: int, column: int) -> int:
    """The line behind the last member: the next one that is less deep or as deep, blank lines before it not counted."""
    end = line + 1
    while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > column):
        end += 1
    while end > line + 1 and not lines[end - 1].strip():
        end -= 1
    return end


# --- long lines


def _long_lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines of folded text that are too long and can be broken: number and line."""
    lines = text.split("\n")
    for start, end, depth in _folded(lines):
        for number in range(start, end):
            line = lines[number]
            if len(line) > WIDEST and line[depth : depth + 1] != " " and " " in line[depth:WIDEST]:
                yield number + 1, line


def _folded(lines: list[str]) -> Iterator[tuple[int, int, int]]:
    """The bodies of folded scalars: first line, line behind the last, depth."""
    for number, line in enumerate(lines):
        found = _FOLDED.match(line)
        if found is None:
            continue
        outer = len(found["indent"]) + (2 if found["head"].startswith("- ") else 0)
        end = _end(lines, number, outer)
        body = [line for line in lines[number + 1 : end] if line.strip()]
        if body:
            yield number + 1, end, len(body[0]) - len(body[0].lstrip())


def _wrapped(text: str) -> str:
    """Paragraphs of folded text that have a line too long are filled anew; deeper lines, which YAML does not fold, stay."""
    lines = text.split("\n")
    for start, end, depth in reversed(list(_folded(lines))):
        body: list[str] = []
        paragraph: list[str] = []
        for line in [*lines[start:end], ""]:
            if line.strip() and line[depth : depth + 1] != " ":
                paragraph.append(line)
                continue
            body += _filled(paragraph, depth)
            paragraph = []
            body.append(line)
        lines[start:end] = body[:-1]
    return "\n".join(lines)


def _filled(paragraph: list[str], depth: int) -> list[str]:
    if all(len(line) <= WIDEST for line in paragraph):
        return paragraph
    words = " ".join(line.strip() for line in paragraph)
    indent = " " * depth
    return textwrap.wrap(
        words, WIDEST, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )

"""Texts of YAML files in, the same texts with a few lines changed out: what is not touched keeps its comments, order and quotes."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from generator.load.yaml_values import compose
from generator.schema.types import id_of_former


@dataclass(slots=True)
class Edits:
    """The new texts of files by path; None for a file that goes."""

    texts: dict[Path, str | None] = field(default_factory=dict)

    def __or__(self, other: "Edits") -> "Edits":
        return Edits({**self.texts, **other.texts})


def with_links_to(text: str, old: str, new: str) -> str:
    """The text of an entry or area in which every link to `old` leads to `new`."""
    text = re.sub(rf"(\(\s*<?entry:){re.escape(old)}(?=[)\s>])", rf"\g<1>{new}", text)
    return re.sub(rf"(?m)^(\s*(?:-\s+)?entry:\s+[\"']?){re.escape(old)}(?=[\"']?\s*(?:#.*)?$)", rf"\g<1>{new}", text)


def former_ids(text: str) -> list[str]:
    """As they are written, with their area where it is another one."""
    node = _member(text, "former_ids") if "former_ids" in text else None
    return [item.value for item in node.value] if isinstance(node, yaml.SequenceNode) else []


def with_former(text: str, added: list[str]) -> str:
    """The text with more former ids, in order and each once; as it is where there are none to add."""
    if not added:
        return text
    node = _member(text, "former_ids")
    if node is None:
        key = _first_key_behind(text, ("tags", "tell_apart"))
        return _inserted(text, key, f"former_ids: [{', '.join(added)}]\n")
    all_ = list(dict.fromkeys([*former_ids(text), *added]))
    return f"{text[: node.start_mark.index]}[{', '.join(all_)}]{_behind(text, node)}"


def without_former(text: str, gone: str) -> str:
    """The text without this former id: a name that an entry takes again. A list that would be empty goes too."""
    node = _member(text, "former_ids")
    if not isinstance(node, yaml.SequenceNode):
        return text
    kept = [old for old in former_ids(text) if id_of_former(old) != gone]
    if not kept:
        start, lines = (
            next(n for n, line in enumerate(text.split("\n")) if line.startswith("former_ids")),
            text.split("\n"),
        )
        return "\n".join([*lines[:start], *lines[_end_line(text, node) :]])
    return f"{text[: node.start_mark.index]}[{', '.join(kept)}]{_behind(text, node)}"


def rows_of(text: str, key: str) -> list[str]:
    """The rows of a list as they are written, from the dash on, with two blanks before it."""
    node = _member(text, key)
    if not isinstance(node, yaml.SequenceNode) or node.flow_style:
        return []
    lines = text.split("\n")
    starts = [item.start_mark.line for item in node.value]
    end = _end_line(text, node)
    rows = []
    for start, stop in zip(starts, [*starts[1:], end], strict=True):
        indent = len(lines[start]) - len(lines[start].lstrip())
        rows.append("\n".join("  " + line[indent:] if line.strip() else "" for line in lines[start:stop]).rstrip("\n"))
    return rows


def with_rows(text: str, key: str, rows: list[str]) -> str:
    """The text with more rows at the end of a list, which is made where there is none."""
    if not rows:
        return text
    node = _member(text, key)
    added = "\n".join(rows) + "\n"
    if not isinstance(node, yaml.SequenceNode) or node.flow_style:
        return text.rstrip("\n") + f"\n{key}:\n{added}"
    lines = text.split("\n")
    first = lines[node.value[0].start_mark.line]
    indent = len(first) - len(first.lstrip())
    shifted = "\n".join(" " * indent + line[2:] if line.strip() else "" for line in added.rstrip("\n").split("\n"))
    end = _end_line(text, node)
    return "\n".join([*lines[:end], shifted, *lines[end:]])


def without_rows(text: str, key: str, gone: set[int]) -> str:
    """The text without these rows of a list."""
    node = _member(text, key)
    if not isinstance(node, yaml.SequenceNode) or not gone:
        return text
    lines = text.split("\n")
    starts = [item.start_mark.line for item in node.value]
    stops = [*starts[1:], _end_line(text, node)]
    drop = {line for row in gone for line in range(starts[row], stops[row])}
    return "\n".join(line for number, line in enumerate(lines) if number not in drop)


def links_of(text: str, key: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    """The rows of `related` or `near_misses` as plain words."""
    node = _member(text, key)
    for number, item in enumerate(node.value if isinstance(node, yaml.SequenceNode) else ()):
        if isinstance(item, yaml.MappingNode):
            yield number, {name.value: value.value for name, value in item.value if isinstance(value, yaml.ScalarNode)}


def _member(text: str, key: str) -> yaml.Node | None:
    tree = compose(text)
    if not isinstance(tree, yaml.MappingNode):
        return None
    return next((value for name, value in tree.value if name.value == key), None)


def _end_line(text: str, node: yaml.Node) -> int:
    """The line behind a block value: the first that begins a key of the top, or the end. Comments before that key stay with it."""
    lines = text.split("\n")
    start = (
        node.value[-1].start_mark.line if isinstance(node, yaml.SequenceNode) and node.value else node.start_mark.line
    )
    end = _next_key(lines, start)
    while end > start + 1 and not lines[end - 1].strip():
        end -= 1
    return end


def _behind(text: str, node: yaml.Node) -> str:
    if isinstance(node, yaml.SequenceNode) and not node.flow_style:
        return "\n" + "\n".join(text.split("\n")[_end_line(text, node) :])
    return text[node.end_mark.index :]


def _first_key_behind(text: str, names: tuple[str, ...]) -> int:
    """The line behind the first of these members that is there."""
    lines = text.split("\n")
    for name in names:
        start = next((n for n, line in enumerate(lines) if line.startswith(f"{name}:")), None)
        if start is not None:
            return _next_key(lines, start)
    return len(lines)


def _next_key(lines: list[str], line: int) -> int:
    """The first line behind `line` on which a key of the top or its comment begins, or the end."""
    return next((n for n in range(line + 1, len(lines)) if re.match(r"[A-Za-z_#]", lines[n])), len(lines))


def _inserted(text: str, line: int, added: str) -> str:
    lines = text.split("\n")
    while line > 0 and not lines[line - 1].strip():
        line -= 1
    return "\n".join([*lines[:line], added.rstrip("\n"), *lines[line:]])

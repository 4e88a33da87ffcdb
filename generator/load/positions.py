"""The place of a key or value, found again in the text when a problem needs it.

A clean file is read once and keeps no positions; a file with a problem is composed a second time, and only then.
"""

from functools import lru_cache

import yaml

from generator.load.lines import source_lines
from generator.load.yaml_values import compose
from generator.problems import Location

Path = tuple[str | int, ...]


@lru_cache(maxsize=8)
def _tree(text: str) -> yaml.Node | None:
    return compose(text)


def locate(text: str, name: str, path: Path, *, key: bool = False, find: str | None = None) -> Location:
    """Where the value at `path` starts (its key, when `key`); with `find`, where that piece stands inside the value.

    A path that leads nowhere gives the place of its nearest existing parent: that is where the missing field belongs.
    """
    node, key_node = _tree(text), None
    for step in path:
        found = _step(node, step)
        if found is None:
            key = True
            break
        key_node, node = found
    if node is None:
        return Location(name)
    if key and key_node is not None:
        return _at(name, key_node)
    if find:
        inside = _inside(text, name, node, find)
        if inside is not None:
            return inside
    return _kept_inside(_at(name, node), text)


def _kept_inside(place: Location, text: str) -> Location:
    """The place, or the end of the last line where libyaml's mark lies behind it, as for an empty value at the end."""
    lines = source_lines(text)
    if place.line <= len(lines):
        return place
    return Location(place.path, len(lines), max(1, len(lines[-1])))


def _step(node: yaml.Node | None, step: str | int) -> tuple[yaml.Node | None, yaml.Node] | None:
    if isinstance(node, yaml.MappingNode):
        for key_node, value_node in node.value:
            if key_node.value == step:
                return key_node, value_node
    elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return None, node.value[step]
    return None


def _at(name: str, node: yaml.Node) -> Location:
    start, end = node.start_mark, node.end_mark
    if start.line == end.line:
        width = end.column - start.column
    elif isinstance(node, yaml.ScalarNode):
        width = 1
    else:
        width = len(node.value[0][0].value) if isinstance(node, yaml.MappingNode) and node.value else 1
    return Location(name, start.line + 1, start.column + 1, max(1, width))


def _inside(text: str, name: str, node: yaml.Node, find: str) -> Location | None:
    lines = source_lines(text)
    for number in range(node.start_mark.line, min(node.end_mark.line + 1, len(lines))):
        begin = node.start_mark.column if number == node.start_mark.line else 0
        column = lines[number].find(find, begin)
        if column >= 0:
            return Location(name, number + 1, column + 1, len(find))
    return None

"""YAML text in; plain values (dict, list, str, int, float, bool, date, None) and problems out.

The reader is libyaml's, through PyYAML. Scalars follow YAML 1.2's core words, as editors read them (`no` is text, not
false), plus dates. Anchors, aliases, tags and doubled keys are problems: an entry is read one by one and holds no objects.
"""

import re
from collections.abc import Iterator
from datetime import date
from sys import intern
from typing import Any

import yaml
from yaml._yaml import CParser
from yaml.resolver import BaseResolver

from generator.load.lines import source_lines
from generator.load.yaml_causes import conflict_in, deeper_start_in, open_quote_in, quote_problem
from generator.problems import Location, Problem

DEEPEST = 12
#: A longer row of digits is no number of anything.
LONGEST_NUMBER = 400

_STR, _INT, _FLOAT = "tag:yaml.org,2002:str", "tag:yaml.org,2002:int", "tag:yaml.org,2002:float"
_BOOL, _NULL, _DATE = "tag:yaml.org,2002:bool", "tag:yaml.org,2002:null", "tag:yaml.org,2002:timestamp"
_NOT_ALWAYS_TEXT = frozenset("tTfFnN~+-.0123456789")
_MAP, _SEQ = "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"
_CORE = frozenset({_STR, _INT, _FLOAT, _BOOL, _NULL, _DATE})


class _Resolver(BaseResolver):
    """Plain scalars by YAML 1.2's core schema (https://yaml.org/spec/1.2.2/#103-core-schema), and dates."""


for _tag, _pattern, _first in (
    (_BOOL, r"true|True|TRUE|false|False|FALSE", "tTfF"),
    (_NULL, r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    (_INT, r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", "-+0123456789"),
    (
        _FLOAT,
        r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)",
        "-+0123456789.",
    ),
    (_DATE, r"[0-9]{4}-[0-9]{2}-[0-9]{2}", "0123456789"),
):
    _Resolver.add_implicit_resolver(_tag, re.compile(rf"^(?:{_pattern})$"), list(_first))


_WORDS = _Resolver()
_ANCHOR = re.compile(r"(?:^|[\s\[{,])&[0-9A-Za-z_-]+(?=[\s,\]}]|$)", re.MULTILINE)


class _Composer(CParser, _Resolver):
    """libyaml's parser with our scalar words; composes nodes and builds no objects."""

    def __init__(self, text: str) -> None:
        CParser.__init__(self, text)
        _Resolver.__init__(self)

    def resolve(self, kind: type[yaml.Node], value: str, implicit: Any) -> Any:
        """The tag of a node without one; most scalars are text, and their first character says so."""
        if kind is yaml.ScalarNode:
            if implicit[1] or (value and value[0] not in _NOT_ALWAYS_TEXT):
                return _STR
        elif kind is yaml.MappingNode:
            return _MAP
        else:
            return _SEQ
        return super().resolve(kind, value, implicit)  # type: ignore[no-untyped-call]

    def descend_resolver(self, current_node: object, current_index: object) -> None:
        """Nothing: tags by path are not used."""

    def ascend_resolver(self) -> None:
        """Nothing: tags by path are not used."""

    def compose_document(self) -> yaml.Node | None:
        node: yaml.Node | None = self.get_single_node()
        return node


def compose(text: str) -> yaml.Node | None:
    """The node tree of one document; None when it is empty. Raises yaml.YAMLError."""
    return _Composer(text).compose_document()


def read_values(text: str, name: str) -> tuple[Any, list[Problem]]:
    """The plain value of the document and every problem of its YAML; the value is None when it could not be parsed."""
    try:
        root = compose(text)
    except yaml.reader.ReaderError as error:
        return None, [_unreadable_character(text, name, error)]
    except yaml.MarkedYAMLError as error:
        return None, [_syntax_problem(text, name, error)]
    if root is None:
        return None, [
            Problem("Y101", Location(name), "the file is empty", "start it with `encyclopedia new <area>/<id>`")
        ]
    problems: list[Problem] = []
    walk = _Walk(name, problems)
    value = walk.value(root, 0)
    if walk.aliased or _ANCHOR.search(text):
        problems += _anchors_and_aliases(text, name)
    return None if walk.shared else value, problems


class _Walk:
    """Nodes to values; remembers nodes that it has seen, because a second visit is an alias.

    `aliased`: there was one. `shared`: there was one to a list or record, which is not followed: the values have holes.
    """

    def __init__(self, name: str, problems: list[Problem]) -> None:
        self.name, self.problems = name, problems
        self.seen: set[int] = set()
        self.aliased = self.shared = False

    def value(self, node: yaml.Node, depth: int) -> Any:
        tag = node.tag
        if isinstance(node, yaml.ScalarNode):
            if tag == _STR and id(node) not in self.seen:
                self.seen.add(id(node))
                return node.value
            return self._scalar(node)
        if id(node) in self.seen:
            self.aliased = self.shared = True
            return None
        self.seen.add(id(node))
        if depth > DEEPEST:
            self._say(
                "Y111",
                node,
                f"values are nested more than {DEEPEST} levels deep",
                "look at the indentation and brackets here",
            )
            return None
        if isinstance(node, yaml.MappingNode):
            if tag != _MAP:
                self._tag(node)
            return self._mapping(node, depth)
        if tag != _SEQ:
            self._tag(node)
        return [self.value(child, depth + 1) for child in node.value]

    def _mapping(self, node: yaml.MappingNode, depth: int) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self._say(
                    "Y101", key_node, "a list or record stands where a field's name belongs", "write `name: value`"
                )
                continue
            key = intern(key_node.value)  # a thousand files have the same few names
            if key_node.tag not in _CORE:
                self._tag(key_node)
            if key == "<<":
                self._say("Y104", key_node, "the merge key `<<` is not used here", "write the fields out")
                continue
            if key in out:
                self._say("Y103", key_node, f"the key `{key}` stands twice in this record", "keep one of the two")
                continue
            out[key] = self.value(value_node, depth + 1)
        return out

    def _scalar(self, node: yaml.ScalarNode) -> Any:
        self.aliased = self.aliased or id(node) in self.seen
        self.seen.add(id(node))
        tag, text = node.tag, node.value
        if tag != _WORDS.resolve(yaml.ScalarNode, text, (not node.style, True)):  # type: ignore[no-untyped-call]
            self._tag(node)  # not what the words alone say: a tag was written
            return text
        try:
            if tag == _INT and len(text) > LONGEST_NUMBER:
                return text  # Python itself refuses to print such a number
            if tag == _INT:
                return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
            if tag == _FLOAT:
                return float(
                    text.replace(".inf", "inf").replace(".nan", "nan").replace(".Inf", "inf").replace(".NaN", "nan")
                )
            if tag == _BOOL:
                return text.lower() == "true"
            if tag == _NULL:
                return None
            if tag == _DATE:
                return date.fromisoformat(text)
        except ValueError:
            pass  # not a date or number after all; the shape check names the field and what it takes
        return text

    def _tag(self, node: yaml.Node) -> None:
        shown = node.tag.replace("tag:yaml.org,2002:", "!!")
        self._say("Y105", node, f"the tag `{shown}` asks for more than plain text", "remove the tag")

    def _say(self, code: str, node: yaml.Node, what: str, fix: str) -> None:
        mark = node.start_mark
        width = node.end_mark.column - mark.column if node.end_mark.line == mark.line else 1
        # PyYAML counts lines and columns from 0; people count from 1
        self.problems.append(
            Problem(code, Location(self.name, mark.line + 1, mark.column + 1, max(1, width)), what, fix)
        )


def _anchors_and_aliases(text: str, name: str) -> Iterator[Problem]:
    """The places of aliases, which nodes do not keep, and of anchors that nothing uses."""
    anchors: dict[str, Location] = {}
    events = _Composer(text)
    while events.check_event():
        event = events.get_event()
        anchor = getattr(event, "anchor", None)
        if anchor is None:
            continue
        mark = event.start_mark if event is not None else None
        assert mark is not None
        here = Location(name, mark.line + 1, mark.column + 1, len(anchor) + 1)
        if isinstance(event, yaml.AliasEvent):
            anchors.pop(anchor, None)
            yield Problem(
                "Y104", here, f"the alias `*{anchor}` repeats a value from elsewhere", "write the value out here"
            )
        else:
            anchors[anchor] = here
    for anchor, here in anchors.items():
        yield Problem(
            "Y104",
            here,
            f"the anchor `&{anchor}` gives a value a name for use elsewhere",
            "remove it, or quote the value if it is text that starts with &",
        )


def _syntax_problem(text: str, name: str, error: yaml.MarkedYAMLError) -> Problem:
    mark = error.problem_mark or error.context_mark
    line, column = _inside(text, mark)
    slip = conflict_in(text, name) or _open_quote(text, name, error, line)
    if slip is not None:
        return slip
    reason = (error.problem or error.context or "the text is not YAML").strip()
    tab = _tab_in_indentation(text, line)
    if tab is not None:
        return Problem(
            "Y102",
            Location(name, tab[0] + 1, tab[1] + 1),
            "a tab stands in the indentation",
            "use two spaces for each level",
        )
    if "nesting" in reason:
        return Problem(
            "Y111",
            Location(name, line + 1, column + 1),
            f"the YAML reader stopped: {reason}",
            "look at the brackets and indentation here",
        )
    at_key = error.context_mark if "simple key" in (error.context or "") else None
    deeper = deeper_start_in(text, name, at_key.line if at_key is not None else line)
    if deeper is not None:
        return deeper
    fix = "quote the value, or check the indentation against the line above"
    if reason.startswith("mapping values are not allowed"):
        fix = "a value with `: ` in it must be quoted or written as a block scalar"
    elif "alias" in f"{error.context} {reason}" or "anchor" in f"{error.context} {reason}":
        return Problem(
            "Y104",
            Location(name, line + 1, column + 1),
            f"the YAML reader stopped: {reason}",
            "quote the value if it is text that starts with * or &",
        )
    elif "document" in reason:
        fix = "one file holds one document; remove the line `---`"
    return Problem("Y101", Location(name, line + 1, column + 1), f"the YAML reader stopped: {reason}", fix)


def _open_quote(text: str, name: str, error: yaml.MarkedYAMLError, line: int) -> Problem | None:
    """A quote that nobody closed, or that the next one closed."""
    if "quoted scalar" in (error.context or "") and "end of stream" in (error.problem or ""):
        opened = error.context_mark
        if opened is not None:
            style = source_lines(text)[opened.line][opened.column]
            return quote_problem(name, opened, style, "is closed nowhere in the file")
    return open_quote_in(_events_before_the_end(text), name, line)


def _events_before_the_end(text: str) -> Iterator[yaml.Event]:
    """What the reader saw before it stopped."""
    events = _Composer(text)
    try:
        while events.check_event():
            event = events.get_event()
            if event is not None:
                yield event
    except yaml.YAMLError:
        return


def _inside(text: str, mark: yaml.Mark | None) -> tuple[int, int]:
    """The line and column of a mark; libyaml's mark for the end of the text can lie behind the last line."""
    if mark is None:
        return 0, 0
    lines = source_lines(text)
    if mark.line >= len(lines):
        return len(lines) - 1, len(lines[-1])
    return mark.line, min(mark.column, len(lines[mark.line]))


def _tab_in_indentation(text: str, around: int) -> tuple[int, int] | None:
    lines = source_lines(text)
    for number in (around, around - 1):
        if 0 <= number < len(lines):
            indent = lines[number][: len(lines[number]) - len(lines[number].lstrip())]
            if "\t" in indent:
                return number, indent.index("\t")
    return None


def _unreadable_character(text: str, name: str, error: yaml.reader.ReaderError) -> Problem:
    for number, column, character in _not_allowed(text):
        return Problem(
            "Y110",
            Location(name, number + 1, column + 1),
            f"the character U+{ord(character):04X} is not allowed in YAML",
            "remove it",
        )
    return Problem("Y110", Location(name), f"a character is not allowed in YAML: {error.reason}", "remove it")


def _not_allowed(text: str) -> Iterator[tuple[int, int, str]]:
    # https://yaml.org/spec/1.2.2/#51-character-set
    bad = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
    for number, line in enumerate(source_lines(text)):
        for match in bad.finditer(line):
            yield number, match.start(), match.group()

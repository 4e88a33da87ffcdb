"""Whatever bytes a file holds: no rule fails, and every problem is placed inside the file."""

import copy
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as some

from generator.check import check_document, check_together
from generator.load import load_file
from generator.load.lines import source_lines
from generator.model import build_corpus
from generator.problems import CATALOGUE, Problem, is_error
from generator.problems.printing import as_text

MINIMAL = Path(__file__).parents[1] / "data/minimal/entries/serving"
SOUND = (MINIMAL / "cache-full.yaml").read_text("utf-8")
VALUE = yaml.safe_load(SOUND)

PIECES = some.sampled_from(
    [
        "title",
        "signatures",
        "text",
        ": ",
        ":",
        "- ",
        "\n",
        "\n  ",
        "\n\t",
        "{",
        "}",
        "[",
        "]",
        ",",
        "&a ",
        "*a",
        "!!str ",
        "!x ",
        "|",
        ">-",
        "'",
        '"',
        "#",
        " #",
        "---\n",
        "...",
        "?",
        "<<: ",
        "%YAML 1.2\n",
        "\\u202e",
        "\x00",
        "\x85",
        "\u2028",
        "\ufeff",
        "\r\n",
        "\r",
        "é",
        "😀",
        "1",
        "-.inf",
        "2026-13-40",
        "2026-01-01",
        "null",
        "true",
        "{a:int}",
        "{{",
        "<b>",
        "[x](entry:y)",
        "[x](javascript:y)",
        "```",
        "{x}{y}",
    ]
)
YAMLISH = some.lists(PIECES, max_size=30).map("".join)
LEAVES = some.one_of(
    some.none(),
    some.booleans(),
    some.integers(),
    some.floats(),
    some.dates(),
    some.text(max_size=40),
    YAMLISH,
    some.sampled_from(
        [
            "{",
            "}",
            "{a}{b}",
            "{a:any}",
            "[x](entry:cache-full)",
            "javascript:x",
            "https://example.org",
            "queue-grows",
            "\x1b[31m",
            "a" * 9000,
        ]
    ),
)
KEYS = some.one_of(some.sampled_from(sorted(VALUE)), some.text(max_size=8))
VALUES = some.recursive(
    LEAVES,
    lambda inner: some.one_of(some.lists(inner, max_size=4), some.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=8,
)


@contextmanager
def repository(data: bytes) -> Iterator[Path]:
    """A tree whose first entry holds these bytes."""
    with tempfile.TemporaryDirectory() as folder:
        area = Path(folder) / "entries/serving"
        area.mkdir(parents=True)
        for name in ("_area.yaml", "queue-grows.yaml"):
            (area / name).write_bytes((MINIMAL / name).read_bytes())
        (area / "cache-full.yaml").write_bytes(data)
        yield Path(folder)


def check(data: bytes) -> None:
    """The flow of a check over these bytes; the corpus is built when nothing blocks it."""
    with repository(data) as root:
        documents, problems = [], []
        for path in sorted((root / "entries/serving").iterdir()):
            document, found = load_file(path, root)
            if document is not None:
                found = [*found, *check_document(document)]
                if not any(is_error(problem.code) for problem in found):
                    documents.append(document)
            problems += found
        problems += check_together(documents, {"cache-full"})
        if not any(is_error(problem.code) for problem in problems):
            build_corpus(documents)
        texts = {
            name: source_lines((root / name).read_bytes().decode("utf-8-sig", "replace"))
            for name in {p.location.path for p in problems}
        }
    for problem in problems:
        assert_placed(problem, texts[problem.location.path])
    as_text(problems, lambda path, line: texts[path][line - 1])


def assert_placed(problem: Problem, lines: list[str]) -> None:
    """The line exists, and the column is on it or just behind its end."""
    assert problem.code in CATALOGUE
    place = problem.location
    assert 1 <= place.line <= len(lines), (problem, lines)
    assert 1 <= place.column <= len(lines[place.line - 1]) + 1, (problem, lines[place.line - 1])
    assert place.width >= 1


@settings(max_examples=150, deadline=None)
@given(some.binary(max_size=200))
def test_any_bytes_are_answered(data: bytes) -> None:
    """With problems, not with an exception."""
    check(data)


@settings(max_examples=250, deadline=None)
@given(YAMLISH)
def test_anything_that_resembles_yaml_is_answered(text: str) -> None:
    """Marks at the end of a text, rare line ends and half an anchor included."""
    check(text.encode())


@settings(max_examples=120, deadline=None)
@given(some.integers(0, len(SOUND)), some.integers(0, 40), YAMLISH)
def test_a_sound_entry_with_a_piece_replaced_is_answered(at: int, length: int, piece: str) -> None:
    """The slip of a hand."""
    check((SOUND[:at] + piece + SOUND[at + length :]).encode())


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from _places(value[key], (*path, key))


@settings(max_examples=200, deadline=None)
@given(some.sampled_from([path for path in _places(VALUE) if path]), VALUES)
def test_a_sound_entry_with_any_value_anywhere_is_answered(path: tuple[Any, ...], put: Any) -> None:
    """Every rule holds against values that it did not expect."""
    value = copy.deepcopy(VALUE)
    holder = value
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = put
    check(yaml.safe_dump(value, allow_unicode=True, sort_keys=False).encode("utf-8", "replace"))

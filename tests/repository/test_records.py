"""What the repository holds is in step: schemas, entries, codes, commands."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from generator.cli.main import COMMANDS, group
from generator.load import load_entries
from generator.load.documents import misplaced_files
from generator.problems import CATALOGUE
from generator.schema.json_schema import area_schema, entry_schema

ROOT = Path(__file__).parents[2]
LOADED = load_entries(ROOT)


def as_json(value: Any) -> Any:
    """A YAML value as JSON has it: dates as text."""
    if isinstance(value, dict):
        return {key: as_json(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_json(item) for item in value]
    return value.isoformat() if isinstance(value, date) else value


def test_every_file_of_entries_can_be_read() -> None:
    """And lies where entries are read."""
    assert [*LOADED.problems, *misplaced_files(ROOT)] == []


@pytest.mark.parametrize("document", LOADED.documents, ids=lambda document: document.name.removeprefix("entries/"))
def test_every_entry_is_valid_against_the_json_schema(document: Any) -> None:
    """What an editor shows as right is right, and the other way round."""
    schema = area_schema() if document.is_area else entry_schema()
    errors = Draft202012Validator(schema).iter_errors(as_json(document.value))
    assert [f"{error.json_path}: {error.message[:200]}" for error in errors] == []


@pytest.mark.parametrize("document", LOADED.documents, ids=lambda document: document.name.removeprefix("entries/"))
def test_every_entry_opens_with_the_schema_line_of_its_kind(document: Any) -> None:
    """Editors complete and explain from it."""
    name = "area" if document.is_area else "entry"
    assert document.text.startswith(f"# yaml-language-server: $schema=../../{name}.schema.json\n")


def test_the_written_schemas_are_up_to_date() -> None:
    """`encyclopedia schema --write` was run after the last change of a record."""
    result = CliRunner().invoke(group, ["schema", "--check", "--root", str(ROOT)])
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("name", ["entry.schema.json", "area.schema.json", "diagnosis.schema.json"])
def test_a_written_schema_is_a_json_schema(name: str) -> None:
    """Of the draft it names."""
    import json

    Draft202012Validator.check_schema(json.loads((ROOT / name).read_text("utf-8")))


@pytest.mark.parametrize("code", sorted(CATALOGUE))
def test_every_code_can_be_explained(code: str) -> None:
    """`encyclopedia explain CODE` shows its reason and both examples."""
    result = CliRunner().invoke(group, ["explain", code, "--root", str(ROOT)])
    assert result.exit_code == 0
    assert CATALOGUE[code].right.split("\n")[0] in result.output


@pytest.mark.parametrize("code", sorted(CATALOGUE))
def test_every_code_has_a_golden(code: str) -> None:
    """The text that a contributor sees was read by a reviewer."""
    assert list((ROOT / "tests/golden/problems").glob(f"{code}*/problem.txt"))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_readme(command: str) -> None:
    """What exists is documented."""
    assert f"encyclopedia {command}" in (ROOT / "README.md").read_text("utf-8")

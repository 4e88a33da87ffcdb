"""The hooks before a commit: our own commands only, each for the files that it looks at."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.cli.main import group

ROOT = Path(__file__).parents[2]
(REPOSITORY,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
HOOKS: dict[str, Any] = {hook["id"]: hook for hook in REPOSITORY["hooks"]}


def looks_at(name: str) -> set[str]:
    """The hooks that run when a file of this name is committed."""
    return {
        id_
        for id_, hook in HOOKS.items()
        if re.search(hook["files"], name) and not re.search(hook.get("exclude", "^$"), name)
    }


def test_nothing_is_loaded_from_elsewhere() -> None:
    """A hook runs with everything its user may do."""
    assert REPOSITORY["repo"] == "local"
    assert {hook["language"] for hook in HOOKS.values()} == {"system"}


@pytest.mark.parametrize(
    ("name", "hooks"),
    [
        ("entries/nccl/nccl-no-interface.yaml", {"entries"}),
        ("entries/nccl/_area.yaml", {"entries", "areas"}),
        ("proofs/nccl/nccl-no-interface.json", {"entries"}),
        ("generator/schema/records.py", {"schemas", "form"}),
        ("entry.schema.json", {"schemas"}),
        ("site_overrides/assets/javascripts/pages/main.mjs", {"form"}),
        (".github/labels.yml", {"areas"}),
        ("README.md", set()),
    ],
)
def test_a_file_meets_the_hooks_that_can_find_something_in_it(name: str, hooks: set[str]) -> None:
    """Somebody who adds an entry needs neither Node nor npm."""
    assert looks_at(name) == hooks


@pytest.mark.parametrize("hook", HOOKS.values(), ids=list(HOOKS))
def test_the_command_of_a_hook_exists(hook: dict[str, Any]) -> None:
    """With the options that it is given."""
    program, *words = hook["entry"].split()
    if program == ".venv/bin/encyclopedia":
        command = group.get_command(None, words[0])  # type: ignore[arg-type]
        assert command is not None
        options = {option for parameter in command.params for option in parameter.opts}
        assert set(words[1:]) <= options
    elif program == ".venv/bin/python":
        assert (ROOT / words[0]).is_file()
    else:
        assert program == "make"
        assert f"\n{words[-1]}: " in (ROOT / "Makefile").read_text("utf-8")

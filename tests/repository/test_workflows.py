"""The workflows: foreign actions only at a commit, least rights, and no text of others as code."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

WORKFLOWS = sorted((Path(__file__).parents[2] / ".github/workflows").glob("*.yml"))
#: What a job may do besides reading the repository, with the one command that needs it.
WRITES = {("reprove", "report"): ({"issues": "write"}, "gh issue create")}


def jobs_of(path: Path) -> dict[str, dict[str, Any]]:
    """The jobs of a workflow."""
    jobs: dict[str, dict[str, Any]] = yaml.safe_load(path.read_text("utf-8"))["jobs"]
    return jobs


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_by_commit(path: Path) -> None:
    """A tag can be moved, a commit cannot; its version stands behind it."""
    used = [line.strip() for line in path.read_text("utf-8").splitlines() if "uses:" in line]
    assert [line for line in used if not re.fullmatch(r"- uses: [\w./-]+@[0-9a-f]{40} # v[\d.]+", line)] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_jobs_have_the_least_rights(path: Path) -> None:
    """Only the job that writes the report may write issues, and it checks out no code."""
    value = yaml.safe_load(path.read_text("utf-8"))
    for name, job in value["jobs"].items():
        rights = job.get("permissions", value["permissions"])
        allowed, command = WRITES.get((path.stem, name), ({"contents": "read"}, ""))
        assert rights == allowed, f"{path.name}: {name}"
        if command:
            assert command in str(job["steps"])
            assert "uses" not in str(job["steps"])


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_no_expression_stands_in_a_script(path: Path) -> None:
    """What others wrote reaches a script as a variable of its environment, never as its text; and no secret is named."""
    text = path.read_text("utf-8")
    scripts = [str(step.get("run", "")) for job in jobs_of(path).values() for step in job["steps"]]
    assert [script for script in scripts if "${{" in script] == []
    assert "secrets." not in text
    assert "pull_request_target" not in text

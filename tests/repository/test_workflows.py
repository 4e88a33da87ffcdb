"""The workflows: foreign actions only at a commit, least rights, and no text of others as code."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
READS = {"contents": "read"}
#: What a job may do besides reading the repository, with the one thing that needs it.
WRITES = {
    ("report", "issue"): ({"issues": "write"}, "gh issue create"),
    ("reprove", "report"): ({"issues": "write"}, "./.github/workflows/report.yml"),
    ("links", "report"): ({"issues": "write"}, "./.github/workflows/report.yml"),
    ("labels", "labels"): ({"contents": "read", "issues": "write"}, "gh label create"),
    ("labels", "paths"): ({"contents": "read", "pull-requests": "write"}, "actions/labeler@"),
    ("pages", "deploy"): ({"pages": "write", "id-token": "write"}, "actions/deploy-pages@"),
}
#: What can start a run. Among them, only `pull_request` runs what a stranger wrote, and GitHub gives it no secret and no right to write.
EVENTS = {"pull_request", "push", "schedule", "workflow_dispatch", "workflow_call"}

each = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)


def value_of(path: Path) -> dict[Any, Any]:
    """A workflow as YAML reads it: the key `on` is True."""
    value: dict[Any, Any] = yaml.safe_load(path.read_text("utf-8"))
    return value


def jobs_of(path: Path) -> dict[str, dict[str, Any]]:
    """The jobs of a workflow."""
    jobs: dict[str, dict[str, Any]] = value_of(path)["jobs"]
    return jobs


@each
def test_actions_are_pinned_by_commit(path: Path) -> None:
    """A tag can be moved, a commit cannot; its version stands behind it. A workflow of our own comes from the same commit."""
    used = [line.strip().removeprefix("- ") for line in path.read_text("utf-8").splitlines() if "uses:" in line]
    pinned = r"uses: (?:[\w./-]+@[0-9a-f]{40} # v[\d.]+|\./\.github/workflows/[\w-]+\.yml)"
    assert [line for line in used if not re.fullmatch(pinned, line)] == []


def test_one_action_stands_at_one_commit_everywhere() -> None:
    """Nobody updates one workflow and forgets the next."""
    found = re.findall(r"uses: ([\w./-]+)@(\w+)", "".join(path.read_text("utf-8") for path in WORKFLOWS))
    assert len(set(found)) == len({action for action, _ in found})


@each
def test_jobs_have_the_least_rights(path: Path) -> None:
    """What may write runs no code of the repository: it checks nothing out."""
    value = value_of(path)
    for name, job in value["jobs"].items():
        rights = job.get("permissions", value["permissions"])
        allowed, needs = WRITES.get((path.stem, name), (READS, ""))
        assert rights == allowed, f"{path.name}: {name}"
        if needs:
            assert needs in str(job)
            assert not re.search(r"actions/checkout|make |\.venv|\.github/scripts", str(job))


def test_every_right_to_write_is_used() -> None:
    """A row of the table that no job needs any more goes."""
    assert {(path.stem, name) for path in WORKFLOWS for name in jobs_of(path)} >= WRITES.keys()


@each
def test_no_workflow_is_started_in_the_name_of_main_by_a_stranger(path: Path) -> None:
    """`pull_request_target`, `workflow_run` and `issue_comment` give a stranger's doing the rights of main."""
    events = value_of(path)[True]
    assert set(events) <= EVENTS


@each
def test_no_expression_stands_in_a_script(path: Path) -> None:
    """What others wrote reaches a script as a variable of its environment, never as its text; and no secret is named."""
    text = path.read_text("utf-8")
    scripts = [str(step.get("run", "")) for job in jobs_of(path).values() for step in job.get("steps", [])]
    assert [script for script in scripts if "${{" in script] == []
    assert "secrets." not in text
    assert "pull_request_target" not in re.sub(r"(?m)^\s*#.*$", "", text)


@each
def test_no_checkout_keeps_a_token(path: Path) -> None:
    """The code that runs next could read it."""
    steps = [step for job in jobs_of(path).values() for step in job.get("steps", [])]
    checkouts = [step for step in steps if step.get("uses", "").startswith("actions/checkout@")]
    assert [step for step in checkouts if step["with"]["persist-credentials"] is not False] == []


@each
def test_every_job_ends(path: Path) -> None:
    """A job that hangs holds a runner for six hours."""
    assert [name for name, job in jobs_of(path).items() if "steps" in job and "timeout-minutes" not in job] == []


@each
def test_every_workflow_says_what_for(path: Path) -> None:
    """In its first line."""
    assert path.read_text("utf-8").startswith("# ")


def test_the_jobs_of_a_pull_request_are_questions() -> None:
    """Whoever sees a red cross knows what was asked."""
    for name in ("test", "preview"):
        jobs = jobs_of(ROOT / f".github/workflows/{name}.yml")
        assert [job["name"] for job in jobs.values() if not job["name"].endswith("?")] == []


def test_the_jobs_together_are_make_test() -> None:
    """Nothing that `make test` runs is left out on GitHub."""
    runs = {step.get("run") for job in jobs_of(ROOT / ".github/workflows/test.yml").values() for step in job["steps"]}
    assert {"make lint", "make test-units", "make test-browser", "make check", "make build"} <= runs
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert re.search(r"(?m)^test: \$\(VENV\)/tested test-tools lint ", makefile)
    assert "pytest --ignore=tests/browser $(ARGS)" in makefile
    assert "pytest tests/browser $(ARGS)" in makefile


def test_the_site_is_published_with_its_addresses() -> None:
    """Every variable that mkdocs.yml reads is set from what GitHub knows; only main is published."""
    build = jobs_of(ROOT / ".github/workflows/pages.yml")["build"]
    (given,) = [step["env"] for step in build["steps"] if step.get("run") == "make build"]
    asked = re.findall(r"!ENV \[(\w+),", (ROOT / "mkdocs.yml").read_text("utf-8"))
    assert given.keys() == set(asked)
    assert all("github." in value for value in given.values())
    assert "github.ref == 'refs/heads/main'" in build["if"]

"""What contributors are told: each command exists, each file is there, and the site's page says what CONTRIBUTING.md says."""

import re
import shlex
from html import unescape
from pathlib import Path

import pytest
import yaml

from generator.cli.main import group
from generator.problems import CATALOGUE

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PAGE = (ROOT / "templates/pages/contributing.html.j2").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


def commands(text: str) -> set[str]:
    """The commands of blocks and of code marks: what begins with a program of the repository."""
    spans = [*re.findall(r"^ {4}(\S.*)$", text, re.M), *re.findall(r"`([^`\n]+)`", text)]
    parts = {part.strip() for span in spans for part in span.split("&&")}
    return {part for part in parts if part.startswith((".venv/bin/encyclopedia ", "encyclopedia ", "make "))}


def page_commands() -> set[str]:
    """Those of the site's page."""
    found = re.findall(r'blocks\.command\("((?:[^"\\]|\\.)*)"', PAGE)
    return {line for block in found for line in unescape(block).replace(r"\"", '"').split(r"\n")}


def documented() -> set[str]:
    """The commands of all that contributors read."""
    texts = [GUIDE, *(path.read_text("utf-8") for path in (ROOT / ".github").rglob("*.md"))]
    texts += [path.read_text("utf-8") for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml")]
    found = {command for text in texts for command in commands(text)} | page_commands()
    return {command for command in found if command.startswith((".venv/bin/encyclopedia ", "encyclopedia ", "make "))}


@pytest.mark.parametrize("command", sorted(documented()))
def test_a_command_that_contributors_are_told_exists(command: str) -> None:
    """With its options; a target of make is one of the Makefile's."""
    program, name, *words = shlex.split(command)
    if program == "make":
        targets = [word for word in (name, *words) if "=" not in word]
        assert [target for target in targets if f"\n{target.replace('.venv', '$(VENV)')}:" not in MAKEFILE] == []
        return
    found = group.get_command(None, name)  # type: ignore[arg-type]
    assert found is not None, f"there is no `encyclopedia {name}`"
    options = {option for parameter in found.params for option in parameter.opts}
    assert {word for word in words if word.startswith("-")} <= options


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\((?!https?:|#)([^)]+)\)", GUIDE))))
def test_a_link_of_the_guide_leads_somewhere(target: str) -> None:
    """To a file, or to a form for an issue."""
    form = re.fullmatch(r"\.\./\.\./issues/new\?template=([\w.-]+)", target)
    assert (ROOT / (f".github/ISSUE_TEMPLATE/{form[1]}" if form else target)).is_file()


def test_the_contents_of_the_guide_are_its_headings() -> None:
    """In order; GitHub makes an anchor of each."""
    heads = [re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in re.findall(r"^## (.+)$", GUIDE, re.M)]
    assert re.findall(r"^- \[[^\]]+\]\(#([^)]+)\)", GUIDE, re.M) == [head for head in heads if head != "licences"]


def test_files_and_codes_that_the_guide_names_are_there() -> None:
    """A renamed workflow, file or code is seen here."""
    for path in re.findall(r"`((?:entries|proofs|\.github)/[\w./-]+\.\w+)`", GUIDE):
        assert (ROOT / path).is_file(), path
    assert set(re.findall(r"\b[YFLSP]\d{3}\b", GUIDE)) <= CATALOGUE.keys()
    families = re.findall(r"^\| ([A-Z]) \|", GUIDE, re.M)
    assert sorted(families) == sorted({code[0] for code in CATALOGUE})
    workflows = {path.stem for path in (ROOT / ".github/workflows").glob("*.yml")}
    assert {"reprove", "links", "standing", "labels", "pages", "preview"} <= workflows
    test = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text("utf-8"))
    assert len(test["jobs"]) == 5  # the guide counts five questions and names them


def test_the_page_shows_the_steps_of_the_guide() -> None:
    """The short form leaves words out and no step."""
    steps = re.findall(r"^\*\*\d\. ", GUIDE, re.M)
    assert len(steps) == 7
    named = {"diagnose", "new", "preview", "check", "prove", "rename", "merge", "retire"}
    for told in (commands(GUIDE), page_commands()):
        assert named <= {words[1] for command in told if len(words := command.split()) > 1}
    assert "CONTRIBUTING.md" in PAGE

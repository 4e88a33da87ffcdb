"""The forms for issues and pull requests: as GitHub's form schema wants them, with labels that exist and fields that links fill."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml

from generator.render import SiteFacts

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".github/ISSUE_TEMPLATE"
FORMS = sorted(path for path in FOLDER.glob("*.yml") if path.stem != "config")
LABELS = {label["name"] for label in yaml.safe_load((ROOT / ".github/labels.yml").read_text("utf-8"))}
#: The keys that each type of element may have under `attributes`, and those that it must have; from GitHub's form schema.
ATTRIBUTES = {
    "markdown": ({"value"}, {"value"}),
    "textarea": ({"label", "description", "placeholder", "value", "render"}, {"label"}),
    "input": ({"label", "description", "placeholder", "value"}, {"label"}),
    "dropdown": ({"label", "description", "multiple", "options", "default"}, {"label", "options"}),
    "checkboxes": ({"label", "description", "options"}, {"label", "options"}),
}

each = pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)


def form_of(path: Path) -> dict[str, Any]:
    """A form as YAML reads it."""
    value: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return value


def fields_of(path: Path) -> list[dict[str, Any]]:
    """The elements that ask for something."""
    return [element for element in form_of(path)["body"] if element["type"] != "markdown"]


@each
def test_a_form_has_the_keys_of_the_schema(path: Path) -> None:
    """GitHub shows no form at all where one is unknown or missing."""
    form = form_of(path)
    assert {"name", "description", "body"} <= form.keys() <= {"name", "description", "body", "title", "labels"}
    assert all(form[key].strip() for key in ("name", "description", "title"))
    assert fields_of(path)


@each
def test_every_element_has_the_keys_of_its_type(path: Path) -> None:
    """And the texts that people read are not empty."""
    for element in form_of(path)["body"]:
        may, must = ATTRIBUTES[element["type"]]
        assert must <= element["attributes"].keys() <= may
        keys = {"type", "attributes"} | (set() if element["type"] == "markdown" else {"id", "validations"})
        assert element.keys() <= keys
        assert set(element.get("validations", {})) <= {"required"}
        assert all(text.strip() for text in element["attributes"].values() if isinstance(text, str))


@each
def test_every_field_has_an_id_and_a_label_of_its_own(path: Path) -> None:
    """A link fills a field by its id."""
    fields = fields_of(path)
    ids = [field["id"] for field in fields]
    labels = [field["attributes"]["label"] for field in fields]
    assert len(set(ids)) == len(set(labels)) == len(fields)
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]+", id_) for id_ in ids)
    assert not {"template", "title", "body", "labels", "assignees", "projects", "milestone"} & set(ids)


@each
def test_choices_are_texts_and_differ(path: Path) -> None:
    """GitHub refuses `None`, and YAML makes a truth of a bare yes."""
    for field in fields_of(path):
        choices = field["attributes"].get("options", [])
        if field["type"] == "checkboxes":
            assert all({"label"} <= choice.keys() <= {"label", "required"} for choice in choices)
            choices = [choice["label"] for choice in choices]
        assert all(isinstance(choice, str) and choice.lower() != "none" for choice in choices)
        assert len(set(choices)) == len(choices)


@each
def test_the_labels_of_a_form_exist(path: Path) -> None:
    """GitHub leaves an unknown one out without a word."""
    assert set(form_of(path)["labels"]) <= LABELS


@each
def test_forms_that_take_logs_ask_for_a_last_look(path: Path) -> None:
    """An issue is public, and a mask follows patterns."""
    if "diagnose" in path.read_text("utf-8"):
        (box,) = [field for field in fields_of(path) if field["type"] == "checkboxes"]
        assert all(choice["required"] for choice in box["attributes"]["options"])


def test_blank_issues_are_open() -> None:
    """Copies of the site that know no form open a blank issue with `title` and `body`."""
    assert form_of(FOLDER / "config.yml") == {"blank_issues_enabled": True}


def test_the_page_that_diagnoses_fills_fields_of_the_form() -> None:
    """The address that it opens names the form and a field of it; the browser's tests open the page itself."""
    script = (ROOT / "site_overrides/assets/javascripts/pages/diagnose/pass_on.mjs").read_text("utf-8")
    found = re.search(r'\{ template: "([\w.-]+)", title, (\w+): body \}', script)
    assert found
    assert found[2] in {field["id"] for field in fields_of(FOLDER / found[1])}


def test_an_entrys_page_fills_fields_of_the_form() -> None:
    """Its link names the form, a title as the form begins it, and the entry."""
    facts = SiteFacts("x", "https://site.example/", "https://github.com/example/enc", "", ROOT)
    query = parse_qs(urlsplit(facts.report_wrong("nccl/nccl-no-interface")).query)
    path = FOLDER / query.pop("template")[0]
    assert query.pop("title")[0].startswith(form_of(path)["title"])
    assert query.keys() <= {field["id"] for field in fields_of(path)}


def test_a_pull_request_is_asked_what_no_machine_can_see() -> None:
    """Where it was observed, what confirmed the cause, what was not established."""
    text = (ROOT / ".github/PULL_REQUEST_TEMPLATE.md").read_text("utf-8")
    heads = re.findall(r"^## (.+)$", text, re.M)
    assert heads == [
        "Where was this observed?",
        "What confirmed the cause?",
        "What was not established?",
        "Looked at by eye",
    ]

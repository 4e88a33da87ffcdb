"""The measurement of the whole: what it counts, what it notices, and that its file and page hold it."""

import dataclasses
import datetime
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli.main import group
from generator.load import load_entries
from generator.model import Corpus, build_corpus
from generator.model.standing import ColdReading, StandingError, as_json, parse_standing
from generator.render import SiteFacts, render_pages
from generator.standing import measure
from generator.standing.prose import prose_of
from generator.standing.readings import ReadingsError, parse_readings
from generator.standing.relations import relations_of
from generator.standing.signatures import signatures_of

DAY = datetime.date(2026, 11, 30)
READING = ColdReading(day="2026-11-30", entries=40, material=1, found="A default of another version.")


@pytest.fixture(scope="module")
def minimal(root: Path) -> Corpus:
    """Two entries."""
    return build_corpus(load_entries(root / "tests/data/minimal").documents)


def test_the_contract_of_the_json(root: Path, minimal: Corpus) -> None:
    """Programs read these names."""
    documents = load_entries(root / "tests/data/minimal").documents
    value = json.loads(as_json(measure(documents, minimal, [("a.log", b"INFO fine\n")], [READING], DAY)))
    assert value["format"] == "stats/1"
    assert value["signatures"]["proof"] == {
        "source": 0, "binary": 0, "repository": 0, "documentation": 0, "report": 0, "none": 2
    }  # fmt: skip
    assert value["entries"]["total"] == 2
    assert value["entries"]["by_area"] == {"serving": 2}
    assert value["entries"]["by_kind"] == {"failure": 2, "wrapper": 0, "harmless": 0}
    assert value["entries"]["by_category"]["memory"] == 1
    assert value["excerpts"]["own_entry_first"] == value["excerpts"]["total"] == 1
    assert value["healthy_logs"] == {"total": 1, "false_alarms": []}
    assert value["cold_readings"] == [dataclasses.asdict(READING)]


def test_what_is_written_is_read_again(root: Path, minimal: Corpus) -> None:
    """And anything else is refused with a reason."""
    standing = measure(load_entries(root / "tests/data/minimal").documents, minimal, [], [READING], DAY)
    assert parse_standing(as_json(standing)) == standing
    for broken in ("", "[]", "{}", as_json(standing).replace("stats/1", "stats/2")):
        with pytest.raises(StandingError):
            parse_standing(broken)


def test_a_false_alarm_and_a_wrong_answer_are_named(root: Path, minimal: Corpus) -> None:
    """A line of the failure in a healthy log; an excerpt that shows another entry's line only."""
    alarm = minimal.find("cache-full").entry.excerpts[0].log.encode()
    documents = load_entries(root / "tests/data/minimal").documents
    assert measure(documents, minimal, [("b.log", alarm)], [], DAY).healthy_logs.false_alarms == ("b.log",)
    swapped = dataclasses.replace(
        minimal,
        entries=tuple(
            dataclasses.replace(
                filed, entry=dataclasses.replace(filed.entry, excerpts=minimal.find("cache-full").entry.excerpts)
            )
            for filed in minimal.entries
        ),
    )
    wrong = measure(documents, swapped, [], [], DAY).excerpts
    assert [(one.entry, one.answer) for one in (*wrong.wrong, *wrong.cause_first)] == [("queue-grows", "cache-full")]


def test_proof_is_counted_by_its_record(root: Path) -> None:
    """The real entries: every signature has its place, and the parts make the whole."""
    found = signatures_of(build_corpus(load_entries(root).documents))
    assert sum(found.proof.values()) == found.total
    assert found.proof["none"] == 0
    assert found.seen_in_the_software > 0.9


def test_sentences_that_stand_twice_and_shared_runs_are_counted(root: Path) -> None:
    """Two documents with the same text share all of it."""
    document = next(d for d in load_entries(root / "tests/data/minimal").documents if d.id == "cache-full")
    twin = dataclasses.replace(document, id="twin", derived={})
    found = prose_of([document, twin])
    assert found.sentences_twice > 3
    assert (found.overlap[0].entries, found.overlap[0].share) == (("cache-full", "twin"), 1.0)


def test_a_circle_is_named(minimal: Corpus) -> None:
    """Though `check` lets none pass."""
    assert relations_of(minimal).loops == ()
    links = {
        one: tuple(dataclasses.replace(link, kind="causes") for link in minimal.links(one))
        for one in ("cache-full", "queue-grows")
    }
    links = {one: tuple(dataclasses.replace(link, kind="follows") for link in found) for one, found in links.items()}
    assert set(relations_of(dataclasses.replace(minimal, _links=links)).loops[0]) == {"cache-full", "queue-grows"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("- day: 2026-11-30\n  entries: 4\n", "reading 1 needs exactly day, entries, material, found"),
        ("- {day: soon, entries: 4, material: 1, found: x}", "`day` of reading 1 is `soon`, which is no date"),
        ("- {day: 2026-11-30, entries: 4, material: 5, found: x}", "reading 1 finds 5 of 4 entries wrong"),
        ("a: 1", "it is to be a list of readings"),
        ("[", "it is no YAML"),
    ],
)
def test_readings_that_cannot_be_used(text: str, words: str) -> None:
    """The file, what is wrong, and the form that is right."""
    with pytest.raises(ReadingsError, match=r"^proofs/_readings\.yaml: ") as told:
        parse_readings(text)
    assert words in str(told.value)
    assert "`day: 2026-11-30`" in str(told.value)


def test_the_command_prints_a_table_or_json_and_keeps_what_it_measured(tree: Path) -> None:
    """The page of the next build shows it."""
    printed = CliRunner().invoke(group, ["stats", "--root", str(tree)])
    assert printed.exit_code == 0
    assert "Signatures: 2, 0.0% seen in the software itself" in printed.stdout
    kept = CliRunner().invoke(group, ["stats", "--format", "json", "--write", "--root", str(tree)])
    assert (tree / "proofs/_standing.json").read_text("utf-8") == kept.stdout


def test_entries_with_problems_are_not_measured(tree: Path) -> None:
    """They are shown instead."""
    path = tree / "entries/serving/cache-full.yaml"
    path.write_text(path.read_text("utf-8").replace("severity: high", "severity: hgih"), "utf-8")
    result = CliRunner().invoke(group, ["stats", "--root", str(tree)])
    assert result.exit_code == 1
    assert "F104" in result.stdout
    assert "nothing was measured" in result.stderr


def test_the_page_shows_the_measurement_and_says_when_there_is_none(
    root: Path, minimal: Corpus, tmp_path: Path
) -> None:
    """Numbers, readings, and a link to the worst pair."""
    standing = measure(load_entries(root / "tests/data/minimal").documents, minimal, [], [READING], DAY)
    for given, words in ((standing, "A default of another version."), (None, "Nothing has been measured")):
        facts = SiteFacts("Name", "https://site.example/", "", "", root / "templates", given)
        page = next(page for page in render_pages(minimal, facts) if page.path == "trust/")
        assert words in page.content


def test_the_kept_measurement_is_of_these_entries(root: Path) -> None:
    """What the site says is at most one wave of entries old."""
    kept = parse_standing((root / "proofs/_standing.json").read_text("utf-8"))
    total = len(build_corpus(load_entries(root).documents).entries)
    assert total * 0.8 <= kept.entries.total <= total * 1.2
    assert kept.excerpts.wrong == ()
    assert kept.healthy_logs.false_alarms == ()

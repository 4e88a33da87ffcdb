"""`encyclopedia prove` from end to end: small releases in, records out, and what `check` and the pages make of them."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from generator import index
from generator.cli.main import group
from generator.load import load_entries
from generator.model import build_corpus
from generator.model.proof import ProofError, parse_proof, text_digest

ENTRY = "entries/serving/cache-full.yaml"
RECORD = "proofs/serving/cache-full.json"
OLD = 'def f(n):\n    log.warning("Request %s evicted: no free "\n                "block of %d", r, n)\n'
NEW = 'def f(n):\n    log.warning(f"Request {r} was put back: no room")\n'


@pytest.fixture
def proving(tree: Path, tmp_path: Path, sdist: Callable[..., Path], repository: Callable[..., Path]) -> Path:
    """The small sound repository with a table of projects, whose programs are published beside it."""
    value = yaml.safe_load((tree / ENTRY).read_text("utf-8"))
    first, second = value["signatures"][0], value["signatures"][1]
    first.update(
        program="demo-server",
        file="demo/cache.py",
        known_from="source",
        first_seen="1.0",
        last_seen="1.5",
        gone_in="2.0",
    )
    second.update(program="demo-lib", file="src/lock.c", known_from="repository", first_seen="0.1", last_seen="0.1")
    second.pop("gone_in", None)
    value["quick_answer"]["first"] = "Lower `--max-blocks` and look at `NCCL_DEMO`."
    (tree / ENTRY).write_text(
        "# yaml-language-server: $schema=../../entry.schema.json\n" + yaml.safe_dump(value, sort_keys=False), "utf-8"
    )
    for version, text in (("1.0", OLD), ("1.5", "\n\n" + OLD), ("2.0", NEW)):
        sdist("demo", version, {"demo/cache.py": text, "demo/args.py": 'parser.add_argument("--max-blocks")\n'})
    repository({"v0.1": {"src/lock.c": "\n" + as_c(second["text"])}})
    (tree / "proofs").mkdir()
    (tree / "proofs/_projects.yaml").write_text(
        "projects:\n"
        "  - project: demo\n    programs: [demo-server]\n    origin: pypi:demo\n    newest: '2.0'\n"
        "  - project: lib\n    programs: [demo-lib]\n    origin: git:https://example.org/owner/demo\n    version: v{version}\n",
        "utf-8",
    )
    return tree


def as_c(signature: str) -> str:
    """A line of C that prints a signature."""
    from generator.model.template import Literal, template_of

    lines = [
        "".join(part.text if isinstance(part, Literal) else "%s" for part in line)
        for line in template_of(signature).lines
    ]
    return "WARN(" + " ".join(f'"{line}\\n"' for line in lines) + ");\n"


@pytest.fixture
def prove(proving: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """`prove(…)` inside that repository, with its releases, offline."""
    monkeypatch.chdir(proving)
    monkeypatch.setenv("ENCYCLOPEDIA_CACHE", str(tmp_path / "cache"))
    where = ("--offline", "--have", str(tmp_path / "have"), "--mirror", str(tmp_path / "mirror"))
    return lambda *words: CliRunner().invoke(group, ["prove", *where, *words])


def record(tree: Path) -> Any:
    """The record that was written."""
    return json.loads((tree / RECORD).read_text("utf-8"))


class TestProving:
    """What is looked up, and what is written."""

    def test_each_signature_is_found_in_its_releases(self, proving: Path, prove: Callable[..., Result]) -> None:
        """First and last version hold it; the one in which it went does not."""
        result = prove("cache-full")
        assert result.exit_code == 0, result.output
        first, second = record(proving)["signatures"]
        assert (first["kind"], second["kind"]) == ("source", "repository")
        assert [(s["version"], s["found"], s.get("line")) for s in first["samples"]] == [
            ("1.0", True, 2),
            ("1.5", True, 4),
            ("2.0", False, None),
        ]
        assert first["samples"][0]["file"] == "demo/cache.py"
        assert len(second["samples"][0]["commit"]) == 40
        assert second["samples"][0]["line"] == 2

    def test_a_name_of_the_prose_is_found_and_a_wrong_one_is_told(
        self, proving: Path, prove: Callable[..., Result]
    ) -> None:
        """In the packages of the signatures."""
        result = prove("cache-full")
        names = record(proving)["names"]
        assert names["--max-blocks"]["sample"]["file"] == "demo/args.py"
        assert "NCCL_DEMO" not in names
        assert "names not found: NCCL_DEMO" in result.stdout.replace("\n", " ")

    def test_the_same_releases_give_the_same_bytes(self, proving: Path, prove: Callable[..., Result]) -> None:
        """A second run writes nothing."""
        prove("cache-full")
        before = (proving / RECORD).read_bytes()
        assert "0 records written" in prove("cache-full").stdout
        assert (proving / RECORD).read_bytes() == before

    def test_another_layout_gives_the_same_bytes(
        self, proving: Path, prove: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Folders, their order, the cache and archives of another kind that lie about leave no trace in a record."""
        prove()
        before = (proving / RECORD).read_bytes()
        here, there = tmp_path / "elsewhere/archives", tmp_path / "elsewhere/git"
        here.mkdir(parents=True)
        shutil.copytree(tmp_path / "mirror/owner/demo", there / "owner+demo/repo")
        for path in (tmp_path / "have").iterdir():
            shutil.copy(path, here)
        for name in ("demo-1.0-cp39-cp39-win_amd64.whl", "demo-1.5+cpu-py3-none-any.whl", "demo-1.5.post1.tar.gz"):
            (here / name).write_bytes(b"something else")
        (proving / RECORD).unlink()
        monkeypatch.setenv("ENCYCLOPEDIA_CACHE", str(tmp_path / "another-cache"))
        empty = tmp_path / "empty"
        empty.mkdir()
        folders = ("--have", str(empty), "--have", str(here), "--mirror", str(empty), "--mirror", str(there))
        result = CliRunner().invoke(group, ["prove", "--offline", *folders, "cache-full"])
        assert result.exit_code == 0, result.output
        assert (proving / RECORD).read_bytes() == before
        assert str(tmp_path).encode() not in before

    def test_the_release_before_the_first_is_recorded(
        self, proving: Path, prove: Callable[..., Result], repository: Callable[..., Path], tmp_path: Path
    ) -> None:
        """Without the message: so the first version is the first indeed. The tags of a repository say which one it is."""
        text = as_c(yaml.safe_load((proving / ENTRY).read_text("utf-8"))["signatures"][1]["text"])
        shutil.rmtree(tmp_path / "mirror/owner/demo")
        repository({"v0.0.9": {"src/lock.c": 'WARN("quiet");\n'}, "v0.1": {"src/lock.c": text}, "v0.2": {}})
        assert prove("cache-full").exit_code == 0
        samples = record(proving)["signatures"][1]["samples"]
        assert [(s["version"], s["found"]) for s in samples] == [("0.0.9", False), ("0.1", True)]

    def test_a_release_that_cannot_be_had_is_named_and_the_rest_is_proved(
        self, proving: Path, prove: Callable[..., Result], tmp_path: Path
    ) -> None:
        """Exit 1; the other releases and entries are done all the same."""
        (tmp_path / "have/demo-1.0.tar.gz").unlink()
        (tmp_path / "have/demo-2.0.tar.gz").write_bytes(b"cut off")
        result = prove()
        assert result.exit_code == 1
        assert "not looked at: pypi:demo==1.0\n" in result.stderr
        assert "not looked at: pypi:demo==2.0\n" in result.stderr
        first, second = record(proving)["signatures"]
        assert (first["kind"], second["kind"]) == ("source", "repository")
        assert [s["version"] for s in first["samples"]] == ["1.5"]
        assert first["note"] == "not looked at: 1.0, 2.0"

    def test_what_is_known_of_a_release_stays_when_it_cannot_be_had(
        self, proving: Path, prove: Callable[..., Result], tmp_path: Path
    ) -> None:
        """A machine with fewer archives does not undo the work of one with more."""
        prove("cache-full")
        before = (proving / RECORD).read_bytes()
        for path in (tmp_path / "have").iterdir():
            path.unlink()
        assert prove("cache-full").exit_code == 1
        assert (proving / RECORD).read_bytes() == before

    def test_what_cannot_be_reached_is_no_verdict_on_the_text(
        self, proving: Path, prove: Callable[..., Result], tmp_path: Path
    ) -> None:
        """It is named with the way to reach it; nothing is recorded of it, and of the entry nothing where that is all."""
        have = sorted((tmp_path / "have").iterdir())
        for path in have:
            path.rename(tmp_path / path.name)
        result = prove("cache-full")
        assert result.exit_code == 1
        assert "cache-full#1 could not be looked at: Request" in result.stdout
        assert "names that could not be looked at: --max-blocks" in result.stdout
        assert "1 could not be looked at, 1 repository; 1 of 2 seen" in result.stdout
        assert all(way in result.stderr for way in ("--mirror FOLDER", "--have FOLDER", "known_from: report"))
        assert "not seen where the entry says" not in result.stderr
        assert [proof["kind"] for proof in record(proving)["signatures"]] == ["repository"]
        assert "S121 this text has no proof" in (checked := CliRunner().invoke(group, ["check"]).stdout)
        assert "the software is right" not in checked
        (proving / RECORD).unlink()
        shutil.rmtree(tmp_path / "mirror/owner")
        assert prove("cache-full").exit_code == 1
        assert not (proving / RECORD).exists()

    def test_an_earlier_verdict_stays_where_nothing_can_be_reached(
        self, proving: Path, prove: Callable[..., Result], tmp_path: Path
    ) -> None:
        """Also one against the text: only another look could take it back. One that rests on nothing goes."""
        text = (proving / ENTRY).read_text("utf-8").replace("'1.0'", "'2.0'").replace("'1.5'", "'2.0'")
        (proving / ENTRY).write_text(text.replace("  gone_in: '2.0'\n", ""), "utf-8")
        prove("cache-full")
        before = record(proving)
        assert before["signatures"][0]["kind"] == "unproved"
        assert before["signatures"][0]["samples"]
        for path in (tmp_path / "have").iterdir():
            path.unlink()
        prove("cache-full")
        assert record(proving) == before
        del before["signatures"][0]["samples"]
        (proving / RECORD).write_text(json.dumps(before), "utf-8")
        assert "S125 known from source" in CliRunner().invoke(group, ["check"]).stdout
        prove("cache-full")
        assert [proof["kind"] for proof in record(proving)["signatures"]] == ["repository"]

    def test_a_record_is_there_as_soon_as_its_entry_is_done(
        self, proving: Path, prove: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """An interruption in the second entry leaves the first record whole, and no part of another."""
        from generator.prove.store import Store

        def interrupted(store: Store) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(Store, "rest", interrupted)
        prove()
        assert record(proving)["entry"] == "cache-full"
        assert [path.name for path in (proving / "proofs").rglob("*") if path.is_file()] == [
            "_projects.yaml",
            "cache-full.json",
        ]

    def test_a_wrong_claim_is_recorded_as_unproved(self, proving: Path, prove: Callable[..., Result]) -> None:
        """With what was missing where."""
        text = (
            (proving / ENTRY)
            .read_text("utf-8")
            .replace("first_seen: '1.0'", "first_seen: '2.0'")
            .replace("last_seen: '1.5'", "last_seen: '2.0'")
        )
        (proving / ENTRY).write_text(text.replace("  gone_in: '2.0'\n", ""), "utf-8")
        result = prove("cache-full")
        assert result.exit_code == 1
        assert "1 signature was not seen where the entry says" in result.stderr
        assert record(proving)["signatures"][0]["kind"] == "unproved"
        result = CliRunner().invoke(group, ["check"])
        assert "S123" in result.stdout

    def test_a_program_that_has_no_row_gets_the_near_one(self, proving: Path, prove: Callable[..., Result]) -> None:
        """By `prove`, which cannot look for it, and as advice by `check`; what is known from a report alone is said to be."""
        text = (proving / ENTRY).read_text("utf-8")
        text = text.replace("program: demo-server", "program: Demo-Server")
        (proving / ENTRY).write_text(text, "utf-8")
        result = prove("cache-full")
        assert result.exit_code == 1
        assert "`Demo-Server` has no row in proofs/_projects.yaml: did you mean `demo-server`?" in result.stdout
        checked = CliRunner().invoke(group, ["check"]).stdout
        assert (
            "S202 advice: no project in proofs/_projects.yaml and no other entry names the program `Demo-Server`"
            in checked
        )
        assert "fix: did you mean `demo-server`?" in checked
        (proving / ENTRY).write_text(text.replace("known_from: source", "known_from: report"), "utf-8")
        result = prove("cache-full")
        assert result.exit_code == 0
        assert "not seen in the software; the entry says `report`" in result.stdout

    def test_a_message_that_has_not_gone_is_told(self, proving: Path, prove: Callable[..., Result]) -> None:
        """The entry says that it is gone, and the release still has it."""
        text = (
            (proving / ENTRY)
            .read_text("utf-8")
            .replace("last_seen: '1.5'", "last_seen: '1.0'")
            .replace("gone_in: '2.0'", "gone_in: '1.5'")
        )
        (proving / ENTRY).write_text(text, "utf-8")
        assert "gone in 1.5, and it stands there" in prove("cache-full").stdout

    def test_an_unknown_entry_is_wrong_use(self, prove: Callable[..., Result]) -> None:
        """With the near one."""
        result = prove("cache-ful")
        assert (result.exit_code, "did you mean `cache-full`?" in result.stderr) == (2, True)

    def test_an_entry_with_problems_does_not_stop_the_others(self, proving: Path, prove: Callable[..., Result]) -> None:
        """It is named and left out; asked for by name it is wrong use."""
        other = proving / "entries/serving/queue-grows.yaml"
        other.write_text(other.read_text("utf-8").replace("severity: medium", "severity: medum"), "utf-8")
        result = prove()
        assert result.exit_code == 0, result.output
        assert "left out" in result.stderr
        assert "queue-grows" in result.stderr
        assert (proving / RECORD).is_file()
        assert prove("queue-grows").exit_code == 2

    @pytest.mark.parametrize(
        ("table", "says"),
        [
            ("projects: [", "_projects.yaml:1"),
            ("projects:\n  - projct: demo\n", "did you mean `project`?"),
            ("projects:\n  - project: demo\n", "origin"),
            ("", "_projects.yaml"),
        ],
        ids=["no YAML", "a misspelled field", "a missing field", "nothing"],
    )
    def test_a_table_that_cannot_be_used_is_told(
        self, proving: Path, prove: Callable[..., Result], table: str, says: str
    ) -> None:
        """Exit 2, and where."""
        (proving / "proofs/_projects.yaml").write_text(table, "utf-8")
        result = prove("cache-full")
        assert result.exit_code == 2, result.output
        assert says in result.stderr


class TestChecking:
    """What recorded proofs are good for without any download."""

    def test_records_in_step_are_clean(self, prove: Callable[..., Result]) -> None:
        """Exit 0."""
        prove()
        result = prove("--check")
        assert (result.exit_code, result.stdout) == (0, "2 entries: no problems\n")

    def test_an_edited_signature_has_no_proof(self, proving: Path, prove: Callable[..., Result]) -> None:
        """Nor does a record without its signature stay unseen."""
        prove()
        text = (proving / ENTRY).read_text("utf-8")
        (proving / ENTRY).write_text(text.replace("no free block of", "no free blocks of"), "utf-8")
        result = prove("--check", "cache-full")
        assert result.exit_code == 1
        assert result.stdout.count("S121") == 2

    @pytest.mark.parametrize(
        ("old", "new", "says"),
        [
            ("last_seen: '1.5'", "last_seen: '9.9'\n  gone_in: '10.0'", "S124 `last_seen: 9.9`"),
            ("first_seen: '1.0'", "first_seen: '0.5'", "S124 `first_seen: 0.5`"),
            ("first_seen: '1.0'", "first_seen: '3.0'", "S111 `last_seen: 1.5` comes before `first_seen: 3.0`"),
            ("first_seen: '1.0'", "first_seen: someday", "S111 `first_seen: someday` is no version"),
            ("gone_in: '2.0'", "gone_in: '1.5'", "S111 `gone_in: 1.5` is not after `last_seen: 1.5`"),
            ("gone_in: '2.0'", "gone_in: '1.7'", "S124 `gone_in: 1.7`"),
            ("known_from: source", "known_from: binary", "S124 `known_from: binary`, and the record shows `source`"),
            (
                "program: demo-server",
                "program: demo-lib",
                "S124 `program: demo-lib`, and the record was made of `pypi:demo==1.5`",
            ),
            ("program: demo-server", "program: demo-servr", "did you mean `demo-server`?"),
            ("file: demo/cache.py", "file: demo/args.py", "S201 advice: `file: demo/args.py`"),
        ],
    )
    def test_what_stands_beside_a_proved_text_must_agree_with_its_record(
        self, proving: Path, prove: Callable[..., Result], old: str, new: str, says: str
    ) -> None:
        """A record belongs to the text alone; versions, kind, program and file are compared with what it shows."""
        prove()
        assert not re.search("S111|S124|S201", CliRunner().invoke(group, ["check"]).stdout)
        text = (proving / ENTRY).read_text("utf-8")
        assert text.count(old) == 1
        text = text.replace("  gone_in: '2.0'\n", "") if "gone_in" in new and "gone_in" not in old else text
        (proving / ENTRY).write_text(text.replace(old, new), "utf-8")
        assert says in CliRunner().invoke(group, ["check"]).stdout

    def test_other_white_space_is_the_same_signature(self) -> None:
        """It matches any white space."""
        assert text_digest("a  b\n c") == text_digest("a b c")

    def test_a_missing_record_is_a_problem(self, proving: Path) -> None:
        """`check` says how to make one, and what to do without a network."""
        result = CliRunner().invoke(group, ["check", "--root", str(proving)])
        assert result.exit_code == 1
        assert "S120 there is no proof record" in result.stdout
        assert "run `encyclopedia prove cache-full`; without a network" in result.stdout

    def test_reports_and_documentation_need_no_record(self, proving: Path) -> None:
        """The page shows them as the weaker thing that they are; so a contributor without a network can go on."""
        text = (proving / ENTRY).read_text("utf-8")
        for kind in ("source", "repository"):
            text = text.replace(f"known_from: {kind}", "known_from: report")
        (proving / ENTRY).write_text(text, "utf-8")
        result = CliRunner().invoke(group, ["check", "--root", str(proving)])
        assert "S120" not in result.stdout

    def test_a_name_that_another_entry_proves_is_proved(self, proving: Path, prove: Callable[..., Result]) -> None:
        """A flag means one thing, whichever entry was first to need it."""
        prove()
        other = proving / "entries/serving/queue-grows.yaml"
        other.write_text(other.read_text("utf-8").replace("the queue.", "the queue and `--max-blocks`.", 1), "utf-8")
        result = CliRunner().invoke(group, ["check", "--root", str(proving)])
        assert "max-blocks" in other.read_text("utf-8")
        assert "P120 `--max-blocks`" not in result.stdout

    def test_a_name_without_proof_gets_the_near_one(self, proving: Path, prove: Callable[..., Result]) -> None:
        """The place, and the name that is known."""
        prove()
        text = (proving / ENTRY).read_text("utf-8").replace("`--max-blocks`", "`--max-block`")
        (proving / ENTRY).write_text(text, "utf-8")
        result = CliRunner().invoke(group, ["check", "--root", str(proving)])
        assert result.exit_code == 1
        assert "P120 `--max-block` was not seen in any program" in result.stdout
        assert "did you mean `--max-blocks`?" in result.stdout


DAMAGE = {
    "no JSON": ("{", "{{", "not JSON"),
    "a newer format": ("proof/1", "proof/9", "proof/9"),
    "another entry": ('"entry": "cache-full"', '"entry": "other"', "record of `other`"),
    "an unknown kind": ('"kind": "source"', '"kind": "hearsay"', "hearsay"),
    "a place without its line": ('"line"', '"lime"', "lime"),
    "a short digest": ('"text_sha256": "', '"text_sha256": "zz', "no sha256"),
    "another address": ('"url": "https://pypi', '"url": "javascript:pypi', "no web address"),
}


@pytest.mark.parametrize(("old", "new", "says"), DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_record_is_told(proving: Path, prove: Callable[..., Result], old: str, new: str, says: str) -> None:
    """It proves nothing, and breaks nothing."""
    prove("cache-full")
    text = (proving / RECORD).read_text("utf-8").replace(old, new, 1)
    (proving / RECORD).write_text(text, "utf-8")
    with pytest.raises(ProofError, match=says):
        parse_proof(text, "cache-full")
    result = prove("--check", "cache-full")
    assert (result.exit_code, "S122" in result.stdout) == (1, True)


def test_the_published_signatures_carry_their_proof(proving: Path, prove: Callable[..., Result]) -> None:
    """Kind, release, file, line."""
    prove("cache-full")
    rows = index.signatures_index(build_corpus(load_entries(proving).documents))["signatures"]
    assert rows[0]["proof"]["kind"] == "source"
    assert (rows[0]["proof"]["version"], rows[0]["proof"]["file"], rows[0]["proof"]["line"]) == (
        "1.5",
        "demo/cache.py",
        4,
    )


def test_a_new_entry_is_looked_up_in_what_is_here(proving: Path, prove: Callable[..., Result], tmp_path: Path) -> None:
    """`new` takes the folders that `prove` takes."""
    assert prove()  # in that folder, with its cache
    said = ("--program", "demo-lib", "--file", "src/lock.c", "--version", "0.1", "--offline", "--anyway")
    line = ("--line", "Cache report {full}")
    folders = ("--mirror", str(tmp_path / "mirror"), "--have", str(tmp_path / "have"))
    result = CliRunner().invoke(group, ["new", "serving/flange", *line, *said, *folders])
    assert "found: git:https://example.org/owner/demo@v0.1, src/lock.c:2" in result.stdout, result.output
    result = CliRunner().invoke(group, ["new", "serving/flange", *line, *said, "--mirror", "nowhere"])
    assert (result.exit_code, "there is no folder `nowhere`" in result.stderr) == (2, True)

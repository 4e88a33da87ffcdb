"""The command line: help, exit codes, what is printed where, and what a terminal must never see."""

import gzip
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli.main import COMMANDS, group
from generator.index import as_bytes, signatures_index
from generator.load import load_entries
from generator.load.yaml_values import read_values
from generator.model import build_corpus
from generator.problems import CATALOGUE

ENTRY, OTHER = "entries/serving/cache-full.yaml", "entries/serving/queue-grows.yaml"
LINE = "Request r-77 evicted: no free block of 9"
Run = Callable[..., Result]


@pytest.fixture
def run(tree: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("check", …)` inside the small sound repository."""
    monkeypatch.chdir(tree)
    return lambda *args, **options: CliRunner().invoke(group, list(args), **options)


def edit(tree: Path, name: str, old: str, new: str) -> None:
    """One replacement in one file."""
    text = (tree / name).read_text("utf-8")
    assert text.count(old) == 1
    (tree / name).write_text(text.replace(old, new), "utf-8")


def no_raw_controls(text: str) -> bool:
    """Whether a terminal would only print it."""
    return all(character.isprintable() or character == "\n" for character in text)


class TestEveryCommand:
    """What all of them keep to."""

    @pytest.mark.parametrize("command", COMMANDS)
    def test_its_help_shows_an_example(self, run: Run, command: str) -> None:
        """One that names the command."""
        result = run(command, "--help")
        assert result.exit_code == 0
        assert "Example" in result.stdout
        assert f"encyclopedia {command} " in result.stdout

    @pytest.mark.parametrize("command", [name for name in COMMANDS if name != "schema"])
    def test_it_names_the_place_when_there_is_no_repository(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
    ) -> None:
        """Wrong use, and how to mend it."""
        monkeypatch.chdir(tmp_path)
        words = {"explain": ["some-entry"], "new": ["a/b"], "search": ["x"]}.get(command, [])
        result = CliRunner().invoke(group, [command, *words, "--root", str(tmp_path)])
        assert result.exit_code == 2
        assert "--root FOLDER" in result.stderr

    @pytest.mark.parametrize("command", COMMANDS)
    def test_an_unknown_option_is_wrong_use(self, run: Run, command: str) -> None:
        """Exit 2."""
        assert run(command, "--zzz").exit_code == 2


class TestTheGroup:
    """`encyclopedia` itself."""

    def test_its_help_lists_every_command(self, run: Run) -> None:
        """With one line on each."""
        output = run("--help").stdout
        assert all(name in output and purpose in output for name, purpose in COMMANDS.items())

    @pytest.mark.parametrize(
        ("word", "near"), [("chekc", "check"), ("serach", "search"), ("servr", "serve"), ("explane", "explain")]
    )
    def test_a_misspelled_command_gets_the_near_one(self, run: Run, word: str, near: str) -> None:
        """Exit 2, and the word to use."""
        result = run(word)
        assert result.exit_code == 2
        assert f"there is no command `{word}`; did you mean `{near}`?" in result.stderr

    def test_a_command_like_none_gets_the_help(self, run: Run) -> None:
        """Where they are listed."""
        assert "see `encyclopedia --help`" in run("zzz").stderr

    def test_the_installed_command_is_the_module(self, tree: Path, root: Path) -> None:
        """Run as a program, with its name and exit codes."""
        done = subprocess.run(
            [sys.executable, "-m", "generator.cli", "chekc"],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2
        assert done.stderr.startswith("Usage: encyclopedia ")

    def test_a_reader_that_goes_away_is_no_crash(self, tree: Path, root: Path) -> None:
        """`encyclopedia schema | head` ends in silence."""
        command = f'"{sys.executable}" -m generator.cli schema --format json | head -c 1 > /dev/null'
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in done.stderr


class TestCheck:
    """`encyclopedia check`."""

    def test_a_sound_tree_is_clean(self, run: Run) -> None:
        """Exit 0 and one line."""
        result = run("check")
        assert (result.exit_code, result.stdout) == (0, "2 sound entries: no problems\n")

    def test_a_problem_is_exit_1(self, run: Run, tree: Path) -> None:
        """And is counted."""
        edit(tree, ENTRY, "severity: high", "severity: hihg")
        result = run("check")
        assert result.exit_code == 1
        assert result.stdout.endswith("\n\n1 sound entry: 1 problem\n")

    def test_advice_is_exit_0(self, run: Run, tree: Path) -> None:
        """It is shown all the same."""
        edit(tree, ENTRY, "    primary: true\n", "")
        result = run("check")
        assert result.exit_code == 0
        assert "P202 advice" in result.stdout

    def test_a_path_that_does_not_exist_is_exit_2(self, run: Run) -> None:
        """Wrong use, named."""
        result = run("check", "entries/nothing.yaml")
        assert (result.exit_code, result.stderr) == (
            2,
            "encyclopedia: there is no file or folder `entries/nothing.yaml`\n",
        )

    def test_an_id_stands_for_its_entry(self, run: Run, tree: Path) -> None:
        """As for `prove` and `explain`; a file or folder of that name comes first, and a misspelled id gets the near one."""
        edit(tree, ENTRY, "severity: high", "severity: hihg")
        assert f"{ENTRY}:5:11: F104" in run("check", "cache-full").stdout
        assert run("check", "queue-grows").exit_code == 0
        (tree / "queue-grows").mkdir()
        assert run("check", "queue-grows").stdout.startswith("0 sound entries")
        result = run("check", "cache-ful")
        assert (result.exit_code, result.stderr) == (
            2,
            "encyclopedia: there is no file, folder or entry `cache-ful`; did you mean `cache-full`?\n",
        )

    def test_only_problems_of_the_named_file_are_shown(self, run: Run, tree: Path) -> None:
        """The others wait."""
        edit(tree, ENTRY, "severity: high", "severity: hihg")
        assert run("check", OTHER).exit_code == 0
        assert run("check", ENTRY).exit_code == 1

    def test_a_named_file_is_compared_with_all_others(self, run: Run, tree: Path) -> None:
        """A link out of it is checked against entries that were not named."""
        assert run("check", ENTRY).exit_code == 0
        (tree / OTHER).unlink()
        assert "L101" in run("check", ENTRY).stdout

    @pytest.mark.parametrize(
        "path", ["entries", "entries/serving", "entries/serving/", ".", "./entries/../entries/serving/cache-full.yaml"]
    )
    def test_a_folder_stands_for_what_is_in_it(self, run: Run, tree: Path, path: str) -> None:
        """However it is written."""
        edit(tree, ENTRY, "severity: high", "severity: hihg")
        assert run("check", path).exit_code == 1

    def test_a_path_is_taken_from_where_one_stands(self, run: Run, tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Inside the area's folder the file's name is enough."""
        edit(tree, ENTRY, "severity: high", "severity: hihg")
        monkeypatch.chdir(tree / "entries/serving")
        assert run("check", "cache-full.yaml").exit_code == 1
        assert run("check", "../serving/cache-full.yaml").exit_code == 1

    def test_a_repository_behind_a_link_is_the_same_repository(self, run: Run, tree: Path, tmp_path: Path) -> None:
        """Paths through the link name the same files."""
        edit(tree, ENTRY, "severity: high", "severity: hihg")
        (tmp_path / "link").symlink_to(tree)
        assert run("check", "--root", str(tmp_path / "link"), str(tmp_path / "link" / ENTRY)).exit_code == 1

    def test_a_named_file_outside_entries_is_no_entry(self, run: Run) -> None:
        """And is not passed over in silence."""
        result = run("check", "mkdocs.yml")
        assert result.exit_code == 1
        assert "Y108" in result.stdout

    def test_a_named_link_is_the_link_and_not_its_target(self, run: Run, tree: Path) -> None:
        """A link out of the tree is reported under its own name."""
        (tree / "entries/serving/out.yaml").symlink_to("/etc/passwd")
        assert "entries/serving/out.yaml:1:1: Y108" in run("check", "entries/serving/out.yaml").stdout

    def test_json_is_a_list_and_nothing_else(self, run: Run, tree: Path) -> None:
        """Programs read it whole."""
        assert json.loads(run("check", "--format", "json").stdout) == []
        edit(tree, ENTRY, "severity: high", "severity: hihg")
        (problem,) = json.loads(run("check", "--format", "json").stdout)
        assert {key: problem[key] for key in ("code", "weight", "path", "line", "column", "width")} == {
            "code": "F104",
            "weight": "error",
            "path": ENTRY,
            "line": 5,
            "column": 11,
            "width": 4,
        }

    def test_annotations_are_one_line_a_problem(self, run: Run, tree: Path) -> None:
        """Nothing when there is none."""
        assert run("check", "--format", "github").stdout == ""
        edit(tree, ENTRY, "severity: high", "severity: hihg")
        assert run("check", "--format", "github").stdout == (
            f"::error file={ENTRY},line=5,col=11,title=F104 a word outside its vocabulary::`hihg` is no severity%0Afix: did you mean `high`?\n"
        )

    @pytest.mark.parametrize("form", ["text", "json", "github"])
    def test_no_control_character_reaches_the_terminal(self, run: Run, tree: Path, form: str) -> None:
        """From names, from values, from quoted lines; nor does a file bring in a workflow command."""
        dirty = "\x1b]0;owned\x07\n::error::x"
        (tree / f"entries/serving/{dirty.replace('/', '')}.yaml").write_text("title: x\n")
        (tree / "entries/serving/raw.yaml").write_text("title: \x1b[2Jx\n")
        (tree / "entries/serving/quoted.yaml").write_text(
            '"\\e[2J\\n::error::y": 1\nseverity: "\\e[31m%0A::error::z"\n'
        )
        os.mkdir(os.fsencode(tree) + b"/entries/\xff")
        (Path(os.fsdecode(os.fsencode(tree) + b"/entries/\xff")) / "bytes.yaml").write_text("a: 1\n")
        result = run("check", "--format", form)
        assert result.exit_code == 1
        assert no_raw_controls(result.stdout)
        assert not any(line.startswith("::error::") for line in result.stdout.split("\n"))

    def test_a_file_with_windows_line_ends_is_quoted_without_them(self, run: Run, tree: Path) -> None:
        """The carriage return is no part of the line."""
        (tree / ENTRY).write_bytes(
            (tree / ENTRY).read_bytes().replace(b"severity: high", b"severity: hihg").replace(b"\n", b"\r\n")
        )
        assert "      5 | severity: hihg\n" in run("check").stdout

    def test_a_near_miss_is_advised_where_the_change_is(self, run: Run, tree: Path) -> None:
        """Who writes the entry of a line that stands as another's near miss is told at the signature that hits it."""
        near_miss = (
            'near_misses:\n  - log: "Request r-1 evicted: no free block of 9"\n    why: It lost its place.\nfaq:\n'
        )
        edit(tree, OTHER, "faq:\n", near_miss)
        assert f"{OTHER}:56:10: S203" in run("check", OTHER).stdout
        here = run("check", ENTRY).stdout
        assert f"{ENTRY}:23:11: S203 advice: signature hits the near miss of `queue-grows` at line 56" in here
        assert "add `entry: cache-full` to that near miss" in here
        edit(tree, OTHER, "    why: It lost its place.", "    entry: cache-full\n    why: It lost its place.")
        assert "S203" not in run("check").stdout


class TestExplain:
    """`encyclopedia explain`."""

    @pytest.mark.parametrize("what", ["S104", "s104"])
    def test_a_code_is_explained(self, run: Run, what: str) -> None:
        """Name, weight, why, and the wrong and the right piece."""
        output = run("explain", what).stdout
        code = CATALOGUE["S104"]
        assert all(piece in output for piece in ("S104", code.name, "error", code.why, code.wrong, code.right))

    def test_a_code_is_explained_while_entries_have_problems(self, run: Run, tree: Path) -> None:
        """That is when people ask."""
        (tree / ENTRY).write_text("title: [\n")
        assert run("explain", "Y101").exit_code == 0

    @pytest.mark.parametrize("what", ["cache-full", "kv-full"], ids=["by its id", "by a former id"])
    def test_an_entry_is_explained(self, run: Run, what: str) -> None:
        """The quick answer, the signatures, the first control, the checklist, the fix, the links."""
        output = run("explain", what).stdout
        assert all(
            piece in output
            for piece in (
                "Requests are evicted because the cache is full",
                "Read the counter of evictions twice",
                "Request {request:word} evicted",
                "Halve the number of clients",
                "curl -s localhost:8000/metrics | grep evictions",
                "Lower the limit",
                "looks like: queue-grows",
                "followed by: queue-grows",
            )
        )

    def test_a_link_shows_its_words_and_where_it_leads(self, run: Run) -> None:
        """Nothing can be clicked in a terminal; an id can be explained next."""
        assert "see a growing queue (queue-grows)." in " ".join(run("explain", "cache-full").stdout.split())

    @pytest.mark.parametrize(
        ("word", "near"), [("cache-ful", "cache-full"), ("queue-growz", "queue-grows"), ("S1044", "S104")]
    )
    def test_a_misspelled_word_gets_the_near_one(self, run: Run, word: str, near: str) -> None:
        """Ids, former ids and codes."""
        result = run("explain", word)
        assert result.exit_code == 2
        assert f"there is no entry and no code `{word}`; did you mean `{near}" in result.stderr

    def test_a_word_like_none_gets_the_search(self, run: Run) -> None:
        """Which takes any words."""
        assert "see `encyclopedia search WORDS`" in run("explain", "zzz").stderr

    @pytest.mark.parametrize(
        "broken",
        [("entry: queue-grows\n    why: Both", "entry: nowhere\n    why: Both"), ("severity: high", "severity: hihg")],
        ids=["a broken link", "a wrong word"],
    )
    def test_entries_with_problems_are_left_out(self, run: Run, tree: Path, broken: tuple[str, str]) -> None:
        """With what links to them; that is said, and nothing crashes."""
        edit(tree, ENTRY, *broken)
        result = run("explain", "cache-full")
        assert result.exit_code == 2
        assert "left out, as `encyclopedia check` finds problems in" in result.stderr

    def test_one_draft_does_not_keep_the_others_from_being_explained(self, run: Run) -> None:
        """A contributor's half-written entry is nobody else's trouble."""
        run("new", "serving/a-draft")
        result = run("explain", "cache-full")
        assert result.exit_code == 0
        assert "finds problems in it: entries/serving/a-draft.yaml" in result.stderr

    def test_a_code_needs_no_repository(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It stands in the program."""
        monkeypatch.chdir(tmp_path)
        assert CliRunner().invoke(group, ["explain", "S104"]).exit_code == 0

    @pytest.mark.parametrize("asked", ["entries/serving/cache-full.yaml", "serving/cache-full/", "serving/cache-full"])
    def test_an_entry_can_be_named_by_its_place(self, run: Run, asked: str) -> None:
        """As `check` prints it, and as its page's address has it."""
        assert run("explain", asked).stdout == run("explain", "cache-full").stdout

    def test_what_was_asked_is_not_printed_raw(self, run: Run) -> None:
        """It may have been pasted."""
        assert no_raw_controls(run("explain", "\x1b[31mzzz").stderr)


class TestSearch:
    """`encyclopedia search`."""

    @pytest.mark.parametrize(
        ("text", "entry", "reason"),
        [
            pytest.param([LINE], "cache-full", "prints this line", id="a printed line"),
            pytest.param(["no free block of"], "cache-full", "prints a line with this in it", id="a part of a line"),
            pytest.param(["queue", "grows"], "queue-grows", "has these words", id="words"),
        ],
    )
    def test_an_entry_is_found(self, run: Run, text: list[str], entry: str, reason: str) -> None:
        """With the reason, the first thing to do, and where to read on."""
        result = run("search", *text)
        assert result.exit_code == 0
        first = result.stdout.split("\n\n")[0]
        assert first.startswith(f"{entry}  ")
        assert reason in first
        assert f"more:  encyclopedia explain {entry}" in first

    def test_standard_input_is_searched(self, run: Run) -> None:
        """The tail of a log."""
        result = run("search", "-", input=f"started\n{LINE}\nended\n")
        assert (result.exit_code, result.stdout.split()[0]) == (0, "cache-full")

    def test_standard_input_may_hold_any_bytes(self, run: Run) -> None:
        """Logs do."""
        assert run("search", "-", input=b"\xff\xfe\x00\n" + LINE.encode()).exit_code == 0

    def test_too_much_standard_input_is_exit_2(self, run: Run) -> None:
        """With the way to cut it."""
        result = run("search", "-", input="x" * (1024 * 1024 + 1))
        assert result.exit_code == 2
        assert "tail -n 200" in result.stderr
        assert "search --log FILE" in result.stderr

    @pytest.mark.parametrize("text", ["zzz qqq", "\x1b[31m"], ids=ascii)
    def test_nothing_found_is_exit_1(self, run: Run, text: str) -> None:
        """With a way to go on."""
        result = run("search", text)
        assert result.exit_code == 1
        assert "no entry fits" in result.stdout

    @pytest.mark.parametrize("text", [[], [""], ["  "]], ids=ascii)
    def test_no_text_is_exit_2(self, run: Run, text: list[str]) -> None:
        """Wrong use."""
        assert run("search", *text).exit_code == 2

    def test_json_is_for_programs(self, run: Run) -> None:
        """The same rows."""
        (row, *_) = json.loads(run("search", "--format", "json", LINE).stdout)
        assert (row["entry"], row["reason"], row["path"]) == ("cache-full", "prints", "serving/cache-full/")

    def test_no_more_are_shown_than_asked_for(self, run: Run) -> None:
        """The best."""
        assert len(json.loads(run("search", "--format", "json", "--most", "1", "throughput").stdout)) == 1

    def test_a_draft_does_not_keep_the_others_from_being_found(self, run: Run) -> None:
        """What is sound is searched, and what is left out is said."""
        run("new", "serving/a-draft")
        result = run("search", LINE)
        assert "cache-full" in result.stdout
        assert "finds problems in it: entries/serving/a-draft.yaml" in result.stderr

    def test_a_line_that_no_signature_has_is_said_to_have_none(self, run: Run) -> None:
        """Before the entries that share its words; a few words are no line."""
        result = run("search", "ERROR the cache of requests is full: evicted 7")
        assert result.exit_code == 0
        assert result.stdout.startswith("no signature has this line; entries with its words:\n\ncache-full")
        assert run("search", "cache full").stdout.startswith("cache-full")
        assert run("search", LINE).stdout.startswith("cache-full")

    def test_a_near_miss_that_names_no_entry_is_said_to_be_one(self, run: Run, tree: Path) -> None:
        """By `search`, `new` and `diagnose`, with what the entry says of it; other numbers and prefixes do not matter."""
        edit(tree, ENTRY, "    entry: queue-grows\n    why: It waits,", "    why: It waits,")
        edit(
            tree,
            ENTRY,
            "INFO Request abc-1 waits: no free slot of 512",
            "ValueError: Request abc-1 waits: no free slot of 512",
        )
        line = "[rank3]: ValueError: Request r-7 waits: no free slot of 9"
        result = run("search", line)
        assert result.stdout.startswith("no signature has this line; it stands as a near miss of\n  cache-full, for ")
        assert "another failure: It waits, and nothing was taken from it." in result.stdout
        (tree / "job.log").write_text(f"Traceback (most recent call last):\n{line[9:]}\n")
        assert "a near miss of cache-full: It waits" in run("diagnose", "job.log", "--root", ".").stdout
        made = run("new", "serving/request-waits", "--line", line)
        assert "it stands as a near miss; when your entry is there, name it" in made.stdout
        assert "near miss" not in run("search", "ValueError: something else is wrong here, with other words").stdout


class TestSearchLog:
    """`encyclopedia search --log`."""

    def test_each_hit_is_a_row(self, run: Run, tmp_path: Path) -> None:
        """Path, line, entry, and the line."""
        path = tmp_path / "a.log"
        path.write_text(f"started\n{LINE}\nended\n{LINE}\n")
        result = run("search", "--log", str(path))
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout == f"{path}:2: cache-full  {LINE}\n{path}:4: cache-full  {LINE}\n"

    def test_standard_input_is_read_beside_files(self, run: Run, tmp_path: Path) -> None:
        """Packed too, in the order given."""
        path = tmp_path / "a.log"
        path.write_text(LINE)
        result = run("search", "--log", str(path), "-", str(path), input=gzip.compress(f"\n{LINE}".encode()))
        assert [row.split(": ")[0] for row in result.stdout.splitlines()] == [f"{path}:1", "-:2", f"{path}:1"]

    def test_nothing_in_a_log_moves_the_terminal(self, run: Run) -> None:
        """Colours are dropped, other controls shown as codes; JSON keeps them, escaped."""
        log = f"\x1b[31m\x07{LINE}\x1b[0m \x9b31m \u202e\r\n"
        result = run("search", "--log", "-", input=log)
        assert no_raw_controls(result.stdout)
        assert result.stdout == f"-:1: cache-full  \\u0007{LINE} \\u009b31m \\u202e\n"
        assert no_raw_controls(run("search", "--log", "-", "--format", "json", input=log).stdout)

    def test_json_is_a_line_for_each_hit(self, run: Run) -> None:
        """With all that is known of it."""
        result = run("search", "--log", "-", "--format", "json", input=f"x {LINE}\n{LINE}\n")
        first, second = map(json.loads, result.stdout.splitlines())
        assert first == {
            "path": "-",
            "entry": "cache-full",
            "line": 1,
            "start": 3,
            "end": 3 + len(LINE),
            "captures": {"request": "r-77", "blocks": "9"},
            "last_line": 1,
            "signature": "cache-full#1",
            "text": f"x {LINE}",
        }
        assert second["line"] == 2

    def test_no_hit_is_exit_1(self, run: Run) -> None:
        """Said on standard error: the output holds rows only."""
        result = run("search", "--log", "-", input="all well\n")
        assert (result.exit_code, result.stdout, result.stderr) == (1, "", "encyclopedia: no signature hits\n")

    def test_a_damaged_log_is_exit_2_with_the_hits_before(self, run: Run, tmp_path: Path) -> None:
        """And the others are searched."""
        cut, other = tmp_path / "cut.gz", tmp_path / "other.log"
        cut.write_bytes(gzip.compress(f"{LINE}\n".encode() + os.urandom(100_000))[:-50_000])
        other.write_text(LINE)
        result = run("search", "--log", str(cut), str(tmp_path / "missing"), str(other))
        assert result.exit_code == 2
        assert [row.split(": ")[0] for row in result.stdout.splitlines()] == [f"{cut}:1", f"{other}:1"]
        assert result.stderr.splitlines() == [
            f"encyclopedia: `{cut}` cannot be read to its end: it is cut off: the packed data ends before its end mark; what was found before is listed",
            f"encyclopedia: `{tmp_path / 'missing'}` cannot be read: No such file or directory",
        ]

    def test_a_published_index_needs_no_repository(self, run: Run, tree: Path, tmp_path: Path) -> None:
        """signatures.json is enough."""
        corpus = build_corpus(load_entries(tree).documents)
        away = tmp_path / "away"
        away.mkdir()
        (away / "signatures.json").write_bytes(as_bytes(signatures_index(corpus)))
        os.chdir(away)  # `run` goes back at the end
        result = run("search", "--log", "--index", "signatures.json", "-", input=LINE)
        assert (result.exit_code, result.stdout) == (0, f"-:1: cache-full  {LINE}\n")

    def test_a_newer_index_is_exit_2(self, run: Run, tree: Path) -> None:
        """What was found, what is understood, what to do."""
        (tree / "new.json").write_text('{"format": "signatures/2"}')
        result = run("search", "--log", "--index", "new.json", "-", input=LINE)
        assert result.exit_code == 2
        assert result.stderr == (
            "encyclopedia: `new.json` is of the format `signatures/2`, made later than this program, which understands `signatures/1`;"
            " update this program, then search again\n"
        )

    @pytest.mark.parametrize(
        ("args", "said"),
        [
            (["--log", "-", "-"], "give `-` once"),
            (["--log", "--most", "3", "-"], "--most goes with words"),
            (["--index", "x.json", "words"], "--index goes with --log"),
        ],
        ids=["standard input twice", "most", "an index for words"],
    )
    def test_wrong_use_is_exit_2(self, run: Run, args: list[str], said: str) -> None:
        """With what to leave out."""
        result = run("search", *args)
        assert result.exit_code == 2
        assert said in result.stderr


class TestSchema:
    """`encyclopedia schema`."""

    def test_every_field_and_word_is_listed(self, run: Run) -> None:
        """With its purpose."""
        output = run("schema").stdout
        assert all(
            piece in output
            for piece in (
                "former_ids",
                "Ids that this entry had before, `area/id` where it lay in another area; each becomes a redirect.",
                "looks_like",
                "yes or no",
                "wrapper",
            )
        )

    @pytest.mark.parametrize(("options", "field"), [([], "first_control"), (["--area"], "tell_apart")])
    def test_json_is_the_schema(self, run: Run, options: list[str], field: str) -> None:
        """Of an entry, or of an area."""
        assert field in json.loads(run("schema", "--format", "json", *options).stdout)["properties"]

    def test_what_was_not_written_is_out_of_date(self, run: Run) -> None:
        """Exit 1, and how to mend it."""
        result = run("schema", "--check")
        assert result.exit_code == 1
        assert (
            "out of date: entry.schema.json, area.schema.json, diagnosis.schema.json; run `encyclopedia schema --write`"
            in result.stdout
        )

    def test_what_was_just_written_is_up_to_date(self, run: Run) -> None:
        """Exit 0, without a word."""
        assert "written: entry.schema.json, area.schema.json" in run("schema", "--write").stdout
        result = run("schema", "--check")
        assert (result.exit_code, result.stdout) == (0, "")

    def test_what_is_up_to_date_is_not_written_again(self, run: Run) -> None:
        """And that is said."""
        run("schema", "--write")
        assert "nothing to write" in run("schema", "--write").stdout


class TestNew:
    """`encyclopedia new`."""

    def test_a_new_entry_can_be_read_and_is_then_checked(self, run: Run, tree: Path) -> None:
        """It is sound YAML; the check says what is still to be filled in, and nothing of its form."""
        result = run(
            "new",
            "serving/requests-time-out",
            "--title",
            "Requests time out: all of them",
            "--line",
            'got {"a": 1}',
            "--program",
            "demo",
        )
        assert result.exit_code == 0
        assert "encyclopedia check entries/serving/requests-time-out.yaml" in result.stdout
        value, problems = read_values((tree / "entries/serving/requests-time-out.yaml").read_text("utf-8"), "x")
        assert (value["title"], problems) == ("Requests time out: all of them", [])
        codes = {problem["code"] for problem in json.loads(run("check", "--format", "json").stdout)}
        assert codes <= {"F102", "F103", "F104", "F105", "F106", "F107", "F108"}

    def test_a_program_in_another_spelling_is_seen_at_once(self, run: Run, tree: Path) -> None:
        """By the table of projects and by what entries name."""
        (tree / "proofs").mkdir()
        (tree / "proofs/_projects.yaml").write_text(
            "projects:\n  - project: demo\n    programs: [Demo]\n    origin: pypi:demo\n"
        )
        words = ("new", "serving/flange", "--line", "x.PipeError: 3 pipes leak", "--program")
        assert "nor an entry names `demo`; did you mean `Demo`?" in run(*words, "demo").stdout
        assert "nor an entry names" not in run(*words, "Demo").stdout

    def test_what_is_left_out_is_named_once(self, run: Run, tree: Path) -> None:
        """By its file; an index is made of the others."""
        run("new", "serving/flange")
        for words in (("new", "serving/other", "--line", "x.PipeError: 3 pipes leak"), ("search", "pipes that leak")):
            said = run(*words).stderr
            assert said == "left out, as `encyclopedia check` finds problems in it: entries/serving/flange.yaml\n"
            (tree / "entries/serving/other.yaml").unlink(missing_ok=True)

    def test_a_draft_may_be_started_again_until_something_is_filled_in(self, run: Run, tree: Path) -> None:
        """With another line or program; then it is somebody's work."""
        path = tree / "entries/serving/flange.yaml"
        run("new", "serving/flange", "--line", "lib.FlangeError: flange 7 broke")
        again = run(
            "new",
            "serving/flange",
            "--title",
            "Flanges break",
            "--line",
            "x.PipeError: 3 pipes leak",
            "--program",
            "demo",
        )
        assert again.exit_code == 0
        assert "written again, as nothing was filled in" in again.stdout
        assert "x.PipeError" in path.read_text("utf-8")
        assert "Flange" not in path.read_text("utf-8").replace("Flanges break", "")
        run("check", "--fix", "entries/serving/flange.yaml")
        assert run("new", "serving/flange").exit_code == 0
        for change in (
            ("# Fill in", "# I fill in"),
            ('summary: ""', 'summary: "Pipes leak."'),
            ("severity: ", "severity: high "),
        ):
            drafted = path.read_text("utf-8")
            edit(tree, "entries/serving/flange.yaml", *change)
            assert "is taken by entries/serving/flange.yaml" in run("new", "serving/flange").stderr
            path.write_text(drafted, "utf-8")

    def test_what_a_draft_lacks_is_one_list(self, run: Run, tree: Path) -> None:
        """In the order of the file, each with its whole name; one by one when few are left, and always for programs."""
        run("new", "serving/flange", "--title", "Flanges break off")
        shown = run("check", "entries/serving/flange.yaml").stdout
        count = json.loads(run("check", "entries/serving/flange.yaml", "--format", "json").stdout)
        assert len(count) > 40
        rows = re.search(r"(\d+) fields are still to be filled.*:\n((?:  .*\n)+?)(?=\S|\n)", shown)
        assert rows is not None
        lines = rows[2].splitlines()
        assert len(lines) == int(rows[1])
        names = [line.split()[1] for line in lines]
        assert names[:4] == ["summary", "category", "severity", "tags"]
        assert {"quick_answer.first", "signatures.url", "root_cause.text", "fix.steps.do", "references.supports"} <= {
            *names
        }
        numbers = [int(line.split()[0]) for line in lines]
        assert numbers == sorted(numbers)
        assert "is empty" not in shown
        edit(tree, ENTRY, "first: Read the counter of evictions twice, a minute apart.", "first: ''")
        assert "F106 `first` is empty" in run("check", ENTRY).stdout

    def test_the_line_becomes_a_signature(self, run: Run, tree: Path) -> None:
        """What varies is a placeholder, and each is shown with what it stood for; the excerpt keeps the line."""
        line = "[rank3]: FlangeError: worker 3 lost 17 flanges at 10.0.0.5:80"
        result = run("new", "serving/flange-lost", "--line", line, "--program", "demo")
        assert "signature: FlangeError: worker {worker:int} lost {lost:int} flanges at {masked}" in result.stdout
        assert "{lost} stands for `17`" in result.stdout
        assert "left out in front: `[rank3]:`" in result.stdout
        assert "that needs --file, --version" in result.stdout
        value, _ = read_values((tree / "entries/serving/flange-lost.yaml").read_text("utf-8"), "x")
        assert value["excerpts"][0]["log"] == line.replace("10.0.0.5", "<ip-1>")
        assert value["signatures"][0]["level"] == "exception"

    def test_a_line_that_an_entry_answers_is_not_written_twice(self, run: Run, tree: Path) -> None:
        """The entry is named; --anyway writes all the same."""
        line = "Request abc-9 evicted: no free block of 640"
        result = run("new", "serving/evicted", "--line", line)
        assert result.exit_code == 1
        assert (
            "cache-full  Requests are evicted because the cache is full  (entries/serving/cache-full.yaml)"
            in result.stdout
        )
        assert not (tree / "entries/serving/evicted.yaml").exists()
        assert run("new", "serving/evicted", "--line", line, "--anyway").exit_code == 0

    def test_the_line_comes_from_a_log(self, run: Run, tree: Path) -> None:
        """The first error line that no entry explains, masked."""
        (tree / "job.log").write_text(
            "step 1\nTraceback (most recent call last):\nlib.FlangeError: flange 7 at 10.2.3.4 broke off\n"
        )
        assert run("new", "serving/flange", "--from-log", str(tree / "job.log")).exit_code == 0
        text = (tree / "entries/serving/flange.yaml").read_text("utf-8")
        assert "lib.FlangeError: flange {flange:int} at {masked} broke off" in text
        assert "10.2.3.4" not in text

    @pytest.mark.parametrize(
        ("log", "words"),
        [
            ("INFO all is well\n", "no error line was found in"),
            ("Request a evicted: no free block of 5\n", "improve that entry; or, where yours is another failure"),
        ],
        ids=["healthy", "known"],
    )
    def test_a_log_without_an_unexplained_line_is_said_to_have_none(
        self, run: Run, tree: Path, log: str, words: str
    ) -> None:
        """And why."""
        (tree / "job.log").write_text(log)
        result = run("new", "serving/flange", "--from-log", str(tree / "job.log"))
        assert result.exit_code == (1 if "evicted" in log else 2)
        assert words in result.stderr

    def test_a_former_id_is_not_given_again(self, run: Run) -> None:
        """Its address leads to the entry that took over."""
        result = run("new", "serving/kv-full")
        assert result.exit_code == 2
        assert "its old address leads to entries/serving/cache-full.yaml" in result.stderr

    @pytest.mark.parametrize("written", ["[old-name]", "[nccl/old-name]", "\n  - older\n  - old-name"])
    def test_a_former_id_is_seen_in_any_form_of_list(self, run: Run, tree: Path, written: str) -> None:
        """In brackets or in rows, with its area or without."""
        text, changed = re.subn(
            r"(?m)^former_ids: .*$", lambda _: f"former_ids: {written}", (tree / ENTRY).read_text("utf-8")
        )
        assert changed == 1
        (tree / ENTRY).write_text(text, "utf-8")
        result = run("new", "serving/old-name")
        assert result.exit_code == 2
        assert f"its old address leads to {ENTRY}" in result.stderr

    def test_the_line_is_looked_up_where_it_is_said_to_be(self, run: Run, tree: Path, tmp_path: Path) -> None:
        """Without a network and with nothing at hand, what could not be looked at is named."""
        (tree / "proofs").mkdir()
        table = "projects:\n  - project: demo\n    programs: [demo]\n    origin: pypi:demo-of-nothing\n"
        (tree / "proofs/_projects.yaml").write_text(table)
        said = ("--program", "demo", "--file", "demo/x.py", "--version", "1.0", "--offline")
        result = run("new", "serving/flange", "--line", "the flange is loose and cannot be fixed", *said)
        assert result.exit_code == 0
        assert "looking for it in demo 1.0" in result.stdout
        assert "\ncould not be looked at (not looked at: 1.0); last_seen stays empty" in result.stdout
        assert "--mirror FOLDER" in result.stdout
        assert 'last_seen: ""' not in result.stdout
        assert "# last_seen:" in (tree / "entries/serving/flange.yaml").read_text("utf-8")

    @pytest.mark.parametrize(
        ("place", "says"),
        [
            (
                "servin/disk-full",
                "there is no area `servin`; did you mean `serving`? To make an area, write entries/servin/_area.yaml",
            ),
            ("zq/disk-full", "there is no area `zq`; areas: serving. To make an area"),
            ("disk-full", "`disk-full` has no area in front; give AREA/ID, as in `encyclopedia new serving/disk-full`"),
            ("serving", "`serving` is an area; add the id of the entry"),
        ],
    )
    def test_an_area_that_is_not_there_is_not_made(self, run: Run, tree: Path, place: str, says: str) -> None:
        """A misspelled one would be another; how to make one is said."""
        result = run("new", place)
        assert result.exit_code == 2
        assert says in result.stderr
        assert [path.name for path in (tree / "entries").iterdir()] == ["serving"]

    def test_of_several_lines_the_error_line_is_taken(self, run: Run, tree: Path) -> None:
        """As it would be of a log: `--line "$(cat job.log)"` is easily typed."""
        lines = 'step 1\nTraceback (most recent call last):\n  File "a.py", line 3, in f\nlib.FlangeError: flange 7 broke off'
        result = run("new", "serving/flange", "--line", lines)
        assert result.exit_code == 0, result.output
        value, _ = read_values((tree / "entries/serving/flange.yaml").read_text("utf-8"), "x")
        assert value["signatures"][0]["text"] == "lib.FlangeError: flange {flange:int} broke off"
        assert value["excerpts"][0]["log"] == "lib.FlangeError: flange 7 broke off"

    def test_several_lines_without_an_error_are_refused(self, run: Run, tree: Path) -> None:
        """None of them is the signature."""
        result = run("new", "serving/flange", "--line", "step 1\nstep 2")
        assert result.exit_code == 2
        assert "no error line was found among these 2 lines; give the one line that counts" in result.stderr
        assert not (tree / "entries/serving/flange.yaml").exists()

    @pytest.mark.parametrize(
        ("option", "value", "says"),
        [
            ("--title", "Traceback (most recent call last):", "the head of a traceback"),
            ("--title", "Requests\nstop", "the title has 2 lines"),
            ("--program", "RuntimeError: CUDA error", "looks like a line of a log"),
        ],
    )
    def test_a_line_of_a_log_is_no_title_and_no_program(
        self, run: Run, tree: Path, option: str, value: str, says: str
    ) -> None:
        """Refused before a file is made."""
        result = run("new", "serving/flange", option, value)
        assert (result.exit_code, says in result.stderr) == (2, True)
        assert not (tree / "entries/serving/flange.yaml").exists()

    def test_the_line_comes_from_a_folder_of_logs(self, run: Run, tree: Path) -> None:
        """As `diagnose` takes one."""
        (tree / "logs").mkdir()
        (tree / "logs/rank_0.log").write_text("step 1\nstep 2\n")
        (tree / "logs/rank_1.log").write_text(
            "step 1\nTraceback (most recent call last):\nlib.FlangeError: flange 7 broke\n"
        )
        result = run("new", "serving/flange", "--from-log", str(tree / "logs"))
        assert result.exit_code == 0, result.output
        assert "taken: the error line in" in result.stdout
        assert "another one with --line TEXT\n  lib.Flange" in result.stdout
        assert "lib.FlangeError: flange {flange:int} broke" in (tree / "entries/serving/flange.yaml").read_text("utf-8")
        assert "there is no file or folder `nothing`" in run("new", "serving/other", "--from-log", "nothing").stderr

    @pytest.mark.parametrize("area", ["serving", "storage"])
    def test_an_id_that_exists_is_refused(self, run: Run, tree: Path, area: str) -> None:
        """In its own area and in any other."""
        before = (tree / ENTRY).read_bytes()
        result = run("new", f"{area}/cache-full")
        assert result.exit_code == 2
        assert f"taken by {ENTRY}" in result.stderr
        assert (tree / ENTRY).read_bytes() == before

    @pytest.mark.parametrize(
        "place",
        [
            "serving/",
            "/x",
            "../x/y",
            "serving/../../x",
            "serving/..",
            "Serving/x",
            "serving/X",
            "serving/a_b",
            "serving/-a",
            "serving/a--b",
            "serving/a.yaml",
            "serving/" + "a" * 81,
            "serving/\x1b[31m",
            "serving/ü",
            "",
            "/etc/passwd",
        ],
        ids=ascii,
    )
    def test_an_id_that_is_not_well_formed_is_refused(self, run: Run, tree: Path, place: str) -> None:
        """Nothing is written anywhere, and the words say what an id is."""
        before = sorted(tree.parent.rglob("*"))
        result = run("new", place)
        assert result.exit_code == 2
        assert "is not well formed; use lower-case letters, digits and hyphens" in result.stderr
        assert no_raw_controls(result.stderr)
        assert sorted(tree.parent.rglob("*")) == before

    def test_a_line_that_is_not_utf_8_is_refused(self, run: Run, tree: Path) -> None:
        """Before a file is made."""
        result = run("new", "serving/x", "--line", "\udcff")
        assert result.exit_code == 2
        assert "not UTF-8" in result.stderr
        assert not (tree / "entries/serving/x.yaml").exists()


class TestBuild:
    """`encyclopedia build`, as far as it goes before a page is made."""

    def test_a_tree_with_problems_leaves_the_last_site(self, run: Run, tree: Path) -> None:
        """Exit 1, the problems printed, no file touched."""
        (tree / "site").mkdir()
        (tree / "site/.encyclopedia-site").write_text("")
        (tree / "site/index.html").write_text("the last good one")
        edit(tree, ENTRY, "severity: high", "severity: hihg")
        result = run("build")
        assert result.exit_code == 1
        assert "F104" in result.stdout
        assert "the site is left as it was" in result.stderr
        assert (tree / "site/index.html").read_text() == "the last good one"

    @pytest.mark.parametrize("target", ["mkdocs.yml", "entries", "."])
    def test_a_target_that_no_build_wrote_is_exit_2(self, run: Run, tree: Path, target: str) -> None:
        """And stays."""
        before = sorted(tree.rglob("*"))
        result = run("build", "--target", target)
        assert result.exit_code == 2
        assert result.stderr.startswith("encyclopedia: `")
        assert sorted(tree.rglob("*")) == before

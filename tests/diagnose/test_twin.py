"""The diagnosis of the browser (site_overrides/assets/javascripts/diagnosis/) beside this one: same files, same answers, whatever the logs hold."""

import json
import re
import subprocess
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.diagnose import diagnosis, gather, reading, scene, speaker, taped, weigh
from generator.diagnose.mask import Masker
from generator.match import find, marks
from generator.match.compiled import EntryIndex
from generator.match.cut import shared
from generator.match.find import find_entries
from generator.model import Corpus
from generator.problems.printing import printable
from tests.diagnose import both, test_mask
from tests.diagnose.both import Case, Ground, files_of
from tests.match.test_twin import TESTS, node

ROOT = Path(__file__).parents[2]
TWIN = ROOT / "site_overrides/assets/javascripts/diagnosis"
PORT = yaml.safe_load((ROOT / "generator/diagnose/port.yaml").read_text("utf-8"))
Ask = Callable[[Iterable[tuple[str, Any]]], list[Any]]


@pytest.fixture(scope="session")
def ground(corpus: Corpus, index: EntryIndex) -> Ground:
    """The real entries."""
    return Ground(corpus, index)


@pytest.fixture(scope="session")
def ask(ground: Ground) -> Ask:
    """What the twin says to each question."""
    standing = json.dumps(ground.published())

    def answers(questions: Iterable[tuple[str, Any]]) -> list[Any]:
        given = "\n".join([standing, *map(json.dumps, questions), ""])
        run = node(str(TESTS / "diagnose.mjs"), given=given)
        assert run.returncode == 0, run.stderr[-5000:]
        return [json.loads(line) for line in run.stdout.split("\n") if line]

    return answers


def differences(here: Any, there: Any, where: str = "") -> Iterator[str]:
    """Where two answers part, so that a failure can be read."""
    if isinstance(here, dict) and isinstance(there, dict) and here.keys() == there.keys():
        for name in here:
            yield from differences(here[name], there[name], f"{where}.{name}")
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        for number, pair in enumerate(zip(here, there, strict=True)):
            yield from differences(*pair, f"{where}[{number}]")
    elif here != there:
        yield f"{where}: {here!r} here, {there!r} there"


def agree(cases: list[Case], ground: Ground, ask: Ask, folder: Path) -> list[dict[str, Any]]:
    """Asserts that both engines say the same of each case; what they say."""
    questions, here = [], []
    for number, case in enumerate(cases):
        place = folder / str(number)
        place.mkdir()
        here.append(ground.answer(case, place))
        logs = [{"name": name, "path": path} for (name, _), path in zip(case.logs, files_of(case, place), strict=True)]
        questions.append(("logs", {"logs": logs, "limit": case.limit}))
    wrong = []
    for case, ours, theirs in zip(cases, here, ask(questions), strict=True):
        wrong += [f"{case.name}: {difference}" for difference in differences(ours, theirs)][:3]
    assert wrong == []
    return here


class TestAnswers:
    """The whole report of each case: JSON, plain and masked, and Markdown."""

    def test_of_excerpts(self, ground: Ground, ask: Ask, tmp_path: Path) -> None:
        """What entries show of logs."""
        answers = agree(list(both.excerpts(ground.corpus)), ground, ask, tmp_path)
        assert all(answer["plain"]["causes"] for answer in answers)

    def test_of_healthy_logs(self, ground: Ground, ask: Ask, tmp_path: Path) -> None:
        """Packed ones, too; what may be ignored is named as that."""
        answers = agree(list(both.healthy()), ground, ask, tmp_path)
        assert {cause["kind"] for answer in answers for cause in answer["plain"]["causes"]} <= {"harmless"}

    def test_of_real_runs(self, ground: Ground, ask: Ask, tmp_path: Path) -> None:
        """Ranks, victims and reasons."""
        answers = agree(list(both.runs()), ground, ask, tmp_path)
        assert sum(bool(answer["plain"]["ranks"]["initiating"]) for answer in answers) > 100

    def test_of_labelled_samples(self, ground: Ground, ask: Ask, tmp_path: Path) -> None:
        """One log each."""
        answers = agree(list(both.labelled()), ground, ask, tmp_path)
        assert sum(bool(answer["plain"]["causes"]) for answer in answers) > 25

    def test_of_vectors(self, ground: Ground, ask: Ask, tmp_path: Path) -> None:
        """The logs that hold the matchers to their language."""
        agree(list(both.vectors()), ground, ask, tmp_path)

    def test_of_hostile_logs(self, ground: Ground, ask: Ask, tmp_path: Path) -> None:
        """Broken, endless, or more of one thing than is counted."""
        agree(list(both.hostile()), ground, ask, tmp_path)

    def test_of_logs_made_at_random(self, ground: Ground, ask: Ask, tmp_path: Path) -> None:
        """Prefixes before prefixes, characters of all sorts, several files, limits."""
        answers = agree(list(both.made(ground.corpus, 1, 120)), ground, ask, tmp_path)
        assert sum(answer["plain"]["verdict"] == diagnosis.FAILURE for answer in answers) > 60
        assert any(answer["plain"]["nearest"] for answer in answers)


class TestParts:
    """What whole answers show too seldom."""

    def test_masking(self, ask: Ask) -> None:
        """Every text of its own tests, one after the other, by one masker."""
        source = Path(test_mask.__file__).read_text("utf-8")
        texts = sorted({match[1] for match in re.finditer(r'"((?:[^"\\]|\\.)+)"', source)})
        assert len(texts) > 100
        masker = Masker()
        here = [masker.mask(text) for text in texts]
        assert any(text != one for text, one in zip(texts, here, strict=True))
        assert ask([("masked", texts)]) == [here]

    def test_finding_by_words(self, ground: Ground, ask: Ask) -> None:
        """Signatures, parts of them, cut lines, words: ids, reasons and weights in their order."""
        texts = [
            "cuda out of memory",
            "nccl watchdog timeout",
            "Straße İstanbul",
            "",
            "   ",
            "the",
            "illegal memory access",
        ]
        for row in ground.index.rows:
            for text in row.signatures[:2]:
                shown = text.replace("{", "").replace("}", "")
                texts += [text, shown[8:60], shown[:40].upper(), f"{shown[5:]}\nzzz\n{shown[:25]}"]
        here = [
            [[one.row.id, one.reason, one.signature, one.weight] for one in find_entries(ground.index, text, 5)]
            for text in texts
        ]
        assert {one[1] for found in here for one in found} == {"prints", "part", "words"}
        for text, ours, theirs in zip(texts, here, ask([("found", text) for text in texts]), strict=True):
            assert ours == theirs, text

    def test_lines_cut_off(self, ground: Ground, ask: Ask) -> None:
        """How much literal text a line shares with a signature as printed."""
        printed = [text for row in ground.index.rows for text in row.printed]
        pairs = []
        for number, text in enumerate(printed):
            shown = text.replace("‥", "ab.c").replace("…", "two words")
            pairs += [(shown[number % 30 :], text), (shown[: 20 + number % 60], text), (f"😀 {shown}", text)]
        here = [shared(line, text) for line, text in pairs]
        assert any(here)
        assert not all(here)
        assert ask([("shared", pair) for pair in pairs]) == here

    def test_choosing_files(self, ask: Ask, tmp_path: Path) -> None:
        """Which files of a folder are read, in which order, and which are spoken of."""
        files = {
            **{f"rank_{number}.log": b"x\n" for number in (2, 10, 1)},
            **{f"node-{number}/stderr": b"x\n" for number in (10, 9)},
            **dict.fromkeys(("model.safetensors", ".hidden", "train.PY", "a.log.gz", "core", "b.so.1", ".git/a", ".git/b", "z/y/x"), b"x\n"),
            "zeros.log": bytes(900) + b"x" * 100,
            "binary.log": bytes(range(32)) * 20,
            "utf16.log": "x".encode("utf-16"),
            "packed": b"\x1f\x8b\x08" + bytes(range(29)),
            "empty": b"",
        }  # fmt: skip
        top = tmp_path / "run"
        for name, data in files.items():
            (top / name).parent.mkdir(parents=True, exist_ok=True)
            (top / name).write_bytes(data)
        found = gather.gather([str(top)])
        here = {
            "logs": [Path(path).relative_to(tmp_path).as_posix() for path in found.logs],
            "troubles": sorted(Path(one.path).relative_to(tmp_path).as_posix() for one in found.troubles),
            "passed": found.passed,
        }
        [there] = ask([("gathered", [{"path": f"run/{name}", "at": str(top / name)} for name in files])])
        assert {**there, "troubles": sorted(there["troubles"])} == here

    def test_characters(self) -> None:
        """What counts as a word, a digit or white space, and folded case: every character that both versions of Unicode know."""
        run = node(str(TESTS / "texts.mjs"))
        assert run.returncode == 0, run.stderr
        there = json.loads(run.stdout)
        known = {
            code
            for first, last in there["known"]
            for code in range(first, last + 1)
            if unicodedata.category(chr(code)) != "Cn"
        }
        assert len(known) > 200_000
        kinds: dict[str, Callable[[str], object]] = {
            "digit": str.isdigit,
            "space": str.isspace,
            "printable": lambda character: printable(character) == character,
        }
        for kind, members in there["members"].items():
            source, _, is_any = kind.partition(" of any case")
            pattern = re.compile(source, re.IGNORECASE if kind.endswith("of any case") else 0)
            is_one = kinds.get(kind, pattern.fullmatch)
            wrong = set(members) & known ^ {code for code in known if is_one(chr(code))}
            assert not wrong, (kind, is_any, [hex(code) for code in sorted(wrong)[:10]])
        folded = {code: text for code, text in there["folded"] if code in known}
        assert folded == {code: chr(code).casefold() for code in known if chr(code).casefold() != chr(code)}


class TestTable:
    """diagnosis-index.json is the one table."""

    def test_the_index_searches_for_the_same_texts_by_the_same_words(self, ground: Ground) -> None:
        """Signatures, what causes show, and marks, in one order."""
        script = f"""
            import {{ readFileSync }} from "node:fs";
            const {{ EntryIndex }} = await import("{TWIN.as_uri()}/compiled.mjs");
            const {{ signatures }} = new EntryIndex(JSON.parse(readFileSync(0, "utf-8")).index);
            console.log(JSON.stringify([signatures.signatures, signatures.keys]));
        """
        run = node("--input-type=module", "--eval", script, given=json.dumps(ground.published()))
        here = ground.index.signatures
        assert json.loads(run.stdout) == [list(map(list, here.signatures)), list(here.keys)]

    def test_an_index_of_another_format_is_refused(self) -> None:
        """With the way to mend it."""
        script = f"""
            const {{ EntryIndex }} = await import("{TWIN.as_uri()}/compiled.mjs");
            new EntryIndex({{ format: "diagnosis-index/99", rows: [], marks: [], keys: [] }});
        """
        run: subprocess.CompletedProcess[str] = node("--input-type=module", "--eval", script)
        assert "diagnosis-index/99" in run.stderr
        assert "reload the page" in run.stderr


class TestPort:
    """port.yaml says which file is whose twin, and why anything differs."""

    def test_every_module_of_the_twin_is_listed_and_is_there(self) -> None:
        """No file without its twin or a reason, no line without its file."""
        listed = {twin["javascript"] for twin in PORT["twins"]} | {own["javascript"] for own in PORT["only_javascript"]}
        assert listed == {path.relative_to(TWIN).as_posix() for path in TWIN.rglob("*.mjs")}

    def test_every_module_of_this_engine_is_listed_and_is_there(self) -> None:
        """And those of the matcher that only a diagnosis needs."""
        listed = {twin["python"] for twin in PORT["twins"]} | {own["python"] for own in PORT["only_python"]}
        here = {
            path.relative_to(ROOT / "generator").as_posix()
            for path in (ROOT / "generator/diagnose").rglob("*.py")
            if path.name != "__init__.py"
        }
        assert listed == here | {"match/compiled.py", "match/cut.py", "match/find.py", "match/marks.py"}

    def test_twins_share_their_names(self) -> None:
        """`scene.py` and `scene.mjs`, in rooms of one name."""
        for twin in PORT["twins"]:
            here = Path(twin["python"]).with_suffix("").as_posix().partition("/")[2]
            assert here == Path(twin["javascript"]).with_suffix("").as_posix()

    def test_every_difference_has_its_reason(self) -> None:
        """What differs, and why, in a sentence each."""
        differing = [one for twin in PORT["twins"] for one in twin.get("differs", ())]
        assert differing
        for one in [*differing, *PORT["only_javascript"], *PORT["only_python"]]:
            assert len(one["why"]) > 20, one

    def test_constants_are_the_same(self) -> None:
        """What both must cut and bound alike, and the words of the contract."""
        from generator.diagnose import engine, page_index
        from generator.diagnose.report import schema, words

        names = (
            "compiled",
            "diagnosis",
            "engine",
            "find",
            "gather",
            "marks",
            "reading",
            "speaker",
            "taped",
            "weigh",
            "scene",
        )
        script = f"""
            const names = {json.dumps([*names, "report/words", "report/as_json"])};
            const modules = await Promise.all(names.map((name) => import(`{TWIN.as_uri()}/${{name}}.mjs`)));
            const plain = (value) => (value instanceof Set ? [...value].sort((a, b) => a - b) : value);
            const constants = (module) => Object.entries(module).filter(([name]) => /^[A-Z_]+$/.test(name) && name !== "NO_LOG");
            console.log(JSON.stringify(modules.map((module) => Object.fromEntries(constants(module).map(([n, v]) => [n, plain(v)])))));
        """
        run = node("--input-type=module", "--eval", script)
        assert run.returncode == 0, run.stderr
        found = dict(zip([*names, "words", "as_json"], json.loads(run.stdout), strict=True))
        twins: dict[str, Any] = {
            "compiled": page_index, "diagnosis": diagnosis, "engine": engine, "find": find, "gather": gather, "marks": marks, "reading": reading,
            "speaker": speaker, "taped": taped, "weigh": weigh, "scene": scene, "words": words, "as_json": schema,
        }  # fmt: skip
        compared = 0
        for name, module in twins.items():
            for constant, value in found[name].items():
                here = getattr(module, constant, None)
                if here is None and constant == "NOBODY":
                    continue
                assert (sorted(here) if isinstance(here, frozenset) else here) == value or constant == "NOBODY", (
                    name,
                    constant,
                )
                compared += 1
        assert compared > 40

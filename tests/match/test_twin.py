"""The matcher of the browser (site_overrides/assets/javascripts/matcher/) beside this one: same files, same answers, whatever is asked."""

import base64
import io
import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.match import Hit, scan_text
from generator.match.index import SignatureIndex
from generator.match.stream import Sighting, see_stream
from generator.model.condition import ConditionError, holds, parse_condition
from generator.model.template import TemplateError, is_too_wide, key_of, parse_template

ROOT = Path(__file__).parents[2]
TWIN = ROOT / "site_overrides/assets/javascripts/matcher"
TESTS = ROOT / "tests/javascript"
PORT = yaml.safe_load((ROOT / "generator/match/port.yaml").read_text("utf-8"))


def node(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """One run of Node."""
    found = shutil.which("node") or shutil.which("nodejs")
    if found is None:
        pytest.fail("Node was not found; `make test-tools` installs it or says how")
    return subprocess.run([found, *arguments], cwd=ROOT, input=given, capture_output=True, text=True, check=False)


def test_its_own_tests_pass() -> None:
    """The vectors, and what is told there of its parts."""
    run = node("--test", *map(str, sorted(TESTS.glob("*.test.mjs"))))
    assert run.returncode == 0, run.stdout[-5000:] + run.stderr


class TestPort:
    """port.yaml says which file is whose twin, and why anything differs."""

    def test_every_module_of_the_twin_is_listed_and_is_there(self) -> None:
        """No file without its twin or a reason, no line without its file."""
        listed = {twin["javascript"] for twin in PORT["twins"]} | {own["javascript"] for own in PORT["only_javascript"]}
        assert listed == {path.name for path in TWIN.glob("*.mjs")}

    def test_every_module_of_this_matcher_is_listed_and_is_there(self) -> None:
        """The template and the condition live in the model."""
        listed = {twin["python"] for twin in PORT["twins"]} | {own["python"] for own in PORT["only_python"]}
        here = {f"match/{path.name}" for path in (ROOT / "generator/match").glob("*.py") if path.name != "__init__.py"}
        assert listed == here | {"model/template.py", "model/condition.py"}

    def test_twins_share_their_names(self) -> None:
        """`scan.py` and `scan.mjs`."""
        for twin in PORT["twins"]:
            assert Path(twin["python"]).stem == Path(twin["javascript"]).stem

    def test_every_difference_has_its_reason(self) -> None:
        """What differs, and why, in a sentence each."""
        differing = [one for twin in PORT["twins"] for one in twin.get("differs", ())]
        assert differing
        for one in [*differing, *PORT["only_javascript"], *PORT["only_python"]]:
            assert len(one["why"]) > 20, one

    def test_constants_are_the_same(self) -> None:
        """What both must cut and bound alike, and the words by which keys are chosen."""
        from generator.match import normalize, scan, stream
        from generator.model import template

        script = """
            const [n, s, b, t] = await Promise.all(["normalize", "scan", "stream", "template"].map((m) => import(`FOLDER/${m}.mjs`)));
            console.log(JSON.stringify([n.LONGEST_LINE, n.OVERLAP, n.DEEPEST_JSON, s.REACH, s.REACH_BYTES, s.LONGEST_QUOTE, b.BLOCK, b.BEFORE,
                t.LONGEST_TEMPLATE, t.MOST_LINES, t.LEAST_LITERAL, t.LEAST_RUN, [...t.COMMON_WORDS].sort(), [...t.OPEN_KINDS].sort()]));
        """.replace("FOLDER", TWIN.as_uri())
        assert json.loads(node("--input-type=module", "--eval", script).stdout) == [
            normalize.LONGEST_LINE,
            normalize.OVERLAP,
            normalize.DEEPEST_JSON,
            scan.REACH,
            scan.REACH_BYTES,
            scan.LONGEST_QUOTE,
            stream.BLOCK,
            stream.BEFORE,
            template.LONGEST_TEMPLATE,
            template.MOST_LINES,
            template.LEAST_LITERAL,
            template.LEAST_RUN,
            sorted(template._COMMON),
            sorted(template.OPEN_KINDS),
        ]


def ask(questions: list[tuple[str, Any]]) -> list[Any]:
    """What the twin says to each."""
    run = node(str(TESTS / "compare.mjs"), given=json.dumps(questions))
    assert run.returncode == 0, run.stderr[-5000:]
    answers: list[Any] = json.loads(run.stdout)
    return answers


def packed(data: bytes) -> str:
    """Bytes in JSON."""
    return base64.b64encode(data).decode()


def hit_out(hit: Hit) -> list[Any]:
    """A hit as the twin writes it."""
    return [hit.signature, hit.line, hit.start, hit.end, hit.captures, hit.last_line, hit.text]


def sighting_out(sighting: Sighting) -> list[Any]:
    """A sighting as the twin writes it."""
    surroundings = [packed(sighting.line), packed(sighting.before), [packed(bytes(line)) for line in sighting.below()]]
    return [hit_out(sighting.hit), sighting.number, *surroundings]


LITERALS = (
    *("Watchdog", "caught", "key=", ":", "end", "a", "1", "é", "\u00a0", "x", '"', "'", "\\", '\\"', "<", "{{", "}}", "0x", ".", "-"),
    *(" ", "  ", "\t", "\0", " ", "K", "nan"),
)  # fmt: skip
KINDS = ("int", "number", "size", "hex", "word", "path", "address", "any")
VALUES = (
    *("1", "-7", "+1", "1.5", "1.", ".5", "1e5", "1E-05", "nan", "-inf", "Inf", "1.2.3", "6.00 GiB", "512MiB", "2kb", "80G", "1 B", "7 bytes"),
    *("7 byte", "9Ki", "3E", "0x1f", "0X", "0xg", "deadbeef", "1" * 40, "1" * 41, "f" * 64, "f" * 65, "a.b/c:d", "10.0.0.1<43791>", "[::1]:29500"),
    *("/usr/lib", "ünïcode", "😀", "{x}", "", "1e123456", "1.5e", "٣"),
)  # fmt: skip
FITTING = {
    "int": ("1", "-7", "+1", "1" * 40),
    "number": ("1", "1.5", "-1E-05", "nan", "Inf", "1e5"),
    "size": ("6.00 GiB", "512MiB", "2kb", "80G", "1 B", "7 bytes", "9Ki", "3E"),
    "hex": ("0x1f", "deadbeef", "f" * 64, "0X0"),
    "word": ("a.b/c:d", "ünïcode", "{x}", "x"),
    "path": ("/usr/lib", "x"),
    "address": ("10.0.0.1<43791>", "[::1]:29500"),
    "any": ("", "several words", "  x ", "a:b 1"),
}
NOISE = (
    *(" ", "  ", "\t", "\n", "\n", "\r", "\0", "\v", "\f", "\x1b[31m", "\x1b[0m", "\x1b", "\x1b]8;;x\x07", "\x1b]8;;x", "\x1b\\", "\x1b7", "\x1bM"),
    *("\\u001b[1m", "\\\\x1b[m", "\\033[32;1m", "^[[0m", "^[", "#033[7m", "\\\\\\\\\\u001B[0m", "{\"", '{"', '"', '"', "\\", "\\\\", "\\n", "\\r"),
    *("\\t", "\\b", "\\u003c", "\\u0041", "\\u00e9", "\\ud83d\\ude00", "\\ud83d", "\\udc00", "\\u00", "\\u0007", "\\/", '\\"', "'", "}", ",", "x"),
    *("\x85", "\ufeff"),
)  # fmt: skip
RAW = (b"\xff", b"\xe2\x96", b"\xf0\x9f\x98", b"\xed\xa0\x80", b"\xc0\x80", b"\xf5\x80")


class Chance(random.Random):
    """Random templates and logs, the same ones for a seed."""

    def template(self) -> str:
        """One to three lines of literal text and placeholders; most parse."""
        names = iter(f"v{number}" for number in range(99))
        lines = []
        for _ in range(self.choice((1, 1, 1, 2, 3))):
            line = ""
            for _ in range(self.randint(1, 5)):
                line += "".join(self.choices(LITERALS, k=self.randint(0 if self.random() < 0.1 else 1, 3)))
                if self.random() < 0.7:
                    kind = self.choice(KINDS)
                    line += f"{{{next(names)}:{kind}}}"
            lines.append(line)
        return "\n".join(lines)

    def wide_enough(self) -> str:
        """A template that an index may hold."""
        while True:
            text = self.choice(("Watchdog caught ", "key=", "Error ")) + self.template()
            lines = text.split("\n")
            lines[0] += self.choice((" end here", ": peer is lost", "Watchdog-caught-it"))
            text = "\n".join(lines)
            try:
                if not is_too_wide(parse_template(text)):
                    return text
            except TemplateError:
                continue

    def rendered(self, template: str) -> bytes:
        """A text that the template may match."""
        out = []
        for number, line in enumerate(parse_template(template).lines):
            out.append("\n" * self.choice((1, 1, 2, 5, 9)) if number else "")
            for piece in line:
                if hasattr(piece, "text"):
                    out.append(piece.text if self.random() < 0.9 else piece.text.replace(" ", self.choice(NOISE), 1))
                else:
                    out.append(self.choice(FITTING[piece.kind] if self.random() < 0.9 else VALUES))
        text = "".join(out)
        if self.random() < 0.2:
            text = json.dumps({"log": text}, ensure_ascii=self.random() < 0.5)
        if self.random() < 0.1:
            text = json.dumps({"a": text, "b": [text, {"c": "d"}]})
        return text.encode()

    def log(self, templates: list[str], parts: int) -> bytes:
        """Texts of the templates in noise."""
        out = []
        for _ in range(parts):
            way = self.random()
            if way < 0.45:
                out.append(self.choice(NOISE).encode())
            elif way < 0.6:
                out.append(self.choice(LITERALS).encode())
            elif way < 0.7:
                out.append(self.choice(VALUES).encode())
            elif way < 0.74:
                out.append(self.choice(RAW))
            else:
                out.append(self.rendered(self.choice(templates)))
        return b"".join(out)


def test_templates_are_read_alike() -> None:
    """Parts, placeholders, key, width, and the complaint about what is no template."""
    chance = Chance(1)
    broken = [
        "{",
        "}",
        "{a",
        "{A}",
        "{a:b}",
        "{a}{b}",
        "{a} x {a}",
        "x" * 1001,
        "\n".join("abc" * 17),
        "",
        "\0",
        " \n\t",
        "{a:word:int}",
        "😀" * 1000,
    ]
    texts = broken + [chance.template() for _ in range(2000)] + [chance.wide_enough() for _ in range(500)]

    def here(text: str) -> Any:
        try:
            template = parse_template(text)
        except TemplateError as error:
            return {"error": error.what}
        holes = [[hole.name, hole.kind] for hole in template.holes]
        return [
            len(template.lines),
            list(template.literals),
            holes,
            key_of(template),
            bool(template.literals) and is_too_wide(template),
        ]

    for text, there in zip(texts, ask([("template", text) for text in texts]), strict=True):
        wanted = here(text)
        if isinstance(there, list) and not there[1]:
            there[4] = False  # without literal text there is no width to speak of
        assert there == wanted, text


def test_conditions_hold_alike() -> None:
    """Of numbers, sizes and texts, at the edges of what a number is."""
    chance = Chance(2)
    numbers = [
        "0",
        "-0",
        "1",
        "0.1",
        "0.00001",
        "0.0001",
        "123456789012345678",
        "10000000000000000",
        "1e+16",
        "1e-05",
        "1.0",
        "5.0",
    ]
    sizes = [
        "6 GiB",
        "6.00GiB",
        "6 GB",
        "1024 MiB",
        "7 bytes",
        "7 byte",
        "1 b",
        "1kb",
        "1 Kib",
        "3E",
        "1  G",
        "1\u00a0G",
        "\x851",
        "1\ufeff",
    ]
    words = ["RECOMPUTE", "recompute", "nan", "inf", "", " x ", "abc.def", "1.5.2", "0x10", "9" * 25]
    values = numbers + sizes + words
    terms = [
        *numbers,
        "6 GiB",
        "-1",
        "512MiB",
        '"RECOMPUTE"',
        '"1e+16"',
        '" x "',
        '""',
        "RECOMPUTE",
        "a",
        "b",
        "0.5 * a",
        "2*b",
        "2 * missing",
        "a b",
    ]
    gaps, signs = (" ", "", "  "), ("<", "<=", ">", ">=", "==", "!=", "=")

    def comparison() -> str:
        return f"{chance.choice(terms)}{chance.choice(gaps)}{chance.choice(signs)} {chance.choice(terms)}"

    questions = []
    for _ in range(4000):
        text = " and ".join(comparison() for _ in range(chance.choice((1, 1, 2))))
        questions.append((text, {"a": chance.choice(values), "b": chance.choice(values)}))

    def here(text: str, captures: dict[str, str]) -> Any:
        try:
            condition = parse_condition(text)
        except ConditionError as error:
            return {"error": str(error)}
        return [list(condition.names), holds(condition, captures)]

    answers = ask([("condition", question) for question in questions])
    assert {isinstance(answer, dict) for answer in answers} == {True, False}
    for question, there in zip(questions, answers, strict=True):
        assert there == here(*question), question


def test_the_definition_is_the_same() -> None:
    """Any template on any log, by the definition alone."""
    chance = Chance(3)
    cases = []
    while len(cases) < 3000:
        text = chance.template()
        try:
            template = parse_template(text)
        except TemplateError:
            continue
        if any(template.lines[0]):
            cases.append((text, template, chance.log([text], chance.randint(1, 12))))
    answers = ask([("definition", (text, packed(log))) for text, _, log in cases])
    hits = 0
    for (text, template, log), there in zip(cases, answers, strict=True):
        here = [hit_out(hit) for hit in scan_text(log, template)]
        assert there == here, (text, log)
        hits += len(here)
    assert hits > 1000


def _long_log(chance: Chance, templates: list[str], size: int) -> bytes:
    """Several blocks, with overlong lines, lines that end where blocks do, and hits that cross from one block into the next."""
    out, have = [], 0
    while have < size:
        way = chance.random()
        if way < 0.02:
            part = b"y" * chance.choice((1 << 20, (1 << 20) - 3, 3 << 19)) + chance.rendered(chance.choice(templates))
        elif way < 0.1:
            part = b"z " * chance.randint(1, 40_000)
        else:
            part = b"".join(b"nothing of note %d\n" % n for n in range(chance.randint(0, 600)))
            part += chance.log(templates, 6)
        out.append(part)
        have += len(part)
    return b"".join(out)


@pytest.mark.parametrize(("seed", "count", "size"), [(4, 600, 0), (5, 6, 3 << 20)], ids=["short", "several blocks"])
def test_sightings_are_the_same(seed: int, count: int, size: int) -> None:
    """Hits in their order, their raw lines, what stands before and below, however the log comes in."""
    chance = Chance(seed)
    cases = []
    for _ in range(count):
        templates = [chance.wide_enough() for _ in range(chance.randint(1, 6))]
        signatures = [(f"s{number}", text) for number, text in enumerate(templates)]
        log = _long_log(chance, templates, size) if size else chance.log(templates, chance.randint(1, 40))
        step = chance.choice((1000, 1 << 16, 1 << 18, 999_999)) if size else chance.choice((1, 2, 7, 1 << 16))
        cases.append((signatures, log, step, [0] if chance.random() < 0.2 else []))
    answers = ask(
        [
            ("seen", {"signatures": signatures, "log": packed(log), "step": step, "passing": passing})
            for signatures, log, step, passing in cases
        ]
    )
    hits = 0
    for (signatures, log, _, passing), there in zip(cases, answers, strict=True):
        here = [sighting_out(one) for one in see_stream(io.BytesIO(log), SignatureIndex(signatures), set(passing))]
        assert there["streamed"] == here, signatures
        assert there["same"]
        hits += len(here)
    assert hits > count

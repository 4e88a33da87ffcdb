"""What both engines are asked, and what this one says: the report of each case as JSON, plain and masked, and as Markdown."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from generator import index as published
from generator.diagnose.engine import diagnose
from generator.diagnose.masked import masked, with_unexplained_masked
from generator.diagnose.page_index import page_index
from generator.diagnose.report.as_json import as_json
from generator.diagnose.report.markdown import as_markdown
from generator.diagnose.report.report import Report
from generator.load.paths import clean_logs
from generator.match.compiled import EntryIndex
from generator.match.marks import MARKS
from generator.model import Corpus
from generator.model.template import Literal, template_of
from tests.diagnose.report.test_hostile import HOSTILE, LINE
from tests.match.test_vectors import ALL, written

ROOT = Path(__file__).resolve().parents[2]
RUNS = ROOT / "tests/runs"


@dataclass(frozen=True, slots=True)
class Case:
    """What a job left behind: the name of each log and its bytes; `limit` is how much of each is read."""

    name: str
    logs: tuple[tuple[str, bytes], ...]
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """What a diagnosis stands on: the entries, their index, and the address of the site."""

    corpus: Corpus
    index: EntryIndex
    address: str = "https://failures.example.org/"

    def published(self) -> dict[str, Any]:
        """The same, as the site publishes it."""
        records = {filed.id: published.entry_record(self.corpus, filed) for filed in self.corpus.entries}
        value = {"index": page_index(self.index.rows), "records": records, "address": self.address}
        plain: dict[str, Any] = json.loads(published.as_bytes(value))
        return plain

    def answer(self, case: Case, folder: Path) -> dict[str, Any]:
        """What this engine says of a case, whose logs are written to `folder`."""
        found = diagnose(files_of(case, folder), self.index, names=[name for name, _ in case.logs], limit=case.limit)
        rows = {row.id: row for row in self.index.rows}
        entries = {filed.id: filed for filed in self.corpus.entries}
        plain = Report(with_unexplained_masked(found), rows, entries, self.address)
        hidden = Report(masked(found), rows, entries, self.address)
        return {
            "confidence": found.ranks.confidence,
            "plain": json.loads(as_json(plain)),
            "masked": json.loads(as_json(hidden)),
            "markdown": as_markdown(hidden),
        }


def files_of(case: Case, folder: Path) -> list[str]:
    """The logs of a case as files."""
    paths = []
    for number, (_, data) in enumerate(case.logs):
        path = folder / f"{number}.log"
        path.write_bytes(data)
        paths.append(str(path))
    return paths


def excerpts(corpus: Corpus) -> Iterator[Case]:
    """What entries show of logs."""
    for filed in corpus.entries:
        for number, excerpt in enumerate(filed.entry.excerpts, start=1):
            yield Case(f"{filed.id}, excerpt {number}", (("job.log", excerpt.log.encode()),))


def healthy() -> Iterator[Case]:
    """Logs in which nothing failed."""
    for name, _ in clean_logs(ROOT):
        yield Case(name, ((name, (ROOT / name).read_bytes()),))


def runs() -> Iterator[Case]:
    """Real broken runs: all that each left behind, and without the launcher's word."""
    for label in sorted(RUNS.glob("*/expect.json")):
        run = label.parent
        paths = [path for path in sorted(run.rglob("*")) if path.is_file() and path != label]
        logs = tuple((path.relative_to(run).as_posix(), path.read_bytes()) for path in paths)
        yield Case(run.name, logs)
        alone = tuple(log for log in logs if log[0] != "console.log")
        if alone and alone != logs:
            yield Case(f"{run.name}, ranks alone", alone)


def labelled() -> Iterator[Case]:
    """Sample logs with the failure that they show."""
    for path in sorted((ROOT / "tests/cases").glob("*.yaml")):
        yield Case(path.stem, (("job.log", yaml.safe_load(path.read_text("utf-8"))["log"].encode()),))


def vectors() -> Iterator[Case]:
    """The logs that hold the matchers to their language."""
    for name, vector in ALL.items():
        yield Case(name, (("vector.log", written(vector["log"])),))


def hostile() -> Iterator[Case]:
    """What is no log, or hopes to break its reader; alone, around a line, and more of one thing than is counted."""
    for name, data in HOSTILE.items():
        yield Case(name, (("a.log", data),))
        yield Case(f"{name}, around a line", (("a.log", b"\n".join([data, LINE.encode(), data])),))
    many = b"".join(b"step %d ERROR Error: x %d\n" % (n, n) for n in range(60_000))
    tracebacks = b"".join(
        b"[rank%d]: Traceback (most recent call last):\n[rank%d]: ValueError: x %d\n" % (n % 8, n % 8, n)
        for n in range(20_000)
    )
    yield Case("errors without end", (("a.log", many),))
    yield Case("tracebacks without end, and errors", (("a.log", tracebacks + many),))
    for limit in (10, 1000, 32_768, 262_144, 1_000_000, len(many)):
        yield Case(f"no more than {limit} bytes", (("a.log", many),), limit)


FILLED = {
    "int": ("3", "0", "12345", "-9", "9" * 20, "+4", "137"),
    "number": ("1.5",),
    "size": ("2.00 GiB",),
    "hex": ("0xab",),
    "word": ("node-7", "SIGKILL:", "SIGTERM", "2.3.1", "v0.6.2,", "1-3,7", "0-5000"),
    "path": ("/a/b.py",),
    "address": ("[10.0.0.1]:1234",),
    "any": ("Killed", "Exited with exit code 1", "x y z", "1,2"),
}
STAMPS = (
    *("2026-11-29 18:53:51,315 ", "2026-11-29T18:53:5#.315Z ", "2026/11/29 18:53:51 ", "02/11/2024 - 05:37:40 ", "[18:53:51] "),
    *("E1129 16:40:25.587000 8005 file.py:1002] ", "Nov 29 16:40:2# node-3 python[1234]: ", "INFO 11-29 16:40:25 [core.py:7] "),
    *("0001-01-01 00:00:00 ", "0000-01-01 00:00:00 ", "9999-12-31 23:59:60 ", "٢٠٢٦-11-29 18:53:51 ", "2026-02-31 24:00:00 "),
)  # fmt: skip
PREFIXES = (
    *("[rank3]:", "[rank#]: ", "[default#]:", "[default2]:[rank2]:", "[1,3]<stderr>: ", "[pod/trainer-#/main] ", "trainer-#  | ", "#: "),
    *("2026-11-29T18:53:51.315Z stderr F ", "(RayTrainWorker pid=123#, ip=10.0.0.2) ", "(VllmWorker rank=1 pid=1234) ", "(Worker_TP# pid=77) "),
    *("node-1:12:34 [0] NCCL ", "[RANK 3] ", "[Rank #] ", "[PG ID 0 PG GUID 0 Rank #] ", "10.0.0.#: ", "[#]: ", "node-#: ", "rank=# "),
    *("on rank ٣ ", "Rank 7: ", "ray::f() (pid=1234) ", "[rank٣]: "),
)  # fmt: skip
PIECES = (
    *("é", "😀", "\u202e", "\x1b[31m", "\x1b[0m", "\r", "\0", "\x85", "\u00a0", "\ufeff", "\u2028", "²", "①", "ß", "İ", "ı", "ſ", "\u212a", "Ǆ"),
    *("\x0b", "\x1c", "中文", "`", "```", "@bob", "alice@10.1.2.3", "/home/alice/x", "hf_abcdefghijklmnopqrstuv", "password=hunter2 "),
    *("node17.corp", "ip-10-0-0-1", "fe80::1:2", "aa:bb:cc:dd:ee:ff", "eyJabcdefghijk.abcdefghijklm", "::ffff:10.0.0.9", "srun: error: node17: "),
    *("USER=alice", "host: node17 ", "Error: ", "ERROR ", "step ", " ", "x", "cuDNN 8.9.2.26", "<host-1>", "NCCL version 2.3.1"),
)  # fmt: skip
TRACEBACK = (
    "Traceback (most recent call last):",
    '  File "/job/train.py", line 3, in <module>',
    '  File "/usr/lib/python3.11/site-packages/x.py", line 9, in f',
    *("    loss.backward()", "ValueError: x", "torch.foo.Bar: y", "KeyboardInterrupt", "RayTaskError(ValueError): z"),
    "During handling of the above exception, another exception occurred:",
    *("subprocess.CalledProcessError: q", "SystemExit: 0"),
)
NAMES = (
    *("console.log", "rank_#.log", "logs/attempt_#/1/stderr.log", "logs/attempt_0/#/stderr.log", "slurm-12_#.out", "node-#/worker.log"),
    *("a/b/c/d/local_rank#.err", "stderr.#", "#.out", "host٣.log", "Ranı#.log", "node12/#/stdout", "C:\\logs\\rank_#.log"),
)  # fmt: skip


class Chance(random.Random):
    """Logs put together of what logs are made of, the same ones for a seed."""

    def __init__(self, seed: int, lines: list[str]) -> None:
        super().__init__(seed)
        self.lines = lines

    def case(self, name: str) -> Case:
        """One to four logs."""
        logs = tuple((self.numbered(self.choice(NAMES)), self.log()) for _ in range(self.choice((1, 1, 1, 2, 4))))
        return Case(name, logs, self.choice((None, None, None, 1000, 100_000)))

    def log(self) -> bytes:
        """Up to 300 lines, some with labels, some that are no UTF-8."""
        label = self.choice(("", "", "", "#: ", "node-#: "))
        texts = (
            self.dressed(self.said()) if self.random() < 0.7 else self.said()
            for _ in range(self.randint(0, self.choice((10, 60, 300))))
        )
        text = "\n".join(self.numbered(label) + line for text in texts for line in text.split("\n"))
        data = text.encode() + self.choice((b"", b"\n"))
        data = data.replace(b"e", b"\xff", 3) if self.random() < 0.1 else data
        return data * self.randint(2, 200) if self.random() < 0.03 else data

    def numbered(self, text: str) -> str:
        """The text with a small number for each `#`."""
        while "#" in text:
            text = text.replace("#", str(self.randint(0, 5)), 1)
        return text

    def said(self) -> str:
        """Something that a job prints."""
        way = self.random()
        if way < 0.5:
            return self.choice(self.lines)
        if way < 0.68:
            return self.mark()
        if way < 0.8:
            return self.choice(TRACEBACK)
        return f"step {way} done" if way < 0.85 else "".join(self.choices(PIECES, k=self.randint(1, 5)))

    def mark(self) -> str:
        """A structural line."""
        lines = template_of(self.choice(MARKS).text).lines
        return "\n".join(
            "".join(p.text if isinstance(p, Literal) else self.choice(FILLED[p.kind]) for p in line) for line in lines
        )

    def dressed(self, text: str) -> str:
        """The text with prefixes, with strange characters, or wrapped in JSON."""
        out = []
        for line in text.split("\n"):
            one = (
                "".join(map(self.numbered, self.choices((*STAMPS, *PREFIXES), k=self.choice((0, 0, 1, 1, 2, 3)))))
                + line
            )
            if self.random() < 0.1:
                at = self.randint(0, len(one))
                one = one[:at] + self.choice(PIECES) + one[at:]
            if self.random() < 0.08:
                rank = self.choice((1, 2.0, True, "1", -1, 10**20, None, 1.5, {}))
                value = {self.choice(("log", "message", "msg")): one + self.choice(("", "\n")), "rank": rank}
                one = json.dumps(
                    {**value, "host": self.choice(("n1", "", 5, "node-9"))}, ensure_ascii=self.random() < 0.5
                )
            out.append(one)
        return "\n".join(out)


def made(corpus: Corpus, seed: int, count: int) -> Iterator[Case]:
    """Logs put together at random."""
    lines = [line for case in excerpts(corpus) for line in case.logs[0][1].decode().split("\n")]
    kept = [line for case in runs() for _, data in case.logs for line in data.decode("utf-8", "replace").split("\n")]
    chance = Chance(seed, lines + random.Random(seed).sample(kept, len(lines)))
    for number in range(count):
        yield chance.case(f"made with seed {seed}, number {number}")

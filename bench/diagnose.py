"""`python -m bench.diagnose`: how fast broken runs are diagnosed, and how often the answer is right.

A run of 64 rank files is made here (see bench.logs), and read by the matcher alone and by the diagnosis, in turns. Then a log of 200 lines is given to the
command, start-up included. Then every excerpt, every kept run of tests/runs/ and every healthy log is diagnosed and counted.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from bench.logs import all_signatures, write_log
from generator.check.tree import check_tree
from generator.diagnose.engine import diagnose
from generator.load.paths import clean_logs
from generator.match.compiled import EntryIndex, make_index
from generator.match.files import scan_files
from generator.match.find import row_of
from generator.model import Corpus
from generator.pipeline import corpus_of

ROOT = Path(__file__).resolve().parents[1]
RANKS = 64


def main() -> None:
    """Prints speed, then answers."""
    parser = argparse.ArgumentParser(prog="bench.diagnose", description=__doc__)
    parser.add_argument("--megabytes", type=int, default=1024, help="the size of the run with 64 rank files")
    parser.add_argument("--runs", type=int, default=3, help="how often each is timed; the best counts")
    chosen = parser.parse_args()
    corpus = corpus_of(check_tree(ROOT).documents)
    index = make_index(map(row_of, corpus.entries))
    with tempfile.TemporaryDirectory(prefix="encyclopedia-run-") as folder:
        speed(index, Path(folder), chosen.megabytes, chosen.runs)
        start(Path(folder), chosen.runs)
    answers(corpus, index)


def speed(index: EntryIndex, folder: Path, megabytes: int, runs: int) -> None:
    """The rate of the diagnosis beside that of the matcher that it stands on."""
    logs = [str(folder / f"rank_{rank}.log") for rank in range(RANKS)]
    signatures = all_signatures()
    for seed, log in enumerate(logs):
        write_log(Path(log), megabytes * 1_048_576 // RANKS, seed, signatures)
    size = sum(os.path.getsize(log) for log in logs) / 1e6
    index.signatures.prefilter.load()
    walls: dict[str, list[float]] = {"matcher": [], "diagnosis": []}
    for _ in range(runs):
        started = time.perf_counter()
        hits = sum(1 for _ in scan_files(logs, index.signatures))
        walls["matcher"].append(time.perf_counter() - started)
        started = time.perf_counter()
        found = diagnose(logs, index)
        walls["diagnosis"].append(time.perf_counter() - started)
    print(
        f"{size:.0f} MB in {RANKS} files, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; {hits} hits, {len(found.causes)} causes"
    )
    for name, seconds in walls.items():
        print(f"  {name:10} {min(seconds):6.2f} s  {size / min(seconds):6.0f} MB/s")
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) / 1024
    print(f"  peak of one process {peak:.0f} MiB, the index included")


def start(folder: Path, runs: int) -> None:
    """A short log through the command, start-up included."""
    log = folder / "job.log"
    shown = (ROOT / "entries/torch-distributed/nccl-watchdog-collective-timeout.yaml").read_text().splitlines()
    log.write_text("\n".join((shown * 3)[:200]))
    command = [sys.executable, "-m", "generator.cli", "diagnose", str(log)]
    times = []
    for _ in range(runs + 1):
        started = time.perf_counter()
        subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
        times.append(time.perf_counter() - started)
    print(f"a log of 200 lines through the command: {statistics.median(times[1:]) * 1000:.0f} ms")


def answers(corpus: Corpus, index: EntryIndex) -> None:
    """How many answers are right, and what was given instead of the others."""
    confused: Counter[tuple[str, str]] = Counter()
    right = total = 0
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "job.log")
        for filed in corpus.entries:
            for excerpt in filed.entry.excerpts:
                log.write_text(excerpt.log)
                causes = diagnose([str(log)], index).causes
                total += 1
                first = causes[0].entry if causes else "nothing"
                right += first == filed.id
                if first != filed.id:
                    confused[filed.id, first] += 1
    print(f"excerpts: {right} of {total} give their entry first")
    for (entry, first), count in sorted(confused.items()):
        print(f"  {entry} → {first}: {count}")
    labels = sorted((ROOT / "tests/runs").glob("*/expect.json"))
    ranks = sum(_is_right(label, index) for label in labels)
    print(f"kept runs: the initiating ranks are right in {ranks} of {len(labels)}")
    alarms = sum(bool(diagnose([str(ROOT / name)], index).causes) for name, _ in clean_logs(ROOT))
    print(f"healthy logs: {alarms} false alarms in {sum(1 for _ in clean_logs(ROOT))}")


def _is_right(label: Path, index: EntryIndex) -> bool:
    run = label.parent
    logs = [path for path in sorted(run.rglob("*")) if path.is_file() and path != label]
    found = diagnose([str(log) for log in logs], index, names=[log.relative_to(run).as_posix() for log in logs])
    return list(found.ranks.initiating) == json.loads(label.read_text())["initiating"]


if __name__ == "__main__":
    main()

"""`python -m bench.logs`: how fast all signatures are found in a large log, beside ripgrep with the same literals, in one run;
what memory a log of 1 GiB takes; how soon a search among many entries answers.

The log is made here: Megatron-LM, NCCL INFO and vLLM lines in the shapes of tests/clean/, and one failure in 50,000 lines.
"""

import argparse
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.startup import startup
from generator.load import load_entries
from generator.match.files import scan_files
from generator.match.index import SignatureIndex

ROOT = Path(__file__).resolve().parents[1]
OURS = [sys.executable, "-m", "bench.logs", "--scan"]


def main() -> None:
    """Makes the log, then times each searcher as often as asked; the best run counts."""
    parser = argparse.ArgumentParser(prog="bench.logs", description=__doc__)
    parser.add_argument("--megabytes", type=int, default=500)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--large", type=int, default=1024, help="MiB of the log whose memory is measured; 0: none")
    parser.add_argument("--entries", type=int, default=500, help="among how many entries a search starts; 0: none")
    parser.add_argument("--scan", nargs="+", help="(used by itself) processes and logs")
    chosen = parser.parse_args()
    index = all_signatures()
    if chosen.scan:
        scan(index, int(chosen.scan[0]), chosen.scan[1:])
        return
    with tempfile.TemporaryDirectory(prefix="encyclopedia-logs-") as folder:
        compare(index, Path(folder), chosen.megabytes, chosen.runs)
        if chosen.large:
            memory(index, Path(folder) / "large.log", chosen.large)
        if chosen.entries:
            cost = startup(Path(folder), chosen.entries, max(chosen.runs, 5))
            print(
                f"search among {chosen.entries} entries, start to answer: {1000 * cost.wall:.0f} ms,"
                f" cpu {1000 * cost.cpu:.0f} ms; goal: 150 ms"
            )


def all_signatures() -> SignatureIndex:
    """Of the real entries."""
    documents = [d for d in load_entries(ROOT).documents if not d.is_area]
    return SignatureIndex(
        (f"{d.id}#{n}", s["text"]) for d in documents for n, s in enumerate(d.value.get("signatures", ()), 1)
    )


def scan(index: SignatureIndex, processes: int, logs: list[str]) -> None:
    """One timed search, in a process of its own so that its memory can be told."""
    index.prefilter.load()
    started, cpu = time.perf_counter(), _cpu()
    hits = sum(1 for _ in scan_files(logs, index, processes))
    seconds, cpu = time.perf_counter() - started, _cpu() - cpu
    peak = max(_used(who)[1] for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(f"{seconds:.3f} {cpu:.3f} {hits} {peak:.0f}")


def _used(who: int) -> tuple[float, float]:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def _cpu() -> float:
    return _used(resource.RUSAGE_SELF)[0] + _used(resource.RUSAGE_CHILDREN)[0]


def compare(index: SignatureIndex, folder: Path, megabytes: int, runs: int) -> None:
    """Prints a row for each searcher."""
    halves = [folder / "a.log", folder / "b.log"]
    for seed, path in enumerate(halves):
        write_log(path, megabytes * 500_000, seed, index)
    whole = folder / "whole.log"
    with whole.open("wb") as file:
        for path in halves:
            with path.open("rb") as half:
                shutil.copyfileobj(half, file)
    size = whole.stat().st_size / 1e6
    literals = folder / "literals"
    literals.write_bytes(b"\n".join(index.distinct_keys) + b"\n")
    print(f"{len(index)} signatures, {len(index.distinct_keys)} literals, {size:.0f} MB, load {os.getloadavg()[0]:.1f}")
    print(f"{'what':30} {'wall s':>7} {'MB/s':>6} {'cpu s':>7} {'MB/s':>6}  result")
    rg = shutil.which("rg")
    rows: list[tuple[str, list[str]]] = [
        ("ours, one core", [*OURS, "1", str(whole)]),
        ("ours, two cores, two files", [*OURS, "2", *map(str, halves)]),
    ]
    if rg:
        rows[1:1] = [("ripgrep -j1 -c -F -f", [rg, "-j1", "-c", "-F", "-f", str(literals), str(whole)])]
        rows.append(("ripgrep -j2, two files", [rg, "-j2", "-c", "-F", "-f", str(literals), *map(str, halves)]))
    walls: dict[str, list[float]] = {name: [] for name, _ in rows}
    cpus: dict[str, list[float]] = {name: [] for name, _ in rows}
    results: dict[str, str] = {}
    for _ in range(runs):  # in turns, so that a busy machine is busy for all
        for name, command in rows:
            started, cpu = time.perf_counter(), _cpu()
            said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
            wall, cpu = time.perf_counter() - started, _cpu() - cpu
            if command[:3] == OURS[:3]:
                wall, cpu = float(said[0]), float(said[1])
                results[name] = f"{said[2]} hits; peak {said[3]} MiB in one process, index and Python included"
            else:
                results[name] = f"{' + '.join(part.rpartition(':')[2] for part in said)} lines"
            walls[name].append(wall)
            cpus[name].append(cpu)
    for name, _ in rows:
        wall, cpu = min(walls[name]), min(cpus[name])
        print(f"{name:30} {wall:7.3f} {size / wall:6.0f} {cpu:7.3f} {size / cpu:6.0f}  {results[name]}")
    if rg:
        by_wall, by_cpu = (min(costs[rows[1][0]]) / min(costs[rows[0][0]]) for costs in (walls, cpus))
        print(f"on one core {by_wall:.2f} times as fast as ripgrep (CPU: {by_cpu:.2f}); goal: 2")


def memory(index: SignatureIndex, path: Path, mebibytes: int) -> None:
    """Prints the peak of one process that searches one large log."""
    write_log(path, mebibytes << 20, 2, index)
    said = subprocess.run([*OURS, "1", str(path)], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    print(f"{mebibytes} MiB in one process: {said[0]} s, peak {said[3]} MiB; goal: less than 300 MiB beyond the index")
    path.unlink()


def write_log(path: Path, size: int, seed: int, index: SignatureIndex) -> None:
    """About `size` bytes."""
    chance = random.Random(seed)
    failures = [excerpt for d in load_entries(ROOT).documents for excerpt in _excerpts(d.value)]
    block = "".join(_lines(chance, 50_000)).encode()
    with path.open("wb") as file:
        written = 0
        while written < size:
            written += file.write(block) + file.write((chance.choice(failures).strip() + "\n").encode())


def _excerpts(value: dict[str, list[dict[str, str]]]) -> Iterator[str]:
    yield from (excerpt["log"] for excerpt in value.get("excerpts", ()))


def _lines(chance: random.Random, count: int) -> Iterator[str]:
    for i in range(count):
        kind, stamp = chance.random(), f"{i // 3600 % 24:02}:{i // 60 % 60:02}:{i % 60:02}"
        if kind < 0.4:
            yield (
                f" [2026-11-29 {stamp}.{i % 10**6:06}] iteration {i:8}/  500000 | consumed samples: {i * 512:12} | elapsed time per iteration (ms):"
                f" {chance.uniform(900, 1200):.1f} | throughput per GPU (TFLOP/s/GPU): {chance.uniform(300, 420):.1f} | learning rate:"
                f" {chance.random() / 1e4:.6E} | global batch size:   512 | lm loss: {chance.uniform(2, 3):.6E} | loss scale: 1.0 | grad norm:"
                f" {chance.random():.3f} | number of skipped iterations:   0 | number of nan iterations:   0 |\n"
            )
        elif kind < 0.7:
            yield (
                f"n{i % 64:03}:{8000 + i % 8}:{9000 + i % 8} [{i % 8}] NCCL INFO Channel {i % 32:02}/0 : {i % 512}[{i % 8}] ->"
                f" {(i + 1) % 512}[{(i + 1) % 8}] [send] via NET/IB/{i % 8}/GDRDMA\n"
            )
        else:
            yield (
                f"INFO 11-29 {stamp} [loggers.py:111] Engine 000: Avg prompt throughput: {chance.uniform(100, 9000):.1f} tokens/s, Avg generation"
                f" throughput: {chance.uniform(100, 900):.1f} tokens/s, Running: {i % 256} reqs, Waiting: {i % 9} reqs, GPU KV cache usage:"
                f" {chance.uniform(1, 99):.1f}%, Prefix cache hit rate: {chance.uniform(1, 99):.1f}%\n"
            )


if __name__ == "__main__":
    main()

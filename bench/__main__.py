"""`python -m bench`: what a build, a rebuild and a check cost beside other generators on the same content; the table, with the machine, goes to bench/RESULTS.md."""

import argparse
import os
import platform
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

from bench.builders import Builder, floor, material, ours, zensical
from bench.measure import Cost, median_cost, surroundings
from bench.multiply import multiply
from bench.results import Results

ROOT = Path(__file__).resolve().parents[1]
OURS = [sys.executable, "-m", "generator.cli"]


def main() -> None:
    """Runs everything for each count and prints as it goes."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--counts", type=int, nargs="+", default=[1000, 10_000], help="how many entries")
    parser.add_argument("--runs", type=int, default=5, help="repetitions; the median counts")
    parser.add_argument(
        "--big-runs", type=int, default=1, help="repetitions above 1,000 entries, where others take minutes"
    )
    parser.add_argument("--in-nav", type=int, default=1000, help="with the navigation up to so many (grows as n²)")
    parser.add_argument("--write", action="store_true", help="write bench/RESULTS.md")
    chosen = parser.parse_args()
    results = Results(f"{_machine()}. {_versions()}.")
    for count in chosen.counts:
        with tempfile.TemporaryDirectory(prefix="encyclopedia-bench-", ignore_cleanup_errors=True) as folder:
            runs = chosen.runs if count <= 1000 else chosen.big_runs
            _bench(Path(folder), count, runs, count <= chosen.in_nav, results)
    if chosen.write:
        (ROOT / "bench/RESULTS.md").write_text(results.as_markdown(), "utf-8")


def _machine() -> str:
    model = next(
        (
            line.split(":")[1].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ),
        platform.processor(),
    )
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} cores ({model}), {memory:.0f} GiB, load at the start {os.getloadavg()[0]:.1f}"


def _versions() -> str:
    packages = ", ".join(f"{name} {version(name)}" for name in ("mkdocs", "mkdocs-material", "jinja2"))
    return f"Python {platform.python_version()}, {packages}"


def _bench(folder: Path, count: int, runs: int, in_nav: bool, results: Results) -> None:
    root = multiply(ROOT, folder / "repository", count)
    size = sum(path.stat().st_size for path in (root / "entries").rglob("*.yaml"))
    results.begin(count, f"{size / count / 1024:.1f} KiB of YAML an entry, medians of {runs}; rebuilds by others once")
    us = ours(root)
    entry = next(path for path in sorted((root / "entries").glob("*/*.yaml")) if path.stem != "_area")
    check = [*OURS, "check"]
    results.row("ours", "check of all, nothing kept", median_cost(runs, check, root, us.forget))
    results.row("ours", "check of all again", median_cost(runs, check, root))
    results.row("ours", "check of one", median_cost(runs, [*check, str(entry)], root, us.edit_entry))
    _repository(root)
    results.row("ours", "check --changed, one edited", median_cost(runs, [*check, "--changed"], root, us.edit_entry))
    results.row("ours", "served page shows an edit", _served_edit(root, runs))
    _builds(us, runs, results)
    _builds(floor(root, folder / "floor"), runs, results, only_cold=True)
    few = count > 1000  # each of the others' builds takes minutes
    _builds(material(root, folder / "out", in_nav=False), runs, results, again=1, only_cold=few)
    _builds(zensical(root, folder / "zensical", ROOT / ".cache/bench-zensical"), runs, results, again=1, only_cold=few)
    if in_nav:
        _builds(material(root, folder / "in", in_nav=True), runs, results, only_cold=True)


def _builds(
    builder: Builder, runs: int, results: Results, *, again: int | None = None, only_cold: bool = False
) -> None:
    """`again`: repetitions of what is not a first build, where they differ."""

    def row(what: str, cost: Cost) -> None:
        results.row(builder.name, what, cost)

    command, folder = builder.command, builder.folder
    row("full build, nothing kept", median_cost(runs, command, folder, builder.forget))
    if only_cold:
        return
    runs = runs if again is None else again
    row("nothing changed", median_cost(runs, command, folder))
    row("one entry edited", median_cost(runs, command, folder, builder.edit_entry))
    row("one template edited", median_cost(runs, command, folder, builder.edit_template))
    row("one area renamed", median_cost(runs, command, folder, builder.rename_area))


def _repository(root: Path) -> None:
    """A git repository of the content, for what asks git; edits are made after its first commit."""
    git = ["git", "-C", str(root), "-c", "user.name=bench", "-c", "user.email=bench@example.org"]
    (root / ".gitignore").write_text(".cache/\nsite/\n", "utf-8")
    for words in (["init", "--quiet", "--initial-branch=main"], ["add", "--all"], ["commit", "--quiet", "-m", "all"]):
        subprocess.run([*git, *words], check=True)


def _served_edit(root: Path, runs: int) -> Cost:
    """From the save of an entry to the new page from the server; the wall alone, and the server's peak memory."""
    path = sorted(p for p in (root / "entries").glob("*/*.yaml") if p.stem != "_area")[0]
    text = path.read_text("utf-8")
    walls = []
    with _server(root) as (address, process):
        page = f"{address}{path.parent.name}/{path.stem}/"
        hub = f"{address}{path.parent.name}/"
        for number in range(runs):
            mark = f"m{number}x{time.time_ns() % 10**6}"
            path.write_text(text.replace("title: ", f"title: {mark} ", 1), "utf-8")
            walls.append(_until(mark, page))
            _until(mark, hub)  # the lists follow; the next edit waits for them
            time.sleep(1)
        memory = _peak(process.pid)
    path.write_text(text, "utf-8")
    return Cost(sorted(walls)[len(walls) // 2], float("nan"), memory)


def _until(mark: str, page: str) -> float:
    started = time.perf_counter()
    while mark not in urllib.request.urlopen(page).read().decode():
        time.sleep(0.01)
        if time.perf_counter() - started > 300:
            raise RuntimeError("the edit never showed")
    return time.perf_counter() - started


def _peak(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024


@contextmanager
def _server(root: Path) -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "generator.cli", "serve", "--port", str(port)],
        cwd=root,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=surroundings(),
    )
    address = f"http://127.0.0.1:{port}/"
    try:
        for _ in range(6000):
            try:
                urllib.request.urlopen(address).close()
                break
            except OSError:
                time.sleep(0.1)
        time.sleep(1)
        yield address, process
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    main()

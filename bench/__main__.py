"""`python -m bench`: prints a table of what check, build, an edit and the Markdown twins cost, with the machine they ran on."""

import argparse
import os
import platform
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

from bench.markdown_twin import markdown_twin
from bench.measure import Cost, median_cost
from bench.multiply import multiply

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    """Runs everything for each count and prints as it goes."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--counts", type=int, nargs="+", default=[1000, 5000], help="how many entries")
    parser.add_argument("--runs", type=int, default=3, help="runs of each command; the median counts")
    parser.add_argument(
        "--twins",
        type=int,
        default=1000,
        help="build the Markdown twins up to this many entries (their time grows faster)",
    )
    chosen = parser.parse_args()
    print(f"machine: {_machine()}")
    print(
        f"versions: Python {platform.python_version()}, mkdocs {version('mkdocs')}, mkdocs-material {version('mkdocs-material')}\n"
    )
    print(f"{'what':52} {'wall s':>8} {'cpu s':>8} {'peak MiB':>9}")
    for count in chosen.counts:
        with tempfile.TemporaryDirectory(prefix="encyclopedia-bench-") as folder:
            _bench(Path(folder), count, chosen.runs, count <= chosen.twins)


def _machine() -> str:
    model = next(
        (
            line.split(":")[1].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ),
        platform.processor(),
    )
    return f"{os.cpu_count()} cores, {model}, load {os.getloadavg()[0]:.1f}"


def _bench(folder: Path, count: int, runs: int, twins: bool) -> None:
    root = multiply(ROOT, folder / "repository", count)
    size = sum(path.stat().st_size for path in (root / "entries").rglob("*.yaml"))
    print(f"-- {count} entries, {size / count / 1024:.1f} KiB of YAML each")
    ours = [sys.executable, "-m", "generator.cli"]
    _row("check", median_cost(runs, [*ours, "check"], root))

    def cold() -> None:
        shutil.rmtree(root / ".cache", ignore_errors=True)
        shutil.rmtree(root / "site", ignore_errors=True)

    full = median_cost(runs, [*ours, "build"], root, cold)
    _row("full build, nothing kept", full)
    _row("build again, nothing changed", median_cost(runs, [*ours, "build"], root))
    _row("build again, one entry edited", median_cost(runs, [*ours, "build"], root, _editor(root)))
    _row("served page shows an edit (save to new page)", _served_edit(root, runs))
    if twins:
        for in_nav, name, goal in ((True, "in the navigation", 5), (False, "out of the navigation", 2.5)):
            twin = markdown_twin(root, folder / f"twin-{in_nav}", in_nav=in_nav)
            cost = median_cost(1 if in_nav else runs, [sys.executable, "-m", "mkdocs", "build", "--quiet"], twin)
            _row(f"Markdown through MkDocs, {name}", cost)
            print(
                f"   full build is {cost.wall / full.wall:.1f} times as fast (CPU: {cost.cpu / full.cpu:.1f}); goal: {goal}"
            )


def _row(name: str, cost: Cost) -> None:
    print(f"{name:52} {cost.wall:8.2f} {cost.cpu:8.2f} {cost.memory:9.0f}", flush=True)


def _editor(root: Path) -> Callable[[], None]:
    path = sorted(p for p in (root / "entries").glob("*/*.yaml") if p.stem != "_area")[0]
    text = path.read_text("utf-8")
    counter = iter(range(10**6))

    def edit() -> None:
        path.write_text(text.replace("title: ", f"title: e{next(counter)} ", 1), "utf-8")

    return edit


def _served_edit(root: Path, runs: int) -> Cost:
    path = sorted(p for p in (root / "entries").glob("*/*.yaml") if p.stem != "_area")[0]
    text = path.read_text("utf-8")
    walls = []
    with _server(root) as (address, process):
        page = f"{address}{path.parent.name}/{path.stem}/"
        for number in range(runs):
            mark = f"edited-{number}-{time.time_ns()}"
            path.write_text(text.replace("title: ", f"title: {mark} ", 1), "utf-8")
            started = time.perf_counter()
            while mark not in urllib.request.urlopen(page).read().decode():
                time.sleep(0.01)
                if time.perf_counter() - started > 120:
                    raise RuntimeError("the edit never showed")
            walls.append(time.perf_counter() - started)
            time.sleep(1)
        memory = _peak(process.pid)
    path.write_text(text, "utf-8")
    return Cost(sorted(walls)[len(walls) // 2], float("nan"), memory)


def _peak(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024


@contextmanager
def _server(root: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "generator.cli", "serve", "--port", str(port)],
        cwd=root,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}/"
    try:
        for _ in range(1200):
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

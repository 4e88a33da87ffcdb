"""A command in; its wall seconds, CPU seconds and peak memory out, as the kernel counted them for it and its children."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds on the wall, seconds of CPU, and peak resident memory in MiB."""

    wall: float
    cpu: float
    memory: float


def surroundings() -> dict[str, str]:
    """The environment of a command that is measured: Python may keep what it compiled, as it does for everybody who has not said otherwise."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "NO_MKDOCS_2_WARNING": "1"}


def cost_of(command: Sequence[str], folder: Path) -> Cost:
    """One run of `command` in `folder`; raises when it fails."""
    started = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=surroundings(),
    )
    assert process.stderr is not None
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.stderr.close()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} failed in {folder}: {said.decode()[-2000:]}")
    per_mib = 1024 if sys.platform != "darwin" else 1024 * 1024  # Linux counts KiB, macOS bytes
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / per_mib)


def median_cost(runs: int, command: Sequence[str], folder: Path, before: Callable[[], None] = lambda: None) -> Cost:
    """The median of each figure over `runs` runs; `before` is called ahead of each and not counted."""
    costs = []
    for _ in range(runs):
        before()
        costs.append(cost_of(command, folder))
    return Cost(*(statistics.median(getattr(cost, name) for cost in costs) for name in ("wall", "cpu", "memory")))

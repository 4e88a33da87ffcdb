"""How long `encyclopedia search` takes from its start to its answer among many entries, with the index on disk."""

import sys
from pathlib import Path

from bench.measure import Cost, median_cost
from bench.multiply import multiply

ROOT = Path(__file__).resolve().parents[1]
LINE = "Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1234"


def startup(folder: Path, entries: int, runs: int) -> Cost:
    """The median of `runs` searches; the first one, which makes the index, is not counted."""
    root = multiply(ROOT, folder / "repository", entries)
    command = [sys.executable, "-m", "generator.cli", "search", LINE]
    median_cost(1, command, root)
    return median_cost(runs, command, root)

"""`python -m bench.search`: how soon the page's search is ready, how fast it answers as one types, and how much it loads, in Chromium.

The entries are multiplied; the CPU is slowed down as Chromium's own tools do it, with the page's search untouched until it is measured.
"""

import argparse
import functools
import gzip
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bench.chromium import site_of
from bench.multiply import multiply

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[1]
#: What people type: words, and lines with their numbers.
TYPED = (
    "out of memory",
    "nccl watchdog timeout",
    "RuntimeError: CUDA error: an illegal memory access was encountered",
    "Sequence group 147 is preempted",
    "loss becomes nan",
)
OPEN = "() => document.querySelector('[data-search-open]').click()"
READY = "() => performance.getEntriesByName('search:ready')[0]?.duration"
#: From a key to the list that answers it, in milliseconds, as the page itself measures it.
KEY = """
(text) => new Promise((resolve, reject) => {
  const box = document.querySelector("#search-text");
  const watch = new PerformanceObserver((seen) => {
    watch.disconnect();
    resolve(seen.getEntries()[0].duration);
  });
  watch.observe({ entryTypes: ["measure"] });
  setTimeout(() => reject(new Error(`no answer to ${text}`)), 5000);
  box.value = text;
  box.dispatchEvent(new Event("input", { bubbles: true }));
})
"""


def main() -> None:
    """Prints a row for each slow-down."""
    parser = argparse.ArgumentParser(prog="bench.search", description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="how many entries")
    parser.add_argument("--runs", type=int, default=5, help="fresh loads for each row; medians count")
    parser.add_argument("--site", type=Path, help="a built site to measure, instead of multiplied entries")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="encyclopedia-search-") as name:
        site = chosen.site or build_of(Path(name) / "repository", chosen.count)
        print(f"load {os.getloadavg()[0]:.1f}; goals: ready 400 ms at 4x, a key 50 ms, 250 kB")
        print(
            f"{'slow-down':>9} {'ready ms':>9} {'worst':>6} {'key ms':>7} {'95 %':>6} {'worst':>6} {'kB before answer':>17}"
        )
        with site_of(site) as (browser, address, asked):
            for slowdown in (1, 4):
                ready, keys, loaded = [], [], 0
                for _ in range(chosen.runs):
                    page = browser.new_context().new_page()
                    page.goto(address)
                    page.wait_for_load_state("networkidle")
                    before = len(asked)
                    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
                    ready.append(_ready(page))
                    loaded = sum(_packed(site / path) for path in set(asked[before:]) - {"search-texts.json"})
                    page.wait_for_load_state("networkidle")
                    page.wait_for_timeout(500 * slowdown)  # the texts are taken in
                    keys += _keys(page)
                    page.context.close()
                print(
                    f"{slowdown:9} {statistics.median(ready):9.0f} {max(ready):6.0f} {statistics.median(keys):7.1f}"
                    f" {statistics.quantiles(keys, n=20)[-1]:6.1f} {max(keys):6.1f} {loaded / 1000:17.1f}"
                )


def build_of(root: Path, count: int) -> Path:
    """The site of so many entries, multiplied below `root`."""
    multiply(ROOT, root, count)
    command = [sys.executable, "-m", "generator.cli", "build"]
    subprocess.run(command, cwd=root, check=True, stdout=subprocess.DEVNULL)
    return root / "site"


@functools.cache
def _packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 6))


def _ready(page: "Page") -> float:
    page.evaluate(OPEN)
    return float(page.wait_for_function(READY, polling=5).json_value())


def _keys(page: "Page") -> list[float]:
    return [float(page.evaluate(KEY, text[:end])) for text in TYPED for end in range(3, len(text) + 1)]


if __name__ == "__main__":
    main()

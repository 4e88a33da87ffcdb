"""`python -m bench.worker`: how fast the pages' worker diagnoses large logs in Chromium, and how long the page beside it is held up.

Two logs of the same size: that of bench.logs, with a failure in 50,000 lines, and one in which every line is an error or a part of a traceback.
"""

import argparse
import functools
import itertools
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.chromium import page_of
from bench.logs import all_signatures, write_log
from generator.check.tree import check_tree
from generator.diagnose.engine import diagnose
from generator.diagnose.page_index import page_index
from generator.index import as_bytes
from generator.match.compiled import make_index
from generator.match.find import row_of
from generator.pipeline import corpus_of

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = ROOT / "site_overrides/assets/javascripts"
ASK = """
async (name) => {
  const [log, index] = await Promise.all([(await fetch(name)).blob(), (await fetch("diagnosis-index.json")).text()]);
  const worker = new Worker("scripts/diagnosis/worker.mjs", { type: "module" });
  let beats = 0;
  const answer = (message) => new Promise((resolve, reject) => {
    worker.onerror = reject;
    worker.onmessage = ({ data }) => {
      if ("read" in data) beats += 1;
      else if ("failed" in data) reject(new Error(data.failed));
      else resolve(data);
    };
    worker.postMessage(message);
  });
  const started = performance.now();
  await answer({ index });
  const ready = performance.now() - started;
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => { longest = Math.max(longest, performance.now() - last); last = performance.now(); }, 5);
  const begun = performance.now();
  const { diagnosis } = await answer({ logs: [{ name, blob: log }] });
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(timer);
  worker.terminate();
  return { ready, seconds, longest, beats, cause: diagnosis.causes[0]?.entry ?? null };
}
"""
ERRORS = (
    b"[rank%d]: Traceback (most recent call last):\n"
    b'[rank%d]:   File "/job/train.py", line 31, in <module>\n'
    b"[rank%d]: ValueError: sample %d of shard %d is empty\n"
    b"[rank%d]: 2026-11-29 18:53:51,315 ERROR data.py:77 Error: skipping sample %d\n"
)


def main() -> None:
    """Prints a row for each log."""
    parser = argparse.ArgumentParser(prog="bench.worker", description=__doc__)
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--runs", type=int, default=3, help="how often each is timed; the best counts")
    chosen = parser.parse_args()
    index = make_index(map(row_of, corpus_of(check_tree(ROOT).documents).entries))
    with tempfile.TemporaryDirectory(prefix="encyclopedia-worker-") as name:
        folder = Path(name)
        write_log(folder / "usual.log", chosen.megabytes * 1_000_000, 0, all_signatures())
        _write_errors(folder / "errors.log", chosen.megabytes * 1_000_000)
        table = as_bytes(page_index(index.rows))
        (folder / "diagnosis-index.json").write_bytes(table)
        print(f"load {os.getloadavg()[0]:.1f}; index {len(table) / 1000:.0f} kB")
        print(
            f"{'log':12} {'MB':>5} {'ready ms':>9} {'wall s':>7} {'MB/s':>6} {'page held up ms':>16}  cause; Python MB/s"
        )
        with _page(folder) as ask:
            for log in ("usual.log", "errors.log"):
                size = (folder / log).stat().st_size / 1e6
                best = min((ask(log) for _ in range(chosen.runs)), key=lambda answer: answer["seconds"])
                started = time.perf_counter()
                diagnose([str(folder / log)], index, names=[log])
                python = size / (time.perf_counter() - started)
                print(
                    f"{log:12} {size:5.0f} {best['ready']:9.0f} {best['seconds']:7.2f} {size / best['seconds']:6.0f}"
                    f" {best['longest']:16.0f}  {best['cause']}; {python:.0f}"
                )


def _write_errors(path: Path, size: int) -> None:
    with path.open("wb") as file:
        for n in itertools.count():
            rank = n % 8
            if file.tell() >= size:
                break
            file.write(ERRORS % (rank, rank, rank, n, n % 97, rank, n))


@contextmanager
def _page(folder: Path) -> Iterator[functools.partial]:  # type: ignore[type-arg]
    """A page that asks the worker about a log of this folder."""
    shutil.copytree(SCRIPTS, folder / "scripts")
    with page_of(folder) as page:
        yield functools.partial(page.evaluate, ASK)


if __name__ == "__main__":
    main()

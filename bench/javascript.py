"""`python -m bench.javascript`: how fast the browser's matcher finds all signatures in a large log, in Node and in Chromium.

The log is that of bench.logs. The signatures are the real ones with the marks, and as many more, made of the real ones' words, as asked for.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from bench.chromium import page_of
from bench.logs import all_signatures, write_log
from generator.match.marks import MARKS

ROOT = Path(__file__).resolve().parents[1]
MATCHER = ROOT / "site_overrides/assets/javascripts/matcher"

#: Runs in a worker, as the page will: a log from a file, in blocks.
WORKER = """
import { SignatureIndex } from "./matcher/index.mjs";
import { seeBlocks } from "./matcher/stream.mjs";
self.onmessage = async ({ data: { log, texts, runs } }) => {
  const started = performance.now();
  const index = new SignatureIndex(texts);
  index.prefilter.find(new Uint8Array(1));
  const ready = performance.now() - started;
  const answers = [];
  for (let run = 0; run < runs; run++) {
    const wall = performance.now();
    let hits = 0;
    for await (const sightings of seeBlocks(log, index)) for (const { hit } of sightings) hits += hit.line > 0 ? 1 : 0;
    answers.push({ hits, ready, seconds: (performance.now() - wall) / 1000 });
  }
  self.postMessage(answers);
};
"""
ASK = """
async ([name, runs]) => {
  const [log, texts] = await Promise.all([(await fetch("log")).blob(), (await fetch(name)).json()]);
  const worker = new Worker("worker.mjs", { type: "module" });
  const answered = new Promise((resolve, reject) => { worker.onmessage = ({ data }) => resolve(data); worker.onerror = reject; });
  worker.postMessage({ log, texts, runs });
  return await answered;
}
"""


def main() -> None:
    """Makes log and signatures, then prints a row for each engine and number of signatures; the best run counts."""
    parser = argparse.ArgumentParser(prog="bench.javascript", description=__doc__)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--signatures", type=int, default=5000)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="encyclopedia-javascript-") as name:
        folder = Path(name)
        write_log(folder / "log", chosen.megabytes * 1_000_000, 0, all_signatures())
        size = (folder / "log").stat().st_size / 1e6
        sets = {"real": signatures(0), "made": signatures(chosen.signatures)}
        for name, texts in sets.items():
            (folder / f"{name}.json").write_text(json.dumps(texts), "utf-8")
        print(f"{size:.0f} MB, load {os.getloadavg()[0]:.1f}")
        print(f"{'engine':10} {'signatures':>10} {'ready ms':>9} {'wall s':>7} {'MB/s':>6} {'MB/s cpu':>9}  hits")
        for engine, run in (("Node", in_node), ("Chromium", in_chromium)):
            for name, answers in run(folder, list(sets), chosen.runs).items():
                best = min(answers, key=lambda answer: answer["seconds"])
                cpu = f"{size / min(answer['cpu'] for answer in answers):9.0f}" if "cpu" in best else " " * 9
                memory = f", {best['mebibytes']:.0f} MiB" if "mebibytes" in best else ""
                print(
                    f"{engine:10} {len(sets[name]):10} {best['ready']:9.0f} {best['seconds']:7.3f} {size / best['seconds']:6.0f} {cpu}"
                    f"  {best['hits']}{memory}"
                )


def signatures(least: int) -> list[tuple[str, str]]:
    """The real ones and the marks, and made ones up to `least` in all."""
    texts = [*all_signatures().signatures, *((f"@{mark.id}", mark.text) for mark in MARKS)]
    words = sorted({word for _, text in texts for word in text.split() if word.isalpha() and len(word) > 3})
    chance = random.Random(1)
    while len(texts) < least:
        made = "".join(chance.choice(words)[: chance.randint(3, 5)] for _ in range(chance.randint(2, 3)))
        before, behind = " ".join(chance.choices(words, k=3)), chance.choice(words)
        texts.append((f"made#{len(texts)}", f"{before} {made} {{value:any}} {behind}"))
    return texts


def in_node(folder: Path, names: list[str], runs: int) -> dict[str, list[dict[str, Any]]]:
    """Each run of each set, in a process of its own."""
    answers = {}
    for name in names:
        command = ["node", "bench/matcher.mjs", str(folder / "log"), str(folder / f"{name}.json"), str(runs)]
        said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        answers[name] = [json.loads(line) for line in said.splitlines()]
    return answers


def in_chromium(folder: Path, names: list[str], runs: int) -> dict[str, list[dict[str, Any]]]:
    """Each run of each set, in a worker of a page."""
    shutil.copytree(MATCHER, folder / "matcher", dirs_exist_ok=True)
    (folder / "worker.mjs").write_text(WORKER, "utf-8")
    with page_of(folder) as page:
        return {name: page.evaluate(ASK, [f"{name}.json", runs]) for name in names}


if __name__ == "__main__":
    main()

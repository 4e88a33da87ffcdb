"""The diagnosis in a real browser: in its worker, under the pages' Content-Security-Policy, with the answers of the command for every case."""

import base64
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from generator.check.tree import check_tree
from generator.match.compiled import make_index
from generator.match.find import row_of
from generator.pipeline import corpus_of
from tests.browser.conftest import Watch
from tests.diagnose import both
from tests.diagnose.both import Case, Ground
from tests.diagnose.test_twin import differences

#: Loads the index and the scripts, starts the worker, and leaves `ask` on the window.
BEGIN = """
async (base) => {
  const folder = `${base}assets/javascripts/diagnosis/`;
  const modules = ["compiled", "report/report", "report/as_json", "report/markdown"];
  const [{ EntryIndex }, { reportOn }, { asValue }, { asMarkdown }] = await Promise.all(modules.map((name) => import(`${folder}${name}.mjs`)));
  const text = await (await fetch(`${base}diagnosis-index.json`)).text();
  const index = new EntryIndex(JSON.parse(text));
  const records = {};
  for (const { id, area } of index.rows) records[id] = await (await fetch(`${base}${area}/${id}/entry.json`)).json();
  const worker = new Worker(`${folder}worker.mjs`, { type: "module" });
  window.beats = [];
  const answer = (message) => new Promise((resolve, reject) => {
    worker.onerror = reject;
    worker.onmessage = ({ data }) => {
      if ("read" in data) window.beats.push(data.read);
      else if ("failed" in data) reject(new Error(data.failed));
      else resolve(data);
    };
    worker.postMessage(message);
  });
  await answer({ index: text });
  window.ask = async ({ logs, limit }) => {
    window.beats.length = 0;
    const { diagnosis, masked } = await answer({ logs, limit });
    const report = (of) => reportOn(of, index, of.causes.map(({ entry }) => records[entry]), base);
    return {
      confidence: diagnosis.ranks.confidence,
      plain: asValue(report(diagnosis)),
      masked: asValue(report(masked)),
      markdown: asMarkdown(report(masked)),
    };
  };
  return index.rows.length;
}
"""
ASK = """
async (cases) => {
  const answers = [];
  for (const { logs, limit } of cases) {
    const blobs = logs.map(([name, data]) => ({ name, blob: new Blob([Uint8Array.from(atob(data), (one) => one.charCodeAt(0))]) }));
    answers.push(await window.ask({ logs: blobs, limit }));
  }
  return JSON.stringify(answers);
}
"""


@pytest.fixture(scope="session")
def ground(root: Path, address: str) -> Ground:
    """The real entries, as the served site has them."""
    corpus = corpus_of(check_tree(root).documents)
    return Ground(corpus, make_index(map(row_of, corpus.entries)), address)


@pytest.fixture
def ready(page: Page, address: str, ground: Ground) -> Page:
    """A page whose worker waits for logs."""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    assert page.evaluate(BEGIN, address) == len(ground.index.rows)
    return page


def packed(case: Case) -> dict[str, Any]:
    """A case as the page is given it."""
    return {"logs": [[name, base64.b64encode(data).decode()] for name, data in case.logs], "limit": case.limit}


def parcels(cases: Iterator[Case], size: int = 8_000_000) -> Iterator[list[Case]]:
    """The cases, as many at a time as one message carries well."""
    parcel: list[Case] = []
    have = 0
    for case in cases:
        parcel.append(case)
        have += sum(len(data) for _, data in case.logs)
        if have > size:
            yield parcel
            parcel, have = [], 0
    yield parcel


def test_every_case_gives_the_same_report_in_a_browser(
    ready: Page, ground: Ground, watch: Watch, tmp_path: Path
) -> None:
    """Excerpts, healthy logs, runs, samples, vectors, hostile and random logs; and the network is not asked for anything meanwhile."""
    watch.requests.clear()
    groups = (
        *(both.excerpts(ground.corpus), both.healthy(), both.runs()),
        *(both.labelled(), both.vectors(), both.hostile()),
    )
    seen, wrong = 0, []
    for parcel in parcels(itertools.chain(*groups, both.made(ground.corpus, 2, 40))):
        answers = json.loads(ready.evaluate(ASK, list(map(packed, parcel))))
        for case, theirs in zip(parcel, answers, strict=True):
            seen += 1
            found = differences(ground.answer(case, tmp_path), theirs)
            wrong += [f"{case.name}: {difference}" for difference in itertools.islice(found, 3)]
    assert wrong == []
    assert seen > 600
    assert watch.requests == []
    assert watch.complaints == []


def test_progress_is_told_while_a_large_log_is_read(ready: Page, watch: Watch) -> None:
    """Bytes so far, several times; the page is never held up for long."""
    watch.requests.clear()
    told = ready.evaluate(
        """
        async () => {
          const line = "[rank2]: ValueError: sample 7 is empty\\nstep 8 done in 0.7 s with loss 1.5\\n".repeat(1000);
          const log = new Blob(Array(700).fill(line));
          let longest = 0;
          let last = performance.now();
          const timer = setInterval(() => {
            longest = Math.max(longest, performance.now() - last);
            last = performance.now();
          }, 5);
          const { plain } = await window.ask({ logs: [{ name: "job.log", blob: log }], limit: null });
          clearInterval(timer);
          return { size: log.size, beats: window.beats, longest, bytes: plain.inputs[0].bytes, ranks: plain.ranks.initiating };
        }
        """
    )
    assert told["ranks"] == [2]
    assert told["bytes"] == told["size"] == told["beats"][-1]
    assert len(told["beats"]) >= 3
    assert told["beats"] == sorted(told["beats"])
    assert told["longest"] < 200
    assert watch.requests == []


def test_a_log_that_cannot_be_unpacked_is_said_to_be_so(ready: Page) -> None:
    """And the others are read all the same."""
    found = ready.evaluate(
        """
        async () => {
          const logs = [
            { name: "a.log.gz", blob: new Blob([Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3, 4, 5, 6)]) },
            { name: "b.log.xz", blob: new Blob([Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 1)]) },
            { name: "rank_1.log", blob: new Blob(["Traceback (most recent call last):\\nValueError: x\\n"]) },
          ];
          const { plain } = await window.ask({ logs, limit: null });
          return [plain.inputs.map(({ trouble }) => trouble), plain.ranks.initiating];
        }
        """
    )
    [damaged, unknown, none], initiating = found
    assert damaged
    assert "xz" in unknown
    assert none is None
    assert initiating == [1]

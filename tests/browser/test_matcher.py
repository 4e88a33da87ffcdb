"""The matcher in a real browser, as the site serves it: under the pages' Content-Security-Policy, with the answers of every vector."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Watch
from tests.match.test_vectors import ALL, expected, written

SCAN = """
async ([base, cases]) => {
  const [scan, stream, index, template] = await Promise.all(
    ["scan", "stream", "index", "template"].map((name) => import(`${base}assets/javascripts/matcher/${name}.mjs`)),
  );
  const out = ({ line, start, end, captures, lastLine }) => ({ line, start, end, captures, last_line: lastLine });
  const answers = [];
  for (const [signature, hex] of cases) {
    const log = Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
    const parsed = template.parseTemplate(signature);
    const hits = scan.scanText(log, parsed).map(out);
    const streamed = [];
    if (!template.isTooWide(parsed)) {
      const table = new index.SignatureIndex([["s", signature]]);
      for await (const hit of stream.scanStream(new Blob([log]), table)) streamed.push(out(hit));
    }
    answers.push({ hits, streamed, wide: template.isTooWide(parsed) });
  }
  return JSON.stringify(answers);
}
"""


def test_every_vector_gives_its_hits_in_a_browser(page: Page, address: str, watch: Watch) -> None:
    """By the definition and streamed from a file; nothing is refused, and nothing but the matcher's own files is asked for."""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    watch.requests.clear()
    vectors: list[dict[str, Any]] = list(ALL.values())
    cases = [[vector["signature"], written(vector["log"]).hex()] for vector in vectors]
    answers = json.loads(page.evaluate(SCAN, [address, cases]))
    for vector, answer in zip(vectors, answers, strict=True):
        assert answer["hits"] == expected(vector), vector["name"]
        assert answer["wide"] or answer["streamed"] == expected(vector), vector["name"]
    assert sum(not answer["wide"] for answer in answers) > 150
    assert watch.requests
    assert [url for url in watch.requests if not url.startswith(f"{address}assets/javascripts/matcher/")] == []
    assert watch.complaints == []


def test_a_packed_file_is_read_in_a_browser(page: Page, address: str, watch: Watch) -> None:
    """What DecompressionStream makes of a gzip file."""
    page.goto(address)
    found = page.evaluate(
        """
        async (base) => {
          const [{ openLog }, { scanStream }, { SignatureIndex }] = await Promise.all(
            ["unpack", "stream", "index"].map((name) => import(`${base}assets/javascripts/matcher/${name}.mjs`)),
          );
          const log = new Blob(["nothing of note\\n".repeat(100000), "Watchdog caught timeout 7 ms\\n"]);
          const packed = await new Response(log.stream().pipeThrough(new CompressionStream("gzip"))).blob();
          const found = [];
          const index = new SignatureIndex([["s", "Watchdog caught timeout {n:int} ms"]]);
          for await (const hit of scanStream(openLog(packed, "a.log.gz"), index)) found.push([hit.line, hit.captures.n]);
          return found;
        }
        """,
        address,
    )
    assert found == [[100_001, "7"]]
    assert watch.complaints == []


@pytest.mark.parametrize("size", [3 << 18, (3 << 20) + 7])
def test_a_file_of_several_blocks_is_streamed_in_a_browser(page: Page, address: str, size: int) -> None:
    """The browser's own pieces are of any length."""
    page.goto(address)
    found = page.evaluate(
        """
        async ([base, size]) => {
          const [{ scanStream }, { SignatureIndex }] = await Promise.all(
            ["stream", "index"].map((name) => import(`${base}assets/javascripts/matcher/${name}.mjs`)),
          );
          const line = "rank 3: Watchdog caught timeout 7 ms after nothing was heard for long\\n";
          const log = new Blob([line.repeat(Math.floor(size / line.length))]);
          const index = new SignatureIndex([["s", "Watchdog caught timeout {n:int} ms"]]);
          let next = 1;
          for await (const hit of scanStream(log, index)) if (hit.line === next && hit.start === 9) next += 1;
          return [next - 1, log.size / line.length];
        }
        """,
        [address, size],
    )
    assert found[0] == found[1] > 10_000


def test_a_packed_file_of_two_members_is_read_to_its_end(page: Page, address: str) -> None:
    """Browsers unpack one member only; the matcher looks for the next one's head itself."""
    page.goto(address)
    found = page.evaluate(
        """
        async (base) => {
          const [{ LogError, openLog }, { scanStream }, { SignatureIndex }] = await Promise.all(
            ["unpack", "stream", "index"].map((name) => import(`${base}assets/javascripts/matcher/${name}.mjs`)),
          );
          const packed = (text) => new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).blob();
          const log = new Blob([await packed("Watchdog caught timeout 7 ms\\n"), await packed("Watchdog caught timeout 8 ms\\n")]);
          const found = [];
          try {
            const index = new SignatureIndex([["s", "Watchdog caught timeout {n:int} ms"]]);
            for await (const hit of scanStream(openLog(log, "a.log.gz"), index)) found.push(hit.captures.n);
          } catch (error) {
            found.push(error instanceof LogError, error.message);
          }
          return found;
        }
        """,
        address,
    )
    assert found == ["7", "8"]

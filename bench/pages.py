"""`python -m bench.pages`: what a reader with a slow phone waits for, in Chromium: four times slower, over a slow mobile line, nothing in its cache.

Largest contentful paint, layout shift and blocking time as the browser measures them; bytes as they travel, compressed. The line is that of
Lighthouse's slow 4G: 1.6 Mbit/s down, 0.75 up, 150 ms for each answer. The signature index is filtered and scrolled besides.
"""

import argparse
import os
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bench.chromium import site_of
from bench.search import build_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession

SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 0.75e6 / 8,
}
SLOWER = 4
PHONE = {"viewport": {"width": 412, "height": 823}, "device_scale_factor": 1.75, "is_mobile": True, "has_touch": True}
#: What the project set itself.
MOST_PAINT, MOST_SHIFT, MOST_BLOCKED = 1800.0, 0.0, 100.0
MOST_PAGE, MOST_SHARED = 60_000, 250_000
#: Kept by the page itself from its first moment on.
WATCH = """
window.seen = { paint: 0, shift: 0, blocked: 0 };
new PerformanceObserver((list) => { for (const e of list.getEntries()) seen.paint = e.startTime; })
  .observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) seen.shift += e.value; })
  .observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => { for (const e of list.getEntries()) seen.blocked += Math.max(0, e.duration - 50); })
  .observe({ type: "longtask", buffered: true });
"""
#: A key in the filter, until the next frame is painted; and frames while the page is scrolled from top to bottom.
FILTER = """
async (text) => {
  const box = document.querySelector("[data-index-filter] input");
  const begin = performance.now();
  box.value = text;
  box.dispatchEvent(new Event("input", { bubbles: true }));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - begin;
}
"""
SCROLL = """
async () => {
  const frames = [];
  let last = performance.now();
  for (let at = 0; at < 120; at++) {
    window.scrollBy(0, 700);
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    frames.push(now - last);
    last = now;
  }
  return frames;
}
"""


@dataclass(frozen=True, slots=True)
class Load:
    """One first visit: milliseconds, the share of the window that moved, and bytes as they came, of the page and of all else."""

    paint: float
    shift: float
    blocked: float
    page: int
    shared: int


def main() -> None:
    """Prints a row for each page; exits 1 where a goal is missed."""
    parser = argparse.ArgumentParser(prog="bench.pages", description=__doc__)
    parser.add_argument("--count", type=int, default=1600, help="how many entries (1,600 have about 5,000 signatures)")
    parser.add_argument("--runs", type=int, default=5, help="fresh visits for each page; medians count")
    parser.add_argument("--site", type=Path, help="a built site to measure, instead of multiplied entries")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="encyclopedia-pages-") as name:
        site = chosen.site or build_of(Path(name) / "repository", chosen.count)
        entry = max(site.glob("*/*/entry.json"), key=lambda path: path.with_name("index.html").stat().st_size).parent
        paths = ("", f"{entry.parent.name}/{entry.name}/", "signatures/", "diagnose/")
        print(
            f"load {os.getloadavg()[0]:.1f}; goals: paint {MOST_PAINT:.0f} ms, no shift, blocked {MOST_BLOCKED:.0f} ms,"
        )
        print(f"a page {MOST_PAGE // 1000} kB and what pages share {MOST_SHARED // 1000} kB")
        print(f"{'page':60} {'paint ms':>9} {'shift':>7} {'blocked':>8} {'page kB':>8} {'shared kB':>9}")
        missed = False
        with site_of(site, packed=True) as (browser, address, _):
            for path in paths:
                loads = [_load(browser, address + path) for _ in range(chosen.runs)]
                load = Load(*(statistics.median(getattr(one, field) for one in loads) for field in Load.__slots__))
                print(
                    f"{path or 'home':60} {load.paint:9.0f} {load.shift:7.4f} {load.blocked:8.0f} {load.page / 1000:8.1f} {load.shared / 1000:9.1f}",
                    flush=True,
                )
                missed |= load.paint > MOST_PAINT or load.shift > MOST_SHIFT or load.blocked > MOST_BLOCKED
                missed |= load.shared > MOST_SHARED or (path not in ("signatures/",) and load.page > MOST_PAGE)
            _index(browser, address + "signatures/")
    sys.exit(missed)


def _slowed(browser: "Browser", *, line: bool) -> "tuple[object, CDPSession]":
    context = browser.new_context(**PHONE)  # type: ignore[arg-type]
    context.set_default_timeout(120_000)
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    if line:
        tools.send("Network.emulateNetworkConditions", SLOW_4G)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page, tools


def _load(browser: "Browser", address: str) -> Load:
    page, tools = _slowed(browser, line=True)
    bytes_of: dict[str, int] = {}
    tools.on(
        "Network.loadingFinished", lambda event: bytes_of.__setitem__(event["requestId"], event["encodedDataLength"])
    )
    first: list[str] = []
    tools.on("Network.requestWillBeSent", lambda event: first.append(event["requestId"]))
    page.add_init_script(WATCH)  # type: ignore[attr-defined]
    page.goto(address, wait_until="load")  # type: ignore[attr-defined]
    page.wait_for_timeout(1500)  # type: ignore[attr-defined]
    seen = page.evaluate("window.seen")  # type: ignore[attr-defined]
    page.context.close()  # type: ignore[attr-defined]
    whole = sum(bytes_of.values())
    own = bytes_of.get(first[0], 0)
    return Load(seen["paint"], round(seen["shift"], 4), seen["blocked"], own, whole - own)


def _index(browser: "Browser", address: str) -> None:
    page, _ = _slowed(browser, line=False)
    page.goto(address, wait_until="load")  # type: ignore[attr-defined]
    count = page.evaluate("document.querySelectorAll('[data-index] > li').length")  # type: ignore[attr-defined]
    frames = sorted(page.evaluate(SCROLL))  # type: ignore[attr-defined]
    print(f"\nsignature index, {count:,} signatures, {SLOWER} times slower")
    print(
        f"  scrolled: a frame {statistics.median(frames):.0f} ms, 95 % below {frames[len(frames) * 95 // 100]:.0f}, the longest {frames[-1]:.0f}"
    )
    page.evaluate("window.scrollTo(0, 0)")  # type: ignore[attr-defined]
    keys = sorted(page.evaluate(FILTER, "out of memory"[:n]) for n in range(1, 14))  # type: ignore[attr-defined]
    print(f"  filtered: a key {statistics.median(keys):.0f} ms, the longest {keys[-1]:.0f}")
    page.context.close()  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()

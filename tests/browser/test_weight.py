"""What a first visit brings over the line, and that nothing moves while it comes."""

import gzip
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PREFIX, Watch

ENTRY = "torch-distributed/nccl-watchdog-collective-timeout/"
MOVED = """
window.moved = [];
new PerformanceObserver((list) => {
  for (const { value, sources, hadRecentInput } of list.getEntries())
    if (!hadRecentInput) moved.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 120))]);
}).observe({ type: "layout-shift", buffered: true });
"""


def packed(path: Path) -> int:
    """Bytes on the line, as a host of sites sends them."""
    return len(gzip.compress(path.read_bytes(), 6))


def test_an_entry_page_weighs_less_than_60_kb(address: str, folder: Path) -> None:
    """Every one of them, compressed."""
    pages = {str(path.parent): packed(path.with_name("index.html")) for path in folder.glob("*/*/entry.json")}
    assert len(pages) > 250
    assert max(pages.values()) < 60_000, max(pages, key=lambda page: pages[page])


@pytest.mark.parametrize("path", ["", ENTRY, "signatures/", "diagnose/"])
def test_all_else_weighs_less_than_250_kb(page: Page, address: str, folder: Path, watch: Watch, path: str) -> None:
    """Style sheets, scripts, fonts and data that a page asks for before anybody does anything."""
    page.goto(address + path)
    page.wait_for_load_state("networkidle")
    asked = {urlsplit(url).path.removeprefix(PREFIX) for url in watch.requests} - {path}
    assert len(asked) > 10
    assert sum(packed(folder / name) for name in asked) < 250_000, sorted(asked)


@pytest.mark.parametrize("width", [412, 1280])
@pytest.mark.parametrize("path", ["", ENTRY, "signatures/", "diagnose/", "vllm/"])
def test_nothing_moves_while_a_page_comes(browser: Browser, address: str, path: str, width: int) -> None:
    """On a phone's width and a wide one, slowed down, so that scripts come late. On a machine that is busy with other tests a second visit decides."""
    found = moved_on_a_visit(browser, address + path, width)
    assert found == [] or moved_on_a_visit(browser, address + path, width) == [], found


def moved_on_a_visit(browser: Browser, address: str, width: int) -> list[object]:
    """Every layout shift that nobody asked for, with what it moved."""
    context = browser.new_context(viewport={"width": width, "height": 820})
    context.set_default_timeout(120_000)
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.add_init_script(MOVED)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    moved: list[object] = page.evaluate("moved")
    context.close()
    return moved


@pytest.mark.parametrize("path", ["signatures/", "diagnose/"])
def test_scripts_that_do_not_come_leave_the_page_as_without(browser: Browser, address: str, path: str) -> None:
    """No form that does nothing; what is said to those without scripts is said."""
    context = browser.new_context()
    page = context.new_page()
    page.route("**/*.mjs", lambda route: route.abort())
    page.goto(address + path)
    page.wait_for_load_state("networkidle")
    expect(page.locator("form.with-scripts")).to_be_hidden()
    if path == "diagnose/":
        expect(page.get_by_text("Without its scripts this page cannot read logs.")).to_be_visible()
    context.close()

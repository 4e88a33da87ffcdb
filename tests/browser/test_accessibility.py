"""axe-core on the kinds of page there are, in both colour schemes, and the layout on a phone."""

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

ENTRY = "vllm/vllm-preemption-kv-exhausted/"
PAGES = {
    "home": "",
    "entry": ENTRY,
    "wrapper": "torch-distributed/elastic-child-failed/",
    "hub": "vllm/",
    "signatures": "signatures/",
    "categories": "categories/",
    "kind": "kinds/harmless/",
    "tags": "tags/",
    "contributing": "contributing/",
    "data": "data/",
    "diagnose": "diagnose/",
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES.keys())
def test_axe_finds_nothing(browser: Browser, address: str, path: str, scheme: Literal["light", "dark"]) -> None:
    """No violation of WCAG A, AA or of axe's best practices, with everything on the page unfolded."""
    context = browser.new_context(color_scheme=scheme, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(address + path)
    page.evaluate("document.querySelectorAll('details').forEach((d) => d.open = true)")
    # Material fades links and buttons in; axe must see the colours they end with
    page.wait_for_timeout(400)
    found = Axe().run(page).response["violations"]
    context.close()
    assert [(v["id"], v["help"], [n["html"][:160] for n in v["nodes"][:3]]) for v in found] == []


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES.keys())
def test_a_narrow_phone_needs_no_sideways_scrolling(browser: Browser, address: str, path: str) -> None:
    """At 320 pixels the page is no wider than the screen; what is wider scrolls inside its own box."""
    context = browser.new_context(viewport={"width": 320, "height": 640})
    page = context.new_page()
    page.goto(address + path)
    page.evaluate("document.querySelectorAll('details').forEach((d) => d.open = true)")
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    context.close()
    assert wide == 0


def test_the_keyboard_reaches_the_content_at_once(page: Page, address: str) -> None:
    """The first tab stop skips the header and the navigation."""
    page.goto(address + ENTRY)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent.trim()") == "Skip to content"
    page.keyboard.press("Enter")
    assert page.url.endswith("#content")


def test_the_colour_scheme_is_kept_on_the_next_page(page: Page, address: str) -> None:
    """A reader who chose dark stays in the dark."""
    page.goto(address)
    page.locator("label[for=__palette_1]").click()
    page.goto(address + ENTRY)
    assert page.locator("body").get_attribute("data-md-color-scheme") == "slate"

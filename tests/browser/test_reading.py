"""What a reader does with the pages: filter, tick, copy; and the same pages without JavaScript."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

ENTRY = "vllm/vllm-preemption-kv-exhausted/"


def test_the_signature_index_filters_as_one_types_and_keeps_it_in_the_address(page: Page, address: str) -> None:
    """A filtered list can be sent to a colleague."""
    page.goto(address + "signatures/")
    rows = page.locator("[data-index] > li")
    everything = rows.count()
    page.locator("#filter-text").fill("watchdog caught")
    expect(page.locator("[data-index] > li:visible")).not_to_have_count(everything)
    shown = page.locator("[data-index] > li:visible").count()
    assert 0 < shown < everything
    expect(page).to_have_url(re.compile(r"\?q=watchdog"))
    page.reload()
    expect(page.locator("[data-index] > li:visible")).to_have_count(shown)
    assert page.locator("#filter-text").input_value() == "watchdog caught"


def test_a_whole_printed_line_filters_to_its_signature(page: Page, address: str) -> None:
    """Numbers and prefixes of a pasted line do not hide the signature."""
    page.goto(address + "signatures/")
    page.locator("#filter-text").fill(
        "WARNING 06-11 10:02:11 Sequence group 147 is preempted by PreemptionMode.RECOMPUTE mode because there is not enough KV cache space."
    )
    visible = page.locator("[data-index] > li:visible a")
    expect(visible.first).to_have_attribute("href", re.compile("vllm-preemption-kv-exhausted"))


def test_a_ticked_step_is_remembered(page: Page, address: str) -> None:
    """A reader can leave the page in the middle of a diagnosis."""
    page.goto(address + ENTRY)
    box = page.locator(".checklist input[type=checkbox]").first
    box.check()
    page.reload()
    expect(page.locator(".checklist input[type=checkbox]").first).to_be_checked()
    expect(page.locator(".checklist input[type=checkbox]").nth(1)).not_to_be_checked()


def test_a_signature_is_copied_as_a_search_key(page: Page, address: str) -> None:
    """The key holds literal text only, so that it finds the line in any log."""
    page.goto(address + ENTRY)
    page.locator("#signatures ~ .signature button").first.click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "{" not in copied
    assert len(copied) > 12


def test_a_command_is_copied_to_the_letter(page: Page, address: str) -> None:
    """What is pasted into a shell is what the page shows."""
    page.goto(address + ENTRY)
    block = page.locator(".part--fix .copyable, .part--confirm .copyable").first
    block.locator("button").click()
    assert page.evaluate("navigator.clipboard.readText()").strip() == block.locator("code").inner_text().strip()


def test_without_javascript_every_signature_and_section_is_there(browser: Browser, address: str) -> None:
    """The build prints everything; scripts only make it handier."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address + "signatures/")
    assert page.locator("[data-index] > li:visible").count() > 24
    page.goto(address + ENTRY)
    for name in ("signatures", "observed", "why", "confirm", "fix", "references"):
        assert page.locator(f"#{name}").is_visible()
    assert page.locator("input[type=checkbox]:visible").count() == 0
    context.close()


def test_a_printed_page_has_no_navigation(page: Page, address: str) -> None:
    """On paper only the article counts."""
    page.goto(address + ENTRY)
    page.emulate_media(media="print")
    for name in (".md-header", ".md-sidebar--primary", ".md-footer"):
        assert not page.locator(name).first.is_visible()
    assert page.locator("h1").is_visible()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize(("path", "anchor"), [(ENTRY, "fix"), (ENTRY, "references"), ("signatures/", "area-vllm")])
def test_a_link_into_a_page_lands_there(browser: Browser, address: str, path: str, anchor: str, width: int) -> None:
    """Whatever stands above it, however long."""
    context = browser.new_context(viewport={"width": width, "height": 760})
    page = context.new_page()
    page.goto(f"{address}{path}#{anchor}")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)
    assert 0 <= page.locator(f"#{anchor}").evaluate("(node) => node.getBoundingClientRect().top") < 120
    context.close()

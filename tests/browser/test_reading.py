"""What a reader does with the pages: search, filter, tick, copy; and the same pages without JavaScript."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

ENTRY = "vllm/vllm-preemption-kv-exhausted/"

#: What people type of an error message, and the entry that they should see first.
TYPED = {
    "preempted by PreemptionMode": "vllm/vllm-preemption-kv-exhausted/",
    "CUDA out of memory. Tried to allocate 2.00 GiB": "pytorch/torch-cuda-oom/",
    "Watchdog caught collective operation timeout": "torch-distributed/nccl-watchdog-collective-timeout/",
    "device-side assert triggered": "cuda/cuda-device-side-assert/",
    "RuntimeError: DataLoader worker (pid 4242) is killed by signal: Killed": "pytorch/dataloader-worker-killed/",
    "GPU has fallen off the bus": "hardware/xid-79-fallen-off-the-bus/",
    "ChildFailedError": "torch-distributed/elastic-child-failed/",
    "OOMKilled": "kubernetes/k8s-oomkilled/",
    "failed (exitcode: -9) local_rank: 0 (pid: 4242) of binary: /usr/bin/python3": "torch-distributed/elastic-child-failed/",
    "exitcode -15": "torch-distributed/elastic-child-failed/",
    "vllm serve --max-model-len 8192": "vllm/vllm-max-model-len-exceeds-kv-cache/",
}


@pytest.mark.parametrize("typed", TYPED)
def test_part_of_an_error_message_finds_its_entry_first(page: Page, address: str, typed: str) -> None:
    """The header's search box shows the entry as its first result."""
    page.goto(address)
    box = page.locator("input[data-md-component=search-query]")
    box.fill(typed)
    box.press("Shift")  # the theme's box listens to keys, not to what is filled in
    first = page.locator(".md-search-result__item a").first
    expect(first).to_have_attribute("href", ends_in(TYPED[typed]))


@pytest.mark.parametrize("typed", ["OSError: [Errno 18] Invalid cross-device link", "ECC error", "+foo -bar"])
def test_what_no_entry_knows_finds_nothing(page: Page, address: str, typed: str) -> None:
    """A page that shares a word or two with a line is no answer to it."""
    page.goto(address)
    box = page.locator("input[data-md-component=search-query]")
    box.fill(typed)
    box.press("Shift")
    expect(page.locator(".md-search-result__meta")).to_have_text("No matching documents")


def ends_in(path: str) -> re.Pattern[str]:
    """An address that ends in `path`, with whatever marks the search adds."""
    return re.compile(re.escape(path) + r"(?:[?#].*)?$")


def test_the_box_on_the_home_page_gives_the_same_results(page: Page, address: str) -> None:
    """There is one search: the home page's box opens it."""
    page.goto(address)
    page.locator("#find-text").fill("Watchdog caught collective")
    page.locator("#find-text").press("Enter")
    expect(page.locator(".md-search-result__item a").first).to_have_attribute(
        "href", ends_in(TYPED["Watchdog caught collective operation timeout"])
    )


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


def test_an_unknown_address_offers_to_search_for_its_words(page: Page, address: str) -> None:
    """A mistyped or old address still leads somewhere."""
    page.goto(address + "vllm/preemption-kv")
    page.locator("[data-not-found-search]").click()
    expect(page.locator(".md-search-result__item a").first).to_have_attribute(
        "href", re.compile("vllm-preemption-kv-exhausted")
    )


def test_a_printed_page_has_no_navigation(page: Page, address: str) -> None:
    """On paper only the article counts."""
    page.goto(address + ENTRY)
    page.emulate_media(media="print")
    for name in (".md-header", ".md-sidebar--primary", ".md-footer"):
        assert not page.locator(name).first.is_visible()
    assert page.locator("h1").is_visible()

"""What the pages ask for, as a real browser does it."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PREFIX, Watch

KINDS_OF_PAGE = [
    "",
    "vllm/",
    "vllm/vllm-preemption-kv-exhausted/",
    "torch-distributed/elastic-child-failed/",
    "signatures/",
    "categories/",
    "kinds/",
    "tags/",
    "contributing/",
    "data/",
    "diagnose/",
]


@pytest.mark.parametrize("path", KINDS_OF_PAGE)
def test_a_page_asks_only_its_own_site_and_nothing_is_refused(
    page: Page, address: str, watch: Watch, path: str
) -> None:
    """No request leaves the origin, no file is missing, and the content policy refuses nothing that the page needs."""
    page.goto(address + path)
    page.wait_for_load_state("networkidle")
    assert [url for url in watch.requests if not url.startswith((address, "data:"))] == []
    assert watch.complaints == []


def test_searching_asks_only_its_own_site(page: Page, address: str, watch: Watch) -> None:
    """What a reader types stays in the browser: the only requests are for the index and the search's own files."""
    page.goto(address)
    page.keyboard.press("/")
    page.keyboard.type("secretxyzzyhostplugh")
    expect(page.locator(".search-none")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert not [url for url in watch.requests if "secret" in url or not url.startswith(address)]


def test_the_page_of_an_unknown_address_is_ours_at_any_depth(page: Page, address: str, watch: Watch) -> None:
    """Styles and links work below a sub-path, however deep the wrong address is."""
    page.goto(address + "some/deep/cuda-out-of-memory")
    assert page.locator("article h1").first.inner_text() == "Nothing at this address"
    page.wait_for_load_state("networkidle")
    assert [url for url in watch.requests if PREFIX not in url] == []
    assert "cuda out of memory" in page.locator("[data-not-found-words]").inner_text()

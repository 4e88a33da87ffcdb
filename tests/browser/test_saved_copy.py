"""A copy of the site in a folder, opened without a server: the same search, the same diagnosis, the same links."""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Watch
from tests.browser.test_diagnose_page import CUDA_OOM, answered, run_folder


@pytest.fixture
def saved(context: BrowserContext, address: str, folder: Path, tmp_path: Path) -> Page:
    """The first page of a copy that was moved elsewhere, without a network."""
    assert address
    copy = tmp_path / "saved copy"
    copy.symlink_to(folder)
    context.set_offline(True)
    page = context.new_page()
    page.goto((copy / "index.html").as_uri())
    return page


def test_the_search_answers_and_its_result_opens(saved: Page) -> None:
    """A line with its own numbers finds its entry; Enter opens the page itself, not the listing of a folder."""
    saved.keyboard.press("/")
    saved.keyboard.type("Sequence group 147 is preempted by PreemptionMode.RECOMPUTE")
    expect(saved.locator(".search-results a").first).to_contain_text("preempted", timeout=30_000)
    saved.keyboard.press("Enter")
    saved.wait_for_url("**/vllm/vllm-preemption-kv-exhausted/index.html")
    expect(saved.locator("article h1")).to_contain_text("preempted")
    expect(saved.locator(".copy-button").first).to_be_attached()


def test_links_to_folders_open_their_pages(saved: Page) -> None:
    """The navigation leads to pages; scripts that list rows work on them."""
    saved.locator("a.md-nav__link[href$='signatures/']").first.click()
    expect(saved.locator("article h1")).to_contain_text("ignature")
    assert saved.url.endswith("/signatures/index.html")


def test_a_run_is_diagnosed(saved: Page, tmp_path: Path, watch: Watch) -> None:
    """The same answer as from a server; nothing but files of the copy is asked for."""
    saved.goto(saved.url.replace("/index.html", "/diagnose/index.html"))
    watch.on(saved)
    saved.set_input_files("#log-folder", run_folder(tmp_path))
    answered(saved, CUDA_OOM)
    expect(saved.locator(".began")).to_contain_text("rank 2")
    link = saved.locator(".fix a").first
    expect(link).to_have_text("The whole fix is on the entry’s page")
    link.click()
    saved.wait_for_url("**/pytorch/torch-cuda-oom/index.html#fix")
    assert [url for url in watch.requests if not url.startswith(("file:", "data:"))] == []


def test_a_served_page_asks_for_nothing_of_the_saved_copy(page: Page, address: str, watch: Watch) -> None:
    """What is written for copies costs readers of the site no request."""
    page.goto(address + "diagnose/")
    page.keyboard.press("Escape")
    page.goto(address + "?q=out+of+memory")
    expect(page.locator(".search-results a").first).to_be_visible()
    assert [url for url in watch.requests if "/saved/" in url] == []

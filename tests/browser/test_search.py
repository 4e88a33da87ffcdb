"""The one search of the site, as a reader uses it: keys, paste, addresses, results, speed."""

import functools
import gzip
import os
import re
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, CDPSession, Page, expect

from bench.multiply import multiply
from generator.index import as_bytes, search_index, search_texts
from generator.load import load_entries
from generator.model import build_corpus
from tests.browser.conftest import Watch

#: What people type of an error message, and the entry that they should see first.
TYPED = {
    "preempted by PreemptionMode": "vllm/vllm-preemption-kv-exhausted/",
    "CUDA out of memory. Tried to allocate 2.00 GiB": "pytorch/torch-cuda-oom/",
    "Watchdog caught collective operation timeout": "torch-distributed/nccl-watchdog-collective-timeout/",
    "RuntimeError: DataLoader worker (pid 4242) is killed by signal: Killed": "pytorch/dataloader-worker-killed/",
    "vllm serve --max-model-len 8192": "vllm/vllm-max-model-len-exceeds-kv-cache/",
    "Sequence group 147 is preempted by PreemptionMode.RECOMPUTE mode because there is not enough KV cache space.": (
        "vllm/vllm-preemption-kv-exhausted/"
    ),
}
TRACEBACK = """Traceback (most recent call last):
  File "/srv/job/train.py", line 212, in <module>
    main()
  File "/srv/job/train.py", line 140, in main
    loss.backward()
torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 79.15 GiB of which 1.00 GiB is free.
"""


def first(page: Page, path: str) -> None:
    """The first result leads to `path`."""
    expect(page.locator(".search-results a").first).to_have_attribute("href", re.compile(re.escape(path) + "$"))


@pytest.mark.parametrize("typed", TYPED)
def test_part_of_an_error_message_finds_its_entry_first(page: Page, address: str, typed: str) -> None:
    """Whatever numbers it has."""
    page.goto(address)
    page.keyboard.press("/")
    page.keyboard.insert_text(typed)
    first(page, TYPED[typed])


def test_a_result_says_where_it_belongs_how_grave_it_is_and_why_it_is_there(page: Page, address: str) -> None:
    """With the signature that the line hits, and the words that were found marked."""
    page.goto(address + "?q=CUDA+out+of+memory.+Tried+to+allocate+more+than+1EB+memory.")
    result = page.locator(".search-results a").first
    expect(result.locator(".result-facts")).to_have_text(re.compile("high.*PyTorch core.*prints this line"))
    expect(result.locator("code")).to_have_text("CUDA out of memory. Tried to allocate more than 1EB memory.")
    expect(result.locator("code mark").first).to_have_text("CUDA")


def test_the_search_is_used_with_the_keyboard_alone(page: Page, address: str) -> None:
    """`/` opens, arrows walk, typing goes on from a result, Enter opens, Escape closes and leaves the page as it was."""
    page.goto(address + "tags/")
    page.keyboard.press("/")
    expect(page.locator("#search-text")).to_be_focused()
    page.keyboard.type("nccl watchdog collective timeou")
    expect(page.locator(".search-results a").nth(1)).to_be_visible()
    first(page, TYPED["Watchdog caught collective operation timeout"])
    page.keyboard.press("ArrowDown")
    expect(page.locator(".search-results a").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".search-results a").nth(1)).to_be_focused()
    page.keyboard.type("t")
    expect(page.locator("#search-text")).to_have_value("nccl watchdog collective timeout")
    page.keyboard.press("Escape")
    expect(page.locator("dialog.search")).to_be_hidden()
    assert page.url == address + "tags/"
    page.keyboard.press("/")
    expect(page.locator("#search-text")).to_have_value("nccl watchdog collective timeout")
    page.keyboard.press("Enter")
    page.wait_for_url(address + TYPED["Watchdog caught collective operation timeout"])


def test_what_was_asked_stands_in_the_address(page: Page, address: str) -> None:
    """It can be sent to somebody, and coming back from a result shows the results again."""
    page.goto(address)
    page.locator("[data-search-open]").click()
    page.keyboard.type("device-side assert triggered")
    expect(page).to_have_url(address + "?q=device-side+assert+triggered")
    page.keyboard.press("Enter")
    page.wait_for_url(address + "cuda/cuda-device-side-assert/")
    page.go_back()
    first(page, "cuda/cuda-device-side-assert/")


def test_the_box_on_the_home_page_is_the_same_search(page: Page, address: str) -> None:
    """What is typed there stands in the dialog, where typing goes on."""
    page.goto(address)
    page.locator("#find-text").click()
    page.keyboard.type("Watchdog caught collective")
    expect(page.locator("#search-text")).to_have_value("Watchdog caught collective")
    first(page, TYPED["Watchdog caught collective operation timeout"])


@pytest.mark.parametrize("box", ["#find-text", "dialog .search-input"])
def test_a_pasted_traceback_keeps_its_lines(page: Page, address: str, box: str) -> None:
    """A box of one line would join them; it finds what the traceback ends with, and offers to diagnose the whole."""
    page.goto(address)
    if "dialog" in box:
        page.keyboard.press("/")
    page.evaluate("(text) => navigator.clipboard.writeText(text)", TRACEBACK)
    page.locator(box).focus()
    page.keyboard.press("ControlOrMeta+V")
    first(page, "pytorch/torch-cuda-oom/")
    expect(page.locator(".search-log")).to_have_text(re.compile("6 lines.*Diagnose"))


def test_a_search_without_result_invites_to_add_the_entry(page: Page, address: str) -> None:
    """And offers the diagnosis of the whole log."""
    page.goto(address + "?q=xyzzy+plugh")
    none = page.locator(".search-none")
    expect(none).to_contain_text("No entry fits.")
    expect(none.get_by_role("link", name="Add it")).to_have_attribute("href", address + "contributing/#add")
    expect(page.get_by_role("status")).to_have_text("No entry fits.")


def test_a_screen_reader_is_told_how_many_and_which_comes_first(page: Page, address: str) -> None:
    """When typing rests, not with each key."""
    page.goto(address + "?q=device-side+assert+triggered")
    expect(page.get_by_role("status")).to_have_text(
        re.compile(r"^\d+ entr(y|ies)\. First: CUDA device-side assert triggered, prints this line\.$")
    )


def test_an_unknown_address_offers_to_search_for_its_words(page: Page, address: str) -> None:
    """A mistyped or old address still leads somewhere."""
    page.goto(address + "vllm/preemption-kv")
    page.locator("[data-not-found-search]").click()
    first(page, "vllm-preemption-kv-exhausted/")


def test_markup_in_a_question_is_text(page: Page, address: str, watch: Watch) -> None:
    """Whoever sends a link with `?q=` can do no more than fill in a text."""
    page.goto(
        address
        + "?q=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E+%E2%80%AE+CUDA+out+of+memory.+Tried+to+allocate+more+than+1EB+memory."
    )
    expect(page.locator(".search-results a").first).to_be_visible()
    assert page.locator("dialog img").count() == 0
    assert watch.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("asked", ["CUDA out of memory", "xyzzy plugh", ""], ids=["results", "none", "empty"])
def test_axe_finds_nothing_in_the_search(browser: Browser, address: str, scheme: Any, asked: str) -> None:
    """In both colour schemes, with results and without."""
    context = browser.new_context(color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    page.goto(address)
    page.keyboard.press("/")
    page.keyboard.type(asked)
    if asked:
        expect(page.locator(".search-results a, .search-none p").first).to_be_visible()
    page.wait_for_timeout(300)
    found = Axe().run(page).response["violations"]
    context.close()
    assert [(v["id"], v["help"], [n["html"][:160] for n in v["nodes"][:3]]) for v in found] == []


def test_the_search_fits_a_narrow_phone(browser: Browser, address: str) -> None:
    """At 320 pixels nothing is cut off, and what is touched is large enough."""
    context = browser.new_context(viewport={"width": 320, "height": 640}, has_touch=True)
    page = context.new_page()
    page.goto(address)
    target = page.locator("[data-search-open]")
    box = target.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 40
    target.tap()
    page.keyboard.type("CUDA out of memory")
    expect(page.locator(".search-results a").first).to_be_visible()
    assert (
        page.evaluate(
            "document.querySelector('.search-body').scrollWidth - document.querySelector('.search-body').clientWidth"
        )
        == 0
    )
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    for result in page.locator(".search-results a").all():
        box = result.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    context.close()


SCRIPTS = Path(__file__).parents[2] / "site_overrides/assets/javascripts"


def named(script: str) -> set[str]:
    """The scripts that a script imports, by their paths."""
    text = (SCRIPTS / script).read_text("utf-8")
    found = re.findall(r'^(?:import|export)\b(?:[^;"]*? from)? "(\.[^"]+)";', text, re.MULTILINE)
    return {os.path.normpath(os.path.join(os.path.dirname(script), one)) for one in found}


def all_named(script: str) -> set[str]:
    """And those that these import, and so on."""
    out: set[str] = set()
    new = {script}
    while new:
        new = {one for script in new for one in named(script)} - out
        out |= new
    return out


def test_the_worker_names_all_its_parts() -> None:
    """A browser that finds them one behind the other waits five times."""
    assert named("search/worker.mjs") == all_named("search/worker.mjs")


def test_nothing_of_the_search_is_loaded_before_it_is_touched(page: Page, address: str, watch: Watch) -> None:
    """Not the index, and none of its scripts."""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    early = [url for url in watch.requests if "/search/" in url or "search-" in url.rsplit("/", 1)[1]]
    assert early == []
    page.keyboard.press("/")
    page.keyboard.type("nccl")
    expect(page.locator(".search-results a").first).to_be_visible()
    assert address + "search-index.json" in watch.requests


class _Quiet(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Nothing to tell."""


@pytest.fixture(scope="module")
def large(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The pages' own files with the search files of a thousand entries, and the folder that they lie in."""
    from generator.check.tree import check_tree
    from generator.pipeline import corpus_of, site_files
    from generator.theme.settings import Settings, read_settings
    from generator.theme.shell import shell_of
    from generator.write import write_tree

    folder = tmp_path_factory.mktemp("thousand")
    many = build_corpus(load_entries(multiply(root, folder / "tree", 1000)).documents)
    handler = functools.partial(_Quiet, directory=str(folder / "site"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    here = f"http://127.0.0.1:{server.server_address[1]}/"
    found = read_settings(root)
    settings = Settings(found.name, found.description, here, "")
    shell = shell_of(root, here, "", tmp_path_factory.mktemp("shell"))
    write_tree(site_files(root, corpus_of(check_tree(root).documents), shell, settings), folder / "site")
    (folder / "site/search-index.json").write_bytes(as_bytes(search_index(many)))
    (folder / "site/search-texts.json").write_bytes(as_bytes(search_texts(many)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield here, folder / "site"
    server.shutdown()
    server.server_close()


def spent(client: CDPSession) -> float:
    """How many milliseconds of the processor the page's main thread has used: unlike time, they do not grow when others use the machine."""
    metrics = client.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")


@pytest.fixture
def slow(browser: Browser, large: tuple[str, Path]) -> Iterator[tuple[Page, CDPSession]]:
    """A fresh page on a machine with a quarter of the speed, and the session that asks what it spends."""
    context = browser.new_context()
    page = context.new_page()
    client = context.new_cdp_session(page)
    client.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(large[0])
    page.wait_for_load_state("networkidle")
    client.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    yield page, client
    context.close()


def test_with_a_thousand_entries_the_page_goes_on_while_the_search_is_made(slow: tuple[Page, CDPSession]) -> None:
    """A worker makes it: the page itself has opened the dialog within 400 ms, with a quarter of the speed."""
    page, client = slow
    before = spent(client)
    page.keyboard.press("/")
    page.wait_for_timeout(2000)
    assert page.evaluate("performance.getEntriesByName('search:ready').length") == 1
    assert spent(client) - before < 400


def test_with_a_thousand_entries_each_key_is_answered_at_once(slow: tuple[Page, CDPSession]) -> None:
    """Within 50 ms: words, misspelt words, a long line."""
    page, client = slow
    client.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    page.keyboard.press("/")
    page.keyboard.type("a")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)
    times: list[float] = []
    for text in ("cuda out of memory tried", "wachdog colective operaton timeout"):
        page.locator(".search-input").fill("")
        for key in text:
            before = spent(client)
            page.keyboard.type(key)
            times.append(spent(client) - before)
    before = spent(client)
    page.locator(".search-input").fill(TRACEBACK.replace("\n", " ") * 20)
    times.append(spent(client) - before)
    assert max(times) < 50, times


def test_little_is_loaded_before_the_first_answer(large: tuple[str, Path], root: Path) -> None:
    """250 kB at a thousand entries, compressed: the scripts, and titles and signatures."""
    _, site = large
    parts = {"search/worker.mjs", "pages/search_results.mjs"}
    for part in [*parts]:
        parts |= all_named(part)
    scripts = sum(len(gzip.compress((site / "assets/javascripts" / part).read_bytes())) for part in parts)
    assert scripts + len(gzip.compress((site / "search-index.json").read_bytes())) < 250_000
    # copies of an entry pack well; a thousand that differ are reckoned from the real ones
    real = as_bytes(search_index(build_corpus(load_entries(root).documents)))
    entries = len(load_entries(root).documents)
    assert scripts + len(gzip.compress(real)) * 1000 / entries < 250_000


def test_a_long_paste_goes_on_to_the_diagnosis_whole(page: Page, address: str) -> None:
    """The failure stands at its end, behind what the box holds."""
    page.goto(address)
    log = "step ok\n" * 40_000 + (
        "[rank2]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 2 has a total capacity of 79.15 GiB of which 1.00 GiB is free.\n"
    )
    page.evaluate("(text) => navigator.clipboard.writeText(text)", log)
    page.keyboard.press("/")
    page.keyboard.press("ControlOrMeta+v")
    expect(page.locator(".search-log")).to_contain_text("These are 40001 lines", timeout=20_000)
    page.locator(".search-log a").click()
    expect(page.locator(".diagnosis > h2")).to_have_text(
        "CUDA out of memory raised by the PyTorch caching allocator", timeout=30_000
    )

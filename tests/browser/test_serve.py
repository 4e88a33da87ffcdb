"""`encyclopedia serve`, from an edit in the editor to the page in the browser."""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect


@pytest.fixture
def repository(root: Path, tmp_path: Path) -> Path:
    """A copy of what the server reads, free to be edited."""
    for name in ("entries", "templates", "site_overrides", "generator"):
        shutil.copytree(root / name, tmp_path / name)
    shutil.copy(root / "mkdocs.yml", tmp_path)
    return tmp_path


@contextmanager
def running(repository: Path, *words: str) -> Iterator[str]:
    """The address that a server on that copy prints, for as long as it runs."""
    log = repository / "serve.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-u", "-m", "generator.cli", *words, "--port", "0"],
            cwd=repository,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        try:
            for _ in range(1200):
                found = re.search(r"http://127\.0\.0\.1:[1-9][0-9]*/\S*", log.read_text())
                if found:
                    break
                time.sleep(0.1)
            else:
                pytest.fail(f"the server printed no address: {log.read_text()}")
            yield found.group()
        finally:
            process.terminate()
            process.wait()


@pytest.fixture
def served(repository: Path) -> Iterator[str]:
    """The address of a running server on that copy."""
    with running(repository, "serve") as address:
        yield address


def test_a_preview_shows_one_entry_and_its_hub_and_follows_edits(page: Page, repository: Path) -> None:
    """The address that is printed is the entry's own; what is not built leads to the site's page for that."""
    path = repository / "entries/vllm/vllm-preemption-kv-exhausted.yaml"
    with running(repository, "preview", "vllm-preemption-kv-exhausted") as address:
        assert address.endswith("/vllm/vllm-preemption-kv-exhausted/")
        page.goto(address)
        path.write_text(
            re.sub(r"^title: .*$", "title: An edited title", path.read_text("utf-8"), count=1, flags=re.MULTILINE),
            "utf-8",
        )
        expect(page.locator("h1")).to_have_text("An edited title", timeout=15_000)
        page.goto(address + "../")
        expect(page.locator("h1")).to_have_text("vLLM")
        page.goto(address + "../vllm-engine-core-dead/")
        expect(page.locator("h1")).to_have_text("Nothing at this address")


def test_an_edit_shows_in_the_open_page(page: Page, repository: Path, served: str) -> None:
    """The page reloads by itself once the edited entry is built."""
    path = repository / "entries/vllm/vllm-preemption-kv-exhausted.yaml"
    page.goto(served + "vllm/vllm-preemption-kv-exhausted/")
    path.write_text(
        re.sub(r"^title: .*$", "title: An edited title", path.read_text("utf-8"), count=1, flags=re.MULTILINE), "utf-8"
    )
    expect(page.locator("h1")).to_have_text("An edited title", timeout=15_000)


def test_a_broken_edit_leaves_the_last_good_page_and_says_so_above_it(
    page: Page, repository: Path, served: str
) -> None:
    """Who looks at the page and not at the terminal learns that the edit was not taken, and why."""
    path = repository / "entries/vllm/vllm-preemption-kv-exhausted.yaml"
    page.goto(served + "vllm/vllm-preemption-kv-exhausted/")
    title = page.locator("h1").inner_text()
    path.write_text("title: [broken", "utf-8")
    # an editor empties the file before it writes: the first notice may be of an empty file
    expect(page.locator(".serve-notice pre")).to_contain_text("preemption-kv-exhausted.yaml:1:15: Y101", timeout=15_000)
    expect(page.locator(".serve-notice summary")).to_have_text("1 problem; the last good pages of these files stay")
    assert page.locator("h1").inner_text() == title


def test_a_broken_template_leaves_the_last_good_pages(page: Page, repository: Path, served: str) -> None:
    """The server goes on answering, and the notice names the template's line."""
    template = repository / "templates/entry/affected.html.j2"
    page.goto(served + "vllm/vllm-preemption-kv-exhausted/")
    template.write_text("{% if %}", "utf-8")
    expect(page.locator(".serve-notice pre")).to_contain_text("affected.html.j2:1:", timeout=15_000)
    assert page.locator("h1").is_visible()


def test_a_draft_from_the_start_does_not_keep_the_others_from_being_served(
    page: Page, repository: Path, request: pytest.FixtureRequest
) -> None:
    """What is sound is shown; what is not is named."""
    (repository / "entries/vllm/a-draft.yaml").write_text("title: A draft\n", "utf-8")
    served = request.getfixturevalue("served")
    page.goto(served + "vllm/vllm-preemption-kv-exhausted/")
    expect(page.locator(".serve-notice pre")).to_contain_text("entries/vllm/a-draft.yaml", timeout=15_000)
    assert page.locator("h1").is_visible()

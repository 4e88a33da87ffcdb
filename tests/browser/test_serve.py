"""`encyclopedia serve`, from an edit in the editor to the page in the browser."""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
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


@pytest.fixture
def served(repository: Path) -> Iterator[str]:
    """The address of a running server on that copy."""
    log = repository / "serve.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-u", "-m", "generator.cli", "serve", "--port", "0"],
            cwd=repository,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        try:
            for _ in range(300):
                found = re.search(r"http://127\.0\.0\.1:[1-9][0-9]*/", log.read_text())
                if found:
                    break
                time.sleep(0.1)
            else:
                pytest.fail(f"the server printed no address: {log.read_text()}")
            yield found.group()
        finally:
            process.terminate()
            process.wait()


def test_an_edit_shows_in_the_open_page(page: Page, repository: Path, served: str) -> None:
    """The page reloads by itself once the edited entry is built."""
    path = repository / "entries/vllm/vllm-preemption-kv-exhausted.yaml"
    page.goto(served + "vllm/vllm-preemption-kv-exhausted/")
    path.write_text(
        re.sub(r"^title: .*$", "title: An edited title", path.read_text("utf-8"), count=1, flags=re.MULTILINE), "utf-8"
    )
    expect(page.locator("h1")).to_have_text("An edited title", timeout=15_000)


def test_a_broken_edit_leaves_the_last_good_page(page: Page, repository: Path, served: str) -> None:
    """The problem is printed with its place; the reader of the page sees what was good."""
    path = repository / "entries/vllm/vllm-preemption-kv-exhausted.yaml"
    page.goto(served + "vllm/vllm-preemption-kv-exhausted/")
    title = page.locator("h1").inner_text()
    path.write_text("title: [broken", "utf-8")
    log = repository / "serve.log"
    for _ in range(100):
        # an editor empties the file before it writes: the first word may be of an empty file
        if "vllm-preemption-kv-exhausted.yaml:1:15: Y101" in log.read_text():
            break
        time.sleep(0.1)
    else:
        pytest.fail(log.read_text())
    page.reload()
    assert page.locator("h1").inner_text() == title

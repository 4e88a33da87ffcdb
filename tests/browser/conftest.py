"""A real Chromium, and the real site under a sub-path, as project pages are served."""

import functools
import os
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, sync_playwright

PREFIX = "/encyclopedia/"
CANDIDATES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class _UnderPrefix(SimpleHTTPRequestHandler):
    """Serves the folder below PREFIX, and the site's own page for what is not there."""

    def translate_path(self, path: str) -> str:
        return super().translate_path("/" + path.removeprefix(PREFIX)) if path.startswith(PREFIX) else "/nonexistent"

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        body = (Path(self.directory) / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet: what a test needs to know is in what the browser saw."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the site of `address` lies."""
    return tmp_path_factory.mktemp("browser") / "site"


@pytest.fixture(scope="session")
def address(root: Path, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the real site, built for a sub-path and served on this machine."""
    from generator.check.tree import check_tree
    from generator.pipeline import corpus_of, site_files
    from generator.theme.settings import Settings, read_settings
    from generator.theme.shell import shell_of
    from generator.write import write_tree

    checked = check_tree(root)
    assert checked.is_sound, [f"{p.location}: {p.code} {p.what}" for p in checked.problems]
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_UnderPrefix, directory=str(folder)))
    try:
        here = f"http://127.0.0.1:{server.server_address[1]}{PREFIX}"
        found = read_settings(root)
        # a repository on GitHub is what makes the theme ask its API; ours must not
        settings = Settings(found.name, found.description, here, "https://github.com/example/encyclopedia")
        shell = shell_of(root, here, settings.repository, tmp_path_factory.mktemp("shell"))
        write_tree(site_files(root, corpus_of(checked.documents), shell, settings), folder)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield here
        server.shutdown()
    finally:
        server.server_close()


def _executable() -> str:
    for name in (os.environ.get("CHROMIUM", ""), *CANDIDATES):
        found = shutil.which(name) if name else None
        if found:
            return found
    pytest.fail("no Chromium or Chrome was found; `make test-tools` installs one or says how")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=_executable(), args=QUIET)
        yield running
        running.close()


@dataclass
class Watch:
    """What a page asked for and complained of."""

    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def on(self, page: Page) -> Page:
        """The page, from now on watched."""

        def asked(request: Request) -> None:
            self.requests.append(request.url)

        def said(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                self.complaints.append(message.text)

        page.on("request", asked)
        page.on("console", said)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page


@pytest.fixture
def watch() -> Watch:
    """Records requests and complaints of the pages put under it."""
    return Watch()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A fresh profile: no storage, no cookies; may use the clipboard."""
    fresh = browser.new_context(
        viewport={"width": 1280, "height": 900}, permissions=["clipboard-read", "clipboard-write"]
    )
    fresh.set_default_timeout(10_000)
    yield fresh
    fresh.close()


@pytest.fixture
def page(context: BrowserContext, watch: Watch) -> Page:
    """A blank page under watch."""
    return watch.on(context.new_page())

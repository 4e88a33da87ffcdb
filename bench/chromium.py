"""A folder in, a page of it in Chromium out: served on this machine for as long as it is used."""

import functools
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: How long a measurement may take, in milliseconds.
LONGEST = 600_000


@contextmanager
def page_of(folder: Path) -> Iterator["Page"]:
    """A blank page of the folder; what stands in it can be loaded as modules and workers."""
    from playwright.sync_api import sync_playwright

    (folder / "index.html").write_text("<!doctype html><title>bench</title>", "utf-8")
    SimpleHTTPRequestHandler.extensions_map[".mjs"] = "text/javascript"
    SimpleHTTPRequestHandler.log_message = lambda *_: None  # type: ignore[method-assign]  # quiet
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(SimpleHTTPRequestHandler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    executable = next(filter(None, map(shutil.which, (os.environ.get("CHROMIUM", ""), "chromium", "google-chrome"))))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
            page = browser.new_page()
            page.set_default_timeout(LONGEST)
            page.goto(f"http://127.0.0.1:{server.server_port}/")
            yield page
            browser.close()
    finally:
        server.shutdown()
        server.server_close()

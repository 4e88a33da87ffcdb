"""A folder in, a page of it in Chromium out: served on this machine for as long as it is used."""

import functools
import gzip
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: How long a measurement may take, in milliseconds.
LONGEST = 600_000


@contextmanager
def page_of(folder: Path) -> Iterator["Page"]:
    """A blank page of the folder; what stands in it can be loaded as modules and workers."""
    (folder / "index.html").write_text("<!doctype html><title>bench</title>", "utf-8")
    with site_of(folder) as (browser, address, _):
        page = browser.new_page()
        page.set_default_timeout(LONGEST)
        page.goto(address)
        yield page


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files, and keeps the paths that were asked for."""

    extensions_map: ClassVar[dict[str, str]] = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}

    def __init__(self, *given: Any, asked: list[str], packed: bool = False, **named: Any) -> None:
        self.asked, self.packed = asked, packed
        super().__init__(*given, **named)

    def do_GET(self) -> None:
        self.asked.append(self.path.partition("?")[0].lstrip("/"))
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not self.packed or not path.is_file():
            super().do_GET()
            return
        content = _gzipped(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


@functools.cache
def _gzipped(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


@contextmanager
def site_of(folder: Path, *, packed: bool = False) -> Iterator[tuple["Browser", str, list[str]]]:
    """Chromium, the address at which the folder is served, and the paths in it that were asked for, which grow. `packed`: as gzip, as hosts of sites send it."""
    from playwright.sync_api import sync_playwright

    asked: list[str] = []
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder), asked=asked, packed=packed)
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    executable = next(filter(None, map(shutil.which, (os.environ.get("CHROMIUM", ""), "chromium", "google-chrome"))))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
            yield browser, f"http://127.0.0.1:{server.server_port}/", asked
            browser.close()
    finally:
        server.shutdown()
        server.server_close()

"""A built site in; out a folder with a picture of each page whose entry has changed since main, and the site itself to open from the disk.

    .venv/bin/python .github/scripts/pictures.py --target preview

What it prints is Markdown for a workflow's summary. The browser reaches no address but the one on which the site is served here.
"""

import argparse
import os
import re
import shutil
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Route, sync_playwright

from generator.cli.changed import changed_entries

ROOT = Path(__file__).parents[2]
BROWSERS = (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
#: More than a reviewer looks at, and few enough for a quarter of an hour.
MOST = 60
#: Chromium draws no picture higher than 16384 pixels; what a page has below is in the site.
HIGHEST = 16_000


def pages_of(names: Iterable[str], site: Path) -> list[str]:
    """The pages of changed files that the site has: an entry's own, and for `_area.yaml` the area's. Names come from strangers."""
    found = set()
    for name in names:
        parts = re.fullmatch(r"entries/([a-z0-9-]+)/([a-z0-9_-]+)\.yaml", name)
        if parts:
            page = parts[1] if parts[2] == "_area" else f"{parts[1]}/{parts[2]}"
            if (site / page / "index.html").is_file():
                found.add(page)
    return sorted(found)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Standard output is the summary's."""


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The address at which the site is served while this lasts."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


def take(pages: Iterable[str], site: Path, target: Path) -> list[Path]:
    """Writes a picture of each page, whole, as a wide window shows it."""
    executable = next((found for name in BROWSERS if name and (found := shutil.which(name))), None)
    if executable is None:
        sys.exit("no Chromium or Chrome was found; `make test-tools` installs one or says how")
    pictures = []
    with served(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})

        def only_here(route: Route) -> None:
            if route.request.url.startswith(address):
                route.continue_()
            else:
                route.abort()

        page.route("**/*", only_here)
        for name in pages:
            page.goto(f"{address}{name}/", wait_until="networkidle")
            height = min(HIGHEST, int(page.evaluate("document.documentElement.scrollHeight")))
            page.set_viewport_size({"width": 1280, "height": height})
            picture = target / f"pictures/{name}.png"
            picture.parent.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=picture)
            page.set_viewport_size({"width": 1280, "height": 900})
            pictures.append(picture)
        browser.close()
    return pictures


def summary(pages: list[str], left_out: int) -> Iterator[str]:
    """What a reviewer reads; the names are made of letters, digits and hyphens alone."""
    yield f"### {len(pages)} changed {'page' if len(pages) == 1 else 'pages'}"
    yield ""
    yield "The artefact `preview` below holds a picture of each, and the whole site: unpack it and open `site/index.html`."
    yield ""
    for name in pages:
        yield f"- `site/{name}/index.html`, `pictures/{name}.png`"
    if left_out:
        yield f"- and {left_out} more without a picture"


def main() -> None:
    """Takes the pictures, copies the site, prints the summary."""
    parser = argparse.ArgumentParser(description="Pictures of the pages whose entries have changed.")
    parser.add_argument("names", nargs="*", metavar="FILE", help="entry files; without any, what git knows as changed")
    parser.add_argument("--site", type=Path, default=ROOT / "site", help="the built site")
    parser.add_argument("--target", type=Path, required=True, help="the folder to write; it must not exist")
    given = parser.parse_args()
    pages = pages_of(given.names or changed_entries(ROOT), given.site)
    given.target.mkdir(parents=True)
    take(pages[:MOST], given.site, given.target)
    shutil.copytree(given.site, given.target / "site", ignore=shutil.ignore_patterns(".*"))
    print("\n".join(summary(pages[:MOST], len(pages[MOST:]))))


if __name__ == "__main__":
    main()

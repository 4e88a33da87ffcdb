"""MkDocs' reloading server, told of edits by the operating system, with its script as a file of the site's own origin."""

import json
import os
from collections.abc import Iterable
from html import escape
from pathlib import Path

from mkdocs.livereload import LiveReloadServer
from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver
from watchdog.observers.polling import PollingObserver

from generator.cli.workshop import Workshop
from generator.load.paths import LEFTOVER

CLIENT = b"""
let epoch = Number(document.currentScript.dataset.epoch);
const textOf = async (address) => (await fetch(address, { cache: "no-store" })).text();
// the page as it is on the server, but for the epoch in it: an edit first shows on its own page, and others follow
const page = () => textOf(location.href);
const withoutEpoch = (text) => text.replace(/data-epoch="[0-9]+"/, "");
const state = () => textOf("/livereload.json");
const shown = Promise.all([page(), state()]);
shown.then(([text]) => text.includes(`data-epoch="${document.querySelector("script[data-epoch]").dataset.epoch}"`) || location.reload());
const poll = async () => {
  try {
    const answer = Number(await textOf(`/livereload/${epoch}/1`));
    if (answer > epoch) {
      epoch = answer;
      const now = await Promise.all([page(), state()]);
      if (now.map(withoutEpoch).join() !== (await shown).map(withoutEpoch).join()) return location.reload();
    }
    setTimeout(poll, 0);
  } catch {
    setTimeout(poll, 2000); // the server is being restarted
  }
};
const notice = async () => {
  const { notice: text } = JSON.parse(await state());
  if (!text) return;
  const box = document.createElement("details");
  const head = document.createElement("summary");
  const body = document.createElement("pre");
  [head.textContent, body.textContent] = [text.split("\\n").at(-1), text];
  box.append(head, body);
  const style = document.createElement("link");
  [style.rel, style.href] = ["stylesheet", "/livereload.css"];
  document.head.append(style);
  box.className = "serve-notice";
  box.setAttribute("role", "status");
  document.body.prepend(box);
};
addEventListener("load", () => { notice(); poll(); });
"""


STYLE = b"""
.serve-notice { position: sticky; top: 0; z-index: 9; padding: .6rem 1rem; background: #7a1f1f; color: #fff; font: 14px/1.5 system-ui; }
.serve-notice summary { cursor: pointer; font-weight: 700; }
.serve-notice pre { max-height: 60vh; overflow: auto; white-space: pre-wrap; font: 12px/1.5 ui-monospace, monospace; }
"""


#: Kinds of events that follow a change; others tell of files that were only read.
CHANGES = ("created", "modified", "moved", "deleted")


class LiveServer(LiveReloadServer):
    """MkDocs' server. What was edited is shown first, all else follows; the pages' policy allows no inline script, so the server's is a file."""

    def __init__(self, workshop: Workshop, host: str, port: int, folder: Path) -> None:
        super().__init__(self._rebuild, host, port, str(folder))
        self.build_delay = 0.03
        self.workshop, self.folder = workshop, folder
        self.error_handler = self._not_found
        self._edited: set[Path] = set()

    def follow(self, paths: Iterable[Path]) -> None:
        """Builds anew whenever a file at or below one of these paths changes. Where the system cannot tell of all, they are looked at again and again."""
        paths = list(paths)
        try:
            self._observe(Observer(), paths)
        except OSError:  # more folders than the system watches for one user
            self._observe(PollingObserver(timeout=0.5), paths)

    def _observe(self, observer: BaseObserver, paths: list[Path]) -> None:
        handler = FileSystemEventHandler()
        handler.on_any_event = self._notice  # type: ignore[method-assign]
        for path in paths:
            observer.schedule(handler, str(path), recursive=path.is_dir())
        observer.start()
        self.observer = observer  # type: ignore[assignment]
        self._watched_paths = {str(path): 1 for path in paths}

    def serve(self, *, open_in_browser: bool = False) -> None:
        """Answers until it is shut down; MkDocs' own would start the observer a second time."""
        self.server_bind()
        self.server_activate()
        self.serve_thread.start()
        self._build_loop()  # type: ignore[no-untyped-call]

    def _notice(self, event: FileSystemEvent) -> None:
        if event.is_directory or event.event_type not in CHANGES:
            return
        found = {Path(os.fsdecode(path)) for path in (event.src_path, event.dest_path) if path}
        with self._rebuild_cond:
            self._edited |= {path for path in found if not LEFTOVER.fullmatch(path.name)}
            self._want_rebuild = True
            self._rebuild_cond.notify_all()

    def _rebuild(self) -> None:
        with self._rebuild_cond:
            edited, self._edited = self._edited, set()
        if self.workshop.show_edited(edited) or not self.workshop.build(lambda: bool(self._edited)):
            with self._rebuild_cond:
                self._want_rebuild = True  # for all that is not shown yet

    def _state(self) -> bytes:
        """What a browser compares to know whether to load its page again: beside the page itself, what is wrong, and styles and scripts."""
        return json.dumps({"notice": self.workshop.notice, "assets": self.workshop.tree.assets}).encode()

    def _serve_request(self, environ: dict[str, str], start_response: object) -> Iterable[bytes] | None:
        own = {
            "/livereload.js": ("text/javascript", CLIENT),
            "/livereload.css": ("text/css", STYLE),
            "/livereload.json": ("application/json", self._state()),
        }.get(environ["PATH_INFO"])
        if own is not None:
            kind, content = own
            assert callable(start_response)
            start_response("200 OK", [("Content-Type", kind), ("Content-Length", str(len(content)))])
            return [content]
        answer: Iterable[bytes] | None = super()._serve_request(environ, start_response)
        return answer

    def _not_found(self, code: int) -> bytes | None:
        """The site's own page for an unknown address, or, while there is no page at all, what is wrong."""
        if code != 404:
            return None
        try:
            page = (self.folder / "404.html").read_bytes()
        except OSError:
            words = escape(self.workshop.notice or "no page is built yet")
            page = (
                f"<!doctype html><meta charset=utf-8><title>Not built</title><pre>{words}</pre><body></body>".encode()
            )
        return self._inject_js_into_html(page, self._visible_epoch)

    def _inject_js_into_html(self, content: bytes, epoch: int) -> bytes:
        tag = b'<script src="/livereload.js" data-epoch="%d"></script>' % epoch
        return content.replace(b"</body>", tag + b"</body>", 1)

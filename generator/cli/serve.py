"""`encyclopedia serve`: the site on this machine, following every edit."""

import gc
import json
import signal
import socket
import tempfile
import time
from collections.abc import Iterable
from html import escape
from pathlib import Path
from types import FrameType

import click
from jinja2 import TemplateError
from mkdocs.livereload import LiveReloadServer

from generator import pipeline
from generator.check import linkable
from generator.check.tree import check_tree
from generator.cli.common import WrongUseError, root_option, source_lines_of, summary, words_of
from generator.load import Document
from generator.load.paths import cache_of
from generator.problems import is_error
from generator.problems.printing import as_text
from generator.theme.settings import Settings, SettingsError, read_settings
from generator.theme.shell import ShellError, shell_of
from generator.write import LiveTree, Written

#: What an edit can change; anything else needs a restart.
WATCHED = ("entries", "templates", "site_overrides", "mkdocs.yml")

_CLIENT = b"""
const epoch = Number(document.currentScript.dataset.epoch);
const poll = async () => {
  try {
    const answer = await fetch(`/livereload/${epoch}/1`);
    if (Number(await answer.text()) > epoch) return location.reload();
    setTimeout(poll, 0);
  } catch {
    setTimeout(poll, 2000); // the server is being restarted
  }
};
const notice = async () => {
  const text = await (await fetch("/livereload.json")).json();
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


_STYLE = b"""
.serve-notice { position: sticky; top: 0; z-index: 9; padding: .6rem 1rem; background: #7a1f1f; color: #fff; font: 14px/1.5 system-ui; }
.serve-notice summary { cursor: pointer; font-weight: 700; }
.serve-notice pre { max-height: 60vh; overflow: auto; white-space: pre-wrap; font: 12px/1.5 ui-monospace, monospace; }
"""


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="The port; 0 takes any free one."
)
@root_option
def command(host: str, port: int, root: Path) -> None:
    """Build the site, serve it on this machine, and reload the browser after every edit.

    A problem in an edited file is printed and shown above the page; what is good is served meanwhile.

    \b
    Example:
      encyclopedia serve --port 8001
    """
    run_server(root, host, port)


def run_server(root: Path, host: str, port: int, only: str | None = None) -> None:
    """Serves the whole site, or one entry with its hub, until it is ended."""
    port = _free(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    signal.signal(signal.SIGTERM, _stop)
    with tempfile.TemporaryDirectory(prefix="encyclopedia-") as folder:
        workshop = _Workshop(root, address, LiveTree(Path(folder)), only)
        try:
            workshop.build()
            gc.freeze()  # what the first build made mostly stays; what edits leave behind is collected
            gc.enable()
            _serve(workshop, host, port, Path(folder))
        except KeyboardInterrupt:
            click.echo()


def _stop(number: int, frame: FrameType | None) -> None:
    """The end of a server that was asked to end: as if by Ctrl-C, so that nothing is left behind."""
    raise KeyboardInterrupt


def _serve(workshop: "_Workshop", host: str, port: int, folder: Path) -> None:
    server = _Server(workshop, host, port, folder)
    for name in WATCHED:
        if (workshop.root / name).exists():
            server.watch(str(workshop.root / name))
    click.echo(f"\n  {workshop.address}{workshop.path}\n\nFollowing edits in {', '.join(WATCHED)}. Ctrl-C ends.")
    try:
        server.serve()  # type: ignore[no-untyped-call]
    finally:
        server.shutdown()


def _free(host: str, port: int) -> int:
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
            return int(probe.getsockname()[1])
    except socket.gaierror as error:
        raise WrongUseError(f"`{host}` is no address of this machine; use --host 127.0.0.1") from error
    except OSError as error:
        other = "try another --port, or --port 0 for any free one"
        raise WrongUseError(f"cannot listen on {host}, port {port}: {error.strerror}; {other}") from error


class _Workshop:
    """The build of a running server: keeps what an edit has not touched, and the last good state of what is broken now."""

    def __init__(self, root: Path, address: str, tree: LiveTree, only: str | None = None) -> None:
        self.root, self.address, self.tree, self.only = root, address, tree, only
        self.memory = pipeline.Memory()
        self.good: dict[str, Document] = {}
        #: What is wrong now, in words; "" when nothing is.
        self.notice = ""

    @property
    def path(self) -> str:
        """Where on the site a reader begins."""
        found = sorted((self.root / "entries").glob(f"*/{self.only}.yaml")) if self.only else []
        return f"{found[0].parent.name}/{self.only}/" if found else ""

    def build(self) -> None:
        """The pages become those of the tree as far as it can be shown; what is wrong is printed and kept in `notice`. Never raises."""
        started = time.perf_counter()
        try:
            documents = self._readable()
            written, entries = self._write(documents)
            seconds = time.perf_counter() - started
            click.echo(f"{entries} entries: {written.changed} of {written.files} files changed ({seconds:.2f} s)")
        except (SettingsError, ShellError, TemplateError, OSError) as error:
            self.notice = f"{words_of(error)}\nthe last good pages stay"
        if self.notice:
            click.echo(self.notice)

    def _readable(self) -> list[Document]:
        checked = check_tree(self.root, self.memory)
        errors = [p for p in checked.problems if is_error(p.code)]
        self.notice = ""
        if errors:
            text = as_text(errors, source_lines_of(checked, self.root))
            self.notice = f"{text}\n\n{summary(errors)}; the last good pages of these files stay"
        now = {document.name: document for document in checked.documents}
        kept = {name: d for name, d in self.good.items() if name not in now and (self.root / name).exists()}
        documents = linkable(sorted([*now.values(), *kept.values()], key=lambda d: d.name))
        self.good = {document.name: document for document in documents}
        return documents

    def _write(self, documents: list[Document]) -> tuple[Written, int]:
        found = read_settings(self.root)
        settings = Settings(found.name, found.description, self.address, found.repository)
        shell = shell_of(self.root, self.address, settings.repository, cache_of(self.root))
        corpus = pipeline.corpus_of(documents, self.memory)
        if self.only is None:
            files = pipeline.site_files(self.root, corpus, shell, settings, self.memory)
            return self.tree.update(files), len(corpus.entries)
        if self.only not in corpus.by_id:
            self.notice = self.notice or f"`{self.only}` cannot be shown yet"
            return Written(0, 0), 0
        filed = corpus.by_id[self.only]
        return self.tree.update(pipeline.preview_files(self.root, corpus, shell, settings, filed)), 1


class _Server(LiveReloadServer):
    """MkDocs' server, with its reload script as a file of the site's own origin: the pages' policy allows no inline script."""

    def __init__(self, workshop: _Workshop, host: str, port: int, folder: Path) -> None:
        super().__init__(workshop.build, host, port, str(folder), polling_interval=0.2)
        self.build_delay = 0.05
        self.workshop, self.folder = workshop, folder
        self.error_handler = self._not_found

    def _serve_request(self, environ: dict[str, str], start_response: object) -> Iterable[bytes] | None:
        own = {
            "/livereload.js": ("text/javascript", _CLIENT),
            "/livereload.css": ("text/css", _STYLE),
            "/livereload.json": ("application/json", json.dumps(self.workshop.notice).encode()),
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

"""`encyclopedia serve`: the site on this machine, following every edit."""

import gc
import os
import socket
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

import click
from mkdocs.livereload import LiveReloadServer

from generator import pipeline
from generator.cli.common import WrongUseError, print_problems, root_option, summary
from generator.problems import is_error
from generator.theme.settings import Settings, SettingsError, cache_of, read_settings
from generator.theme.shell import ShellError, shell_of
from generator.write import LiveTree

#: What an edit can change; anything else needs a restart.
WATCHED = ("entries", "templates", "site_overrides", "mkdocs.yml")

_CLIENT = b"""
{
  let epoch = Number(document.currentScript.dataset.epoch);
  const poll = async () => {
    try {
      const answer = await fetch(`/livereload/${epoch}/1`);
      if (Number(await answer.text()) > epoch) return location.reload();
      setTimeout(poll, 0);
    } catch {
      setTimeout(poll, 2000); // the server is being restarted
    }
  };
  addEventListener("load", poll);
}
"""


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="The port; 0 takes any free one."
)
@root_option
def command(host: str, port: int, root: Path) -> None:
    """Build the site, serve it on this machine, and reload the browser after every edit.

    A problem in an edited file is printed, and the last good pages stay.

    \b
    Example:
      encyclopedia serve --port 8001
    """
    port = _free(host, port)
    address = f"http://{host}:{port}/"
    with tempfile.TemporaryDirectory(prefix="encyclopedia-") as folder:
        workshop = _Workshop(root, address, LiveTree(Path(folder)))
        try:
            sound = workshop.build()
        except (SettingsError, ShellError) as error:
            raise WrongUseError(str(error)) from error
        if not sound:
            raise SystemExit(1)
        gc.freeze()  # what the first build made mostly stays; what edits leave behind is collected
        gc.enable()
        server = _Server(workshop.rebuild, host, port, folder, polling_interval=0.2)
        server.build_delay = 0.05
        for name in WATCHED:
            if (root / name).exists():
                server.watch(str(root / name))
        server.error_handler = lambda code: (Path(folder) / "404.html").read_bytes() if code == 404 else None
        click.echo(f"\n  {address}\n\nFollowing edits in {', '.join(WATCHED)}. Ctrl-C ends.")
        try:
            server.serve()  # type: ignore[no-untyped-call]
        except KeyboardInterrupt:
            click.echo()
        finally:
            server.shutdown()


def _free(host: str, port: int) -> int:
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
            return int(probe.getsockname()[1])
    except OSError as error:
        raise WrongUseError(
            f"cannot listen on {host}:{port}: {os.strerror(error.errno or 0)}; try another --port, or --port 0 for any free one"
        ) from error


class _Workshop:
    """The build of a running server: keeps what an edit has not touched."""

    def __init__(self, root: Path, address: str, tree: LiveTree) -> None:
        self.root, self.address, self.tree = root, address, tree
        self.memory = pipeline.Memory()

    def build(self) -> bool:
        """Whether the tree is sound and the pages are now its pages; prints what was found."""
        started = time.perf_counter()
        checked = pipeline.check_tree(self.root, self.memory)
        if not checked.is_sound:
            errors = [p for p in checked.problems if is_error(p.code)]
            print_problems(errors, checked, self.root)
            click.echo(f"\n{summary(errors)}; the last good pages stay")
            return False
        found = read_settings(self.root)
        settings = Settings(found.name, found.description, self.address, found.repository)
        shell = shell_of(self.root, self.address, settings.repository, cache_of(self.root))
        corpus = pipeline.corpus_of(checked.documents, self.memory)
        written = self.tree.update(pipeline.site_files(self.root, corpus, shell, settings, self.memory))
        click.echo(
            f"{len(corpus.entries)} entries: {written.changed} of {written.files} files changed ({time.perf_counter() - started:.2f} s)"
        )
        return True

    def rebuild(self) -> None:
        """The builder of the server: a failed build leaves the pages and the server as they are."""
        try:
            self.build()
        except (SettingsError, ShellError, OSError) as error:
            click.echo(f"encyclopedia: {error}; the last good pages stay", err=True)


class _Server(LiveReloadServer):
    """MkDocs' server, with its reload script as a file of the site's own origin: the pages' policy allows no inline script."""

    def _serve_request(self, environ: dict[str, str], start_response: object) -> Iterable[bytes] | None:
        if environ["PATH_INFO"] == "/livereload.js":
            assert callable(start_response)
            start_response("200 OK", [("Content-Type", "text/javascript"), ("Content-Length", str(len(_CLIENT)))])
            return [_CLIENT]
        answer: Iterable[bytes] | None = super()._serve_request(environ, start_response)
        return answer

    def _inject_js_into_html(self, content: bytes, epoch: int) -> bytes:
        tag = b'<script src="/livereload.js" data-epoch="%d"></script>' % epoch
        return content.replace(b"</body>", tag + b"</body>", 1)

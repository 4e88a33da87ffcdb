"""`encyclopedia serve`: the site on this machine, following every edit."""

import gc
import signal
import socket
import tempfile
from pathlib import Path
from types import FrameType

import click

from generator.cli.common import WrongUseError, root_option
from generator.cli.live_server import LiveServer
from generator.cli.workshop import Workshop
from generator.write import LiveTree

#: What an edit can change; anything else needs a restart.
WATCHED = ("entries", "templates", "site_overrides", "mkdocs.yml")


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
        workshop = Workshop(root, address, LiveTree(Path(folder)), only)
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


def _serve(workshop: Workshop, host: str, port: int, folder: Path) -> None:
    server = LiveServer(workshop, host, port, folder)
    server.follow(workshop.root / name for name in WATCHED if (workshop.root / name).exists())
    click.echo(f"\n  {workshop.address}{workshop.path}\n\nFollowing edits in {', '.join(WATCHED)}. Ctrl-C ends.")
    try:
        server.serve()
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

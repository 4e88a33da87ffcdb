"""`encyclopedia preview`: one entry and its hub on this machine, following every edit."""

from pathlib import Path

import click

from generator.cli.common import root_option
from generator.cli.moving import place_of


@click.command("preview")
@click.argument("id_", metavar="ID")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="The port; 0 takes any free one."
)
@root_option
def command(id_: str, host: str, port: int, root: Path) -> None:
    """Show one entry and its hub as the site will, at once, and reload the browser after every edit. Other pages are not built; `encyclopedia serve` builds all.

    \b
    Example:
      encyclopedia preview nccl-ib-completion-error
    """
    _, name = place_of(root, id_)
    from generator.cli.serve import run_server

    run_server(root, host, port, only=name)

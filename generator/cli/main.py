"""Names in, commands out; the entry point of the installed command."""

import gc
import importlib
from typing import Any

import click

from generator import __version__

#: Each command and the one line that `--help` shows; the module of the same name holds it.
COMMANDS = {
    "build": "Check the entries and write the site.",
    "check": "Check entries and say how to mend each problem.",
    "diagnose": "Say why a job failed, from its logs.",
    "explain": "Explain an entry or the code of a problem.",
    "prove": "Look signatures up in the software that prints them.",
    "new": "Start a new entry with every field and its purpose.",
    "rename": "Give an entry another id or area; its address keeps working.",
    "merge": "Make one entry of two.",
    "retire": "Take an entry out; its address leads to its area.",
    "schema": "Show the fields of an entry, or write the JSON schemas.",
    "search": "Find entries by a line that a program printed, or by words.",
    "preview": "Show one entry and its hub at once, and follow every edit.",
    "stats": "Measure how far the whole can be trusted.",
    "serve": "Build, serve on this machine, and follow every edit.",
}


class _Commands(click.Group):
    """Finds a command's module by its name, so that `--help` and a quick search import little."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"generator.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in COMMANDS:
            from generator.problems import did_you_mean
            from generator.problems.printing import printable

            ctx.fail(
                f"there is no command `{printable(name)}`; {did_you_mean(name, list(COMMANDS), 'see `encyclopedia --help`')}"
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="encyclopedia")
def group() -> None:
    """The open failure encyclopedia for machine learning.

    \b
    Examples:
      encyclopedia search "Watchdog caught collective operation timeout"
      encyclopedia diagnose run/logs/
      encyclopedia check entries/nccl/
      encyclopedia serve
    """


def main(*args: Any, **kwargs: Any) -> None:
    """Run the command line; exits 0 when clean, 1 when problems were found, 2 on wrong use or unreadable input."""
    kwargs.setdefault("prog_name", "encyclopedia")
    # a run is short and makes a million values that stay: walking them again and again took a third of its time
    gc.disable()
    try:
        group.main(*args, **kwargs)
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            # the output itself cannot be written: a full disk behind `> file`
            click.echo(f"encyclopedia: cannot write the output: {error.strerror}", err=True)
            raise SystemExit(2) from None
        # the reader of our output has gone (`| head`); nothing more to say
        import os
        import sys

        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None

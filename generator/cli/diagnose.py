"""`encyclopedia diagnose`: what a broken job left behind in, what began it out."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.cli.common import PROBLEMS, WrongUseError, safe
from generator.cli.entry_index import index_of
from generator.diagnose.diagnosis import COLLATERAL, FAILURE, Diagnosis
from generator.diagnose.gather import STANDARD_INPUT, Gathered, MissingError, gather, is_stream, size_of
from generator.load.paths import find_root
from generator.match.compiled import EntryIndex

if TYPE_CHECKING:
    from generator.diagnose.report.text import Look

INTERRUPTED = 130
#: What is read of one log at most, unless told otherwise. A stream may have no end.
MOST_OF_A_FILE, MOST_OF_A_STREAM = 64 << 30, 4 << 30
#: Shorter input is read before a bar could be looked at.
LONG_INPUT = 64 << 20
_UNITS = {"": 0, "K": 10, "M": 20, "G": 30, "T": 40}


def _size(context: click.Context, parameter: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    text = value.strip().upper().removesuffix("B").removesuffix("I")
    number, unit = (text[:-1], text[-1]) if text[-1:] in "KMGT" and text else (text, "")
    if not number.isdecimal() or not number.isascii() or len(number) > 12 or int(number) == 0:
        raise click.BadParameter(f"`{safe(value)}` is no size; write bytes, or a number with K, M, G or T, as in 500M")
    return int(number) << _UNITS[unit]


def _root(context: click.Context, parameter: click.Parameter, value: str | None) -> Path:
    """The repository named, the one around the current folder, or the one that this command was installed from."""
    start = Path(value) if value else Path.cwd()
    root = find_root(start.resolve())
    if root is None and value is None:
        root = find_root(Path(__file__).resolve().parent)
    if root is None:
        raise WrongUseError(
            f"`{start}` is not inside a copy of the encyclopedia (a folder with mkdocs.yml and entries/); go there or use --root FOLDER"
        )
    return root


@click.command("diagnose")
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path())
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown", "github"]),
    default="text",
    show_default=True,
    help="For people, programs, a ticket or chat, or a workflow's summary and annotations.",
)
@click.option(
    "--mask/--no-mask",
    default=None,
    help="Hide names of users and hosts, addresses, e-mails and secrets (default: in markdown and github all, else in unexplained lines).",
)
@click.option("--fail-on-failure", is_flag=True, help="Exit 1 when a failure was found.")
@click.option(
    "--limit", callback=_size, metavar="SIZE", help="Read at most so much of one log (default: 64G, 4G of a stream)."
)
@click.option(
    "--most",
    default=5,
    show_default=True,
    type=click.IntRange(1, 1000),
    help="How much of each sort is shown to people.",
)
@click.option(
    "--root",
    callback=_root,
    metavar="FOLDER",
    help="The encyclopedia to use (default: the one around, or the one installed).",
)
def command(
    paths: tuple[str, ...],
    form: str,
    mask: bool | None,
    fail_on_failure: bool,
    limit: int | None,
    most: int,
    root: Path,
) -> None:
    """Say why a job failed, on which rank it began, which lines show it, and what to do.

    PATH is a log, a folder of logs (all ranks at once), or `-` for standard input; packed logs (gzip, bzip2, xz, zstandard) are unpacked.
    Nothing leaves this machine. Exit 0: it ran. Exit 1: with --fail-on-failure, a failure was found. Exit 2: wrong use, or nothing can be read.

    \b
    Examples:
      encyclopedia diagnose slurm-1234.out
      encyclopedia diagnose run/logs/
      kubectl logs trainer-0 | encyclopedia diagnose -
      encyclopedia diagnose --format markdown run/ > ticket.md
    """
    try:
        diagnosis = _run(_named(paths), form, mask, limit, most, root)
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    died = bool(diagnosis.ranks.initiating) or any(cause.role == COLLATERAL for cause in diagnosis.causes)
    if fail_on_failure and (diagnosis.verdict == FAILURE or died):
        raise SystemExit(PROBLEMS)


def _named(paths: Sequence[str]) -> Sequence[str]:
    if not paths:
        if sys.stdin is None or sys.stdin.isatty():
            raise WrongUseError(
                "there is no log to read; name files or folders, as in `encyclopedia diagnose run/`, or pipe a log in"
            )
        return [STANDARD_INPUT]
    return paths


def _run(paths: Sequence[str], form: str, mask: bool | None, limit: int | None, most: int, root: Path) -> Diagnosis:
    gathered = _gathered(paths)
    index = index_of(root)
    diagnosis = _diagnosis(gathered, index, limit)
    unread = [one for one in diagnosis.inputs if one.trouble and not one.bytes]
    if len(unread) == len(diagnosis.inputs):
        one = unread[0]
        more = f" (and {len(unread) - 1:,} more)" if len(unread) > 1 else ""
        raise WrongUseError(f"`{one.path}` cannot be read: {one.trouble}{more}")
    _print(_masked(diagnosis, form, mask), index, root, form, most)
    return diagnosis


def _gathered(paths: Sequence[str]) -> Gathered:
    try:
        gathered = gather(paths)
    except MissingError as error:
        raise WrongUseError(f"there is no file or folder `{error.path}`") from None
    if gathered.passed:
        click.echo(
            f"passed over: {gathered.passed:,} {'file whose name says that it is' if gathered.passed == 1 else 'files whose names say that they are'}"
            " no log; name a file itself to have it read",
            err=True,
        )
    if not gathered.logs and not gathered.troubles:
        raise WrongUseError(f"there is no log in `{'`, `'.join(paths)}`")
    return gathered


def _diagnosis(gathered: Gathered, index: EntryIndex, limit: int | None) -> Diagnosis:
    from generator.diagnose.engine import diagnose

    if limit is None:
        limit = MOST_OF_A_STREAM if any(map(is_stream, gathered.logs)) else MOST_OF_A_FILE
    with _progress(gathered.logs) as progress:
        diagnosis = diagnose(gathered.logs, index, progress=progress, limit=limit)
    return replace(diagnosis, inputs=(*diagnosis.inputs, *gathered.troubles))


@contextmanager
def _progress(logs: Sequence[str]) -> Iterator[Callable[[int], None] | None]:
    """A bar on standard error where somebody looks at it and the input is long."""
    if not sys.stderr.isatty():
        yield None
        return
    total = sum(map(size_of, logs))
    if total < LONG_INPUT:
        yield None
        return
    with click.progressbar(length=total, label="reading", file=sys.stderr) as bar:
        yield bar.update


def _masked(diagnosis: Diagnosis, form: str, mask: bool | None) -> Diagnosis:
    if mask is False:
        return diagnosis
    everything = mask or form in ("markdown", "github")
    if not everything and not diagnosis.unexplained:
        return diagnosis
    from generator.diagnose.masked import masked, with_unexplained_masked

    return masked(diagnosis) if everything else with_unexplained_masked(diagnosis)


def _print(diagnosis: Diagnosis, index: EntryIndex, root: Path, form: str, most: int) -> None:
    from generator.diagnose.report.report import EntryGoneError, report_on
    from generator.theme.settings import SettingsError, read_settings

    try:
        report = report_on(diagnosis, index.rows, root, read_settings(root).address)
    except EntryGoneError as error:
        raise WrongUseError(f"an entry changed meanwhile, run it again: {error}") from None
    except SettingsError as error:
        raise WrongUseError(str(error)) from None
    if form == "json":
        from generator.diagnose.report.as_json import as_json

        click.echo(as_json(report))
    elif form == "text":
        from generator.diagnose.report.text import as_text

        click.echo(as_text(report, most, _look()))
    else:
        from generator.diagnose.report.github import annotations
        from generator.diagnose.report.markdown import as_markdown

        summary = as_markdown(report, most)
        if form == "github":
            if not _appended(summary):
                click.echo(summary)
            click.echo(annotations(report))
        else:
            click.echo(summary, nl=False)


def _appended(summary: str) -> bool:
    """Whether the workflow has a place for summaries, and it is there now."""
    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if not path:
        return False
    with Path(path).open("a", encoding="utf-8", errors="backslashreplace") as file:
        file.write(summary + "\n")
    return True


def _look() -> "Look":
    from generator.diagnose.report.text import PLAIN, Look

    if not sys.stdout.isatty():
        return PLAIN
    width = max(40, min(shutil.get_terminal_size().columns, 120))
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return Look(width)
    return Look(
        width,
        heading=lambda text: click.style(text, bold=True),
        path=lambda text: click.style(text, fg="cyan"),
        answer=lambda text: click.style(text, fg="red", bold=True),
    )

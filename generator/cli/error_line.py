"""Logs, or lines that somebody pasted, in; out one error line of them that no entry explains."""

import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from generator.cli.common import PROBLEMS, WrongUseError, safe
from generator.diagnose.diagnosis import Diagnosis
from generator.match.compiled import EntryIndex, Row


def line_of_logs(path: str, index: EntryIndex, asks: bool) -> str:
    """Of a log, or of a folder with the logs of a job; `-` is standard input. Chosen in a terminal, else the first."""
    from generator.diagnose.gather import MissingError, gather

    try:
        gathered = gather([path])
    except MissingError:
        raise WrongUseError(f"there is no file or folder `{path}`") from None
    if not gathered.logs:
        trouble = "".join(f": {one.path}: {one.trouble}" for one in gathered.troubles[:1])
        raise WrongUseError(f"there is no log in `{path}`{trouble}")
    found = _diagnosed(gathered.logs, gathered.logs, index)
    unread = [one for one in found.inputs if one.trouble]
    if unread and len(unread) == len(found.inputs):
        raise WrongUseError(f"`{unread[0].path}` cannot be read: {unread[0].trouble}")
    for one in unread:
        click.echo(safe(f"not read to the end: {one.path}: {one.trouble}"), err=True)
    return _chosen(found, index, asks, f"in `{path}`", "give the line with --line TEXT")


def line_of_text(text: str, index: EntryIndex, asks: bool) -> str:
    """Of several lines that were given as one."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "lines.log"
        log.write_text(text + "\n", "utf-8")
        found = _diagnosed([str(log)], ["the lines"], index)
    count = len(text.splitlines())
    return _chosen(found, index, asks, f"among these {count} lines", "give the one line that counts")


def show(head: str, rows: Iterable[Row]) -> None:
    """Entries under a head, each with its file."""
    click.echo(head)
    for row in rows:
        click.echo(safe(f"  {row.id}  {row.title}  (entries/{row.area}/{row.id}.yaml)"))


def _diagnosed(logs: Sequence[str], names: Sequence[str], index: EntryIndex) -> Diagnosis:
    from generator.diagnose.engine import diagnose
    from generator.diagnose.masked import with_unexplained_masked
    from generator.match.unpack import LogError

    try:
        return with_unexplained_masked(diagnose(logs, index, names=names))
    except LogError as error:
        raise WrongUseError(str(error)) from error


def _chosen(found: Diagnosis, index: EntryIndex, asks: bool, where: str, otherwise: str) -> str:
    lines = list(dict.fromkeys(one.text for one in found.unexplained))
    if not lines and found.causes:
        rows = {row.id: row for row in index.rows}
        show(f"entries explain every error line {where} already:", (rows[cause.entry] for cause in found.causes))
        click.echo(
            "improve that entry; or, where yours is another failure, give its line with --line TEXT --anyway", err=True
        )
        raise SystemExit(PROBLEMS)
    if not lines:
        raise WrongUseError(f"no error line was found {where}; {otherwise}")
    if asks and len(lines) > 1:
        for number, line in enumerate(lines, start=1):
            click.echo(f"{number:3}  {safe(line)}")
        return lines[click.prompt("Which of these lines", type=click.IntRange(1, len(lines)), default=1) - 1]
    count = f"of {len(lines)} error lines" if len(lines) > 1 else "error line"
    click.echo(
        safe(
            f"taken: the {'first ' if len(lines) > 1 else ''}{count} {where} that no entry explains; another one with --line TEXT\n  {lines[0]}"
        )
    )
    return lines[0]

"""`encyclopedia search`: a printed line or words in, entries out."""

import json
import sys
from pathlib import Path

import click

from generator.cli.common import PROBLEMS, WrongUseError, format_option, root_option, safe, usable_corpus
from generator.load.paths import cache_of, entry_paths
from generator.match.compiled import Row, index_for
from generator.match.find import Found, find_entries, row_of

LONGEST_INPUT = 1024 * 1024
REASONS = {"prints": "prints this line", "part": "prints a line with this in it", "words": "has these words"}


@click.command("search")
@click.argument("text", nargs=-1, required=True)
@click.option("--most", default=5, show_default=True, type=click.IntRange(1, 100), help="How many entries to show.")
@format_option("For people or for programs.")
@root_option
def command(text: tuple[str, ...], most: int, form: str, root: Path) -> None:
    """Find entries by TEXT: a line that a program printed, part of one, or words. `-` reads standard input.

    Nothing leaves this machine. Exit 0: something was found. Exit 1: nothing fits.

    \b
    Examples:
      encyclopedia search "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB"
      encyclopedia search kv cache preempted
      tail -n 50 job.log | encyclopedia search -
    """
    wanted = _input(text)
    found = find_entries(index_for(entry_paths(root), cache_of(root), lambda: _rows(root)), wanted, most)
    if form == "json":
        click.echo(json.dumps([_as_json(one) for one in found], indent=2))
    elif found:
        click.echo("\n\n".join(map(_as_text, found)))
    else:
        click.echo("no entry fits; try fewer words, or the part of the line that has no numbers and paths in it")
    if not found:
        raise SystemExit(PROBLEMS)


def _rows(root: Path) -> tuple[list[Row], bool]:
    # only when the entries have changed: reading and checking them all takes its time
    corpus, whole = usable_corpus(root)
    return [row_of(filed) for filed in corpus.entries], whole


def _input(text: tuple[str, ...]) -> str:
    if text == ("-",):
        data = sys.stdin.buffer.read(LONGEST_INPUT + 1)
        if len(data) > LONGEST_INPUT:
            raise WrongUseError(
                "more than 1 MiB on standard input; search takes some lines: use `tail -n 200 job.log | encyclopedia search -`"
            )
        wanted = data.decode("utf-8", "replace")
    else:
        wanted = " ".join(text)
    if not wanted.strip():
        raise WrongUseError("there is nothing to search for; give a line that a program printed, or some words")
    return wanted


def _as_text(one: Found) -> str:
    row = one.row
    rows = [
        f"{click.style(row.id, bold=True)}  {row.title}",
        f"  {row.severity} · {row.category} · {row.kind} · {REASONS[one.reason]}",
    ]
    if one.signature:
        rows.append(f"  {safe(' '.join(one.signature.split()))}")
    rows.append(f"  first: {' '.join(row.first.split())}")
    rows.append(f"  more:  encyclopedia explain {row.id}")
    return "\n".join(rows)


def _as_json(one: Found) -> dict[str, object]:
    row = one.row
    return {
        "entry": row.id,
        "area": row.area,
        "title": row.title,
        "kind": row.kind,
        "severity": row.severity,
        "reason": one.reason,
        "signature": one.signature,
        "path": row.path,
    }

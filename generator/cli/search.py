"""`encyclopedia search`: a printed line or words in, entries out; or logs in, hits out."""

import json
import sys

import click

from generator.cli.common import PROBLEMS, WrongUseError, format_option, optional_root, root_of, safe
from generator.cli.entry_index import index_of
from generator.match.compiled import EntryIndex
from generator.match.find import Found, find_entries
from generator.match.index import SignatureIndex
from generator.match.misses import Missed, near_misses_like

LONGEST_INPUT = 1024 * 1024
#: Who types words types fewer.
LINE_WORDS = 5
REASONS = {"prints": "prints this line", "part": "prints a line with this in it", "words": "has these words"}


@click.command("search")
@click.argument("text", nargs=-1, required=True)
@click.option("--most", type=click.IntRange(1, 100), help="How many entries to show.  [default: 5]")
@click.option(
    "--log", "logs", is_flag=True, help="TEXT names logs of any size (.gz, .bz2, .xz, .zst too); list every hit."
)
@click.option("--index", metavar="FILE", help="With --log: the signatures of a published signatures.json.")
@format_option("For people or for programs; with --log, a line of JSON for each hit.")
@optional_root
def command(
    text: tuple[str, ...], most: int | None, logs: bool, index: str | None, form: str, root: str | None
) -> None:
    """Find entries by TEXT: a line that a program printed, part of one, or words. `-` reads standard input.

    With --log, TEXT names logs, and each line that a signature hits is listed as `path:line: entry  the line`.

    Nothing leaves this machine. Exit 0: something was found. Exit 1: nothing fits. Exit 2: wrong use, or a log that cannot be read.

    \b
    Examples:
      encyclopedia search "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB"
      encyclopedia search kv cache preempted
      tail -n 50 job.log | encyclopedia search -
      encyclopedia search --log rank*.log.gz
      encyclopedia search --log --index signatures.json job.log
    """
    if logs:
        if most is not None:
            raise WrongUseError("--most goes with words; --log lists every hit: leave one of them out")
        from generator.cli.hits import list_hits

        list_hits(text, _published(index) if index is not None else _entries(root).signatures, form)
        return
    if index is not None:
        raise WrongUseError("--index goes with --log: published signatures have no words to search; add --log FILE")
    wanted = _input(text)
    index_of_entries = _entries(root)
    found = find_entries(index_of_entries, wanted, most or 5)
    if form == "json":
        click.echo(json.dumps([_as_json(one) for one in found], indent=2))
    else:
        _print(found, near_misses_like(index_of_entries.rows, wanted), wanted)
    if not found:
        raise SystemExit(PROBLEMS)


def _print(found: list[Found], missed: list[Missed], wanted: str) -> None:
    """First of all whether an entry prints the line: what has its words alone is no answer to it."""
    if all(one.reason == "words" for one in found):
        if missed:
            click.echo("no signature has this line; it stands as a near miss of")
            for one in missed:
                click.echo(safe(f"  {one.row.id}, for {one.line}\n    another failure: {' '.join(one.why.split())}"))
            click.echo("no entry is about it yet; `encyclopedia new AREA/ID` starts one" + "\n" * bool(found))
        if found and (missed or _is_line(wanted)):
            click.echo(f"{'' if missed else 'no signature has this line; '}entries with its words:\n")
    if found:
        click.echo("\n\n".join(map(_as_text, found)))
    elif not missed:
        click.echo("no entry fits; try fewer words, or the part of the line that has no numbers and paths in it")


def _is_line(wanted: str) -> bool:
    """Whether it looks like something that a program printed, not like a few words."""
    return len(wanted.split()) >= LINE_WORDS or any(not c.isalnum() and c not in " -_" for c in wanted.strip())


def _entries(root: str | None) -> EntryIndex:
    return index_of(root_of(root))


def _published(path: str) -> SignatureIndex:
    from generator.match.published import PublishedIndexError, read_published

    try:
        return read_published(path)
    except PublishedIndexError as error:
        raise WrongUseError(str(error)) from None


def _input(text: tuple[str, ...]) -> str:
    if text == ("-",):
        data = sys.stdin.buffer.read(LONGEST_INPUT + 1)
        if len(data) > LONGEST_INPUT:
            raise WrongUseError(
                "more than 1 MiB on standard input; `encyclopedia search --log FILE` lists every hit of a log of any size, "
                "and `tail -n 200 job.log | encyclopedia search -` finds the entries for its end"
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

"""Logs in, one row a hit out, as text or as lines of JSON; how far the search is, on a terminal's standard error."""

import gc
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path

import click

from generator.cli.common import PROBLEMS, WRONG_USE, WrongUseError, safe
from generator.match.files import scan_files
from generator.match.index import SignatureIndex
from generator.match.normalize import TERMINAL_CODE
from generator.match.scan import Hit
from generator.match.unpack import LogError


def list_hits(paths: tuple[str, ...], index: SignatureIndex, form: str) -> None:
    """Prints every hit of a signature as it is found. Exits 1 without any hit, 2 when a log cannot be read (the others are searched all the same)."""
    if paths.count("-") > 1:
        raise WrongUseError("standard input can be read once; give `-` once")
    gc.enable()  # the command line goes without; a search may run for hours
    failed: list[LogError] = []
    shown = 0
    # what an index holds besides is for the diagnosis: what a cause shows, marks of a log's structure
    passing = frozenset(number for number, (id_, _) in enumerate(index.signatures) if "#" not in id_)
    row = _as_json if form == "json" else _as_text
    with _progress(paths) as progress:
        for path, hit in scan_files(paths, index, damaged=failed.append, progress=progress.tell, passing=passing):
            progress.clear()
            click.echo(row(path, hit))
            shown += 1
    for error in failed:
        more = "; what was found before is listed" if error.partly else ""
        click.echo(f"encyclopedia: {safe(str(error))}{more}", err=True)
    if failed:
        raise SystemExit(WRONG_USE)
    if not shown:
        click.echo("encyclopedia: no signature hits", err=True)
        raise SystemExit(PROBLEMS)


def entry_of(hit: Hit) -> str:
    """The id of the entry whose signature hit."""
    return hit.signature.rpartition("#")[0]


def _as_text(path: str, hit: Hit) -> str:
    line = TERMINAL_CODE.sub(b"", hit.text.encode()).decode()
    return safe(f"{path}:{hit.line}: {entry_of(hit)}  {line}".replace("\n", " "))


def _as_json(path: str, hit: Hit) -> str:
    # a path may hold bytes that are no text
    shown = path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return json.dumps({"path": shown, "entry": entry_of(hit), **asdict(hit)})


class _Progress:
    """A line that is written over on a terminal's standard error, a few times a second."""

    def __init__(self, total: int, write: Callable[[str], object]) -> None:
        self._total, self._write = total, write
        self._next, self._shown = time.monotonic() + 1, False

    def tell(self, count: int) -> None:
        """So many bytes have been read."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next, self._shown = now + 0.2, True
        share = f" of {self._total / 1e6:,.0f} MB ({100 * count / self._total:.0f} %)" if self._total else " MB"
        self._write(f"\r{count / 1e6:,.0f}{share} searched")

    def clear(self) -> None:
        """Takes the line away, for another one to be printed."""
        if self._shown:
            self._write("\r\x1b[K")
            self._shown = False

    def __enter__(self) -> "_Progress":
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()


def _progress(paths: tuple[str, ...]) -> _Progress:
    def write(text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()

    return _Progress(sum(_sizes(paths)), write if sys.stderr.isatty() else lambda text: None)


def _sizes(paths: tuple[str, ...]) -> Iterator[int]:
    """Of the files; nothing if one of them has no size of its own, so that no share is shown."""
    sizes = [Path(path).stat().st_size if path != "-" and Path(path).is_file() else 0 for path in paths]
    if all(sizes):
        yield from sizes

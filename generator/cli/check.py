"""`encyclopedia check`: entries in, problems out."""

import os
from pathlib import Path

import click

from generator.check.tidy import tidied_and_why
from generator.check.tree import Checked, check_tree
from generator.cli.changed import changed_entries, lost_addresses
from generator.cli.common import PROBLEMS, WrongUseError, format_option, print_problems, root_option, summary
from generator.cli.moving import place_of
from generator.load import load_file
from generator.load.documents import read_source
from generator.load.paths import entry_paths
from generator.problems import Problem, in_reading_order, is_error
from generator.schema.types import is_id
from generator.write import write_whole


@click.command("check")
@click.argument("paths", nargs=-1, metavar="[PATH|ID]...")
@click.option(
    "--changed",
    is_flag=True,
    help="Only what differs from the main branch: commits, edits and new files, as git knows them.",
)
@click.option(
    "--fix",
    is_flag=True,
    help="Tidy the files first: order of fields, quotes, dates, long lines, ends of lines. No word and no comment changes.",
)
@format_option("How problems are printed.", "github")
@root_option
def command(paths: tuple[str, ...], changed: bool, fix: bool, form: str, root: Path) -> None:
    """Check entries, all of them, those at PATH (files or folders), or those of an ID.

    With --changed, an address that the main branch has and nothing leads on from any more is a problem too.
    Links and sentences are always compared with all entries; only the problems of the named files are shown.
    Exit 0: clean (advice may be shown). Exit 1: problems. Exit 2: a path or id that does not exist, or, with --changed,
    a clone without the main branch.

    \b
    Examples:
      encyclopedia check
      encyclopedia check vllm-preemption-kv-exhausted
      encyclopedia check entries/vllm/vllm-preemption-kv-exhausted.yaml
      encyclopedia check --changed --fix
      encyclopedia check --format github
    """
    if changed and paths:
        raise WrongUseError("--changed finds the files itself; leave the paths out, or leave --changed out")
    named = [_existing(path, root) for path in paths]
    if fix:
        _tidy([root / name for name in sorted(changed_entries(root))] if changed else _entries_of(named, root), root)
    if changed:
        _check_changed(root, form)
        return
    only = {_name(path, root) for path in named} if named and all(path.is_file() for path in named) else None
    checked = check_tree(root, only=only)
    if checked.files == 0 and not checked.problems:
        raise WrongUseError("there are no entries below entries/; start one with `encyclopedia new AREA/ID`")
    problems = list(checked.problems) if not named else _of_paths(named, checked, root)
    print_problems(problems, checked, root, form)
    if form == "text":
        known = [d for d in checked.documents if not named or _is_named(root / d.name, named)]
        entries = sum(not d.is_area for d in known)
        click.echo(
            ("\n" if problems else "")
            + f"{entries} sound {'entry' if entries == 1 else 'entries'}: {summary(problems)}"
        )
    if any(is_error(problem.code) for problem in problems):
        raise SystemExit(PROBLEMS)


def _entries_of(named: list[Path], root: Path) -> list[Path]:
    return [path for path in entry_paths(root) if not named or _is_named(path, named)]


def _tidy(paths: list[Path], root: Path) -> None:
    """Writes the tidied text of each file that was not tidy, and says which and in what; a file that cannot be read is left to the check."""
    for path in paths:
        source = read_source(path, root)
        if isinstance(source, Problem):
            continue
        text, kinds = tidied_and_why(source.text, is_area=path.stem == "_area")
        if write_whole(path, text):
            said = f" ({', '.join(kinds)})" if kinds else ""
            click.echo(f"tidied: {source.name}{said}", err=True)


def _name(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def _check_changed(root: Path, form: str) -> None:
    """The changed entries, what they bring about in others, and the addresses that went: all that was found is shown."""
    only = changed_entries(root)
    lost = lost_addresses(root)
    checked = check_tree(root, only=only) if only or lost else Checked((), (), 0)
    problems = in_reading_order([*checked.problems, *lost])
    print_problems(problems, checked, root, form)
    if form == "text":
        click.echo(
            ("\n" if problems else "")
            + f"{len(only)} changed {'file' if len(only) == 1 else 'files'}: {summary(problems)}"
        )
    if any(is_error(problem.code) for problem in problems):
        raise SystemExit(PROBLEMS)


def _existing(path: str, root: Path) -> Path:
    """The file or folder of this name, or the file of the entry with this id."""
    full = Path(os.path.abspath(path))
    if not os.path.lexists(full):
        if is_id(path):
            area, id_ = place_of(root, path, "file, folder or entry")
            return root / "entries" / area / f"{id_}.yaml"
        raise WrongUseError(f"there is no file or folder `{path}`")
    return full.parent.resolve() / full.name  # as the root is, but a link stays the link that was named


def _is_named(path: Path, named: list[Path]) -> bool:
    return any(path == name or path.is_relative_to(name) for name in named)


def _of_paths(named: list[Path], checked: Checked, root: Path) -> list[Problem]:
    problems = [p for p in checked.problems if _is_named(root / p.location.path, named)]
    for path in named:
        if path.is_file() and not path.is_relative_to(root / "entries"):
            problems += load_file(path, root)[1]  # says why a file outside entries/ is no entry
    return in_reading_order(problems)

"""`encyclopedia check`: entries in, problems out."""

import os
from pathlib import Path

import click

from generator.cli.common import PROBLEMS, WrongUseError, format_option, print_problems, root_option, summary
from generator.load import load_file
from generator.pipeline import Checked, check_tree
from generator.problems import Problem, in_reading_order, is_error


@click.command("check")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@format_option("How problems are printed.", "github")
@root_option
def command(paths: tuple[str, ...], form: str, root: Path) -> None:
    """Check entries, all of them or those at PATH (files or folders).

    Links and sentences are always compared with all entries; only the problems of the named files are shown.
    Exit 0: clean (advice may be shown). Exit 1: problems. Exit 2: a path that does not exist.

    \b
    Examples:
      encyclopedia check
      encyclopedia check entries/vllm/vllm-preemption-kv-exhausted.yaml
      encyclopedia check --format github
    """
    named = [_existing(path) for path in paths]
    checked = check_tree(root)
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


def _existing(path: str) -> Path:
    full = Path(os.path.abspath(path))
    if not os.path.lexists(full):
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

"""What several commands share: the repository they work on, how problems are printed, and how a run ends."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from generator.load.lines import source_lines
from generator.pipeline import Checked
from generator.problems import Problem, is_error
from generator.problems.printing import as_github, as_json, as_text, printable
from generator.theme.settings import find_root

PROBLEMS, WRONG_USE = 1, 2


class WrongUseError(click.ClickException):
    """Wrong use of the command, or input that cannot be read: exit 2."""

    exit_code = WRONG_USE

    def show(self, file: Any = None) -> None:
        click.echo(f"encyclopedia: {safe(self.message)}", err=True)


def root_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """The option `--root`; the command gets the repository's top as `root`."""
    return click.option(
        "--root",
        callback=_root,
        metavar="FOLDER",
        help="The repository (default: the nearest folder above with mkdocs.yml and entries/).",
    )(function)


def _root(context: click.Context, parameter: click.Parameter, value: str | None) -> Path:
    start = Path(value) if value else Path.cwd()
    root = find_root(start.resolve())
    if root is None:
        raise WrongUseError(
            f"`{start}` is not inside a copy of the encyclopedia (a folder with mkdocs.yml and entries/); go there or use --root FOLDER"
        )
    return root


def print_problems(problems: Iterable[Problem], checked: Checked, root: Path, form: str = "text") -> None:
    """The problems on standard output, as text with source lines, as JSON, or as GitHub annotations."""
    problems = list(problems)
    if form == "json":
        click.echo(as_json(problems))
    elif form == "github":
        if problems:
            click.echo(as_github(problems))
    elif problems:
        click.echo(as_text(problems, _source_lines(checked, root)))


def _source_lines(checked: Checked, root: Path) -> Callable[[str, int], str | None]:
    texts = {document.name: document.text for document in checked.documents}
    kept: dict[str, list[str]] = {}

    def line_of(name: str, number: int) -> str | None:
        if name not in kept:
            kept[name] = source_lines(texts.get(name) or _text_of(root / name))
        lines = kept[name]
        return lines[number - 1] if number <= len(lines) else None

    return line_of


def _text_of(path: Path) -> str:
    from generator.load.reading import read_entry_text

    for root in path.parents:
        if (root / "entries").is_dir():
            text = read_entry_text(path, root)
            return text if isinstance(text, str) else ""
    return ""


def summary(problems: Iterable[Problem]) -> str:
    """How many problems and how much advice, in words."""
    problems = list(problems)
    errors = sum(is_error(p.code) for p in problems)
    advice = len(problems) - errors
    parts = [_count(errors, "problem")] if errors else []
    parts += [f"{advice} piece{'s' if advice != 1 else ''} of advice"] if advice else []
    return " and ".join(parts) or "no problems"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def stop_unless_sound(checked: Checked, root: Path, otherwise: str = "the site is left as it was") -> None:
    """Prints the problems and exits 1 when one of them blocks a build; `otherwise` says what is not done then."""
    if not checked.is_sound:
        errors = [p for p in checked.problems if is_error(p.code)]
        print_problems(errors, checked, root)
        click.echo(f"\n{summary(errors)}; {otherwise}", err=True)
        raise SystemExit(PROBLEMS)


def safe(text: str) -> str:
    """Text for the terminal: lines kept, everything that a terminal would act on shown as a code."""
    return "\n".join(printable(line) for line in text.split("\n"))

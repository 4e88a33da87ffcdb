"""What several commands share: the repository they work on, how problems are printed, and how a run ends."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.load.paths import entry_paths, find_root
from generator.problems import Problem, is_error
from generator.problems.printing import as_github, as_json, as_text, printable

if TYPE_CHECKING:
    from generator.check.tree import Checked
    from generator.model import Corpus

PROBLEMS, WRONG_USE = 1, 2
#: So many files are named before the rest is counted.
MOST_NAMED = 3


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


def format_option(help_: str, *more: str) -> Callable[..., Any]:
    """The option `--format`: text or json, and what a command has besides; the command gets it as `form`."""
    forms = click.Choice(["text", "json", *more])
    return click.option("--format", "form", type=forms, default="text", show_default=True, help=help_)


def optional_root(function: Callable[..., Any]) -> Callable[..., Any]:
    """The option `--root` for commands that may not need it: the command gets what was given; see `root_of`."""
    return click.option("--root", metavar="FOLDER", help="The repository, where one is needed.")(function)


def _root(context: click.Context, parameter: click.Parameter, value: str | None) -> Path:
    return root_of(value)


def root_of(value: str | None) -> Path:
    """The repository's top above `value`, or above the current folder. Raises WrongUseError."""
    start = Path(value) if value else Path.cwd()
    root = find_root(start.resolve())
    if root is None:
        raise WrongUseError(
            f"`{start}` is not inside a copy of the encyclopedia (a folder with mkdocs.yml and entries/); go there or use --root FOLDER"
        )
    return root


def print_problems(problems: Iterable[Problem], checked: "Checked", root: Path, form: str = "text") -> None:
    """The problems on standard output, as text with source lines, as JSON, or as GitHub annotations."""
    problems = list(problems)
    if form == "json":
        click.echo(as_json(problems))
    elif form == "github":
        if problems:
            click.echo(as_github(problems))
    elif problems:
        click.echo(as_text(problems, source_lines_of(checked, root)))


def source_lines_of(checked: "Checked", root: Path) -> Callable[[str, int], str | None]:
    """What `as_text` asks for the lines that it quotes."""
    from generator.load.lines import source_lines

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
    parts = [counted(errors, "problem")] if errors else []
    parts += [f"{advice} piece{'s' if advice != 1 else ''} of advice"] if advice else []
    return " and ".join(parts) or "no problems"


def counted(number: int, one: str, many: str | None = None) -> str:
    """`1 entry`, `3 entries`; the plural has an s unless it is given."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def stop_unless_sound(checked: "Checked", root: Path) -> None:
    """Prints the problems and exits 1 when one of them blocks a build; exits 2 when there is no entry at all."""
    if checked.files == 0:
        raise WrongUseError("there are no entries below entries/; the site is left as it was")
    if not checked.is_sound:
        errors = [p for p in checked.problems if is_error(p.code)]
        print_problems(errors, checked, root)
        click.echo(f"\n{summary(errors)}; the site is left as it was", err=True)
        raise SystemExit(PROBLEMS)


def usable_corpus(root: Path) -> tuple["Corpus", bool]:
    """The entries that can be shown now, and whether they are all; says on standard error which have problems and are left out."""
    from generator.check import linkable
    from generator.check.tree import check_tree
    from generator.pipeline import corpus_of

    checked = check_tree(root)
    documents = linkable(checked.documents)
    sound = {document.name for document in documents}
    left = [name for path in entry_paths(root) if (name := path.relative_to(root).as_posix()) not in sound]
    if left:
        more = f" and {len(left) - MOST_NAMED} more" if len(left) > MOST_NAMED else ""
        named = f"{', '.join(left[:MOST_NAMED])}{more}"
        click.echo(
            safe(f"left out, as `encyclopedia check` finds problems in {'it' if len(left) == 1 else 'them'}: {named}"),
            err=True,
        )
    return corpus_of(documents), not left


def words_of(error: Exception) -> str:
    """An error of a template, of mkdocs.yml or of the disk in one line, with the file and line where there is one."""
    from traceback import extract_tb

    from jinja2 import TemplateError, TemplateNotFound, TemplateSyntaxError

    if isinstance(error, TemplateSyntaxError):
        return f"{error.filename or error.name}:{error.lineno}: {error.message}"
    if isinstance(error, TemplateNotFound):
        return f"the template `{error.name}` is not there"
    if isinstance(error, TemplateError):
        places = [frame for frame in extract_tb(error.__traceback__) if frame.filename.endswith((".j2", ".html"))]
        return f"{places[-1].filename}:{places[-1].lineno}: {error.message}" if places else str(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: `{error.filename}`" if error.filename else error.strerror
    return str(error)


def safe(text: str) -> str:
    """Text for the terminal: lines kept, everything that a terminal would act on shown as a code."""
    return "\n".join(printable(line) for line in text.split("\n"))

"""What rename, merge and retire share: finding entries, writing what changes, saying what else names them, checking the result."""

import re
from collections.abc import Iterable
from pathlib import Path

import click

from generator.cli.common import PROBLEMS, WrongUseError, print_problems, safe
from generator.cli.git import ask_git
from generator.load.paths import entry_paths
from generator.moves import Edits
from generator.problems import Problem
from generator.schema.types import ID, is_id
from generator.write import write_whole

#: Other files that may name an entry; they are shown, not changed: what they say of it is for a person to judge.
_ELSEWHERE = (
    "tests/cases/*.yaml",
    "tests/runs/*/expect.json",
    "tests/clean/README.md",
    "bench/queries.yaml",
    "README.md",
    "templates/**/*.j2",
)


def place_of(root: Path, id_: str, what: str = "entry") -> tuple[str, str]:
    """The area and id of an entry that is there; raises WrongUseError, in which `what` says what was looked for."""
    name = id_.rpartition("/")[2]
    found = sorted((root / "entries").glob(f"*/{name}.yaml")) if is_id(name) else []
    if not found or (("/" in id_) and found[0].parent.name != id_.partition("/")[0]):
        from generator.problems import did_you_mean

        known = [path.stem for path in entry_paths(root) if path.stem != "_area"]
        raise WrongUseError(f"there is no {what} `{safe(id_)}`; {did_you_mean(name, known, 'give the id of an entry')}")
    return found[0].parent.name, name


def new_place(root: Path, place: str, area: str) -> tuple[str, str]:
    """The area and id that an entry is to have: `id` alone keeps the area."""
    new_area, _, id_ = place.rpartition("/")
    new_area = new_area or area
    for what, name in (("area", new_area), ("id", id_)):
        if not is_id(name):
            raise WrongUseError(f"the {what} `{safe(name)}` is not well formed; use {ID.hint}")
    if not (root / "entries" / new_area / "_area.yaml").is_file():
        raise WrongUseError(f"there is no area `{new_area}`; write entries/{new_area}/_area.yaml first")
    return new_area, id_


def texts_of(root: Path) -> dict[Path, str]:
    """The text of every YAML file of entries/."""
    try:
        return {path: path.read_text("utf-8") for path in entry_paths(root)}
    except UnicodeDecodeError as error:
        raise WrongUseError(f"a file of entries/ is not UTF-8: {error}; run `encyclopedia check`") from error


def carry_out(edits: Edits, root: Path, mentioned: str, *, nothing_is_lost: bool = False) -> None:
    """Writes the new files before the old ones go, lists both, names other files that speak of the entry, and checks the whole."""
    if not nothing_is_lost:  # as where a text only gets another name
        _keep_what_git_does_not(edits, root)
    for path, text in edits.texts.items():
        if text is not None:
            write_whole(path, text)
    for path, text in edits.texts.items():
        if text is None:
            path.unlink()
        click.echo(f"{'removed' if text is None else 'written'}: {path.relative_to(root).as_posix()}")
    for path in _elsewhere(root, mentioned):
        click.echo(f"names `{mentioned}` too; look at it: {path.relative_to(root).as_posix()}")
    from generator.check.tree import check_tree
    from generator.problems import is_error

    checked = check_tree(root)
    problems = [problem for problem in checked.problems if is_error(problem.code)]
    if nothing_is_lost:
        problems = _without_those_of_before(problems, edits, root)
    if problems:
        print_problems(problems, checked, root)
        click.echo("what is written stays; mend these, or undo it with git", err=True)
        raise SystemExit(PROBLEMS)


def _without_those_of_before(problems: list[Problem], edits: Edits, root: Path) -> list[Problem]:
    """Those that another name can have brought about: the form of the moved file is what it was, as in a draft. How many are left is said."""
    moved = {path.relative_to(root).as_posix() for path, text in edits.texts.items() if text is not None}
    left = [problem for problem in problems if problem.location.path not in moved or problem.code[0] not in "FY"]
    if len(left) < len(problems):
        count = len(problems) - len(left)
        said = (
            "1 problem of its fields is as it was" if count == 1 else f"{count} problems of its fields are as they were"
        )
        click.echo(f"{said}; see `encyclopedia check`")
    return left


def _keep_what_git_does_not(edits: Edits, root: Path) -> None:
    """Refuses where a file would go that git could not bring back."""
    if ask_git(root, "rev-parse", "--git-dir") is None:
        return
    for path in (path for path, text in edits.texts.items() if text is None):
        if ask_git(root, "ls-files", "--error-unmatch", str(path)) is None:
            raise WrongUseError(
                f"{path.relative_to(root).as_posix()} is not in git yet and would be gone for good; commit it first, or delete it yourself"
            )


def _elsewhere(root: Path, id_: str) -> Iterable[Path]:
    word = re.compile(rf"(?<![\w-]){re.escape(id_)}(?![\w-])")
    for pattern in _ELSEWHERE:
        for path in sorted(root.glob(pattern)):
            if word.search(path.read_text("utf-8", "replace")):
                yield path

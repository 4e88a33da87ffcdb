"""The repository in; out the entries that differ from its main branch, as git knows them, and the addresses that only that branch has."""

import shutil
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from generator.cli.common import WrongUseError, safe
from generator.cli.git import MAIN, ask_git, main_of
from generator.load.paths import entry_paths
from generator.moves import check_lost
from generator.problems import Problem


def changed_entries(root: Path) -> set[str]:
    """The names (entries/<area>/<file>.yaml) of files that were changed, added or whose proof record was, since the branch left main; deleted ones are not among them. Raises WrongUseError."""
    base = left_main_at(root)
    asked = partial(ask_git, root)
    parts = ("--", "entries", "proofs")
    listed = (
        asked("diff", "--name-only", "-z", "--relative", "--diff-filter=d", base, *parts)
        if base
        else asked("ls-files", "-z", *parts)
    )
    new = asked("ls-files", "-z", "--others", "--exclude-standard", *parts)
    names = {name for text in (listed, new) if text for name in text.split("\0") if name}
    return {entry for name in names if (entry := _entry_of(name)) is not None and (root / entry).is_file()}


def lost_addresses(root: Path) -> list[Problem]:
    """The addresses of the main branch, as it was when this branch left it, that no entry and no area has now. Raises WrongUseError."""
    base = left_main_at(root)
    touched = base and ask_git(
        root, "diff", "--name-only", "-z", "--relative", "--no-renames", "--diff-filter=DM", base, "--", "entries"
    )
    names = [name for name in (touched or "").split("\0") if name.count("/") == 2 and name.endswith(".yaml")]
    before = {name: ask_git(root, "show", f"{base}:./{name}") or "" for name in names}
    if not before:
        return []
    main = main_of(root) or "HEAD"
    paths = entry_paths(root)
    # the usual case needs no other file: whoever edits an entry leaves its addresses in it
    if not any(check_lost(before, _texts([path for path in paths if _name(path, root) in before], root), main)):
        return []
    return list(check_lost(before, _texts(paths, root), main))


def _texts(paths: Iterable[Path], root: Path) -> dict[str, str]:
    return {_name(path, root): path.read_text("utf-8", "replace") for path in paths}


def _name(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()


def left_main_at(root: Path) -> str | None:
    """The commit at which this branch left main; None before the first commit. Where no copy of the repository has a main branch, what is not committed counts as changed.
    Raises WrongUseError where git cannot say what has changed."""
    if shutil.which("git") is None:
        raise WrongUseError("--changed asks git what has changed, and git is not installed; name the files instead")
    asked = partial(ask_git, root)
    if asked("rev-parse", "--git-dir") is None:
        raise WrongUseError(
            f"`{safe(str(root))}` is no git repository, so nothing is known to have changed; name the files instead"
        )
    bases = (asked("merge-base", "HEAD", main) for main in MAIN)
    base = next((found.strip() for found in bases if found), None)
    if base is not None or asked("rev-parse", "--verify", "--quiet", "HEAD") is None:
        return base
    remotes = (asked("remote") or "").split()
    if not remotes:
        return "HEAD"
    # a clone of one branch, and mostly of its last commit alone: what was committed before would pass unseen
    whole = " --unshallow" if (asked("rev-parse", "--is-shallow-repository") or "").strip() == "true" else ""
    raise WrongUseError(
        f"the place where this branch left main is not in this clone, so what was committed since is not known; run "
        f"`git fetch{whole} {'origin' if 'origin' in remotes else remotes[0]} main:refs/remotes/origin/main`, or name the files instead"
    )


def _entry_of(name: str) -> str | None:
    """The entry that a file is, or is the proof of."""
    folder, _, rest = name.partition("/")
    if folder == "entries":
        return name
    return f"entries/{rest.removesuffix('.json')}.yaml" if rest.endswith(".json") and "/" in rest else None

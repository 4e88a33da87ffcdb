"""A question to git about a repository in, its answer out."""

import os
import shutil
import subprocess
from pathlib import Path

#: Where the main branch may be, the surest first.
MAIN = ("origin/HEAD", "origin/main", "main")


def is_known_address(root: Path, area: str, id_: str) -> bool:
    """Whether somebody may have kept the address of an entry: the main branch has it, or git knows no main branch. Others need no redirect."""
    main = main_of(root)
    return main is None or ask_git(root, "cat-file", "-e", f"{main}:./entries/{area}/{id_}.yaml") is not None


def main_of(root: Path) -> str | None:
    """What git calls the main branch here; None where it knows none."""
    return next((ref for ref in MAIN if ask_git(root, "rev-parse", "--verify", "--quiet", ref) is not None), None)


def ask_git(root: Path, *words: str) -> str | None:
    """What `git -C root words…` prints; None where it fails, `root` is in no repository, or git is not installed."""
    git = shutil.which("git")
    if git is None:
        return None
    done = subprocess.run([git, "-C", str(root), *words], capture_output=True, check=False)
    return os.fsdecode(done.stdout) if done.returncode == 0 else None

"""A question to git about a repository in, its answer out."""

import shutil
import subprocess
from pathlib import Path


def ask_git(root: Path, *words: str) -> str | None:
    """What `git -C root words…` prints; None where it fails, `root` is in no repository, or git is not installed."""
    git = shutil.which("git")
    if git is None:
        return None
    done = subprocess.run([git, "-C", str(root), *words], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None

"""Where things lie in the repository. Light: a search starts with this and little else."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

#: What editors, merges and file managers leave behind; not meant as entries by anybody.
LEFTOVER = re.compile(r"\..*|#.*#|.*~|.*\.(?:orig|rej|bak|tmp|swp)|4913|Thumbs\.db|desktop\.ini")


def find_root(start: Path) -> Path | None:
    """The repository's top: the nearest folder at or above `start` with mkdocs.yml and entries/; None when there is none."""
    for folder in (start, *start.parents):
        if (folder / "mkdocs.yml").is_file() and (folder / "entries").is_dir():
            return folder
    return None


def cache_of(root: Path) -> Path:
    """Where builds keep what they can use again; safe to delete at any time."""
    return Path(os.environ.get("ENCYCLOPEDIA_CACHE") or root / ".cache")


def entry_paths(root: Path) -> list[Path]:
    """The paths of all YAML files at entries/<area>/<file>.yaml, sorted."""
    return sorted(_yaml_files(root / "entries"))


def _yaml_files(entries: Path) -> Iterator[Path]:
    for area in sorted(entries.iterdir()) if entries.is_dir() else ():
        if area.is_dir() and not area.name.startswith("."):
            yield from (
                path
                for path in area.iterdir()
                if path.suffix in (".yaml", ".yml") and not LEFTOVER.fullmatch(path.name)
            )


def clean_logs(root: Path) -> Iterator[tuple[str, bytes]]:
    """The logs of healthy jobs in tests/clean/, which no signature may hit: their names and bytes, unpacked."""
    import gzip  # a search starts without it

    folder = root / "tests/clean"
    for path in sorted((*folder.glob("*.log"), *folder.glob("*.log.gz"))) if folder.is_dir() else ():
        log = path.read_bytes()
        yield path.relative_to(root).as_posix(), gzip.decompress(log) if path.suffix == ".gz" else log

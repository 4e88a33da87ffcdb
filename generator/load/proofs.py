"""The repository in, the texts of its proof records out."""

import os
from collections.abc import Iterator
from pathlib import Path

FOLDER = "proofs"
#: A record of an entry with the most signatures and names that an entry may have stays far below this.
LONGEST_RECORD = 2 << 20


def proof_path(root: Path, area: str, entry: str) -> Path:
    """Where the record of an entry stands."""
    return root / FOLDER / area / f"{entry}.json"


def records_without_entry(root: Path) -> Iterator[Path]:
    """The record files whose entry does not exist, in order."""
    for path in sorted((root / FOLDER).glob("*/*.json")):
        if not os.path.lexists(root / "entries" / path.parent.name / f"{path.stem}.yaml"):
            yield path


def read_proof(root: Path, area: str, entry: str) -> str | None:
    """The text of an entry's record; "" where it has none; None in a repository that keeps no records."""
    path = proof_path(root, area, entry)
    try:
        if path.stat().st_size <= LONGEST_RECORD and path.is_file():
            return path.read_text("utf-8", "replace")
    except OSError:
        pass
    return "" if (root / FOLDER).is_dir() else None

"""The repository in; out the texts of what was measured of the whole, and of what cold readers wrote down."""

from pathlib import Path

from generator.load.proofs import FOLDER

#: Written by `encyclopedia stats --write`.
MEASURED = f"{FOLDER}/_standing.json"
#: Written by people: one row for each reading of entries by somebody who took no part in them.
READINGS = f"{FOLDER}/_readings.yaml"


def read_measured(root: Path) -> str | None:
    """The last measurement; None where none was kept."""
    path = root / MEASURED
    return path.read_text("utf-8") if path.is_file() else None


def read_readings(root: Path) -> str | None:
    """The cold readings; None where none were written down."""
    path = root / READINGS
    return path.read_text("utf-8") if path.is_file() else None

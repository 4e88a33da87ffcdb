"""The text of proofs/_readings.yaml in, cold readings out."""

from datetime import date
from typing import Any

import yaml

from generator.load.standing import READINGS
from generator.model.standing import ColdReading

_FIELDS = {"day": date, "entries": int, "material": int, "found": str}


def parse_readings(text: str | None) -> tuple[ColdReading, ...]:
    """In the order of the file; raises ReadingsError with what is wrong."""
    if text is None:
        return ()
    try:
        rows = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ReadingsError(f"it is no YAML: {error}") from error
    if not isinstance(rows, list):
        raise ReadingsError("it is to be a list of readings")
    return tuple(_reading(number, row) for number, row in enumerate(rows, start=1))


def _reading(number: int, row: Any) -> ColdReading:
    if not isinstance(row, dict) or row.keys() != _FIELDS.keys():
        raise ReadingsError(f"reading {number} needs exactly {', '.join(_FIELDS)}")
    for name, kind in _FIELDS.items():
        if type(row[name]) is not kind:
            raise ReadingsError(f"`{name}` of reading {number} is `{row[name]}`, which is no {kind.__name__}")
    if not 0 <= row["material"] <= row["entries"]:
        raise ReadingsError(f"reading {number} finds {row['material']} of {row['entries']} entries wrong")
    return ColdReading(day=row["day"].isoformat(), entries=row["entries"], material=row["material"], found=row["found"])


class ReadingsError(ValueError):
    """The file cannot be used; the message says why and how to mend it."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"{READINGS}: {why}; each row has `day: 2026-11-30`, `entries: 40`, `material: 3` and `found:` with a sentence"
        )

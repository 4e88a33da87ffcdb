"""The published signatures.json in, an index out; what is no such file, or of a format made later, is refused with the way to mend it."""

import json
from pathlib import Path
from typing import Any

from generator.match.index import SignatureIndex
from generator.model.template import TemplateError, is_too_wide, parse_template

#: The format that is understood here; `generator/index/records.py` writes it.
NAME, VERSION = "signatures", 1


class PublishedIndexError(Exception):
    """A file that cannot be searched with: `path` says which, `what` what was found, `fix` how to mend it."""

    def __init__(self, path: str, what: str, fix: str) -> None:
        super().__init__(path, what, fix)
        self.path, self.what, self.fix = path, what, fix

    def __str__(self) -> str:
        return f"`{self.path}` {self.what}; {self.fix}"


def read_published(path: str) -> SignatureIndex:
    """The signatures of a published file. Raises PublishedIndexError."""
    again = "take signatures.json from the site once more"
    try:
        value = json.loads(Path(path).read_bytes())
    except OSError as error:
        raise PublishedIndexError(path, f"cannot be read: {error.strerror}", "name a file that is there") from error
    except (ValueError, RecursionError) as error:
        raise PublishedIndexError(path, f"is not sound JSON: {error}", again) from error
    _check_format(path, value)
    rows = value.get("signatures")
    if not isinstance(rows, list):
        raise PublishedIndexError(path, "has no list of `signatures`", again)
    return SignatureIndex([_row(path, number, row) for number, row in enumerate(rows, start=1)])


def _check_format(path: str, value: Any) -> None:
    found = value.get("format") if isinstance(value, dict) else None
    if not isinstance(found, str):
        raise PublishedIndexError(path, "names no format", "take signatures.json from the site, as it was published")
    name, _, version = found.partition("/")
    if name != NAME or not (version.isascii() and version.isdigit() and len(version) < 10):
        raise PublishedIndexError(path, f"is of the format `{found}`", f"signatures are read from `{NAME}/{VERSION}`")
    if int(version) > VERSION:
        raise PublishedIndexError(
            path,
            f"is of the format `{found}`, made later than this program, which understands `{NAME}/{VERSION}`",
            "update this program, then search again",
        )
    if int(version) < VERSION:
        raise PublishedIndexError(
            path,
            f"is of the format `{found}`, which is no longer read; this program understands `{NAME}/{VERSION}`",
            "take signatures.json from the site once more",
        )


def _row(path: str, number: int, row: Any) -> tuple[str, str]:
    fix = "take signatures.json from the site once more; if that one is the same, update this program"
    id_, text = (row.get("id"), row.get("text")) if isinstance(row, dict) else (None, None)
    if not (isinstance(id_, str) and "#" in id_ and isinstance(text, str)):
        raise PublishedIndexError(path, f"has no id and text in row {number} of its signatures", fix)
    try:
        template = parse_template(text)
    except TemplateError as error:
        raise PublishedIndexError(path, f"has a signature `{id_}` that cannot be read: {error.what}", fix) from error
    if is_too_wide(template):
        raise PublishedIndexError(path, f"has a signature `{id_}` with too little literal text to search by", fix)
    return id_, text

"""What an earlier build left: of what it was made, and each file's digest. So a later one need not make again what stands there."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.write.tree import MARKER, digest_of


@dataclass(frozen=True, slots=True)
class Built:
    """A build's record: the digest of all it read, what it said of the entries, its files' digests by name, and of each entry's page the key and the names of its files."""

    inputs: str
    said: str
    files: Mapping[str, str]
    pages: Mapping[str, tuple[str, tuple[str, ...]]]

    def as_plain(self) -> Any:
        """Plain values, to be kept."""
        return self.inputs, self.said, dict(self.files), dict(self.pages)


def parse_built(value: Any) -> Built | None:
    """The record kept as `value`; None where it is another program's."""
    try:
        inputs, said, files, pages = value
        if not isinstance(inputs, str) or not isinstance(said, str):
            return None
        names = {str(path): (str(key), tuple(map(str, names))) for path, (key, names) in pages.items()}
        return Built(inputs, said, {str(name): str(digest) for name, digest in files.items()}, names)
    except (TypeError, ValueError, AttributeError):
        return None


def stands(target: Path, files: Mapping[str, str]) -> bool:
    """Whether the folder holds exactly these files, each read and compared."""
    if not (target / MARKER).is_file():
        return False
    top = os.fspath(target)
    count = 0
    for folder, folders, names in os.walk(top):
        if any(os.path.islink(os.path.join(folder, name)) for name in folders):
            return False
        for name in names:
            path = os.path.join(folder, name)
            relative = os.path.relpath(path, top).replace(os.sep, "/") if folder != top else name
            if relative == MARKER:
                continue
            count += 1
            if relative not in files or os.path.islink(path) or _digest_at(path) != files[relative]:
                return False
    return count == len(files)


def _digest_at(path: str) -> str:
    try:
        with open(path, "rb", buffering=0) as file:
            return digest_of(file.read())
    except OSError:
        return ""

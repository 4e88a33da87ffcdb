"""A path and a text in; the file is written whole or not at all."""

import os
from pathlib import Path


def write_whole(path: Path, text: str) -> bool:
    """Writes `text` to `path`, through a file beside it that takes its place at the end; False where it stands there already."""
    content = text.encode()
    if path.is_file() and path.read_bytes() == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(content)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    return True

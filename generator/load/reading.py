"""A path in, its text out; or the problem that keeps it from being read. The one place where entry files are opened."""

import errno
import os
import stat
from pathlib import Path

from generator.load.lines import source_lines
from generator.problems import Location, Problem

LONGEST_FILE = 256 * 1024


def shown(path: Path, root: Path) -> str:
    """The path as a contributor would type it from the repository's top."""
    top, name = os.fspath(root).rstrip(os.sep) + os.sep, os.fspath(path)
    return (name[len(top) :] if name.startswith(top) else name).replace(os.sep, "/")


def read_entry_text(path: Path, root: Path) -> str | Problem:
    """The text of one file below `root`/entries, or one problem. Never opens a device, a pipe or a file outside the tree."""
    name = shown(path, root)
    here = Location(name)
    try:
        if not _is_plainly_inside(os.fspath(path), os.path.join(root, "entries")):
            real = path.resolve(strict=True)
            if not real.is_relative_to(root.resolve() / "entries"):
                return Problem(
                    "Y108",
                    here,
                    f"this path leads outside entries/, to `{real}`",
                    "copy the file into entries/<area>/ as a regular file",
                )
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except (OSError, RuntimeError) as error:
        return Problem(
            "Y109",
            here,
            f"the file cannot be opened: {_reason(error)}",
            "check that it exists, that it is no broken or circular link, and that you may read it",
        )
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)  # before Python makes a file of it, which it refuses for a folder
        return Problem("Y108", here, "this is not a regular file", "an entry is a plain file of YAML text")
    with os.fdopen(handle, "rb") as file:
        if status.st_size > LONGEST_FILE:
            return Problem(
                "Y106",
                here,
                f"the file has {status.st_size:,} bytes, and an entry at most {LONGEST_FILE:,}",
                "trim excerpts to the lines that matter; one failure, one entry",
            )
        try:
            data = file.read(LONGEST_FILE + 1)
        except OSError as error:
            return Problem(
                "Y109",
                here,
                f"the file cannot be read: {_reason(error)}",
                "check that it is a regular file and that you may read it",
            )
    return _decoded(data, name)


def _is_plainly_inside(path: str, entries: str) -> bool:
    """Whether the path is entries/<area>/<file> without any link: the usual case, told without following the whole way."""
    area = os.path.dirname(path)
    if os.path.dirname(area) != entries or os.path.basename(area) in ("", ".", ".."):
        return False
    return not any(map(os.path.islink, (path, area, entries)))


def _reason(error: Exception) -> str:
    if isinstance(error, RuntimeError):
        return os.strerror(errno.ELOOP)  # what resolve() raises for a circular link before Python 3.13
    return getattr(error, "strerror", None) or str(error)


def _decoded(data: bytes, name: str) -> str | Problem:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        rest = error.object  # without the byte order mark, as its positions are
        before = source_lines(rest[: error.start].decode("utf-8"))
        return Problem(
            "Y107",
            Location(name, len(before), len(before[-1]) + 1),
            f"byte 0x{rest[error.start]:02x} is not UTF-8",
            "save the file as UTF-8",
        )

"""Paths in, the logs to read out: files as named, folders with all that may be a log in them, in natural order.

Only what is named is opened whatever it is; in folders, pipes and devices are left alone and links are followed once.
"""

import os
import re
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.diagnose.diagnosis import Input
from generator.match.unpack import MAGIC

STANDARD_INPUT = "-"
#: What jobs leave beside their logs, and what would be searched in vain, or worse: sources hold the messages that they print.
NO_LOG = re.compile(
    r"""
      \..*                              # hidden
    | .*\.(?:
        pt|pth|ckpt|safetensors|bin|gguf|onnx|npy|npz|pkl|pickle|h5|parquet|arrow
      | so|so\.[0-9.]+|o|a|whl|pyc|zip|tar|tar\.[a-z0-9]{2,4}|tgz|7z|jar|deb|sif|sqsh|db|sqlite3?|idx|mmap|nsys-rep|qdrep|prof|lock
      | png|jpe?g|gif|svg|webp|pdf|mp4|wav|ttf|woff2?
      | py|ipynb|c|cc|cpp|h|hpp|cuh?|rs|go|js|ts|java|html|css
      | md|rst|tex|ya?ml|toml|cfg|ini|csv|tsv|proto|patch|diff
      )
    | events\.out\.tfevents\..* | tokenizer\.json | vocab\.json | merges\.txt
    """,
    re.VERBOSE | re.IGNORECASE,
)
#: How much of a file is looked at to see whether it is text.
GLANCE = 1024
_TEXT_BYTES = bytes([*range(32, 256), *b"\t\n\r\b\f\x1b"])


@dataclass(frozen=True, slots=True)
class Gathered:
    """The logs to read, what could not be read with the reason, and how many files were passed over because their name says that they are no logs."""

    logs: tuple[str, ...]
    troubles: tuple[Input, ...]
    passed: int


@dataclass(slots=True)
class _Walk:
    """What a walk through folders has met."""

    folders: set[tuple[int, int]]
    files: set[tuple[int, int]]
    troubles: list[Input]
    passed: int = 0


class MissingError(Exception):
    """A path that was named and does not exist."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


def gather(paths: Sequence[str]) -> Gathered:
    """The logs at these paths, each once, in the order of `paths`. Raises MissingError."""
    walk = _Walk(set(), set(), [])
    logs: dict[str, None] = {}
    for path in paths:
        if path == STANDARD_INPUT:
            logs[path] = None
        elif os.path.isdir(path):
            for found in _folder(path, walk):
                logs[found] = None
        elif os.path.lexists(path):
            logs[path] = None
        else:
            raise MissingError(path)
    return Gathered(tuple(logs), tuple(walk.troubles), walk.passed)


def is_stream(log: str) -> bool:
    """Whether a log may have no end: standard input, a pipe or a device."""
    try:
        return log == STANDARD_INPUT or not stat.S_ISREG(os.stat(log).st_mode)
    except OSError:
        return False


def size_of(log: str) -> int:
    """The bytes of a file on the disk; 0 where that cannot be known."""
    try:
        return 0 if log == STANDARD_INPUT else os.stat(log).st_size
    except OSError:
        return 0


def natural(name: str) -> list[tuple[int, int, str]]:
    """The order of names in which rank_10 comes after rank_9."""
    pieces = re.split(r"([0-9]{1,18})", name)
    return [(1, int(piece), "") if at % 2 else (0, 0, piece) for at, piece in enumerate(pieces)]


def _folder(top: str, walk: _Walk) -> Iterator[str]:
    waiting = [top]
    links: list[tuple[str, tuple[int, int]]] = []
    while waiting:
        folder = waiting.pop()
        try:
            here = os.stat(folder)
            if (here.st_dev, here.st_ino) in walk.folders:
                continue
            walk.folders.add((here.st_dev, here.st_ino))
            with os.scandir(folder) as entries:
                found = sorted(entries, key=lambda entry: natural(entry.name))
        except OSError as error:
            walk.troubles.append(_trouble(folder, error))
            continue
        below = []
        for entry in found:
            if NO_LOG.fullmatch(entry.name):
                walk.passed += 1
                continue
            try:
                if entry.is_dir():
                    below.append(entry.path)
                elif entry.is_symlink():
                    status = entry.stat()
                    if stat.S_ISREG(status.st_mode):
                        links.append((entry.path, (status.st_dev, status.st_ino)))
                    else:
                        walk.passed += 1
                elif entry.is_file():
                    walk.files.add((here.st_dev, entry.inode()))
                    if _is_readable_text(entry.path, walk):
                        yield entry.path
                else:
                    walk.passed += 1  # a pipe, a socket or a device waits for ever
            except OSError as error:
                walk.troubles.append(_trouble(entry.path, error))
        waiting += reversed(below)
    for path, identity in links:
        # `latest.log` beside the log that it leads to is not a second log
        if identity not in walk.files:
            walk.files.add(identity)
            if _is_readable_text(path, walk):
                yield path


def _is_readable_text(path: str, walk: _Walk) -> bool:
    try:
        with Path(path).open("rb", buffering=0) as file:
            first = file.read(GLANCE)
    except OSError as error:
        walk.troubles.append(_trouble(path, error))
        return False
    if first[:2] in (b"\xff\xfe", b"\xfe\xff"):
        walk.troubles.append(Input(path, 0, 0, "UTF-16, not read; make it UTF-8 with `iconv -f UTF-16 -t UTF-8`"))
        return False
    if looks_binary(first):
        walk.troubles.append(Input(path, 0, 0, "looks binary, skipped; name the file itself to have it read"))
        return False
    return True


def looks_binary(first: bytes) -> bool:
    """Whether a file that begins so is neither text nor packed. Zeros alone are what a crash or a rotation leaves at the start of a log."""
    if any(first.startswith(magic) for magic in MAGIC):
        return False
    rest = first.lstrip(b"\0")
    return len(rest.translate(None, _TEXT_BYTES)) * 20 > len(rest)


def _trouble(path: str, error: OSError) -> Input:
    return Input(path, 0, 0, error.strerror or str(error))

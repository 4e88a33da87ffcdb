"""A released archive or a commit as a set of files: read one, or find those that hold some text.

Each kind says how its files are shown to be what was published: an archive by its sha256 from the index, a file of a wheel that was read
in part by the wheel's own RECORD, a package of Debian by apt, a repository by its commit.
"""

import base64
import csv
import fnmatch
import hashlib
import io
import lzma
import subprocess
import tarfile
import zipfile
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import IO

#: Files larger than this are no text that a person wrote.
LONGEST_TEXT = 4 << 20
SKIPPED = (
    ".png",
    ".jpg",
    ".gif",
    ".svg",
    ".ipynb",
    ".pyc",
    ".json",
    ".csv",
    ".mo",
    ".po",
    ".lock",
    ".sum",
    ".md",
    ".rst",
    ".txt",
    "PKG-INFO",
    "ChangeLog",
    "NEWS",
    "README",
)


#: What reading a damaged archive raises.
DAMAGED = (tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError)
#: What is text in a wheel, as far as it is searched.
TEXTS = (".py", ".pyi", ".pyx", ".pxd", ".h", ".hpp", ".cuh", ".cu", ".c", ".cc", ".cpp", ".inl", ".inc", ".cmake")
#: A wheel larger than this is read file by file, and only its texts are searched, wherever it lies.
WHOLE = 40 << 20


class UnavailableError(Exception):
    """The release cannot be had here; the message says why, in words for a person at the terminal."""


class TooLargeError(UnavailableError):
    """The release is larger than what was asked for may cost."""


class Distribution(ABC):
    """The files of one release. `origin` is written as in the table: `pypi:vllm==0.6.3`."""

    #: What a text found in it is proved by; a library is always `binary`.
    kind = "source"

    def __init__(
        self, origin: str, archive: str | None = None, archive_sha256: str | None = None, commit: str | None = None
    ):
        self.origin, self.archive, self.archive_sha256, self.commit = origin, archive, archive_sha256, commit
        self._texts: dict[str, bytes] | None = None

    @abstractmethod
    def paths(self) -> list[str]:
        """The paths of all files, from the top of the source."""

    @abstractmethod
    def read(self, path: str) -> bytes:
        """The bytes of one file; raises KeyError or UnavailableError."""

    def cost(self, path: str) -> int:
        """How many bytes must be loaded to read one file; raises KeyError. Nothing more, where the release came as a whole."""
        return 0

    def matching(self, pattern: str) -> list[str]:
        """The paths that fit a pattern of the table; the plain path itself needs no list."""
        return [path for path in self.paths() if path == pattern or fnmatch.fnmatchcase(path, pattern)]

    def texts(self) -> Iterator[tuple[str, bytes]]:
        """Every file that can be source text."""
        if self._texts is None:
            self._texts = dict(self._all_texts())
        yield from self._texts.items()

    def _all_texts(self) -> Iterator[tuple[str, bytes]]:
        for path in self.paths():
            if not path.endswith(SKIPPED):
                data = self.read(path)
                if len(data) <= LONGEST_TEXT and b"\0" not in data[:4096]:
                    yield path, data

    def holding(self, fragments: list[bytes]) -> list[str]:
        """The paths of text files that hold one of the fragments, those with most of them first."""
        scored = [(-sum(f in data for f in fragments), path) for path, data in self.texts()]
        return [path for score, path in sorted(scored) if score]


def without_top(name: str) -> str:
    """The path inside an archive whose files lie in one folder."""
    return name.partition("/")[2]


class SourceArchive(Distribution):
    """A .tar.gz or .tar.xz with one folder at its top: an sdist, or the source package of a Debian release."""

    def __init__(self, origin: str, path: Path, sha256: str):
        super().__init__(origin, path.name, sha256)
        self._path = path
        self._kept: dict[str, bytes] = {}
        self._paths: list[str] | None = None

    def paths(self) -> list[str]:
        if self._paths is None:
            with tarfile.open(self._path, "r|*") as tar:
                self._paths = [without_top(member.name) for member in tar if member.isfile()]
        return self._paths

    def read(self, path: str) -> bytes:
        if self._texts is not None and path in self._texts:
            return self._texts[path]
        if path not in self.paths():  # else each question for a file that is not there would unpack it all
            raise KeyError(path)
        if path not in self._kept:
            with tarfile.open(self._path, "r|*") as tar:
                for member in tar:
                    if member.isfile() and without_top(member.name) == path:
                        file = tar.extractfile(member)
                        self._kept[path] = file.read() if file else b""
                        break
        return self._kept[path]

    def _all_texts(self) -> Iterator[tuple[str, bytes]]:
        with tarfile.open(self._path, "r|*") as tar:
            for member in tar:
                if member.isfile() and member.size <= LONGEST_TEXT and not member.name.endswith(SKIPPED):
                    file = tar.extractfile(member)
                    data = file.read() if file else b""
                    if b"\0" not in data[:4096]:
                        yield without_top(member.name), data


class DebianPackage(Distribution):
    """A .deb: its files as dpkg-deb unpacks them."""

    kind = "binary"

    def __init__(self, origin: str, path: Path, sha256: str):
        super().__init__(origin, path.name, sha256)
        done = subprocess.run(["dpkg-deb", "--fsys-tarfile", str(path)], capture_output=True, check=False)
        if done.returncode:
            raise UnavailableError(
                f"{path.name} cannot be unpacked: {done.stderr.decode(errors='replace').strip()[-200:]}"
            )
        self._tar = tarfile.open(fileobj=io.BytesIO(done.stdout))  # noqa: SIM115 - open as long as the package is
        self._members = {m.name.removeprefix("./"): m for m in self._tar if m.isfile()}

    def paths(self) -> list[str]:
        return list(self._members)

    def read(self, path: str) -> bytes:
        file = self._tar.extractfile(self._members[path])
        return file.read() if file else b""


class Wheel(Distribution):
    """A wheel, from disk or read in part over the network. Each file is compared with the sha256 that the wheel's RECORD gives."""

    def __init__(
        self,
        origin: str,
        name: str,
        sha256: str | None,
        file: Path | IO[bytes],
        kept: Path,
        limit: int,
        size: int,
    ):
        super().__init__(origin, name, sha256)
        self._zip = zipfile.ZipFile(file)
        self._kept, self._limit, self._near, self._whole = kept, limit, isinstance(file, Path), size <= WHOLE
        self._record: dict[str, str] | None = None
        self._last: tuple[str, bytes] | None = None

    def paths(self) -> list[str]:
        return [info.filename for info in self._zip.infolist() if not info.is_dir()]

    def cost(self, path: str) -> int:
        return self._zip.getinfo(path).compress_size

    def read(self, path: str) -> bytes:
        if self._last is None or self._last[0] != path:
            self._last = None  # one library may fill a good part of the memory
            self._last = path, self._read(path)
        return self._last[1]

    def _read(self, path: str) -> bytes:
        info = self._zip.getinfo(path)
        kept = self._kept / hashlib.sha256(path.encode()).hexdigest()
        if not self._near and kept.is_file():
            data = kept.read_bytes()
        else:
            if not self._near and info.compress_size > self._limit:
                raise UnavailableError(
                    f"{path} of {self.archive} has {info.compress_size >> 20} MiB to load, over the limit of {self._limit >> 20}"
                )
            data = self._zip.read(path)
            if not self._near:
                self._kept.mkdir(parents=True, exist_ok=True)
                kept.write_bytes(data)
        return self._checked(path, data)

    def _checked(self, path: str, data: bytes) -> bytes:
        said = self._recorded().get(path)
        if said is not None and said != _record_digest(data):
            raise UnavailableError(f"{path} of {self.archive} is not what its RECORD says")
        return data

    def _recorded(self) -> dict[str, str]:
        if self._record is None:
            name = next((p for p in self.paths() if p.endswith(".dist-info/RECORD")), None)
            rows = csv.reader(io.StringIO(self._zip.read(name).decode())) if name else iter(())
            self._record = {row[0]: row[1].removeprefix("sha256=") for row in rows if len(row) > 1 and row[1]}
        return self._record

    def _all_texts(self) -> Iterator[tuple[str, bytes]]:
        if self._whole:
            yield from super()._all_texts()
            return
        # the libraries of a large wheel are most of its size; its texts stand together and come in few requests
        texts = [
            info for info in self._zip.infolist() if info.filename.endswith(TEXTS) and info.file_size <= LONGEST_TEXT
        ]
        if sum(info.compress_size for info in texts) > WHOLE:
            raise TooLargeError(f"{self.archive} has too many files to be searched as a whole")
        for info in sorted(texts, key=lambda info: info.header_offset):
            yield info.filename, self._checked(info.filename, self._zip.read(info))


def _record_digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")


class Commit(Distribution):
    """A commit of a git repository."""

    kind = "repository"

    def __init__(self, origin: str, git_dir: Path, revision: str):
        self._git_dir = git_dir
        commit = self._git("rev-parse", "--verify", "--quiet", revision + "^{commit}").decode().strip()
        if not commit:
            raise UnavailableError(f"the repository has no tag or commit `{revision}`")
        super().__init__(origin, commit=commit)

    def _git(self, *words: str) -> bytes:
        command = [
            "git",
            "--git-dir",
            str(self._git_dir),
            "-c",
            "core.quotePath=off",
            "-c",
            "grep.lineNumber=false",
            *words,
        ]
        return subprocess.run(command, capture_output=True, check=False, stdin=subprocess.DEVNULL).stdout

    def paths(self) -> list[str]:
        return self._git("ls-tree", "-r", "--name-only", str(self.commit)).decode("utf-8", "replace").split("\n")[:-1]

    def read(self, path: str) -> bytes:
        done = subprocess.run(
            ["git", "--git-dir", str(self._git_dir), "cat-file", "blob", f"{self.commit}:{path}"],
            capture_output=True,
            check=False,
        )
        if done.returncode:
            raise KeyError(path)
        return done.stdout

    def holding(self, fragments: list[bytes]) -> list[str]:
        words = [word for fragment in fragments for word in ("-e", fragment.decode("utf-8", "replace"))]
        out = self._git("grep", "-I", "-c", "-F", *words, str(self.commit)).decode("utf-8", "replace")
        scored = []
        for row in out.splitlines():
            path, _, count = row.partition(":")[2].rpartition(":")
            if path and not path.endswith(SKIPPED):
                scored.append((-int(count), path))
        return [path for _, path in sorted(scored)]

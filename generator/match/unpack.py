"""The path of a log in, its bytes out: plain or packed (gzip, bzip2, xz, zstd), told by the first bytes, damage noticed."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from generator.match.stream import Readable

#: What the first bytes say; names lie more often.
MAGIC = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bz2",
    b"\xfd7zXZ\x00": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
}
#: Packed bytes given to zstd at one time: four may stand for 128 KiB, so that hostile ones give 64 MiB at most.
SIP = 1 << 11
CUT_OFF = "it is cut off: the packed data ends before its end mark"


class LogError(Exception):
    """A log that cannot be read: missing, forbidden, or packed and damaged. `path` says which; `partly`, that it was read up to there."""

    def __init__(self, path: str, why: str, partly: bool = False) -> None:
        super().__init__(path, why, partly)
        self.path, self.why, self.partly = path, why, partly

    def __str__(self) -> str:
        return f"`{self.path}` cannot be read{' to its end' if self.partly else ''}: {self.why}"


class Log:
    """An open log. Where it is damaged it ends, and `damage` says why."""

    def __init__(self, path: str, unpacked: Any) -> None:
        self._path = path
        # what was unpacked ahead of the damage comes out of `read1`; `read` would drop it
        self._read: Callable[[int], bytes | None] = getattr(unpacked, "read1", unpacked.read)
        self.damage: LogError | None = None

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes, none at the end."""
        if self.damage is not None:
            return b""
        try:
            return self._read(size) or b""
        except _damaging() as error:
            self.damage = LogError(self._path, _words(error), partly=True)
            return b""


@contextmanager
def open_log(path: str, tell: Callable[[int], None] = lambda count: None) -> Iterator[Log]:
    """The bytes of a log, unpacked; `-` is standard input. `tell` is told how many bytes, as they lie, have been read.

    Raises LogError: at once if it cannot be opened; if it is damaged, at the end, when all before the damage has been given.
    """
    with ExitStack() as stack:
        try:
            raw: Any = sys.stdin.buffer if path == "-" else stack.enter_context(Path(path).open("rb", buffering=0))
            log = Log(path, _unpacked(raw, tell))
        except OSError as error:
            raise LogError(path, _words(error)) from error
        yield log
        if log.damage is not None:
            raise log.damage


def _damaging() -> tuple[type[Exception], ...]:
    import lzma
    import zlib

    kinds: list[type[Exception]] = [OSError, EOFError, lzma.LZMAError, zlib.error]
    zstandard = sys.modules.get("zstandard")
    if zstandard is not None:
        kinds.append(zstandard.ZstdError)
    return tuple(kinds)


def _words(error: Exception) -> str:
    if isinstance(error, EOFError):
        return CUT_OFF
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return said or type(error).__name__


class _Again:
    """A stream whose first bytes were read to see what it is; it counts what is read."""

    def __init__(self, first: bytes, rest: Readable, tell: Callable[[int], None]) -> None:
        self._first, self._rest, self._tell, self._count = first, rest, tell, 0

    def read(self, size: int = -1, /) -> bytes:
        if self._first:
            data, self._first = (self._first, b"") if size < 0 else (self._first[:size], self._first[size:])
        else:
            data = self._rest.read(size) or b""
        self._count += len(data)
        self._tell(self._count)
        return data

    def readable(self) -> bool:
        return True

    closed = False

    def flush(self) -> None:
        """Nothing is written."""


class _Zstd:
    """The frames of a zstd file, one after the other. (zstandard's own reader takes a file that is cut off for a whole one.)"""

    def __init__(self, packed: _Again) -> None:
        import zstandard

        self._packed = packed
        self._frames = zstandard.ZstdDecompressor(max_window_size=1 << 27)
        self._frame: Any = None
        self._rest = b""  # packed bytes of the next frame
        self._ready = b""

    def read(self, size: int, /) -> bytes:
        while not self._ready:
            sip = self._rest or self._packed.read(SIP)
            if not sip:
                if self._frame is not None:
                    raise EOFError
                return b""
            self._frame = self._frame or self._frames.decompressobj()
            self._rest, self._ready = b"", self._frame.decompress(sip)
            if self._frame.eof:
                self._rest, self._frame = self._frame.unused_data, None
        given, self._ready = self._ready[:size], self._ready[size:]
        return given


def _unpacked(raw: Readable, tell: Callable[[int], None]) -> Any:
    first = b""
    while len(first) < 6 and (more := raw.read(6 - len(first))):
        first += more
    stream: Any = _Again(first, raw, tell)
    kind = next((kind for magic, kind in MAGIC.items() if first.startswith(magic)), None)
    if kind == "gzip":
        import gzip

        return gzip.GzipFile(fileobj=stream)
    if kind == "bz2":
        import bz2

        return bz2.BZ2File(stream)
    if kind == "xz":
        import lzma

        return lzma.LZMAFile(stream)
    return _Zstd(stream) if kind == "zstd" else stream

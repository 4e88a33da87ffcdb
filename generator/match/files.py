"""Paths of logs in, hits out: plain or packed files and standard input, several files in processes of their own."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from generator.match.index import SignatureIndex
from generator.match.scan import Hit
from generator.match.stream import Readable, scan_stream

#: What the first bytes say; names lie more often.
MAGIC = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bz2",
    b"\xfd7zXZ\x00": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
}
#: How many hits travel from one process to the other at a time, and how many such parcels may wait.
PARCEL, WAITING = 1000, 8


class LogError(Exception):
    """A log that cannot be read: missing, forbidden, or packed and damaged. `path` says which."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(path, why)
        self.path, self.why = path, why

    def __str__(self) -> str:
        return f"`{self.path}` cannot be read: {self.why}"


@contextmanager
def open_log(path: str) -> Iterator[Readable]:
    """The bytes of a log, unpacked; `-` is standard input. Raises LogError, while reading too."""
    try:
        if path == "-":
            yield _unpacked(sys.stdin.buffer)
            return
        with Path(path).open("rb", buffering=0) as raw:
            yield _unpacked(raw)
    except _damaged() as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise LogError(path, why or type(error).__name__) from error


def _damaged() -> Any:
    import lzma
    import zlib

    kinds: list[type[Exception]] = [OSError, EOFError, lzma.LZMAError, zlib.error]
    zstandard = sys.modules.get("zstandard")
    if zstandard is not None:
        kinds.append(zstandard.ZstdError)
    return tuple(kinds)


class _Again:
    """A stream whose first bytes were read to see what it is."""

    def __init__(self, first: bytes, rest: Readable) -> None:
        self._first, self._rest = first, rest

    def read(self, size: int = -1, /) -> bytes:
        if self._first:
            data, self._first = (self._first, b"") if size < 0 else (self._first[:size], self._first[size:])
            return data
        return self._rest.read(size) or b""

    def readable(self) -> bool:
        return True

    closed = False

    def flush(self) -> None:
        """Nothing is written."""


def _unpacked(raw: Readable) -> Readable:
    first = b""
    while len(first) < 6 and (more := raw.read(6 - len(first))):
        first += more
    stream: Any = _Again(first, raw)
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
    if kind == "zstd":
        import zstandard

        unpacked: Readable = zstandard.ZstdDecompressor(max_window_size=1 << 27).stream_reader(
            stream, read_across_frames=True
        )
        return unpacked
    readable: Readable = stream
    return readable


def scan_files(paths: Iterable[str], index: SignatureIndex, processes: int | None = None) -> Iterator[tuple[str, Hit]]:
    """The hits of each log, in the order of `paths`; with as many processes as there are cores and logs. Raises LogError."""
    paths = list(paths)
    workers = min(processes or os.cpu_count() or 1, len(paths))
    if workers <= 1:
        for path in paths:
            with open_log(path) as log:
                for hit in scan_stream(log, index):
                    yield path, hit
        return
    yield from _in_processes(paths, index, workers)


def _in_processes(paths: list[str], index: SignatureIndex, workers: int) -> Iterator[tuple[str, Hit]]:
    import multiprocessing

    stored = index.prefilter.to_bytes()
    context = multiprocessing.get_context("spawn" if sys.platform in ("win32", "darwin") else None)
    running: dict[int, tuple[Any, Any]] = {}

    def start(number: int) -> None:
        queue = context.Queue(WAITING)
        process = context.Process(
            target=_scan_one, args=(paths[number], index.signatures, index.keys, stored, queue), daemon=True
        )
        process.start()
        running[number] = (process, queue)

    try:
        for number in range(workers):
            start(number)
        for number, path in enumerate(paths):
            process, queue = running[number]
            for hits in _parcels(path, process, queue):
                yield from ((path, hit) for hit in hits)
            process.join()
            del running[number]
            if number + workers < len(paths):
                start(number + workers)
    finally:
        for process, _ in running.values():
            process.terminate()


def _parcels(path: str, process: Any, queue: Any) -> Iterator[list[Hit]]:
    from queue import Empty

    while True:
        try:
            parcel = queue.get(timeout=1)
        except Empty:
            if process.is_alive():
                continue
            raise LogError(path, f"its process ended with code {process.exitcode}") from None
        if parcel is None:
            return
        if isinstance(parcel, str):
            raise LogError(path, parcel)
        yield parcel


def _scan_one(path: str, signatures: Any, keys: Any, stored: bytes, queue: Any) -> None:
    index = SignatureIndex(signatures, keys, stored)
    parcel: list[Hit] = []
    try:
        with open_log(path) as log:
            for hit in scan_stream(log, index):
                parcel.append(hit)
                if len(parcel) >= PARCEL:
                    queue.put(parcel)
                    parcel = []
        queue.put(parcel)
        queue.put(None)
    except LogError as error:
        queue.put(error.why)

"""Many logs in, their readings out, in order: in processes of their own where that pays."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.diagnose.reading import read_log
from generator.diagnose.spots import Reading
from generator.match.index import SignatureIndex

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

#: Less than this is read sooner than a process starts.
LITTLE = 8 << 20
#: How much one process is given at a time, in bytes and in files.
PARCEL, MOST_FILES = 32 << 20, 256

Progress = Callable[[int], None]
Job = tuple[str, str, int | None]

_index: list[SignatureIndex] = []


def read_logs(
    logs: Sequence[str],
    names: Sequence[str],
    index: SignatureIndex,
    progress: Progress | None = None,
    limit: int | None = None,
    processes: int | None = None,
) -> list[Reading]:
    """The reading of each log. `progress` is told how many bytes were read since it was last told."""
    jobs = [(log, name, limit) for log, name in zip(logs, names, strict=True)]
    sizes = [_size(log) for log in logs]
    workers = min(processes or os.cpu_count() or 1, len(jobs))
    if workers < 2 or sum(sizes) < LITTLE or "-" in logs:
        return [read_log(log, index, name, most, progress) for log, name, most in jobs]
    index.prefilter.load()
    readings: list[Reading] = []
    with _pool(workers, index) as pool:
        try:
            for some in pool.map(_read_some, _parcels(jobs, sizes)):
                readings += some
                if progress is not None:
                    progress(sum(reading.input.bytes for reading in some))
        except BaseException:
            for process in list(pool._processes.values()):  # the executor itself waits for what runs
                process.terminate()
            raise
    return readings


def _pool(workers: int, index: SignatureIndex) -> "ProcessPoolExecutor":
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor  # takes its time to load

    method = "spawn" if sys.platform in ("win32", "darwin") else "fork"
    _index[:] = [index]
    if method == "fork":
        return ProcessPoolExecutor(workers, multiprocessing.get_context(method))
    stored = index.prefilter.to_bytes()
    return ProcessPoolExecutor(
        workers, multiprocessing.get_context(method), _take, (index.signatures, index.keys, stored)
    )


def _take(signatures: Sequence[tuple[str, str]], keys: Sequence[str], stored: bytes) -> None:
    _index[:] = [SignatureIndex(signatures, keys, stored)]


def _read_some(jobs: Sequence[Job]) -> list[Reading]:
    return [read_log(log, _index[0], name, limit) for log, name, limit in jobs]


def _parcels(jobs: Sequence[Job], sizes: Sequence[int]) -> Iterator[list[Job]]:
    parcel: list[Job] = []
    weight = 0
    for job, size in zip(jobs, sizes, strict=True):
        if parcel and (weight + size > PARCEL or len(parcel) >= MOST_FILES):
            yield parcel
            parcel, weight = [], 0
        parcel.append(job)
        weight += size
    if parcel:
        yield parcel


def _size(log: str) -> int:
    try:
        return Path(log).stat().st_size
    except OSError:
        return 0

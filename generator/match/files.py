"""Paths of logs in, hits out: several logs in processes of their own, what is damaged told apart from what was found."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Set
from typing import Any

from generator.match.index import SignatureIndex
from generator.match.scan import Hit
from generator.match.stream import scan_stream
from generator.match.unpack import LogError, open_log

#: How many hits travel from one process to the other at a time, and how many such parcels may wait.
PARCEL, WAITING = 1000, 8
#: How often, in seconds, a waiting process looks after the others and says how far they are.
LOOK = 0.2


def _stop(error: LogError) -> None:
    raise error


def _say_nothing(count: int) -> None:
    pass


def scan_files(
    paths: Iterable[str],
    index: SignatureIndex,
    processes: int | None = None,
    damaged: Callable[[LogError], None] = _stop,
    progress: Callable[[int], None] = _say_nothing,
    passing: Set[int] = frozenset(),
) -> Iterator[tuple[str, Hit]]:
    """The hits of each log, in the order of `paths`, but for signatures whose numbers are in `passing`; with as many processes as there are cores and logs.

    `damaged` gets the error of each log that cannot be read, after the hits before the damage; by default it is raised.
    `progress` is told from time to time how many bytes of all logs, as they lie, have been read.
    """
    paths = list(paths)
    workers = min(processes or os.cpu_count() or 1, len(paths))
    counts = [0] * len(paths)
    if workers > 1:
        yield from _in_processes(paths, index, workers, damaged, progress, passing)
        return
    for number, path in enumerate(paths):
        yield from _scan_here(path, index, damaged, _teller(counts, number, progress), passing)


def _teller(counts: Any, number: int, progress: Callable[[int], None]) -> Callable[[int], None]:
    def tell(count: int) -> None:
        counts[number] = count
        progress(sum(counts))

    return tell


def _scan_here(
    path: str,
    index: SignatureIndex,
    damaged: Callable[[LogError], None],
    tell: Callable[[int], None],
    passing: Set[int],
) -> Iterator[tuple[str, Hit]]:
    try:
        with open_log(path, tell) as log:
            for hit in scan_stream(log, index, passing):
                yield path, hit
    except LogError as error:
        damaged(error)


def _in_processes(
    paths: list[str],
    index: SignatureIndex,
    workers: int,
    damaged: Callable[[LogError], None],
    progress: Callable[[int], None],
    passing: Set[int],
) -> Iterator[tuple[str, Hit]]:
    import multiprocessing

    stored = index.prefilter.to_bytes()
    context = multiprocessing.get_context("spawn" if sys.platform in ("win32", "darwin") else None)
    counts = context.RawArray("q", len(paths))
    running: dict[int, tuple[Any, Any]] = {}

    def start(number: int) -> None:
        if number >= len(paths) or paths[number] == "-":
            return  # standard input belongs to this process
        queue = context.Queue(WAITING)
        table = (index.signatures, index.keys, stored)
        given = (paths[number], table, queue, counts, number, frozenset(passing))
        process = context.Process(target=_scan_there, args=given, daemon=True)
        process.start()
        running[number] = (process, queue)

    try:
        for number in range(workers):
            start(number)
        for number, path in enumerate(paths):
            if path == "-":
                yield from _scan_here(path, index, damaged, _teller(counts, number, progress), passing)
            else:
                process, queue = running[number]
                for parcel in _parcels(path, process, queue, lambda: progress(sum(counts))):
                    if isinstance(parcel, LogError):
                        damaged(parcel)
                    else:
                        yield from ((path, hit) for hit in parcel)
                process.join()
                del running[number]
            start(number + workers)
    finally:
        for process, _ in running.values():
            process.terminate()


def _parcels(path: str, process: Any, queue: Any, look: Callable[[], None]) -> Iterator[list[Hit] | LogError]:
    from queue import Empty

    gone = False
    while True:
        look()
        try:
            parcel = queue.get(timeout=LOOK)
        except Empty:
            if gone:  # and nothing was left on its way
                yield LogError(path, f"its process ended with code {process.exitcode}", partly=True)
                return
            gone = not process.is_alive()
            continue
        if parcel is None:
            return
        yield parcel


def _scan_there(
    path: str, table: tuple[Any, Any, bytes], queue: Any, counts: Any, number: int, passing: Set[int]
) -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that waits for this one ends it
    index = SignatureIndex(*table)
    parcel: list[Hit] = []
    failed: list[LogError] = []
    for _, hit in _scan_here(path, index, failed.append, _teller(counts, number, _say_nothing), passing):
        parcel.append(hit)
        if len(parcel) >= PARCEL:
            queue.put(parcel)
            parcel = []
    queue.put(parcel)
    for error in failed:
        queue.put(error)
    queue.put(None)

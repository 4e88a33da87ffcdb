"""The keys of all signatures in; where they stand in a block of bytes, out. One pass over the block, however many keys there are.

Hyperscan does it (wheels for Linux, macOS and Windows on x86-64, for Linux and macOS on Arm); where it is not installed, each
key is looked for by itself: the same places, at a speed that falls with the number of keys.
"""

from collections.abc import Sequence
from typing import Any

from generator.match.normalize import TERMINAL_MARKS

try:
    import hyperscan
except ImportError:  # Windows on Arm, and Pythons for which there is no wheel yet
    hyperscan = None

Places = list[tuple[int, int]]


class Prefilter:
    """Keys, numbered in their order. `stored` is what `to_bytes` gave for the same keys with the same engine, or nothing."""

    def __init__(self, keys: Sequence[bytes], stored: bytes = b"") -> None:
        self.keys = tuple(keys)
        self._database = _database(self.keys, stored) if hyperscan is not None else None

    def find(self, block: bytes) -> tuple[Places, bool]:
        """(number of the key, place behind it) in the order of places, and whether the block may hold terminal codes."""
        if self._database is None:
            return self._find_each(block)
        found: Places = []
        add = found.append

        def seen(number: int, start: int, end: int, flags: int, context: Any) -> None:
            add((number, end))

        self._database.scan(block, match_event_handler=seen)
        count = len(self.keys)
        marked = any(number >= count for number, _ in found)
        return ([place for place in found if place[0] < count] if marked else found), marked

    def _find_each(self, block: bytes) -> tuple[Places, bool]:
        found: Places = []
        for number, key in enumerate(self.keys):
            at = block.find(key)
            while at >= 0:
                found.append((number, at + len(key)))
                line_end = block.find(b"\n", at)  # once for each line is enough
                at = block.find(key, line_end) if line_end >= 0 else -1
        found.sort(key=lambda place: place[1])
        return found, any(mark in block for mark in TERMINAL_MARKS)

    def to_bytes(self) -> bytes:
        """The compiled keys, for the next run on this machine; empty without an engine to compile for."""
        return bytes(hyperscan.dumpb(self._database)) if self._database is not None else b""


def engine() -> str:
    """The name of what searches, and its version: compiled keys are good for no other."""
    if hyperscan is None:
        return "find"
    from importlib.metadata import version

    return f"hyperscan {version('hyperscan')}"


def _database(keys: tuple[bytes, ...], stored: bytes) -> Any:
    if stored:
        try:
            database = hyperscan.loadb(stored, hyperscan.HS_MODE_BLOCK)
            database.scratch = hyperscan.Scratch(database)
            return database
        except hyperscan.HyperscanError:
            pass  # compiled on a machine with other instructions; the keys are here, so compile them again
    # one report of a terminal mark is enough for a block
    flags = [0] * len(keys) + [hyperscan.HS_FLAG_SINGLEMATCH] * len(TERMINAL_MARKS)
    expressions = [*keys, *TERMINAL_MARKS]
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    database.compile(
        expressions=expressions,
        ids=list(range(len(expressions))),
        elements=len(expressions),
        flags=flags,
        literal=True,
    )
    return database

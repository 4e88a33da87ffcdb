"""The keys of all signatures in; where they stand in a block of bytes, out. One pass over the block, however many keys there are.

Hyperscan does it (wheels for Linux, macOS and Windows on x86-64, for Linux and macOS on Arm); where it is not installed, each
key is looked for by itself: the same places, at a speed that falls with the number of keys.
"""

import importlib
from collections.abc import Sequence
from typing import Any

from generator.match.normalize import TERMINAL_MARKS

Places = list[tuple[int, int]]

#: Texts up to this length are searched key by key, unless the engine is there already: loading it takes longer.
SHORT = 1 << 14


class Prefilter:
    """Keys, numbered in their order. `stored` is what `to_bytes` gave for the same keys with the same engine, or nothing."""

    def __init__(self, keys: Sequence[bytes], stored: bytes = b"") -> None:
        self.keys = tuple(keys)
        self._stored = stored
        self._database: Any = None
        self._engine: Any = ...  # not looked for yet

    def find(self, block: bytes) -> tuple[Places, bool]:
        """(number of the key, place behind it) in the order of places, and whether the block may hold terminal codes."""
        if self._database is None and (len(block) <= SHORT or not self.load()):
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
        return bytes(self._engine.dumpb(self._database)) if self.load() else b""

    def load(self) -> bool:
        """Loads the engine now, for many short texts to come; whether there is one."""
        if self._engine is ...:
            self._engine = load_engine()
            if self._engine is not None:
                self._database = _database(self._engine, self.keys, self._stored)
        return self._database is not None


def load_engine() -> Any:
    """The module, or None: Windows on Arm, and Pythons for which there is no wheel yet."""
    try:
        return importlib.import_module("hyperscan")
    except ImportError:
        return None


def _database(hyperscan: Any, keys: tuple[bytes, ...], stored: bytes) -> Any:
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

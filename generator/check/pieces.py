"""Pieces of log in, one log out: looking through one is quick, beginning to is not."""

import io
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import BinaryIO

from generator.model.template import MOST_LINES

#: So many empty lines that no signature begins in one piece and ends in the next: its n-th further line lies at most 4·n lines below.
_APART = b"\n" * (4 * MOST_LINES + 1)


@dataclass(frozen=True, slots=True)
class Pieces:
    """All pieces in one log, and the line at which each begins."""

    log: bytes
    begins: tuple[int, ...]

    def opened(self) -> BinaryIO:
        """The log, to be read from its beginning."""
        return io.BytesIO(self.log)

    def at(self, line: int) -> int:
        """The number of the piece in which a line of the log stands."""
        return bisect_right(self.begins, line) - 1


def joined(pieces: Iterable[str]) -> Pieces:
    """The pieces one behind the other, far enough apart that nothing is found across two."""
    parts, begins, line = [], [], 1
    for piece in pieces:
        part = piece.encode() + _APART
        parts.append(part)
        begins.append(line)
        line += part.count(b"\n")
    return Pieces(b"".join(parts), tuple(begins))

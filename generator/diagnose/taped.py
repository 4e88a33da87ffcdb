"""A stream in, the same stream out, with its beginning, its end and its size remembered; and raw lines as people read them."""

from collections.abc import Callable

from generator.match.normalize import TERMINAL_CODE, TERMINAL_MARKS
from generator.match.stream import Readable, Tally

#: How much of a log's beginning and end is looked at line by line.
EDGE = 1 << 15
#: Longer texts are cut for people and programs alike.
LONGEST_TEXT = 2000
#: How far back a cut looks for the beginning of the word that it would split.
_WORD = 256


class Taped:
    """A stream that keeps its beginning and its end, counts, and stops at a limit."""

    def __init__(
        self, readable: Readable, limit: int | None = None, progress: Callable[[int], None] | None = None
    ) -> None:
        self._readable, self._limit, self._progress = readable, limit, progress
        self.head = b""
        self._parts: list[bytes] = []
        self.size = 0
        self.tally = Tally()
        self.stopped = False
        self._ended = True

    def read(self, size: int = -1, /) -> bytes:
        if self._limit is not None and self.size + size > self._limit:
            size = max(0, self._limit - self.size)
            if size == 0:
                self.stopped = self.stopped or bool(self._readable.read(1))
                return b""
        data = self._readable.read(size) or b""
        if data:
            if len(self.head) < EDGE:
                self.head += data[: EDGE - len(self.head)]
            self.size += len(data)
            self._ended = data.endswith(b"\n")
            self._parts.append(data)
            if len(self._parts) > 1 and sum(map(len, self._parts[1:])) >= EDGE:
                del self._parts[0]
            if self._progress is not None:
                self._progress(len(data))
        return data

    @property
    def head_lines(self) -> list[str]:
        """The lines of the beginning, without one that is cut."""
        lines = plain_lines(self.head)
        return lines[:-1] if len(self.head) < self.size and len(lines) > 1 else lines

    @property
    def tail(self) -> bytes:
        """The last EDGE bytes."""
        return b"".join(self._parts)[-EDGE:]

    @property
    def line_count(self) -> int:
        """Lines so far, the unfinished one included."""
        return self.tally.lines + (0 if self._ended else 1)


def plain(line: bytes) -> str:
    """A raw line as people read it: the last thing on it that a progress bar left, without terminal codes."""
    text = line[: 4 * LONGEST_TEXT]
    if any(mark in text for mark in TERMINAL_MARKS):
        text = TERMINAL_CODE.sub(b"", text)
    text = text.rstrip(b"\r\n")
    return text.decode("utf-8", "replace").replace("\0", " ")


def plain_lines(data: bytes) -> list[str]:
    """The lines of a stretch of log."""
    return [plain(line.rpartition(b"\r")[2] or line) for line in data.split(b"\n")][: EDGE // 4]


def whole_words(text: str, most: int) -> str:
    """The beginning of a text, at most `most` characters. A word is not cut in two: half a key would not be known as one, and stay readable."""
    if len(text) <= most:
        return text
    if text[most] in " \t":
        return text[:most]
    tail = text[max(0, most - _WORD) : most]
    return text[: most - len(tail)] + tail[: max(tail.rfind(" "), tail.rfind("\t"), 0)]

"""Where something stands in a file, counted as people count: from 1."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a file. `width` is the number of characters that the caret line underlines."""

    path: str
    line: int = 1
    column: int = 1
    width: int = 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"

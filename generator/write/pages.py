"""The files of entries' pages by the key of all they depend on: what need not be made again, while a server runs and between two builds."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from generator.write.built import Built
from generator.write.tree import File, Same


class KeptPages(Protocol):
    """The files of entries as they were made before, by the key of what they depend on."""

    def files(self, path: str, key: str, make: Callable[[], list[File]]) -> list[File] | None:
        """The files of the entry at `path`; None where none were made with this key. `make` makes them again."""

    def keep(self, path: str, key: str, files: list[File]) -> None:
        """Remembers the files made just now."""


@dataclass(slots=True)
class ServedPages:
    """In a running server: the files themselves."""

    pages: dict[str, tuple[str, list[File]]] = field(default_factory=dict)

    def files(self, path: str, key: str, make: Callable[[], list[File]]) -> list[File] | None:
        """See `KeptPages`."""
        known = self.pages.get(path)
        return known[1] if known is not None and known[0] == key else None

    def keep(self, path: str, key: str, files: list[File]) -> None:
        """See `KeptPages`."""
        self.pages[path] = key, files


@dataclass(slots=True)
class BuiltPages:
    """Between two builds: their digests, since they stand in the site."""

    last: Built | None
    pages: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)

    def files(self, path: str, key: str, make: Callable[[], list[File]]) -> list[File] | None:
        """See `KeptPages`."""
        known = self.last.pages.get(path) if self.last is not None else None
        if (
            self.last is None
            or known is None
            or known[0] != key
            or not all(name in self.last.files for name in known[1])
        ):
            return None
        self.pages[path] = known

        def made(name: str) -> bytes:
            content = dict(make())[name]
            assert isinstance(content, bytes)
            return content

        return [(name, Same(self.last.files[name], partial(made, name))) for name in known[1]]

    def keep(self, path: str, key: str, files: list[File]) -> None:
        """See `KeptPages`."""
        self.pages[path] = key, tuple(name for name, _ in files)

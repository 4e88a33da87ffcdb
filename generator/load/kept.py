"""What an earlier run found out, by key, in a folder of the cache: plain values only. What is damaged or foreign counts as not there.

A file is a digest and the pickled value behind it. Unpickling makes nothing but plain values and dates, whatever the file says.
"""

import contextlib
import io
import os
import pickle
from collections.abc import Collection
from hashlib import blake2b
from pathlib import Path
from typing import Any

_DIGEST = 20
#: So many files that no run needs any more may lie there before they are taken away.
_MANY = 500


class Kept:
    """A folder of kept values. Keys are digests in hexadecimal digits."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, key: str) -> Any | None:
        """The value; None where none is kept, or what is kept cannot be read."""
        try:
            content = (self.folder / key).read_bytes()
        except OSError:
            return None
        digest, packed = content[:_DIGEST], content[_DIGEST:]
        if blake2b(packed, digest_size=_DIGEST, key=key.encode()[:64]).digest() != digest:
            return None
        try:
            return _Plain(io.BytesIO(packed)).load()
        except Exception:  # a pickle of another version can fail in any way
            return None

    def put(self, key: str, value: Any) -> None:
        """Keeps a value, whole or not at all; a folder that cannot be written to keeps nothing."""
        packed = pickle.dumps(value, protocol=5)
        digest = blake2b(packed, digest_size=_DIGEST, key=key.encode()[:64]).digest()
        part = self.folder / f"{key}.{os.getpid()}.part"
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            try:
                part.write_bytes(digest + packed)
                os.replace(part, self.folder / key)
            finally:
                part.unlink(missing_ok=True)

    def keep_only(self, keys: Collection[str]) -> None:
        """Takes away what is not among `keys` once it is much more than them."""
        with contextlib.suppress(OSError):
            there = set(os.listdir(self.folder))
            if len(there) > 2 * len(keys) + _MANY:
                for name in there - set(keys):
                    (self.folder / name).unlink(missing_ok=True)


class _Plain(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("datetime", "date"):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is no plain value")

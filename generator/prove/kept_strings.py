"""A file in, its strings out; those of a large library from the cache where an earlier run has read the same bytes with the same code."""

import zlib
from array import array
from hashlib import blake2b
from typing import Any

from generator.load.inputs import own_code
from generator.load.kept import Kept
from generator.prove.strings import Strings, strings_of

#: Reading less costs no more than looking it up.
LARGE = 4 << 20


def kept_strings(path: str, data: bytes, sha256: str, kept: Kept) -> Strings:
    """The strings of a file with this digest."""
    if len(data) < LARGE:
        return strings_of(path, data)
    key = blake2b(f"{sha256} {path.rpartition('.')[2]}".encode(), digest_size=20, key=own_code(("prove",))).hexdigest()
    strings = _unpacked(kept.get(key))
    if strings is None:
        strings = strings_of(path, data)
        if strings.is_binary:
            kept.put(key, (zlib.compress(strings.text.encode(), 1), zlib.compress(array("q", strings.lines), 1)))
    return strings


def _unpacked(value: Any) -> Strings | None:
    try:
        text, lines = value
        places = array("q")
        places.frombytes(zlib.decompress(lines))
        return Strings.again(zlib.decompress(text).decode(), places.tolist(), is_binary=True)
    except (TypeError, ValueError, zlib.error):
        return None  # nothing is kept, or by another program

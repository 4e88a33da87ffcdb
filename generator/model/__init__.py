"""The model: entries in their places, frozen, with the links between them."""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from generator.model.corpus import (
        Corpus,
        FiledArea,
        FiledEntry,
        Link,
        assemble,
        build_corpus,
        digest_of,
        file_entry,
        gravest_first,
        newest_first,
        with_entry,
    )

__all__ = [
    "Corpus",
    "FiledArea",
    "FiledEntry",
    "Link",
    "assemble",
    "build_corpus",
    "digest_of",
    "file_entry",
    "gravest_first",
    "newest_first",
    "with_entry",
]


def __getattr__(name: str) -> Any:
    """What is named above, loaded when first asked for: a search needs none of it."""
    if name in __all__:
        return getattr(importlib.import_module("generator.model.corpus"), name)
    raise AttributeError(name)

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
]

#: Loaded when first asked for: a search needs none of them.
_HOME = {
    "Corpus": "generator.model.corpus",
    "FiledArea": "generator.model.corpus",
    "FiledEntry": "generator.model.corpus",
    "Link": "generator.model.corpus",
    "assemble": "generator.model.corpus",
    "build_corpus": "generator.model.corpus",
    "digest_of": "generator.model.corpus",
    "file_entry": "generator.model.corpus",
    "gravest_first": "generator.model.corpus",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(name)

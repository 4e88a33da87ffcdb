"""The model: entries in their places, frozen, with the links between them."""

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

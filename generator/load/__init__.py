"""Loading: files of YAML text to documents, with the place of everything in them."""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from generator.load.documents import Document, Loaded, load_entries, load_file, load_files

__all__ = ["Document", "Loaded", "load_entries", "load_file", "load_files"]

#: Loaded when first asked for: a search needs none of them.
_HOME = {
    "Document": "generator.load.documents",
    "Loaded": "generator.load.documents",
    "load_entries": "generator.load.documents",
    "load_file": "generator.load.documents",
    "load_files": "generator.load.documents",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(name)

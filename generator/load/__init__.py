"""Loading: files of YAML text to documents, with the place of everything in them."""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from generator.load.documents import Document, Loaded, load_entries, load_file, load_files

__all__ = ["Document", "Loaded", "load_entries", "load_file", "load_files"]


def __getattr__(name: str) -> Any:
    """What is named above, loaded when first asked for: a search needs none of it."""
    if name in __all__:
        return getattr(importlib.import_module("generator.load.documents"), name)
    raise AttributeError(name)

"""Loading: files of YAML text to documents, with the place of everything in them."""

from generator.load.documents import Document, Loaded, load_entries, load_file, load_files

__all__ = ["Document", "Loaded", "load_entries", "load_file", "load_files"]

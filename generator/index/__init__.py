"""Indexes: the corpus as data that programs read: JSON, search documents, feed, site map, redirects."""

from generator.index.feed import atom_feed
from generator.index.records import as_bytes, entries_index, entry_record, signatures_index
from generator.index.redirects import redirects
from generator.index.search import search_index, search_texts
from generator.index.sitemap import robots, sitemap

__all__ = [
    "as_bytes",
    "atom_feed",
    "entries_index",
    "entry_record",
    "redirects",
    "robots",
    "search_index",
    "search_texts",
    "signatures_index",
    "sitemap",
]

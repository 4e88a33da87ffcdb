"""Matching: signatures and log text to hits. Takes signatures as values and knows nothing of pages. LANGUAGE.md defines it."""

from generator.match.scan import Hit, scan_text

__all__ = ["Hit", "scan_text"]

"""Matching: signatures and log text to hits. Takes signatures as values and knows nothing of files or pages."""

from generator.match.scan import Hit, scan_lines, scan_text

__all__ = ["Hit", "scan_lines", "scan_text"]

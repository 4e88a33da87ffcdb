"""Benchmarks: the real entries multiplied, and what it costs to check, build and follow edits. Not part of the tests."""

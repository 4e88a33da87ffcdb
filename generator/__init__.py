"""The generator: entries in YAML in, the encyclopedia out.

    load → check → model → (render | index | match) → write

Imports point one way: {cli, site} → {pipeline, prove, standing, draft} → {check, write, theme, diagnose, moves} → {render, index, match} → model → load → schema → problems.
"""

__version__ = "0.1.0"

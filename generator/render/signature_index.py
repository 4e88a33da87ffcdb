"""The corpus in, the index of all signatures out: complete as HTML; a script filters it."""

from generator.render.page import Page
from generator.render.shared import Shared


def signature_index(shared: Shared) -> Page:
    """Every signature with its entry, area, program, level, versions and proof."""
    rows = [view for filed in shared.corpus.entries for view in shared.signatures(filed)]
    programs = sorted({view.signature.program for view in rows}, key=lambda name: (name.casefold(), name))
    areas = [area for area in shared.corpus.areas.values() if any(filed.entry.signatures for filed in area.entries)]
    return shared.page(
        "signatures/index.html.j2",
        "signatures/",
        "Signature index",
        f"All {len(rows):,} messages that the entries know, to the letter, with the program that prints each.",
        rows=rows,
        programs=programs,
        areas=areas,
        changed=max((filed.entry.reviewed.isoformat() for filed in shared.corpus.entries), default=None),
    )

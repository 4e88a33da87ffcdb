"""The corpus in, the index of all signatures out: complete as HTML; a script filters it."""

from generator.render.page import Heading, Page
from generator.render.shared import Shared


def signature_index(shared: Shared) -> Page:
    """Every signature with its entry, program, level, versions and proof, area by area."""
    groups = []
    for area in shared.areas_by_name:
        rows = [view for filed in area.entries for view in shared.signatures(filed)]
        if rows:
            groups.append((area, rows))
    number = sum(len(rows) for _, rows in groups)
    programs = {view.signature.program for _, rows in groups for view in rows}
    return shared.page(
        "signatures/index.html.j2",
        "signatures/",
        "Signature index",
        f"All {number:,} messages that the entries know, to the letter, with the program that prints each.",
        headings=tuple(Heading(f"area-{area.id}", area.area.name) for area, _ in groups),
        groups=groups,
        number=number,
        programs=sorted(programs, key=lambda name: (name.casefold(), name)),
        changed=max((filed.entry.reviewed.isoformat() for filed in shared.corpus.entries), default=None),
    )

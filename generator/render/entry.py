"""An entry in, its page out."""

from generator.model import FiledEntry, markdown
from generator.render.page import Page
from generator.render.shared import Shared
from generator.render.structured_data import entry_data
from generator.render.views.checklist import view_checklist
from generator.render.views.outline import TITLES, headings, outline
from generator.render.views.picture import view_picture
from generator.render.views.related import group_links


def entry_page(shared: Shared, filed: FiledEntry) -> Page:
    """The page of one entry."""
    entry = filed.entry
    groups, neighbours = group_links(shared.corpus.links(filed.id)), shared.neighbours(filed)
    parts = outline(
        entry, frozenset(name for name, content in (("related", groups), ("more", neighbours)) if not content)
    )
    picture = (
        view_picture(entry.fingerprint, entry.title, markdown.plain(entry.fingerprint.caption))
        if entry.fingerprint
        else None
    )
    return shared.page(
        "entry/page.html.j2",
        filed.path,
        entry.title,
        shared.summary(filed),
        headings=headings(entry, parts),
        head=entry_data(shared, filed),
        area=filed.area,
        changed=entry.reviewed.isoformat(),
        type="article",
        filed=filed,
        entry=entry,
        area_name=shared.corpus.areas[filed.area].area.name,
        parts=parts,
        titles=TITLES,
        signatures=shared.signatures(filed),
        steps=view_checklist(entry.checklist),
        picture=picture,
        groups=groups,
        neighbours=neighbours,
    )

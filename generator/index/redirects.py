"""Former ids in, small pages out that lead to the entry under its present id, or to the area of one that was retired."""

from collections.abc import Iterator
from html import escape

from generator.model import Corpus


def redirects(corpus: Corpus, address: str) -> Iterator[tuple[str, bytes]]:
    """Pairs of path and page, one for each former id, where the entry lay then. Needs no script."""
    for filed in corpus.entries:
        for old in filed.entry.former_ids:
            yield _page(old, filed.area, filed.path, "This entry is now", filed.entry.title, address)
    for area in corpus.areas.values():
        for old in area.area.former_ids:
            yield _page(old, area.id, area.path, "This entry was retired; its area is", area.area.name, address)


def _page(old: str, area: str, path: str, words: str, title: str, address: str) -> tuple[str, bytes]:
    where = old if "/" in old else f"{area}/{old}"
    title = escape(title)
    page = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="robots" content="noindex"><link rel="canonical" href="{escape(address + path)}">'
        f'<meta http-equiv="refresh" content="0; url=../../{path}"></head>'
        f'<body><p>{words} <a href="../../{path}">{title}</a>.</p></body></html>\n'
    )
    return f"{where}/index.html", page.encode()

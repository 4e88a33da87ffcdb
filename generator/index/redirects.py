"""Former ids in, small pages out that lead to the entry under its present id."""

from collections.abc import Iterator
from html import escape

from generator.model import Corpus


def redirects(corpus: Corpus, address: str) -> Iterator[tuple[str, bytes]]:
    """Pairs of path and page, one for each former id, beside the entry's present page. Needs no script."""
    for old, filed in corpus.former.items():
        title = escape(filed.entry.title)
        page = (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
            f'<meta name="robots" content="noindex"><link rel="canonical" href="{escape(address + filed.path)}">'
            f'<meta http-equiv="refresh" content="0; url=../{filed.id}/"></head>'
            f'<body><p>This entry is now <a href="../{filed.id}/">{title}</a>.</p></body></html>\n'
        )
        yield f"{filed.area}/{old}/index.html", page.encode()

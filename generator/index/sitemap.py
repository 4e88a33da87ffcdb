"""The pages' addresses and dates in, sitemap.xml and robots.txt out (https://www.sitemaps.org/protocol.html)."""

from collections.abc import Iterable
from xml.sax.saxutils import escape


def sitemap(pages: Iterable[tuple[str, str | None]], address: str) -> bytes:
    """`pages` are pairs of path and ISO date (None where there is none). `address` ends in a slash."""
    rows = []
    for path, changed in pages:
        lastmod = f"<lastmod>{changed}</lastmod>" if changed else ""
        rows.append(f"<url><loc>{escape(address + path)}</loc>{lastmod}</url>\n")
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        + "".join(rows)
        + "</urlset>\n"
    ).encode()


def robots(address: str) -> bytes:
    """Everything may be read; the site map is there."""
    return f"User-agent: *\nAllow: /\nSitemap: {address}sitemap.xml\n".encode()

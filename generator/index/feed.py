"""Corpus in, an Atom feed of new and changed entries out (RFC 4287)."""

from xml.etree import ElementTree as Xml

from generator.model import Corpus, newest_first
from generator.model.markdown import plain

ATOM = "http://www.w3.org/2005/Atom"
LONGEST_FEED = 50


def atom_feed(corpus: Corpus, name: str, address: str) -> bytes:
    """The feed. `address` is the site's own, with a slash at its end."""
    Xml.register_namespace("", ATOM)
    feed = Xml.Element(f"{{{ATOM}}}feed")
    rows = newest_first(corpus)[:LONGEST_FEED]
    _text(feed, "title", name)
    _text(feed, "id", address)
    _text(feed, "updated", f"{max((f.entry.reviewed for f in rows), default=None) or '1970-01-01'}T00:00:00Z")
    _link(feed, address, "alternate", "text/html")
    _link(feed, address + "feed.xml", "self", "application/atom+xml")
    author = Xml.SubElement(feed, f"{{{ATOM}}}author")
    _text(author, "name", f"{name} contributors")
    _text(feed, "rights", "CC BY 4.0")
    for filed in rows:
        item = Xml.SubElement(feed, f"{{{ATOM}}}entry")
        _text(item, "title", filed.entry.title)
        _text(item, "id", address + filed.path)
        _text(item, "published", f"{filed.entry.added}T00:00:00Z")
        _text(item, "updated", f"{filed.entry.reviewed}T00:00:00Z")
        _link(item, address + filed.path, "alternate", "text/html")
        Xml.SubElement(item, f"{{{ATOM}}}category", {"term": filed.entry.category})
        _text(item, "summary", plain(filed.entry.summary))
    out: bytes = Xml.tostring(feed, encoding="utf-8", xml_declaration=True)
    return out + b"\n"


def _text(parent: Xml.Element, tag: str, text: str) -> None:
    Xml.SubElement(parent, f"{{{ATOM}}}{tag}").text = text


def _link(parent: Xml.Element, href: str, rel: str, type_: str) -> None:
    Xml.SubElement(parent, f"{{{ATOM}}}link", {"href": href, "rel": rel, "type": type_})

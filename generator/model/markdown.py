"""CommonMark text of an entry in, safe HTML out.

Two walls: the rules that could bring markup, images or headings into a page are switched off, and links lead only to the web
or to entries. The check reports such text before it comes here; this is what holds if it does not.
"""

import re
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup

#: Gives the address of an entry, seen from the page under render.
Resolve = Callable[[str], str]

#: The web, at a host in plain letters that no user name stands before; or an entry.
ALLOWED_LINK = re.compile(r"(?:https?://(?![^/?#]*xn--)[A-Za-z0-9._-]+(?::[0-9]+)?(?:[/?#]|$)|entry:[a-z0-9-]+$)")
_OFF = ["heading", "lheading", "hr", "table", "image", "html_block", "html_inline", "reference", "blockquote", "code"]
_PLAIN = re.compile(r"[^\\`*_\[\]<>&~#|\n\"]+")
_LIST_START = re.compile(r"\s*(?:[-+*]|\d+[.)])(?:\s|$)")
#: Most texts are plain words and code spans. These need no parser; a test compares both ways on every text there is.
_SIMPLE = re.compile(r"(?:[^\\`*_\[\]<>&~#|\n!]|`[^`\n]+`)+")
_CODE = re.compile(r"`([^`]+)`")


def _allowed(url: str) -> bool:
    return ALLOWED_LINK.match(url) is not None


def _link_open(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:
    href = str(tokens[index].attrs.get("href", ""))
    if href.startswith("entry:"):
        resolve: Resolve = env["resolve"]
        return f'<a href="{escape(resolve(href[6:]))}">'
    return f'<a href="{escape(href)}" rel="noopener noreferrer">'


def _make() -> MarkdownIt:
    md = MarkdownIt("commonmark", {"html": False, "linkify": False, "typographer": False})
    md.disable(_OFF)
    # markdown-it-py types validateLink as a method; setting it on the instance is its documented way to restrict links
    md.validateLink = _allowed  # type: ignore[method-assign]
    md.add_render_rule("link_open", _link_open)
    return md


_MD = _make()


def inline(text: str, resolve: Resolve) -> Markup:
    """One paragraph without its <p>."""
    text = text.strip()
    if _PLAIN.fullmatch(text):
        return Markup(text)
    text = text.replace("\n", " ")
    if _is_simple(text):
        return Markup(_simple(text))
    return Markup(_MD.renderInline(text, {"resolve": resolve}))


def prose(text: str, resolve: Resolve) -> Markup:
    """Paragraphs, lists and code blocks."""
    text = text.strip()
    if _PLAIN.fullmatch(text) and not _LIST_START.match(text):
        return Markup(f"<p>{text}</p>\n")
    paragraphs = text.split("\n\n")
    if all(map(_is_simple, paragraphs)) and not any(map(_LIST_START.match, paragraphs)):
        return Markup("".join(f"<p>{_simple(paragraph)}</p>\n" for paragraph in paragraphs))
    return Markup(_MD.render(text, {"resolve": resolve}))


def _is_simple(text: str) -> bool:
    return _SIMPLE.fullmatch(text) is not None and "``" not in text


def _simple(text: str) -> str:
    words = _CODE.split(text.strip())  # what stands at odd places is code
    return "".join(
        f"<code>{_code(piece)}</code>" if at % 2 else piece.replace('"', "&quot;") for at, piece in enumerate(words)
    )


def _code(text: str) -> str:
    if text.startswith(" ") and text.endswith(" ") and text.strip():
        text = text[1:-1]
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def plain(text: str) -> str:
    """The words of a text without its markup, on one line, for titles, feeds and search."""
    text = text.strip()
    if _PLAIN.fullmatch(text):
        return text
    return " ".join("".join(_words(_MD.parse(text))).split())


def _words(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.children:
            yield from _words(token.children)
        elif token.type in ("softbreak", "hardbreak", "paragraph_close", "list_item_close"):
            yield " "
        elif token.content:
            yield token.content

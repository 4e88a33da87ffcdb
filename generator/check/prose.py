"""Text fields in, problems out: markup that may not stand in them, links, invisible characters, sentences that stand twice."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from generator.load import Document
from generator.model.markdown import ALLOWED_LINK
from generator.problems import Problem
from generator.schema.records import Area, Entry
from generator.schema.shapes import ListShape, RecordShape, Shape, shape_of
from generator.schema.types import Text

Path = tuple[str | int, ...]

#: Direction marks, zero-width characters, soft hyphens, tag characters, variation selectors and control characters.
#: After https://trojansource.codes/ and https://www.unicode.org/reports/tr36/; the tab and the line feed are text.
INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0"
    "\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e0fff]"
)
#: What can begin markup that may not stand in a text, or a link that is not plainly allowed. Only texts with it are parsed.
_SUSPECT = re.compile(
    r"<[A-Za-z/!?]|!\[|\](?!\([ \t]*(?:https?://|entry:))[(:]"
    r"|^[ \t]*+(?:#{1,6}(?:[ \t]|$)|>|[=-]+[ \t]*$|(?:[-*_][ \t]*){3,}$|\|?[ \t]*:?-+:?[ \t]*\|)",
    re.MULTILINE,
)
_STRICT = MarkdownIt("commonmark", {"html": True}).enable("table")
_STRICT.validateLink = lambda url: True  # type: ignore[method-assign]
_STRICT.disable("code")

#: What stands between two sentences.
SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"(*\[])|\n\s*\n|\n\s*[-*] ")
SHORTEST_SENTENCE = 40
#: What is left of "See [the other entry](entry:other)" without the link says nothing that could be said twice.
SHORTEST_BESIDE_LINKS = 16
_LINK = re.compile(r"\[[^\]]*\]\(entry:[^)]*\)")
#: Where a reader may take breath.
_STOP = re.compile(r"[.!?;]\s+|\n\s*\n|\n\s*[-*] ")
_BLOCK = re.compile(r"```.*?```", re.DOTALL)
_SPAN = re.compile(r"`[^`]*`")


@dataclass(frozen=True, slots=True)
class Field:
    """A text of a document: its path, its kind and its words."""

    path: Path
    kind: Text
    text: str


def texts(document: Document) -> list[Field]:
    """Every text of a document whose shape is sound."""
    found: list[Field] | None = document.derived.get("texts")
    if found is None:
        found = document.derived["texts"] = []
        _collect(shape_of(Area if document.is_area else Entry), document.value, (), found)
    return found


def _collect(shape: Shape, value: Any, path: Path, found: list[Field]) -> None:
    if isinstance(shape, Text):
        found.append(Field(path, shape, value))
    elif isinstance(shape, RecordShape):
        for key, item in value.items():
            _collect(shape.by_name[key].shape, item, (*path, key), found)
    elif isinstance(shape, ListShape):
        for index, item in enumerate(value):
            _collect(shape.item, item, (*path, index), found)


def check_prose(document: Document) -> Iterator[Problem]:
    """Markup, links and invisible characters in one document's texts."""
    for field in texts(document):
        yield from _check_characters(document, field)
        if field.kind.markup in ("inline", "block") and _SUSPECT.search(field.text):
            yield from _check_markup(document, field)


def _check_characters(document: Document, field: Field) -> Iterator[Problem]:
    found = INVISIBLE.search(field.text)
    if found:
        name = f"U+{ord(found.group()):04X}"
        yield Problem(
            "P103",
            document.at(*field.path, find=found.group()),
            f"the character {name} cannot be seen",
            "delete it and type the text again",
        )


def _check_markup(document: Document, field: Field) -> Iterator[Problem]:
    found: dict[str, Any] = {}
    for token in _all_tokens(_STRICT.parse(field.text, found)):
        if token.type in ("html_inline", "html_block"):
            piece = token.content.strip().split("\n")[0][:60]
            yield Problem(
                "P101",
                document.at(*field.path, find=piece),
                f"`{piece}` is raw HTML",
                f"put it in backticks to show it: `` `{piece}` ``",
            )
        elif token.type == "image":
            yield Problem(
                "P102",
                document.at(*field.path, find="!["),
                "an image stands in the text",
                "describe it, or draw it under fingerprint",
            )
        elif token.type in ("heading_open", "hr", "table_open", "blockquote_open"):
            what = {
                "heading_open": "a heading",
                "hr": "a rule",
                "table_open": "a table",
                "blockquote_open": "a quotation",
            }[token.type]
            line = field.text.split("\n")[token.map[0]].strip() if token.map else None
            yield Problem(
                "P105", document.at(*field.path, find=line), f"{what} stands in the text", "write a paragraph or a list"
            )
        elif token.type == "link_open":
            yield from _check_link(document, field, str(token.attrs.get("href", "")), token.markup == "autolink")
    for label in found.get("references", {}):
        place = re.search(rf"\[{re.escape(label)}\]:", field.text, re.IGNORECASE)
        yield Problem(
            "P105",
            document.at(*field.path, find=place and place.group()),
            f"a link definition, `[{label.lower()}]:`, stands in the text",
            "write [text](https://…) where the link belongs",
        )


def _check_link(document: Document, field: Field, href: str, bare: bool) -> Iterator[Problem]:
    # <entry:some-id> would show the id as the link's words, and `entry_links` reads only the form with words
    hidden = href.startswith("entry:") and href not in field.text  # written with escapes or entities
    if not ALLOWED_LINK.match(href) or hidden or (bare and href.startswith("entry:")):
        shown = href if len(href) <= 60 else href[:57] + "…"
        yield Problem(
            "L102",
            document.at(*field.path, find=href),
            f"the link leads to `{shown}`",
            "use [text](https://…) or [text](entry:some-id)",
        )


def _all_tokens(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        if token.children:
            yield from _all_tokens(token.children)


_ENTRY_LINK = re.compile(r"\]\(\s*<?entry:([^)\s>]*)")


def entry_links(document: Document) -> list[tuple[Path, str]]:
    """The path and id of each [text](entry:id) in a document."""
    found: list[tuple[Path, str]] | None = document.derived.get("entry_links")
    if found is None:
        found = document.derived["entry_links"] = [
            (field.path, match.group(1))
            for field in texts(document)
            if field.kind.markup in ("inline", "block") and "entry:" in field.text
            for match in _ENTRY_LINK.finditer(field.text)
        ]
    return found


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text that are long enough to be anybody's own."""
    for piece in SENTENCE_END.split(text):
        words = " ".join(piece.split())
        if len(words) < SHORTEST_SENTENCE:
            continue
        if "](entry:" not in words or len(_LINK.sub("", words)) >= SHORTEST_BESIDE_LINKS:
            yield words


def own_sentences(document: Document) -> list[tuple[Path, bytes]]:
    """The path and digest of each sentence of a document's prose; digests travel between processes more cheaply than words."""
    found: list[tuple[Path, bytes]] | None = document.derived.get("sentences")
    if found is None:
        found = document.derived["sentences"] = [
            (field.path, _digest(sentence))
            for field in texts(document)
            if field.kind.markup in ("inline", "block")
            for sentence in sentences(field.text)
        ]
    return found


def _digest(sentence: str) -> bytes:
    return blake2b(sentence.casefold().encode(), digest_size=12).digest()


#: So many words in one breath are too many for a reader at night.
LONGEST_SENTENCE = 55


def check_sentences(document: Document) -> Iterator[Problem]:
    """Sentences that want to be two; pieces of code and links count as one word each."""
    for field in texts(document):
        if field.kind.markup not in ("inline", "block") or len(field.text) < 2 * LONGEST_SENTENCE:
            continue  # so many words take more room
        for sentence in _STOP.split(_BLOCK.sub("", field.text)):
            words = len(_SPAN.sub("code", sentence).split())
            if words > LONGEST_SENTENCE:
                yield Problem(
                    "P203",
                    document.at(*field.path, find=" ".join(sentence.split()[:4])),
                    f"a sentence of {words} words",
                    "make two of it, or a list",
                )


def prepare_for_comparison(document: Document) -> None:
    """Derives what the comparison of all documents reads, and lets go of what it does not."""
    entry_links(document)
    own_sentences(document)
    document.derived.pop("texts", None)


def check_repetition(documents: list[Document]) -> Iterator[Problem]:
    """Sentences that stand twice, in one entry or across entries; the later place is reported."""
    seen: dict[bytes, tuple[str, Path]] = {}
    for document in documents:
        for path, digest in own_sentences(document):
            first = seen.setdefault(digest, (document.name, path))
            if first != (document.name, path):
                yield _repeated(document, path, digest, first)


def _repeated(document: Document, path: Path, digest: bytes, first: tuple[str, Path]) -> Problem:
    text = next(field.text for field in texts(document) if field.path == path)
    sentence = next(sentence for sentence in sentences(text) if _digest(sentence) == digest)
    other = "this entry" if first[0] == document.name else f"`{first[0]}`"
    where = ".".join(str(step) for step in first[1])
    shown = sentence if len(sentence) <= 70 else sentence[:69] + "…"
    return Problem(
        "P104",
        document.at(*path, find=" ".join(sentence.split()[:4])),
        f"this sentence stands in {other} too, at {where}: “{shown}”",
        "say what is particular here, or leave it out",
    )

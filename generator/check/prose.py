"""Text fields in, problems out: markup that may not stand in them, links, invisible characters, sentences that stand twice."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, table
from markdown_it.token import Token

from generator.load import Document
from generator.load.lines import source_lines
from generator.model.markdown import ALLOWED_LINK
from generator.problems import Location, Problem
from generator.schema.records import Area, Entry
from generator.schema.shapes import ListShape, RecordShape, Shape, shape_of
from generator.schema.types import Text

Path = tuple[str | int, ...]

#: Direction marks, zero-width characters, soft hyphens, tag characters, variation selectors, blanks that are none and control characters.
#: After https://trojansource.codes/ and https://www.unicode.org/reports/tr36/; the tab and the line feed are text.
INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0"
    "\ufff9-\ufffb\ufffe\uffff\U00013430-\U00013455\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
#: What can begin markup that may not stand in a text, or a link that is not plainly allowed. Only texts with it are parsed.
_SUSPECT = re.compile(
    r"<[A-Za-z/!?]|!\[|\](?!\([ \t]*(?:https?://[A-Za-z0-9._-]+(?::[0-9]+)?[/?#)]|entry:))[(:]|xn--|&[#A-Za-z]|(?:https?://|www\.)[^\s\]]*\]\("
    r"|^[ \t]*+(?:[-*_][ \t]*){3,}$|^[ \t]*+(?:(?:[-+*]|\d{1,9}[.)])[ \t]++)*+(?:#{1,6}(?:[ \t]|$)|>|[=-]+[ \t]*$|\|?[ \t]*:?-+:?[ \t]*\|)",
    re.MULTILINE,
)
#: What somebody writes who means it as markup. Other words in angle brackets are placeholders, as in `rank <i>`, or pieces of a message, and are shown as they are.
_TAG = re.compile(
    r"<(?:b|br|big|blockquote|center|code|del|div|em|font|h[1-6]|hr|kbd|li|mark|ol|pre|small|strong|sub|sup|table|td|tr|tt|ul|var|a(?= +href))(?: [^<>]*)?/?>"
    r"|</(?:b|big|blockquote|center|code|del|div|em|font|h[1-6]|i|kbd|li|mark|ol|p|pre|s|small|strong|sub|sup|table|td|tr|tt|u|ul|var)>",
    re.IGNORECASE,
)
#: Fields in which `<` compares.
_COMPARES = ("values",)
#: The host in words that show an address, or in an address.
_HOST = re.compile(r"(?:https?://|(?=www\.))([^\s/?#<>]+)")
#: More marks on one letter than any language writes.
_PILED = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{5,}")
#: Parsers look from every opening bracket for its end: many of them cost the square of their number.
MOST_BRACKETS = 200


def _table_begins(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """The parser's rule for tables, without their rows: a few thousand of these can have a million cells."""
    if not table(state, start, end, True):
        return False
    if not silent:
        state.push("table_open", "table", 1).map = [start, start + 2]
        state.push("table_close", "table", -1)
        state.line = start + 2
    return True


_STRICT = MarkdownIt("commonmark", {"html": True}).enable("table")
_STRICT.block.ruler.at("table", _table_begins, {"alt": ["paragraph", "reference"]})
_STRICT.validateLink = lambda url: True  # type: ignore[method-assign]
_STRICT.disable("code")

#: What stands between two sentences.
SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"(*\[])|\n\s*\n|\n\s*[-*] ")
SHORTEST_SENTENCE = 40
#: What is left of "See [the other entry](entry:other)" without the link says nothing that could be said twice.
SHORTEST_BESIDE_LINKS = 16
_LINK = re.compile(r"\[[^\[\]]*\]\(entry:[^)]*\)")
#: Where a reader may take breath.
_STOP = re.compile(r"[.!?;]\s+|\n\s*\n|\n\s*[-*] ")
CODE_BLOCK = re.compile(r"```.*?```", re.DOTALL)
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


#: Keys as their makers write them: https://huggingface.co/docs/hub/security-tokens, https://docs.github.com/authentication (prefixes of tokens),
#: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html; and the head of a JSON web token.
_SECRET = re.compile(
    r"\b(?:hf_[A-Za-z0-9]{30,}|gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,}|(?:AKIA|ASIA)[0-9A-Z]{16}|sk-[A-Za-z0-9_-]{32,}"
    r"|xox[abprs]-[A-Za-z0-9-]{20,}|eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,})"
)
_SECRET_HEADS = ("hf_", "gh", "AKIA", "ASIA", "sk-", "xox", "eyJ")


def check_secrets(document: Document) -> Iterator[Problem]:
    """What looks like somebody's key, in any text."""
    for field in texts(document):
        if any(head in field.text for head in _SECRET_HEADS) and (found := _SECRET.search(field.text)):
            yield Problem(
                "P109",
                document.at(*field.path, find=found.group()),
                f"this looks like a secret key: `{found.group()[:8]}…`",
                "put a made-up word in its place; if the key is real, make it invalid where it was issued",
            )


def check_prose(document: Document) -> Iterator[Problem]:
    """Markup, links and invisible characters in one document's texts."""
    seen = False
    for field in texts(document):
        for problem in _check_characters(document, field):
            seen = True
            yield problem
        if field.kind.markup == "none":
            yield from _check_tags(document, field)
        if field.kind.markup not in ("inline", "block"):
            continue
        brackets = field.text.count("[")
        if brackets > MOST_BRACKETS:
            yield Problem(
                "P108",
                document.at(*field.path, find="["),
                f"the text has {brackets:,} opening brackets",
                f"keep the words; {MOST_BRACKETS} brackets are enough for any text",
            )
        elif _SUSPECT.search(field.text):
            yield from _check_markup(document, field)
    if not seen:
        yield from _check_outside_texts(document)


def _check_characters(document: Document, field: Field) -> Iterator[Problem]:
    if field.text.isascii() and field.text.isprintable():
        return
    found = INVISIBLE.search(field.text)
    if found:
        yield _invisible(document.at(*field.path, find=found.group()), found.group())
    piled = _PILED.search(field.text)
    if piled:
        yield Problem(
            "P103",
            document.at(*field.path, find=piled.group()),
            f"marks are piled on one letter, {len(piled.group())} of them",
            "keep the letter, with the marks that its language writes",
        )


def _check_tags(document: Document, field: Field) -> Iterator[Problem]:
    """Markup in a text that knows none: readers would see the tags."""
    found = _TAG.search(field.text) if "<" in field.text and field.path[-1] not in _COMPARES else None
    if found:
        piece = found.group()[:60]
        yield Problem(
            "P101",
            document.at(*field.path, find=piece),
            f"`{piece}` is raw HTML",
            "write it without the tag; this text has no markup, and is shown to the letter",
        )


def _check_outside_texts(document: Document) -> Iterator[Problem]:
    """Comments and the space between values: what nobody publishes, but a reviewer reads."""
    if document.text.isascii():
        return
    for number, line in enumerate(source_lines(document.text), start=1):
        found = INVISIBLE.search(line)
        if found:
            yield _invisible(Location(document.name, number, found.start() + 1), found.group())
            return


def _invisible(place: Location, character: str) -> Problem:
    return Problem(
        "P103", place, f"the character U+{ord(character):04X} cannot be seen", "delete it and type the text again"
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
        elif token.type == "inline":
            yield from _check_links_words(document, field, token.children or [])
        elif token.type == "text" and "&" in field.text:
            yield from _check_entities(document, field, token.content)
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
        web = href.startswith(("https://", "http://"))
        yield Problem(
            "L102",
            document.at(*field.path, find=href),
            f"the link leads to `{shown}`",
            "write its host in plain letters, with no user before it"
            if web
            else "use [text](https://…) or [text](entry:some-id)",
        )


def _check_links_words(document: Document, field: Field, tokens: list[Token]) -> Iterator[Problem]:
    """Links whose words are an address: it must be at the host to which the link leads."""
    for at, token in enumerate(tokens):
        if token.type != "link_open" or token.markup == "autolink":
            continue
        end = next(place for place in range(at, len(tokens)) if tokens[place].type == "link_close")
        words = "".join(piece.content for piece in tokens[at:end])
        shown, led = _HOST.search(words), _HOST.search(str(token.attrs.get("href", "")))
        if shown and (led is None or shown[1].lower().removeprefix("www.") != led[1].lower().removeprefix("www.")):
            yield Problem(
                "L109",
                document.at(*field.path, find=shown[0]),
                f"the words show an address at `{shown[1][:60]}`, and the link leads to {f'`{led[1][:60]}`' if led else 'another page'}",
                "write words that say what is behind the link",
            )


def _check_entities(document: Document, field: Field, content: str) -> Iterator[Problem]:
    """Characters that CommonMark makes of `&…;`, and which the text itself does not hold."""
    found = INVISIBLE.search(content)
    if found and found.group() not in field.text:
        yield _invisible(document.at(*field.path, find="&"), found.group())


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
        for sentence in _STOP.split(CODE_BLOCK.sub("", field.text)):
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

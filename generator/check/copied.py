"""Documents in; out what is hidden in text that readers copy: letters that only look like others, and words out of sight.

A command or a piece of configuration is ASCII; `…` stands for what is left out. Code inside a sentence may quote a log in any
language, but holds no letter, blank or dash that could be taken for one of ASCII's.
"""

import re
import unicodedata
from collections.abc import Iterator

from generator.check.prose import INVISIBLE, Field, texts
from generator.load import Document
from generator.problems import Problem

_COMMANDS = frozenset({"command", "verify_command", "config"})
_BEYOND = re.compile(r"[^\x00-\x7f…]")
_CODE = re.compile(r"```.*?```|(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
#: Signs that look like / \ | ; : and . and are none, which their category does not show.
_LIKE_SIGNS = frozenset("\u2044\u2215\u2216\u29f8\u29f9\u2223\u01c0\u037e\u2236\ua789\u2024")
_NO_LETTERS = frozenset("\u00b5")  # micro, in units
#: Kinds of characters that are taken for letters, digits, blanks, dashes, quotes or brackets of ASCII.
_TAKEN_FOR_ASCII = frozenset(
    ["Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Zs", "Pd", "Pc", "Ps", "Pe", "Pi", "Pf"]
)

#: More blanks in a row than any column needs, and more empty lines than any block.
MOST_BLANKS, MOST_EMPTY_LINES = 48, 4
_FAR = re.compile(
    rf"(?<![ \t])[ \t]{{{MOST_BLANKS + 1},}}+(?=\S)|(?<!\n)\n(?:[ \t]*+\n){{{MOST_EMPTY_LINES + 1},}}+(?=[ \t]*\S)"
)


def check_copied(document: Document) -> Iterator[Problem]:
    """Look-alikes in commands, configuration and code, and what stands out of sight in the first two."""
    for field in texts(document):
        if field.kind.markup == "verbatim" and field.path[-1] in _COMMANDS:
            beyond = [
                c for c in _BEYOND.findall(field.text) if not INVISIBLE.match(c)
            ]  # those have a code of their own
            yield from _check_letters(document, field, beyond)
            yield from _check_distance(document, field)
        elif field.kind.markup in ("inline", "block") and not field.text.isascii():
            code = "".join(found[0] for found in _CODE.finditer(field.text))
            yield from _check_letters(document, field, [c for c in code if _is_taken_for_ascii(c)])


def _is_taken_for_ascii(character: str) -> bool:
    if character.isascii() or character in _NO_LETTERS:
        return False
    wide = unicodedata.east_asian_width(character)
    kind = unicodedata.category(character)
    if wide == "W" and kind in ("Lo", "Lm"):
        return False  # Chinese, Japanese, Korean
    return kind in _TAKEN_FOR_ASCII or wide == "F" or character in _LIKE_SIGNS


def _check_letters(document: Document, field: Field, found: list[str]) -> Iterator[Problem]:
    for character in found[:1]:
        name = unicodedata.name(character, "without a name").lower()
        yield Problem(
            "P106",
            document.at(*field.path, find=character),
            f"the character U+{ord(character):04X}, {name}, stands in what readers copy",
            "type it again with plain letters and signs; … may stand for what is left out",
        )


def _check_distance(document: Document, field: Field) -> Iterator[Problem]:
    text = field.text.rstrip()
    found = _FAR.search(text)
    if found is None:
        return
    what = f"{found[0].count(chr(10)) - 1} empty lines" if "\n" in found[0] else f"{len(found[0])} blanks in a row"
    behind = text[found.end() :].split()[0][:40]
    yield Problem(
        "P107",
        document.at(*field.path, find=behind),
        f"`{behind}` stands behind {what}, where nobody sees it",
        f"write it without them; at most {MOST_BLANKS} blanks and {MOST_EMPTY_LINES} empty lines stand together",
    )

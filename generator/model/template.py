"""Signature text in, template out: literal text and typed placeholders, no regular expression.

    Sequence group {group:word} is preempted by PreemptionMode.{mode:word} mode because

`{name:kind}` stands for what varies, `{name}` for a word. A literal brace is doubled. White space matches any run of
white space. Each line of a template is matched inside one line of the log.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from generator.schema.vocabulary import PLACEHOLDER

DEFAULT_KIND = "word"
#: Kinds that end where the following text begins; the others have an end of their own.
OPEN_KINDS = frozenset({"word", "path", "address", "any"})
#: A longer text or more lines are no message of a program; matching cost grows with both.
LONGEST_TEMPLATE, MOST_LINES = 1000, 16
#: How much literal text keeps a signature from hitting everything.
LEAST_LITERAL, LEAST_RUN = 12, 8

#: Runs of printable ASCII without white space and without what JSON encoders write as escapes.
_KEY = re.compile(r"[!#-%(-*,.0-;?-\[\]^_a-~-]{3,}")
_LONG_ENOUGH = 14
#: Words that healthy logs are full of: a search by one of them would stop at every line.
_COMMON_WORDS = """
    active address attention available batch block blocks cache channel checkpoint client collective compile compiled
    complete completed config connected connection consumed context cuda data dataset default detected device devices
    disabled done elapsed enabled engine environment epoch error eval evaluation exception executor expected failed
    failure file files forward from global gpu grad gradient host info initialized initializing input instance invalid
    iteration iterations kernel launch layer learning length library line list load loaded loading local loss main
    master memory message metrics model module name nccl network node number nvidia object operation optimizer option
    output parameters path process processes progress python pytorch rank ranks rate received request requested
    requests restart returned running runtime samples scale server service setting shape size skipped started starting
    state status step steps store task tasks tensor test that this thread throughput time timeout token tokenizer
    tokens torch total train training transport usage using value values version waiting warning will with without
    worker workers world
"""
_COMMON = frozenset(_COMMON_WORDS.split())

#: What a line that says nothing is made of.
_BLANK = " \t\v\f\0\r"
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


@dataclass(frozen=True, slots=True)
class Literal:
    """Text that is printed to the letter."""

    text: str


@dataclass(frozen=True, slots=True)
class Hole:
    """A placeholder: its name and kind."""

    name: str
    kind: str


Piece = Literal | Hole


@dataclass(frozen=True, slots=True)
class Template:
    """The pieces of each line of a signature."""

    lines: tuple[tuple[Piece, ...], ...]

    @property
    def literals(self) -> tuple[str, ...]:
        """The literal texts in order."""
        return tuple(p.text for line in self.lines for p in line if isinstance(p, Literal))

    @property
    def holes(self) -> tuple[Hole, ...]:
        """The placeholders in order."""
        return tuple(p for line in self.lines for p in line if isinstance(p, Hole))


@dataclass(frozen=True, slots=True)
class TemplateError(ValueError):
    """The text is no template. `piece` is the part at fault, `what` says why, `fix` how to mend it."""

    what: str
    fix: str
    piece: str

    def __str__(self) -> str:
        return self.what


def parse_template(text: str) -> Template:
    """The template that `text` writes; raises TemplateError."""
    if len(text) > LONGEST_TEMPLATE:
        raise TemplateError(
            f"the signature has {len(text):,} characters",
            f"keep the words that only this failure prints, {LONGEST_TEMPLATE:,} characters at most",
            text[LONGEST_TEMPLATE : LONGEST_TEMPLATE + 20].strip(),
        )
    written = [line for line in text.split("\n") if line.strip(_BLANK)]
    if len(written) > MOST_LINES:
        raise TemplateError(
            f"the signature has {len(written)} lines",
            f"keep the lines that tell this failure, {MOST_LINES} at most",
            written[MOST_LINES].strip(),
        )
    lines = tuple(_parse_line(line) for line in written) or ((),)
    names = [hole.name for line in lines for hole in line if isinstance(hole, Hole)]
    for name in names:
        if names.count(name) > 1:
            raise TemplateError(
                f"the placeholder `{name}` stands twice", "give each placeholder a name of its own", "{" + name
            )
    return Template(lines)


def _parse_line(line: str) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    literal: list[str] = []
    at = 0
    while at < len(line):
        character = line[at]
        if character in "{}":
            if line[at + 1 : at + 2] == character:
                literal.append(character)
                at += 2
                continue
            if character == "}":
                raise TemplateError("a closing brace has no opening one", "double it, }}, if it is text", "}")
            end = line.find("}", at)
            if end < 0:
                raise TemplateError("an opening brace is never closed", "double it, {{, if it is text", line[at:])
            if literal:
                pieces.append(Literal("".join(literal)))
                literal = []
            elif pieces:
                raise TemplateError(
                    "two placeholders touch",
                    "put the text that is printed between them, or make them one",
                    line[at : end + 1],
                )
            pieces.append(_hole(line[at + 1 : end]))
            at = end + 1
        else:
            literal.append(character)
            at += 1
    if literal:
        pieces.append(Literal("".join(literal)))
    return tuple(pieces)


def _hole(inside: str) -> Hole:
    from generator.problems import did_you_mean

    name, colon, kind = inside.partition(":")
    shown = "{" + inside + "}"
    if not _NAME.fullmatch(name):
        raise TemplateError(
            f"`{shown}` is not a placeholder",
            "write {name} or {name:kind}, the name in lower case; double the braces, {{ }}, if they are text",
            shown,
        )
    if not colon:
        kind = DEFAULT_KIND
    if kind not in PLACEHOLDER:
        known = list(PLACEHOLDER)
        raise TemplateError(
            f"`{kind}` is no kind of placeholder", did_you_mean(kind, known, f"the kinds are {', '.join(known)}"), shown
        )
    return Hole(name, kind)


def is_too_wide(template: Template) -> bool:
    """Whether the literal text is too little to tell this failure from others, or to find it by (see LANGUAGE.md)."""
    return has_little_text(template) or key_of(template) is None


def has_little_text(template: Template) -> bool:
    """Whether the literal text is too little to tell this failure from others."""
    letters = [sum(c.isalnum() for c in literal) for literal in template.literals]
    return sum(letters) < LEAST_LITERAL or max(letters) < LEAST_RUN


@lru_cache(maxsize=65536)
def key_of(template: Template) -> str | None:
    """The word of the first line by which a log is searched: long and rare, and spelled the same in JSON. None if none will do."""
    words = [w for p in template.lines[0] if isinstance(p, Literal) for w in _KEY.findall(p.text)]
    return max(words, key=_rarity, default=None)


def _rarity(word: str) -> tuple[int, str]:
    letters = "".join(c for c in word.casefold() if c.isalpha())
    return min(len(word), _LONG_ENOUGH) - (_LONG_ENOUGH if letters in _COMMON else 0), word


@lru_cache(maxsize=65536)
def template_of(text: str) -> Template:
    """The parsed template of a signature that `check` has let pass."""
    return parse_template(text)

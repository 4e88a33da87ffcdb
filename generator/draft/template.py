"""A line that a program printed in; out the template of its signature: prefixes gone, what varies a placeholder, each named after its neighbor."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from generator.diagnose.speaker import Style, said
from generator.match import scan_text
from generator.match.normalize import TERMINAL_CODE
from generator.model.template import (
    TemplateError,
    has_little_text,
    is_too_wide,
    key_of,
    parse_template,
)

_STYLE = Style()
#: What stands behind says little more, and is seldom the same in two releases.
LONGEST_LINE = 600
#: What varies, the surest first: the kind of its placeholder, the name where no word beside it says better, and how it is written.
_VARYING = tuple(
    (kind, name, re.compile(pattern))
    for kind, name, pattern in (
        ("word", "masked", r"<(?:host|ip|mac|user|email|secret|token|path)-\d+>"),
        ("word", "time", r"\d{4}-\d\d-\d\d[T_]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?"),
        ("word", "day", r"\b\d{4}[-/]\d\d[-/]\d\d\b"),
        ("word", "clock", r"\b\d\d:\d\d:\d\d(?:[.,]\d+)?"),
        ("word", "id", r"\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b"),
        (
            "address",
            "address",
            r"\[(?:[0-9A-Za-z.:-]+)\]:\d{1,5}\b|\b(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?\b|(?<![\w.])(?:[\w-]+\.){2,}[a-z]{2,}(?::\d{1,5})\b",
        ),
        ("address", "bus", r"\b(?:[0-9a-fA-F]{4,8}:)[0-9a-fA-F]{2}:[0-9a-fA-F]{2}(?:\.[0-7])?\b"),
        (
            "path",
            "path",
            r"(?<![\w.])(?:~|\.{1,2})?/(?:[^\s'\"`,;:()<>\[\]{}]*[^\s'\"`,;:.()<>\[\]{}])|\b[A-Z]:\\[^\s'\"`,;()]+",
        ),
        ("word", "symbol", r"(?<!\w)_Z[A-Za-z0-9_]{4,}"),
        ("word", "host", r"(?:(?<= on )|(?<= ON )|(?<= host )|(?<= node ))[a-z][\w.-]*\d\b"),
        ("hex", "address", r"\b0x[0-9a-fA-F]+\b"),
        ("size", "size", r"(?<![\w.])\d+(?:\.\d+)? ?(?:[KMGTP]i?B|bytes|[kMG]B)\b"),
        ("word", "version", r"(?<![\w.])v?\d+\.\d+\.\d+[\w.+-]*"),
        ("word", "id", r"(?<![\w.])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{10,}\b"),
        ("number", "number", r"(?<![\w.])-?\d+\.\d+(?:[eE][+-]?\d+)?(?![\w.])"),
        ("int", "count", r"(?<![\w.])-?\d+(?![\w.]*\w)|(?<=[=#:_(\[])\d+(?![\w.]*\w)|(?<=[A-Za-z]=)\d+(?=[A-Za-z]*\b)"),
    )
)
#: The word before a value, and what its placeholder is called then; the diagnosis knows these names.
_NAMES = {
    "rank": "rank", "ranks": "ranks", "pid": "pid", "process": "pid", "port": "port", "host": "host", "node": "host", "gpu": "gpu", "device": "device",
    "seqnum": "seq", "seq": "seq", "exitcode": "exit_code", "code": "exit_code", "signal": "signal", "timeout": "timeout", "total": "total",
    "capacity": "total", "free": "free", "allocate": "want", "allocated": "live", "requested": "want", "size": "size", "step": "step", "iteration": "iteration",
    "xid": "xid", "line": "line", "file": "file", "version": "version", "status": "status", "error": "error", "errno": "errno", "attempt": "attempt",
}  # fmt: skip
_WORD_BEFORE = re.compile(r"([A-Za-z][A-Za-z_]*)(?:\(\w+\))?[\s:=#'\"(\[-]*(?:is|of|to|was|has a)?[\s:=#'\"(\[]*$")
#: A word just before a value names it, unless it is one of the little words.
_NOUN_BEFORE = re.compile(r"(?:^|[\s(,])([A-Za-z][A-Za-z]{1,19})[ =:#]{1,2}$")
_LITTLE_WORDS = """
    a about after all and are as at be been but by expected for found from get got had has have in into is it its least most needs not of on only or
    over than that the then to under up used was were when with
"""
_LITTLE = frozenset(_LITTLE_WORDS.split())
_FILE_BEFORE = re.compile(r"\.[a-z]{1,4}:$")
_LEVEL = re.compile(r"^(?:\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR|CRITICAL|FATAL)\]?:? +)(?=\S)")
_WORD_BEHIND = re.compile(r"^\s?([A-Za-z][A-Za-z_]{2,20})")


@dataclass(frozen=True, slots=True)
class Draft:
    """A signature to look over: its template, what was taken off before it, and what each placeholder stands for in the pasted line."""

    text: str
    prefix: str
    filled: tuple[tuple[str, str], ...]
    doubt: str | None = None


def draft_of(line: str) -> Draft:
    """The template that hits `line` and lines like it. `doubt` says what a person has to mend where it cannot be used yet."""
    plain = TERMINAL_CODE.sub(b"", line.encode("utf-8", "replace")).decode("utf-8", "replace").strip()
    text = _LEVEL.sub("", said(plain, _STYLE).text.strip()) or plain
    text = text if len(text) <= LONGEST_LINE else text[:LONGEST_LINE].rpartition(" ")[0] or text[:LONGEST_LINE]
    prefix = plain[: len(plain) - len(text)] if plain.endswith(text) else plain[: max(0, plain.find(text))]
    pieces: list[str] = []
    filled: list[tuple[str, str]] = []
    names: set[str] = set()
    at = 0
    for start, end, kind, fallback in _places(text):
        literal = text[at:start]
        if not literal.strip() and (pieces or start == 0) and (not pieces or pieces[-1].startswith("{")):
            if not pieces:
                continue  # a template does not begin with what varies; the text behind is enough
            if not literal:
                continue
        pieces.append(_escaped(literal))
        name = _free(_name(text[:start], text[end:], fallback), names)
        names.add(name)
        pieces.append("{" + name + "}" if kind == "word" else "{" + f"{name}:{kind}" + "}")
        filled.append(("{" + name + "}", text[start:end]))
        at = end
    pieces.append(_escaped(text[at:]))
    template = "".join(pieces)
    return Draft(template, prefix, tuple(filled), doubt_of(template))


def _places(text: str) -> Iterator[tuple[int, int, str, str]]:
    """Where something varies, in order, without overlaps."""
    taken: list[tuple[int, int, str, str]] = []
    for kind, name, pattern in _VARYING:
        for found in pattern.finditer(text):
            start, end = found.span()
            if all(end <= other[0] or start >= other[1] for other in taken):
                taken.append((start, end, kind, name))
    return iter(sorted(taken))


def _name(before: str, behind: str, fallback: str) -> str:
    if _FILE_BEFORE.search(before):
        return "line"
    word = _WORD_BEFORE.search(before)
    if word:
        known = _NAMES.get(word[1].casefold().replace("_", ""))
        if known:
            return known
    nearby = _NOUN_BEFORE.search(before)
    if nearby and fallback in ("count", "number", "id") and nearby[1].casefold() not in _LITTLE:
        return nearby[1].casefold()
    after = _WORD_BEHIND.match(behind)
    if after and fallback in ("count", "number"):
        return re.sub(r"[^a-z0-9_]", "", after[1].casefold())[:20] or fallback
    if word and fallback in ("count", "number", "id"):
        return re.sub(r"[^a-z0-9_]", "", word[1].casefold())[:20] or fallback
    return fallback


def _free(name: str, taken: set[str]) -> str:
    if name not in taken:
        return name
    return next(f"{name}_{number}" for number in range(2, LONGEST_LINE) if f"{name}_{number}" not in taken)


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def misfit_of(template: str, line: str) -> str | None:
    """Why a template does not hit the line that it is to be found by, in words for the person who typed it; None where it does."""
    try:
        parsed = parse_template(template)
    except TemplateError as error:
        return f"that is no signature: {error.what}; {error.fix}"
    if scan_text(line, parsed):
        return None
    return f"that signature does not hit the line `{line}`; keep the words of the line to the letter, and put a placeholder such as {{count:int}} for what varies"


def doubt_of(template: str) -> str | None:
    """Why the template cannot be used yet, in words for the person who pasted it."""
    try:
        parsed = parse_template(template)
    except TemplateError as error:
        return f"{error.what}; {error.fix}"
    if has_little_text(parsed) or is_too_wide(parsed):
        return (
            "too little of this line is always the same; add words that only this failure prints, or take another line"
        )
    if key_of(parsed) is None:
        return "it has no word by which a log can be searched; take another line, or more of this one"
    return None

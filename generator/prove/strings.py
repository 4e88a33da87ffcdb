"""A file in, its string constants out as the compiler would join them; what is filled in at run time becomes HOLE.

    "Got %d of {total}"  →  "Got \\0 of \\0"

Python is read by its own parser. C, C++, Go, Rust and their like by a small scanner, which knows strings, comments and how adjacent
strings join. A shipped library is read as runs of printable characters.
"""

import ast
import bisect
import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate

#: What stands for a value in a string, and what stands between two strings. Neither occurs in text.
HOLE, END = "\0", "\1"

_PRINTF = re.compile(
    r"%(?:\([^)]*\))?[-+#0']*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|h|ll|l|q|L|j|z|t)?[diouxXeEfFgGaAcspvwTqUSr]"
)
_BRACES = re.compile(r"\{\{|\}\}|\{[\w.\[\]!:<>^+#\-?,%']*\}")
_SPACE = re.compile(r"[ \t\r\n\f\v]+")


@dataclass(frozen=True, slots=True)
class SourceString:
    """A string constant: the line it begins in (the offset, in a library) and its text with holes."""

    line: int
    text: str


class Strings:
    """The strings of one file, fit for being searched: `text` has all of them with END between."""

    def __init__(self, strings: Iterable[SourceString], *, is_binary: bool = False) -> None:
        self.is_binary = is_binary
        self.lines: list[int] = []
        self._starts: list[int] = []
        texts: list[str] = []
        at = 1
        for string in strings:
            self.lines.append(string.line)
            self._starts.append(at)
            texts.append(string.text)
            at += len(string.text) + 1
        self.text = END + END.join(texts) + END

    @classmethod
    def again(cls, text: str, lines: list[int], *, is_binary: bool) -> "Strings":
        """The same strings from their `text` and `lines`; raises ValueError where these do not fit."""
        lengths = [len(piece) + 1 for piece in text[1:-1].split(END)] if lines else []
        if len(lengths) != len(lines):
            raise ValueError(f"{len(lengths)} strings and {len(lines)} lines")
        strings = cls((), is_binary=is_binary)
        strings.text, strings.lines = text, lines
        strings._starts = list(accumulate(lengths[:-1], initial=1)) if lines else []
        return strings

    def line_at(self, position: int) -> int:
        """The line (or offset) of the string that stands at `position` of `text`."""
        return self.lines[max(0, bisect.bisect_right(self._starts, position) - 1)]

    def around(self, line: int, reach: int) -> str:
        """The strings that begin within `reach` lines of `line`, as one text."""
        kept = []
        for index, here in enumerate(self.lines):
            if abs(here - line) <= reach:
                end = self._starts[index + 1] - 1 if index + 1 < len(self._starts) else len(self.text) - 1
                kept.append(self.text[self._starts[index] : end])
        return END + END.join(kept) + END


def one_blank(text: str) -> str:
    """The text with each run of white space as one blank."""
    return _SPACE.sub(" ", text)


def _converted(text: str, *, braces: bool) -> str:
    text = _PRINTF.sub(HOLE, text.replace("%%", "\2")).replace("\2", "%")
    if braces:
        text = _BRACES.sub(lambda m: m.group()[0] if m.group() in ("{{", "}}") else HOLE, text)
    return text


def strings_of(path: str, data: bytes) -> Strings:
    """The strings of a file, read as its name says."""
    if b"\0" in data[:65536] or path.endswith((".so", ".o_binary", ".a", ".bin")):
        return Strings(binary_strings(data), is_binary=True)
    text = data.decode("utf-8", "replace")
    if path.endswith((".py", ".pyi")):
        found = python_strings(text)
        if found is not None:
            return Strings(found)
    return Strings(sorted((*scanned_strings(text), *assertions(text)), key=lambda string: string.line))


def python_strings(text: str) -> list[SourceString] | None:
    """The strings of a Python file in order; None where this Python cannot read it. Docstrings print nothing and are left out."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            silent |= {id(part) for part in node.values}
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
            silent |= {id(node.left)} | ({id(node.right)} if isinstance(node.op, ast.Add) else set())
    found: dict[tuple[int, int, str], SourceString] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr | ast.BinOp) and id(node) not in silent:
            said = _said(node)
            if said is not None and said.strip(HOLE + " "):
                found.setdefault((node.lineno, node.col_offset, said), SourceString(node.lineno, one_blank(said)))
    return [found[key] for key in sorted(found)]


def _said(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant):
        return _converted(node.value, braces=True) if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else HOLE for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _said(node.left), _said(node.right)
        if left is None and right is None:
            return None
        return (HOLE if left is None else left) + (HOLE if right is None else right)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return _said(node.left)
    return None


_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<raw>\bR"(?P<mark>[^()\\\s]{0,16})\((?P<inside>.*?)\)(?P=mark)"|`(?P<tick>[^`]*)`|\br(?P<hash>\#*)"(?P<rust>.*?)"(?P=hash))
    |(?:\b(?:u8|[uULb]))?"(?P<string>(?:\\.|[^"\\\n])*)"
    |'(?:\\[^\n]{1,8}?|[^'\\\n])'
    |(?P<name>[A-Za-z_]\w*)
    |(?P<space>\s+|\\\n)
    |(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(\r?\n[ \t]*|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[0-7]{1,3}|.)", re.DOTALL)
_PLAIN = {"n": " ", "t": " ", "r": " ", "f": " ", "v": " ", "a": "", "b": "", "e": "", "0": ""}


def _unescaped(match: re.Match[str]) -> str:
    said = match.group(1)
    if said[0] in "\r\n":
        return ""
    if said[0] in "xu" and len(said) > 1:
        character = chr(int(said[1:], 16))
        return character if character >= " " else ""
    return _PLAIN.get(said, said if len(said) == 1 else "")


def scanned_strings(text: str) -> Iterator[SourceString]:
    """The strings of a file in C or a language like it. Strings that touch, or have `+` or one name (a macro such as PRIu64) between, are one."""
    joined: list[str] = []
    start, line, pending = 1, 1, ""
    for token in _TOKEN.finditer(text):
        kind, said = token.lastgroup, token.group()
        if token.group("string") is not None or token.group("raw") is not None:
            piece = token.group("string")
            if piece is not None:
                piece = _ESCAPE.sub(_unescaped, piece)
            else:
                piece = next(g for g in token.group("inside", "tick", "rust") if g is not None)
            piece = _converted(piece, braces=True)
            if joined and pending == "macro":
                joined[-1] = joined[-1].removesuffix("%") + HOLE
            elif joined and pending != "end":
                pass
            elif joined:
                yield SourceString(start, one_blank("".join(joined)))
                joined = []
            if not joined:
                start = line
            joined.append(piece)
            pending = ""
        elif kind in ("comment", "space"):
            pass
        elif joined:
            if kind == "name" and pending == "":
                pending = "macro"
            elif said == "+" and pending == "":
                pending = "plus"
            else:
                pending = "end"
        line += said.count("\n")
    if joined:
        yield SourceString(start, one_blank("".join(joined)))


_ASSERTION = re.compile(r"\b(?:assert|\w*_ASSERT)\(")
#: A condition longer than this is none that a person wrote.
LONGEST_CONDITION = 400


def assertions(text: str) -> Iterator[SourceString]:
    """What failed assertions print: `assert(a < b)` says "Assertion `a < b` failed", with the condition as it stands in the source."""
    for match in _ASSERTION.finditer(text):
        depth, at = 1, match.end()
        while depth and at < min(len(text), match.end() + LONGEST_CONDITION):
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
        condition = one_blank(text[match.end() : at - 1]).strip()
        if not depth and condition:
            yield SourceString(text.count("\n", 0, match.start()) + 1, f"Assertion `{condition}` failed")


_RUN = re.compile(rb"[\t\n\r\x20-\x7e\xc2-\xf4\x80-\xbf]{6,}")


def binary_strings(data: bytes) -> Iterator[SourceString]:
    """The runs of printable characters of a library, each with its offset; only runs with four letters together."""
    for run in _RUN.finditer(data):
        said = run.group()
        if _LETTERS.search(said):
            yield SourceString(run.start(), one_blank(_converted(said.decode("utf-8", "replace"), braces=True)))


_LETTERS = re.compile(rb"[A-Za-z]{4}")

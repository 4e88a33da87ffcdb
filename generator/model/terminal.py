"""A text field of an entry in, lines for a terminal out."""

import re
import textwrap

_LINK = re.compile(r"\[([^\]]*)\]\(<?(?:entry:)?([^)>\s]*)[^)]*\)")


def readable(text: str) -> str:
    """A text field on one line: CommonMark reads well as it is, but for links."""
    return " ".join(_LINK.sub(r"\1 (\2)", text).split())


def wrapped(text: str, width: int, indent: str = "", further: str | None = None) -> list[str]:
    """Lines of at most `width`, but for words that are longer; `further` indents all but the first."""
    return textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent if further is None else further,
        break_long_words=False,
        break_on_hyphens=False,
    )

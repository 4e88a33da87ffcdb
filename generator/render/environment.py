"""The folder of templates in, a compiled Jinja environment out.

A template prints what it is given. The two filters turn text fields into HTML, with links as seen from the page under
render; what is undefined is an error.
"""

import re
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from generator.model import markdown
from generator.schema.vocabulary import CATEGORY, KIND, LEVEL, PATTERN, PROOF, SEVERITY

_CODE = re.compile(r"(?<=<code>)[^<]*-[^<]*(?=</code>)")
#: A flag or another word with hyphens, behind which browsers would break it. Longer ones may break: a phone's line holds no more.
_HYPHENED = re.compile(r"(?<![\w.-])(?=[\w.-]{2,26}(?![\w.-]))[\w.]*-[\w.-]*\w")
_SEPARATORS = re.compile(r"(?<=\w)[_:./](?=\w)")


def environment(templates: Path) -> Environment:
    """The environment of this folder; compiled anew only when a template has changed."""
    return _environment(templates, max((path.stat().st_mtime_ns for path in templates.rglob("*.j2")), default=0))


@lru_cache(maxsize=4)
def _environment(templates: Path, _changed: int) -> Environment:
    env = Environment(
        loader=FileSystemLoader(templates),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        keep_trailing_newline=True,
    )
    env.filters.update(
        inline=_inline,
        prose=_prose,
        count=count,
        percent=percent,
        readable=readable,
        breakable=breakable,
        unbroken=unbroken,
    )
    env.globals.update(meaning={v.name: v.meaning for v in (CATEGORY, KIND, LEVEL, PATTERN, PROOF, SEVERITY)})
    return env


def count(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun: "1 entry", "12 entries", "1,024 signatures"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def percent(share: float) -> str:
    """A part of one, in the hundredths that matter: "95.9 %", "100 %"."""
    return f"{share * 100:.1f}".removesuffix(".0") + "\u00a0%"


def breakable(name: str) -> Markup:
    """A long name that may break behind its separators: vllm:num_preemptions_total."""
    return Markup(_SEPARATORS.sub(r"\g<0><wbr>", str(escape(name))))


def unbroken(code: str) -> Markup:
    """Code whose flags stay whole at the end of a line: --max-num-seqs."""
    return Markup(_HYPHENED.sub(r'<span class="unbroken">\g<0></span>', str(escape(code))))


def with_unbroken_code(html: Markup) -> Markup:
    """A rendered text, the flags in its code kept whole."""
    return Markup(_CODE.sub(lambda code: unbroken(Markup(code[0])), html)) if "<code>" in html else html


def readable(day: object) -> str:
    """A date as people write it: 29 November 2026."""
    return f"{day:%d %B %Y}".lstrip("0")


@pass_context
def _inline(context: Context, text: str) -> Markup:
    return with_unbroken_code(markdown.inline(text, context["resolve"]))


@pass_context
def _prose(context: Context, text: str) -> Markup:
    return with_unbroken_code(markdown.prose(text, context["resolve"]))

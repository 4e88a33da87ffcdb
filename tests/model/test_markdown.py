"""Text fields: the short way for plain words gives what the parser gives, and links go where they may."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from generator.check.tree import check_tree
from generator.load import load_entries
from generator.model import build_corpus, markdown


def resolve(entry_id: str) -> str:
    """An address that shows which entry was asked for."""
    return f"../../somewhere/{entry_id}/"


def parsed_inline(text: str) -> str:
    """The parser's own answer."""
    return str(markdown._MD.renderInline(text.strip().replace("\n", " "), {"resolve": resolve}))


def parsed_prose(text: str) -> str:
    """The parser's own answer."""
    return str(markdown._MD.render(text.strip(), {"resolve": resolve}))


def texts(value: object) -> Iterator[str]:
    """Every text inside a record."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from texts(item)
    elif dataclasses.is_dataclass(value):
        for each in dataclasses.fields(value):
            yield from texts(getattr(value, each.name))


def test_every_text_of_the_entries_reads_the_same_with_and_without_the_parser(root: Path) -> None:
    """The short way is a matter of speed alone."""
    documents = check_tree(root).documents or load_entries(root / "tests/data/minimal").documents
    for filed in build_corpus(documents).entries:
        for text in texts(filed.entry):
            assert str(markdown.inline(text, resolve)) == parsed_inline(text)
            assert str(markdown.prose(text, resolve)) == parsed_prose(text)


@settings(max_examples=400, deadline=None)
@given(some.text(alphabet="ab `\"'.-+*1)\n#>&<_[]()!\\~|:", max_size=40))
def test_any_text_reads_the_same_with_and_without_the_parser(text: str) -> None:
    """Made-up texts look for the cases that nobody wrote yet."""
    assert str(markdown.inline(text, resolve)) == parsed_inline(text)
    assert str(markdown.prose(text, resolve)) == parsed_prose(text)


def test_a_link_to_an_entry_becomes_its_address() -> None:
    """`entry:` is resolved for the page under render."""
    assert (
        str(markdown.inline("see [that](entry:cache-full)", resolve))
        == 'see <a href="../../somewhere/cache-full/">that</a>'
    )


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "//other.example",
        "mailto:a@b.example",
        "file:///etc/passwd",
        "entry:../x",
    ],
)
def test_a_link_that_may_not_be_stays_text(address: str) -> None:
    """Links lead to the web or to entries."""
    assert "<a" not in markdown.inline(f"[x]({address})", resolve)

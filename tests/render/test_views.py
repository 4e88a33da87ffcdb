"""What is derived from a record before a template prints it."""

import re

import pytest
from markupsafe import Markup

from generator.model import Corpus, Link
from generator.model.template import parse_template
from generator.render.environment import breakable, count, unbroken, with_unbroken_code
from generator.render.views.checklist import view_checklist
from generator.render.views.related import HEADINGS, group_links
from generator.render.views.signature import search_key, show, versions_in_words
from generator.schema.records import Check, Signature
from generator.schema.vocabulary import RELATION, REVERSE_RELATION


def signature(**changed: str) -> Signature:
    """A signature that was looked up nowhere."""
    return Signature(
        text="a text that is printed",
        program="p",
        file="f",
        level="error",
        known_from="source",
        url="https://example.org",
        **changed,
    )


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, ""),
        ({"first_seen": "0.4"}, "seen from 0.4"),
        ({"last_seen": "0.9"}, "seen up to 0.9"),
        ({"first_seen": "0.4", "last_seen": "0.9"}, "seen from 0.4 to 0.9"),
        ({"first_seen": "0.4", "last_seen": "0.4"}, "seen in 0.4"),
        ({"first_seen": "0.4", "last_seen": "0.9", "gone_in": "1.0"}, "seen from 0.4 to 0.9, gone in 1.0"),
        ({"gone_in": "1.0"}, "gone in 1.0"),
    ],
)
def test_versions_say_only_what_was_looked_up(fields: dict[str, str], words: str) -> None:
    """No range is made up where one end is unknown."""
    assert versions_in_words(signature(**fields)) == words


def test_a_placeholder_is_a_var_that_says_what_it_stands_for() -> None:
    """Literal text is escaped, doubled braces are single."""
    assert (
        show(parse_template("took <{n:int}> of {{x}}"))
        == 'took &lt;<var title="a whole number, with or without a sign: 147, -9">n</var>&gt; of {x}'
    )


def test_the_search_key_is_the_longest_literal_text() -> None:
    """White space is evened out and placeholders are left out."""
    assert search_key(parse_template("at {n:int} there was  no room left {x}")) == "there was no room left"


def test_every_kind_of_relation_has_a_heading() -> None:
    """From both ends."""
    assert set(HEADINGS) == set(RELATION) | set(REVERSE_RELATION.values())


def test_links_are_grouped_in_the_order_of_the_headings(corpus: Corpus) -> None:
    """Look-alikes first: that is what a reader must rule out."""
    other = corpus.entries[0]
    groups = group_links((Link("replaces", other, "a"), Link("looks_like", other, "b"), Link("replaces", other, "c")))
    assert [(group.kind, [link.why for link in group.links]) for group in groups] == [
        ("looks_like", ["b"]),
        ("replaces", ["a", "c"]),
    ]


def test_a_step_keeps_its_mark_when_it_moves() -> None:
    """What a reader ticked stays ticked when another step is put before it."""
    one, two = Check(do="One.", if_so="y", if_not="n"), Check(do="Two.", if_so="y", if_not="n")
    assert view_checklist((one, two))[1].mark == view_checklist((two,))[0].mark


def test_a_long_name_may_break_behind_its_separators() -> None:
    """Escaped all the same."""
    assert breakable("a:b_c<") == "a:<wbr>b_<wbr>c&lt;"


@pytest.mark.parametrize(
    ("code", "whole"),
    [
        ("--redirects", ["--redirects"]),
        ("vllm serve --max-num-seqs 48 --watermark=0.02", ["--max-num-seqs", "--watermark"]),
        ("a_b.c/d", []),
        ("x - y", []),
        ("<-x>", ["-x"]),
        ("--" + "very-long-" * 5, []),
    ],
)
def test_a_flag_is_kept_whole_where_it_fits_a_line(code: str, whole: list[str]) -> None:
    """Browsers break behind a hyphen; what is longer than a phone's line must break."""
    html = unbroken(code)
    assert re.findall(r'<span class="unbroken">([^<]*)</span>', html) == whole
    assert html.striptags() == code


def test_only_code_is_kept_whole() -> None:
    """A word with a hyphen in a sentence may break."""
    html = with_unbroken_code(Markup("a-b <code>c-d</code> <a href='e-f'>g-h</a>"))
    assert html == "a-b <code><span class=\"unbroken\">c-d</span></code> <a href='e-f'>g-h</a>"


def test_a_count_agrees_with_its_noun() -> None:
    """One entry, two entries."""
    assert [count(n, "entry", "entries") for n in (0, 1, 1200)] == ["0 entries", "1 entry", "1,200 entries"]

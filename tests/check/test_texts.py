"""Text fields: what may stand in each, tried in every one of them."""

import copy
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.check import check_document
from generator.check.prose import Field, entry_links, sentences, texts
from generator.load import Document
from generator.load.yaml_values import read_values

MINIMAL = (Path(__file__).parents[1] / "data/minimal/entries/serving/cache-full.yaml").read_text("utf-8")


def document(value: Any) -> Document:
    """An entry with this value, and a text that says the same."""
    text = yaml.safe_dump(value, allow_unicode=True, sort_keys=False)
    return Document("entries/serving/cache-full.yaml", "serving", "cache-full", text, read_values(text, "x")[0])


def sound() -> Any:
    """The value of the small sound entry."""
    return read_values(MINIMAL, "x")[0]


def fields(markup: str) -> list[Field]:
    """The texts of the sound entry that are read as `markup`."""
    return [field for field in texts(document(sound())) if field.kind.markup == markup]


def with_text(path: tuple[str | int, ...], text: str) -> Document:
    """The sound entry with another text at `path`."""
    value = copy.deepcopy(sound())
    holder = value
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = text
    return document(value)


def dotted(value: object) -> str:
    """A path as an id of a test."""
    return ".".join(map(str, value)) if isinstance(value, tuple) else str(value)


def codes(found: Document) -> list[str]:
    """The codes of everything that is wrong with one document."""
    return [problem.code for problem in check_document(found)]


MARKED_UP = [field.path for markup in ("inline", "block") for field in fields(markup)]
ADDRESSES = [field.path for field in fields("none") if field.kind.name == "web address"]
SCHEMES = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html;base64,PHNjcmlwdD4=",
    "vbscript:x",
    "file:///etc/passwd",
    "//example.org",
    "&#106;avascript:alert(1)",
]


def test_the_sound_entry_is_sound() -> None:
    """What the others change."""
    assert codes(document(sound())) == []


def test_every_kind_of_text_is_tried() -> None:
    """The sound entry fills all optional fields."""
    assert len(MARKED_UP) > 40
    assert len(ADDRESSES) == 3


@pytest.mark.parametrize("path", MARKED_UP, ids=dotted)
def test_a_link_that_runs_code_is_refused_in_every_text(path: tuple[str | int, ...]) -> None:
    """Links lead to the web or to entries."""
    assert codes(with_text(path, "See [this](javascript:alert(1)) first.")) == ["L102"]


@pytest.mark.parametrize("path", MARKED_UP, ids=dotted)
def test_raw_html_is_refused_in_every_text(path: tuple[str | int, ...]) -> None:
    """Pages show text, never markup of their own."""
    assert set(codes(with_text(path, "See <img src=x onerror=alert(1)> first."))) == {"P101"}


@pytest.mark.parametrize(
    "path",
    [
        f.path
        for markup in ("none", "inline", "block", "verbatim")
        for f in fields(markup)
        if f.kind.name not in ("web address", "id", "former id")
    ],
    ids=dotted,
)
def test_a_direction_override_is_refused_in_every_text(path: tuple[str | int, ...]) -> None:
    """Commands and log lines too, and these most of all."""
    assert "P103" in codes(with_text(path, "rm \u202e-rf x"))


@pytest.mark.parametrize("address", SCHEMES, ids=ascii)
def test_an_address_field_takes_only_the_web(address: str) -> None:
    """Whatever the spelling."""
    assert [codes(with_text(path, address)) for path in ADDRESSES] == [["F107"]] * 3


@pytest.mark.parametrize(
    "address",
    [
        *SCHEMES,
        "#fragment",
        "page/",
        "?q=1",
        "mailto:a@example.org",
        "entry:",
        "entry:UPPER",
        "entry:a/b",
        "https:example.org",
    ],
    ids=ascii,
)
def test_a_link_takes_only_the_web_and_entries(address: str) -> None:
    """As an inline link."""
    found = with_text(("definition",), f"See [this]({address}).")
    unknown = [
        target for path, target in entry_links(found) if path == ("definition",)
    ]  # L101 when all files are together
    assert codes(found) == ["L102"] or unknown == [address.removeprefix("entry:")]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("<javascript:alert(1)>", "L102", id="a bare link that runs code"),
        pytest.param("<entry:queue-grows>", "L102", id="a bare link to an entry"),
        pytest.param("[a][b]\n\n[b]: https://example.org", "P105", id="a link whose address stands below"),
        pytest.param("words\n\n[b]: https://example.org", "P105", id="a definition that nothing uses"),
        pytest.param("![a](https://example.org/x.png)", "P102", id="an image"),
        pytest.param("[![a](https://example.org/x.png)](https://example.org)", "P102", id="an image in a link"),
        pytest.param("# Heading", "P105", id="a heading"),
        pytest.param("Heading\n=======", "P105", id="an underlined heading"),
        pytest.param("Heading\n---", "P105", id="a heading underlined with dashes"),
        pytest.param("a\n\n***\n\nb", "P105", id="a rule"),
        pytest.param("a\n\n- - -\n\nb", "P105", id="a rule of dashes and spaces"),
        pytest.param("> quoted", "P105", id="a quotation"),
        pytest.param("| a | b |\n|---|---|\n| 1 | 2 |", "P105", id="a table"),
        pytest.param("- > quoted", "P105", id="a quotation in a list"),
        pytest.param("1. # Heading", "P105", id="a heading in a list"),
        pytest.param("a &#x202e; b", "P103", id="an override as an entity"),
        pytest.param("a &zwnj; b", "P103", id="a character without width by name"),
        pytest.param("`&#x202e;` and &amp; &lt;b&gt;", None, id="entities that are seen"),
        pytest.param("[https://example.org/a](https://example.org/a)", None, id="an address as its own words"),
        pytest.param("[www.example.org](https://example.org/a)", None, id="a host as its own words"),
        pytest.param("[scheduler.py](https://example.org/a)", None, id="a file as the words of a link"),
        pytest.param("[www.example.org](https://example.net/)", "L109", id="another host as words"),
        pytest.param("[https://example.org/](entry:queue-grows)", "L109", id="an address that leads to an entry"),
        pytest.param("<https://example.org@example.net/>", "L102", id="a user before the host, bare"),
        pytest.param("[x](https://xn--exmple-4nf.org/)", "L102", id="a host in letters of another alphabet, encoded"),
        pytest.param("[x](https://example.org:8080/a?b#c)", None, id="a port"),
        pytest.param("[" * 200, None, id="brackets"),
        pytest.param("[" * 201, "P108", id="too many brackets"),
        pytest.param("`м`", "P106", id="a Cyrillic letter in code"),
        pytest.param("`a\u00a0b`", "P106", id="a no-break space in code"),
        pytest.param("```\na – b\n```", "P106", id="a long dash in a fence"),
        pytest.param("`5 µs × 3 … ≤ 日本語 █ 🙂` and “м”", None, id="code that quotes a log in any language"),
        pytest.param("a <!-- comment --> b", "P101", id="a comment"),
        pytest.param("<details>\n\nx\n\n</details>", "P101", id="a block of HTML"),
        pytest.param("a <b", None, id="a sign for less"),
        pytest.param("a < b && c > d", None, id="signs and ampersands"),
        pytest.param("`<b>` and `[x](javascript:y)`", None, id="anything in backticks"),
        pytest.param("```\n# not a heading\n<b>\n```", None, id="anything in a fence"),
        pytest.param("- one\n- two\n\n1. three", None, id="lists"),
        pytest.param("C#, A|B, 1 = 1, x[0], [1], !important", None, id="signs in words"),
        pytest.param("    four spaces of indentation <- here", None, id="indented text"),
        pytest.param("*a* **b** [c](https://example.org) [d](entry:queue-grows)", None, id="what is allowed"),
    ],
)
def test_a_text_may_hold_paragraphs_lists_code_emphasis_and_links(text: str, code: str | None) -> None:
    """Anything else has a code."""
    assert set(codes(with_text(("mechanism",), text))) == ({code} if code else set())


@pytest.mark.parametrize(
    ("command", "code"),
    [
        pytest.param("load … --clients 8", None, id="something left out"),
        pytest.param("a" + " " * 48 + "b", None, id="columns"),
        pytest.param("a" + " " * 49 + "b", "P107", id="blanks"),
        pytest.param("a\n" + "\t" * 49 + "b", "P107", id="tabs at the beginning of a line"),
        pytest.param("a" + " " * 400 + "\n" + "\n" * 400, None, id="blanks and lines behind which nothing stands"),
        pytest.param("a" + "\n" * 5 + "b", None, id="four empty lines"),
        pytest.param("a" + " \n" * 6 + "b", "P107", id="five empty lines with blanks in them"),
        pytest.param("echo 日本語", "P106", id="letters that no ASCII is like"),
        pytest.param("echo “x”", "P106", id="typographic quotes"),
    ],
)
def test_a_command_is_ascii_and_stands_together(command: str, code: str | None) -> None:
    """So that what is seen is what is copied."""
    assert codes(with_text(("first_control", "command"), command)) == ([code] if code else [])
    assert codes(with_text(("fix", "steps", 0, "config"), command)) == ([code] if code else [])


@pytest.mark.parametrize(
    "character",
    [
        "\u00ad",
        "\u061c",
        "\u200b",
        "\u200d",
        "\u200e",
        "\u202a",
        "\u2060",
        "\u2066",
        "\u3164",
        "\ufe00",
        "\ufeff",
        "\u2800",
        "\U0001d173",
        "\ufff9",
        "\ufffe",
        "\uffff",
        "\U000e0041",
        "\x00",
        "\x1b",
        "\x7f",
        "\x85",
        "\u2028",
    ],
    ids=ascii,
)
def test_a_character_that_cannot_be_seen_is_refused(character: str) -> None:
    """Even as an escape in a quoted value."""
    text = f'title: "a{_escaped(character)}b"'
    value = {**sound(), "title": read_values(text, "x")[0]["title"]}
    found = Document("entries/serving/cache-full.yaml", "serving", "cache-full", MINIMAL, value)
    assert [problem.what for problem in check_document(found)] == [
        f"the character U+{ord(character):04X} cannot be seen"
    ]


def _escaped(character: str) -> str:
    return f"\\U{ord(character):08X}"


@pytest.mark.parametrize(
    "text", ["Größe: 5 µs – “gut” …", "日本語の説明", "שלום", "привет", "🙂", "a\u00a0b"], ids=ascii
)
def test_words_of_any_language_are_welcome(text: str) -> None:
    """Letters are seen."""
    assert codes(with_text(("title",), text)) == []


#: Texts of full length on which a careless pattern or parser spends minutes.
NASTY = {
    "brackets": "[" * 8000,
    "images": "![" * 4000,
    "emphasis": "*a " * 2600,
    "mixed emphasis": "_a*" * 2600,
    "links": "[a](" * 2000,
    "bare": "<" * 8000,
    "line ends": "a" + "\n" * 7990 + "a",
    "quotations": "> " * 4000,
    "dashes": "- " * 4000,
    "backticks": "".join("`" * n + " " for n in range(1, 125)),
    "spaces": "a." + " " * 7990 + "b",
    "attributes": "<a b='" * 1300,
    "escapes": "\\" * 8000,
    "comments": "<!--" * 2000,
    "sentences": "A b. " * 1600,
    "indentation": "a\n" + " " * 7990 + "b",
    "bars": "a\n" + "|" * 7990,
    "rules": "a\n" + "-" * 7990 + "b",
    "rules with spaces": "a\n" + "- " * 3990 + "b",
}


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY.keys())
def test_no_text_takes_long_to_check(text: str) -> None:
    """A pull request cannot stop the check."""
    found = with_text(("mechanism",), text)
    started = time.perf_counter()
    list(check_document(found))
    list(entry_links(found))
    list(sentences(text))
    assert time.perf_counter() - started < 3


def test_a_link_to_an_entry_is_found_in_lists_and_angle_brackets() -> None:
    """Wherever CommonMark sees one."""
    found = with_text(("mechanism",), "- [a](entry:one)\n- [b]( <entry:two> )")
    assert [target for path, target in entry_links(found) if path == ("mechanism",)] == ["one", "two"]


@pytest.mark.parametrize(
    ("text", "own"),
    [
        pytest.param("Short one. Another short one.", 0, id="short sentences are anybody's"),
        pytest.param(
            "This sentence is long enough to be somebody's own. And this one says something else entirely, at length.",
            2,
            id="two sentences",
        ),
        pytest.param(
            "- This item of a list is long enough to count as one\n- This other item of the list is long enough as well",
            2,
            id="items of a list",
        ),
        pytest.param("This sentence is\nfolded over lines and counts as\none of its kind.", 1, id="a folded sentence"),
    ],
)
def test_sentences_are_told_apart(text: str, own: int) -> None:
    """They are compared across entries, white space aside."""
    assert len(list(sentences(text))) == own

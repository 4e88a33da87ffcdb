"""The published signatures.json as a reader gets it: what is searched with it, and what is refused with which words."""

import json
from pathlib import Path
from typing import Any

import pytest

from generator.index import as_bytes, signatures_index
from generator.load import load_entries
from generator.match.files import scan_files
from generator.match.published import PublishedIndexError, read_published
from generator.model import build_corpus


def test_what_the_site_publishes_is_searched_with(root: Path, tmp_path: Path) -> None:
    """The same signatures, the same ids."""
    corpus = build_corpus(load_entries(root / "tests/data/minimal").documents)
    path, log = tmp_path / "signatures.json", tmp_path / "log"
    path.write_bytes(as_bytes(signatures_index(corpus)))
    log.write_text("Request r-77 evicted: no free block of 9\n")
    index = read_published(str(path))
    assert [id_ for id_, _ in index.signatures] == ["cache-full#1", "cache-full#2"]
    assert [hit.signature for _, hit in scan_files([str(log)], index)] == ["cache-full#1"]


SOUND = {"id": "a#1", "text": "Watchdog caught timeout"}


@pytest.mark.parametrize(
    ("value", "said"),
    [
        pytest.param(
            {"format": "signatures/2", "signatures": []},
            "is of the format `signatures/2`, made later than this program, which understands `signatures/1`; update this program",
            id="a newer format",
        ),
        pytest.param({"format": "signatures/0"}, "which is no longer read", id="an older format"),
        pytest.param(
            {"format": "entries/1"},
            "is of the format `entries/1`; signatures are read from `signatures/1`",
            id="another index",
        ),
        pytest.param({"format": "signatures/x"}, "is of the format `signatures/x`", id="no number"),
        pytest.param({"format": "signatures/" + "9" * 5000}, "is of the format", id="a huge number"),
        pytest.param({"format": 1}, "names no format", id="a format that is no text"),
        pytest.param([], "names no format", id="a list"),
        pytest.param({"format": "signatures/1"}, "has no list of `signatures`", id="no list"),
        pytest.param(
            {"format": "signatures/1", "signatures": [SOUND, 7]}, "in row 2 of its signatures", id="a row that is none"
        ),
        pytest.param(
            {"format": "signatures/1", "signatures": [{"id": "a"}]},
            "in row 1 of its signatures",
            id="a row without text",
        ),
        pytest.param(
            {"format": "signatures/1", "signatures": [{**SOUND, "text": "Watchdog caught {a:verse}"}]},
            "has a signature `a#1` that cannot be read: `verse` is no kind of placeholder",
            id="a kind that came later",
        ),
        pytest.param(
            {"format": "signatures/1", "signatures": [{**SOUND, "text": "{a:any} x"}]},
            "too little literal text",
            id="too wide",
        ),
    ],
)
def test_what_is_no_such_file_is_refused(tmp_path: Path, value: Any, said: str) -> None:
    """With what was found, and the way to mend it."""
    path = tmp_path / "signatures.json"
    path.write_text(json.dumps(value))
    with pytest.raises(PublishedIndexError) as caught:
        read_published(str(path))
    assert str(caught.value).startswith(f"`{path}` ")
    assert said in str(caught.value)
    assert caught.value.fix


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is not sound JSON"),
        (b"[" * 100_000, "is not sound JSON"),
        (b"\xff\xfe\xff", "is not sound JSON"),
        (None, "cannot be read"),
    ],
    ids=["empty", "brackets", "no text", "missing"],
)
def test_what_is_no_json_is_refused(tmp_path: Path, content: bytes | None, said: str) -> None:
    """Whatever it is."""
    path = tmp_path / "signatures.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(PublishedIndexError, match=said):
        read_published(str(path))

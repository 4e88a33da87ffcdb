"""tests/vectors/match/*.json: the signature language as plain data, for this matcher and for its twin in the browser.

A log is a text, or a list of texts, {"hex": bytes} and {"repeat": text, "times": n}. A hit names the line, its columns in bytes, its captures and the
line where its last line was found (see generator/match/LANGUAGE.md).
"""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from generator.match import Hit, scan_text
from generator.match.index import SignatureIndex
from generator.match.stream import scan_stream
from generator.model.template import is_too_wide, parse_template

FOLDER = Path(__file__).parents[1] / "vectors/match"
FILES = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}
ALL = {f"{name}: {vector['name']}": vector for name, file in FILES.items() for vector in file["vectors"]}
VECTORS = [pytest.param(vector, id=name) for name, vector in ALL.items()]
#: An index never holds the signatures that `check` refuses.
INDEXED = [
    pytest.param(vector, id=name)
    for name, vector in ALL.items()
    if not is_too_wide(parse_template(vector["signature"]))
]


def written(value: Any) -> bytes:
    """The bytes that a text, or a list of parts, stands for."""
    if isinstance(value, list):
        return b"".join(map(written, value))
    if isinstance(value, dict):
        return bytes.fromhex(value["hex"]) if "hex" in value else value["repeat"].encode() * value["times"]
    return str(value).encode()


def expected(vector: dict[str, Any]) -> list[dict[str, Any]]:
    """The hits, with captures spelled out."""
    return [
        {**hit, "captures": {name: written(value).decode() for name, value in hit["captures"].items()}}
        for hit in vector["hits"]
    ]


def found(hits: list[Hit]) -> list[dict[str, Any]]:
    """The hits as a vector writes them."""
    names = ("line", "start", "end", "captures", "last_line")
    return [{name: getattr(hit, name) for name in names} for hit in hits]


@pytest.mark.parametrize("vector", VECTORS)
def test_a_vector_gives_its_hits(vector: dict[str, Any]) -> None:
    """By the definition alone."""
    hits = scan_text(written(vector["log"]), parse_template(vector["signature"]))
    assert found(hits) == expected(vector)


@pytest.mark.parametrize("vector", INDEXED)
def test_the_fast_path_gives_the_same_hits(vector: dict[str, Any]) -> None:
    """Prefiltered and streamed."""
    index = SignatureIndex([("s", vector["signature"])])
    hits = list(scan_stream(io.BytesIO(written(vector["log"])), index))
    assert found(hits) == expected(vector)


def test_there_are_enough_of_them_and_their_names_are_told_apart() -> None:
    """Eighty at least."""
    names = [param.id for param in VECTORS]
    assert len(names) >= 80
    assert len(set(names)) == len(names)
    assert {file["format"] for file in FILES.values()} == {"match-vectors/1"}

"""`python -m bench.relevance`: how often the search finds the right entry, beside Material's own search and the command line's.

Lines: each signature of each entry, its placeholders filled with values as programs print them, behind a prefix as loggers write it. Queries:
what people type, in queries.yaml, each with the entry that it means. Material's search is its own worker on the documents that it was given here before.
"""

import json
import random
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from bench.material_documents import search_index as material_documents
from generator.index import as_bytes, search_index, search_texts
from generator.load import load_entries
from generator.match.compiled import make_index
from generator.match.find import find_entries, row_of
from generator.model import Corpus, build_corpus
from generator.model.template import Literal, template_of

ROOT = Path(__file__).resolve().parents[1]
QUERIES = Path(__file__).with_name("queries.yaml")
#: The shares that the search must reach: lines whose entry is first, queries whose entry is among the first three.
LINES_FIRST, QUERIES_AMONG_THREE = 0.98, 0.90

PREFIXES = (
    "",
    "[rank3]: ",
    "2026-11-29 16:40:25,102 ERROR [train.py:311] ",
    "[rank12]:[E1129 16:40:25.587102 ProcessGroup.cpp:1475] ",
    "Nov 29 16:40:25 node-17 kernel: [ 8231.120034] ",
    "2026-11-29T16:40:25.102Z stderr F ",
    "(EngineCore pid=4242) ERROR 11-29 16:40:25 [core.py:702] ",
)
VALUES: dict[str, tuple[str, ...]] = {
    "int": ("0", "3", "147", "29500", "600029", "-9"),
    "number": ("0.90", "79.15", "12", "1.5e-05"),
    "size": ("2.00 GiB", "512.00 MiB", "80 KiB"),
    "hex": ("0x7f3a5c021000", "c0ffee12"),
    "word": ("node-17", "4242", "default", "0"),
    "path": ("/scratch/run7/step_1200.pt", "torch.nn.Linear"),
    "address": ("10.0.0.17", "0000:17:00.0"),
    "any": ("SeqNum=1234, OpType=ALLREDUCE, NumelIn=4096", "timed out after a while", "1"),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A text that is searched for, and the entry that it means."""

    text: str
    entry: str


def lines_of(corpus: Corpus) -> Iterator[Asked]:
    """One line (or as many as it has) for each signature, the same in each run."""
    chance = random.Random(5)
    for filed in corpus.entries:
        for signature in filed.entry.signatures:
            prefix = chance.choice(PREFIXES)
            rows = [
                prefix + "".join(p.text if isinstance(p, Literal) else chance.choice(VALUES[p.kind]) for p in line)
                for line in template_of(signature.text).lines
            ]
            yield Asked("\n".join(rows), filed.id)


def queries() -> list[Asked]:
    """What people type."""
    return [Asked(row["query"], row["entry"]) for row in yaml.safe_load(QUERIES.read_text("utf-8"))]


def by_site(corpus: Corpus, asked: Sequence[Asked]) -> list[list[str]]:
    """The ids that the pages' search finds for each text."""
    value = {"index": search_index(corpus), "texts": search_texts(corpus), "asked": [one.text for one in asked]}
    return _node(value)


def by_material(corpus: Corpus, asked: Sequence[Asked]) -> list[list[str]]:
    """The ids that the theme's search finds."""
    (worker,) = (Path(str(files("material"))) / "templates/assets/javascripts/workers").glob("search.*.min.js")
    value = {"documents": material_documents(corpus), "asked": [one.text for one in asked]}
    return [[place.strip("/").split("/")[-1] for place in places] for places in _node(value, str(worker))]


def by_command(corpus: Corpus, asked: Sequence[Asked]) -> list[list[str]]:
    """The ids that `encyclopedia search` finds."""
    index = make_index(map(row_of, corpus.entries))
    return [[found.row.id for found in find_entries(index, one.text)] for one in asked]


def _node(value: Any, *arguments: str) -> list[list[str]]:
    command = ["node", str(ROOT / "bench/relevance.mjs"), *arguments]
    answer = subprocess.run(command, input=as_bytes(value), capture_output=True, check=True).stdout
    found: list[list[str]] = json.loads(answer)
    return found


def share_among(asked: Sequence[Asked], found: Sequence[Sequence[str]], most: int) -> float:
    """How many texts have their entry among the first `most` found."""
    return sum(one.entry in ids[:most] for one, ids in zip(asked, found, strict=True)) / len(asked)


def main() -> None:
    """Prints a table, then each text whose entry the site's search does not find in its place."""
    corpus = build_corpus(load_entries(ROOT).documents)
    sets = {"lines": list(lines_of(corpus)), "queries": queries()}
    print(f"{len(corpus.entries)} entries, {len(sets['lines'])} lines, {len(sets['queries'])} queries")
    print(f"{'search':24} {'lines first':>12} {'among three':>12} {'queries first':>14} {'among three':>12}")
    answers = {}
    for name, search in (("the site", by_site), ("encyclopedia search", by_command), ("Material (lunr)", by_material)):
        found = {kind: search(corpus, asked) for kind, asked in sets.items()}
        answers[name] = found
        shares = [share_among(sets[kind], found[kind], most) for kind in sets for most in (1, 3)]
        print(f"{name:24} {shares[0]:12.1%} {shares[1]:12.1%} {shares[2]:14.1%} {shares[3]:12.1%}")
    for kind, most in (("lines", 1), ("queries", 3)):
        for one, ids in zip(sets[kind], answers["the site"][kind], strict=True):
            if one.entry not in ids[:most]:
                print(f"not found: {one.text!r} means {one.entry}, found {', '.join(ids[:3]) or 'nothing'}")


if __name__ == "__main__":
    main()

"""The index of the real entries, made once."""

from pathlib import Path

import pytest

from generator.check.tree import check_tree
from generator.match.compiled import EntryIndex, make_index
from generator.match.find import row_of
from generator.model import Corpus
from generator.pipeline import corpus_of

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    """The entries of this repository."""
    return corpus_of(check_tree(ROOT).documents)


@pytest.fixture(scope="session")
def index(corpus: Corpus) -> EntryIndex:
    """What a diagnosis needs of them."""
    return make_index(map(row_of, corpus.entries))

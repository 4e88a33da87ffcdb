"""What the tests of rendering share: a small corpus, entries made of it with other words, and the pages they give."""

import dataclasses
from pathlib import Path

import pytest

from generator.load import load_entries
from generator.model import Corpus, FiledEntry, assemble, build_corpus
from generator.render import Page, SiteFacts, render_not_found, render_pages
from generator.schema.records import Area


@pytest.fixture(scope="session")
def facts(root: Path) -> SiteFacts:
    """A site below a sub-path, with a repository."""
    return SiteFacts(
        "The Encyclopedia",
        "https://site.example/enc/",
        "https://git.example/enc",
        "https://git.example/enc/edit/main/",
        root / "templates",
    )


@pytest.fixture(scope="session")
def corpus(root: Path) -> Corpus:
    """The two entries of tests/data/minimal."""
    return build_corpus(load_entries(root / "tests/data/minimal").documents)


@pytest.fixture(scope="session")
def pages(corpus: Corpus, facts: SiteFacts) -> dict[str, Page]:
    """All pages of the small corpus by their path."""
    return {page.path: page for page in (*render_pages(corpus, facts), render_not_found(corpus, facts))}


@pytest.fixture(scope="session")
def crowd(corpus: Corpus) -> Corpus:
    """Forty entries of one category in two areas."""
    area = next(iter(corpus.areas.values())).area
    base = corpus.entries[0]
    entries = [
        FiledEntry(
            f"failure-{number:02}",
            ("east", "west")[number % 2],
            dataclasses.replace(
                base.entry, title=f"Failure {number:02}", related=(), near_misses=(), checklist=(), former_ids=()
            ),
            str(number),
        )
        for number in range(40)
    ]
    return assemble(entries, {"east": area_named(area, "East"), "west": area_named(area, "West")})


def area_named(area: Area, name: str) -> Area:
    """The area under another name, without links to entries."""
    return dataclasses.replace(area, name=name, intro="Words.", tell_apart="Words.")

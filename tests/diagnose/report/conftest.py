"""A diagnosis about the entries of tests/data/minimal/, made by hand, with everything that a report can show."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from generator.diagnose.diagnosis import (
    COLLATERAL,
    FAILURE,
    INITIATING,
    LIKELY,
    NO_KNOWN_FAILURE,
    POSSIBLE,
    UNRELATED,
    Cause,
    Diagnosis,
    Evidence,
    Input,
    Near,
    Ranks,
    Unexplained,
    Variant,
)
from generator.diagnose.report.report import Report, report_on
from generator.load import load_entries
from generator.match.compiled import Row
from generator.match.find import row_of
from generator.model import build_corpus

MINIMAL = Path(__file__).parents[2] / "data/minimal"
ADDRESS = "https://failures.example.org/"
EVICTED = "Request {request:word} evicted: no free block of {blocks:int}"
CONSOLE = "/home/alice/run/console.log"


def rows() -> list[Row]:
    """The rows of the small corpus."""
    return [row_of(filed) for filed in build_corpus(load_entries(MINIMAL).documents).entries]


def diagnosis() -> Diagnosis:
    """A cache that was full on rank 2, and a queue that grew on the others."""
    evidence = (
        Evidence(
            f"{CONSOLE}",
            42,
            "[rank2]: WARNING Request r-77 evicted: no free block of 512 for alice@10.1.2.3",
            EVICTED,
            {"request": "r-77", "blocks": "512"},
            2,
            3,
        ),
        Evidence(
            CONSOLE, 57, "\x1b[31mRequest r-78 evicted\x1b[0m: no free block of 512 ``` \u202eevil", EVICTED, {}, 2
        ),
    )
    full = Cause(
        "cache-full",
        INITIATING,
        LIKELY,
        2,
        "node17",
        "2026-11-29 16:40:25,587",
        evidence,
        ("its lines come from rank 2, and node17 was drained before",),
        Variant("The limit is too high", "The peak of running requests is above what fits.", "Lower it.", "blocks 512"),
    )
    grows = Cause(
        "queue-grows",
        COLLATERAL,
        LIKELY,
        0,
        "node18",
        None,
        (Evidence("/home/alice/run/rank_0.log", 7, "queue of node18 holds 99 requests", None, {}, 0),),
        ("`cache-full` brings it about",),
    )
    return Diagnosis(
        (
            Input(CONSOLE, 2000, 5_600_000),
            Input("/home/alice/run/rank_0.log", 8, 300),
            Input("/home/alice/run/core", 0, 0, "looks binary, skipped"),
        ),
        FAILURE,
        (full, grows),
        Ranks((2,), (0, 1, 3, 4), (5,), ("rank 2 failed first, by the launcher's table",)),
        (),
        (Unexplained("/home/alice/run/rank_1.log", 3, "RuntimeError: no route to 10.1.2.3 for alice@node18:", 1),),
    )


@pytest.fixture
def found() -> Diagnosis:
    """A diagnosis with an answer."""
    return diagnosis()


@pytest.fixture
def nothing(found: Diagnosis) -> Diagnosis:
    """A diagnosis without an answer, with guesses."""
    return replace(found, verdict=NO_KNOWN_FAILURE, causes=(), nearest=(Near("queue-grows", 0.41234),))


@pytest.fixture
def rivals(found: Diagnosis) -> Diagnosis:
    """Two entries that fit, and eight lines of each."""
    first, second = found.causes
    lines = tuple(replace(first.evidence[0], line=line, count=1) for line in range(1, 9))
    return replace(
        found,
        causes=(
            replace(first, evidence=lines),
            replace(second, role=UNRELATED, confidence=POSSIBLE, against=("it came after `cache-full`",)),
        ),
    )


def report(diagnosis: Diagnosis) -> Report:
    """The report on a diagnosis of the small corpus."""
    return report_on(diagnosis, rows(), MINIMAL, ADDRESS)


@pytest.fixture(scope="session")
def encyclopedia(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small encyclopedia whose index is made once, for runs of the real command."""
    top = tmp_path_factory.mktemp("encyclopedia") / "repository"
    shutil.copytree(MINIMAL, top)
    shutil.copy(Path(__file__).parents[3] / "mkdocs.yml", top / "mkdocs.yml")
    return top

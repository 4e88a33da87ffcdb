"""How far a search of logs is, as a terminal shows it."""

import pytest

from generator.cli import hits


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, to be set."""
    now = [100.0]
    monkeypatch.setattr(hits.time, "monotonic", lambda: now[0])
    return now


def test_a_short_search_shows_nothing(clock: list[float]) -> None:
    """A line that comes and goes in a second is a flicker."""
    written: list[str] = []
    with hits.Progress(10**9, written.append) as progress:
        clock[0] += 0.9
        progress.tell(10**8)
    assert written == []


@pytest.mark.parametrize(
    ("total", "line"),
    [(2 * 10**9, "\r500 of 2,000 MB (25 %) searched"), (0, "\r500 MB searched")],
    ids=["files", "a stream"],
)
def test_a_long_search_says_how_far_it_is(clock: list[float], total: int, line: str) -> None:
    """A few times a second, and the line is gone before another is printed."""
    written: list[str] = []
    with hits.Progress(total, written.append) as progress:
        clock[0] += 1.5
        progress.tell(5 * 10**8)
        clock[0] += 0.1
        progress.tell(6 * 10**8)
        progress.clear()
        progress.clear()
        assert written == [line, "\r\x1b[K"]
        clock[0] += 0.2
        progress.tell(7 * 10**8)
    assert written[3:] == ["\r\x1b[K"]

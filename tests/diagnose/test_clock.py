"""When a line was written: the stamps of training and serving software."""

from datetime import UTC, datetime

import pytest

from generator.diagnose.clock import time_of


@pytest.mark.parametrize(
    ("line", "when"),
    [
        ("2026-11-29 18:53:51,315 INFO x", "2026-11-29T18:53:51.315"),
        ("[2026-11-29 18:53:51,315] [INFO] x", "2026-11-29T18:53:51.315"),
        ("2026-11-29T18:53:51.315Z stderr F x", "2026-11-29T18:53:51.315"),
        ("2026/11/29 18:53:51 x", "2026-11-29T18:53:51"),
        ("  time      : 2026-11-29_18:53:51", "2026-11-29T18:53:51"),
        ("02/11/2024 05:37:40 - INFO - x", "2024-02-11T05:37:40"),
        ("02/11/2024 - 05:37:40 - INFO - x", "2024-02-11T05:37:40"),
        ("[rank1]:[E1129 16:40:25.587000 a.cpp:1] x", "2026-11-29T16:40:25.587"),
        ("Nov  9 16:40:25 node-3 kernel: x", "2026-11-09T16:40:25"),
        ("INFO 11-29 16:40:25 [core.py:1] x", "2026-11-29T16:40:25"),
    ],
)
def test_a_stamp_is_read(line: str, when: str) -> None:
    """Where a stamp has no year, the one that was given stands in."""
    moment = time_of(line, 2026)
    assert moment is not None
    assert moment.dated
    assert datetime.fromtimestamp(moment.seconds, UTC).replace(tzinfo=None) == datetime.fromisoformat(when)


def test_a_time_without_a_day_is_known_as_such() -> None:
    """It orders lines of one file, no more."""
    moment = time_of("18:53:51 step 4")
    assert moment is not None
    assert not moment.dated


@pytest.mark.parametrize(
    ("line", "when"), [("0000-01-02 00:00:00 x", "2026-01-02"), ("9999-12-31 23:59:60 x", "2027-01-01")]
)
def test_a_year_that_no_clock_shows_is_not_taken(line: str, when: str) -> None:
    """The calendar has no such year, or ends within it; day and time are left."""
    moment = time_of(line, 2026)
    assert moment is not None
    assert datetime.fromtimestamp(moment.seconds, UTC).replace(tzinfo=None) == datetime.fromisoformat(when)


@pytest.mark.parametrize("line", ["", "no time here", "2026-13-40 99:99:99 x", "[ 1234.5678] kernel: x", "ratio 12:34"])
def test_what_is_no_stamp(line: str) -> None:
    """Numbers that look like one."""
    assert time_of(line, 2026) is None

"""What an earlier run found out: given again to the letter, and never what somebody else put there."""

import datetime
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.load.kept import Kept

KEY = "ab" * 20
VALUE = {"day": datetime.date(2026, 11, 30), "rows": [(("a", 1), b"x")], "text": "ü\u2028", "none": None}


class Evil:
    """Makes a file when it is unpickled without care."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[..., object], tuple[str, ...]]:
        return os.mkdir, (str(self.path),)


def test_a_value_is_given_as_it_was(tmp_path: Path) -> None:
    """Tuples stay tuples, dates dates."""
    kept = Kept(tmp_path / "kept")
    assert kept.get(KEY) is None
    kept.put(KEY, VALUE)
    assert kept.get(KEY) == VALUE
    assert sorted(path.name for path in (tmp_path / "kept").iterdir()) == [KEY]


@pytest.mark.parametrize(
    "spoil",
    [lambda b: b"", lambda b: b[:-1], lambda b: b[:40] + b"\xff" + b[41:], lambda b: b"x" + b, lambda b: b + b"x"],
    ids=["emptied", "cut short", "a byte changed", "longer in front", "longer behind"],
)
def test_a_damaged_file_counts_as_not_there(tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    """The digest does not fit."""
    kept = Kept(tmp_path)
    kept.put(KEY, VALUE)
    (tmp_path / KEY).write_bytes(spoil((tmp_path / KEY).read_bytes()))
    assert kept.get(KEY) is None


def test_the_file_of_another_key_counts_as_not_there(tmp_path: Path) -> None:
    """A file that was copied over another one."""
    kept = Kept(tmp_path)
    kept.put(KEY, VALUE)
    (tmp_path / ("cd" * 20)).write_bytes((tmp_path / KEY).read_bytes())
    assert kept.get("cd" * 20) is None


def test_a_foreign_pickle_runs_nothing(tmp_path: Path) -> None:
    """Even with a right digest."""
    kept = Kept(tmp_path / "kept")
    kept.put(KEY, Evil(tmp_path / "made"))
    assert kept.get(KEY) is None
    assert not (tmp_path / "made").exists()


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    """And stops nobody."""
    (tmp_path / "file").write_text("")
    Kept(tmp_path / "file").put(KEY, VALUE)
    assert Kept(tmp_path / "file").get(KEY) is None


def test_what_nobody_needs_goes_once_it_is_much(tmp_path: Path) -> None:
    """A little of it may lie there."""
    kept = Kept(tmp_path)
    for number in range(510):
        kept.put(f"{number:040x}", number)
    kept.keep_only([f"{number:040x}" for number in range(6)])
    assert len(list(tmp_path.iterdir())) == 510
    kept.keep_only([f"{number:040x}" for number in range(4)])
    assert len(list(tmp_path.iterdir())) == 4

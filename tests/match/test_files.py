"""Logs from plain and packed files, and the index on disk: what is kept, what is noticed."""

import bz2
import gzip
import lzma
import os
import re
import shutil
from pathlib import Path

import pytest
import zstandard

from generator.load.paths import clean_logs, entry_paths
from generator.match import prefilter
from generator.match.compiled import FILE, FORMAT, EntryIndex, Row, index_for
from generator.match.files import scan_files
from generator.match.index import SignatureIndex
from generator.match.prefilter import Prefilter
from generator.match.unpack import CUT_OFF, LogError

LOG = b"start\n" * 50_000 + b"Watchdog caught timeout 7 ms\n"
INDEX = SignatureIndex([("w", "Watchdog caught timeout {n:int} ms")])
PACKED = {
    "plain": lambda data: data,
    "gz": gzip.compress,
    "bz2": lambda data: bz2.compress(data, 1),  # in blocks of 100 kB
    "xz": lzma.compress,
    "zst": lambda data: zstandard.ZstdCompressor(write_checksum=True).compress(data),
    "two gz in one": lambda data: gzip.compress(data[:1000]) + gzip.compress(data[1000:]),
    "two zst in one": lambda data: b"".join(map(zstandard.ZstdCompressor().compress, (data[:1000], data[1000:]))),
}
#: Noise that does not pack well, so that a cut falls behind what is looked for.
NOISY = b"Watchdog caught timeout 7 ms\n" + b"".join(b"%x\n" % (n * 2654435761 % 2**32) for n in range(100_000))


@pytest.mark.parametrize("kind", PACKED)
def test_a_packed_log_is_unpacked(tmp_path: Path, kind: str) -> None:
    """By its first bytes; the name does not matter."""
    path = tmp_path / "log"
    path.write_bytes(PACKED[kind](LOG))
    assert [(hit.line, hit.captures) for _, hit in scan_files([str(path)], INDEX)] == [(50_001, {"n": "7"})]


def test_several_logs_are_searched_in_processes_and_reported_in_order(tmp_path: Path) -> None:
    """Five logs, two processes."""
    paths = []
    for number in range(5):
        path = tmp_path / f"{number}.log"
        path.write_bytes(LOG.replace(b" 7 ms", f" {number} ms".encode()))
        paths.append(str(path))
    found = list(scan_files(paths, INDEX, processes=2))
    assert [(path, hit.captures["n"]) for path, hit in found] == [(path, str(n)) for n, path in enumerate(paths)]


@pytest.mark.parametrize("processes", [1, 2])
def test_a_log_that_cannot_be_read_is_named(tmp_path: Path, processes: int) -> None:
    """In whichever process it was to be read."""
    broken = tmp_path / "broken"
    broken.write_bytes(gzip.compress(LOG)[:-20])
    good = tmp_path / "good"
    good.write_bytes(LOG)
    with pytest.raises(LogError, match="broken"):
        list(scan_files([str(good), str(broken)], INDEX, processes))
    with pytest.raises(LogError, match="missing"):
        list(scan_files([str(tmp_path / "missing")], INDEX))


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("kind", ["gz", "bz2", "xz", "zst", "two gz in one", "two zst in one"])
def test_a_packed_log_that_is_cut_off_gives_the_hits_before(tmp_path: Path, kind: str, processes: int) -> None:
    """And is reported; the next log is searched all the same."""
    cut, whole = tmp_path / "cut", tmp_path / "whole"
    packed = PACKED[kind](NOISY)
    cut.write_bytes(packed[: len(packed) * 9 // 10])
    whole.write_bytes(LOG)
    failed: list[LogError] = []
    found = list(scan_files([str(cut), str(whole)], INDEX, processes, damaged=failed.append))
    assert [(Path(path).name, hit.line) for path, hit in found] == [("cut", 1), ("whole", 50_001)]
    assert [str(error) for error in failed] == [f"`{cut}` cannot be read to its end: {CUT_OFF}"]


@pytest.mark.parametrize("kind", ["gz", "bz2", "xz", "zst"])
def test_a_packed_log_with_other_bytes_in_it_is_damaged(tmp_path: Path, kind: str) -> None:
    """What stands before them is searched."""
    path = tmp_path / "log"
    packed = PACKED[kind](NOISY)
    path.write_bytes(packed[: len(packed) // 2] + b"\xff" * 99 + packed[len(packed) // 2 + 99 :])
    failed: list[LogError] = []
    found = list(scan_files([str(path)], INDEX, damaged=failed.append))
    assert [hit.line for _, hit in found] == [1]
    assert [(error.path, error.partly) for error in failed] == [(str(path), True)]


@pytest.mark.parametrize("size", [1, 3, 4, 5, 9])
def test_a_zst_file_of_a_few_bytes_is_cut_off(tmp_path: Path, size: int) -> None:
    """Unless it is too short to be told from any other."""
    path = tmp_path / "log"
    path.write_bytes(zstandard.ZstdCompressor().compress(LOG)[:size])
    failed: list[LogError] = []
    assert list(scan_files([str(path)], INDEX, damaged=failed.append)) == []
    assert [error.why for error in failed] == ([CUT_OFF] if size >= 4 else [])


def test_what_was_read_is_told(tmp_path: Path) -> None:
    """Packed bytes count as they lie; with one process and with several."""
    paths = [tmp_path / name for name in ("a", "b")]
    paths[0].write_bytes(gzip.compress(NOISY))
    paths[1].write_bytes(LOG)
    for processes in (1, 2):
        told: list[int] = []
        assert list(scan_files(map(str, paths), INDEX, processes, progress=told.append))
        assert told == sorted(told)
        assert told[-1] <= sum(path.stat().st_size for path in paths)
    # with one process every read is told
    told.clear()
    assert list(scan_files(map(str, paths), INDEX, 1, progress=told.append))
    assert told[-1] == sum(path.stat().st_size for path in paths)


@pytest.mark.parametrize("length", [0, 5, 47, 49, 300], ids=lambda length: f"lines of {length}")
def test_lines_are_counted_whatever_their_length(tmp_path: Path, length: int) -> None:
    """Short and long ones are counted in two ways, over several blocks."""
    path = tmp_path / "log"
    line, count = b"x" * length + b"\n", 1_000_000 // (length + 1)
    path.write_bytes(line * count + b"Watchdog caught timeout 7 ms\n" + line * 3 + b"Watchdog caught timeout 8 ms")
    assert [hit.line for _, hit in scan_files([str(path)], INDEX)] == [count + 1, count + 5]


def test_a_hit_quotes_its_line(tmp_path: Path) -> None:
    """A long one around the hit."""
    path = tmp_path / "log"
    path.write_bytes(
        b"a Watchdog caught timeout 7 ms b\r\n" + b"x" * 5000 + b"Watchdog caught timeout 8 ms" + b"y" * 5000
    )
    short, long = (hit.text for _, hit in scan_files([str(path)], INDEX))
    assert short == "a Watchdog caught timeout 7 ms b"
    assert (long[0], long[-1], len(long)) == ("…", "…", 1002)
    assert "xWatchdog caught timeout 8 msy" in long


def test_without_the_engine_the_same_places_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """One for each key and line at least."""
    keys = [b"Watchdog", b"caught", b"zzz", b"start"]
    fast = Prefilter(keys)
    assert fast.load()
    monkeypatch.setattr(prefilter, "load_engine", lambda: None)
    slow = Prefilter(keys)
    assert not slow.load()
    assert slow.to_bytes() == b""
    assert sorted(set(slow.find(LOG)[0])) == sorted(set(fast.find(LOG)[0]))


def test_compiled_keys_that_are_damaged_are_compiled_anew() -> None:
    """Or those of a machine with other instructions."""
    keys = [b"Watchdog"]
    assert Prefilter(keys, b"\x00" * 4000).find(LOG)[0] == Prefilter(keys).find(LOG)[0]


class TestTheIndexOnDisk:
    """index_for: made once, kept, and made anew when it no longer stands for the entries."""

    @pytest.fixture
    def made(self) -> list[int]:
        """How often the index was made."""
        return []

    def index(self, tree: Path, made: list[int]) -> EntryIndex:
        """The index, whose row is the number of times it was made."""

        def make() -> tuple[list[Row], bool]:
            made.append(len(made))
            number = str(made[-1])
            return [Row("an-id", "area", number, "high", "hang", "failure", "", "", ("Watchdog caught",), ("w",))], True

        return index_for(entry_paths(tree), tree / ".cache", make)

    def test_it_is_made_once(self, tree: Path, made: list[int]) -> None:
        """And is the same from disk, whether or not the times can be trusted yet."""
        first = self.index(tree, made)
        assert self.index(tree, made).rows == first.rows
        old = 1_700_000_000
        for path in entry_paths(tree):
            os.utime(path, (old, old))
        assert self.index(tree, made).rows == self.index(tree, made).rows == first.rows
        assert made == [0]

    def test_an_edit_that_keeps_size_and_time_right_after_is_noticed(self, tree: Path, made: list[int]) -> None:
        """File systems count time in steps."""
        self.index(tree, made)
        path = entry_paths(tree)[1]
        status = path.stat()
        path.write_text(path.read_text("utf-8").replace("e", "a", 1), "utf-8")
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        self.index(tree, made)
        assert made == [0, 1]

    def test_a_file_that_comes_or_goes_is_noticed(self, tree: Path, made: list[int]) -> None:
        """Both ways."""
        self.index(tree, made)
        path = entry_paths(tree)[1]
        shutil.copy(path, path.with_name("another.yaml"))
        self.index(tree, made)
        path.with_name("another.yaml").unlink()
        self.index(tree, made)
        assert made == [0, 1, 2]

    @pytest.mark.parametrize(
        "damage",
        [
            lambda data: data[:-1],
            lambda data: data.replace(b"Watchdog", b"Watchcat", 1),
            lambda data: data.replace(FORMAT.encode(), FORMAT[:-1].encode() + b"99", 1),
            lambda data: b"",
            lambda data: b"\xff\xfe not ours",
            lambda data: b"[" * 4000,
        ],
        ids=["cut", "changed", "of a newer format", "empty", "foreign", "brackets"],
    )
    def test_one_that_cannot_be_trusted_is_made_anew(self, tree: Path, made: list[int], damage: object) -> None:
        """Nothing is said; it only takes longer."""
        self.index(tree, made)
        path = tree / ".cache" / FILE
        path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
        self.index(tree, made)
        self.index(tree, made)
        assert made == [0, 1]

    def test_a_cache_that_cannot_be_written_costs_only_time(self, tree: Path, made: list[int]) -> None:
        """A file stands where the folder should be."""
        (tree / ".cache").write_text("in the way")
        assert self.index(tree, made).rows[0].title == "0"


def test_every_clean_log_says_where_its_shape_comes_from(root: Path) -> None:
    """A row in tests/clean/README.md, and none for a log that is not there; fifty of them at least."""
    folder = root / "tests/clean"
    names = sorted(Path(name).name for name, _ in clean_logs(root))
    recovered = sorted(f"recovered/{path.name}" for path in folder.glob("recovered/*"))
    rows = re.findall(r"(?m)^\| `([^`]+)` \| [^|]+ \| [^|]+ \|$", (folder / "README.md").read_text("utf-8"))
    assert len(names) >= 50
    assert sorted(rows) == sorted(names + recovered)


def test_a_clean_log_names_no_place_of_the_machine_that_made_it(root: Path) -> None:
    """Scratch folders and home folders of the runs are neutral; no log is large."""
    logs = dict(clean_logs(root))
    assert [name for name, log in logs.items() if b"/tmp/" in log] == []
    assert [name for name, log in logs.items() if len(log) > 100_000] == []


def test_a_packed_clean_log_is_read_unpacked(root: Path, tmp_path: Path) -> None:
    """By its name; what is in it goes through the same search."""
    folder = tmp_path / "tests/clean"
    folder.mkdir(parents=True)
    (folder / "a.log.gz").write_bytes(gzip.compress(b"step 1\n"))
    assert list(clean_logs(tmp_path)) == [("tests/clean/a.log.gz", b"step 1\n")]

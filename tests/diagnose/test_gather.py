"""Which files of a folder are logs, in which order, and what is said of the others."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.diagnose.gather import MissingError, gather, is_stream, looks_binary, natural

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """`write("a/b.log")` makes a small log, or one with the given bytes."""

    def make(name: str, data: bytes = b"a line\n") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    return make


def names(folder: Path) -> list[str]:
    """What is read of a folder, from its top."""
    return [os.path.relpath(log, folder) for log in gather([str(folder)]).logs]


def test_ranks_are_read_in_their_order(tmp_path: Path, write: Write) -> None:
    """rank_10 after rank_9, files before the folders beside them."""
    for name in (
        "rank_10.log",
        "rank_9.log",
        "attempt_0/10/stderr.log",
        "attempt_0/2/stdout.log",
        "attempt_0/2/stderr.log",
    ):
        write(name)
    assert names(tmp_path) == [
        "rank_9.log",
        "rank_10.log",
        *(f"attempt_0/{n}" for n in ("2/stderr.log", "2/stdout.log", "10/stderr.log")),
    ]


@pytest.mark.parametrize(
    "name",
    [
        ".hidden.log",
        ".git/HEAD",
        "model.pt",
        "a.SAFETENSORS",
        "lib.so.1.2",
        "plot.png",
        "train.py",
        "events.out.tfevents.1.node",
        "logs.tar.gz",
        "vocab.json",
    ],
)
def test_what_is_no_log_by_its_name_is_passed_over(tmp_path: Path, write: Write, name: str) -> None:
    """And counted."""
    write(name)
    gathered = gather([str(tmp_path)])
    assert (gathered.logs, gathered.troubles, gathered.passed) == ((), (), 1)


@pytest.mark.parametrize("name", ["slurm-1.out", "err", "error.json", "worker.log.1", "log.gz", "x.jsonl", "stderr"])
def test_what_may_be_a_log_is_read(tmp_path: Path, write: Write, name: str) -> None:
    """Whatever it is called."""
    write(name)
    assert names(tmp_path) == [name]


def test_what_is_named_is_read_whatever_it_is(write: Write) -> None:
    """Even a file that would be passed over in a folder."""
    assert gather([str(write(".hidden.pt", bytes(range(256))))]).logs == (str(write(".hidden.pt", bytes(range(256)))),)


def test_a_file_named_twice_is_read_once(tmp_path: Path, write: Write) -> None:
    """By its name and with its folder."""
    path = str(write("a.log"))
    assert gather([path, path, str(tmp_path)]).logs == (path,)


def test_a_folder_in_a_loop_is_read_once(tmp_path: Path, write: Write) -> None:
    """Links to folders are followed, each folder once."""
    write("run/a.log")
    (tmp_path / "run/again").symlink_to(tmp_path / "run")
    (tmp_path / "run/self").symlink_to("self")
    gathered = gather([str(tmp_path)])
    assert [Path(log).name for log in gathered.logs] == ["a.log"]


def test_a_link_to_a_log_beside_it_is_no_second_log(tmp_path: Path, write: Write) -> None:
    """`latest.log` says everything again."""
    (tmp_path / "latest.log").symlink_to(write("run-7.log"))
    assert names(tmp_path) == ["run-7.log"]


def test_a_link_to_a_log_elsewhere_is_read(tmp_path: Path, write: Write) -> None:
    """It may be all there is."""
    write("elsewhere/a.log")
    (tmp_path / "here").mkdir()
    (tmp_path / "here/link.log").symlink_to(tmp_path / "elsewhere/a.log")
    assert names(tmp_path / "here") == ["link.log"]


def test_a_broken_link_is_reported(tmp_path: Path) -> None:
    """By its name."""
    (tmp_path / "gone.log").symlink_to("nowhere")
    gathered = gather([str(tmp_path)])
    assert gathered.logs == ()
    assert [Path(one.path).name for one in gathered.troubles] == ["gone.log"]


def test_a_pipe_in_a_folder_is_left_alone(tmp_path: Path, write: Write) -> None:
    """It would be waited for without end."""
    write("a.log")
    os.mkfifo(tmp_path / "pipe.log")
    gathered = gather([str(tmp_path)])
    assert [Path(log).name for log in gathered.logs] == ["a.log"]
    assert gathered.passed == 1


def test_a_path_that_does_not_exist_is_an_error() -> None:
    """It is named."""
    with pytest.raises(MissingError, match="no/such"):
        gather(["no/such"])


def test_binary_files_and_utf_16_are_reported(tmp_path: Path, write: Write) -> None:
    """With what to do."""
    write("core.1234", b"\x7fELF" + bytes(range(256)) * 4)
    write("powershell.out", "a line\n".encode("utf-16"))
    said = {Path(one.path).name: one.trouble or "" for one in gather([str(tmp_path)]).troubles}
    assert "binary" in said["core.1234"]
    assert "iconv" in said["powershell.out"]


@pytest.mark.parametrize(
    ("first", "binary"),
    [
        (b"", False),
        (b"text with \xc3\xa9 and \x1b[31mcolour\x1b[0m\n", False),
        (b"latin \xe9\xe8\xff\n", False),
        (b"\0" * 1024, False),
        (b"\0" * 500 + b"Nov 29 16:40:25 after the crash\n", False),
        (b"one line\0\0\0\n" * 20, True),
        (b"a line that is cut\0" + b"more and more and more of it" * 20, False),
        (b"\x1f\x8b\x08\0\0\0\0\0\0\x03" + bytes(100), False),
        (b"PK\x03\x04\x14\0\0\0\0\0" + bytes(range(64)), True),
        (b"\x80\x02}q\0(X\x05\0\0\0\0", True),
    ],
)
def test_what_looks_binary(first: bytes, binary: bool) -> None:
    """Zeros where a log was cut or rotated do not make it binary."""
    assert looks_binary(first) is binary


def test_names_are_ordered_by_their_numbers() -> None:
    """Also where text and numbers meet at the same place."""
    assert sorted(["b2", "b10", "b1a", "10", "9", "a", "b"], key=natural) == ["9", "10", "a", "b", "b1a", "b2", "b10"]


def test_streams_are_known(write: Write) -> None:
    """They may have no end."""
    assert [is_stream(path) for path in ("-", "/dev/zero", str(write("a.log")), "/no/such")] == [
        True,
        True,
        False,
        False,
    ]

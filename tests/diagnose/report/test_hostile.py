"""Broken and hostile input through the real command: it ends, says what it met, and never acts on what a log holds."""

import os
import pty
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli.main import group
from generator.diagnose.gather import gather

LINE = "WARNING Request r-77 evicted: no free block of 9"
TITLE = "Requests are evicted because the cache is full"
Run = Callable[..., Result]


@pytest.fixture
def run(encyclopedia: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run(path, …)` in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *args, **options: CliRunner().invoke(
        group, ["diagnose", "--root", str(encyclopedia), *args], **options
    )


@pytest.fixture
def start(encyclopedia: Path, tmp_path: Path, root: Path) -> Callable[..., subprocess.Popen[bytes]]:
    """`start(path, …)` as a process of its own, with an index that is made."""
    command = [sys.executable, "-m", "generator.cli", "diagnose", "--root", str(encyclopedia)]
    warm = {**os.environ, "PYTHONPATH": str(root)}
    subprocess.run([*command, "-"], input=b"warm\n", env=warm, cwd=tmp_path, capture_output=True, check=True)

    def process(*args: str, **options: object) -> subprocess.Popen[bytes]:
        settings: dict[str, object] = {
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            # whoever starts the tests in the background lets them inherit that Ctrl-C is ignored
            "preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        }
        return subprocess.Popen(  # type: ignore[no-any-return,call-overload]
            [*command, *args], env={**os.environ, "PYTHONPATH": str(root)}, cwd=tmp_path, **{**settings, **options}
        )

    return process


HOSTILE = {
    "binary": bytes(range(256)) * 400,
    "random": random.Random(7).randbytes(200_000),
    "invalid UTF-8": b"\xff\xfe\xfa \xc3( \xed\xa0\x80\n" * 1000,
    "zeros": bytes(3_000_000),
    "one long line": b"x" * 3_000_000,
    "only carriage returns": b"step 1\r" * 100_000,
    "only line feeds": b"\n" * 500_000,
    "escape codes": b"\x1b]0;evil\x07\x1b[2J\x1b[31mRuntimeError: \x1b[8mhidden\x1b[0m \x9b31m\x90q\x9c\n" * 50,
    "an escape code that never ends": b"RuntimeError: \x1b]8;;" + b"A" * 500_000,
    "marks of direction": "RuntimeError: \u202egnp.exe\u202c \u2066x\u2069 \u200b\n".encode() * 20,
    "a traceback that is cut": b'Traceback (most recent call last):\n  File "train.py", line 3, in <module>\n    ra',
    "tracebacks without end": b"Traceback (most recent call last):\n" * 20_000,
    "brackets": b"[[[[{{{{" * 100_000 + b"\n",
    "JSON in JSON": b'{"log":"' * 20_000 + b'"}' * 20_000,
    "a rank beyond measure": b"[rank99999999999999999999]: RuntimeError: x\n[Rank -1] Error\nrank=1e9 RuntimeError\n"
    * 20,
    "dates beyond measure": b"9999-99-99 99:99:99 ERROR RuntimeError: x\n0000-00-00T00:00:00Z ERROR y\n" * 20,
    "commands of a workflow": b"::error::x\n##[error]y\nRuntimeError: ::add-mask::z\n",
}


@pytest.mark.parametrize("form", ["text", "json", "markdown", "github"])
@pytest.mark.parametrize("name", HOSTILE)
def test_any_input_is_read_to_its_end(run: Run, tmp_path: Path, name: str, form: str) -> None:
    """Exit 0, and nothing is printed that a terminal would act on."""
    (tmp_path / "a.log").write_bytes(HOSTILE[name])
    result = run("a.log", "--format", form)
    assert result.exit_code == 0, result.output
    assert all(c.isprintable() or c == "\n" for c in result.stdout)
    if form == "github":
        commands = [line for line in result.stdout.split("\n") if line.lstrip().startswith("::")]
        assert all(line.startswith(("::error ", "::notice ", "::warning ")) for line in commands)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_failure_is_found_between_hostile_lines(run: Run, tmp_path: Path, name: str) -> None:
    """What surrounds it does not hide it."""
    (tmp_path / "a.log").write_bytes(b"\n".join([HOSTILE[name], LINE.encode(), HOSTILE[name]]))
    assert TITLE in run("a.log").stdout


def test_an_empty_log_has_no_failure(run: Run, tmp_path: Path) -> None:
    """It is read, and holds nothing."""
    (tmp_path / "a.log").touch()
    result = run("a.log")
    assert result.exit_code == 0
    assert "0 lines" in result.stdout


def test_a_damaged_packed_log_does_not_stop_the_others(run: Run, tmp_path: Path) -> None:
    """It is said which one it was."""
    (tmp_path / "run").mkdir()
    (tmp_path / "run/a.log.gz").write_bytes(b"\x1f\x8b\x08\0\0\0\0\0\0\x03garbage")
    (tmp_path / "run/b.log").write_text(LINE)
    result = run("run")
    assert result.exit_code == 0
    assert TITLE in result.stdout
    assert "Not read to the end: run/a.log.gz" in result.stdout


def test_a_name_with_control_characters_is_shown_as_codes(run: Run, tmp_path: Path) -> None:
    """A file's name is input, too."""
    (tmp_path / "run").mkdir()
    (tmp_path / "run/\x1b[2J\u202e.log").write_text(LINE)
    result = run("run")
    assert "run/\\u001b[2J\\u202e.log:1" in result.stdout
    assert "\x1b" not in result.output


def test_a_folder_that_holds_itself_ends(run: Run, tmp_path: Path) -> None:
    """Links are followed once."""
    (tmp_path / "run").mkdir()
    (tmp_path / "run/again").symlink_to(tmp_path / "run")
    (tmp_path / "run/a.log").write_text(LINE)
    assert "Read: 1 log," in run("run").stdout


def test_an_unreadable_file_is_reported_and_the_rest_goes_on(
    start: Callable[..., subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    """By the reason that the system gives. Every right is root's, so a file that fails for root, too, stands in."""
    (tmp_path / "run").mkdir()
    (tmp_path / "run/a.log").write_text(LINE)
    (tmp_path / "run/b.log").symlink_to("/proc/self/mem")
    out, _ = start("run").communicate(timeout=60)
    assert TITLE in out.decode()
    assert "Not read to the end: run/b.log: Input/output error" in out.decode()


def test_one_log_that_cannot_be_read_is_wrong_use(run: Run) -> None:
    """Exit 2: there was nothing else."""
    result = run("/proc/self/mem")
    assert result.exit_code == 2
    assert "`/proc/self/mem` cannot be read" in result.stderr


def test_a_stream_without_end_stops_at_the_limit(run: Run) -> None:
    """Quickly, and it is said."""
    started = time.monotonic()
    result = run("/dev/zero", "--limit", "64M")
    assert result.exit_code == 0
    assert "67,108,864 bytes" in " ".join(result.stdout.split())
    assert time.monotonic() - started < 20


def test_many_files_are_gathered(tmp_path: Path) -> None:
    """Twenty thousand in two seconds, in natural order."""
    for folder in range(20):
        (tmp_path / f"{folder}").mkdir()
        for number in range(1000):
            os.close(os.open(tmp_path / f"{folder}/{number}.log", os.O_CREAT | os.O_WRONLY))
    started = time.process_time()
    logs = gather([str(tmp_path)]).logs
    assert len(logs) == 20_000
    assert logs[2000] == str(tmp_path / "2/0.log")
    assert time.process_time() - started < 2


@pytest.mark.parametrize("signalled", ["reading a stream", "searching"])
def test_ctrl_c_ends_it_at_once(start: Callable[..., subprocess.Popen[bytes]], tmp_path: Path, signalled: str) -> None:
    """Exit 130 and no traceback."""
    if signalled == "searching":
        process = start("/dev/zero", start_new_session=True)
        opened = "/dev/zero"
    else:
        os.mkfifo(tmp_path / "pipe")
        keeper = os.open(tmp_path / "pipe", os.O_RDWR)
        process = start("pipe", start_new_session=True)
        opened = str(tmp_path / "pipe")
    _until_opened(process.pid, opened)
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert time.monotonic() - started < 5
    assert (process.returncode, out, b"Traceback" in err) == (130, b"", False), err.decode()
    if signalled != "searching":
        os.close(keeper)


def test_ctrl_c_ends_the_processes_that_help(start: Callable[..., subprocess.Popen[bytes]], tmp_path: Path) -> None:
    """As a terminal sends it: to all of them. None says a word, none is left."""
    for number in range(4):
        with (tmp_path / f"rank_{number}.log").open("wb") as file:
            file.truncate(6 << 30)
    process = start("rank_0.log", "rank_1.log", "rank_2.log", "rank_3.log", start_new_session=True)
    _until_opened(process.pid, str(tmp_path / "rank_0.log"))
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, b"", b"")
    assert _is_over(process.pid)


def _until_opened(group: int, name: str) -> None:
    """Waits until a process of a group has opened a file: only then it reads. Where the system does not tell, some seconds must do."""
    if not Path("/proc/self/fd").is_dir():
        time.sleep(5)
        return
    for _ in range(600):
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if os.getpgid(int(folder.name)) == group and any(
                    os.readlink(link) == name for link in (folder / "fd").iterdir()
                ):
                    return
            except OSError:
                continue  # gone meanwhile
        time.sleep(0.1)
    raise AssertionError(f"{name} was not opened")


def _is_over(group: int) -> bool:
    """Whether no process of a group is left, after five seconds at most."""
    for _ in range(50):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


def test_a_reader_that_goes_away_is_no_crash(start: Callable[..., subprocess.Popen[bytes]], tmp_path: Path) -> None:
    """`encyclopedia diagnose … | head` ends in silence."""
    (tmp_path / "a.log").write_text(LINE)
    reading, writing = os.pipe()
    os.close(reading)
    process = start("a.log", stdout=writing)
    os.close(writing)
    _, err = process.communicate(timeout=60)
    assert err == b""


def test_a_terminal_without_a_path_gets_a_hint(start: Callable[..., subprocess.Popen[bytes]]) -> None:
    """Instead of waiting for somebody to type a log."""
    ours, theirs = pty.openpty()
    process = start(stdin=theirs)
    _, err = process.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert process.returncode == 2
    assert b"name files or folders" in err


@pytest.mark.parametrize("colour", [True, False], ids=["with colour", "NO_COLOR"])
def test_a_terminal_gets_colour_unless_it_wants_none(
    start: Callable[..., subprocess.Popen[bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, colour: bool
) -> None:
    """Our own, never the log's."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "" if colour else "1")
    (tmp_path / "a.log").write_text(f"\x1b[35m{LINE}\x1b[0m\n")
    ours, theirs = pty.openpty()
    process = start("a.log", stdout=theirs)
    os.close(theirs)
    shown = b""
    try:
        while more := os.read(ours, 65536):
            shown += more
    except OSError:
        pass  # the other end is closed, and all is read
    os.close(ours)
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert TITLE.encode() in shown
    assert (b"\x1b[1m" in shown, b"[35m" in shown) == (colour, False)

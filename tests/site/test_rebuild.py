"""Building again: what is kept never shows, whatever changed meanwhile; and what goes wrong leaves the last good site."""

import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli import build as build_command
from generator.cli.main import group

Edit = Callable[[Path], None]
ENTRY, OTHER = "entries/serving/cache-full.yaml", "entries/serving/queue-grows.yaml"


@pytest.fixture
def repository(tree: Path, root: Path) -> Path:
    """The small repository with everything that a build reads, free to be changed."""
    for name in ("templates", "site_overrides", "generator"):
        shutil.copytree(root / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    return tree


def held(site: Path) -> dict[str, bytes]:
    """Every file of a site."""
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in sorted(site.rglob("*")) if path.is_file()}


def built(repository: Path, *words: str, cache: Path | None = None) -> str:
    """What the command prints; it must succeed."""
    environment = {"ENCYCLOPEDIA_CACHE": str(cache)} if cache else {}
    done = CliRunner(env=environment).invoke(group, ["build", "--root", str(repository), *words])
    assert done.exit_code == 0, done.output
    return done.stdout


def replace(name: str, old: str, new: str) -> Edit:
    """An edit of one file."""

    def edit(repository: Path) -> None:
        text = (repository / name).read_text("utf-8")
        assert old in text
        (repository / name).write_text(text.replace(old, new, 1), "utf-8")

    return edit


def rename_area(repository: Path) -> None:
    """Its folder moves; nothing else names it."""
    os.rename(repository / "entries/serving", repository / "entries/inference")


EDITS: dict[str, Edit] = {
    "an entry's title": replace(ENTRY, "title: ", "title: Another "),
    "a template": replace("templates/entry/page.html.j2", "<", "<!-- edited --><"),
    "a stylesheet": replace("site_overrides/assets/stylesheets/encyclopedia.css", "{", "{ /* edited */ "),
    "the site's name": replace("mkdocs.yml", "site_name: ", "site_name: Another "),
    "an area's name": replace("entries/serving/_area.yaml", "name: ", "name: Another "),
    "an area's folder": rename_area,
    "nothing": lambda repository: None,
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=list(EDITS))
def test_a_rebuild_gives_what_a_first_build_gives(repository: Path, tmp_path: Path, edit: Edit) -> None:
    """Byte by byte, and with a damaged record, too."""
    site = repository / "site"
    built(repository, cache=tmp_path / "kept")
    edit(repository)
    built(repository, cache=tmp_path / "kept")
    built(repository, "--target", str(tmp_path / "fresh"), cache=tmp_path / "none")
    assert held(site) == held(tmp_path / "fresh")
    for record in (tmp_path / "kept/built").iterdir():
        record.write_bytes(record.read_bytes()[:-3] + b"abc")
    (site / "index.html").write_bytes(b"somebody's")
    built(repository, cache=tmp_path / "kept")
    assert held(site) == held(tmp_path / "fresh")


def test_when_nothing_changed_nothing_is_checked_or_made(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same words, and no file is touched."""
    first = built(repository)
    dates = {path: path.stat().st_mtime_ns for path in (repository / "site").rglob("*")}
    monkeypatch.setattr(build_command, "check_tree", lambda root: pytest.fail("checked again"))
    again = built(repository)
    assert " 0 changed " in again
    assert again.split(":")[0] == first.split(":")[0]
    assert {path: path.stat().st_mtime_ns for path in (repository / "site").rglob("*")} == dates


@pytest.mark.parametrize("damage", ["a byte", "a file"])
def test_a_site_that_was_tampered_with_is_mended(repository: Path, damage: str) -> None:
    """Nothing else has changed, and all the same it is noticed."""
    built(repository)
    page = repository / "site/serving/cache-full/index.html"
    good = page.read_bytes()
    page.write_bytes(good[:-1] + b" ") if damage == "a byte" else page.unlink()
    assert " 1 changed " in built(repository)
    assert page.read_bytes() == good


def test_a_file_saved_during_the_build_is_seen_by_the_next_one(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record would be of another tree; so none is kept."""
    real = build_command.check_tree

    def check_and_save(root: Path) -> object:
        checked = real(root)
        replace(ENTRY, "title: ", "title: Meanwhile ")(root)
        return checked

    monkeypatch.setattr(build_command, "check_tree", check_and_save)
    built(repository)
    monkeypatch.setattr(build_command, "check_tree", real)
    built(repository)
    assert b"Meanwhile" in (repository / "site/serving/cache-full/index.html").read_bytes()


class TestInterrupted:
    """Real processes, ended in the middle of writing."""

    COMMAND = (sys.executable, "-m", "generator.cli", "build")

    @pytest.fixture
    def before(self, repository: Path) -> dict[str, bytes]:
        """The last good site; then an edit that the next build would show."""
        built(repository)
        replace(ENTRY, "title: ", "title: Another ")(repository)
        return held(repository / "site")

    @pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
    def test_killed_or_ended_by_hand(self, repository: Path, before: dict[str, bytes], end: int) -> None:
        """As soon as there is a folder beside the site, the build is writing."""
        process = subprocess.Popen(
            self.COMMAND,
            cwd=repository,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        deadline = time.monotonic() + 120
        while not list(repository.glob(".site.*.new")) and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.001)
        process.send_signal(end)
        process.wait()
        now = held(repository / "site")
        done = process.returncode == 0  # it was quicker than the signal: then the new one is there, whole
        assert done or now == before
        built(repository)
        assert b"Another" in (repository / "site/serving/cache-full/index.html").read_bytes()

    def test_no_room_on_the_disk(self, repository: Path, before: dict[str, bytes]) -> None:
        """A write that the system refuses: the size of a file stands in for that of a disk."""
        done = subprocess.run(
            self.COMMAND,
            cwd=repository,
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000)),
        )
        assert done.returncode == 2
        assert "the last one is left as it was" in done.stderr
        assert held(repository / "site") == before
        assert not list(repository.glob(".site.*"))

    def test_two_at_once_do_not_mix(self, repository: Path, before: dict[str, bytes]) -> None:
        """Whichever comes last, the site is whole, and the next build finds nothing to mend."""
        both = [subprocess.Popen(self.COMMAND, cwd=repository, stdout=subprocess.DEVNULL) for _ in range(2)]
        assert [process.wait() for process in both] == [0, 0]
        now = held(repository / "site")
        assert now.keys() == before.keys()
        assert " 0 changed " in built(repository)
        assert held(repository / "site") == now

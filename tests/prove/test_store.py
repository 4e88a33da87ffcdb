"""Releases as sets of files: from disk, from an index on this machine, from a repository; and what is refused."""

import hashlib
import http.server
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.prove import Store
from generator.prove.distributions import UnavailableError

MIB = 1 << 20


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store that knows the folders of the other fixtures and loads nothing."""
    return Store(tmp_path / "cache", (tmp_path / "have",), (tmp_path / "mirror",), offline=True)


class Index(http.server.SimpleHTTPRequestHandler):
    """A package index of one folder, which serves ranges and writes down what was asked for."""

    folder: Path
    asked: list[str]
    digest: str | None = None

    def do_GET(self) -> None:
        name = self.path.split("#")[0].strip("/")
        self.asked.append(f"{name} {self.headers.get('Range', '')}".strip())
        if name.startswith("simple/"):
            links = "".join(
                f'<a href="/files/{path.name}#sha256={self.digest or hashlib.sha256(path.read_bytes()).hexdigest()}">{path.name}</a>\n'
                for path in sorted(self.folder.iterdir())
            )
            self._send(200, f"<!DOCTYPE html><html><body>{links}</body></html>".encode(), "text/html")
            return
        data = (self.folder / name.rpartition("/")[2]).read_bytes()
        span = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        if span is None:
            self._send(200, data, "application/octet-stream")
            return
        first, last = int(span[1]), min(int(span[2]), len(data) - 1)
        self._send(206, data[first : last + 1], "application/octet-stream", f"bytes {first}-{last}/{len(data)}")

    def _send(self, status: int, body: bytes, kind: str, span: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if span:
            self.send_header("Content-Range", span)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        """Tests are quiet."""


@pytest.fixture
def index(tmp_path: Path) -> Iterator[tuple[str, type[Index]]]:
    """The address of an index on this machine that serves the archives of `have`, and its handler."""
    handler = type("OneIndex", (Index,), {"folder": tmp_path / "have", "asked": []})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/simple/", handler
    server.shutdown()
    server.server_close()
    thread.join()


def test_an_sdist_on_disk_is_read_without_its_top_folder(store: Store, sdist: Callable[..., Path]) -> None:
    """And known by its digest."""
    path = sdist("demo_pkg", "1.0", {"demo/a.py": "x = 'hello'", "demo/b.png": b"\x89PNG"})
    found = store.open("pypi:demo-pkg==1.0")
    assert (found.kind, found.archive, found.archive_sha256) == (
        "source",
        path.name,
        hashlib.sha256(path.read_bytes()).hexdigest(),
    )
    assert found.read("demo/a.py") == b"x = 'hello'"
    assert found.holding([b"hello"]) == ["demo/a.py"]
    with pytest.raises(KeyError):
        found.read("demo/c.py")


def test_another_version_is_not_taken(store: Store, sdist: Callable[..., Path]) -> None:
    """1.0 is not 1.0.1."""
    sdist("demo", "1.0.1", {"a.py": ""})
    with pytest.raises(UnavailableError, match="not on this machine"):
        store.open("pypi:demo==1.0")


def test_a_file_of_a_wheel_is_compared_with_its_record(store: Store, wheel: Callable[..., Path]) -> None:
    """A file that differs is not believed."""
    wheel("demo", "1.0", {"demo/a.py": "x = 1", "demo/b.py": "y = 1"}, record={"demo/b.py": "AAAA"})
    found = store.open("pypi:demo==1.0", wheel=True)
    assert found.read("demo/a.py") == b"x = 1"
    with pytest.raises(UnavailableError, match="not what its RECORD says"):
        found.read("demo/b.py")


def test_a_commit_is_read_from_a_mirror(store: Store, repository: Callable[..., Path]) -> None:
    """By its tag; the record has the whole commit."""
    repository({"v1.0": {"src/a.c": 'f("hello there");'}, "v2.0": {"src/b.c": 'f("good bye");'}})
    found = store.open("git:https://example.org/owner/demo@v1.0")
    assert found.kind == "repository"
    assert found.commit is not None
    assert re.fullmatch("[0-9a-f]{40}", found.commit)
    assert found.paths() == ["src/a.c"]
    assert found.holding([b"hello there"]) == ["src/a.c"]
    with pytest.raises(UnavailableError, match=r"no tag or commit `v3\.0`"):
        store.open("git:https://example.org/owner/demo@v3.0")


def test_a_tag_is_fetched_alone_where_there_is_no_mirror(tmp_path: Path, repository: Callable[..., Path]) -> None:
    """One commit deep, and only once."""
    folder = repository({"v1.0": {"a.c": 'f("one");'}, "v2.0": {"a.c": 'f("two");'}})
    store = Store(tmp_path / "cache")
    assert store.open(f"git:file://{folder}@v2.0").read("a.c") == b'f("two");'
    with pytest.raises(UnavailableError, match="cannot be fetched"):
        store.open(f"git:file://{folder}@v9.0")
    shutil.rmtree(folder)
    assert Store(tmp_path / "cache").open(f"git:file://{folder}@v2.0").read("a.c") == b'f("two");'


def test_an_archive_is_loaded_once_and_kept(
    tmp_path: Path, index: tuple[str, type[Index]], sdist: Callable[..., Path]
) -> None:
    """Only the named project and version."""
    sdist("demo", "1.0", {"a.py": "x = 'hello'"})
    sdist("demo", "2.0", {"a.py": "x = 'other'"})
    for _ in range(2):
        assert Store(tmp_path / "cache", index=index[0]).open("pypi:demo==1.0").read("a.py") == b"x = 'hello'"
    files = [line for line in index[1].asked if line.startswith("files/")]
    assert len(files) == 2  # how large is it; all of it
    assert all("demo-1.0" in line for line in files)


def test_an_archive_with_another_digest_is_thrown_away(
    tmp_path: Path, index: tuple[str, type[Index]], sdist: Callable[..., Path]
) -> None:
    """The index says what it must be."""
    sdist("demo", "1.0", {"a.py": ""})
    index[1].digest = "0" * 64
    with pytest.raises(UnavailableError, match="another sha256"):
        Store(tmp_path / "cache", index=index[0]).open("pypi:demo==1.0")
    assert not list((tmp_path / "cache").rglob("*.gz*"))


def test_an_archive_over_the_limit_is_not_loaded(
    tmp_path: Path, index: tuple[str, type[Index]], sdist: Callable[..., Path]
) -> None:
    """The message says how large it is."""
    sdist("demo", "1.0", {"a.bin": os.urandom(2 * MIB)})
    with pytest.raises(UnavailableError, match=r"has 2 MiB, over the limit of 1"):
        Store(tmp_path / "cache", index=index[0], limit=MIB).open("pypi:demo==1.0")


def test_of_a_large_wheel_only_the_files_that_are_asked_for_are_loaded(
    tmp_path: Path, index: tuple[str, type[Index]], wheel: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over the network, in ranges; a file over the limit is refused."""
    noise = os.urandom(12 * MIB)
    path = wheel("demo", "1.0", {"demo/huge.so": noise, "demo/a.py": "x = 'hello'"})
    monkeypatch.setattr("generator.prove.store.WHOLE", MIB)
    found = Store(tmp_path / "cache", index=index[0], limit=2 * MIB).open("pypi:demo==1.0", wheel=True)
    assert found.read("demo/a.py") == b"x = 'hello'"
    with pytest.raises(UnavailableError, match=r"demo/huge.so of .* over the limit of 2"):
        found.read("demo/huge.so")
    loaded = sum(int(m[2]) - int(m[1]) + 1 for line in index[1].asked if (m := re.search(r"bytes=(\d+)-(\d+)", line)))
    assert loaded < path.stat().st_size


def test_a_package_of_debian_is_unpacked(store: Store, tmp_path: Path) -> None:
    """Its programs are binaries."""
    tree = tmp_path / "tree"
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "DEBIAN/control").write_text(
        "Package: demo\nVersion: 1.0-1\nArchitecture: all\nMaintainer: T <t@example.org>\nDescription: demo\n"
    )
    (tree / "usr/bin").mkdir(parents=True)
    (tree / "usr/bin/demo").write_bytes(b"\x7fELF\x00\x00the device is lost\x00")
    (tmp_path / "have").mkdir()
    subprocess.run(
        ["dpkg-deb", "--build", "--root-owner-group", str(tree), str(tmp_path / "have/demo_1.0-1_all.deb")],
        check=True,
        capture_output=True,
    )
    found = store.open("debian:demo==1.0-1")
    assert (found.kind, found.paths()) == ("binary", ["usr/bin/demo"])
    assert b"the device is lost" in found.read("usr/bin/demo")


@pytest.mark.parametrize(
    "origin",
    ["npm:x==1", "pypi:absent==1", "debian:absent==1", "debian-source:absent==1", "git:https://example.org/a/b@v1"],
)
def test_what_is_not_here_is_said_and_not_looked_for_twice(store: Store, origin: str) -> None:
    """Offline nothing is loaded."""
    messages = []
    for _ in range(2):
        with pytest.raises(UnavailableError) as caught:
            store.open(origin)
        messages.append(str(caught.value))
    assert messages[0] == messages[1] != ""

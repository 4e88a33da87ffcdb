"""Small real distributions made on the spot: an sdist, a wheel with a library, a Debian package, a git repository with tags."""

import base64
import csv
import hashlib
import io
import subprocess
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

#: A git that knows no configuration but this.
GIT = {
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_SYSTEM": "/dev/null",
    "GIT_AUTHOR_NAME": "Test",
    "GIT_AUTHOR_EMAIL": "test@example.org",
    "GIT_COMMITTER_NAME": "Test",
    "GIT_COMMITTER_EMAIL": "test@example.org",
    "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
    "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
    "PATH": "/usr/bin:/bin:/usr/local/bin",
}

Files = Mapping[str, bytes | str]


def as_bytes(data: bytes | str) -> bytes:
    """The bytes of a file."""
    return data if isinstance(data, bytes) else data.encode()


@pytest.fixture
def sdist(tmp_path: Path) -> Callable[[str, str, Files], Path]:
    """`sdist("demo", "1.0", {"demo/a.py": …})` is the path of a .tar.gz."""

    def make(name: str, version: str, files: Files) -> Path:
        path = tmp_path / "have" / f"{name}-{version}.tar.gz"
        path.parent.mkdir(exist_ok=True)
        with tarfile.open(path, "w:gz") as tar:
            for file, data in files.items():
                member = tarfile.TarInfo(f"{name}-{version}/{file}")
                member.size = len(as_bytes(data))
                tar.addfile(member, io.BytesIO(as_bytes(data)))
        return path

    return make


@pytest.fixture
def wheel(tmp_path: Path) -> Callable[..., Path]:
    """`wheel("demo", "1.0", {…})` is the path of a wheel with a RECORD; `record` replaces what it says of a file."""

    def make(name: str, version: str, files: Files, record: Mapping[str, str] | None = None) -> Path:
        path = tmp_path / "have" / f"{name}-{version}-py3-none-any.whl"
        path.parent.mkdir(exist_ok=True)
        rows = io.StringIO()
        writer = csv.writer(rows)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for file, data in files.items():
                archive.writestr(file, as_bytes(data))
                digest = base64.urlsafe_b64encode(hashlib.sha256(as_bytes(data)).digest()).decode().rstrip("=")
                writer.writerow([file, "sha256=" + (record or {}).get(file, digest), len(as_bytes(data))])
            archive.writestr(f"{name}-{version}.dist-info/RECORD", rows.getvalue())
        return path

    return make


@pytest.fixture
def repository(tmp_path: Path) -> Callable[[Mapping[str, Files]], Path]:
    """`repository({"v1.0": {…}, "v2.0": {…}})` is a git repository at mirror/owner/demo with a tag for each state."""

    def make(states: Mapping[str, Files]) -> Path:
        folder = tmp_path / "mirror/owner/demo"
        folder.mkdir(parents=True)
        git(folder, "init", "--quiet")
        for tag, files in states.items():
            for old in folder.rglob("*"):
                if old.is_file() and ".git" not in old.parts:
                    old.unlink()
            for file, data in files.items():
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                (folder / file).write_bytes(as_bytes(data))
            git(folder, "add", "--all")
            git(folder, "commit", "--quiet", "--allow-empty", "-m", tag)
            git(folder, "tag", tag)
        return folder

    return make


def git(folder: Path, *words: str) -> str:
    """What git prints in `folder`."""
    return subprocess.run(["git", *words], cwd=folder, env=GIT, check=True, capture_output=True, text=True).stdout

"""Everything that has a say in a build in, one digest out: contents, never times."""

import sys
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

#: What a build reads in the repository.
READ = ("mkdocs.yml", "entries", "proofs", "templates", "site_overrides", "tests/clean")
#: Programs whose release shows in a page.
PROGRAMS = ("mkdocs", "mkdocs-material", "jinja2", "markupsafe", "markdown-it-py", "pyyaml", "hyperscan")
_TOP = Path(__file__).resolve().parents[1]


@lru_cache(maxsize=4)
def own_code(rooms: tuple[str, ...] = ("",)) -> bytes:
    """The digest of our own code in these rooms (by default in all), of Python and of the programs that we build on."""
    digest = sha256(f"{sys.version} {[_release(name) for name in PROGRAMS]}".encode())
    for room in rooms:
        for path in sorted((_TOP / room).rglob("*")):
            if path.suffix in (".py", ".txt", ".yaml"):
                digest.update(_framed(path.relative_to(_TOP).as_posix(), path.read_bytes()))
    return digest.digest()


def inputs_digest(root: Path, settings: str) -> str:
    """The digest of the whole of what a build reads; `settings` are those that come from elsewhere. Raises OSError."""
    digest = sha256(own_code())
    digest.update(_framed("settings", settings.encode()))
    for name in READ:
        for path in _files(root / name):
            digest.update(
                _framed(path.relative_to(root).as_posix(), path.read_bytes() if path.is_file() else b"\0no file")
            )
    return digest.hexdigest()


def _files(top: Path) -> Iterator[Path]:
    if top.is_dir():
        yield from sorted(path for path in top.rglob("*") if not path.is_dir())
    elif top.exists():
        yield top


def _framed(path: str, content: bytes) -> bytes:
    """A file with its name and length ahead, so that no two sets of files look alike."""
    return f"{len(path.encode())} {len(content)} {path}".encode() + content


def _release(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""

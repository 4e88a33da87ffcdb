"""Files in, a folder out: whole or not at all, and touching only what changed.

A build writes beside the target and changes places at the end, so whoever reads the site sees the last good one or the new one.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

MARKER = ".encyclopedia-site"
ABANDONED_AFTER = 3600.0  # seconds


@dataclass(frozen=True, slots=True)
class Same:
    """A file that has not changed since a build wrote it with this digest; `make` makes it again where it is gone or damaged."""

    digest: str
    make: Callable[[], bytes]


#: A file's name, and its bytes: themselves, in another file, or as they stand in the site already.
File = tuple[str, bytes | Path | Same]


@dataclass(frozen=True, slots=True)
class Written:
    """What a write did: how many files there are, how many of them changed, and the digests of all by name."""

    files: int
    changed: int
    digests: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)


class TargetError(Exception):
    """The target is something that a build must not replace."""


def check_target(target: Path) -> None:
    """Raises TargetError unless the target is absent, empty, or a site that a build wrote."""
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise TargetError(f"`{target}` is not a folder; name a folder for the site")
    if target.is_dir() and not (target / MARKER).exists() and any(target.iterdir()):
        raise TargetError(
            f"`{target}` holds files that no build wrote; name an empty folder, or one that does not exist"
        )


def write_tree(files: Iterable[File], target: Path) -> Written:
    """The site at `target` becomes exactly these files. Raises TargetError or OSError, and then leaves the target as it was."""
    check_target(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    _clear_abandoned(target)
    stage = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".new", dir=target.parent))
    try:
        os.chmod(stage, 0o755)
        written = _fill(stage, files, target)
        (stage / MARKER).write_bytes(b"")
        _change_places(stage, target)
    finally:
        shutil.rmtree(stage, ignore_errors=True)
    return written


def _clear_abandoned(target: Path) -> None:
    """Removes what killed builds left beside the target; a build that still runs is younger than an hour."""
    for pattern in (f".{target.name}.*.new", f".{target.name}.*.old"):
        for path in target.parent.glob(pattern):
            if time.time() - path.stat().st_mtime > ABANDONED_AFTER:
                shutil.rmtree(path, ignore_errors=True)


def digest_of(content: bytes) -> str:
    """The digest of a file's bytes, in hexadecimal."""
    return sha256(content).hexdigest()


def _fill(stage: Path, files: Iterable[File], old: Path) -> Written:
    changed = 0
    digests: dict[str, str] = {}
    folders: set[str] = set()
    for name, content in files:
        folder = os.path.dirname(name)
        if folder not in folders:
            os.makedirs(stage / folder, exist_ok=True)
            folders.add(folder)
        stands = _read(os.path.join(old, name))
        if isinstance(content, Same):
            if stands is not None and digest_of(stands) == content.digest:
                digests[name] = content.digest
                changed += not _linked(old, stage, name, stands)
                continue
            content = content.make()
        elif isinstance(content, Path):
            content = content.read_bytes()
        digests[name] = digest_of(content)
        if stands == content:
            changed += not _linked(old, stage, name, content)
        else:
            changed += 1
            (stage / name).write_bytes(content)
    return Written(len(digests), changed, digests)


def _read(path: str) -> bytes | None:
    try:
        with open(path, "rb", buffering=0) as file:
            return file.read()
    except OSError:
        return None


def _linked(old: Path, stage: Path, name: str, content: bytes) -> bool:
    """The new name as a link to the old file, so that its date stays; a file of its own where the file system has no links."""
    try:
        os.link(old / name, stage / name)
    except OSError:
        (stage / name).write_bytes(content)
        return False
    return True


def _change_places(stage: Path, target: Path) -> None:
    if not target.exists():
        os.rename(stage, target)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".old", dir=target.parent))
    try:
        os.rename(target, old / "site")
        os.rename(stage, target)
    except BaseException:
        # also when somebody presses Ctrl-C between the two: the last good site goes back
        if not target.exists() and (old / "site").exists():
            os.rename(old / "site", target)
        raise
    finally:
        shutil.rmtree(old, ignore_errors=True)


class LiveTree:
    """A folder kept up to date in place, for the local server: remembers what it wrote and writes only what differs."""

    def __init__(self, target: Path) -> None:
        self.target = target
        #: How often something beside pages and data has changed: what pages draw on, styles and scripts.
        self.assets = 0
        self._now: dict[str, bytes | Path] = {}

    def update(self, files: Iterable[File]) -> Written:
        """The folder becomes exactly these files; each file changes at once or not at all."""
        # all of them, before the first is written: a page that cannot be rendered leaves the folder as it was
        new = {name: content.make() if isinstance(content, Same) else content for name, content in files}
        changed, assets_changed = 0, False
        for name, content in new.items():
            if self._renewed(name, content):
                changed += 1
                assets_changed |= name.startswith("assets/")
        self.assets += assets_changed
        for name in [*self._now.keys() - new.keys()]:
            (self.target / name).unlink(missing_ok=True)
        self._now = new
        return Written(len(new), changed)

    def put(self, files: Iterable[File]) -> None:
        """These files alone; the others stay as they are."""
        for name, content in files:
            self._renewed(name, content.make() if isinstance(content, Same) else content)

    def _renewed(self, name: str, content: bytes | Path) -> bool:
        """Writes the file where it is not what it was, and says whether it did."""
        if self._now.get(name) == content:
            return False
        path = self.target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(path.name + ".part")
        part.write_bytes(content if isinstance(content, bytes) else content.read_bytes())
        os.replace(part, path)
        self._now[name] = content
        return True

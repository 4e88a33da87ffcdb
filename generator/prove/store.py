"""An origin of the table in, its files out: downloads only what is named, keeps it, checks its digest, and says what it does on stderr.

pypi:vllm==0.6.3 · debian:nvidia-smi==555.58.02-4 · debian-source:linux==6.12.107-1 · git:https://github.com/NVIDIA/nccl@v2.18.3-1
"""

import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

from generator.prove.distributions import (
    DAMAGED,
    WHOLE,
    Commit,
    DebianPackage,
    Distribution,
    SourceArchive,
    TooLargeError,
    UnavailableError,
    Wheel,
)


@dataclass(slots=True)
class Store:
    """Where releases come from. `have` are folders with archives that are here already; `mirrors` folders with git repositories."""

    cache: Path
    have: tuple[Path, ...] = ()
    mirrors: tuple[Path, ...] = ()
    limit: int = 300 << 20
    offline: bool = False
    apt_sources: tuple[str, ...] = ()
    index: str = ""  # "" for the one that pip uses on this machine
    #: What was asked for and could not be had, with the reason, in order.
    failed: dict[str, str] = field(default_factory=dict)
    _open: dict[str, Distribution | UnavailableError] = field(default_factory=dict)
    _versions: dict[str, list[str] | UnavailableError] = field(default_factory=dict)
    _apt_ready: bool = False

    def open(self, origin: str, *, wheel: bool = False, most: int | None = None) -> Distribution:
        """The files of `origin`; raises UnavailableError. Asked twice, it answers the same without looking again.

        With `most`, an archive that is larger is left alone, whether it is here or not, and TooLargeError is raised.
        """
        key = f"{origin} {wheel} {most}"
        if key not in self._open:
            try:
                self._open[key] = self._opened(origin, wheel, most)
            except UnavailableError as error:
                self._open[key] = error
            except (*DAMAGED, subprocess.SubprocessError) as error:
                self._open[key] = UnavailableError(f"{origin}: {error}")
        found = self._open[key]
        if isinstance(found, UnavailableError):
            if not isinstance(found, TooLargeError) and (most is None or not self.offline):
                self.failed.setdefault(origin, str(found))
            raise found
        return found

    def rest(self) -> None:
        """Closes the releases that are open; their texts take memory, and the next entry is mostly about another program."""
        self._open = {key: found for key, found in self._open.items() if isinstance(found, UnavailableError)}

    def _opened(self, origin: str, wheel: bool, most: int | None) -> Distribution:
        scheme, _, rest = origin.partition(":")
        if scheme == "git":
            address, _, revision = rest.rpartition("@")
            return self._git(origin, address, revision)
        name, _, version = rest.partition("==")
        if scheme == "pypi":
            return self._pypi(origin, name, version, wheel, most)
        if scheme == "debian":
            return self._debian(origin, name, version)
        if scheme == "debian-source":
            return self._debian_source(origin, name, version)
        raise UnavailableError(f"`{origin}` begins with no kind of origin that is known")

    # --- PyPI

    def _pypi(self, origin: str, name: str, version: str, wheel: bool, most: int | None) -> Distribution:
        here = self._on_disk(name, version, wheel)
        if here is not None:
            return self._from_disk(origin, here, most)
        if self.offline:
            raise UnavailableError(f"{origin} is not on this machine")
        link, session = self._link(name, version, wheel)
        digest = (link.hashes or {}).get("sha256") or next(iter((link.hash_option or {}).get("sha256", ())), None)
        if not digest:
            raise UnavailableError(f"the index gives no sha256 for {link.filename}")
        target = self.cache / "archives" / digest[:16] / link.filename
        if not target.is_file():
            reader = RemoteFile(session, link.normalized)
            if link.filename.endswith(".whl") and reader.size > WHOLE:
                say(f"reading parts of {link.filename} ({reader.size >> 20} MiB)")
                parts: IO[bytes] = io.BufferedReader(reader, 4 << 20)
                kept = self.cache / "parts" / digest[:16]
                return Wheel(origin, link.filename, digest, parts, kept, self.limit, reader.size)
            self._admit(link.filename, reader.size, most)
            say(f"loading {link.filename} ({max(1, reader.size >> 20)} MiB)")
            keep(target, reader.chunks(), digest)
        return self._from_disk(origin, target, most)

    def _admit(self, name: str, size: int, most: int | None) -> None:
        if most is not None and size > most:
            raise TooLargeError(
                f"{name} has {size >> 20} MiB, and no more than {most >> 20} are loaded for a neighbour"
            )
        if size > self.limit:
            raise UnavailableError(f"{name} has {size >> 20} MiB, over the limit of {self.limit >> 20}; see --limit")

    def _link(self, name: str, version: str, wheel: bool) -> tuple[Any, Any]:
        finder = self._finder()
        try:
            matches = finder.find_matches(f"{name}=={version}", allow_yanked=True, allow_prereleases=True)
        except Exception as error:  # as in RemoteFile
            raise UnavailableError(f"the package index does not answer for {name}: {error}") from None
        links = [package.link for package in matches]
        if not links:
            raise UnavailableError(f"PyPI has no release {version} of {name}")
        links = [
            link for link in links if link.filename.endswith(".whl") == wheel
        ] or links  # many have only one of the two
        return min(links, key=lambda link: wheel_rank(link.filename)), finder.session

    def _finder(self) -> Any:
        try:
            from unearth import PackageFinder
        except ImportError:
            raise UnavailableError(
                "the package `unearth` is not installed; run `make prove-tools`, or `pip install unearth`"
            ) from None
        return PackageFinder(index_urls=[self.index or index_of_pip()], ignore_compatibility=True)

    def _on_disk(self, name: str, version: str, wheel: bool) -> Path | None:
        """The archive of a release that is here: of the wanted kind, or what the index was seen to offer instead of it."""
        found = [path for path in self._archives(name, version, self.have) if wanted(path.name, wheel)]
        if not found:
            found = self._archives(name, version, (self.cache / "archives").glob("*"))
        return min(found, key=lambda path: (path.name.endswith(".whl") != wheel, wheel_rank(path.name)), default=None)

    def _archives(self, name: str, version: str, folders: Iterable[Path]) -> list[Path]:
        stem = re.sub(r"[-_.]+", "_", name).lower()
        found = []
        for folder in folders:
            for path in folder.iterdir() if folder.is_dir() else ():
                match = re.fullmatch(r"(.+?)-(\d[^-]*?)(-.*\.whl|\.tar\.gz)", path.name)
                if match and re.sub(r"[-_.]+", "_", match[1]).lower() == stem and match[2] == version:
                    found.append(path)
        return found

    def _from_disk(self, origin: str, path: Path, most: int | None) -> Distribution:
        size = path.stat().st_size
        if path.suffix == ".whl":
            digest = digest_of_file(path)
            return Wheel(origin, path.name, digest, path, self.cache / "parts" / digest[:16], self.limit, size)
        if most is not None:
            self._admit(path.name, size, most)
        return SourceArchive(origin, path, digest_of_file(path))

    # --- Debian

    def _apt(self, *words: str, folder: Path, program: str = "apt-get") -> subprocess.CompletedProcess[str]:
        root = self.cache / "apt"
        for name in ("lists/partial", "archives/partial", "state"):
            (root / name).mkdir(parents=True, exist_ok=True)
        mirror = mirror_of_apt()
        lines = [line.replace(" MIRROR", f" {mirror}") for line in self.apt_sources]
        (root / "sources.list").write_text("".join(line + "\n" for line in lines), "utf-8")
        options = {
            "Dir::Etc::sourcelist": root / "sources.list", "Dir::Etc::sourceparts": "-", "Dir::State": root / "state",
            "Dir::State::lists": root / "lists", "Dir::Cache": root, "APT::Sandbox::User": "root", "Acquire::Languages": "none",
        }  # fmt: skip
        pairs = [word for key, value in options.items() for word in ("-o", f"{key}={value}")]
        return subprocess.run([program, *pairs, *words], cwd=folder, capture_output=True, text=True, check=False)

    def _apt_get(self, words: list[str], folder: Path, origin: str) -> None:
        if self.offline:
            raise UnavailableError(f"{origin} is not on this machine")
        folder.mkdir(parents=True, exist_ok=True)
        self._apt_lists(folder)
        said = self._apt("--print-uris", "-qq", *words, folder=folder)
        sizes = [int(size) for size in re.findall(r"^'[^']+' \S+ (\d+) ", said.stdout, re.MULTILINE)]
        if not sizes:
            raise UnavailableError(
                f"Debian's archive has no {origin.partition(':')[2].replace('==', ' ')}: {(said.stderr.strip().splitlines() or ['no reason given'])[0]}"
            )
        if sum(sizes) > self.limit:
            raise UnavailableError(f"{origin} has {sum(sizes) >> 20} MiB, over the limit of {self.limit >> 20}")
        say(f"loading {origin} ({max(1, sum(sizes) >> 20)} MiB)")
        done = self._apt("-qq", *words, folder=folder)
        if done.returncode:
            raise UnavailableError(f"{origin}: {(done.stderr.strip().splitlines() or ['apt-get failed'])[0]}")

    def _apt_lists(self, folder: Path) -> None:
        if not shutil.which("apt-get"):
            raise UnavailableError("packages of Debian are loaded by apt-get, which is not on this machine")
        if not self._apt_ready:
            self._apt_ready = True
            if not list((self.cache / "apt/lists").glob("*_InRelease")):
                say("reading Debian's lists")
                self._apt("-qq", "update", folder=folder)

    def _debian(self, origin: str, name: str, version: str) -> Distribution:
        folder = self.cache / "debian" / f"{name}={version.replace(':', '%3a')}"
        found = list(folder.glob("*.deb"))
        if not found:
            found = [p for have in self.have for p in have.glob(f"{name}_{version.replace(':', '%3a')}_*.deb")]
        if not found:
            self._apt_get(["download", f"{name}={version}"], folder, origin)
            found = list(folder.glob("*.deb"))
        return DebianPackage(origin, found[0], digest_of_file(found[0]))

    def _debian_source(self, origin: str, name: str, version: str) -> Distribution:
        folder = self.cache / "debian-source" / f"{name}={version.replace(':', '%3a')}"
        if not list(folder.glob("*.orig.tar.*")):
            self._apt_get(["source", "--download-only", "--tar-only", f"{name}={version}"], folder, origin)
        found = sorted(p for p in folder.glob("*.orig.tar.*") if not p.name.endswith(".asc"))
        if not found:
            raise UnavailableError(f"{origin} has no original archive")
        return SourceArchive(origin, found[0], digest_of_file(found[0]))

    # --- which releases there are

    def versions(self, origin: str) -> list[str]:
        """What an origin of the table has been released as: versions of a package, or tags of a repository, in no order; raises UnavailableError."""
        if origin not in self._versions:
            try:
                self._versions[origin] = self._listed(origin)
            except UnavailableError as error:
                self._versions[origin] = error
            except (OSError, subprocess.SubprocessError) as error:
                self._versions[origin] = UnavailableError(f"{origin}: {error}")
        found = self._versions[origin]
        if isinstance(found, UnavailableError):
            raise found
        return found

    def _listed(self, origin: str) -> list[str]:
        scheme, _, name = origin.partition(":")
        if scheme == "git":
            return self._tags(name)
        if self.offline:
            raise UnavailableError(f"which releases {origin} has is not known without a network")
        if scheme == "pypi":
            try:
                return [str(package.version) for package in self._finder().find_all_packages(name)]
            except UnavailableError:
                raise
            except Exception as error:  # as in RemoteFile
                raise UnavailableError(f"the package index does not answer for {name}: {error}") from None
        return self._debian_versions(name, source=scheme == "debian-source")

    def _debian_versions(self, name: str, *, source: bool) -> list[str]:
        self._apt_lists(self.cache)
        said = self._apt("showsrc" if source else "show", name, folder=self.cache, program="apt-cache").stdout
        found = re.findall(r"^Version: (\S+)", said, re.MULTILINE)
        if not found:
            raise UnavailableError(f"Debian's archive has no {name}")
        return found

    def _tags(self, address: str) -> list[str]:
        mirror = self._mirror(address)
        if mirror is None and self.offline:
            raise UnavailableError(f"which tags {address} has is not known without a network")
        command = ["git", "ls-remote", "--tags", "--refs", str(mirror or address)]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=120, stdin=subprocess.DEVNULL,
            env={"GIT_TERMINAL_PROMPT": "0", "PATH": _path()},
        )  # fmt: skip
        if done.returncode:
            raise UnavailableError(f"the tags of {address} cannot be listed here")
        return [row.rpartition("refs/tags/")[2] for row in done.stdout.splitlines()]

    # --- git

    def _git(self, origin: str, address: str, revision: str) -> Distribution:
        mirror = self._mirror(address)
        if mirror is not None:
            return Commit(origin, mirror, revision)
        owner, name = owner_and_name(address)
        return self._fetched(origin, address, revision, self.cache / "git" / f"{owner}+{name}")

    def _mirror(self, address: str) -> Path | None:
        """The repository of an address in the folders of `mirrors`."""
        owner, name = owner_and_name(address)
        for mirror in self.mirrors:
            for folder in (
                mirror / f"{owner}+{name}" / "repo",
                mirror / owner / name,
                mirror / f"{owner}/{name}.git",
                mirror / name,
            ):
                git_dir = folder / ".git" if (folder / ".git").is_dir() else folder
                if (git_dir / "HEAD").is_file():
                    return git_dir
        return None

    def _fetched(self, origin: str, address: str, revision: str, git_dir: Path) -> Distribution:
        if not (git_dir / "HEAD").is_file():
            git_dir.mkdir(parents=True, exist_ok=True)
            subprocess.run(["git", "init", "--quiet", "--bare", str(git_dir)], check=True, capture_output=True)
        try:
            return Commit(origin, git_dir, revision)
        except UnavailableError:
            if self.offline:
                raise UnavailableError(f"{origin} is not on this machine") from None
        say(f"fetching {revision} of {address}")
        wanted = revision if re.fullmatch(r"[0-9a-f]{40}", revision) else f"refs/tags/{revision}:refs/tags/{revision}"
        done = subprocess.run(
            ["git", "--git-dir", str(git_dir), "fetch", "--quiet", "--depth", "1", "--no-tags", address, wanted],
            capture_output=True, text=True, check=False, timeout=600, stdin=subprocess.DEVNULL,
            env={"GIT_TERMINAL_PROMPT": "0", "PATH": _path()},
        )  # fmt: skip
        if done.returncode:
            raise UnavailableError(f"{address} at {revision} cannot be fetched here")
        return Commit(origin, git_dir, revision)


def owner_and_name(address: str) -> tuple[str, str]:
    """The last two parts of a repository's address."""
    *_, owner, name = urlsplit(address).path.removesuffix(".git").rstrip("/").split("/")
    return owner, name


def _path() -> str:
    return os.environ.get("PATH", "/usr/bin:/bin")


def index_of_pip() -> str:
    """The package index that pip uses here: what is configured, else pip's own default."""
    asked = subprocess.run(
        [sys.executable, "-m", "pip", "config", "get", "global.index-url"], capture_output=True, text=True, check=False
    )
    configured = os.environ.get("PIP_INDEX_URL") or asked.stdout.strip()
    if configured:
        return configured
    from pip._internal.models.index import PyPI  # the one place where pip keeps its default

    return str(PyPI.simple_url)


def mirror_of_apt(folder: Path = Path("/etc/apt")) -> str:
    """The address of the Debian mirror that this machine's own sources name, without what follows /debian; raises UnavailableError."""
    for path in sorted([folder / "sources.list", *folder.glob("sources.list.d/*")]):
        found = re.search(
            r"https?://\S+?(?=/debian(?:-security)?/?(?:\s|$))",
            path.read_text("utf-8") if path.is_file() else "",
            re.MULTILINE,
        )
        if found:
            return found.group()
    raise UnavailableError("no Debian mirror stands in this machine's apt sources")


def wheel_rank(name: str) -> tuple[int, str]:
    """The wheels of one release in the order in which they are taken: any machine, then Linux on x86-64 for Python 3.11."""
    words = ("-none-any.whl", "cp311-cp311-manylinux", "py3-none-manylinux", "manylinux")
    rank = next((i for i, word in enumerate(words) if word in name and ("x86_64" in name or i == 0)), len(words))
    return rank, name


def wanted(name: str, wheel: bool) -> bool:
    """Whether an archive is of the kind that the index would be asked for, so that a record does not depend on what lies about."""
    return wheel_rank(name)[0] < 3 if wheel else name.endswith(".tar.gz")


class RemoteFile(io.RawIOBase):
    """A file on a server that serves ranges, through the session of the index's client."""

    def __init__(self, session: Any, address: str):
        self._session, self._address, self._at = session, address, 0
        reply = self._get(0, 0)
        total = reply.headers.get("content-range", "").rpartition("/")[2]
        if reply.status_code != 206 or not total.isdigit():
            raise UnavailableError(f"the server does not say how large {address.rpartition('/')[2]} is")
        self.size = int(total)

    def _get(self, first: int, last: int) -> Any:
        try:
            reply = self._session.get(
                self._address, headers={"Range": f"bytes={first}-{last}", "Accept-Encoding": "identity"}
            )
        except Exception as error:  # the client of the index has errors of its own, and which client it is changes
            raise UnavailableError(f"{self._address.rpartition('/')[2]} cannot be loaded: {error}") from None
        if reply.status_code != 206:
            raise UnavailableError(f"the server answered {reply.status_code} for {self._address.rpartition('/')[2]}")
        return reply

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = 0) -> int:
        self._at = offset + (0, self._at, self.size)[whence]
        return self._at

    def readinto(self, buffer: Any) -> int:
        wanted = min(len(buffer), self.size - self._at)
        if wanted <= 0:
            return 0
        data = self._get(self._at, self._at + wanted - 1).content
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)

    def chunks(self) -> Iterable[bytes]:
        """The whole file in pieces."""
        while self._at < self.size:
            piece = self.read(8 << 20)
            if not piece:
                return
            yield piece


def keep(target: Path, chunks: Iterable[bytes], sha256: str) -> None:
    """Writes the pieces to `target` when together they have this digest; raises UnavailableError otherwise."""
    target.parent.mkdir(parents=True, exist_ok=True)
    part, digest = target.with_name(target.name + ".part"), hashlib.sha256()
    with part.open("wb") as file:
        for chunk in chunks:
            digest.update(chunk)
            file.write(chunk)
    if digest.hexdigest() != sha256:
        part.unlink()
        raise UnavailableError(f"{target.name} arrived with another sha256 than the index gives")
    part.replace(target)


def digest_of_file(path: Path) -> str:
    """The sha256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def say(text: str) -> None:
    """Progress, for a person who waits."""
    print(f"  … {text}", file=sys.stderr, flush=True)

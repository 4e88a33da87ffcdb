"""A name and a release in; out the place where the release defines or uses it."""

import hashlib
import re

from generator.model.projects import Project
from generator.model.proof import NameProof, Sample
from generator.prove.distributions import Distribution, UnavailableError

_ASIDE = re.compile(
    r"(^|/)(tests?|docs?|examples?|benchmarks?|recipes?|scripts|\.github|tests?\.\w+)(/|$)|_test\.|test_"
)
_CODE = (".py", ".c", ".cc", ".cpp", ".cu", ".h", ".go", ".rs")
_WORD = rb"[A-Za-z0-9_]"


def find_name(name: str, project: Project, version: str, distribution: Distribution) -> NameProof | None:
    """Where `name` stands in the files of `distribution`; None where it does not."""
    places = dotted_place(name, distribution) if name[0].isalpha() and "." in name and ":" not in name else None
    if places is None:
        places = _written(name, project, distribution)
    if places is None and name[0].isupper():
        places = _in_library(name, project, distribution)
    if places is None:
        return None
    path, data, position = places
    line = data.count(b"\n", 0, position) + 1
    binary = b"\0" in data[:4096]
    kind = "binary" if binary else distribution.kind
    sample = Sample(
        version=version, origin=distribution.origin, found=True, archive=distribution.archive, archive_sha256=distribution.archive_sha256,
        commit=distribution.commit, file=path, file_sha256=hashlib.sha256(data).hexdigest(), line=None if binary else line,
        offset=position if binary else None, url=project.address(distribution.origin, version, path, None if binary else line),
    )  # fmt: skip
    return NameProof(kind=kind, sample=sample)


def spellings(name: str, project: Project) -> list[re.Pattern[bytes]]:
    """How a source may write a name, the surest first: as it is, without its prefix, as the field a flag is made from."""
    found = [_whole(name)]
    if project.prefix and name.startswith(project.prefix):
        found.append(re.compile(rb'"' + re.escape(name.removeprefix(project.prefix).encode()) + rb'"'))
    if name.startswith("--"):
        field = name[2:].replace("-", "_").encode()
        found.append(re.compile(rb"(?m)^\s*" + re.escape(field) + rb"\s*:"))
        found.append(re.compile(rb"[\"']" + re.escape(name[2:].encode()) + rb"[\"']"))
    if ":" in name and name.endswith("_total"):  # the client of Prometheus adds the ending
        found.append(_whole(name.removesuffix("_total")))
    return found


def _whole(name: str) -> re.Pattern[bytes]:
    return re.compile(rb"(?<!" + _WORD + rb")(?<!-)" + re.escape(name.encode()) + rb"(?!" + _WORD + rb")(?!-)")


def _written(name: str, project: Project, distribution: Distribution) -> tuple[str, bytes, int] | None:
    patterns = spellings(name, project)
    fragments = {name, name.removeprefix(project.prefix), name.removesuffix("_total")}
    fragments |= {name[2:], name[2:].replace("-", "_")} if name.startswith("--") else set()
    try:
        paths = distribution.holding([fragment.encode() for fragment in sorted(fragments)])
    except UnavailableError:
        paths = []
    # the program before its tests and documentation, and code before what configures it
    paths.sort(key=lambda path: (bool(_ASIDE.search(path)), not path.endswith(_CODE)))
    for pattern in patterns:
        for path in paths[:80]:
            data = distribution.read(path)
            match = pattern.search(data)
            if match:
                return path, data, match.start()
    return None


def _in_library(name: str, project: Project, distribution: Distribution) -> tuple[str, bytes, int] | None:
    """A variable in the libraries that the project's sources are compiled into."""
    for pattern in dict.fromkeys(project.built.values()):
        for path in distribution.matching(pattern) if not pattern.endswith("/") else ():
            data = distribution.read(path)
            # a plain search of a gigabyte is a second, one with conditions before each place a minute
            match = _whole(name).search(data, max(0, data.find(name.encode()))) if name.encode() in data else None
            if match:
                return path, data, match.start()
    return None


def dotted_place(name: str, distribution: Distribution) -> tuple[str, bytes, int] | None:
    """A Python name: the deepest module of its path that is a file, and the next part defined or brought in there."""
    parts = name.split(".")
    known = set(distribution.paths())
    for count in range(len(parts), 0, -1):
        stem = "/".join(parts[:count])
        for top in ("", "src/"):
            for path in (
                f"{top}{stem}.py",
                f"{top}{stem}/__init__.py",
                f"{top}{stem}/__init__.pyi",
                f"{top}{stem}/_C/__init__.pyi",
            ):
                if path in known:
                    data = distribution.read(path)
                    if count == len(parts):
                        return path, data, 0
                    word = re.escape(parts[count].encode()) + rb"(?!" + _WORD + rb")"
                    for pattern in (rb"(?m)^[ \t]*(?:class|def|async def) " + word, rb"(?<!" + _WORD + rb")" + word):
                        match = re.search(pattern, data)
                        if match:
                            return path, data, match.end() - len(parts[count])
    return None

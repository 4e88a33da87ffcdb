"""A project of the table and what its origin lists in; out its releases in order, without trials such as 2.20-rc1.

v2.18.3-1, v2.19.3-1, v2.20-rc1  →  2.18.3, 2.19.3
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from generator.model.projects import Project
from generator.model.versions import version_key
from generator.prove.store import Store

_NUMBER = r"(\d+(?:[.-]\d+)*(?:\.post\d+)?)"
_FINAL = re.compile(r"\d+([.-]\d+)*(\.post\d+)?")
#: Debian counts its own changes of a release: 555.58.02-1, 555.58.02-4.
_REVISION = re.compile(r"-1$")


@dataclass(frozen=True, slots=True)
class Release:
    """A version as entries write it, and its origin as the table does."""

    version: str
    origin: str


def releases_of(project: Project, store: Store) -> list[Release]:
    """The releases of a project, oldest first; raises UnavailableError."""
    return in_order(project, store.versions(project.origin))


def in_order(project: Project, names: Iterable[str]) -> list[Release]:
    """The releases that names or tags stand for; names of another form belong to something else."""
    debian, dashed = project.origin.startswith("debian"), "{dashed}" in project.version
    form = _REVISION.sub("", project.version) if debian else project.version
    pattern = re.escape(form).replace(r"\{version\}", _NUMBER).replace(r"\{dashed\}", _NUMBER)
    pattern += r"-[\w.+~]+" if debian else ""
    found: dict[str, Release] = {}
    for name in sorted(names, key=version_key):
        match = re.fullmatch(pattern, name)
        version = match[1].replace("-", ".") if match and dashed else match[1] if match else ""
        if _FINAL.fullmatch(version) and "9000" not in version.split("."):  # glibc and others mark unfinished work so
            origin = f"{project.origin}{'@' if project.origin.startswith('git:') else '=='}{name}"
            found[version] = Release(version, origin)
    # single versions that are published elsewhere or under another number
    found |= {
        version: Release(version, origin) for version, origin in project.versions.items() if _FINAL.fullmatch(version)
    }
    return sorted(found.values(), key=lambda release: version_key(release.version))


def newer_than(releases: list[Release], version: str) -> list[Release]:
    """The releases after `version`, oldest first."""
    return [release for release in releases if version_key(release.version) > version_key(version)]


def before(releases: list[Release], version: str) -> Release | None:
    """The release before `version`; None where the list does not hold `version`, or nothing before it."""
    versions, version = [release.version for release in releases], version.split()[-1]
    at = versions.index(version) if version in versions else 0
    return releases[at - 1] if at else None

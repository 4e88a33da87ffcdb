"""proofs/_projects.yaml in; out for each signature the project that prints it and the origin of each version."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.load.yaml_values import read_values
from generator.problems import did_you_mean

TABLE = "proofs/_projects.yaml"
_GITHUB = re.compile(r"(https://github\.com/[\w.-]+/[\w.-]+)/blob/([\w.-]+)/([^#?]+)")


class TableError(Exception):
    """The table of projects cannot be used; the message says where and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A program that entries name, and where its releases are; the fields are those of the table."""

    project: str
    programs: tuple[str, ...]
    origin: str
    files: tuple[str, ...] = ()
    version: str = "{version}"
    versions: Mapping[str, str] = field(default_factory=dict)
    wheel: bool = False
    built: Mapping[str, str] = field(default_factory=dict)
    look_in: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    searched: bool = True
    nearby: tuple[str, ...] = ()
    lines: str | None = None
    names: tuple[str, ...] = ()
    prefix: str = ""
    newest: str | None = None

    def has(self, file: str) -> bool:
        """Whether signatures of this file belong here: all do, or those of `files`, where a folder ends with a slash."""
        return not self.files or file in self.files or file.startswith(tuple(f for f in self.files if f.endswith("/")))

    def origin_of(self, version: str) -> str:
        """The origin of a version as an entry writes it; words before the number, as in "core 0.9.0", are left out."""
        version = version.split()[-1]
        if version in self.versions:
            return self.versions[version]
        number = self.version.format(version=version, dashed=version.replace(".", "-"))
        if self.origin.startswith("git:"):
            return f"{self.origin}@{number}"
        return f"{self.origin}=={number}"

    def publishes(self, origin: str) -> bool:
        """Whether a release with this origin is one of the project's."""
        return base_of(origin) in {base_of(one) for one in (self.origin, *self.versions.values())}

    def places(self, paths: Iterable[str]) -> Iterator[str]:
        """Where files of the project may stand: at their own path, or in the folder of a repository that carries the project along."""
        for path in paths:
            yield path
            yield from (folder + path for folder in self.folders)

    def built_from(self, file: str) -> str | None:
        """The pattern of the files that a source file is compiled into; None where the source itself is published."""
        for source, built in self.built.items():
            if source == "*" or source == file:
                return built
            if source.endswith("/") and file.startswith(source):
                return built + file.removeprefix(source) if built.endswith("/") else built
        return None

    def address(self, origin: str, version: str, file: str, line: int | None) -> str | None:
        """The web address of a line upstream, or of the release where there is none."""
        scheme, _, rest = origin.partition(":")
        version = version.split()[-1]
        if scheme == "pypi":
            name, _, number = rest.partition("==")
            release = f"https://pypi.org/project/{name}/{number}/"
        elif scheme == "git":
            address, _, tag = rest.rpartition("@")
            return f"{address}/blob/{tag}/{file}#L{line}" if "github.com" in address else address
        elif scheme == "debian-source":
            name, _, number = rest.partition("==")
            return f"https://sources.debian.org/src/{name}/{number}/{file}" + (f"#L{line}" if line else "")
        else:
            name, _, number = rest.partition("==")
            release = f"https://packages.debian.org/search?keywords={name}"
        if self.lines and line:
            tag = self.version.format(version=version, dashed=version.replace(".", "-"))
            return self.lines.format(version=version, tag=tag, file=file, line=line, series=version)
        return release


@dataclass(frozen=True, slots=True)
class Projects:
    """The whole table."""

    projects: tuple[Project, ...]
    apt: tuple[str, ...]
    #: Programs that entries name and whose releases are looked up nowhere.
    elsewhere: tuple[str, ...] = ()

    def of(self, program: str, file: str) -> Project | None:
        """The project that prints a signature of `program`, seen in `file`."""
        return next((p for p in self.projects if program in p.programs and p.has(file)), None)

    def names_program(self, program: str) -> bool:
        """Whether the table knows this program."""
        return program in self.elsewhere or any(program in project.programs for project in self.projects)

    def like(self, program: str, others: Iterable[str], otherwise: str) -> str:
        """The remedy for a program that is not named: the one that differs in case alone or is near, here or among `others`."""
        named = (name for project in self.projects for name in project.programs)
        known = sorted({*others, *self.elsewhere, *named} - {program})
        same = [name for name in known if name.casefold() == program.casefold()]
        return f"did you mean `{same[0]}`?" if same else did_you_mean(program, known, otherwise)

    def of_name(self, name: str) -> Project | None:
        """The project whose table row claims the beginning of `name`."""
        return next((p for p in self.projects if any(name.startswith(start) for start in p.names)), None)


def base_of(origin: str) -> str:
    """An origin without its version: `pypi:demo==1.0` and `git:ADDRESS@v1.0` become `pypi:demo` and `git:ADDRESS`."""
    return origin.rpartition("@")[0] or origin if origin.startswith("git:") else origin.partition("==")[0]


def project_at(url: str) -> Project | None:
    """A repository at a commit or tag, from the address of a file on GitHub; None for any other address."""
    match = _GITHUB.match(url)
    if match is None:
        return None
    address, revision, path = match.groups()
    return Project(project=address, programs=(), origin=f"git:{address}", look_in=(path,), newest=revision)


def read_projects(root: Path) -> Projects:
    """The table of the repository at `root`; raises TableError."""
    path = root / TABLE
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TableError(f"{TABLE} cannot be read: {error}") from None
    value, problems = read_values(text, TABLE)
    if problems:
        raise TableError(f"{problems[0].location}: {problems[0].what}; {problems[0].fix}")
    try:
        rows = tuple(_project(row) for row in value["projects"])
        return Projects(rows, tuple(value.get("apt", ())), tuple(value.get("elsewhere", ())))
    except (KeyError, TypeError, AttributeError) as error:
        raise TableError(f"{TABLE}: {error}") from None


def _project(row: dict[str, Any]) -> Project:
    known = Project.__dataclass_fields__
    for key in row:
        if key not in known:
            raise TypeError(
                f"unknown field `{key}` of {row.get('project')}; {did_you_mean(key, list(known), 'see its head')}"
            )
    fields: dict[str, Any] = {key: tuple(item) if isinstance(item, list) else item for key, item in row.items()}
    return Project(**fields)

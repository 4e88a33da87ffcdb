"""Documents, their proof records and the table of projects in; problems out: does an entry say of a proved signature what its record shows?

A record belongs to the text of a signature alone, so what stands beside the text can be changed without it.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from generator.check.proofs import claimed, proof_of
from generator.load import Document
from generator.model.projects import TABLE, Project, Projects, project_at
from generator.model.proof import UNPROVED, EntryProof, Sample, SignatureProof, text_digest
from generator.model.versions import has_number, version_key
from generator.problems import Problem

#: An address that shows a file of a repository at one state: an author may have read it there, whatever `prove` found besides.
_AT_A_STATE = re.compile(r"/(?:blob|raw|tree|plain|commit|src)/")
#: In order of time.
VERSIONS = ("first_seen", "last_seen", "gone_in")


def check_versions(document: Document) -> Iterator[Problem]:
    """The versions of each signature by themselves: numbers, in order of time."""
    for index, signature in enumerate(document.value.get("signatures", ())):
        given = [(name, signature[name]) for name in VERSIONS if signature.get(name)]
        numbered = [(name, version) for name, version in given if has_number(version)]
        for name, version in given:
            if not has_number(version):
                yield Problem(
                    "S111",
                    document.at("signatures", index, name),
                    f"`{name}: {version}` is no version",
                    "give the release in which it was looked up, such as `2.4.1`, or leave the field out",
                )
        for (before, early), (name, late) in pairwise(numbered):
            if version_key(late) < version_key(early) or (
                name == "gone_in" and version_key(late) == version_key(early)
            ):
                yield Problem(
                    "S111",
                    document.at("signatures", index, name),
                    f"`{name}: {late}` {'is not after' if name == 'gone_in' else 'comes before'} `{before}: {early}`",
                    "exchange the two, or say what was seen",
                )


def check_agreement(document: Document, projects: Projects | None = None) -> Iterator[Problem]:
    """Versions, kind, program and file of each proved signature against its record. Needs no network and no software."""
    proof = proof_of(document)
    if not isinstance(proof, EntryProof):
        return
    for index, signature in claimed(document):
        record = proof.signatures.get(text_digest(signature["text"]))
        if record is None or record.kind == UNPROVED:
            continue  # S121 and S123 say so
        row = _Row(document, index, signature, record)
        yield from row.kind()
        if not record.is_strong:
            continue
        yield from row.versions()
        if projects is not None:
            yield from row.place(projects)


class _Row:
    """One proved signature beside its record."""

    def __init__(self, document: Document, index: int, signature: dict[str, Any], record: SignatureProof) -> None:
        self._document, self._index, self._signature, self._record = document, index, signature, record
        self._found = [sample for sample in record.samples if sample.found]

    def kind(self) -> Iterator[Problem]:
        """Whether the program was seen in the form that `known_from` says."""
        said, url = self._signature["known_from"], self._signature["url"]
        shown = {self._record.kind, *map(_kind_of, self._found)}
        if not self._record.is_strong or not (said in shown or (said == "repository" and _AT_A_STATE.search(url))):
            yield self._differs("known_from", f"the record shows `{self._record.kind}`", f"say `{self._record.kind}`")

    def versions(self) -> Iterator[Problem]:
        """Whether each version was looked at, and holds the text or no longer does."""
        samples = {sample.version: sample for sample in self._record.samples}
        seen = ", ".join(f"`{sample.version}`" for sample in self._found) or "no release"
        for name in (name for name in VERSIONS if self._signature.get(name)):
            sample = samples.get(str(self._signature[name]))
            if sample is None:
                yield self._differs(
                    name, f"the record has not looked there; it shows the text in {seen}", "say what was seen"
                )
            elif name == "gone_in":
                # what is put together at run time can print the same from other pieces
                if sample.found and not self._record.filled_in:
                    yield self._differs(name, "the record shows the text there", "say what was seen")
            elif not sample.found and self._record.holds_part_in(sample.version):
                yield self._looks_odd(name, f"only a part of the text was found there; the whole in {seen}")
            elif not sample.found:
                yield self._differs(name, f"the record did not find the text there, but in {seen}", "say what was seen")

    def place(self, projects: Projects) -> Iterator[Problem]:
        """Whether the releases that were looked at are the program's, and whether the file is the one that holds the text."""
        program, file, url = (self._signature[name] for name in ("program", "file", "url"))
        project, address = projects.of(program, file), project_at(url)
        homes = [home for home in (project, address) if home is not None]
        if not homes:
            yield self._differs(
                "program",
                f"{TABLE} publishes no such program",
                projects.like(program, (), "name it as the table does"),
            )
            return
        foreign = [sample.origin for sample in self._found if not any(home.publishes(sample.origin) for home in homes)]
        if foreign:
            yield self._differs(
                "program",
                f"the record was made of `{foreign[-1]}`, where its file `{file}` is published as `{homes[0].origin}`",
                "name the program and file that were looked up",
            )
        elif not self._is_file(project):
            places = ", ".join(f"`{path}`" for path in dict.fromkeys(str(sample.file) for sample in self._found))
            yield self._looks_odd("file", f"the text was found in {places}")

    def _is_file(self, project: Project | None) -> bool:
        """Whether it is one of the files that the record names, or one that is compiled into them."""
        name = self._signature["file"].rpartition("/")[2]
        paths = [
            *(str(sample.file) for sample in self._found),
            *(place.rpartition(":")[0] for place in self._record.also),
        ]
        if any(path.rpartition("/")[2].startswith(name) for path in paths):
            return True
        return any(_kind_of(sample) == "binary" for sample in self._found) and (
            project is not None and project.built_from(self._signature["file"]) is not None
        )

    def _differs(self, name: str, what: str, otherwise: str) -> Problem:
        return self._problem("S124", name, what, f"run `encyclopedia prove {self._document.id}`, or {otherwise}")

    def _looks_odd(self, name: str, what: str) -> Problem:
        return self._problem(
            "S201", name, what, "look there: correct it, or keep it where you know better than a search of strings"
        )

    def _problem(self, code: str, name: str, what: str, fix: str) -> Problem:
        return Problem(
            code,
            self._document.at("signatures", self._index, name),
            f"`{name}: {self._signature[name]}`, and {what}",
            fix,
        )


def _kind_of(sample: Sample) -> str:
    if sample.offset is not None:
        return "binary"
    return "repository" if sample.commit else "source"

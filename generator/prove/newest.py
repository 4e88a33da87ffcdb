"""Proved entries in, findings out: which signatures the newest releases hold no more, and with which release they went.

A message is gone from the first release that lacks it on. The releases between the last that was recorded and the newest are halved
until that one is found, so a long list costs few downloads. Entries and records stay as they are.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from generator.check.proofs import proof_of
from generator.load import Document
from generator.model.projects import Project
from generator.model.proof import EntryProof, SignatureProof, text_digest
from generator.model.template import parse_template
from generator.prove.cover import letters, pieces_of
from generator.prove.distributions import UnavailableError
from generator.prove.releases import Release, newer_than, releases_of
from generator.prove.run import Prover

#: Shares are rounded in records.
NEAR = 0.001


@dataclass(frozen=True, slots=True)
class Claim:
    """A signature with its record: which entry and which of its signatures, in which release it was seen last."""

    entry: str
    number: int
    signature: dict[str, Any]
    proof: SignatureProof
    seen: str

    @property
    def name(self) -> str:
        """`entry#2`, as people refer to it."""
        return f"{self.entry}#{self.number}"


@dataclass(frozen=True, slots=True)
class Gone:
    """A signature that the newest release lacks. `without` is the first release that lacks it, `last` the one before that was looked at."""

    claim: Claim
    project: str
    last: str
    without: str
    newest: str


@dataclass(slots=True)
class Findings:
    """What became of the proved signatures: gone, still there, known to be gone, not looked at with the reason."""

    gone: list[Gone] = field(default_factory=list)
    there: list[tuple[Claim, str]] = field(default_factory=list)
    known: list[Claim] = field(default_factory=list)
    left: list[tuple[Claim, str]] = field(default_factory=list)

    @property
    def summary(self) -> str:
        """The numbers in one line."""
        return (
            f"{len(self.gone)} gone, {len(self.there)} in the newest release, {len(self.known)} gone as their entries say, "
            f"{len(self.left)} not looked at"
        )


def look_at_newest(documents: Iterable[Document], prover: Prover) -> Findings:
    """Each proved signature in the newest release of the program that prints it."""
    findings = Findings()
    for claim in _claims(documents):
        if any(not sample.found for sample in claim.proof.samples[_place(claim) :]):
            findings.known.append(claim)
            continue
        project = prover.projects.of(claim.signature["program"], claim.signature["file"])
        if project is None:
            findings.left.append((claim, f"no row of the table names `{claim.signature['program']}`"))
            continue
        try:
            _look(claim, project, prover, findings)
        except UnavailableError as error:
            findings.left.append((claim, str(error)))
    return findings


def _claims(documents: Iterable[Document]) -> Iterator[Claim]:
    for document in documents:
        proof = proof_of(document)
        if not isinstance(proof, EntryProof):
            continue
        for number, signature in enumerate(document.value.get("signatures", ()), 1):
            record = proof.signatures.get(text_digest(signature["text"]))
            if record is not None and record.is_strong and record.sample is not None:
                yield Claim(document.id, number, signature, record, record.sample.version)


def _place(claim: Claim) -> int:
    return max(index for index, sample in enumerate(claim.proof.samples) if sample.found) + 1


def _look(claim: Claim, project: Project, prover: Prover, findings: Findings) -> None:
    later = newer_than(releases_of(project, prover.store), claim.seen)
    if not later:
        findings.there.append((claim, claim.seen))
        return
    newest = later[-1]
    if _holds(claim, newest, project, prover):
        findings.there.append((claim, newest.version))
        return
    last, without = _when(claim, later, project, prover)
    findings.gone.append(Gone(claim, project.project, last, without, newest.version))


def _when(claim: Claim, later: list[Release], project: Project, prover: Prover) -> tuple[str, str]:
    """The last release known to hold a signature and the first known to lack it, by halving; the newest one of `later` lacks it."""
    last, between, without = claim.seen, later[:-1], later[-1].version
    while between:
        middle = len(between) // 2
        try:
            holds = _holds(claim, between[middle], project, prover)
        except UnavailableError:
            del between[middle]  # the range stays wider by this one
            continue
        if holds:
            last, between = between[middle].version, between[middle + 1 :]
        else:
            without, between = between[middle].version, between[:middle]
    return last, without


def _holds(claim: Claim, release: Release, project: Project, prover: Prover) -> bool:
    """Whether a release holds as much of a signature as was recorded. Where it holds it in pieces, so must the recorded release."""
    place = prover.place_in(release.origin, claim.signature, project)
    pieces = pieces_of(parse_template(claim.signature["text"]))
    recorded = 1 - sum(letters(words) for words in claim.proof.filled_in) / sum(map(letters, pieces))
    if place is None or not place.cover.suffices or place.cover.share < recorded - NEAR:
        return False
    if letters(place.cover.longest) >= max(map(letters, pieces)) or claim.proof.sample is None:
        return True
    before = prover.place_in(claim.proof.sample.origin, claim.signature, project)
    return before is None or letters(place.cover.longest) >= letters(before.cover.longest)


def as_markdown(findings: Findings) -> str:
    """The findings as a report for people."""
    lines = ["# Signatures and the newest releases", "", findings.summary[0].upper() + findings.summary[1:] + ".", ""]
    if findings.gone:
        lines += [
            "## Gone",
            "",
            "An entry keeps an old message; give it `last_seen` and `gone_in`, add the new wording, and prove it again.",
            "",
            "| signature | program | last seen in | gone in | newest | text |",
            "|---|---|---|---|---|---|",
        ]
        lines += [
            f"| {g.claim.name} | {g.project} | {g.last} | {g.without} | {g.newest} | {_code(g.claim.signature['text'])} |"
            for g in findings.gone
        ]
        lines.append("")
    if findings.left:
        lines += ["## Not looked at", "", "| signature | last seen in | why |", "|---|---|---|"]
        lines += [f"| {claim.name} | {claim.seen} | {_plain(why)} |" for claim, why in findings.left]
        lines.append("")
    if findings.there:
        lines += ["## Still there", "", "| signature | in |", "|---|---|"]
        lines += [f"| {claim.name} | {version} |" for claim, version in findings.there]
        lines.append("")
    return "\n".join(lines)


def _code(text: str) -> str:
    """A signature as a code span in a table cell."""
    return "`` " + _plain(text)[:160].replace("``", "` `") + " ``"


def _plain(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")

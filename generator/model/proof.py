"""Proof records: where a program that prints a signature was seen to print it. Text of proofs/<area>/<id>.json in, frozen records out.

The files are written by `encyclopedia prove` and by nobody else. A record belongs to a signature by the digest of its text, so a
signature that is edited has no proof until it is proved again.
"""

import dataclasses
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from generator.schema.types import URL
from generator.schema.vocabulary import PROOF

FORMAT = "proof/1"
#: The kinds that rest on the software itself; the others rest on what somebody wrote about it.
STRONG = ("source", "binary", "repository")
UNPROVED = "unproved"
#: No release could be had, so nothing was compared. A result of `encyclopedia prove`, and never written.
UNREACHED = "unreached"
#: How a note begins that tells of a release with a part of the text.
PART = "not whole in"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One release that was looked at. `found` says whether the text stands in it; the place is given where it does."""

    version: str
    origin: str
    found: bool
    archive: str | None = None
    archive_sha256: str | None = None
    commit: str | None = None
    file: str | None = None
    file_sha256: str | None = None
    line: int | None = None
    offset: int | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureProof:
    """What is known of one signature. `also` names places of the same release that hold parts of it; `filled_in` is what stands nowhere, such as a number."""

    text_sha256: str
    begins: str
    kind: str
    url: str | None = None
    samples: tuple[Sample, ...] = ()
    also: tuple[str, ...] = ()
    filled_in: tuple[str, ...] = ()
    note: str | None = None

    @property
    def is_strong(self) -> bool:
        """Whether the software itself was seen to hold the text."""
        return self.kind in STRONG

    @property
    def compared_nothing(self) -> bool:
        """Whether it is unproved and no release was looked at: it says nothing against the text."""
        return self.kind in (UNPROVED, UNREACHED) and not self.samples

    def holds_part_in(self, version: str) -> bool:
        """Whether a release that does not hold the whole text was seen to hold a part of it, as the note says."""
        return f"{PART} {version}:" in (self.note or "")

    @property
    def sample(self) -> Sample | None:
        """The newest sample that holds the text."""
        return next((sample for sample in reversed(self.samples) if sample.found), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class NameProof:
    """Where a flag, variable, metric or Python name of the prose was seen."""

    kind: str
    sample: Sample


@dataclass(frozen=True, slots=True)
class EntryProof:
    """The records of one entry: its signatures by the digest of their text, its names by name."""

    signatures: Mapping[str, SignatureProof]
    names: Mapping[str, NameProof]


NOTHING = EntryProof(MappingProxyType({}), MappingProxyType({}))


class ProofError(ValueError):
    """The text is no proof record; the message says what is wrong with it."""


def text_digest(text: str) -> str:
    """The digest of a signature's text; white space matches any white space, so it counts as one blank."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()


def proof_text(entry: str, signatures: Iterable[SignatureProof], names: Mapping[str, NameProof]) -> str:
    """The text of a record file: the same bytes for the same record."""
    value = {
        "format": FORMAT,
        "generated": "by `encyclopedia prove`; not to be edited by hand",
        "entry": entry,
        "signatures": [_plain(proof) for proof in signatures],
        "names": {name: _plain(names[name]) for name in sorted(names)},
    }
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        pairs = ((field.name, _plain(getattr(value, field.name))) for field in dataclasses.fields(value))
        return {name: item for name, item in pairs if item not in (None, [])}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def parse_proof(text: str, entry: str) -> EntryProof:
    """The records in the text of a record file; raises ProofError."""
    try:
        value = json.loads(text)
    except ValueError as error:
        raise ProofError(f"it is not JSON: {error}") from None
    except RecursionError:
        raise ProofError("it is nested too deeply") from None
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        found = value.get("format") if isinstance(value, dict) else value
        raise ProofError(f"its format is `{found}`, and this program reads `{FORMAT}`")
    if value.get("entry") != entry:
        raise ProofError(f"it is the record of `{value.get('entry')}`")
    try:
        signatures = [_signature(item) for item in value["signatures"]]
        names = {str(name): _name(item) for name, item in value["names"].items()}
    except (KeyError, TypeError, AttributeError) as error:
        raise ProofError(f"a field is missing, unknown or of the wrong type: {error}") from None
    return EntryProof(MappingProxyType({p.text_sha256: p for p in signatures}), MappingProxyType(names))


#: What a record holds besides words.
_NUMBERS, _OTHERS = frozenset({"line", "offset"}), frozenset({"found", "samples"})
_ADDRESS = re.compile(URL.pattern or "")
_DIGEST, _COMMIT = re.compile(r"[0-9a-f]{64}"), re.compile(r"[0-9a-f]{40}")


def _signature(value: dict[str, Any]) -> SignatureProof:
    samples = tuple(_sample(item) for item in value.get("samples", ()))
    fields = {
        **value,
        "samples": samples,
        "filled_in": tuple(value.get("filled_in", ())),
        "also": tuple(value.get("also", ())),
    }
    proof = SignatureProof(**fields)
    _must_be_plain(proof)
    _must(_DIGEST.fullmatch(proof.text_sha256), f"`{proof.text_sha256}` is no sha256")
    _must(proof.kind in PROOF or proof.kind == UNPROVED, f"`{proof.kind}` is no kind of proof")
    _must(not proof.is_strong or proof.sample, f"a proof of kind {proof.kind} names no release that holds the text")
    _must(proof.is_strong or proof.url or proof.kind == UNPROVED, f"a proof of kind {proof.kind} names no address")
    return proof


def _name(value: dict[str, Any]) -> NameProof:
    proof = NameProof(kind=value["kind"], sample=_sample(value["sample"]))
    _must(proof.kind in STRONG and proof.sample.found, "a name is proved by a place in the software")
    return proof


def _sample(value: dict[str, Any]) -> Sample:
    sample = Sample(**value)
    _must_be_plain(sample)
    place = sample.file and _DIGEST.fullmatch(sample.file_sha256 or "")
    _must(isinstance(sample.found, bool), "`found` is true or false")
    _must(not sample.found or place, f"the sample of {sample.version} names no file with its sha256")
    _must(
        not sample.found or sample.line or sample.offset is not None,
        f"the sample of {sample.version} names neither line nor offset",
    )
    _must(sample.commit is None or _COMMIT.fullmatch(sample.commit), f"`{sample.commit}` is no whole commit")
    _must(
        sample.url is None or _ADDRESS.fullmatch(sample.url),
        f"`{sample.url}` is no web address",
    )
    return sample


def _must_be_plain(record: SignatureProof | Sample) -> None:
    """Words are text that can be seen and written, numbers are numbers: anybody can hand in a record."""
    for field in dataclasses.fields(record):
        value, name = getattr(record, field.name), field.name
        if name in _NUMBERS:
            _must(value is None or type(value) is int, f"`{name}` is a whole number")
        elif name not in _OTHERS:
            for words in value if isinstance(value, tuple) else (value,):
                _must(words is None or isinstance(words, str), f"`{name}` is text")
                _must(
                    not words or "".join(words.split()).isprintable(), f"`{name}` holds a character that cannot be seen"
                )


def _must(condition: object, otherwise: str) -> None:
    if not condition:
        raise ProofError(otherwise)

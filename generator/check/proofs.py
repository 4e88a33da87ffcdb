"""Documents with their proof records in, problems out: is each signature and each name of the prose proved, and still the one that was?"""

from collections.abc import Iterable, Iterator
from glob import escape
from pathlib import Path
from typing import Any

from generator.check.names import everyday, names_of
from generator.load import Document
from generator.load.proofs import FOLDER, records_without_entry
from generator.model.proof import STRONG, UNPROVED, EntryProof, ProofError, parse_proof, text_digest
from generator.problems import Location, Problem, did_you_mean

#: The problems that `encyclopedia prove` mends; they do not keep it from looking at an entry.
PROOF_CODES = frozenset({"S120", "S121", "S122", "S123", "S124", "S125", "S126", "P120"})


def proof_of(document: Document) -> EntryProof | ProofError | None:
    """The records of an entry; the error where they cannot be read; None where there are none."""
    if not document.proof:
        return None
    if "proof" not in document.derived:
        try:
            document.derived["proof"] = parse_proof(document.proof, document.id)
        except ProofError as error:
            document.derived["proof"] = error
    found: EntryProof | ProofError = document.derived["proof"]
    return found


def check_proofs(document: Document) -> Iterator[Problem]:
    """What `proof_problems` finds, and the signatures that were looked for in vain."""
    yield from proof_problems(document)
    proof = proof_of(document)
    if isinstance(proof, EntryProof):
        for index, signature in claimed(document):
            record = proof.signatures.get(text_digest(signature["text"]))
            if record is None or record.kind != UNPROVED:
                continue
            if record.compared_nothing:
                yield Problem(
                    "S125",
                    document.at("signatures", index, "text"),
                    f"known from {signature['known_from']}, says the entry, and `prove` compared it with nothing: {_short(record.note)}",
                    "prove it again where its releases can be had, or with folders that have them, named by `--mirror` and `--have`; "
                    "or say `known_from: report` with the address where it was seen",
                )
            else:
                yield Problem(
                    "S123",
                    document.at("signatures", index, "text"),
                    f"known from {signature['known_from']}, says the entry, and `prove` could not show it: {_short(record.note)}",
                    "correct the text, file or versions, and prove it again; or say `known_from: report` with the address where it was seen",
                )


def claimed(document: Document) -> Iterator[tuple[int, dict[str, Any]]]:
    """The signatures that the entry says to have from the software itself, with their places."""
    for index, signature in enumerate(document.value.get("signatures", ())):
        if signature["known_from"] in STRONG:
            yield index, signature


def _short(note: str | None) -> str:
    words = " ".join((note or "no reason is recorded").split())
    return words if len(words) <= 160 else words[:159] + "…"


def proof_problems(document: Document) -> Iterator[Problem]:
    """Records that are missing, stale or damaged. Needs no network and no software. Documentation and reports need no record."""
    if document.proof is None:
        return
    proof = proof_of(document)
    record_file, command = f"{FOLDER}/{document.area}/{document.id}.json", f"run `encyclopedia prove {document.id}`"
    if isinstance(proof, ProofError):
        yield Problem(
            "S122",
            document.at("title"),
            f"the proof record `{record_file}` cannot be used: {_short(str(proof))}",
            command,
        )
        return
    if proof is None:
        if any(claimed(document)):
            yield Problem(
                "S120",
                document.at("signatures", key=True),
                f"there is no proof record `{record_file}`",
                f"{command}; without a network, see proofs/README.md, or say `known_from: report` until it is proved",
            )
        return
    for index, signature in claimed(document):
        if text_digest(signature["text"]) not in proof.signatures:
            yield Problem(
                "S121",
                document.at("signatures", index, "text"),
                "this text has no proof; it is new, was edited since, or could not be looked at",
                f"{command}; where its release cannot be reached, name it with `--mirror` or `--have`, or say `known_from: report`",
            )
    texts = {text_digest(signature["text"]) for signature in document.value.get("signatures", ())}
    for digest, left in proof.signatures.items():
        if digest not in texts:
            yield Problem(
                "S121",
                document.at("title"),
                f"`{record_file}` proves a signature that the entry has no more: “{left.begins}”",
                command,
            )


def check_orphans(root: Path) -> Iterator[Problem]:
    """Record files whose entry does not exist: it was moved or deleted by hand, and its record was not."""
    for path in records_without_entry(root):
        area, id_ = path.parent.name, path.stem
        record = f"{FOLDER}/{area}/{id_}.json"
        there = next(iter(sorted((root / "entries").glob(f"*/{escape(id_)}.yaml"))), None)
        if there is not None:
            other = there.parent.name
            fix = f"move the entry back with `mv entries/{other}/{id_}.yaml entries/{area}/`, then run `encyclopedia rename {id_} {other}/{id_}`"
        else:
            fix = f"bring the entry back and use `encyclopedia retire {id_}` or `rename {id_} NEW-ID`; or, if nobody ever saw it, remove {record}"
        yield Problem(
            "S126", Location(record), f"there is no entry entries/{area}/{id_}.yaml that this record could prove", fix
        )


def known_names(documents: Iterable[Document]) -> set[str]:
    """The names that some record proves or the list of everyday names excuses."""
    proofs = [proof_of(document) for document in documents]
    return {name for proof in proofs if isinstance(proof, EntryProof) for name in proof.names} | everyday().keys()


def check_names(documents: Iterable[Document]) -> Iterator[Problem]:
    """Names in the prose that no record proves and no list excuses. The record of any entry will do: a name means one thing."""
    documents = [document for document in documents if document.proof is not None and not document.is_area]
    known = known_names(documents)
    for document in documents:
        for path, name in names_of(document):
            if name in known:
                continue
            prove = f"run `encyclopedia prove {document.id}`"
            if document.proof == "":
                yield Problem("P120", document.at(*path, find=name), f"`{name}` has not been looked up yet", prove)
            else:
                yield Problem(
                    "P120",
                    document.at(*path, find=name),
                    f"`{name}` was not seen in any program",
                    did_you_mean(name, sorted(known), f"correct it, or {prove}"),
                )

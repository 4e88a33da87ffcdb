"""Corpus in, the published JSON out: signatures.json, entries.json, and each entry whole.

The formats are a contract, described on the site's page about its data. A change that breaks a reader raises the number.
"""

import dataclasses
import json
from datetime import date
from typing import Any

from generator.model import Corpus, FiledEntry
from generator.model.proof import text_digest
from generator.model.template import template_of
from generator.schema.records import Signature
from generator.schema.vocabulary import PLACEHOLDER

SIGNATURES_FORMAT = "signatures/1"
ENTRIES_FORMAT = "entries/1"
ENTRY_FORMAT = "entry/1"
LICENCE = "CC-BY-4.0"


def as_bytes(value: Any) -> bytes:
    """Compact JSON, the same bytes for the same value."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_day).encode() + b"\n"


def _day(value: Any) -> str:
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def signatures_index(corpus: Corpus) -> dict[str, Any]:
    """Every signature with its entry and its provenance, in the order of areas and ids."""
    return {
        "format": SIGNATURES_FORMAT,
        "licence": LICENCE,
        "placeholders": {kind: PLACEHOLDER.meaning(kind) for kind in PLACEHOLDER},
        "signatures": [
            {
                "id": f"{filed.id}#{number}",
                "entry": filed.id,
                "area": filed.area,
                "path": filed.path,
                **_signature(signature),
                **_proof(filed, signature),
            }
            for filed in corpus.entries
            for number, signature in enumerate(filed.entry.signatures, start=1)
        ],
    }


def _signature(signature: Signature) -> dict[str, Any]:
    literals = [literal for literal in template_of(signature.text).literals if literal.strip()]
    return {**_plain(signature), "search_key": max(literals, key=len).strip()}


def _proof(filed: FiledEntry, signature: Signature) -> dict[str, Any]:
    """Where the software was seen to hold the text: the kind, the release, the file with its digest, the line or offset."""
    proof = filed.proof.signatures.get(text_digest(signature.text))
    if proof is None:
        return {}
    sample = _plain(proof.sample) if proof.is_strong else {}
    return {
        "proof": {"kind": proof.kind, **sample, **({"filled_in": list(proof.filled_in)} if proof.filled_in else {})}
    }


def entries_index(corpus: Corpus) -> dict[str, Any]:
    """A short line for every entry and every area."""
    return {
        "format": ENTRIES_FORMAT,
        "licence": LICENCE,
        "areas": [
            {
                "id": area.id,
                "name": area.area.name,
                "summary": area.area.summary,
                "path": area.path,
                "entries": len(area.entries),
            }
            for area in corpus.areas.values()
        ],
        "entries": [_listed(corpus, filed) for filed in corpus.entries],
    }


def _listed(corpus: Corpus, filed: FiledEntry) -> dict[str, Any]:
    entry = filed.entry
    return {
        "id": filed.id,
        "area": filed.area,
        "path": filed.path,
        "title": entry.title,
        "summary": entry.summary,
        "category": entry.category,
        "severity": entry.severity,
        "kind": entry.kind,
        "tags": list(entry.tags),
        "former_ids": list(entry.former_ids),
        "added": entry.added,
        "reviewed": entry.reviewed,
        "signatures": len(entry.signatures),
        "links": _links(corpus, filed),
    }


def _links(corpus: Corpus, filed: FiledEntry) -> list[dict[str, str]]:
    return [{"kind": link.kind, "entry": link.other.id} for link in corpus.links(filed.id)]


def entry_record(corpus: Corpus, filed: FiledEntry) -> dict[str, Any]:
    """One entry whole: all fields of its file, its place, and its links seen from both ends."""
    return {
        "format": ENTRY_FORMAT,
        "licence": LICENCE,
        "id": filed.id,
        "area": filed.area,
        "path": filed.path,
        "file": filed.file,
        **_plain(filed.entry),
        "links": _links(corpus, filed),
    }


def _plain(value: Any) -> Any:
    """A record as plain values, without the fields that are empty."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    names = _fields_of(type(value))
    if not names:
        return value
    pairs = ((name, _plain(getattr(value, name))) for name in names)
    return {name: item for name, item in pairs if item is not None and item != []}


#: The fields of each class that was met; a plain value's has none.
_FIELDS: dict[type[Any], tuple[str, ...]] = {}


def _fields_of(kind: type[Any]) -> tuple[str, ...]:
    names = _FIELDS.get(kind)
    if names is None:
        names = _FIELDS[kind] = (
            tuple(f.name for f in dataclasses.fields(kind)) if dataclasses.is_dataclass(kind) else ()
        )
    return names

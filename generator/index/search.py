"""Corpus in, the two files of the search box out: what a first answer needs, and the texts that are searched when it has been given.

Both are short rows in the order of the corpus, without what a result does not show or search: a box that is touched must answer at once.
"""

from typing import Any

from generator.model import Corpus, FiledEntry
from generator.model.markdown import plain
from generator.model.template import key_of, template_of

#: Raised by one with every change that the scripts of an older page cannot read; `search/records.mjs` names the same.
FORMAT = "search/1"


def search_index(corpus: Corpus) -> dict[str, Any]:
    """Areas and entries with their titles and signatures, and the word by which each signature is searched for."""
    return {
        "format": FORMAT,
        "licence": "CC-BY-4.0",
        "areas": {area.id: area.area.name for area in corpus.areas.values()},
        "entries": [_entry(filed) for filed in corpus.entries],
        "keys": [key_of(template_of(signature.text)) for f in corpus.entries for signature in f.entry.signatures],
    }


def _entry(filed: FiledEntry) -> dict[str, Any]:
    entry = filed.entry
    return {
        "id": filed.id,
        "area": filed.area,
        "title": entry.title,
        "severity": entry.severity,
        "kind": entry.kind,
        "signatures": [signature.text for signature in entry.signatures],
    }


def search_texts(corpus: Corpus) -> dict[str, Any]:
    """For each entry, in the same order, where it belongs, what is seen of it, and what else is told."""
    return {"format": FORMAT, "licence": "CC-BY-4.0", "entries": [_texts(corpus, filed) for filed in corpus.entries]}


def _texts(corpus: Corpus, filed: FiledEntry) -> dict[str, Any]:
    entry = filed.entry
    return {
        "tags": [corpus.areas[filed.area].area.name, entry.category, *entry.tags],
        "symptoms": [plain(entry.quick_answer.symptom), *(plain(symptom.sign) for symptom in entry.symptoms)],
        "texts": [
            plain(entry.summary),
            *(question.question for question in entry.faq),
            *(metric.name for metric in entry.metrics),
        ],
    }

"""Checked documents and the corpus in, the whole measurement out."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date

from generator.check.names import everyday, names_of
from generator.check.proofs import known_names
from generator.load import Document
from generator.model import Corpus
from generator.model.standing import ColdReading, Entries, Names, Reviews, Standing
from generator.schema.vocabulary import CATEGORY, KIND, SEVERITY
from generator.standing.confusion import confusion_of
from generator.standing.prose import prose_of
from generator.standing.relations import references_of, relations_of
from generator.standing.signatures import signatures_of


def measure(
    documents: Iterable[Document],
    corpus: Corpus,
    healthy: Iterable[tuple[str, bytes]],
    readings: Sequence[ColdReading],
    today: date,
) -> Standing:
    """`documents` are sound; `healthy` are logs of jobs in which nothing failed; `readings` were written down by the readers."""
    entries = [document for document in documents if not document.is_area]
    excerpts, healthy_logs = confusion_of(corpus, healthy)
    return Standing(
        measured=today.isoformat(),
        entries=_entries(corpus),
        signatures=signatures_of(corpus),
        names=_names(entries),
        prose=prose_of(entries),
        references=references_of(corpus),
        relations=relations_of(corpus),
        excerpts=excerpts,
        healthy_logs=healthy_logs,
        reviews=_reviews(corpus),
        cold_readings=tuple(readings),
    )


def _entries(corpus: Corpus) -> Entries:
    entries = [filed.entry for filed in corpus.entries]
    sorts = (
        (CATEGORY, Counter(entry.category for entry in entries)),
        (KIND, Counter(entry.kind for entry in entries)),
        (SEVERITY, Counter(entry.severity for entry in entries)),
    )
    category, kind, severity = ({word: counted[word] for word in words} for words, counted in sorts)
    return Entries(
        total=len(entries),
        by_area=dict(sorted(Counter(filed.area for filed in corpus.entries).items())),
        by_category=category,
        by_kind=kind,
        by_severity=severity,
        with_fingerprint=sum(entry.fingerprint is not None for entry in entries),
        without_signature=sum(not entry.signatures for entry in entries),
    )


def _names(documents: Sequence[Document]) -> Names:
    found = {name for document in documents for _, name in names_of(document)}
    return Names(
        total=len(found),
        everyday=len(found & everyday().keys()),
        unproven=tuple(sorted(found - known_names(documents))),
    )


def _reviews(corpus: Corpus) -> Reviews:
    days = sorted(filed.entry.reviewed.isoformat() for filed in corpus.entries)
    months = Counter(day[:7] for day in days)
    return Reviews(
        oldest=days[0] if days else None,
        newest=days[-1] if days else None,
        by_month=dict(sorted(months.items())),
    )

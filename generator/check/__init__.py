"""Checking: documents in, problems out. One small rule a function; a pass for each file and a pass for all of them."""

from collections.abc import Collection, Iterable, Iterator

from generator.check.agreement import check_agreement, check_versions
from generator.check.copied import check_copied
from generator.check.crossing import Log, check_crossing
from generator.check.destructive import check_destructive
from generator.check.links import check_areas, check_ids, check_links, linkable
from generator.check.misses import check_misses
from generator.check.names import names_of
from generator.check.programs import check_programs
from generator.check.proofs import check_names, check_proofs, proof_of, proof_problems
from generator.check.prose import check_prose, check_repetition, check_secrets, check_sentences, prepare_for_comparison
from generator.check.references import check_references
from generator.check.relations import check_relations
from generator.check.shape import check_shape
from generator.check.signatures import check_conditions, check_doubled_signatures, check_signatures, search_keys
from generator.check.tidy import check_tidy
from generator.load import Document
from generator.model.projects import Projects
from generator.problems import Problem, is_error
from generator.schema.types import id_of_former


def check_document(document: Document) -> Iterator[Problem]:
    """Everything that can be said of one file alone. Later rules rely on a sound shape and wait for it."""
    shape = list(check_shape(document))
    yield from shape
    if any(is_error(problem.code) for problem in shape):
        return
    yield from check_tidy(document)
    yield from check_prose(document)
    yield from check_sentences(document)
    yield from check_secrets(document)
    yield from check_copied(document)
    if not document.is_area:
        yield from check_signatures(document)
        yield from check_conditions(document)
        yield from check_versions(document)
        yield from check_references(document)
        yield from check_destructive(document)
        names_of(document)
        proof_of(document)
        search_keys(document)
    prepare_for_comparison(document)


def check_together(
    documents: Iterable[Document],
    unsound: Iterable[str] = (),
    clean: Iterable[Log] = (),
    only: Collection[str] | None = None,
    projects: Projects | None = None,
) -> Iterator[Problem]:
    """What only all files together can show. `unsound` names ids whose files have problems: links to them are not broken.
    `clean` holds logs of healthy jobs. With `only`, names of files, the costly comparisons are made for these alone.
    `projects` is where programs are published."""
    sound, unsound = list(documents), set(unsound)
    ids = (
        {d.id for d in sound if not d.is_area}
        | {id_of_former(old) for d in sound if not d.is_area for old in d.value.get("former_ids", ())}
        | unsound
    )
    yield from check_ids(sound)
    if "_area" not in unsound:  # an _area.yaml with problems is no missing one; the ids do not say whose it is
        yield from check_areas(sound)
    yield from check_links(sound, ids)
    yield from check_relations(sound)
    yield from check_doubled_signatures(d for d in sound if not d.is_area)
    yield from check_crossing((d for d in sound if not d.is_area), clean, only)
    yield from check_misses((d for d in sound if not d.is_area), only)
    yield from check_repetition(sound)
    for document in sound:
        if not document.is_area and (only is None or document.name in only):
            yield from check_proofs(document)
            yield from check_agreement(document, projects)
    yield from check_names(sound)
    yield from check_programs(sound, projects)


__all__ = ["check_agreement", "check_document", "check_together", "linkable", "proof_problems"]

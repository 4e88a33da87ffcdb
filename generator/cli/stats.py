"""`encyclopedia stats`: how far the encyclopedia can be trusted, measured."""

from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path

import click

from generator.cli.common import PROBLEMS, WrongUseError, counted, format_option, print_problems, root_option
from generator.load.paths import clean_logs
from generator.load.standing import MEASURED, read_readings
from generator.model.standing import Standing, as_json
from generator.write import write_whole


@click.command("stats")
@format_option("A table for people, or JSON for programs.")
@click.option(
    "--write", is_flag=True, help=f"Keep the measurement in {MEASURED}, from which the site's page on trust is made."
)
@root_option
def command(form: str, write: bool, root: Path) -> None:
    """Measure the whole: proof, prose, references, relations, and what the diagnosis makes of every excerpt.

    It takes some seconds for a hundred entries. Exit 1: the entries have problems (see `encyclopedia check`).

    \b
    Examples:
      encyclopedia stats
      encyclopedia stats --format json | jq .signatures.proof
      encyclopedia stats --write
    """
    from generator.check.tree import check_tree
    from generator.pipeline import corpus_of
    from generator.problems import is_error
    from generator.standing import measure
    from generator.standing.readings import ReadingsError, parse_readings

    checked = check_tree(root)
    if not checked.is_sound:
        print_problems([problem for problem in checked.problems if is_error(problem.code)], checked, root)
        click.echo("nothing was measured: mend these first", err=True)
        raise SystemExit(PROBLEMS)
    try:
        readings = parse_readings(read_readings(root))
    except ReadingsError as error:
        raise WrongUseError(str(error)) from error
    standing = measure(checked.documents, corpus_of(checked.documents), clean_logs(root), readings, date.today())
    if write:
        write_whole(root / MEASURED, as_json(standing))
    click.echo(as_json(standing) if form == "json" else "\n".join(_lines(standing)), nl=form != "json")


def _lines(standing: Standing) -> Iterator[str]:
    entries, signatures, names, prose = standing.entries, standing.signatures, standing.names, standing.prose
    references, relations, excerpts, healthy = (
        *(standing.references, standing.relations),
        *(standing.excerpts, standing.healthy_logs),
    )
    yield from _part("Entries", f"{entries.total} in {counted(len(entries.by_area), 'area')}")
    yield _row("by kind", _counts(entries.by_kind))
    yield _row("by category", _counts(entries.by_category))
    yield _row("by severity", _counts(entries.by_severity))
    yield _row("with a fingerprint", _share(entries.with_fingerprint, entries.total))
    yield _row("without a signature", str(entries.without_signature))
    yield from _part(
        "Signatures", f"{signatures.total}, {signatures.seen_in_the_software:.1%} seen in the software itself"
    )
    yield _row("by proof", _counts(signatures.proof))
    yield from _part("Names", f"{names.total} flags, variables, metrics and Python names")
    yield _row("unproven", _list(names.unproven))
    yield from _part("Prose", f"{prose.sentences} sentences")
    yield _row("standing twice", str(prose.sentences_twice))
    worst = prose.overlap[0] if prose.overlap else None
    yield _row(
        f"most runs of {prose.words_in_a_run} words shared",
        f"{worst.runs} ({worst.share:.1%}) by {' and '.join(worst.entries)}" if worst else "none",
    )
    yield _row(
        "words in a sentence",
        f"{prose.median_words:g} in the middle, 95 % up to {prose.words_of_95_percent:g}; {prose.over_40_words:.1%} over 40",
    )
    yield from _part("References", f"{references.total}, {references.primary} of them primary")
    yield _row("entries without primary", _list(references.entries_without_primary))
    yield from _part("Relations", str(relations.total))
    yield _row("orphans", _list(relations.orphans))
    yield _row("related to fewer than two", _list(relations.fewer_than_two))
    yield _row("circles of causes", _list([" → ".join(ring) for ring in relations.loops]))
    yield from _part("Diagnosis", f"{excerpts.total} excerpts, {excerpts.near_misses} near misses")
    yield _row("own entry first", _share(excerpts.own_entry_first, excerpts.total))
    yield _row("its cause first", str(len(excerpts.cause_first)))
    yield _row(
        "another answer", _list([f"{one.entry} {one.excerpt}: {one.answer or 'nothing'}" for one in excerpts.wrong])
    )
    yield _row("false alarms", f"{len(healthy.false_alarms)} in {healthy.total} healthy logs")
    yield from _part("Reviews", f"{standing.reviews.oldest or 'none'} to {standing.reviews.newest or 'none'}")
    for reading in standing.cold_readings:
        yield _row(
            f"cold reading of {reading.day}", f"{_share(reading.material, reading.entries)} with a material error"
        )


def _part(name: str, words: str) -> Iterator[str]:
    if name != "Entries":
        yield ""
    yield f"{click.style(name, bold=True)}: {words}"


def _row(name: str, words: str) -> str:
    return f"  {name + ':':36} {words}"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in counts.items() if number) or "none"


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.1%})" if whole else "none"


def _list(names: list[str] | tuple[str, ...]) -> str:
    shown = ", ".join(names[:6])
    return f"{shown} and {len(names) - 6} more" if len(names) > 6 else shown or "none"

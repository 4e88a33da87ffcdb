"""`encyclopedia prove`: entries in, proof records out; or recorded proofs in, problems out."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.check import check_agreement, proof_problems
from generator.check.proofs import PROOF_CODES, known_names, proof_of
from generator.check.tree import Checked, check_tree
from generator.cli.common import PROBLEMS, WrongUseError, counted, print_problems, root_option, safe, summary
from generator.cli.releases import AT_HAND, folders, release_options, store_of
from generator.load import Document
from generator.load.proofs import proof_path
from generator.model.projects import TABLE, Projects, TableError, read_projects
from generator.model.proof import NOTHING, STRONG, UNPROVED, UNREACHED, EntryProof, SignatureProof, proof_text
from generator.problems import did_you_mean, is_error
from generator.write import write_whole

if TYPE_CHECKING:
    from generator.prove import Prover


@click.command("prove")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--check", "only_check", is_flag=True, help="Verify the recorded proofs; downloads nothing.")
@release_options("Use only what is on this machine.")
@click.option(
    "--limit",
    default=300,
    show_default=True,
    metavar="MIB",
    type=click.IntRange(1),
    help="The most that one file may load.",
)
@click.option("--newest", is_flag=True, help="Look proved signatures up in the newest releases; changes no record.")
@click.option("--report", metavar="FILE", help="Where --newest writes what it found, as Markdown.")
@root_option
def command(
    ids: tuple[str, ...], only_check: bool, mirrors: tuple[str, ...], have: tuple[str, ...], limit: int, offline: bool,
    newest: bool, report: str | None, root: Path,
) -> None:  # fmt: skip
    """Look each signature and name up in the software, and record where it stands.

    Reads proofs/_projects.yaml for where a program is published, loads only the releases that an entry names, and writes
    proofs/<area>/<id>.json as soon as that entry is done. What it has loaded is kept in .cache/prove. A release that cannot
    be had is named at the end; what an earlier record knows of it stays, and where none could be had nothing is recorded.
    See proofs/README.md for work without a network.
    Exit 0: all records are up to date, or were written. Exit 1: problems, a signature that was not seen where the entry says, a
    release that cannot be had, or, with --newest, a signature that is gone. Exit 2: wrong use, such as an id that does not exist.

    \b
    Examples:
      encyclopedia prove nccl-ib-completion-error
      encyclopedia prove --mirror ~/src --have ~/Downloads
      encyclopedia prove --newest --report report.md
      encyclopedia prove --check
    """
    if report is not None and not newest:
        raise WrongUseError("--report FILE goes with --newest")
    if newest and only_check:
        raise WrongUseError("--newest looks at releases and --check at records; take one of them")
    checked = check_tree(root)
    documents = _named(ids, checked)
    if only_check:
        _verify(documents, checked, root)
        return
    from generator.prove import Prover

    projects = _table(root)
    prover = Prover(projects, store_of(root, projects, folders(mirrors), folders(have), limit, offline))
    if newest:
        _look_at_newest(documents, prover, report)
    else:
        _prove(documents, prover, root, known_names(checked.documents))


def _prove(documents: list[Document], prover: "Prover", root: Path, known: set[str]) -> None:
    """Proves one entry after another; each record is written when its entry is done, so that an interruption loses one."""
    kinds: Counter[str] = Counter()
    written = 0
    projects = prover.projects
    for document in documents:
        click.echo(document.id, err=True)
        proof = proof_of(document)
        earlier = proof if isinstance(proof, EntryProof) else NOTHING
        proofs = list(prover.signatures(document, earlier))
        names, missing, unreached = prover.names(document, earlier)
        path = proof_path(root, document.area, document.id)
        compared = [proof for proof in proofs if proof.kind != UNREACHED]
        if compared or names or not proofs:
            written += write_whole(path, proof_text(document.id, compared, names))
        kinds.update(proof.kind for proof in proofs)
        known |= names.keys()
        _tell(document, proofs, projects)
        for names_, became in ((missing, "names not found"), (unreached, "names that could not be looked at")):
            if unknown := [name for name in names_ if name not in known]:
                click.echo(safe(f"{document.id} {became}: {', '.join(unknown)}"))
        prover.store.rest()
    _sum_up(kinds, written)
    for origin, why in prover.store.failed.items():
        click.echo(safe(f"not looked at: {origin}\n    {why}"), err=True)
    if prover.store.failed:
        click.echo(f"to look at what cannot be reached, {AT_HAND}", err=True)
    if kinds[UNPROVED]:
        click.echo(
            f"{kinds[UNPROVED]} {'signature was' if kinds[UNPROVED] == 1 else 'signatures were'} not seen where the entry says; mend what is named above and prove again, or say `known_from: report`",
            err=True,
        )
    if prover.store.failed or kinds[UNPROVED] or kinds[UNREACHED]:
        raise SystemExit(PROBLEMS)


def _look_at_newest(documents: list[Document], prover: "Prover", report: str | None) -> None:
    from generator.prove.newest import as_markdown, look_at_newest

    findings = look_at_newest(documents, prover)
    text = as_markdown(findings)
    if report is None:
        click.echo(safe(text))
    else:
        try:
            write_whole(Path(report), text)
        except OSError as error:
            raise WrongUseError(f"the report cannot be written to `{report}`: {error.strerror}") from None
        click.echo(findings.summary)
    if findings.gone:
        raise SystemExit(PROBLEMS)


def _named(ids: Iterable[str], checked: Checked) -> list[Document]:
    entries = {document.id: document for document in checked.documents if not document.is_area}
    wrong = [problem for problem in checked.problems if is_error(problem.code) and problem.code not in PROOF_CODES]
    unsound = {Path(problem.location.path).stem for problem in wrong} - {"_area"}
    if unsound:
        click.echo(
            safe(f"left out, as `encyclopedia check` finds problems in them: {', '.join(sorted(unsound))}"), err=True
        )
    entries = {name: document for name, document in entries.items() if name not in unsound}
    for name in ids:
        if name in unsound:
            raise WrongUseError(f"the entry `{name}` has problems; run `encyclopedia check`")
        if name not in entries:
            raise WrongUseError(
                f"there is no entry `{name}`; {did_you_mean(name, list(entries), 'see `encyclopedia search WORDS`')}"
            )
    return [document for document in entries.values() if not ids or document.id in ids]


def _table(root: Path) -> Projects:
    try:
        return read_projects(root)
    except TableError as error:
        raise WrongUseError(str(error)) from None


def _verify(documents: list[Document], checked: Checked, root: Path) -> None:
    projects = _table(root)
    problems = [
        problem
        for document in documents
        for problem in (*proof_problems(document), *check_agreement(document, projects))
        if is_error(problem.code)
    ]
    print_problems(problems, checked, root)
    click.echo(
        ("\n" if problems else "")
        + f"{len(documents)} {'entry' if len(documents) == 1 else 'entries'}: {summary(problems)}"
    )
    if problems:
        raise SystemExit(PROBLEMS)


def _tell(document: Document, proofs: list[SignatureProof], projects: Projects) -> None:
    """What is not seen, or not all of it. Where the program has no row, which one may be meant."""
    for number, (proof, signature) in enumerate(zip(proofs, document.value.get("signatures", ()), strict=True), 1):
        notes = [proof.note] if proof.note else []
        if not proof.is_strong and proof.kind not in (UNPROVED, UNREACHED):
            notes.append(f"not seen in the software; the entry says `{proof.kind}` and shows it as that")
        if not proof.is_strong and not projects.names_program(signature["program"]):
            unknown = f"`{signature['program']}` has no row in {TABLE}"
            notes.append(f"{unknown}: {projects.like(signature['program'], (), 'its head says how to add one')}")
        if notes:
            click.echo(safe(f"{document.id}#{number} {_said(proof.kind)}: {proof.begins}\n    " + "\n    ".join(notes)))


def _said(kind: str) -> str:
    return "could not be looked at" if kind == UNREACHED else kind


def _sum_up(kinds: Counter[str], written: int) -> None:
    total, strong = sum(kinds.values()), sum(kinds[kind] for kind in STRONG)
    words = ", ".join(f"{count} {_said(kind)}" for kind, count in kinds.most_common())
    click.echo(
        f"\n{counted(total, 'signature')}: {words or 'none'}; {strong} of {total} seen in the software; {counted(written, 'record')} written"
    )

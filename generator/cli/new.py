"""`encyclopedia new`: what somebody met in, a commented entry file out, with the signature drafted, compared and looked up."""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click
from yaml import YAMLError

from generator.cli.asking import asked, asked_line
from generator.cli.common import PROBLEMS, WrongUseError, root_option, safe
from generator.cli.entry_index import index_of
from generator.cli.error_line import line_of_logs, line_of_text, show
from generator.cli.releases import AT_HAND, folders, release_options, store_of
from generator.diagnose.mask import Masker
from generator.draft import Draft, doubt_of, draft_of, is_untouched, misfit_of
from generator.match.compiled import EntryIndex
from generator.match.find import find_entries
from generator.match.misses import near_misses_like
from generator.model.projects import TABLE, TableError, read_projects
from generator.model.proof import UNREACHED
from generator.moves import former_ids
from generator.problems import did_you_mean
from generator.schema.scaffold import scaffold
from generator.schema.types import ID, id_of_former, is_id
from generator.write import write_whole

if TYPE_CHECKING:
    from generator.model.proof import SignatureProof

#: A message that begins with the class of an exception.
_RAISED = re.compile(r"(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Exit|Interrupt|Warning): ")
#: How much one release may load while somebody waits.
MOST_MIB = 400
NEAREST = 3


@dataclass(frozen=True, slots=True)
class Given:
    """What the author said, on the command line or when asked."""

    title: str | None
    line: str | None
    program: str | None
    file: str | None
    version: str | None


@click.command("new")
@click.argument("place", metavar="AREA/ID")
@click.option("--title", default=None, help="The failure as seen, one line.")
@click.option(
    "--line",
    default=None,
    help="A line that the software prints, as it stands in the log; of several, the error line that no entry explains.",
)
@click.option(
    "--from-log",
    "log",
    default=None,
    metavar="PATH",
    help="Take the line from the error lines of a log, or of a folder of logs, that no entry explains.",
)
@click.option("--program", default=None, help="The program that prints it, such as vLLM.")
@click.option("--file", "file", default=None, help="Its file that prints it, such as vllm/engine/core.py.")
@click.option(
    "--version",
    default=None,
    help="A release of it that prints the line; with --program and --file, the line is looked up there.",
)
@release_options("Look nothing up on the network.")
@click.option("--anyway", is_flag=True, help="Also when an entry already answers this line.")
@root_option
def command(
    place: str,
    title: str | None,
    line: str | None,
    log: str | None,
    program: str | None,
    file: str | None,
    version: str | None,
    mirrors: tuple[str, ...],
    have: tuple[str, ...],
    offline: bool,
    anyway: bool,
    root: Path,
) -> None:
    """Start entries/AREA/ID.yaml: every field with its purpose and an example, and the signature drafted from a line of the log.

    The area has to be there. What varies in the line (numbers, paths, addresses, ids) becomes a placeholder. Entries that look like it are named first. In a terminal you
    are asked for what is missing, and may change the draft. The line is looked up in what --mirror and --have name, or else loaded. A draft in
    which nothing has been filled in may be started again.

    \b
    Examples:
      encyclopedia new vllm/vllm-request-aborted --title "Requests aborted under load" --program vLLM
      encyclopedia new nccl/nccl-new-message --line "NET/IB : qp 12 went away" --program NCCL --file src/transport/net_ib.cc --version 2.28.3
      encyclopedia new pytorch/strange-crash --from-log run/rank_3.log
    """
    area, id_ = _placed(place, root)
    here = folders(mirrors), folders(have)
    if line is not None and log is not None:
        raise WrongUseError("--line and --from-log both give the line; take one of them")
    if any("\ud800" <= character <= "\udfff" for character in f"{title}{line}{program}{file}{version}"):
        raise WrongUseError("the title, line, program, file or version is not UTF-8; paste it into the file instead")
    asks = sys.stdin.isatty() and sys.stdout.isatty()
    for wrong in (_title_trouble(title or ""), _program_trouble(program or "")):
        if wrong is not None:
            raise WrongUseError(wrong)
    index = cache(lambda: index_of(root))  # once, and only where there is a line to compare
    given = Given(title, line if log is None else line_of_logs(log, index(), asks), program, file, version)
    given = _asked(given, root) if asks else given
    draft, proof = None, None
    if given.line and given.line.strip():
        line = given.line.strip("\r\n")
        line = Masker().mask(line_of_text(line, index(), asks) if "\n" in line else line)
        given = replace(given, line=line)
        _compare(line, index(), anyway, asks)
        _name_program(given.program, index(), root)
        draft = _agreed(draft_of(line), line, asks)
        _tell(draft)
        proof = _look_up(draft, given, root, here, offline, id_)
    sample = proof.sample if proof is not None and proof.is_strong else None
    text = scaffold(
        date.today(),
        {
            "title": given.title,
            "line": given.line,
            "template": draft.text if draft else None,
            "program": given.program,
            "file": given.file,
            "level": "exception" if draft and _RAISED.match(draft.text) else None,
            "version": given.version if sample else None,
            "known_from": proof.kind if proof and sample else None,
            "url": (sample.url or (proof.url if proof else None)) if sample else None,
        },
    )
    shown = _write(text, root, area, id_)
    click.echo(f"next: fill in the fields, then run: encyclopedia check {shown}")


def _placed(place: str, root: Path) -> tuple[str, str]:
    """The area and id; refused where one is not well formed, the area is not there, or the id is taken."""
    area, slash, id_ = place.partition("/")
    areas = sorted(path.parent.name for path in (root / "entries").glob("*/_area.yaml"))
    if not slash and is_id(area):
        raise WrongUseError(
            f"`{area}` is an area; add the id of the entry, as in `encyclopedia new {area}/kv-cache-full`"
            if area in areas
            else f"`{area}` has no area in front; give AREA/ID, as in `encyclopedia new {areas[0] if areas else 'vllm'}/{area}`. Areas: {', '.join(areas)}"
        )
    for what, name in (("area", area), ("id", id_)):
        if not is_id(name):
            raise WrongUseError(
                f"the {what} `{name}` is not well formed; use {ID.hint}, as in `encyclopedia new vllm/kv-cache-full`"
            )
    taken = sorted((root / "entries").glob(f"*/{id_}.yaml"))
    if taken and not _may_be_written_again(taken, area):
        raise WrongUseError(
            f"the id `{id_}` is taken by {taken[0].relative_to(root).as_posix()}; improve that entry, or name the failure more precisely"
        )
    for path in sorted((root / "entries").glob("*/*.yaml")) if not taken else ():
        if id_ in map(id_of_former, _former_ids(path)):
            raise WrongUseError(
                f"`{id_}` was the id of an entry, and its old address leads to {path.relative_to(root).as_posix()}; take another id, or improve that one"
            )
    if area not in areas:
        near = did_you_mean(area, areas, f"areas: {', '.join(areas)}.")
        raise WrongUseError(
            f"there is no area `{area}`; {near} To make an area, write entries/{area}/_area.yaml first; `encyclopedia schema --area` shows what it holds"
        )
    return area, id_


def _may_be_written_again(taken: list[Path], area: str) -> bool:
    """Whether it is this entry's own draft, in which nobody has filled in anything yet."""
    return [path.parent.name for path in taken] == [area] and is_untouched(taken[0].read_text("utf-8", "replace"))


def _former_ids(path: Path) -> list[str]:
    """Those of a file of entries/; none where it is no YAML, which the check says."""
    try:
        return former_ids(path.read_text("utf-8", "replace"))
    except YAMLError:
        return []


def _asked(given: Given, root: Path) -> Given:
    """What is missing, asked in a terminal; an empty answer leaves a field for later. File and version are asked of a program whose releases can be looked into."""
    title, line, program, file, version = given.title, given.line, given.program, given.file, given.version
    if title is None:
        title = _until_it_fits("The failure as seen, one line, no full stop", _title_trouble)
    if line is None:
        line = asked("A line that the software prints (empty where it prints none)")
    if line and program is None:
        program = _until_it_fits("The program that prints it", _program_trouble)
    if line and program and _is_published(program, root):
        if file is None:
            file = asked_line("Its file that prints it, such as vllm/engine/core.py (Enter leaves it out)")
        if file and version is None:
            version = asked_line("A release that prints it, such as 0.11.0 (Enter leaves it out)")
    return replace(given, title=title, line=line, program=program, file=file, version=version)


def _is_published(program: str, root: Path) -> bool:
    """Whether the table of projects says where its releases are."""
    try:
        return any(program in project.programs for project in read_projects(root).projects)
    except TableError:
        return False


def _until_it_fits(question: str, trouble: Callable[[str], str | None], default: str | None = None) -> str | None:
    while True:
        answer = asked_line(question, default)
        wrong = trouble(answer) if answer and answer != default else None
        if wrong is None:
            return answer
        click.echo(safe(wrong))


def _title_trouble(title: str) -> str | None:
    """Why this is no title, or None: what stands in a log is easily pasted where the failure is to be named."""
    if "\n" in title:
        return f"the title has {len(title.splitlines())} lines; name the failure in one, as a person would who sees it"
    if title.startswith("Traceback ("):
        return "the title is the head of a traceback; name the failure as seen, such as `Requests aborted under load`"
    return None


def _program_trouble(program: str) -> str | None:
    """Why this is no program, or None."""
    if "\n" in program or ": " in program:
        return f"the program `{program.splitlines()[0]}` looks like a line of a log; give the name alone, such as `PyTorch` or `NCCL`"
    return None


def _compare(line: str, index: EntryIndex, anyway: bool, asks: bool) -> None:
    """Names the entries that this line looks like. One that answers it already is a reason to stop."""
    found = find_entries(index, line, NEAREST)
    answered = [one for one in found if one.reason == "prints"]
    if answered and not anyway:
        show("an entry already answers this line:", (one.row for one in answered))
        if asks and click.confirm("Write a new one all the same?", default=False):
            return
        click.echo(
            "improve that entry; or, where yours is another failure, add --anyway and tell the two apart", err=True
        )
        raise SystemExit(PROBLEMS)
    missed = [] if answered else near_misses_like(index.rows, line)
    if missed:
        show(
            "it stands as a near miss; when your entry is there, name it in that near miss (`entry: ID`):",
            (one.row for one in missed),
        )
    if found:
        show("this looks like:", (one.row for one in found))


def _name_program(program: str | None, index: EntryIndex, root: Path) -> None:
    """Says where neither the table of projects nor an entry names this program, and which may be meant."""
    try:
        projects = read_projects(root)
    except TableError:
        return  # there is none, or the look-up says what is wrong with it
    others = {source.program for row in index.rows for source in row.sources}
    if program and program not in others and not projects.names_program(program):
        remedy = projects.like(program, others, "if it is new here, see the head of that table")
        click.echo(safe(f"program: neither {TABLE} nor an entry names `{program}`; {remedy}"))


def _agreed(draft: Draft, line: str, asks: bool) -> Draft:
    """The draft, as it is or as its author changed it in a terminal: what does not hit the line is asked for again."""
    if not asks:
        return draft
    click.echo(safe(f"draft: {draft.text}"))
    text = _until_it_fits("The signature (Enter keeps it)", lambda answer: misfit_of(answer, line), draft.text)
    return replace(draft, text=text, prefix="", doubt=doubt_of(text)) if text and text != draft.text else draft


def _tell(draft: Draft) -> None:
    click.echo(safe(f"signature: {draft.text}"))
    for placeholder, value in draft.filled:
        if placeholder[1:-1] in draft.text:
            click.echo(safe(f"  {placeholder} stands for `{value}`"))
    if draft.prefix.strip():
        click.echo(safe(f"  left out in front: `{draft.prefix.strip()}`"))
    if draft.doubt:
        click.echo(safe(f"  to mend: {draft.doubt}"))


def _write(text: str, root: Path, area: str, id_: str) -> str:
    path = root / "entries" / area / f"{id_}.yaml"
    is_again = path.exists()
    write_whole(path, text)
    shown = path.relative_to(root).as_posix()
    click.echo(f"{'written again, as nothing was filled in' if is_again else 'written'}: {shown}")
    return shown


def _look_up(
    draft: Draft, given: Given, root: Path, here: tuple[tuple[Path, ...], tuple[Path, ...]], offline: bool, id_: str
) -> "SignatureProof | None":
    """What that release holds of it; `here` are folders with git repositories and with archives. Needs program, file and version, and the package that finds releases; says what is missing."""
    missing = [f"--{name}" for name in ("program", "file", "version") if getattr(given, name) is None]
    wants = None
    if missing:
        wants = f"needs {', '.join(missing)}"
    elif draft.doubt:
        wants = "waits for a signature that can be used"
    elif not offline and not any(here) and find_spec("unearth") is None:
        wants = "needs a package that is not installed: run `make prove-tools`"
    if wants is not None:
        click.echo(f"not looked up yet: that {wants}; later, `encyclopedia prove {id_}` does it")
        return None
    from generator.prove import Prover

    try:
        projects = read_projects(root)
    except TableError as error:
        raise WrongUseError(str(error)) from None
    store = store_of(root, projects, *here, MOST_MIB, offline)
    click.echo(f"looking for it in {safe(str(given.program))} {safe(str(given.version))} …")
    record = Prover(projects, store).signature(
        {
            "text": draft.text,
            "program": given.program,
            "file": given.file,
            "last_seen": given.version,
            "known_from": "source",
            "url": "",
        }
    )
    click.echo(safe(_verdict(record)))
    for origin, why in store.failed.items():
        click.echo(safe(f"  not looked at: {origin}\n    {why}"))
    if store.failed:
        click.echo(f"  to look at it, {AT_HAND}")
    return record


def _verdict(record: "SignatureProof") -> str:
    sample = record.sample
    if record.is_strong and sample is not None:
        place = f"{sample.file}:{sample.line}" if sample.line else f"{sample.file}"
        return f"found: {sample.origin}, {place}; known_from and url are filled in"
    if record.kind == UNREACHED:
        return f"could not be looked at ({record.note}); last_seen stays empty"
    note = record.note or "no release that could be read holds it"
    return f"{note if note.startswith('not ') else f'not found: {note}'}; last_seen stays empty"

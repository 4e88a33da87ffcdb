"""`encyclopedia new`: what somebody met in, a commented entry file out, with the signature drafted, compared and looked up."""

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click
from yaml import YAMLError

from generator.cli.common import PROBLEMS, WrongUseError, root_option, safe, usable_corpus
from generator.diagnose.mask import Masker
from generator.draft import Draft, doubt_of, draft_of
from generator.load.paths import cache_of, entry_paths
from generator.match.compiled import EntryIndex, Row, index_for
from generator.match.find import find_entries, row_of
from generator.moves import former_ids
from generator.schema.scaffold import scaffold
from generator.schema.types import ID, id_of_former

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
@click.option("--line", default=None, help="A line that the software prints, as it stands in the log.")
@click.option(
    "--from-log",
    "log",
    default=None,
    metavar="FILE",
    help="Take the line from the error lines of a log that no entry explains.",
)
@click.option("--program", default=None, help="The program that prints it, such as vLLM.")
@click.option("--file", "file", default=None, help="Its file that prints it, such as vllm/engine/core.py.")
@click.option(
    "--version",
    default=None,
    help="A release of it that prints the line; with --program and --file, the line is looked up there.",
)
@click.option("--offline", is_flag=True, help="Look nothing up on the network.")
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
    offline: bool,
    anyway: bool,
    root: Path,
) -> None:
    """Start entries/AREA/ID.yaml: every field with its purpose and an example, and the signature drafted from a line of the log.

    What varies in the line (numbers, paths, addresses, ids) becomes a placeholder. Entries that look like it are named first. In a terminal
    you are asked for what is missing, and may change the draft.

    \b
    Examples:
      encyclopedia new vllm/vllm-request-aborted --title "Requests aborted under load" --program vLLM
      encyclopedia new nccl/nccl-new-message --line "NET/IB : qp 12 went away" --program NCCL --file src/transport/net_ib.cc --version 2.28.3
      encyclopedia new pytorch/strange-crash --from-log run/rank_3.log
    """
    area, id_ = _placed(place, root)
    if line is not None and log is not None:
        raise WrongUseError("--line and --from-log both give the line; take one of them")
    if any("\ud800" <= character <= "\udfff" for character in f"{title}{line}{program}{file}{version}"):
        raise WrongUseError("the title, line, program, file or version is not UTF-8; paste it into the file instead")
    asks = sys.stdin.isatty() and sys.stdout.isatty()
    given = Given(title, line if log is None else _line_of(log, root, asks), program, file, version)
    given = _asked(given) if asks else given
    draft, proof = None, None
    if given.line and given.line.strip():
        line = Masker().mask(given.line.strip("\n"))
        given = replace(given, line=line)
        _compare(line, root, anyway, asks)
        if "\n" not in line:
            draft = _agreed(draft_of(line), asks)
            _tell(draft)
            proof = _look_up(draft, given, root, offline, id_)
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
    """The area and id; refused where one is not well formed or the id is taken."""
    area, _, id_ = place.partition("/")
    for what, name in (("area", area), ("id", id_)):
        if not re.fullmatch(ID.pattern or "", name) or len(name) > ID.longest:
            raise WrongUseError(
                f"the {what} `{name}` is not well formed; use {ID.hint}, as in `encyclopedia new vllm/kv-cache-full`"
            )
    taken = sorted((root / "entries").glob(f"*/{id_}.yaml"))
    if taken:
        raise WrongUseError(
            f"the id `{id_}` is taken by {taken[0].relative_to(root).as_posix()}; improve that entry, or name the failure more precisely"
        )
    for path in sorted((root / "entries").glob("*/*.yaml")):
        if id_ in map(id_of_former, _former_ids(path)):
            raise WrongUseError(
                f"`{id_}` was the id of an entry, and its old address leads to {path.relative_to(root).as_posix()}; take another id, or improve that one"
            )
    return area, id_


def _former_ids(path: Path) -> list[str]:
    """Those of a file of entries/; none where it is no YAML, which the check says."""
    try:
        return former_ids(path.read_text("utf-8", "replace"))
    except YAMLError:
        return []


def _asked(given: Given) -> Given:
    """What is missing, asked in a terminal; an empty answer leaves a field for later."""
    title, line, program = given.title, given.line, given.program
    if title is None:
        title = click.prompt("The failure as seen, one line, no full stop", default="", show_default=False) or None
    if line is None:
        line = (
            click.prompt("A line that the software prints (empty where it prints none)", default="", show_default=False)
            or None
        )
    if line and program is None:
        program = click.prompt("The program that prints it", default="", show_default=False) or None
    return replace(given, title=title, line=line, program=program)


def _index(root: Path) -> EntryIndex:
    def rows() -> tuple[Iterable[Row], bool]:
        corpus, whole = usable_corpus(root)
        return map(row_of, corpus.entries), whole

    return index_for(entry_paths(root), cache_of(root), rows)


def _line_of(log: str, root: Path, asks: bool) -> str:
    """An error line of the log that no entry explains, masked; chosen in a terminal, else the first."""
    from generator.diagnose.engine import diagnose
    from generator.diagnose.masked import with_unexplained_masked
    from generator.match.unpack import LogError

    try:
        found = with_unexplained_masked(diagnose([log], _index(root)))
    except LogError as error:
        raise WrongUseError(str(error)) from error
    for told in found.inputs:
        if told.trouble:
            raise WrongUseError(f"`{log}` cannot be read: {told.trouble}")
    lines = list(dict.fromkeys(one.text for one in found.unexplained))
    if not lines and found.causes:
        rows = {row.id: row for row in _index(root).rows}
        _show("entries explain every error line of this log already:", (rows[cause.entry] for cause in found.causes))
        click.echo(
            "improve that entry; or, where yours is another failure, give its line with --line TEXT --anyway", err=True
        )
        raise SystemExit(PROBLEMS)
    if not lines:
        raise WrongUseError(f"no error line was found in `{log}`; give the line with --line TEXT")
    if asks and len(lines) > 1:
        for number, line in enumerate(lines, start=1):
            click.echo(f"{number:3}  {safe(line)}")
        return lines[click.prompt("Which of these lines", type=click.IntRange(1, len(lines)), default=1) - 1]
    if len(lines) > 1:
        click.echo(f"taken: the first of {len(lines)} error lines that no entry explains; another one with --line TEXT")
    return lines[0]


def _compare(line: str, root: Path, anyway: bool, asks: bool) -> None:
    """Names the entries that this line looks like. One that answers it already is a reason to stop."""
    found = find_entries(_index(root), line, NEAREST)
    answered = [one for one in found if one.reason == "prints"]
    if answered and not anyway:
        _show("an entry already answers this line:", (one.row for one in answered))
        if asks and click.confirm("Write a new one all the same?", default=False):
            return
        click.echo(
            "improve that entry; or, where yours is another failure, add --anyway and tell the two apart", err=True
        )
        raise SystemExit(PROBLEMS)
    if found:
        _show("this looks like:", (one.row for one in found))


def _show(head: str, rows: Iterable[Row]) -> None:
    click.echo(head)
    for row in rows:
        click.echo(safe(f"  {row.id}  {row.title}  (entries/{row.area}/{row.id}.yaml)"))


def _agreed(draft: Draft, asks: bool) -> Draft:
    """The draft, as it is or as its author changed it in a terminal."""
    if not asks:
        return draft
    click.echo(safe(f"draft: {draft.text}"))
    text = click.prompt("The signature (Enter keeps it)", default=draft.text, show_default=False)
    return replace(draft, text=text, prefix="", doubt=doubt_of(text)) if text != draft.text else draft


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
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("x", encoding="utf-8") as file:
        file.write(text)
    shown = path.relative_to(root).as_posix()
    click.echo(f"written: {shown}")
    if not (path.parent / "_area.yaml").exists():
        click.echo(
            f"the area `{area}` is new: it also needs entries/{area}/_area.yaml (see `encyclopedia schema --area`)"
        )
    return shown


def _look_up(draft: Draft, given: Given, root: Path, offline: bool, id_: str) -> "SignatureProof | None":
    """What that release holds of it. Needs program, file and version, and the package that finds releases; says what is missing."""
    missing = [f"--{name}" for name in ("program", "file", "version") if getattr(given, name) is None]
    wants = None
    if missing:
        wants = f"needs {', '.join(missing)}"
    elif draft.doubt:
        wants = "waits for a signature that can be used"
    elif not offline and find_spec("unearth") is None:
        wants = "needs a package that is not installed: run `.venv/bin/pip install unearth`"
    if wants is not None:
        click.echo(f"not looked up yet: that {wants}; later, `encyclopedia prove {id_}` does it")
        return None
    from generator.prove import Prover, Store, TableError, read_projects

    try:
        projects = read_projects(root)
    except TableError as error:
        raise WrongUseError(str(error)) from None
    store = Store(cache_of(root) / "prove", (), (), MOST_MIB << 20, offline, projects.apt)
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
    return record


def _verdict(record: "SignatureProof") -> str:
    sample = record.sample
    if record.is_strong and sample is not None:
        place = f"{sample.file}:{sample.line}" if sample.line else f"{sample.file}"
        return f"found: {sample.origin}, {place}; known_from and url are filled in"
    return f"not found: {record.note or 'no release that could be read holds it'}; last_seen stays empty"

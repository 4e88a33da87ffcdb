"""`encyclopedia new`: an area and an id in, a commented entry file out."""

import re
from datetime import date
from pathlib import Path

import click

from generator.cli.common import WrongUseError, root_option
from generator.schema.scaffold import scaffold
from generator.schema.types import ID


@click.command("new")
@click.argument("place", metavar="AREA/ID")
@click.option("--title", default=None, help="The failure as seen, one line.")
@click.option("--line", default=None, help="A line that the software prints.")
@click.option("--program", default=None, help="The program that prints it.")
@root_option
def command(place: str, title: str | None, line: str | None, program: str | None, root: Path) -> None:
    """Start entries/AREA/ID.yaml with every field, its purpose and an example in comments.

    \b
    Example:
      encyclopedia new vllm/vllm-request-aborted --title "Requests aborted under load" --program vLLM
    """
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
    path = root / "entries" / area / f"{id_}.yaml"
    if any("\ud800" <= character <= "\udfff" for character in f"{title}{line}{program}"):
        raise WrongUseError("the title, line or program is not UTF-8; paste it into the file instead")
    text = scaffold(date.today(), {"title": title, "line": line, "program": program})
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("x", encoding="utf-8") as file:
        file.write(text)
    shown = path.relative_to(root).as_posix()
    click.echo(f"written: {shown}\nfill it in, then run: encyclopedia check {shown}")
    if not (path.parent / "_area.yaml").exists():
        click.echo(
            f"the area `{area}` is new: it also needs entries/{area}/_area.yaml (see `encyclopedia schema --area`)"
        )

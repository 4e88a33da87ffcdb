"""`encyclopedia rename`: an entry under another id or in another area; its old address keeps working."""

from pathlib import Path

import click

from generator.cli.common import WrongUseError, root_option
from generator.cli.git import is_known_address
from generator.cli.moving import carry_out, new_place, place_of, texts_of


@click.command("rename")
@click.argument("old", metavar="ID")
@click.argument("new", metavar="NEW-ID|AREA/NEW-ID")
@root_option
def command(old: str, new: str, root: Path) -> None:
    """Give an entry another id, or put it into another area. Links, relations and its proof follow; the old id becomes a redirect,
    unless the main branch never had it.

    \b
    Examples:
      encyclopedia rename vllm-oom vllm-oom-at-startup
      encyclopedia rename nccl-timeout torch-distributed/nccl-timeout
    """
    from generator.moves import renamed

    before = place_of(root, old)
    after = new_place(root, new, before[0])
    if before == after:
        raise WrongUseError(f"`{old}` is its place already")
    taken = sorted((root / "entries").glob(f"*/{after[1]}.yaml")) if after[1] != before[1] else []
    if taken:
        raise WrongUseError(
            f"the id `{after[1]}` is taken by {taken[0].relative_to(root).as_posix()}; to make one of the two, use `encyclopedia merge {before[1]} {after[1]}`"
        )
    carry_out(
        renamed(root, texts_of(root), before, after, is_known_address(root, *before)),
        root,
        before[1],
        nothing_is_lost=True,
    )

"""`encyclopedia merge`: two entries of one failure become one."""

from pathlib import Path

import click

from generator.cli.common import WrongUseError, root_option
from generator.cli.git import is_known_address
from generator.cli.moving import carry_out, place_of, texts_of


@click.command("merge")
@click.argument("gone", metavar="ID")
@click.argument("kept", metavar="INTO-ID")
@root_option
def command(gone: str, kept: str, root: Path) -> None:
    """Make one entry of two. The second stays and gets the signatures, excerpts, near misses, references and proofs that only the first had;
    links and addresses of the first lead to it; an address that the main branch never had is forgotten. The first one's prose goes: carry over what is worth it before you commit.

    \b
    Example:
      encyclopedia merge checkpoint-archive-truncated checkpoint-zip-corrupted
    """
    from generator.moves import merged

    first, second = place_of(root, gone), place_of(root, kept)
    if first == second:
        raise WrongUseError(f"`{gone}` and `{kept}` are the same entry")
    carry_out(merged(root, texts_of(root), first, second, is_known_address(root, *first)), root, first[1])

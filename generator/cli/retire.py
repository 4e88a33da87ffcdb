"""`encyclopedia retire`: an entry goes; its address leads to its area."""

from pathlib import Path

import click

from generator.cli.common import root_option
from generator.cli.git import is_known_address
from generator.cli.moving import carry_out, place_of, texts_of


@click.command("retire")
@click.argument("id_", metavar="ID")
@root_option
def command(id_: str, root: Path) -> None:
    """Take an entry out that describes no failure. Its address leads to its area from then on, unless the main branch never had it; relations to it go. Where another entry
    describes the same failure, `encyclopedia merge` keeps what is worth keeping.

    \b
    Example:
      encyclopedia retire vllm-old-warning
    """
    from generator.moves import retired

    place = place_of(root, id_)
    edits, linking = retired(root, texts_of(root), place, is_known_address(root, *place))
    for path in linking:
        click.echo(f"its prose links to `{place[1]}`; reword it: {path.relative_to(root).as_posix()}")
    carry_out(edits, root, place[1])

"""`encyclopedia build`: a sound tree in, the site out."""

import time
from pathlib import Path

import click
from jinja2 import TemplateError

from generator.check.tree import check_tree
from generator.cli.common import WrongUseError, root_option, stop_unless_sound, summary, words_of
from generator.pipeline import build_site
from generator.theme.settings import SettingsError
from generator.theme.shell import ShellError
from generator.write import TargetError, check_target


@click.command("build")
@click.option(
    "--target",
    type=click.Path(path_type=Path),
    default=None,
    help="The folder to write (default: site/ in the repository).",
)
@root_option
def command(target: Path | None, root: Path) -> None:
    """Check the entries and write the site.

    The target changes only when the new site is complete. A problem in the entries leaves the last good site in place.

    \b
    Examples:
      encyclopedia build
      encyclopedia build --target /tmp/site
    """
    started = time.perf_counter()
    target = (target or root / "site").resolve()
    try:
        check_target(target)
        checked = check_tree(root)
        stop_unless_sound(checked, root)
        written = build_site(root, target, checked)
    except (TargetError, SettingsError, ShellError, TemplateError) as error:
        raise WrongUseError(words_of(error)) from error
    except OSError as error:
        raise WrongUseError(f"the site cannot be written: {words_of(error)}; the last one is left as it was") from error
    entries = sum(not d.is_area for d in checked.documents)
    click.echo(
        f"{entries} entries, {summary(checked.problems)}: {written.files} files in {target}, {written.changed} changed ({time.perf_counter() - started:.1f} s)"
    )

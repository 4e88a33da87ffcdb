"""`encyclopedia build`: a sound tree in, the site out."""

import os
import time
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import click
from jinja2 import TemplateError

from generator.check.tree import check_tree
from generator.cli.common import WrongUseError, counted, root_option, stop_unless_sound, summary, words_of
from generator.load.inputs import inputs_digest
from generator.load.kept import Kept
from generator.load.paths import cache_of
from generator.pipeline import build_site, corpus_of
from generator.theme.settings import SettingsError, read_settings
from generator.theme.shell import ShellError
from generator.write import TargetError, Written, check_target, parse_built, stands


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
        written, said = _built(root, target)
    except (TargetError, SettingsError, ShellError, TemplateError) as error:
        raise WrongUseError(words_of(error)) from error
    except OSError as error:
        raise WrongUseError(f"the site cannot be written: {words_of(error)}; the last one is left as it was") from error
    click.echo(
        f"{said}: {written.files} files in {target}, {written.changed} changed ({time.perf_counter() - started:.1f} s)"
    )


def _built(root: Path, target: Path) -> tuple[Written, str]:
    """The site at `target` as the tree wants it, and what to say of its entries. What stands there is read and compared, and left alone where nothing has changed."""
    settings = str(read_settings(root))
    kept = Kept(cache_of(root) / "built")
    key = blake2b(os.fsencode(target), digest_size=20).hexdigest()
    last = parse_built(kept.get(key))
    inputs = inputs_digest(root, settings)
    if last is not None and last.inputs == inputs and stands(target, last.files):
        return Written(len(last.files), 0), last.said
    checked = check_tree(root)
    stop_unless_sound(checked, root)
    corpus = corpus_of(checked.documents)
    said = f"{counted(len(corpus.entries), 'entry', 'entries')}, {summary(checked.problems)}"
    del checked  # the corpus holds all that a page needs
    written, built = build_site(root, target, corpus, last)
    if (
        inputs_digest(root, settings) == inputs
    ):  # else a file was saved meanwhile, and the record would be of another tree
        kept.put(key, replace(built, inputs=inputs, said=said).as_plain())
    return written, said

"""The options that say where releases lie, the same for every command that opens some; in what was given, out the store that opens them."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli.common import WrongUseError
from generator.load.paths import cache_of

if TYPE_CHECKING:
    from generator.model.projects import Projects
    from generator.prove import Store

#: What to do where a release cannot be had; said by every command that needed one.
AT_HAND = "name a folder that has it with `--mirror FOLDER` (git repositories) or `--have FOLDER` (archives); or say `known_from: report` with the address where the line was seen"


def release_options(offline: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The options `--mirror`, `--have` and `--offline`, the last with this help; the command gets `mirrors`, `have` and `offline`."""
    options = (
        click.option(
            "--mirror",
            "mirrors",
            multiple=True,
            metavar="FOLDER",
            help="A folder with git repositories to use before any address.",
        ),
        click.option("--have", multiple=True, metavar="FOLDER", help="A folder with archives that are here already."),
        click.option("--offline", is_flag=True, help=offline),
    )

    def decorated(function: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            function = option(function)
        return function

    return decorated


def store_of(
    root: Path, projects: "Projects", mirrors: tuple[Path, ...], have: tuple[Path, ...], most_mib: int, offline: bool
) -> "Store":
    """The store of this repository's cache and these folders, in which one file may load `most_mib`."""
    from generator.prove import Store

    return Store(cache_of(root) / "prove", have, mirrors, most_mib << 20, offline, projects.apt)


def folders(names: tuple[str, ...]) -> tuple[Path, ...]:
    """The folders of these names; raises WrongUseError."""
    for name in names:
        if not os.path.isdir(name):
            raise WrongUseError(f"there is no folder `{name}`")
    return tuple(Path(name).resolve() for name in names)

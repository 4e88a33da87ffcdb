"""The MkDocs hook: MkDocs and Material dress a handful of shells; the generator's pages go into them.

`mkdocs build` and `mkdocs serve` work through this hook; `encyclopedia build` uses the same shells without running MkDocs again.
"""

import os
import sys
from pathlib import Path
from typing import Any

# MkDocs loads a hook by its path; the package it belongs to must be importable too
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
# Material announces its own end in every build; ARCHITECTURE.md says what we do about it
os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")

from markupsafe import Markup, escape
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Link, Navigation, Section

from generator.theme.navigation import NavGroup, NavLink, navigation_of
from generator.theme.shell import SHELL_PAGES, SHELL_SOURCE, SLOT_TOPIC


def on_files(files: Files, config: Any) -> Files:
    """The theme's files and one blank page for each depth; the entries themselves are no MkDocs pages."""
    docs = Path(config.docs_dir)
    kept = [f for f in files if f.abs_src_path is None or not Path(f.abs_src_path).is_relative_to(docs)]
    return Files(kept + [File.generated(config, source, content=SHELL_SOURCE) for source in SHELL_PAGES.values()])


def on_nav(nav: Navigation, config: Any, files: Files) -> Navigation:
    """The navigation: a few fixed pages and the areas. It does not grow with the number of entries."""
    items = [_item(item) for item in navigation_of(Path(config.config_file_path).parent)]
    return Navigation(items, [])


def _item(item: NavLink | NavGroup) -> Any:
    if isinstance(item, NavLink):
        return Link(_words(item.title), item.path)
    return Section(item.title, [Link(_words(link.title), link.path) for link in item.links])


def _words(title: str) -> Markup:
    """An area's name as HTML: MkDocs' templates print what they are given. It is a contributor's, and must not pass for a slot either."""
    return Markup(str(escape(title)).replace(SLOT_TOPIC, SLOT_TOPIC.replace("-", "&#45;")))


def on_post_build(config: Any) -> None:
    """When MkDocs itself was called: put the generator's pages where the shells are."""
    if config.extra.get("shell_only"):
        return
    from generator.pipeline import finish_mkdocs_site

    finish_mkdocs_site(Path(config.config_file_path).parent, Path(config.site_dir))

"""The theme's page around ours: made by MkDocs and Material once, kept, and filled for each page by cutting at its slots.

A shell depends on mkdocs.yml, site_overrides/, the areas' names and the versions of MkDocs and Material, on nothing else. Its key is
the digest of these; as long as it holds, a build does not start MkDocs. Another theme needs only to give the same slots.
"""

import hashlib
import json
import logging
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib.metadata import version
from pathlib import Path

from generator.render.page import Heading, Page
from generator.theme.navigation import area_titles

#: One blank page for each depth at which pages lie, because the theme writes relative addresses.
SHELL_PAGES = {0: "index.md", 1: "shell-1.md", 2: "shell-2/page.md"}
SLOT_TOPIC = "SLOT-TOPIC"
SHELL_SOURCE = f"---\ntitle: {SLOT_TOPIC}\n---\n# Content\n"
NOT_FOUND = -1
SLOTS = frozenset({"meta", "title", "head", "content", "toc"})
_SLOT = re.compile(rf"<!--slot:([a-z]+)-->|({SLOT_TOPIC})")
#: What MkDocs writes for its own pages and we write for all pages.
_OURS = {
    "index.html",
    "shell-1/index.html",
    "shell-2/page/index.html",
    "404.html",
    "sitemap.xml",
    "sitemap.xml.gz",
    "complete",
}
#: The theme's own search, which ours replaces.
_UNUSED = ("assets/javascripts/lunr/", "assets/javascripts/workers/search.")


@dataclass(frozen=True)
class Shell:
    """The theme's pages by depth, cut at their slots, and the theme's files. `folder` holds what MkDocs wrote."""

    folder: Path

    @cached_property
    def _cut(self) -> Mapping[int, list[str]]:
        paths = {
            depth: self.folder / source.replace("index.md", "index.html").replace(".md", "/index.html")
            for depth, source in SHELL_PAGES.items()
        }
        paths[NOT_FOUND] = self.folder / "404.html"
        cut = {depth: _SLOT.split(_mended(path.read_text("utf-8"))) for depth, path in paths.items()}
        for depth, pieces in cut.items():
            if set(pieces[1::3]) - {None} != SLOTS:
                found = ", ".join(sorted(filter(None, pieces[1::3])))
                raise ShellError(
                    f"site_overrides/ must mark the slots {', '.join(sorted(SLOTS))}; the shell of depth {depth} has {found or 'none'}"
                )
        return cut

    def assets(self) -> Iterator[tuple[str, Path]]:
        """The theme's files: their path in the site, and where they lie now."""
        for path in sorted(self.folder.rglob("*")):
            name = path.relative_to(self.folder).as_posix()
            if path.is_file() and name not in _OURS and not name.startswith(_UNUSED):
                yield name, path

    def modules(self) -> dict[str, str]:
        """The text of the pages' modules by their names below the folder of scripts."""
        scripts = self.folder / "assets/javascripts"
        return {path.relative_to(scripts).as_posix(): path.read_text("utf-8") for path in scripts.rglob("*.mjs")}

    def fill(self, page: Page, site_name: str, address: str, *, not_found: bool = False) -> str:
        """The whole HTML of a page. `address` is the site's own, with a slash at its end."""
        pieces = self._cut[NOT_FOUND if not_found else page.depth]
        title = page.title if page.path == "" else f"{page.title} · {site_name}"
        slots = {
            "meta": _meta(page, title, site_name, address, not_found),
            "title": f"<title>{escape(title)}</title>",
            "head": str(page.head),
            "content": str(page.content),
            "toc": _toc(page.headings),
        }
        out = []
        for index in range(0, len(pieces), 3):
            out.append(self._with_place(pieces[index], page))
            if index + 1 < len(pieces):
                name = pieces[index + 1]
                out.append(slots[name] if name else escape(page.title))
        return "".join(out)

    def _with_place(self, piece: str, page: Page) -> str:
        place = page.area + "/" if page.area else page.path
        if not place or 'class="md-nav__link"' not in piece:
            return piece
        link = f'<a href="{page.base}/{place}" class="md-nav__link"'
        current = ' aria-current="page"' if place == page.path else ""
        return piece.replace(link, f'{link[:-1]} md-nav__link--active"{current}', 1)


def _mended(html: str) -> str:
    """The theme's page without its blank lines."""
    return re.sub(r"\n\s*\n", "\n", html)


def _meta(page: Page, title: str, site_name: str, address: str, not_found: bool) -> str:
    rows = [f'<meta name="description" content="{escape(page.description)}">']
    if not_found:
        rows.append('<meta name="robots" content="noindex">')
    else:
        here = escape(address + page.path)
        rows += [
            f'<link rel="canonical" href="{here}">',
            f'<meta property="og:url" content="{here}">',
            f'<meta property="og:type" content="{page.type}">',
            f'<meta property="og:title" content="{escape(title)}">',
            f'<meta property="og:description" content="{escape(page.description)}">',
            f'<meta property="og:site_name" content="{escape(site_name)}">',
            '<meta name="twitter:card" content="summary">',
        ]
    return "\n".join(rows)


def _toc(headings: tuple[Heading, ...]) -> str:
    if not headings:
        return ""
    # the class names are Material's: they bring its styles and the mark that follows the reader
    return (
        '<nav class="md-nav md-nav--secondary" aria-label="On this page"><div class="md-nav__title">On this page</div>'
        f'<ul class="md-nav__list" data-md-component="toc" data-md-scrollfix>{"".join(map(_toc_item, headings))}</ul></nav>'
    )


def _toc_item(heading: Heading) -> str:
    title, anchor = escape(heading.title), escape(heading.anchor)
    below = ""
    if heading.children:
        below = f'<nav class="md-nav" aria-label="{title}"><ul class="md-nav__list">{"".join(map(_toc_item, heading.children))}</ul></nav>'
    return f'<li class="md-nav__item"><a href="#{anchor}" class="md-nav__link"><span class="md-ellipsis">{title}</span></a>{below}</li>'


def shell_key(root: Path, address: str, repository: str) -> str:
    """The digest of everything a shell depends on."""
    digest = hashlib.sha256()
    for package in ("mkdocs", "mkdocs-material"):
        digest.update(f"{package} {version(package)}\n".encode())
    digest.update(f"{address}\n{repository}\n{json.dumps(area_titles(root))}\n".encode())
    own = Path(__file__).parent
    for path in [
        root / "mkdocs.yml",
        own.parent / "site/hook.py",
        own / "navigation.py",
        own / "shell.py",
        *sorted((root / "site_overrides").rglob("*")),
    ]:
        if path.is_file():
            digest.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:24]


def shell_of(root: Path, address: str, repository: str, cache: Path) -> Shell:
    """The shell of the repository at `root`, from the cache or made anew. Raises ShellError when MkDocs fails."""
    folder = cache / "shell" / shell_key(root, address, repository)
    if not (folder / "complete").is_file():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as made:
            site = Path(made) / "site"
            _run_mkdocs(root, site, address, repository)
            (site / "complete").write_text("")
            shutil.rmtree(folder, ignore_errors=True)
            try:
                os.rename(site, folder)
            except OSError:
                if not (folder / "complete").is_file():  # else another build made the same shell meanwhile
                    raise
    return Shell(folder)


class ShellError(Exception):
    """MkDocs or Material could not make the page around ours; the message is theirs."""


def _run_mkdocs(root: Path, target: Path, address: str, repository: str) -> None:
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import MkDocsException

    logging.getLogger("mkdocs").setLevel(logging.ERROR)
    try:
        config = load_config(
            str(root / "mkdocs.yml"), site_dir=str(target), site_url=address, repo_url=repository or None
        )
        config.extra["shell_only"] = True
        config.plugins.on_startup(command="build", dirty=False)
        build(config)
        config.plugins.on_shutdown()
    except (MkDocsException, SystemExit) as error:
        hint = " (repo_url is ENCYCLOPEDIA_REPOSITORY)" if "repo_url" in str(error) else ""
        raise ShellError(f"MkDocs could not build the page around ours: {error}{hint}") from error
    except Exception as error:  # a template of the theme or of site_overrides/ can fail in any way
        raise ShellError(f"the page around ours could not be made: {type(error).__name__}: {error}") from error

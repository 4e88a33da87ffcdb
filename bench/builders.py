"""Generators that a team would use, each behind the same few words: build this, edit that, build again."""

import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.markdown_twin import markdown_twin

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Builder:
    """One generator on one copy of the content. `command` builds `folder`; `forget` takes away all that an earlier build left."""

    name: str
    folder: Path
    command: Sequence[str]
    left: tuple[str, ...]
    edit_entry: Callable[[], None]
    edit_template: Callable[[], None]
    rename_area: Callable[[], None]

    def forget(self) -> None:
        """Leaves the content alone."""
        for name in self.left:
            shutil.rmtree(self.folder / name, ignore_errors=True)


def ours(root: Path) -> Builder:
    """This generator on the repository at `root`."""
    entry = sorted(path for path in (root / "entries").glob("*/*.yaml") if path.stem != "_area")[0]
    return Builder(
        "ours",
        root,
        [sys.executable, "-m", "generator.cli", "build"],
        (".cache", "site"),
        _counted(entry, r"^title: ", "title: e{} "),
        _counted(root / "templates/entry/page.html.j2", r"\A", "{{# edit {} #}}"),
        _moved(root / "entries", "entries/{}"),
    )


def floor(root: Path, target: Path) -> Builder:
    """The bare Jinja of the same pages; nothing of it is ever kept."""
    command = [sys.executable, "-m", "bench.floor", str(root), str(target)]
    return Builder("floor: Jinja alone", ROOT, command, (), _nothing, _nothing, _nothing)


def material(root: Path, target: Path, *, in_nav: bool) -> Builder:
    """MkDocs with Material's defaults on plain Markdown pages of the same entries."""
    twin = markdown_twin(root, target, in_nav=in_nav)
    name = "MkDocs and Material, entries in the navigation" if in_nav else "MkDocs and Material, entries out of it"
    return _markdown(name, twin, [sys.executable, "-m", "mkdocs", "build", "--quiet"], ("site",))


def zensical(root: Path, target: Path, tools: Path) -> Builder:
    """Zensical on the same Markdown, out of the navigation; the newest version that pip finds all of."""
    python = tools / "bin/python"
    if not (tools / "bin/zensical").exists():
        venv.create(tools, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "zensical"], check=True)
    shown = subprocess.run([tools / "bin/zensical", "--version"], capture_output=True, text=True, check=True).stdout
    twin = markdown_twin(root, target, in_nav=False)
    return _markdown(f"Zensical {shown.strip()}", twin, [str(tools / "bin/zensical"), "build"], (".cache", "site"))


def _markdown(name: str, twin: Path, command: Sequence[str], left: tuple[str, ...]) -> Builder:
    page = sorted(path for path in (twin / "docs").glob("*/*.md") if path.stem != "index")[0]
    overrides = twin / "overrides"
    overrides.mkdir()
    (overrides / "main.html").write_text('{% extends "base.html" %}\n', "utf-8")
    config = twin / "mkdocs.yml"
    config.write_text(config.read_text("utf-8").replace("font: false}", "font: false, custom_dir: overrides}"), "utf-8")
    return Builder(
        name,
        twin,
        command,
        left,
        _counted(page, r"^# ", "# e{} "),
        _counted(overrides / "main.html", r"\Z", "{{# edit {} #}}"),
        _moved(twin / "docs", "{}/index.md", config),
    )


def _nothing() -> None:
    """Such a generator keeps nothing that an edit could spare."""


def _counted(path: Path, pattern: str, written: str) -> Callable[[], None]:
    """Each call makes another version of the file."""
    text = path.read_text("utf-8")
    counter = iter(range(10**9))

    def edit() -> None:
        mark = written.format(next(counter))
        path.write_text(re.sub(pattern, lambda _: mark, text, count=1, flags=re.MULTILINE), "utf-8")

    return edit


def _moved(folder: Path, written: str, config: Path | None = None) -> Callable[[], None]:
    """Each call gives the first area another folder, and its place in the navigation follows; links of others to it break in Markdown, which MkDocs says."""
    first = sorted(path for path in folder.iterdir() if path.is_dir())[0]
    names = iter(first.name + f"-r{number}" for number in range(10**9))
    now = [first.name]

    def move() -> None:
        new = next(names)
        os.rename(folder / now[0], folder / new)
        if config is not None:
            text = config.read_text("utf-8")
            config.write_text(text.replace(written.format(now[0]), written.format(new)), "utf-8")
        now[0] = new

    return move

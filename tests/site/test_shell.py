"""The theme's page around ours: kept while nothing it depends on changes, and filled at its slots."""

from pathlib import Path

import pytest
from markupsafe import Markup

from generator.render.page import Heading, Page
from generator.theme.shell import Shell, ShellError, shell_key, shell_of

ADDRESS = "https://example.org/sub/"


@pytest.fixture(scope="session")
def shell(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """The real shell, made by MkDocs and Material."""
    return shell_of(root, ADDRESS, "", tmp_path_factory.mktemp("shell"))


def _page(**changes: object) -> Page:
    values: dict[str, object] = {
        "path": "nccl/",
        "title": "A & B",
        "description": 'says "x"',
        "content": Markup("<h1>A</h1>"),
    }
    return Page(**{**values, **changes})  # type: ignore[arg-type]


def test_a_title_is_escaped_wherever_it_stands(shell: Shell) -> None:
    """A title is text: in <title>, in Open Graph's attribute and in the header."""
    html = shell.fill(_page(title='<b>"x"'), "Name", ADDRESS)
    assert "<b>" not in html
    assert html.count("&lt;b&gt;&quot;x&quot;") == 3


def test_the_place_in_the_navigation_is_marked_once(shell: Shell) -> None:
    """The area of the page, and nothing else, is shown as where the reader is."""
    html = shell.fill(_page(path="nccl/some-entry/", area="nccl"), "Name", ADDRESS)
    assert html.count("md-nav__link--active") == 1
    assert '<a href="../../nccl/" class="md-nav__link md-nav__link--active"' in html


def test_headings_become_the_table_of_contents(shell: Shell) -> None:
    """Each heading is a link to its anchor, the lower ones below the higher."""
    html = shell.fill(_page(headings=(Heading("fix", "The fix", (Heading("fix-steps", "Steps"),)),)), "Name", ADDRESS)
    assert html.index('href="#fix"') < html.index('href="#fix-steps"')


def test_the_content_policy_stands_before_anything_is_loaded(shell: Shell) -> None:
    """A policy in a meta element holds only for what comes after it."""
    html = shell.fill(_page(), "Name", ADDRESS)
    assert html.index("Content-Security-Policy") < min(html.index("<link"), html.index("<script"))


def test_the_key_changes_with_the_address(root: Path) -> None:
    """A shell holds absolute addresses on its 404 page, so another address needs another shell."""
    assert shell_key(root, ADDRESS, "") != shell_key(root, "https://example.org/", "")


def test_a_broken_theme_setting_is_an_error_with_a_reason(tree: Path, tmp_path: Path) -> None:
    """MkDocs' own words reach the person who changed mkdocs.yml."""
    (tree / "mkdocs.yml").write_text("site_name: x\ntheme: {name: no-such-theme}\ndocs_dir: entries\n")
    with pytest.raises(ShellError, match="MkDocs could not build"):
        shell_of(tree, ADDRESS, "", tmp_path)

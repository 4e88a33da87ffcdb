"""The site's navigation: fixed pages and the areas, as values that any theme can print."""

from dataclasses import dataclass
from pathlib import Path

from generator.load import load_file


@dataclass(frozen=True, slots=True)
class NavLink:
    """A link of the navigation: its words, and its address from the site's top."""

    title: str
    path: str


@dataclass(frozen=True, slots=True)
class NavGroup:
    """A titled group of links."""

    title: str
    links: tuple[NavLink, ...]


def navigation_of(root: Path) -> list[NavLink | NavGroup]:
    """The navigation of the repository at `root`; reads only the areas' own files."""
    return [
        NavLink("Home", "."),
        NavLink("Diagnose a log", "diagnose/"),
        NavLink("Signatures", "signatures/"),
        NavGroup("Areas", tuple(NavLink(title, f"{area}/") for area, title in area_titles(root).items())),
        NavGroup(
            "Browse", (NavLink("Categories", "categories/"), NavLink("Kinds", "kinds/"), NavLink("Tags", "tags/"))
        ),
        NavGroup(
            "Take part",
            (NavLink("Add an entry", "contributing/"), NavLink("Trust", "trust/"), NavLink("Data", "data/")),
        ),
    ]


def area_titles(root: Path) -> dict[str, str]:
    """The areas and their names, by name. A file that cannot be read is left to the check; its area shows by its folder's name."""
    titles = {}
    for path in sorted((root / "entries").glob("*/_area.yaml")):
        document, _ = load_file(path, root)  # as the check reads it: a stranger's file, nothing of it checked yet
        value = document.value if document is not None else None
        name = value.get("name") if isinstance(value, dict) else None
        titles[path.parent.name] = name if isinstance(name, str) else path.parent.name
    return dict(sorted(titles.items(), key=lambda item: item[1].casefold()))

"""Imports point one way: {cli, site} → {pipeline, prove, standing, draft} → {check, write, theme, diagnose, moves} → {render, index, match} → model → load → schema → problems."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
#: Rooms from left to right; a room imports from its own and from what stands to its right.
ORDER = (
    ("cli", "site"),
    ("pipeline", "prove", "standing", "draft"),
    ("check", "write", "theme", "diagnose", "moves"),
    ("render", "index", "match"),
    ("model",),
    ("load",),
    ("schema",),
    ("problems",),
)
RANK = {room: rank for rank, rooms in enumerate(ORDER) for room in rooms}
#: Imports between siblings or against the order, each with its reason.
EXCEPTIONS: dict[tuple[str, str], str] = {}


def room_of(module: str) -> str:
    """The room of `generator.<room>.…`; the package itself is nowhere in the order and imports nothing."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """The line and module of each import of our own in one file, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "generator":
            if node.module == "generator":
                yield from ((node.lineno, f"generator.{alias.name}") for alias in node.names if alias.name in RANK)
            else:
                yield node.lineno, node.module
        elif isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names if alias.name.split(".")[0] == "generator")


def crossings() -> Iterator[tuple[str, str, str]]:
    """Every import of one room from another: where it stands, the room that imports, the room imported."""
    for path in sorted((ROOT / "generator").rglob("*.py")):
        module = path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
        for line, imported in imports(path):
            here, there = room_of(module), room_of(imported)
            if here != there:
                yield f"{path.relative_to(ROOT).as_posix()}:{line}", here, there


def test_every_import_points_to_the_right() -> None:
    """A stage knows only the stages before it, and siblings leave each other alone."""
    wrong = [
        f"{where}: {here} imports {there}"
        for where, here, there in crossings()
        if RANK[there] <= RANK[here] and (here, there) not in EXCEPTIONS
    ]
    assert wrong == []


def test_no_exception_is_left_over() -> None:
    """An exception that nothing needs any more is taken off the list."""
    assert EXCEPTIONS.keys() <= {(here, there) for _, here, there in crossings()}


def test_every_package_has_its_place_in_the_order() -> None:
    """A new room is put between its neighbours."""
    rooms = {path.name for path in (ROOT / "generator").iterdir() if (path / "__init__.py").is_file()} | {"pipeline"}
    assert rooms == RANK.keys()


def test_the_package_says_the_order() -> None:
    """The first thing that a reader opens."""
    said = (ROOT / "generator/__init__.py").read_text("utf-8")
    arrow = " → ".join("{" + ", ".join(rooms) + "}" if len(rooms) > 1 else rooms[0] for rooms in ORDER)
    assert arrow in said

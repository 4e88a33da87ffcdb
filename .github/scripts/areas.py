"""The areas of entries/ in; out what names each of them: the owners, the labels, and which paths get which label.

    python .github/scripts/areas.py                       writes the three files
    python .github/scripts/areas.py --organisation NAME   and gives each area without an owner the team @NAME/<area>
    python .github/scripts/areas.py --check               says which are out of date, exit 1

Each file has a part that people write, down to the line of MARK, and a part for the areas below it. Owners that somebody wrote
behind an area are kept.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
MARK = "# One for each area, written by .github/scripts/areas.py:"
COLOUR = "c5def5"

Areas = dict[str, str]


def areas_of(root: Path) -> Areas:
    """The folder of each area, with its name as people call it."""
    files = sorted((root / "entries").glob("*/_area.yaml"))
    return {path.parent.name: yaml.safe_load(path.read_text("utf-8"))["name"] for path in files}


def owners(areas: Areas, below: str, organisation: str | None) -> Iterator[str]:
    """A line for each area with its owners; without an owner it is valid too, and GitHub asks nobody."""
    known = {words[0]: words[1:] for line in below.splitlines() if (words := line.split())}
    for area in areas:
        path = f"/entries/{area}/"
        behind = known.get(path) or ([f"@{organisation}/{area}"] if organisation else [])
        yield " ".join([path, *behind])


def labels(areas: Areas) -> Iterator[str]:
    """A label for each area."""
    for area, name in areas.items():
        yield f'- {{name: "area: {area}", color: "{COLOUR}", description: {json.dumps(name, ensure_ascii=False)}}}'


def paths(areas: Areas) -> Iterator[str]:
    """The paths that give a pull request the label of an area."""
    for area in areas:
        yield f'"area: {area}":'
        yield f"  - changed-files: [{{any-glob-to-any-file: [entries/{area}/**, proofs/{area}/**]}}]"


def written(root: Path, organisation: str | None) -> Iterator[tuple[Path, str, str]]:
    """Each file with its text as it stands and as it should be."""
    areas = areas_of(root)
    parts: dict[str, Callable[[str], Iterator[str]]] = {
        "CODEOWNERS": lambda below: owners(areas, below, organisation),
        "labels.yml": lambda below: labels(areas),
        "labeler.yml": lambda below: paths(areas),
    }
    for name, lines in parts.items():
        path = root / ".github" / name
        text = path.read_text("utf-8")
        head, mark, below = text.partition(MARK + "\n")
        if not mark:
            sys.exit(f"{path}: the line `{MARK}` is missing; put it back where the areas should begin")
        yield path, text, head + mark + "".join(line + "\n" for line in lines(below))


def main() -> None:
    """Writes or compares."""
    parser = argparse.ArgumentParser(description="Keeps what names each area in step with entries/.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when a file is out of date")
    parser.add_argument("--organisation", metavar="NAME", help="give each area without an owner the team @NAME/<area>")
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    given = parser.parse_args()
    stale = [(path, text) for path, old, text in written(given.root, given.organisation) if text != old]
    names = ", ".join(path.relative_to(given.root).as_posix() for path, _ in stale)
    if given.check and stale:
        sys.exit(f"out of date: {names}; run `make areas`")
    for path, text in stale:
        path.write_text(text, "utf-8")
    print(f"written: {names}" if stale and not given.check else "the areas are up to date")


if __name__ == "__main__":
    main()

"""An entry that describes no failure (any more) in; the files that change when it goes out: its addresses lead to its area."""

from collections.abc import Mapping
from pathlib import Path

from generator.load.proofs import FOLDER
from generator.load.yaml_values import read_values
from generator.moves.edits import Edits, links_of, with_former, without_rows


def retired(
    root: Path, texts: Mapping[Path, str], place: tuple[str, str], is_known: bool = True
) -> tuple[Edits, list[Path]]:
    """`texts` holds every YAML file of entries/. The entry's address leads to its area where it `is_known`. Relations to it go; the files whose prose links to it are named, for a person to reword."""
    source = root / "entries" / place[0] / f"{place[1]}.yaml"
    area = root / "entries" / place[0] / "_area.yaml"
    value, _ = read_values(texts[source], "")
    old = value.get("former_ids", []) if isinstance(value, dict) else []
    edits = Edits({source: None})
    if former := [*([place[1]] if is_known else []), *old]:
        edits.texts[area] = with_former(texts[area], former)
    linking = []
    for path, text in texts.items():
        if path == source:
            continue
        after = edits.texts.get(path) or text
        if f"entry:{place[1]})" in after:
            linking.append(path)
        related = {number for number, row in links_of(after, "related") if row.get("entry") == place[1]}
        after = without_rows(after, "related", related)
        for number, row in links_of(after, "near_misses"):
            if row.get("entry") == place[1]:
                after = _without_name(after, number)
        if after != text:
            edits.texts[path] = after
    proof = root / FOLDER / place[0] / f"{place[1]}.json"
    if proof.is_file():
        edits.texts[proof] = None
    return edits, linking


def _without_name(text: str, number: int) -> str:
    """A near miss keeps its log and reason when the entry it belonged to goes."""
    from generator.load.positions import locate

    place = locate(text, "", ("near_misses", number, "entry"), key=True)
    lines = text.split("\n")
    line = lines[place.line - 1]
    if line.lstrip().startswith("- "):  # the name opens the row: the next member takes its dash
        following = lines[place.line]
        lines[place.line] = line[: line.index("- ") + 2] + following.lstrip()
    del lines[place.line - 1]
    return "\n".join(lines)

"""An entry's old and new place in, every file that changes out."""

import json
from collections.abc import Mapping
from pathlib import Path

from generator.load.proofs import FOLDER
from generator.moves.edits import Edits, with_former, with_links_to, without_former


def renamed(
    root: Path, texts: Mapping[Path, str], old: tuple[str, str], new: tuple[str, str], is_known: bool = True
) -> Edits:
    """`texts` holds every YAML file of entries/; places are (area, id). Links follow, the proof moves along, and the old address becomes a redirect where it `is_known`."""
    before, after = (root / "entries" / area / f"{id_}.yaml" for area, id_ in (old, new))
    former = old[1] if old[0] == new[0] else f"{old[0]}/{old[1]}"
    own = with_links_to(texts[before], old[1], new[1])
    edits = Edits(
        {path: moved for path, text in texts.items() if (moved := with_links_to(text, old[1], new[1])) != text}
    )
    edits.texts[before] = None
    edits.texts[after] = with_former(without_former(own, new[1]), [former]) if is_known else without_former(own, new[1])
    return edits | _proof(root, old, new)


def _proof(root: Path, old: tuple[str, str], new: tuple[str, str]) -> Edits:
    before, after = (root / FOLDER / area / f"{id_}.json" for area, id_ in (old, new))
    if not before.is_file():
        return Edits()
    text = before.read_text("utf-8")
    named = f'"entry": {json.dumps(old[1])}'
    return Edits({before: None, after: text.replace(named, f'"entry": {json.dumps(new[1])}', 1)})

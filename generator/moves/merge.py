"""Two entries of one failure in, one out: what only the other one had of signatures, excerpts, near misses and references is added, and its addresses lead here."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.load.proofs import FOLDER
from generator.load.yaml_values import read_values
from generator.moves.edits import (
    Edits,
    links_of,
    rows_of,
    with_former,
    with_links_to,
    with_rows,
    without_former,
    without_rows,
)

#: Lists whose rows may be joined, and what makes two rows the same.
JOINED = {"signatures": "text", "excerpts": "log", "near_misses": "log", "references": "url"}


def merged(
    root: Path, texts: Mapping[Path, str], gone: tuple[str, str], kept: tuple[str, str], is_known: bool = True
) -> Edits:
    """`texts` holds every YAML file of entries/; places are (area, id). The first address becomes a redirect where it `is_known`. Prose is not joined: a person carries over what is worth it."""
    source, target = (root / "entries" / area / f"{id_}.yaml" for area, id_ in (gone, kept))
    text = texts[target]
    ours, theirs = (_values(texts[path]) for path in (target, source))
    for key, same in JOINED.items():
        known = {str(row[same]) for row in ours.get(key, ())}
        rows = rows_of(texts[source], key)
        values = theirs.get(key, ())
        new = [row for row, value in zip(rows, values, strict=False) if str(value[same]) not in known]
        text = with_rows(text, key, new)
    former = [gone[1] if gone[0] == kept[0] else f"{gone[0]}/{gone[1]}"] if is_known else []
    former += [old if "/" in old or gone[0] == kept[0] else f"{gone[0]}/{old}" for old in theirs.get("former_ids", ())]
    text = with_former(without_former(text, kept[1]), former)
    edits = Edits()
    for path, other in {**texts, target: text}.items():
        if path == source:
            continue
        linked = _without_doubled(with_links_to(other, gone[1], kept[1]), path.stem)
        if linked != texts.get(path):
            edits.texts[path] = linked
    edits.texts[source] = None
    return edits | _proofs(root, gone, kept)


def _without_doubled(text: str, own: str) -> str:
    """Relations that now lead to the entry itself, or stand twice, go; a near miss of itself loses its name."""
    seen: set[tuple[str, str]] = set()
    drop = set()
    for number, row in links_of(text, "related"):
        link = (row.get("kind", ""), row.get("entry", ""))
        if link in seen or link[1] == own:
            drop.add(number)
        seen.add(link)
    text = without_rows(text, "related", drop)
    own_misses = {number for number, row in links_of(text, "near_misses") if row.get("entry") == own}
    return without_rows(text, "near_misses", own_misses)


def _values(text: str) -> dict[str, Any]:
    value, _ = read_values(text, "")
    return value if isinstance(value, dict) else {}


def _proofs(root: Path, gone: tuple[str, str], kept: tuple[str, str]) -> Edits:
    source, target = (root / FOLDER / area / f"{id_}.json" for area, id_ in (gone, kept))
    if not source.is_file():
        return Edits()
    if not target.is_file():
        return Edits({source: None})
    theirs, ours = (json.loads(path.read_text("utf-8")) for path in (source, target))
    known = {record["text_sha256"] for record in ours["signatures"]}
    ours["signatures"] += [record for record in theirs["signatures"] if record["text_sha256"] not in known]
    ours["names"] = dict(sorted({**theirs.get("names", {}), **ours.get("names", {})}.items()))
    return Edits({source: None, target: json.dumps(ours, indent=1, ensure_ascii=False) + "\n"})

"""The table of attacks, and how one of them becomes files in a tree."""

import copy
import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from generator.model.proof import FORMAT, text_digest
from tests.hostile.make import MADE

HERE = Path(__file__).parent
MINIMAL = HERE.parent / "data/minimal"
#: What the minimal tree claims to be proved, where a tree keeps proof records.
CLAIMS = {
    "known_from: source": "known_from: report",
    "known_from: repository": "known_from: report",
    "demo:evictions_total": "evictions",
}


@dataclass(frozen=True, slots=True)
class Attack:
    """One row of attacks.yaml."""

    name: str
    tries: str
    put: dict[str, Any] = field(default_factory=dict)
    area: dict[str, Any] = field(default_factory=dict)
    proof: dict[str, Any] | None = None
    replace: tuple[str, str] | None = None
    made: str | None = None
    refused: str | None = None
    inert: bool = False
    shows: str = ""

    @property
    def id(self) -> str:
        """The id of its entry."""
        return "constructor" if self.made == "names_of_objects" else self.name

    @property
    def place(self) -> str:
        """The area of its entry."""
        return self.name if self.area else "serving"


def attacks() -> list[Attack]:
    """All of them, as the table has them."""
    return [Attack(**row) for row in yaml.safe_load((HERE / "attacks.yaml").read_text("utf-8"))]


def sound_tree(folder: Path) -> Path:
    """The minimal tree at `folder`, without claims to be proved."""
    shutil.copytree(MINIMAL, folder)
    path = folder / "entries/serving/cache-full.yaml"
    text = path.read_text("utf-8")
    for old, new in CLAIMS.items():
        text = text.replace(old, new)
    path.write_text(text, "utf-8")
    return folder


def carry_out(attack: Attack, tree: Path) -> Path:
    """Writes the attack's files into the tree; the path of the file that is attacked."""
    text = _text(attack)
    if attack.proof is not None:
        record = json.dumps(_record(attack, yaml.safe_load(text)), ensure_ascii=False).replace("\\\\ud", "\\ud")
        _write(tree / f"proofs/serving/{attack.name}.json", record)
    if attack.area:
        area = _put(yaml.safe_load((HERE / "area.yaml").read_text("utf-8").replace("NAME", attack.name)), attack.area)
        _write(tree / f"entries/{attack.name}/{attack.name}.yaml", text)
        return _write(tree / f"entries/{attack.name}/_area.yaml", _dumped(area))
    if attack.made is not None:
        return MADE[attack.made](tree, attack.name, text)
    return _write(tree / f"entries/serving/{attack.name}.yaml", text)


def _text(attack: Attack) -> str:
    base = (HERE / "base.yaml").read_text("utf-8")
    if attack.replace is not None:
        old, new = attack.replace
        assert base.count(old) == 1, (attack.name, old)
        return base.replace(old, new).replace("NAME", attack.name)
    value = _put(yaml.safe_load(base), attack.put)
    if attack.proof is not None or attack.made == "deep_proof":
        value["signatures"][0]["known_from"] = "source"
    return _dumped(value).replace("NAME", attack.name)


def _put(value: Any, changes: dict[str, Any]) -> Any:
    value = copy.deepcopy(value)
    for path, new in changes.items():
        *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        holder = value
        for step in steps:
            holder = holder[step]
        if new is None:
            del holder[last]
        else:
            holder[last] = new
    return value


def _dumped(value: Any) -> str:
    dumped: str = yaml.safe_dump(value, allow_unicode=True, sort_keys=False, width=10_000_000)
    return dumped


def _record(attack: Attack, entry: dict[str, Any]) -> dict[str, Any]:
    changes = dict(attack.proof or {})
    text = entry["signatures"][0]["text"]
    sample: dict[str, Any] = {
        "version": "0.12",
        "origin": "demo-server",
        "found": True,
        "file": "demo/cache.py",
        "file_sha256": "0" * 64,
        "line": 12,
        "url": "https://example.org/demo/cache.py",
    }
    sample |= {key: changes.pop(key) for key in [*changes] if key in sample}
    signature = {"text_sha256": text_digest(text), "begins": text[:40], "kind": "source", "samples": [sample]}
    owner = changes.pop("entry", attack.name)
    return {"format": FORMAT, "entry": owner, "signatures": [signature | changes], "names": {}}


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path

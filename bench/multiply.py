"""The real entries in, a repository with many different ones out: same shapes and sizes, no sentence or signature twice."""

import itertools
import re
import shutil
from pathlib import Path
from typing import Any

import yaml

from generator.check.prose import SENTENCE_END
from generator.load import load_entries
from generator.schema.records import Entry
from generator.schema.shapes import ListShape, RecordShape, Shape, shape_of
from generator.schema.types import FORMER, ID, TEMPLATE, TITLE, Text

_WORD = re.compile(r"[A-Za-z]{3,}")
_HOLE = re.compile(r"\{[^{}]*\}")


def multiply(root: Path, target: Path, count: int) -> Path:
    """A repository at `target` with `count` entries in the areas of `root`; everything but entries/ is shared with `root`."""
    documents = load_entries(root).documents
    areas = [d for d in documents if d.is_area]
    entries = [d for d in documents if not d.is_area]
    ids = [d.id for d in entries]
    shutil.rmtree(target, ignore_errors=True)
    for name in ("templates", "site_overrides", "generator"):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(root / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / "mkdocs.yml", target / "mkdocs.yml")
    for area in areas:
        folder = target / "entries" / area.area
        folder.mkdir(parents=True, exist_ok=True)
        # a link in an area's text leads to the first copy
        (folder / "_area.yaml").write_text(re.sub(r"entry:([a-z0-9-]+)", r"entry:\1-c0", area.text), "utf-8")
    for number in range(count):
        document, copy = entries[number % len(entries)], number // len(entries)
        copies = -(-(count - number % len(entries)) // len(entries))
        there = set(ids) if copy < copies - 1 else set(ids[: count - copy * len(entries)])
        value = _Copy(document.value, copy, there, number).value
        path = target / "entries" / document.area / f"{document.id}-c{copy}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(
            yaml.dump(value, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=110), "utf-8"
        )
    return target


class _Copy:
    """One entry with another number in every sentence and signature."""

    def __init__(self, value: dict[str, Any], copy: int, there: set[str], number: int) -> None:
        # signatures get `c1z`: `c1` alone is the beginning of `c10`, and one copy would hit the other
        self.mark, self.copy, self.there = f"c{copy}", copy, there
        self.number, self.sentences = number, itertools.count()
        words = {max(_WORD.findall(_HOLE.sub(" ", s["text"])), key=len) for s in value.get("signatures", ())}
        self.printed = re.compile("|".join(sorted(map(re.escape, words), key=len, reverse=True))) if words else None
        self.value = self._of(shape_of(Entry), value)

    def _of(self, shape: Shape, value: Any) -> Any:
        if isinstance(shape, RecordShape):
            return {
                # comparisons name placeholders, which are spelled anew with the signatures' words
                key: self._printed(item) if key == "values" else self._of(shape.by_name[key].shape, item)
                for key, item in value.items()
            }
        if isinstance(shape, ListShape):
            return [self._of(shape.item, item) for item in value]
        if shape is ID:
            return self._id(value)
        if shape is FORMER:
            return f"{value}-{self.mark}"
        if shape is TITLE:
            return f"{value[:80]} {self.mark}"
        if shape is TEMPLATE or (isinstance(shape, Text) and shape.name == "verbatim text"):
            return self._printed(value)
        if isinstance(shape, Text) and shape.markup in ("inline", "block"):
            return self._sentences(value)
        return value

    def _printed(self, value: str) -> str:
        return self.printed.sub(lambda word: f"{word.group()}{self.mark}z", value) if self.printed else value

    def _id(self, value: str) -> str:
        return (
            f"{value}-{self.mark}" if value in self.there else (f"{value}-c0" if "-" in value and self.copy else value)
        )

    def _sentences(self, text: str) -> str:
        text = re.sub(r"entry:([a-z0-9-]+)", lambda m: "entry:" + self._id(m.group(1)), text)
        # a mark ahead of each place where the check ends a sentence, so that no two are alike
        return SENTENCE_END.sub(lambda end: self._next_mark() + end.group(), text.rstrip()) + self._next_mark()

    def _next_mark(self) -> str:
        return f" n{self.number}x{next(self.sentences)}"

"""Entry files in the hands of other YAML readers: editors, agents and scripts see what we see."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.load.paths import entry_paths
from generator.load.yaml_values import read_values

ROOT = Path(__file__).resolve().parents[2]
AREAS = sorted({path.parent.name for path in entry_paths(ROOT)})


def shape(value: Any) -> Any:
    """Names and numbers of members: readers differ in which plain words they take for numbers, or for yes and no."""
    if isinstance(value, dict):
        return {str(key): shape(item) for key, item in value.items()}
    return [shape(item) for item in value] if isinstance(value, list) else None


@pytest.mark.parametrize("area", AREAS)
def test_the_reader_in_pure_python_reads_the_same(area: str) -> None:
    """It is stricter than libyaml in places: a plain `Fits?` in braces, for one."""
    for path in entry_paths(ROOT):
        if path.parent.name == area:
            text = path.read_text("utf-8")
            assert shape(yaml.load(text, Loader=yaml.SafeLoader)) == shape(read_values(text, "x")[0]), path

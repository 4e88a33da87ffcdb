"""What a running server prints of a build."""

from pathlib import Path

import pytest

from generator.cli.workshop import Workshop
from generator.write import LiveTree


def test_what_cannot_be_shown_is_no_count_of_files(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The preview of an entry with a problem: the problem and nothing else."""
    entry = tree / "entries/serving/cache-full.yaml"
    entry.write_text(entry.read_text("utf-8").replace("severity: high", "severity: hihg"), "utf-8")
    workshop = Workshop(tree, "http://127.0.0.1:8000/", LiveTree(tmp_path / "site"), only="cache-full")
    assert workshop.build()
    shown = capsys.readouterr().out
    assert shown.startswith("entries/serving/cache-full.yaml:5:11: F104")
    assert "files changed" not in shown

"""The pictures that a pull request gets of its changed pages."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / ".github/scripts/pictures.py"


def pictures(folder: Path, target: Path, *names: str) -> "subprocess.CompletedProcess[str]":
    """The script, run as the workflow runs it, with named files."""
    command = [sys.executable, str(SCRIPT), "--site", str(folder), "--target", str(target), *names]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_each_changed_page_gets_a_picture_and_the_site_lies_beside_it(
    address: str, folder: Path, tmp_path: Path
) -> None:
    """An area's own file stands for its page; what is no entry's name has no page and no line in the summary."""
    target = tmp_path / "preview"
    names = (
        "entries/nccl/_area.yaml",
        "entries/pytorch/torch-cuda-oom.yaml",
        "entries/../[x](y).yaml",
        "proofs/x.json",
    )
    done = pictures(folder, target, *names)
    assert done.returncode == 0, done.stderr
    found = sorted(target.glob("pictures/**/*.png"))
    assert [path.relative_to(target).as_posix() for path in found] == [
        "pictures/nccl.png",
        "pictures/pytorch/torch-cuda-oom.png",
    ]
    for path in found:
        head = path.read_bytes()[:24]
        assert head.startswith(b"\x89PNG")
        width, height = int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
        assert width == 1280
        assert height > 2000  # the whole page, no first window of it
    assert (target / "site/pytorch/torch-cuda-oom/index.html").is_file()
    assert done.stdout.startswith("### 2 changed pages\n")
    assert "[x]" not in done.stdout


def test_where_no_page_has_changed_the_summary_says_so(address: str, folder: Path, tmp_path: Path) -> None:
    """A change of a record alone, or an entry that went."""
    done = pictures(folder, tmp_path / "preview", "entries/nccl/gone.yaml")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("### 0 changed pages\n")

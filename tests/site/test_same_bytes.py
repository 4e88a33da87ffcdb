"""Two builds of the same commit give the same bytes, wherever and in whatever order of sets they run."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ABROAD = {"PYTHONHASHSEED": "7", "TZ": "Pacific/Kiritimati", "LC_ALL": "C", "LANG": "tr_TR.UTF-8"}


def digests(site: Path) -> dict[str, str]:
    """Every file of a site by its path."""
    return {
        path.relative_to(site).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(site.rglob("*"))
        if path.is_file()
    }


def built(root: Path, site: Path, cache: Path, **surroundings: str) -> dict[str, str]:
    """The site as the command builds it there."""
    command = [sys.executable, "-m", "generator.cli", "build", "--target", str(site)]
    environment = {**os.environ, "PYTHONPATH": str(root), "ENCYCLOPEDIA_CACHE": str(cache), **surroundings}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return digests(site)


def test_hash_seeds_time_zones_locales_and_caches_make_no_difference(root: Path, tmp_path: Path) -> None:
    """Nothing kept here and there, then with what the first build kept."""
    first = built(root, tmp_path / "one/site", tmp_path / "cache-1", PYTHONHASHSEED="1", TZ="America/St_Johns")
    assert built(root, tmp_path / "two/site", tmp_path / "cache-2", **ABROAD) == first
    assert built(root, tmp_path / "three/site", tmp_path / "cache-1", PYTHONHASHSEED="3") == first
    assert len(first) > 1000

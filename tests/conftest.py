"""What all tests share: the repository, a small sound tree to change, and goldens that `pytest --bless` writes."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest --bless` writes the goldens that differ; the diff is what a reviewer reads."""
    parser.addoption("--bless", action="store_true", help="write goldens instead of comparing with them")


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository's top."""
    return ROOT


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """`golden(name, text)` compares `text` with tests/golden/<name>, whole; with --bless it writes it."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--bless"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        assert path.is_file(), f"{path} is missing; write it with `pytest --bless` and read the diff"
        assert text == path.read_text("utf-8")

    return compare


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A repository with one sound area and two sound entries (tests/data/minimal/), free to be changed."""
    shutil.copytree(ROOT / "tests/data/minimal", tmp_path / "repository")
    shutil.copy(ROOT / "mkdocs.yml", tmp_path / "repository/mkdocs.yml")
    return tmp_path / "repository"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The encyclopedia itself, built once from the real entries."""
    from generator.check.tree import check_tree
    from generator.pipeline import build_site, corpus_of

    target = tmp_path_factory.mktemp("built") / "site"
    checked = check_tree(ROOT)
    assert checked.is_sound, [f"{p.location}: {p.code} {p.what}" for p in checked.problems]
    build_site(ROOT, target, corpus_of(checked.documents))
    return target

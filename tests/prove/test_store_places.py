"""Where releases are loaded from: the places that the machine's own tools are set up for."""

from pathlib import Path

import pytest

from generator.prove.distributions import UnavailableError
from generator.prove.store import index_of_pip, mirror_of_apt


def test_the_index_is_the_one_that_pip_is_set_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A company's own index is used as its people use it."""
    monkeypatch.setenv("PIP_INDEX_URL", "https://packages.example/simple/")
    assert index_of_pip() == "https://packages.example/simple/"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("sources.list", "# none\ndeb https://mirror.example/debian bookworm main\n"),
        ("sources.list.d/debian.sources", "Types: deb\nURIs: https://mirror.example/debian\nSuites: bookworm\n"),
    ],
    ids=["the one-line form", "the form with fields"],
)
def test_the_mirror_is_the_one_that_apt_is_set_up_for(tmp_path: Path, name: str, text: str) -> None:
    """Both forms of apt's sources."""
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(text)
    assert mirror_of_apt(tmp_path) == "https://mirror.example"


def test_a_machine_without_debian_is_said_to_be_one(tmp_path: Path) -> None:
    """As a reason in the record, not as a crash."""
    with pytest.raises(UnavailableError, match="no Debian mirror"):
        mirror_of_apt(tmp_path)

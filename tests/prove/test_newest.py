"""`encyclopedia prove --newest`: what the newest releases hold no more, and with which release it went."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli.main import group
from generator.model.projects import Project
from generator.prove.releases import Release, before, in_order, newer_than

TEXT = "cache of %s is full, %d blocks are missing"
ENTRY = """\
# yaml-language-server: $schema=../../entry.schema.json
"""


@pytest.fixture
def look(
    tree: Path, tmp_path: Path, repository: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Result]:
    """`look(lines of each tag, …)`: an entry proved at v1.0 of a repository, and what --newest says of it."""
    import yaml

    entry = tree / "entries/serving/cache-full.yaml"
    value = yaml.safe_load(entry.read_text("utf-8"))
    value["signatures"][0].update(
        program="demo", file="src/cache.c", known_from="repository", first_seen="1.0", last_seen="1.0"
    )
    value["signatures"][0].pop("gone_in", None)
    for signature in value["signatures"][1:]:
        signature["known_from"] = "report"
    entry.write_text(ENTRY + yaml.safe_dump(value, sort_keys=False), "utf-8")
    (tree / "proofs").mkdir()
    (tree / "proofs/_projects.yaml").write_text(
        "projects:\n  - project: demo\n    programs: [demo]\n    origin: git:https://example.org/owner/demo\n"
        "    version: v{version}\n",
        "utf-8",
    )
    monkeypatch.chdir(tree)
    monkeypatch.setenv("ENCYCLOPEDIA_CACHE", str(tmp_path / "cache"))
    line = 'WARN("Request %s evicted: no free block of %d");\n'

    def run(tags: dict[str, bool], *words: str) -> Result:
        repository({tag: {"src/cache.c": f"/* {tag} */\n" + line * holds} for tag, holds in tags.items()})
        common = ["prove", "--offline", "--mirror", str(tmp_path / "mirror"), "cache-full"]
        proved = CliRunner().invoke(group, common)
        assert proved.exit_code == 0, proved.output
        return CliRunner().invoke(group, [*common, "--newest", *words])

    return run


def test_a_message_that_went_is_reported_with_the_release_in_which_it_went(look: Callable[..., Result]) -> None:
    """Found by halving, whatever the number of releases; trials between them do not count."""
    tags = {f"v1.{number}": number < 7 for number in range(10)} | {"v2.0-rc1": True, "v2.0": False}
    result = look(tags, "--report", "report.md")
    assert result.exit_code == 1, result.output
    row = next(line for line in Path("report.md").read_text("utf-8").splitlines() if "cache-full#1" in line)
    assert row.startswith("| cache-full#1 | demo | 1.6 | 1.7 | 2.0 | ")
    assert result.stdout.startswith("1 gone, 0 in the newest release")


def test_a_message_that_is_still_there_is_no_news(look: Callable[..., Result]) -> None:
    """Exit 0, and the release in which it was seen."""
    result = look({"v1.0": True, "v1.10": True, "v1.9": False})
    assert result.exit_code == 0, result.output
    assert "| cache-full#1 | 1.10 |" in result.stdout


def test_records_and_entries_are_left_as_they_are(look: Callable[..., Result]) -> None:
    """The report is for people, who correct the entry."""
    entry, record = Path("entries/serving/cache-full.yaml"), Path("proofs/serving/cache-full.json")
    result = look({"v1.0": True, "v1.1": False})
    assert result.exit_code == 1
    texts = entry.read_bytes(), record.read_bytes()
    CliRunner().invoke(group, ["prove", "--newest", "--offline", "cache-full"])
    assert (entry.read_bytes(), record.read_bytes()) == texts


def test_what_cannot_be_looked_at_is_told_with_the_reason(look: Callable[..., Result]) -> None:
    """No tags without the mirror and without a network."""
    look({"v1.0": True})
    result = CliRunner().invoke(group, ["prove", "--newest", "--offline", "cache-full"])
    assert result.exit_code == 0
    assert "| cache-full#1 | 1.0 | which tags https://example.org/owner/demo has is not known" in result.stdout


def test_a_report_without_newest_is_wrong_use(look: Callable[..., Result]) -> None:
    """Nothing else writes one."""
    assert CliRunner().invoke(group, ["prove", "--report", "report.md"]).exit_code == 2
    assert CliRunner().invoke(group, ["prove", "--newest", "--check"]).exit_code == 2


@pytest.mark.parametrize(
    ("origin", "version", "names", "expected"),
    [
        ("pypi:demo", "{version}", ["0.10.0", "0.9.1", "1.0rc1", "0.9.1.post1"], ["0.9.1", "0.9.1.post1", "0.10.0"]),
        ("git:https://e.org/o/d", "v{version}-1", ["v2.9.9-1", "v2.10.3-1", "v2.20-rc1", "v2.11.4-2"], ["2.9.9", "2.10.3"]),
        ("git:https://e.org/o/d", "slurm-{dashed}-1", ["slurm-23-02-0-1", "slurm-22-05-11-1", "slurm-23-02-0-0rc1"], ["22.05.11", "23.02.0"]),
        ("debian:demo", "{version}-1", ["555.58.02-1", "555.58.02-4", "470.256.02-2"], ["470.256.02", "555.58.02"]),
    ],
    ids=["a package", "tags", "tags with dashes", "Debian's own count"],
)  # fmt: skip
def test_releases_stand_in_order_and_trials_are_left_out(
    origin: str, version: str, names: list[str], expected: list[str]
) -> None:
    """As numbers, not as text."""
    project = Project(project="demo", programs=("demo",), origin=origin, version=version)
    assert [release.version for release in in_order(project, names)] == expected


def test_versions_that_are_published_elsewhere_stand_among_the_others() -> None:
    """With the origin that the table gives them."""
    project = Project(
        project="demo",
        programs=("demo",),
        origin="git:https://e.org/o/d",
        versions={"1.1": "pypi:demo==1.1", "2.0": "pypi:demo==2.0.1"},
    )
    assert in_order(project, ["1.0", "2.0"]) == [
        Release("1.0", "git:https://e.org/o/d@1.0"),
        Release("1.1", "pypi:demo==1.1"),
        Release("2.0", "pypi:demo==2.0.1"),
    ]


def test_the_release_before_and_those_after() -> None:
    """The first has none before it; a version that is not listed has no neighbour."""
    releases = [Release(version, f"pypi:demo=={version}") for version in ("1.0", "1.1", "1.2")]
    assert before(releases, "1.1") == releases[0]
    assert before(releases, "core 1.2") == releases[1]
    assert (before(releases, "1.0"), before(releases, "1.0.5")) == (None, None)
    assert newer_than(releases, "1.0.5") == releases[1:]

"""A tree of files to documents: what is read, what is refused, and what is never opened."""

import os
import threading
from pathlib import Path

import pytest

from generator.load import load_entries, load_file
from generator.load.documents import misplaced_files
from generator.load.paths import entry_paths
from generator.load.reading import LONGEST_FILE, read_entry_text
from generator.problems import Problem

ENTRY = "entries/serving/cache-full.yaml"


def test_documents_come_in_the_order_of_their_paths(tree: Path) -> None:
    """Two runs over one tree see the same order, whatever the file system's is."""
    assert [document.name for document in load_entries(tree).documents] == [
        "entries/serving/_area.yaml",
        "entries/serving/cache-full.yaml",
        "entries/serving/queue-grows.yaml",
    ]


def test_a_document_takes_its_area_and_id_from_its_path(tree: Path) -> None:
    """The folder is the area, the file's name is the id."""
    document, problems = load_file(tree / ENTRY, tree)
    assert problems == []
    assert document is not None
    assert (document.area, document.id, document.is_area) == ("serving", "cache-full", False)


def test_an_area_file_is_known_as_one(tree: Path) -> None:
    """_area.yaml holds the area's own words."""
    document, _ = load_file(tree / "entries/serving/_area.yaml", tree)
    assert document is not None
    assert document.is_area


def test_a_byte_order_mark_is_taken_off(tree: Path) -> None:
    """Some editors write one; the first key is still `title`."""
    path = tree / ENTRY
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    document, problems = load_file(path, tree)
    assert problems == []
    assert document is not None
    assert document.at("title").line == 2


def test_a_file_with_windows_line_ends_holds_the_same_values(tree: Path) -> None:
    """What a contributor on Windows saves is the same entry."""
    path = tree / ENTRY
    before, _ = load_file(path, tree)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    after, problems = load_file(path, tree)
    assert problems == []
    assert before is not None
    assert after is not None
    assert after.value == before.value


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["without a byte order mark", "with one"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"], ids=["unix", "windows", "old macintosh"])
def test_a_byte_that_is_not_utf_8_is_reported_at_its_place(tree: Path, mark: bytes, end: bytes) -> None:
    """In the line and column that an editor shows, and by its value."""
    (tree / ENTRY).write_bytes(mark + b"title: x" + end + "ü: ".encode() + b"\xfcber")
    found = read_entry_text(tree / ENTRY, tree)
    assert isinstance(found, Problem)
    assert (found.code, str(found.location), found.what) == ("Y107", f"{ENTRY}:2:4", "byte 0xfc is not UTF-8")


def test_a_tree_without_entries_is_empty(tmp_path: Path) -> None:
    """Nothing to load is no error of the loader."""
    assert load_entries(tmp_path).documents == ()


def test_a_file_of_just_the_allowed_size_is_read(tree: Path) -> None:
    """The bound itself is inside."""
    (tree / ENTRY).write_bytes(b"#" * LONGEST_FILE)
    assert isinstance(read_entry_text(tree / ENTRY, tree), str)


def test_a_file_one_byte_larger_is_not_read(tree: Path) -> None:
    """One more is outside."""
    (tree / ENTRY).write_bytes(b"#" * (LONGEST_FILE + 1))
    found = read_entry_text(tree / ENTRY, tree)
    assert isinstance(found, Problem)
    assert found.code == "Y106"


def test_a_pipe_is_never_waited_for(tree: Path) -> None:
    """Opening a pipe that nobody writes to would hang the check for good."""
    path = tree / "entries/serving/pipe.yaml"
    os.mkfifo(path)
    answer: list[str | Problem] = []
    reader = threading.Thread(target=lambda: answer.append(read_entry_text(path, tree)), daemon=True)
    reader.start()
    reader.join(timeout=5)
    assert [isinstance(found, Problem) and found.code for found in answer] == ["Y108"]


def test_a_link_to_another_entry_inside_the_tree_is_read(tree: Path) -> None:
    """Only links that leave entries/ are refused."""
    (tree / "entries/serving/again.yaml").symlink_to("cache-full.yaml")
    assert isinstance(read_entry_text(tree / "entries/serving/again.yaml", tree), str)


@pytest.mark.parametrize(
    "target",
    ["../../mkdocs.yml", "/etc/passwd", "/dev/zero"],
    ids=["a file of the repository", "a file of the machine", "a device"],
)
def test_a_link_that_leaves_entries_is_not_followed(tree: Path, target: str) -> None:
    """What lies elsewhere is neither read nor published."""
    path = tree / "entries/serving/out.yaml"
    path.symlink_to(target)
    found = read_entry_text(path, tree)
    assert isinstance(found, Problem)
    assert found.code == "Y108"


def test_an_area_that_is_a_link_out_of_the_tree_is_not_followed(tree: Path, tmp_path: Path) -> None:
    """Each file of a linked folder is refused."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/secret.yaml").write_text("title: secret\n")
    (tree / "entries/linked").symlink_to(tmp_path / "elsewhere")
    assert [problem.code for problem in load_entries(tree).problems] == ["Y108"]


@pytest.mark.parametrize(
    "place",
    [
        "entries/x.yaml",
        "entries/serving/deep/x.yaml",
        "entries/serving/x.yml",
        "entries/serving/notes.txt",
        "entries/.hidden/x.yaml",
    ],
)
def test_a_file_that_the_loader_would_pass_over_is_reported(tree: Path, place: str) -> None:
    """Nothing below entries/ is ignored in silence."""
    (tree / place).parent.mkdir(parents=True, exist_ok=True)
    (tree / place).write_text("title: x\n")
    assert [problem.location.path for problem in misplaced_files(tree)] == [place]


def test_a_file_that_an_editor_hides_is_passed_over(tree: Path) -> None:
    """Swap and state files are no business of ours."""
    (tree / "entries/serving/.cache-full.yaml.swp").write_text("")
    (tree / "entries/.DS_Store").write_text("")
    assert list(misplaced_files(tree)) == []
    assert len(entry_paths(tree)) == 3

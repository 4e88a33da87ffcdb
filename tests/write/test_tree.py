"""Files to a folder: whole or not at all, nothing foreign replaced, nothing unchanged written again."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from generator.write import File, LiveTree, TargetError, Written, check_target, write_tree
from generator.write.tree import MARKER

SITE: list[File] = [("index.html", b"home"), ("a/b/index.html", b"page"), ("data.json", b"{}")]


def held(folder: Path) -> dict[str, bytes]:
    """Every file below a folder but the mark of a build."""
    return {
        p.relative_to(folder).as_posix(): p.read_bytes()
        for p in sorted(folder.rglob("*"))
        if p.is_file() and p.name != MARKER
    }


def broken(files: list[File]) -> Iterator[File]:
    """Some files, then a page that cannot be rendered."""
    yield from files
    raise RuntimeError("a template is wrong")


class TestWriteTree:
    """A build for publishing."""

    def test_a_new_target_holds_exactly_the_files(self, tmp_path: Path) -> None:
        """Folders are made as needed, the target's own too."""
        assert write_tree(SITE, tmp_path / "deep/site") == Written(3, 3)
        assert held(tmp_path / "deep/site") == dict(SITE)

    def test_a_file_can_come_from_another_file(self, tmp_path: Path) -> None:
        """The theme's files are copied."""
        (tmp_path / "logo.svg").write_bytes(b"<svg/>")
        write_tree([("assets/logo.svg", tmp_path / "logo.svg")], tmp_path / "site")
        assert held(tmp_path / "site") == {"assets/logo.svg": b"<svg/>"}

    def test_a_second_build_replaces_the_first_whole(self, tmp_path: Path) -> None:
        """What is no longer made is gone."""
        write_tree(SITE, tmp_path / "site")
        write_tree([("index.html", b"new")], tmp_path / "site")
        assert held(tmp_path / "site") == {"index.html": b"new"}

    def test_only_what_differs_counts_as_changed(self, tmp_path: Path) -> None:
        """A rebuild after one edit says so."""
        write_tree(SITE, tmp_path / "site")
        assert write_tree([*SITE[:2], ("data.json", b"[]")], tmp_path / "site") == Written(3, 1)

    def test_an_unchanged_file_is_the_same_file(self, tmp_path: Path) -> None:
        """A tool that publishes by date sees only what changed."""
        write_tree(SITE, tmp_path / "site")
        before = (tmp_path / "site/index.html").stat()
        write_tree(SITE, tmp_path / "site")
        after = (tmp_path / "site/index.html").stat()
        assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)

    def test_a_changed_file_of_the_same_length_is_written(self, tmp_path: Path) -> None:
        """Bytes are compared, not sizes."""
        write_tree([("x", b"aaa")], tmp_path / "site")
        write_tree([("x", b"bbb")], tmp_path / "site")
        assert held(tmp_path / "site") == {"x": b"bbb"}

    def test_a_failure_in_the_middle_leaves_the_last_good_site(self, tmp_path: Path) -> None:
        """Whoever reads the site sees the old one whole."""
        write_tree(SITE, tmp_path / "site")
        with pytest.raises(RuntimeError, match="a template is wrong"):
            write_tree(broken([("index.html", b"half")]), tmp_path / "site")
        assert held(tmp_path / "site") == dict(SITE)

    def test_a_failure_in_the_middle_of_a_first_build_leaves_nothing(self, tmp_path: Path) -> None:
        """Half a site is no site."""
        with pytest.raises(RuntimeError, match="a template is wrong"):
            write_tree(broken(SITE), tmp_path / "site")
        assert list(tmp_path.iterdir()) == []

    def test_a_build_leaves_nothing_beside_its_target(self, tmp_path: Path) -> None:
        """The folders it works in are gone when it is done."""
        write_tree(SITE, tmp_path / "site")
        write_tree(SITE, tmp_path / "site")
        assert [path.name for path in tmp_path.iterdir()] == ["site"]

    @pytest.mark.parametrize("error", [OSError("the disk is full"), KeyboardInterrupt()], ids=["a full disk", "Ctrl-C"])
    def test_an_end_between_the_two_renames_puts_the_last_good_site_back(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
    ) -> None:
        """The moment in which neither site has the name does not outlast the build."""
        write_tree(SITE, tmp_path / "site")
        rename, calls = os.rename, []

        def failing(old: Path, new: Path) -> None:
            calls.append(new)
            if len(calls) == 2:
                raise error
            rename(old, new)

        monkeypatch.setattr(os, "rename", failing)
        with pytest.raises(type(error)):
            write_tree([("index.html", b"new")], tmp_path / "site")
        assert held(tmp_path / "site") == dict(SITE)
        assert [path.name for path in tmp_path.iterdir()] == ["site"]

    def test_an_empty_folder_may_become_the_site(self, tmp_path: Path) -> None:
        """Somebody made it for that."""
        (tmp_path / "site").mkdir()
        write_tree(SITE, tmp_path / "site")
        assert held(tmp_path / "site") == dict(SITE)

    def test_everybody_may_read_the_site(self, tmp_path: Path) -> None:
        """A web server runs as another user."""
        write_tree(SITE, tmp_path / "site")
        assert (tmp_path / "site").stat().st_mode & 0o755 == 0o755


def foreign_folder(target: Path) -> None:
    """Somebody's work."""
    target.mkdir()
    (target / "thesis.tex").write_text("all of it")


def link_to_folder(target: Path) -> None:
    """A link to somebody's work."""
    foreign_folder(target.with_name("work"))
    target.symlink_to("work")


def link_to_site(target: Path) -> None:
    """A link, even to a site."""
    write_tree(SITE, target.with_name("real"))
    target.symlink_to("real")


def broken_link(target: Path) -> None:
    """A link to nothing."""
    target.symlink_to("nothing")


def plain_file(target: Path) -> None:
    """A file."""
    target.write_text("text")


@pytest.mark.parametrize(
    "make", [foreign_folder, link_to_folder, link_to_site, broken_link, plain_file], ids=lambda make: make.__name__
)
def test_a_target_that_no_build_wrote_is_refused_and_left_alone(tmp_path: Path, make: Callable[[Path], None]) -> None:
    """A wrong --target costs nobody their files."""
    target = tmp_path / "target"
    make(target)
    before = held(tmp_path)
    with pytest.raises(TargetError):
        check_target(target)
    with pytest.raises(TargetError):
        write_tree(SITE, target)
    assert held(tmp_path) == before


class TestLiveTree:
    """The folder of the local server."""

    def test_the_folder_becomes_the_files(self, tmp_path: Path) -> None:
        """As a build would make it."""
        assert LiveTree(tmp_path).update(SITE) == Written(3, 3)
        assert held(tmp_path) == dict(SITE)

    def test_an_update_writes_what_differs_and_removes_what_is_gone(self, tmp_path: Path) -> None:
        """One edit, one page."""
        tree = LiveTree(tmp_path)
        tree.update(SITE)
        untouched = (tmp_path / "index.html").stat().st_ino
        assert tree.update([SITE[0], ("data.json", b"[]")]) == Written(2, 1)
        assert held(tmp_path) == {"index.html": b"home", "data.json": b"[]"}
        assert (tmp_path / "index.html").stat().st_ino == untouched

    def test_a_failure_in_the_middle_leaves_the_last_good_pages(self, tmp_path: Path) -> None:
        """A template under edit is often wrong for a moment."""
        tree = LiveTree(tmp_path)
        tree.update(SITE)
        with pytest.raises(RuntimeError, match="a template is wrong"):
            tree.update(broken([("index.html", b"half")]))
        assert held(tmp_path) == dict(SITE)

    def test_an_update_after_a_failure_is_whole(self, tmp_path: Path) -> None:
        """Nothing of the failed one is remembered."""
        tree = LiveTree(tmp_path)
        tree.update(SITE)
        with pytest.raises(RuntimeError, match="a template is wrong"):
            tree.update(broken([("index.html", b"half")]))
        tree.update(SITE)
        assert held(tmp_path) == dict(SITE)

    def test_no_part_of_a_file_is_ever_seen(self, tmp_path: Path) -> None:
        """A file changes places with its old self, under the same name."""
        tree = LiveTree(tmp_path)
        tree.update([("x", b"old")])
        with (tmp_path / "x").open("rb") as reader:
            tree.update([("x", b"new")])
            assert reader.read() == b"old"
        assert held(tmp_path) == {"x": b"new"}

"""The record of a build: what stands is left alone, and nothing is believed that is not there."""

from pathlib import Path

import pytest

from generator.write import Built, BuiltPages, File, Same, Written, parse_built, stands, write_tree

SITE: list[File] = [("index.html", b"home"), ("a/b/index.html", b"page"), ("data.json", b"{}")]


@pytest.fixture
def site(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """A site and its files' digests."""
    target = tmp_path / "site"
    return target, dict(write_tree(SITE, target).digests)


class TestStands:
    """Every file is read and compared."""

    def test_a_site_as_it_was_written(self, site: tuple[Path, dict[str, str]]) -> None:
        """The usual case."""
        assert stands(*site)

    @pytest.mark.parametrize("damage", ["changed", "gone", "more", "link", "no mark", "no folder"])
    def test_anything_else(self, site: tuple[Path, dict[str, str]], damage: str) -> None:
        """A byte, a file too few or too many, a link in place of a file, a folder that no build marked."""
        target, files = site
        page = target / "a/b/index.html"
        if damage == "changed":
            page.write_bytes(b"pagf")
        elif damage == "gone":
            page.unlink()
        elif damage == "more":
            (target / "a/left-over.html").write_bytes(b"")
        elif damage == "link":
            page.rename(target.parent / "elsewhere")
            page.symlink_to(target.parent / "elsewhere")
        elif damage == "no mark":
            (target / ".encyclopedia-site").unlink()
        else:
            target = target / "none"
        assert not stands(target, files)


class TestSame:
    """A file that a build need not make again."""

    def test_it_stays_and_is_not_made(self, site: tuple[Path, dict[str, str]]) -> None:
        """Not even the date changes."""
        target, digests = site
        before = (target / "data.json").stat().st_mtime_ns
        again: list[File] = [(name, Same(digests[name], lambda: pytest.fail("made again"))) for name, _ in SITE]
        assert write_tree(again, target) == Written(3, 0)
        assert (target / "data.json").stat().st_mtime_ns == before

    @pytest.mark.parametrize("damage", [b"{}}", None])
    def test_damaged_or_gone_it_is_made_again(self, site: tuple[Path, dict[str, str]], damage: bytes | None) -> None:
        """Whatever somebody did to the site."""
        target, digests = site
        (target / "data.json").unlink() if damage is None else (target / "data.json").write_bytes(damage)
        again: list[File] = [*SITE[:2], ("data.json", Same(digests["data.json"], lambda: b"{}"))]
        written = write_tree(again, target)
        assert (written.changed, written.digests) == (1, digests)
        assert (target / "data.json").read_bytes() == b"{}"


class TestRecord:
    """What is kept between two builds."""

    BUILT = Built("in", "2 entries", {"a/index.html": "d1", "a/entry.json": "d2"}, {"a/": ("key", ("a/index.html",))})

    def test_it_comes_back_as_it_was(self) -> None:
        """Through plain values."""
        assert parse_built(self.BUILT.as_plain()) == self.BUILT

    @pytest.mark.parametrize(
        "foreign", [None, 1, (), ("in", "said", {}), ("in", "said", {}, {"a/": 1}), (1, 2, {}, {})]
    )
    def test_what_another_program_kept_is_none(self, foreign: object) -> None:
        """As if there were no record."""
        assert parse_built(foreign) is None

    def test_pages_by_key(self) -> None:
        """The same key gives the digests of the files; another key, or a record that lacks a file, nothing."""
        made: list[File] = [("a/index.html", b"page")]
        pages = BuiltPages(self.BUILT)
        (file,) = pages.files("a/", "key", lambda: made) or ()
        assert isinstance(file[1], Same)
        assert (file[0], file[1].digest, file[1].make()) == ("a/index.html", "d1", b"page")
        assert pages.pages == {"a/": ("key", ("a/index.html",))}
        assert pages.files("a/", "other", lambda: made) is None
        assert pages.files("b/", "key", lambda: made) is None
        assert BuiltPages(None).files("a/", "key", lambda: made) is None
        without = Built("in", "", {}, self.BUILT.pages)
        assert BuiltPages(without).files("a/", "key", lambda: made) is None

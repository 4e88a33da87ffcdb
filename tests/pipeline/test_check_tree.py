"""A whole tree under check: what one broken file may and may not say about the others."""

from pathlib import Path

import pytest

from generator import pipeline
from generator.check.tree import check_tree
from generator.pipeline import Memory


def _entry(tree: Path) -> Path:
    return next(path for path in sorted((tree / "entries").glob("*/*.yaml")) if path.stem != "_area")


def _other(tree: Path) -> Path:
    return [path for path in sorted((tree / "entries").glob("*/*.yaml")) if path.stem != "_area"][1]


def test_a_link_to_a_former_id_of_a_broken_entry_is_not_broken_too(tree: Path) -> None:
    """One fault is reported once, where it is."""
    broken, linking = _entry(tree), _other(tree)
    broken.write_text(broken.read_text("utf-8").replace("severity:", "severtiy:", 1), "utf-8")
    linking.write_text(linking.read_text("utf-8").replace(f"entry: {broken.stem}", "entry: kv-full"), "utf-8")
    problems = check_tree(tree).problems
    assert {p.code for p in problems} == {"F101", "F102"}


def test_many_files_give_the_same_result_as_few(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several processes change the time, not the findings or their order."""
    _entry(tree).write_text("title: [broken", "utf-8")
    alone = check_tree(tree)
    monkeypatch.setattr(pipeline, "MANY_FILES", 0)
    assert check_tree(tree) == alone


def test_memory_sees_an_edit(tree: Path) -> None:
    """A running server checks a changed file again, and only that is what it keeps."""
    memory = Memory()
    assert check_tree(tree, memory).is_sound
    _entry(tree).write_text("title: [broken", "utf-8")
    assert not check_tree(tree, memory).is_sound


def test_with_memory_and_without_the_pages_are_the_same(tree: Path, root: Path) -> None:
    """After an edit of one entry, the pages that memory kept are what a fresh build writes."""
    from generator.load.paths import cache_of
    from generator.theme.settings import read_settings
    from generator.theme.shell import shell_of

    settings = read_settings(root)
    shell = shell_of(root, settings.address, settings.repository, cache_of(root))

    def files(memory: Memory | None) -> dict[str, bytes | Path]:
        corpus = pipeline.corpus_of(check_tree(tree, memory).documents, memory)
        # the templates are the repository's own; the entries are the tree's
        return dict(pipeline.site_files(root, corpus, shell, settings, memory.pages if memory is not None else None))

    memory = Memory()
    files(memory)
    entry = _entry(tree)
    entry.write_text(entry.read_text("utf-8").replace("title: ", "title: Another ", 1), "utf-8")
    assert files(memory) == files(None)


def test_several_processes_make_the_same_pages(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cores of a machine change the time of a build, not a byte of it."""
    from generator.load.paths import cache_of
    from generator.theme.settings import read_settings
    from generator.theme.shell import shell_of

    settings = read_settings(root)
    shell = shell_of(root, settings.address, settings.repository, cache_of(root))
    corpus = pipeline.corpus_of(check_tree(root).documents)
    alone = list(pipeline.site_files(root, corpus, shell, settings))
    monkeypatch.setattr(pipeline, "MANY_FILES", 0)
    assert list(pipeline.site_files(root, corpus, shell, settings)) == alone

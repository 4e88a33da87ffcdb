"""Proof records beside entries: where they are, and what a repository without them is."""

import os
from pathlib import Path

from generator.check.tree import check_tree
from generator.load.proofs import LONGEST_RECORD, proof_path, read_proof
from generator.pipeline import Memory


def test_a_repository_without_the_folder_keeps_no_records(tree: Path) -> None:
    """Nothing is missing there."""
    assert read_proof(tree, "serving", "cache-full") is None


def test_a_record_that_is_missing_is_empty(tree: Path) -> None:
    """The folder says that records are kept."""
    (tree / "proofs").mkdir()
    assert read_proof(tree, "serving", "cache-full") == ""


def test_a_record_is_read_whole_and_a_huge_one_not_at_all(tree: Path) -> None:
    """No record is that large."""
    path = proof_path(tree, "serving", "cache-full")
    path.parent.mkdir(parents=True)
    path.write_text("{}", "utf-8")
    assert read_proof(tree, "serving", "cache-full") == "{}"
    os.truncate(path, LONGEST_RECORD + 1)
    assert read_proof(tree, "serving", "cache-full") == ""


def test_a_running_server_sees_a_record_that_changes(tree: Path) -> None:
    """The entry's own file is as it was."""
    memory = Memory()
    (tree / "proofs").mkdir()
    assert "S120" in {problem.code for problem in check_tree(tree, memory).problems}
    path = proof_path(tree, "serving", "cache-full")
    path.parent.mkdir(parents=True)
    path.write_text("{", "utf-8")
    assert "S122" in {problem.code for problem in check_tree(tree, memory).problems}

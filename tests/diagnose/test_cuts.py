"""Texts that are cut for people: at the end of a word, so that half a key is not taken for none."""

from pathlib import Path

import pytest

from generator.diagnose.engine import diagnose
from generator.diagnose.masked import masked
from generator.diagnose.report.markdown import as_markdown
from generator.diagnose.report.report import Report
from generator.diagnose.taped import whole_words
from generator.match.compiled import EntryIndex
from generator.model import Corpus

SECRETS = [
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "AKIAIOSFODNN7EXAMPLE",
    "sk-proj-abcDEFghiJKLmnoPQRstuVWXyz0123456789abcd",
    "hf_abcdefghijklmnopqrstuvwxyzABCDEFGH",
    "alice.smith@corp.example.org",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
]


@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: secret[:6])
def test_no_part_of_a_secret_is_passed_on_wherever_it_stands(
    secret: str, corpus: Corpus, index: EntryIndex, tmp_path: Path
) -> None:
    """Also where a text is cut in the middle of it."""
    log = tmp_path / "job.log"
    entries = {filed.id: filed for filed in corpus.entries}
    rows = {row.id: row for row in index.rows}
    for before in range(80, 124, 3):
        log.write_text(
            f"[rank1]: Traceback (most recent call last):\n[rank1]: lib.FrobError: {'x' * (before - 14)} {secret} end\n",
            "utf-8",
        )
        found = masked(diagnose([str(log)], index))
        assert secret[:9] not in as_markdown(Report(found, rows, entries, "https://x.example/")), before


@pytest.mark.parametrize(
    ("text", "most", "short"),
    [
        ("one two", 10, "one two"),
        ("one two three", 9, "one two"),
        ("one two three", 7, "one two"),
        ("a" * 400, 300, "a" * 44),
        ("one " + "a" * 400, 300, "one " + "a" * 40),
    ],
)
def test_a_word_is_not_cut_in_two(text: str, most: int, short: str) -> None:
    """Unless it is longer than any key."""
    assert whole_words(text, most) == short

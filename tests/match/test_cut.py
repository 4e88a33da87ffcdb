"""Lines that are cut off, and signatures as printed: how much literal text they share."""

from pathlib import Path

import pytest

from generator.load import load_entries
from generator.match.compiled import make_index
from generator.match.cut import LEAST_SHARED, shared
from generator.match.find import find_entries, row_of
from generator.match.scan import scan_text
from generator.model import build_corpus
from generator.model.template import template_of

SEQUENCE = "sequence group ‥ is preempted by preemptionmode.‥ mode because there is not enough kv cache space"


@pytest.mark.parametrize(
    ("line", "count"),
    [
        pytest.param("sequence group 147 is preem", 24, id="cut at its end"),
        pytest.param("warning [scheduler.py:9] sequence group 147 is preem", 24, id="cut at its end, with a prefix"),
        pytest.param("quence group 147 is preempted by", 29, id="cut at both ends"),
        pytest.param("47 is preempted by preemptionmode.sw", 32, id="cut inside two values"),
        pytest.param(
            "mption mode because there is not enough kv cache space (3 left)", 48, id="cut inside a value, more behind"
        ),
        pytest.param(
            "swap mode because there is not enough kv cache space. more", 48, id="cut at its start, more behind"
        ),
        pytest.param("is preempted by preemptio", 25, id="inside one text, cut at its end"),
        pytest.param("ere is not enough kv cache spa", 30, id="inside the last text"),
        pytest.param("sequence group 147", 0, id="less than twenty"),
        pytest.param("sequence group 147 is preempted at dawn", 0, id="goes on in another way"),
        pytest.param("sequence group a b c is preempted by", 0, id="more words than a value has"),
        pytest.param("the sequence group the sequence group 7 is preemp", 25, id="begins twice"),
        pytest.param("", 0, id="nothing"),
    ],
)
def test_what_a_cut_line_shares_is_counted(line: str, count: int) -> None:
    """From where one of the two begins to where one of the two ends."""
    assert shared(line, SEQUENCE) == count


@pytest.mark.parametrize(
    ("line", "printed", "count"),
    [
        pytest.param(
            "noise 7 evicted: no free block here", "‥ evicted: no free block of ‥", 0, id="other words behind"
        ),
        pytest.param("noise 7 evicted: no free block o", "‥ evicted: no free block of ‥", 25, id="a value comes first"),
        pytest.param(
            "allocate 20.00 gib. gpu 3 has a tot",
            "tried to allocate …. gpu ‥ has a total",
            25,
            id="a value of two words",
        ),
        pytest.param("a failure was here: some words of a kind", "a failure was here: …", 20, id="a value at the end"),
    ],
)
def test_values_stand_where_placeholders_do(line: str, printed: str, count: int) -> None:
    """One word, or several."""
    assert shared(line, printed) == count


def test_a_hostile_line_is_gone_through_as_fast_as_others() -> None:
    """Repeated beginnings against a signature of many placeholders; only so much of a line is looked at."""
    printed = "‥".join(["aaaa"] * 120)
    assert shared("a" * 1_000_000, printed) == 480


def test_every_excerpt_that_is_cut_finds_its_entry(root: Path) -> None:
    """A third is cut off at the end, at the start, or a fifth at both; twenty characters of literal text are left."""
    documents = [d for d in load_entries(root).documents if not d.is_area]
    entries = {filed.id: row_of(filed) for filed in build_corpus(load_entries(root).documents).entries}
    index = make_index(entries.values())
    lost, tried = [], 0
    for document in documents:
        row = entries[document.id]
        for excerpt in document.value.get("excerpts", ()):
            for text, printed in zip(row.signatures, row.printed, strict=True):
                for hit in scan_text(excerpt["log"], template_of(text))[:1]:
                    raw = excerpt["log"].split("\n")[hit.line - 1].encode()[hit.start - 1 : hit.end - 1]
                    line, length = raw.decode(), len(raw.decode())
                    for part in (line[: length * 2 // 3], line[length // 3 :], line[length // 5 : length * 4 // 5]):
                        if shared(" ".join(part.casefold().split()), printed) < LEAST_SHARED:
                            continue
                        tried += 1
                        found = find_entries(index, f"noise\n{part}")
                        if not any(one.row.id == row.id and one.reason != "words" for one in found):
                            lost.append((row.id, part))
    assert lost == []
    assert tried > 100

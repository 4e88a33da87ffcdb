"""Pasted lines in, signature templates out: each hits its own line, and no value of that day is left in it."""

from pathlib import Path

import pytest

from generator.draft import draft_of
from generator.load import load_entries
from generator.match import scan_text
from generator.model import Corpus, build_corpus
from generator.model.template import template_of

LINES = {
    "a watchdog behind three prefixes": (
        "[rank3]:[E1129 16:40:25.587000 8005 ProcessGroupNCCL.cpp:632] [Rank 3] Watchdog caught collective operation timeout: "
        "WorkNCCL(SeqNum=7, OpType=ALLREDUCE, Timeout(ms)=600000) ran for 600017 milliseconds before timing out.",
        "Watchdog caught collective operation timeout: WorkNCCL(SeqNum={seq:int}, OpType=ALLREDUCE, Timeout(ms)={timeout:int}) ran for "
        "{milliseconds:int} milliseconds before timing out.",
    ),
    "sizes and a GPU": (
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 2 has a total capacity of 79.15 GiB",
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate {want:size}. GPU {gpu:int} has a total capacity of {total:size}",
    ),
    "a source line, a path and an address": (
        "2026-11-29 18:53:51,315 ERROR RuntimeError: [/src/gloo/pair.cc:534] Connection closed by peer [10.0.0.5]:34567",
        "RuntimeError: [{path:path}:{line:int}] Connection closed by peer {address:address}",
    ),
    "a host and a time": (
        "slurmstepd: error: *** STEP 771204.0 ON gpu-a-07 CANCELLED AT 2026-11-12T08:14:09 DUE TO TIME LIMIT ***",
        "slurmstepd: error: *** STEP {step:number} ON {host} CANCELLED AT {time} DUE TO TIME LIMIT ***",
    ),
    "braces of the message": (
        "ValueError: longer than the maximum model length of 2048. Make sure that {max_model_len} is no smaller",
        "ValueError: longer than the maximum model length of {length:int}. Make sure that {{max_model_len}} is no smaller",
    ),
    "a mangled symbol": (
        "ImportError: /opt/lib/x.so: undefined symbol: _ZN3c104cuda9SetDeviceEi",
        "ImportError: {path:path}: undefined symbol: {symbol}",
    ),
    "what was masked before": (
        "mylib.FlangeError: worker 3 lost flange at <ip-1>, pid 77",
        "mylib.FlangeError: worker {worker:int} lost flange at {masked}, pid {pid:int}",
    ),
    "colors": ("\x1b[31mERROR\x1b[0m the frobnicator is gone for good", "the frobnicator is gone for good"),
}


@pytest.mark.parametrize(("line", "template"), LINES.values(), ids=LINES)
def test_a_line_becomes_a_template_that_hits_it(line: str, template: str) -> None:
    """Prefixes are left out; placeholders are named after their neighbors and have kinds."""
    draft = draft_of(line)
    assert (draft.text, draft.doubt) == (template, None)
    assert scan_text(line, template_of(draft.text))


def test_a_placeholder_says_what_it_stands_for() -> None:
    """So that its author can look it over."""
    draft = draft_of("[rank1]: lost flange 7 of 12 flanges for good")
    assert (draft.prefix, draft.filled) == ("[rank1]: ", (("{flange}", "7"), ("{flanges}", "12")))


@pytest.mark.parametrize("line", ["12 34 56", "", "a", "/x/y/z", "0x12 at 3", "Error: 12"])
def test_a_line_that_says_too_little_is_said_to(line: str) -> None:
    """It still gives a draft to go on with."""
    assert draft_of(line).doubt is not None


HOSTILE = [
    "\0" * 50,
    "{" * 40,
    "}{" * 30,
    "9" * 5000,
    "1 " * 3000,
    "a=" * 2000,
    "/" * 5000,
    "\u202e" * 9,
    "[" * 4000,
    "1.1.1.1:" * 900,
    "_Z" * 2000,
]


@pytest.mark.parametrize("line", HOSTILE, ids=range(len(HOSTILE)))
def test_any_line_is_drafted_at_once(line: str) -> None:
    """Nothing a log holds makes it fail or wait."""
    draft_of(line)


def test_drafts_of_what_entries_show_hit_what_they_were_drafted_from(root: Path) -> None:
    """Every line of every excerpt that a signature of ours hits."""
    wrong = []
    for line in printed_lines(root):
        draft = draft_of(line)
        if draft.doubt is None and not scan_text(line, template_of(draft.text)):
            wrong.append((line, draft.text))
    assert wrong == []


def printed_lines(root: Path) -> list[str]:
    """The excerpts' lines that hold a signature."""
    corpus: Corpus = build_corpus(load_entries(root).documents)
    found = []
    for filed in corpus.entries:
        templates = [template_of(signature.text) for signature in filed.entry.signatures]
        for excerpt in filed.entry.excerpts:
            found += [
                line
                for line in excerpt.log.split("\n")
                if line.strip() and any(len(t.lines) == 1 and scan_text(line, t) for t in templates)
            ]
    assert len(found) > 200
    return found

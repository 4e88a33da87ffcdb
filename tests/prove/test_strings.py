"""Strings as the compiler joins them."""

import hashlib
from pathlib import Path

import pytest

from generator.load.kept import Kept
from generator.prove.kept_strings import kept_strings
from generator.prove.strings import (
    END,
    HOLE,
    SourceString,
    assertions,
    binary_strings,
    python_strings,
    scanned_strings,
    strings_of,
)

PYTHON = {
    "adjacent strings": ('x = ("Got completion "\n     "from peer")', ["Got completion from peer"]),
    "an f-string beside a plain one": ('x = (f"rank {rank} of "\n     "the group")', [f"rank {HOLE} of the group"]),
    "a percent conversion": ('log("pid %d is gone (%s)", pid, why)', [f"pid {HOLE} is gone ({HOLE})"]),
    "a format field": ('"{} of {total:>8}".format(1, total=2)', [f"{HOLE} of {HOLE}"]),
    "doubled braces": ('"set {{x}} to {}".format(1)', [f"set {{x}} to {HOLE}"]),
    "strings joined by plus": ('x = "lost " + name + " again"', [f"lost {HOLE} again"]),
    "line feeds as blanks": ('x = "one\\n   two"', ["one two"]),
    "no docstring": ('def f():\n    """Says nothing."""\n', []),
    "an escape": (r'x = "quoted \"word\""', ['quoted "word"']),
}  # fmt: skip


def test_the_strings_of_a_large_library_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the digest of its bytes: the same strings at the same places; what is damaged is read again."""
    data = b"\x00".join(b"message %d of the library" % n + b"\x00" * (n % 7) for n in range(200_000))
    kept, sha256 = Kept(tmp_path / "strings"), hashlib.sha256(data).hexdigest()
    fresh = kept_strings("lib/a.so", data, sha256, kept)
    with monkeypatch.context() as patched:
        patched.setattr("generator.prove.kept_strings.strings_of", lambda path, data: pytest.fail("read again"))
        again = kept_strings("lib/a.so", data, sha256, kept)
    assert (again.text, again.lines, again.is_binary) == (fresh.text, fresh.lines, True)
    place = fresh.text.find("message 777 of")
    assert again.line_at(place) == fresh.line_at(place) == data.find(b"message 777 of")
    [file] = (tmp_path / "strings").iterdir()
    file.write_bytes(file.read_bytes()[:-9])
    assert kept_strings("lib/a.so", data, sha256, kept).lines == fresh.lines


@pytest.mark.parametrize(("text", "expected"), PYTHON.values(), ids=PYTHON)
def test_python_is_read_as_its_compiler_reads_it(text: str, expected: list[str]) -> None:
    """By its own parser."""
    found = python_strings(text)
    assert found is not None
    assert sorted({string.text for string in found}) == sorted(expected)


def test_python_that_this_python_cannot_read_is_scanned() -> None:
    """Old syntax still has strings."""
    assert python_strings('print "old"') is None
    assert strings_of("a.py", b'print "old style"').text == f"{END}old style{END}"


C = {
    "adjacent strings": ('WARN("NET/IB : Got "\n   "completion");', ["NET/IB : Got completion"]),
    "a macro between": ('error("Detected %"PRIu64" oom_kill event%s", n, s);', [f"Detected {HOLE} oom_kill event{HOLE}"]),
    "a stream": ('s << "ran for " << ms << " ms";', ["ran for ", " ms"]),
    "two arguments": ('f("one", "two");', ["one", "two"]),
    "comments": ('f("a" /* "no" */ // "neither"\n "b");', ["ab"]),
    "a character that is a quote": ("f('\"', \"text\");", ["text"]),
    "a raw string": ('x = R"(raw "text")";', ['raw "text"']),
    "Go, joined by plus": ('fmt.Errorf("node(s) had " + "taint {%s: %s}", k, v)', [f"node(s) had taint {{{HOLE}: {HOLE}}}"]),
    "Go, raw": ("x := `raw %v`", [f"raw {HOLE}"]),
    "Rust, continued over the line": ('eprintln!("got forked, \\\n    after {}", x)', [f"got forked, after {HOLE}"]),
    "an escape": ('f("a\\tb \\"c\\"");', ['a b "c"']),
    "a percent sign": ('f("100%% of %lu");', [f"100% of {HOLE}"]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), C.values(), ids=C)
def test_languages_like_c_are_scanned(text: str, expected: list[str]) -> None:
    """One small scanner for all."""
    assert [string.text for string in scanned_strings(text)] == expected


def test_a_string_stands_in_the_line_in_which_it_begins() -> None:
    """Counted from 1."""
    assert [s.line for s in scanned_strings('\n\nf("one"\n"two");\n\ng("three");')] == [3, 6]
    found = python_strings('\n\nx = ("one"\n"two")\n\ny = "three"')
    assert found is not None
    assert [s.line for s in found] == [3, 6]


def test_a_library_is_read_as_runs_of_printable_characters_with_their_offsets() -> None:
    """What is shorter, or has no word in it, says nothing."""
    data = b"\x00\x01device-side assert triggered\x00ab\x00\x02a.b.c.d.e\x00an error %d\x00"
    assert [(s.line, s.text) for s in binary_strings(data)] == [
        (2, "device-side assert triggered"),
        (data.index(b"an error"), f"an error {HOLE}"),
    ]


@pytest.mark.parametrize("data", [b"", b'"', b"'", b'"\\', b'R"(', b"\xff\xfe", b"/*", b"f'{" * 50], ids=repr)
@pytest.mark.parametrize("name", ["a.py", "a.c", "a.rs", "a.so"])
def test_no_bytes_make_it_fail(name: str, data: bytes) -> None:
    """Releases hold all sorts of files."""
    assert strings_of(name, data).text.startswith(END)


def test_a_failed_assertion_prints_its_condition() -> None:
    """The preprocessor makes a string of it; parentheses and strings inside belong to it."""
    text = 'int f() {\n  CUDA_KERNEL_ASSERT(-size(i) <= index\n      && "index out of bounds");\n  assert(open(\n'
    assert list(assertions(text)) == [SourceString(2, 'Assertion `-size(i) <= index && "index out of bounds"` failed')]

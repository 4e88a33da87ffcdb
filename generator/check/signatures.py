"""Signatures in, problems out: is each one a template, narrow enough, shown by an excerpt, silent on the near misses?"""

from collections.abc import Iterable, Iterator

from generator.load import Document
from generator.match import scan_text
from generator.model.condition import ConditionError, parse_condition
from generator.model.template import (
    Template,
    TemplateError,
    has_little_text,
    is_too_wide,
    key_of,
    parse_template,
    template_of,
)
from generator.problems import Problem, did_you_mean


def check_signatures(document: Document) -> Iterator[Problem]:
    """The signatures of one entry against its own excerpts and near misses."""
    value = document.value
    signatures = value.get("signatures", ())
    excerpts, misses = value.get("excerpts", ()), value.get("near_misses", ())
    templates: dict[int, Template] = {}
    for index, signature in enumerate(signatures):
        problems = list(_template_problems(document, ("signatures", index, "text"), signature["text"]))
        yield from problems
        if not problems:
            templates[index] = template_of(signature["text"])
    if signatures and (not excerpts or not misses):
        missing = " and ".join(name for name, rows in (("excerpts", excerpts), ("near_misses", misses)) if not rows)
        yield Problem(
            "S105",
            document.at("signatures", key=True),
            f"there are signatures, but no {missing}",
            "add what the template must hit and what it must pass over",
        )
    yield from _check_excerpts(document, templates, len(signatures))


def _template_problems(document: Document, place: tuple[str | int, ...], text: str) -> Iterator[Problem]:
    """Why this text cannot be looked for in a log; nothing if it can."""
    try:
        template = parse_template(text)
    except TemplateError as error:
        yield Problem("S101", document.at(*place, find=error.piece), error.what, error.fix)
        return
    if has_little_text(template):
        yield Problem(
            "S102",
            document.at(*place),
            "this signature has too little text that is always the same",
            "keep the words that only this failure prints",
        )
    elif key_of(template) is None:
        yield Problem(
            "S102",
            document.at(*place),
            "this signature has no word to search by in its first line",
            "begin with a line that has three plain letters, digits or signs in a row outside its placeholders, such as `CUDA`; "
            "quotes, slashes and letters beyond ASCII do not count",
        )


def check_conditions(document: Document) -> Iterator[Problem]:
    """When a signature counts; what tells the causes of one message apart in a log: templates that can be matched, comparisons of values that are captured."""
    names: set[str] = set()
    for index in search_keys(document):
        own = {hole.name for hole in _template(document, index).holes}
        names |= own
        only_if = document.value["signatures"][index].get("only_if")
        if only_if is not None:
            yield from _condition_problems(document, ("signatures", index, "only_if"), only_if, own)
    for index, cause in enumerate(document.value["root_cause"].get("causes", ())):
        place = ("root_cause", "causes", index)
        for row, text in enumerate(cause.get("log_shows", ())):
            yield from _template_problems(document, (*place, "log_shows", row), text)
        if "values" in cause:
            yield from _condition_problems(document, (*place, "values"), cause["values"], names)


def _condition_problems(
    document: Document, place: tuple[str | int, ...], text: str, names: set[str]
) -> Iterator[Problem]:
    try:
        condition = parse_condition(text)
    except ConditionError as error:
        yield Problem(
            "S110",
            document.at(*place, find=error.piece),
            str(error),
            'write it as `name > name`, `name >= 0.9 * name` or `name == "TEXT"`',
        )
        return
    for name in condition.names:
        if name not in names:
            yield Problem(
                "S110",
                document.at(*place, find=name),
                f"no placeholder `{name}` is there to compare",
                did_you_mean(
                    name, sorted(names), f"there are {', '.join(sorted(names)) or 'none'}; quote a fixed text"
                ),
            )


def _template(document: Document, index: int) -> Template:
    return template_of(document.value["signatures"][index]["text"])


def search_keys(document: Document) -> dict[int, str]:
    """The number of each signature that can be matched, and the word by which a log is searched for it."""
    found: dict[int, str] | None = document.derived.get("keys")
    if found is None:
        found = document.derived["keys"] = {}
        for index, signature in enumerate(document.value.get("signatures", ())):
            try:
                template = parse_template(signature["text"])
            except TemplateError:
                continue
            key = None if is_too_wide(template) else key_of(template)
            if key is not None:
                found[index] = key
    return found


def _check_excerpts(document: Document, templates: dict[int, Template], count: int) -> Iterator[Problem]:
    excerpts = document.value.get("excerpts", ())
    shown: set[int] = set()
    for row, excerpt in enumerate(excerpts):
        hits = {index for index, template in templates.items() if _hits(excerpt["log"], template)}
        shown |= hits
        if not hits and len(templates) == count:
            yield Problem(
                "S106",
                document.at("excerpts", row, "log"),
                "no signature of this entry hits this excerpt",
                "add the signature of its line, or remove the excerpt",
            )
    for index in templates:
        if excerpts and index not in shown:
            yield Problem(
                "S103",
                document.at("signatures", index, "text"),
                "no excerpt shows this signature",
                "add an excerpt with the line as printed, or mend the template",
            )
    for row, miss in enumerate(document.value.get("near_misses", ())):
        for index, template in templates.items():
            hits_here = _hits(miss["log"], template)
            if hits_here:
                place = document.at("near_misses", row, "log")
                yield Problem(
                    "S104",
                    document.at("signatures", index, "text"),
                    f"signature also hits the near miss at line {place.line}",
                    "keep words that only this failure prints",
                )


def _hits(log: str, template: Template) -> bool:
    """Whether the template hits; a log without its search key, which is spelled the same everywhere, need not be looked at."""
    key = key_of(template)
    return (key is None or key in log) and bool(scan_text(log, template))


def check_doubled_signatures(documents: Iterable[Document]) -> Iterator[Problem]:
    """The same signature text in two places."""
    seen: dict[str, str] = {}
    for document in documents:
        for index, signature in enumerate(document.value.get("signatures", ())):
            text = " ".join(signature["text"].split())
            if text in seen:
                yield Problem(
                    "S107",
                    document.at("signatures", index, "text"),
                    f"this signature stands in `{seen[text]}` too",
                    "keep it in one entry",
                )
            seen.setdefault(text, document.name)

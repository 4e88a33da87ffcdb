"""Signatures in, problems out: is each one a template, narrow enough, shown by an excerpt, silent on the near misses?"""

from collections.abc import Iterable, Iterator

from generator.load import Document
from generator.match import scan_text
from generator.model.template import Template, TemplateError, is_too_wide, key_of, parse_template
from generator.problems import Problem


def check_signatures(document: Document) -> Iterator[Problem]:
    """The signatures of one entry against its own excerpts and near misses."""
    value = document.value
    signatures = value.get("signatures", ())
    excerpts, misses = value.get("excerpts", ()), value.get("near_misses", ())
    templates: dict[int, Template] = {}
    for index, signature in enumerate(signatures):
        try:
            templates[index] = parse_template(signature["text"])
        except TemplateError as error:
            yield Problem("S101", document.at("signatures", index, "text", find=error.piece), error.what, error.fix)
            continue
        if is_too_wide(templates[index]):
            yield Problem(
                "S102",
                document.at("signatures", index, "text"),
                "this signature has too little text that is always the same",
                "keep the words that only this failure prints",
            )
            del templates[index]
    if signatures and (not excerpts or not misses):
        missing = " and ".join(name for name, rows in (("excerpts", excerpts), ("near_misses", misses)) if not rows)
        yield Problem(
            "S105",
            document.at("signatures", key=True),
            f"there are signatures, but no {missing}",
            "add what the template must hit and what it must pass over",
        )
    yield from _check_excerpts(document, templates, len(signatures))


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

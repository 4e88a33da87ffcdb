"""References in, advice out: does anything first-hand support this entry?"""

from collections.abc import Iterator

from generator.load import Document
from generator.problems import Problem


def check_references(document: Document) -> Iterator[Problem]:
    """An entry without a primary reference."""
    if not any(reference.get("primary") for reference in document.value["references"]):
        yield Problem(
            "P202",
            document.at("references", key=True),
            "no reference is marked `primary: true`",
            "add the source, documentation or release note that shows it",
        )

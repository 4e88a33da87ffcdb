"""All documents and the table of projects in, problems out: is each signature's program one that somebody else names too?"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from generator.load import Document
from generator.model.projects import TABLE, Projects
from generator.problems import Problem


def check_programs(documents: Iterable[Document], projects: Projects | None) -> Iterator[Problem]:
    """A program that neither the table nor another entry names is a new one, or a known one misspelled. Once an entry and program."""
    if projects is None:
        return
    entries = [document for document in documents if not document.is_area]
    naming: defaultdict[str, set[str]] = defaultdict(set)
    for document in entries:
        for signature in document.value.get("signatures", ()):
            naming[signature["program"]].add(document.id)
    for document in entries:
        said: set[str] = set()
        for index, signature in enumerate(document.value.get("signatures", ())):
            program = signature["program"]
            if program in said or projects.names_program(program) or naming[program] != {document.id}:
                continue
            said.add(program)
            others = [name for name, ids in naming.items() if ids != {document.id}]
            yield Problem(
                "S202",
                document.at("signatures", index, "program"),
                f"no project in {TABLE} and no other entry names the program `{program}`",
                projects.like(
                    program,
                    others,
                    "write it as its project does; where it is published goes into that table, as its head says",
                ),
            )

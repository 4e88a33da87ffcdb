"""An entry in, the sections of its page out: which there are, in the order that serves a person in trouble.

An anchor and a title are said here once; the templates and the table of contents both read them.
"""

from collections.abc import Callable
from dataclasses import dataclass

from generator.render.page import Heading
from generator.schema.records import Entry

Present = Callable[[Entry], bool]


def _always(_entry: Entry) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Part:
    """A heading: its anchor, its words, when it is there. `template` is the part of templates/entry/ that prints what follows."""

    anchor: str
    title: str
    present: Present = _always
    below: tuple["Part", ...] = ()

    @property
    def template(self) -> str:
        """The template of this section."""
        return f"entry/{self.anchor.replace('-', '_')}.html.j2"


PARTS = (
    Part("quick-answer", "Quick answer"),
    Part("signatures", "What the software prints", lambda e: bool(e.signatures)),
    Part(
        "observed",
        "What you see",
        below=(
            Part("symptoms", "Signs and why they show", lambda e: bool(e.symptoms)),
            Part("metrics", "Metrics that tell", lambda e: bool(e.metrics)),
        ),
    ),
    Part(
        "why",
        "Why it happens",
        below=(
            Part("mechanism", "From cause to symptom"),
            Part("root-cause", "Root cause"),
        ),
    ),
    Part(
        "confirm",
        "How to confirm",
        below=(
            Part("first-control", "The experiment that decides"),
            Part("checklist", "Checklist"),
        ),
    ),
    Part(
        "fix",
        "The fix",
        below=(
            Part("stopgap", "Stopgap for tonight"),
            Part("steps", "Steps"),
            Part("fallback", "If that is not possible"),
            Part("verify", "Verify that it worked"),
            Part("prevention", "Keep it from coming back"),
        ),
    ),
    Part("affected", "Affected versions", lambda e: bool(e.affected)),
    Part("practices", "Good practice", lambda e: bool(e.best_practices)),
    Part("comparison", "With the fix and without", lambda e: bool(e.comparison)),
    Part("note", "From experience"),
    Part("fingerprint", "Fingerprint", lambda e: e.fingerprint is not None),
    Part("related", "Look-alikes and neighbors"),
    Part("logs", "Example logs", lambda e: bool(e.excerpts or e.near_misses)),
    Part("faq", "Questions people ask", lambda e: bool(e.faq)),
    Part("references", "References", lambda e: bool(e.references)),
    Part("more", "More of this category"),
)
TITLES = {part.anchor: part.title for part in (*PARTS, *(below for part in PARTS for below in part.below))}


def outline(entry: Entry, absent: frozenset[str]) -> list[Part]:
    """The sections of this entry's page; `absent` names those that turned out empty when they were prepared."""
    return [part for part in PARTS if part.present(entry) and part.anchor not in absent]


def headings(entry: Entry, parts: list[Part]) -> tuple[Heading, ...]:
    """The table of contents for these sections."""
    return tuple(
        Heading(
            part.anchor,
            part.title,
            tuple(Heading(below.anchor, below.title) for below in part.below if below.present(entry)),
        )
        for part in parts
    )

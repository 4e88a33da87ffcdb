"""The steps of a diagnosis in, the same with a mark each out, by which a browser remembers what was ticked."""

from dataclasses import dataclass
from hashlib import sha256

from generator.schema.records import Check


@dataclass(frozen=True, slots=True)
class StepView:
    """A step; `mark` stays the same as long as what is to be done does, wherever the step moves."""

    mark: str
    step: Check


def view_checklist(checklist: tuple[Check, ...]) -> list[StepView]:
    """The steps in their order."""
    return [StepView(sha256(step.do.encode()).hexdigest()[:10], step) for step in checklist]

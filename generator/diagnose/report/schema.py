"""The form of a diagnosis as JSON, said once: `diagnosis.schema.json` is written from it. Fields may be added; a change that breaks a reader raises the number."""

from typing import Any

from generator.diagnose import diagnosis as words
from generator.schema.json_schema import DRAFT
from generator.schema.vocabulary import KIND

FORMAT = "diagnosis/1"

_TEXT = {"type": "string"}
_COUNT = {"type": "integer", "minimum": 0}
_LINE = {"type": "integer", "minimum": 1, "description": "The number of the line, from 1."}
_RANK = {"type": ["integer", "null"], "minimum": 0, "description": "The rank in the job, where it is known."}
_MAYBE = {"type": ["string", "null"]}


def diagnosis_schema() -> dict[str, Any]:
    """The schema of what `encyclopedia diagnose --format json` prints."""
    return {
        "$schema": DRAFT,
        "title": "A diagnosis by the encyclopedia",
        **_record(
            "What the logs of a job say about why it failed.",
            schema={"const": FORMAT, "description": "The form and its version."},
            inputs=_list("The logs that were read, in the order of reading.", _INPUT),
            verdict=_word("Whether a known failure was found.", words.FAILURE, words.NO_KNOWN_FAILURE),
            causes=_list("What was found; the first is the answer where `verdict` is `failure`.", _CAUSE),
            ranks=_RANKS,
            nearest=_list(
                "Entries whose words are like those of the logs; a guess, and only where no signature was found.", _NEAR
            ),
            unexplained=_list("Error lines that no entry explains.", _UNEXPLAINED),
        ),
    }


def _record(description: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "description": description, "properties": properties, "required": list(properties)}


def _list(description: str, items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "description": description, "items": items}


def _word(description: str, *choices: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(choices), "description": description}


def _said(form: dict[str, Any], description: str) -> dict[str, Any]:
    return {**form, "description": description}


_INPUT = _record(
    "A log.",
    path=_said(_TEXT, "Its path as named or found; `-` is standard input."),
    lines=_COUNT,
    bytes=_said(_COUNT, "Its size, unpacked."),
    trouble=_said(_MAYBE, "What kept it from being read to the end."),
)
_EVIDENCE = _record(
    "A line that speaks for a cause.",
    path=_TEXT,
    line=_LINE,
    text=_said(_TEXT, "The line; very long ones are cut."),
    signature=_said(
        _MAYBE, "The signature that it is, as the entry writes it; null for a line that shows the structure."
    ),
    captures={
        "type": "object",
        "description": "What stands for the signature's placeholders.",
        "additionalProperties": _TEXT,
    },
    rank=_RANK,
    count={"type": "integer", "minimum": 1, "description": "How many lines like it there are."},
)
_VARIANT = {
    "description": "Which of the entry's causes this log speaks for; null where it does not say.",
    "anyOf": [
        _record(
            "One of an entry's causes.",
            name=_TEXT,
            tell=_said(_TEXT, "How to tell it from the others."),
            remedy=_said(_MAYBE, "What ends this one in particular."),
            why=_said(_TEXT, "What in the log speaks for it."),
        ),
        {"type": "null"},
    ],
}
_FIX = _record(
    "What ends it, from the entry; texts are CommonMark.",
    quick_answer=_record(
        "The entry in short.", symptom=_TEXT, cause=_TEXT, fix=_TEXT, first=_said(_TEXT, "What to do first.")
    ),
    steps=_list(
        "In order of preference.",
        _record(
            "A step.", do=_TEXT, command=_MAYBE, config=_MAYBE, when=_said(_MAYBE, "When it applies."), costs=_MAYBE
        ),
    ),
    verify=_said(_TEXT, "How to know that it worked."),
    verify_command=_MAYBE,
    resume=_said(_TEXT, "What gets the job going meanwhile."),
    url=_said(_TEXT, "The entry's page."),
)
_CAUSE = _record(
    "An entry that fits.",
    entry=_said(_TEXT, "Its id."),
    title=_TEXT,
    area=_TEXT,
    kind=_word("What the entry is about.", *KIND),
    role=_word("Its part in this failure.", words.INITIATING, words.COLLATERAL, words.UNRELATED),
    confidence=_word("How far to trust it.", words.CERTAIN, words.LIKELY, words.POSSIBLE),
    rank=_said(_RANK, "The rank on which it began, where one began it."),
    host=_MAYBE,
    time=_said(_MAYBE, "When it was first seen, as written in the log."),
    variant=_VARIANT,
    evidence=_list("The lines that show it, the telling ones first.", _EVIDENCE),
    against=_list("What speaks against it.", _TEXT),
    fix=_FIX,
)
_RANKS = _record(
    "The ranks by their part.",
    initiating=_list("Those on which it began.", {"type": "integer", "minimum": 0}),
    collateral=_list("Those that failed with them.", {"type": "integer", "minimum": 0}),
    silent=_list("Those that stopped speaking.", {"type": "integer", "minimum": 0}),
    why=_list("How this is known.", _TEXT),
)
_NEAR = _record("An entry.", entry=_TEXT, similarity={"type": "number", "minimum": 0, "maximum": 1})
_UNEXPLAINED = _record("A line; masked unless masking is off.", path=_TEXT, line=_LINE, text=_TEXT, rank=_RANK)

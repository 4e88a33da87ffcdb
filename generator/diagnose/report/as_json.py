"""A report in, the JSON that programs read out; `diagnosis.schema.json` describes it."""

import json
from typing import Any

from generator.diagnose.diagnosis import Cause, Evidence, Unexplained
from generator.diagnose.report.report import Report
from generator.diagnose.report.schema import FORMAT
from generator.schema.records import FixStep


def as_json(report: Report) -> str:
    """The report as one JSON document, in ASCII, so that no terminal acts on what a log holds."""
    diagnosis = report.diagnosis
    value = {
        "schema": FORMAT,
        "inputs": [
            {"path": one.path, "lines": one.lines, "bytes": one.bytes, "trouble": one.trouble}
            for one in diagnosis.inputs
        ],
        "verdict": diagnosis.verdict,
        "causes": [_cause(report, cause) for cause in diagnosis.causes],
        "ranks": {
            "initiating": list(diagnosis.ranks.initiating),
            "collateral": list(diagnosis.ranks.collateral),
            "silent": list(diagnosis.ranks.silent),
            "why": list(diagnosis.ranks.why),
        },
        "nearest": [{"entry": near.entry, "similarity": round(near.similarity, 4)} for near in diagnosis.nearest],
        "unexplained": [_unexplained(one) for one in diagnosis.unexplained],
    }
    return json.dumps(value, indent=2)


def _cause(report: Report, cause: Cause) -> dict[str, Any]:
    row = report.rows[cause.entry]
    variant = cause.variant
    return {
        "entry": cause.entry,
        "title": row.title,
        "area": row.area,
        "kind": row.kind,
        "role": cause.role,
        "confidence": cause.confidence,
        "rank": cause.rank,
        "host": cause.host,
        "time": cause.time,
        "variant": variant
        and {"name": variant.name, "tell": variant.tell, "remedy": variant.remedy, "why": variant.why},
        "evidence": [_evidence(one) for one in cause.evidence],
        "against": list(cause.against),
        "fix": _fix(report, cause.entry),
    }


def _evidence(one: Evidence) -> dict[str, Any]:
    return {
        "path": one.path,
        "line": one.line,
        "text": one.text,
        "signature": one.signature,
        "captures": dict(one.captures),
        "rank": one.rank,
        "count": one.count,
    }


def _unexplained(one: Unexplained) -> dict[str, Any]:
    return {"path": one.path, "line": one.line, "text": one.text, "rank": one.rank}


def _fix(report: Report, entry_id: str) -> dict[str, Any]:
    """What ends it. Text fields are CommonMark, as in the entry."""
    entry = report.entries[entry_id].entry
    answer = entry.quick_answer
    return {
        "quick_answer": {"symptom": answer.symptom, "cause": answer.cause, "fix": answer.fix, "first": answer.first},
        "steps": [_step(step) for step in entry.fix.steps],
        "verify": entry.fix.verify,
        "verify_command": entry.fix.verify_command,
        "resume": entry.fix.stopgap,
        "url": report.url(entry_id),
    }


def _step(step: FixStep) -> dict[str, Any]:
    return {"do": step.do, "command": step.command, "config": step.config, "when": step.when, "costs": step.costs}

"""A report in, what a workflow shows out: annotations of the lines that matter; the summary is the Markdown report."""

from collections.abc import Iterator

from generator.diagnose.diagnosis import Cause
from generator.diagnose.report import words
from generator.diagnose.report.report import Report
from generator.problems.printing import github_command

#: A workflow shows no more than ten of each sort for a step: https://docs.github.com/en/rest/checks/runs
MOST = 10


def annotations(report: Report) -> str:
    """Workflow commands: an error for what began it, warnings for what else was found, a notice where nothing is known."""
    answer = report.answer
    if answer is None:
        return github_command("notice", words.nothing_known(report.diagnosis), title="No known failure")
    lines = [*_of_cause(report, answer, "error")]
    for cause in (*report.others, *report.victims):
        lines += _of_cause(report, cause, "warning")
    return "\n".join(lines[: MOST + 1])


def _of_cause(report: Report, cause: Cause, command: str) -> Iterator[str]:
    row = report.rows[cause.entry]
    where = words.whereabouts(cause)
    page = f"encyclopedia explain {cause.entry}" if report.is_local else report.url(cause.entry)
    said = f"{cause.role}, {cause.confidence}{f': {where}' if where else ''}\n{page}"
    for one in cause.evidence[:1]:
        message = f"{words.quoted(one.text)}\n{said}"
        if one.path == "-":
            yield github_command(command, message, title=row.title)
        else:
            yield github_command(command, message, file=one.path, line=one.line, title=row.title)
    if not cause.evidence:
        yield github_command(command, said, title=row.title)

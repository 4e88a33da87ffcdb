"""Problems in; words for people, JSON for programs, annotations for pull requests out.

Quoted source lines are made safe first: a file under check can hold terminal escape codes.
"""

import json
from collections.abc import Callable, Iterable

from generator.problems.catalogue import CATALOGUE, is_error
from generator.problems.problem import Problem
from generator.problems.unfilled import FEW, as_list, is_unfilled

LONGEST_QUOTE = 160


def printable(text: str) -> str:
    """`text` with every control or format character shown as its code, so that a terminal only prints it."""
    return "".join(c if c.isprintable() or c == " " else f"\\u{ord(c):04x}" for c in text)


def as_text(problems: Iterable[Problem], line_of: Callable[[str, int], str | None]) -> str:
    """The long form: place, what, the line with carets under the fault, why, fix. `line_of(path, line)` gives source lines.

    A file with many empty fields, as a draft has them, gets one list of these first.
    """
    problems = list(problems)
    empty: dict[str, list[Problem]] = {}
    for problem in filter(is_unfilled, problems):
        empty.setdefault(problem.location.path, []).append(problem)
    lists = {path: found for path, found in empty.items() if len(found) > FEW}
    out = []
    for problem in problems:
        path = problem.location.path
        if path in lists and is_unfilled(problem):
            out += [as_list(printable(path), lists[path], line_of)] if problem is lists[path][0] else []
        else:
            out.append(_one_as_text(problem, line_of))
    return "\n".join(out)


def _one_as_text(problem: Problem, line_of: Callable[[str, int], str | None]) -> str:
    code = CATALOGUE[problem.code]
    advice = "" if code.weight == "error" else "advice: "
    out = [f"{printable(str(problem.location))}: {problem.code} {advice}{printable(problem.what)}"]
    line = line_of(problem.location.path, problem.location.line)
    if line is not None and line.strip():
        out += _quote(line, problem)
    out += [f"  why: {code.why}", f"  fix: {printable(problem.fix)}"]
    return "\n".join(out)


def _quote(line: str, problem: Problem) -> list[str]:
    start = problem.location.column - 1
    first = max(0, start - LONGEST_QUOTE // 2) if len(line) > LONGEST_QUOTE else 0
    piece = line[first : first + LONGEST_QUOTE].rstrip("\n").replace("\t", " ")
    before = printable(piece[: start - first])
    under = piece[start - first : start - first + problem.location.width] or " "
    number = str(problem.location.line)
    return [
        f"  {number:>5} | {printable(piece)}",
        f"        | {' ' * len(before)}{'^' * max(1, len(printable(under)))}",
    ]


def as_json(problems: Iterable[Problem]) -> str:
    """A list of objects: code, weight, path, line, column, width, what, why, fix."""
    rows = [
        {
            "code": p.code,
            "weight": CATALOGUE[p.code].weight,
            "path": p.location.path,
            "line": p.location.line,
            "column": p.location.column,
            "width": p.location.width,
            "what": p.what,
            "why": CATALOGUE[p.code].why,
            "fix": p.fix,
        }
        for p in problems
    ]
    return json.dumps(rows, indent=2)


def as_github(problems: Iterable[Problem]) -> str:
    """Workflow commands that annotate the lines of a pull request."""
    return "\n".join(
        github_command(
            "error" if is_error(p.code) else "notice",
            f"{p.what}\nfix: {p.fix}",
            file=p.location.path,
            line=p.location.line,
            col=p.location.column,
            title=f"{p.code} {CATALOGUE[p.code].name}",
        )
        for p in problems
    )


def github_command(command: str, message: str, **properties: str | int) -> str:
    """One workflow command; lines of the message stay lines, and nothing in it can be a command of its own.

    Escaping follows the toolkit's command.ts: https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts
    """

    def data(text: str) -> str:
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    def value(text: str) -> str:
        return data(printable(text)).replace(":", "%3A").replace(",", "%2C")

    where = ",".join(f"{name}={value(str(one))}" for name, one in properties.items())
    return f"::{command} {where}::{data(chr(10).join(map(printable, message.split(chr(10)))))}"

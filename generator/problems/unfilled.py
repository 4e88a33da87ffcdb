"""Problems of one file in; those that only say that a field is still empty out, and the short list of them that a draft is printed as."""

import re
from collections.abc import Callable, Iterable, Iterator

from generator.problems.problem import Problem

#: So many empty fields are still shown one by one, with their lines, reasons and remedies.
FEW = 5
_EMPTY = re.compile(r"`(?:\w+` is empty|` is no \w+|\w+` has 0 values, .*)")
_KEY = re.compile(r"( *(?:- +)*)([A-Za-z_]\w*):(?: |$)")


def is_unfilled(problem: Problem) -> bool:
    """Whether it says that nothing stands there yet."""
    return problem.code in ("F104", "F106", "F108") and _EMPTY.fullmatch(problem.what) is not None


def as_list(path: str, problems: Iterable[Problem], line_of: Callable[[str, int], str | None]) -> str:
    """A head, and a line for each field, in the order of the file."""
    problems = list(problems)
    rows = [(str(p.location.line), _name(p, line_of), _what_it_takes(p)) for p in problems]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    head = f"{path}: {len(problems)} fields are still to be filled; `encyclopedia schema` shows each with an example:"
    return "\n".join([head, *(f"  {line:>{widths[0]}}  {name:<{widths[1]}}  {takes}" for line, name, takes in rows)])


def _name(problem: Problem, line_of: Callable[[str, int], str | None]) -> str:
    """The name of the field with those of the records around it, as `quick_answer.first`."""
    names: list[str] = []
    shallowest: int | None = None
    for depth, name in _keys_above(problem.location.path, problem.location.line, line_of):
        if shallowest is None or depth < shallowest:
            names.append(name)
            shallowest = depth
        if depth == 0:
            break
    return ".".join(reversed(names))


def _keys_above(path: str, line: int, line_of: Callable[[str, int], str | None]) -> Iterator[tuple[int, str]]:
    """Each key from this line up, with the column in which it stands."""
    for number in range(line, 0, -1):
        key = _KEY.match(line_of(path, number) or "")
        if key:
            yield len(key[1]), key[2]


def _what_it_takes(problem: Problem) -> str:
    words = problem.fix.removeprefix("fill it with ").partition("; a field that")[0]
    return words.replace("the words are", "one of").replace("keep between", "between")

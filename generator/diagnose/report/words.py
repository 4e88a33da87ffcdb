"""Values of a diagnosis in, the words that all reports use for them out."""

from collections.abc import Iterable, Sequence

from generator.diagnose.diagnosis import CERTAIN, LIKELY, POSSIBLE, Cause, Diagnosis, Evidence, Input, Ranks
from generator.problems.printing import printable

#: How far to trust a cause.
CONFIDENCE = {
    CERTAIN: "certain: these lines are printed in this case alone",
    LIKELY: "likely: the evidence fits, and something else is not ruled out",
    POSSIBLE: "possible: the evidence is thin; take it as a lead",
}
#: Longer lines are cut in reports for people; the path and number lead to the whole.
LONGEST_QUOTE = 600


def quoted(text: str, longest: int = LONGEST_QUOTE) -> str:
    """A line of a log as it may be shown: nothing that a terminal would act on, and not endless."""
    text = text.strip()
    return printable(text if len(text) <= longest else text[: longest - 1] + "…")


def place(path: str, line: int) -> str:
    """Where a line stands."""
    return f"{printable(path)}:{line}"


def evidence(cause: Cause) -> Sequence[Evidence]:
    """The lines that show it, each once: two signatures may be seen on one."""
    return list({(one.path, one.line): one for one in reversed(cause.evidence)}.values())[::-1]


def ranks(numbers: Iterable[int]) -> str:
    """`rank 3`, `ranks 0, 2–7, 9`."""
    numbers = sorted(set(numbers))
    parts: list[tuple[int, int]] = []
    for number in numbers:
        if parts and parts[-1][1] == number - 1:
            parts[-1] = parts[-1][0], number
        else:
            parts.append((number, number))
    words = [str(a) if a == b else f"{a}, {b}" if b == a + 1 else f"{a}–{b}" for a, b in parts]
    return f"rank{'' if len(numbers) == 1 else 's'} {', '.join(words)}"


def whereabouts(cause: Cause) -> str:
    """Where and when it began, as far as it shows."""
    parts = [f"rank {cause.rank}"] if cause.rank is not None else []
    parts += [f"host {printable(cause.host)}"] if cause.host else []
    parts += [f"first seen {printable(cause.time)}"] if cause.time else []
    return ", ".join(parts)


def count(number: int, noun: str) -> str:
    """`1 line`, `2,000 lines`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def size(number: int) -> str:
    """Bytes for people."""
    for unit, power in (("GiB", 30), ("MiB", 20), ("KiB", 10)):
        if number >= 1 << power:
            return f"{number / (1 << power):.1f} {unit}"
    return count(number, "byte")


def what_was_read(diagnosis: Diagnosis) -> str:
    """How many logs, lines and bytes."""
    inputs = diagnosis.inputs
    return f"{count(len(inputs), 'log')}, {count(sum(i.lines for i in inputs), 'line')}, {size(sum(i.bytes for i in inputs))}"


def in_trouble(diagnosis: Diagnosis) -> Sequence[Input]:
    """The logs that could not be read to the end."""
    return [one for one in diagnosis.inputs if one.trouble]


def is_unread(diagnosis: Diagnosis) -> bool:
    """Whether no log gave a single byte, each for a reason."""
    return bool(diagnosis.inputs) and all(one.trouble and one.bytes == 0 for one in diagnosis.inputs)


def nothing_known(diagnosis: Diagnosis) -> str:
    """What is said where there is no answer."""
    if is_unread(diagnosis):
        return "Nothing could be read of what was given, so nothing is known of it; why is said below."
    said = f"No known failure: nothing in {what_was_read(diagnosis)} matches a failure that this encyclopedia holds."
    if diagnosis.unexplained:
        return f"{said} There are error lines all the same, below."
    if diagnosis.causes:
        return f"{said} What there is of errors points elsewhere, see below."
    return f"{said} No line in them looks like an error."


def how_to_contribute() -> str:
    """What to do with a line that no entry explains."""
    return "Solved it? `encyclopedia new AREA/ID --from-log FILE` starts an entry from such a line of that log or folder, so that the next one finds it."


def other_ranks(parts: Ranks) -> list[str]:
    """What became of the ranks on which it did not begin, a line for each fate."""
    silent = [rank for rank in parts.silent if rank not in parts.initiating]
    said = [f"{ranks(parts.collateral)} failed with it"] if parts.collateral else []
    return said + ([f"{ranks(silent)} wrote nothing of it"] if silent else [])

"""A report in, Markdown for a ticket, a chat or a workflow's summary out."""

import re
from collections.abc import Iterator

from generator.diagnose.diagnosis import Cause, Evidence, Unexplained
from generator.diagnose.report import words
from generator.diagnose.report.report import Report
from generator.problems.printing import printable

#: What Markdown or a tracker would act on.
_ACTIVE = re.compile(r"([\\`*_{}\[\]<>()#+!|~&@])")
_TICKS = re.compile(r"`+")


def as_markdown(report: Report, most: int = 5) -> str:
    """The report; at most `most` of each sort of thing. Lines of logs stand in code blocks, where nothing in them acts."""
    return "\n".join(_lines(report, most)) + "\n"


def _lines(report: Report, most: int) -> Iterator[str]:
    answer = report.answer
    if answer is None:
        yield from ("### No known failure", "", _plain(words.nothing_known(report.diagnosis)))
        ranks = report.diagnosis.ranks
        if ranks.initiating:
            yield from ("", f"All the same, it began on {words.ranks(ranks.initiating)}.")
            yield from (f"- {_plain(words.quoted(why))}" for why in ranks.why)
        yield from _victims(report, most)
        yield from _guesses(report, most)
    else:
        yield from _answer(report, answer, most)
        yield from _rivals(report, most)
        yield from _what_to_do(report, answer)
    yield from _unexplained(report, most)
    yield ""
    if answer is not None:
        yield f"Read: {words.what_was_read(report.diagnosis)}."
    for one in words.in_trouble(report.diagnosis)[:most]:
        yield f"- Not read to the end: {_code(one.path)}: {_plain(words.quoted(one.trouble or ''))}"


def _answer(report: Report, answer: Cause, most: int) -> Iterator[str]:
    yield f"### {_link(report, answer)}"
    yield ""
    yield f"**{answer.confidence.capitalize()}**{words.CONFIDENCE[answer.confidence].removeprefix(answer.confidence)}."
    where = words.whereabouts(answer)
    if where:
        yield f"It began: {_plain(where)}."
    yield from (f"- {_plain(words.quoted(why))}" for why in report.diagnosis.ranks.why)
    yield ""
    lines = words.evidence(answer)
    yield from _block([_row(one) for one in lines[:most]])
    if len(lines) > most:
        yield f"and {words.count(len(lines) - most, 'more line')}"
    if answer.variant:
        yield from ("", f"Which case of it: **{answer.variant.name}**. {_plain(words.quoted(answer.variant.why))}")
    for against in answer.against:
        yield from ("", f"Against it: {_plain(words.quoted(against))}")
    yield from _victims(report, most)


def _victims(report: Report, most: int) -> Iterator[str]:
    victims = [f"- {said}" for said in words.other_ranks(report.diagnosis.ranks)]
    victims += [f"- {_named(report, cause)}" for cause in report.victims[:most]]
    if victims:
        yield from ("", "#### Victims", "", *victims)


def _rivals(report: Report, most: int) -> Iterator[str]:
    if not report.others:
        return
    yield from ("", "#### What else fits, and why it ranks lower", "")
    for cause in report.others[:most]:
        against = "; ".join(_plain(words.quoted(one)) for one in cause.against)
        yield f"- {_named(report, cause)}, {cause.confidence}{f'. Against it: {against}' if against else ''}"


def _what_to_do(report: Report, answer: Cause) -> Iterator[str]:
    entry = report.entries[answer.entry].entry
    yield from ("", "#### What to do", "")
    yield f"- **Cause:** {_prose(report, entry.quick_answer.cause)}"
    yield f"- **Fix:** {_prose(report, entry.quick_answer.fix)}"
    yield f"- **First:** {_prose(report, entry.quick_answer.first)}"
    yield ""
    for number, step in enumerate(entry.fix.steps, start=1):
        yield f"{number}. {_prose(report, step.do)}{f' When: {_prose(report, step.when)}' if step.when else ''}"
        for text in (step.command, step.config):
            if text:
                yield from ("", *(f"   {line}" for line in _block(text.rstrip().split("\n"))))
    yield from ("", f"**To verify:** {_prose(report, entry.fix.verify)}")
    if entry.fix.verify_command:
        yield from ("", *_block(entry.fix.verify_command.rstrip().split("\n")))
    yield from ("", f"**To go on tonight:** {_prose(report, entry.fix.stopgap)}")


def _guesses(report: Report, most: int) -> Iterator[str]:
    if not report.diagnosis.nearest:
        return
    yield from ("", "#### A guess, from words alone", "")
    for near in report.diagnosis.nearest[:most]:
        row = report.rows[near.entry]
        yield f"- {_linked(report, row.id, _plain(row.title))}, {near.similarity:.0%} alike"


def _unexplained(report: Report, most: int) -> Iterator[str]:
    lines = report.diagnosis.unexplained
    if not lines:
        return
    yield from ("", "#### Not explained by any entry", "", *_block([_row(one) for one in lines[:most]]))
    if len(lines) > most:
        yield f"and {words.count(len(lines) - most, 'more line')}"


def _link(report: Report, cause: Cause) -> str:
    return _linked(report, cause.entry, _plain(report.rows[cause.entry].title))


def _named(report: Report, cause: Cause) -> str:
    where = words.whereabouts(cause)
    return _link(report, cause) + (f" ({_plain(where)})" if where else "")


def _row(one: Evidence | Unexplained) -> str:
    return f"{words.place(one.path, one.line)}: {words.quoted(one.text)}"


def _block(lines: list[str]) -> list[str]:
    """A code block whose fence is longer than any run of backticks in it."""
    longest = max((len(run) for line in lines for run in _TICKS.findall(line)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}text", *lines, fence]


def _code(text: str) -> str:
    text = printable(text)
    fence = "`" * (1 + max(map(len, _TICKS.findall(text)), default=0))
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _plain(text: str) -> str:
    """Words in which nothing is markup, a link or a mention."""
    return _ACTIVE.sub(lambda match: "&#64;" if match[0] == "@" else f"\\{match[0]}", text)


def _prose(report: Report, text: str) -> str:
    """A text field of an entry on one line; its links to entries lead to their pages."""
    return _ENTRY_LINK.sub(lambda match: _linked(report, match[2], match[1]), " ".join(text.split()))


_ENTRY_LINK = re.compile(r"\[([^\]]*)\]\(entry:([a-z0-9-]+)\)")


def _linked(report: Report, entry: str, words: str) -> str:
    """A link to an entry's page; its id where the page is on this machine alone."""
    if report.is_local:
        return f"{words} (`{entry}`)"
    return f"[{words}]({report.url(entry) if entry in report.rows else report.address})"

"""A report in, lines for a terminal out: what began it, who, when, the lines that show it, and what to do."""

import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from generator.diagnose.diagnosis import CERTAIN, Cause, Evidence
from generator.diagnose.reading import MOST_HITS
from generator.diagnose.report import words
from generator.diagnose.report.report import Report
from generator.match.misses import near_misses_like
from generator.model.terminal import readable, wrapped
from generator.problems.printing import printable


@dataclass(frozen=True, slots=True)
class Look:
    """How wide lines are, and how headings, paths and what matters most are shown. Plain unless said otherwise."""

    width: int = 100
    heading: Callable[[str], str] = str
    path: Callable[[str], str] = str
    answer: Callable[[str], str] = str


PLAIN = Look()


def as_text(report: Report, most: int = 5, look: Look = PLAIN) -> str:
    """The report; at most `most` lines of evidence, other causes, victims and unexplained lines each."""
    return "\n".join(_Writer(report, most, look).lines())


@dataclass(frozen=True, slots=True)
class _Writer:
    report: Report
    most: int
    look: Look

    def lines(self) -> Iterator[str]:
        """The whole report, in the order in which it is read."""
        answer = self.report.answer
        if answer is None:
            yield from self.wrapped(words.nothing_known(self.report.diagnosis))
            yield from self.whose_it_was()
            yield from self.guesses()
        else:
            yield from self.head(answer)
            yield from self.evidence(answer)
            yield from self.variant(answer)
            yield from self.victims()
            yield from self.rivals(answer)
            yield from self.what_to_do(answer)
        yield from self.besides()
        yield from self.unexplained()
        yield from self.what_was_read()

    def head(self, answer: Cause) -> Iterator[str]:
        yield from map(self.look.answer, wrapped(self.report.rows[answer.entry].title, self.look.width))
        yield from self.wrapped(words.CONFIDENCE[answer.confidence])
        where = words.whereabouts(answer)
        yield from self.wrapped(
            f"It began on {where}." if answer.rank is not None or answer.host else f"{where}." if where else ""
        )
        for why in self.report.diagnosis.ranks.why:
            yield from self.wrapped(words.quoted(why), "  ")

    def whose_it_was(self) -> Iterator[str]:
        """What is known of the ranks where the failure is not."""
        found = self.report.diagnosis.ranks
        if found.initiating:
            yield from ("", *self.wrapped(f"All the same, it began on {words.ranks(found.initiating)}."))
            for why in found.why:
                yield from self.wrapped(words.quoted(why), "  ")
        yield from self.victims()

    def evidence(self, cause: Cause) -> Iterator[str]:
        yield from self.section("Evidence")
        lines = words.evidence(cause)
        for one in lines[: self.most]:
            yield from self.quote(one)
        if len(lines) > self.most:
            yield f"  and {words.count(len(lines) - self.most, 'more line')}"

    def quote(self, one: Evidence, indent: str = "  ") -> Iterator[str]:
        more = f"  ({one.count:,} times{' or more' if one.count >= MOST_HITS else ''})" if one.count > 1 else ""
        rank = f"  rank {one.rank}" if one.rank is not None else ""
        yield f"{indent}{self.look.path(words.place(one.path, one.line))}{rank}{more}"
        yield from textwrap.wrap(
            words.quoted(one.text),
            self.look.width,
            initial_indent=f"{indent}  ",
            subsequent_indent=f"{indent}  ",
            break_on_hyphens=False,
        )

    def variant(self, answer: Cause) -> Iterator[str]:
        if answer.variant is None:
            return
        yield from self.section("Which case of it")
        yield from self.wrapped(readable(answer.variant.name) + ".", "  ")
        yield from self.wrapped(f"This log: {words.quoted(answer.variant.why)}", "  ")
        yield from self.wrapped(f"To tell: {readable(answer.variant.tell)}", "  ")
        if answer.variant.remedy:
            yield from self.wrapped(f"What ends it: {readable(answer.variant.remedy)}", "  ")

    def victims(self) -> Iterator[str]:
        others = words.other_ranks(self.report.diagnosis.ranks)
        if not (self.report.victims or others):
            return
        yield from self.section("Victims")
        for said in others:
            yield from self.wrapped(said, "  ")
        for cause in self.report.victims[: self.most]:
            yield from self.named(cause)
            for one in cause.evidence[:1]:
                yield from self.quote(one, "    ")
        yield from self.left_out(len(self.report.victims))

    def rivals(self, answer: Cause) -> Iterator[str]:
        others = self.report.others
        if others:
            yield from self.section("What else fits, and why it ranks lower")
        for cause in others[: self.most]:
            yield from self.named(cause, f", {cause.confidence}")
            for against in cause.against:
                yield from self.wrapped(f"against it: {words.quoted(against)}", "    ")
            for one in cause.evidence[:1]:
                yield from self.quote(one, "    ")
        yield from self.left_out(len(others))
        if answer.against:
            yield from self.section("What speaks against it")
            for against in answer.against:
                yield from self.wrapped(words.quoted(against), "  ")
        if answer.confidence != CERTAIN:
            control = self.report.entries[answer.entry].entry.first_control
            yield from self.section("To be sure")
            yield from self.wrapped(readable(control.do), "  ")
            yield from self.shell(control.command)
            yield from self.wrapped(readable(control.reads), "  ")
            for entry, why in self.report.look_alikes(answer.entry)[: self.most]:
                yield from self.wrapped(f"Taken for it: {entry}. {readable(why)}", "  ")

    def what_to_do(self, answer: Cause) -> Iterator[str]:
        filed = self.report.entries[answer.entry]
        entry, fix = filed.entry, filed.entry.fix
        yield from self.section("Quick answer")
        for name, text in (
            ("Symptom", entry.quick_answer.symptom),
            ("Cause", entry.quick_answer.cause),
            ("Fix", entry.quick_answer.fix),
            ("First", entry.quick_answer.first),
        ):
            yield from self.wrapped(f"{name}: {readable(text)}", "  ")
        yield from self.section("Fix")
        for number, step in enumerate(fix.steps, start=1):
            yield from self.wrapped(f"{number}. {readable(step.do)}", "  ", "     ")
            yield from self.shell(step.command)
            yield from self.shell(step.config)
            yield from self.wrapped(f"When: {readable(step.when)}", "     ") if step.when else ()
            yield from self.wrapped(f"Costs: {readable(step.costs)}", "     ") if step.costs else ()
        yield from self.section("To verify")
        yield from self.wrapped(readable(fix.verify), "  ")
        yield from self.shell(fix.verify_command)
        yield from self.section("To go on tonight")
        yield from self.wrapped(readable(fix.stopgap), "  ")
        yield ""
        yield f"{self.report.url(answer.entry)}"
        yield f"encyclopedia explain {answer.entry}"

    def besides(self) -> Iterator[str]:
        if not self.report.besides:
            return
        yield from self.section("Also in the logs")
        for cause in self.report.besides[: self.most]:
            yield from self.named(cause)
            for against in cause.against:
                yield from self.wrapped(words.quoted(against), "    ")
        yield from self.left_out(len(self.report.besides))

    def guesses(self) -> Iterator[str]:
        nearest = self.report.diagnosis.nearest
        if not nearest:
            return
        yield from self.section("A guess, from words alone")
        for near in nearest[: self.most]:
            row = self.report.rows[near.entry]
            yield from self.wrapped(f"{row.title} ({row.id}, {near.similarity:.0%} alike)", "  ", "    ")

    def unexplained(self) -> Iterator[str]:
        lines = self.report.diagnosis.unexplained
        if not lines:
            return
        yield from self.section("Not explained by any entry")
        for one in lines[: self.most]:
            yield from self.quote(Evidence(one.path, one.line, one.text, None, {}, one.rank))
            for missed in near_misses_like(self.report.rows.values(), one.text):
                said = words.quoted(" ".join(missed.why.split()))
                yield from self.wrapped(f"a near miss of {missed.row.id}: {said}", "    ")
        yield from self.left_out(len(lines))
        yield from self.wrapped(words.how_to_contribute(), "  ")

    def what_was_read(self) -> Iterator[str]:
        yield ""
        if self.report.answer is not None:
            yield f"Read: {words.what_was_read(self.report.diagnosis)}."
        for one in words.in_trouble(self.report.diagnosis)[: self.most]:
            yield from self.wrapped(f"Not read to the end: {printable(one.path)}: {words.quoted(one.trouble or '')}")
        yield from self.left_out(len(words.in_trouble(self.report.diagnosis)), "")

    def named(self, cause: Cause, more: str = "") -> Iterator[str]:
        where = words.whereabouts(cause)
        yield from self.wrapped(
            f"{self.report.rows[cause.entry].title} ({cause.entry}{more}){f': {where}' if where else ''}", "  ", "    "
        )

    def left_out(self, number: int, indent: str = "  ") -> Iterator[str]:
        if number > self.most:
            yield f"{indent}and {number - self.most:,} more; see --most"

    def section(self, title: str) -> Iterator[str]:
        yield from ("", self.look.heading(title))

    def wrapped(self, text: str, indent: str = "", further: str | None = None) -> list[str]:
        return wrapped(text, self.look.width, indent, further)

    def shell(self, text: str | None) -> Iterator[str]:
        if text:
            yield textwrap.indent(text.rstrip(), "       ")

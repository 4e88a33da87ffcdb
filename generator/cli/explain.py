"""`encyclopedia explain`: an entry or the code of a problem, in the terminal."""

import textwrap
from collections.abc import Iterator

import click

from generator.cli.common import WrongUseError, optional_root, root_of, usable_corpus
from generator.model import Corpus, FiledEntry
from generator.model.terminal import readable, wrapped
from generator.problems import CATALOGUE, Code, did_you_mean

WIDTH = 100


@click.command("explain")
@click.argument("what", metavar="ID|CODE")
@optional_root
def command(what: str, root: str | None) -> None:
    """Explain an entry (by its id) or a problem (by its code).

    \b
    Examples:
      encyclopedia explain vllm-preemption-kv-exhausted
      encyclopedia explain S104
    """
    if what.upper() in CATALOGUE:
        click.echo("\n".join(_code(CATALOGUE[what.upper()])))
        return
    corpus, _ = usable_corpus(root_of(root))
    what = (
        what.removesuffix(".yaml").rstrip("/").rpartition("/")[2]
    )  # as `check` prints it, or as the page's address has it
    try:
        filed = corpus.find(what)
    except KeyError:
        known = [*corpus.by_id, *corpus.former, *CATALOGUE]
        raise WrongUseError(
            f"there is no entry and no code `{what}`; {did_you_mean(what, known, 'see `encyclopedia search WORDS`')}"
        ) from None
    click.echo("\n".join(_entry(corpus, filed)))


def _code(code: Code) -> Iterator[str]:
    yield f"{click.style(code.code, bold=True)}  {code.name}  ({code.weight})\n"
    yield from _wrapped(f"Why: {code.why}.")
    yield ""
    yield from _wrapped(code.explanation)
    yield from ("", "Instead of", textwrap.indent(code.wrong, "    "), "write", textwrap.indent(code.right, "    "))


def _wrapped(text: str, indent: str = "") -> list[str]:
    return wrapped(text, WIDTH, indent)


def _section(title: str) -> str:
    return f"\n{click.style(title, bold=True)}"


def _entry(corpus: Corpus, filed: FiledEntry) -> Iterator[str]:
    entry = filed.entry
    yield click.style(entry.title, bold=True)
    yield f"{filed.area}/{filed.id} · {entry.severity} · {entry.category} · {entry.kind} · reviewed {entry.reviewed}"
    yield from ("", *_wrapped(readable(entry.summary)))
    answer = entry.quick_answer
    yield _section("Quick answer")
    for name, text in (
        ("First", answer.first),
        ("Symptom", answer.symptom),
        ("Cause", answer.cause),
        ("Fix", answer.fix),
    ):
        yield from _wrapped(f"{name}: {readable(text)}", "  ")
    if entry.signatures:
        yield _section("Printed as")
        for signature in entry.signatures:
            yield textwrap.indent(signature.text, "  ")
            yield f"    {signature.program}, {signature.file} ({signature.level}, known from {signature.known_from})"
    yield _section("First control")
    yield from _wrapped(readable(entry.first_control.do), "  ")
    yield from _shell(entry.first_control.command)
    yield from _wrapped(readable(entry.first_control.reads), "  ")
    yield _section("How to confirm")
    for number, check in enumerate(entry.checklist, start=1):
        yield from _wrapped(f"{number}. {readable(check.do)}", "  ")
        yield from _shell(check.command)
        yield from _wrapped(f"If so: {readable(check.if_so)}", "     ")
        yield from _wrapped(f"If not: {readable(check.if_not)}", "     ")
    yield _section("Fix")
    for number, step in enumerate(entry.fix.steps, start=1):
        yield from _wrapped(f"{number}. {readable(step.do)}", "  ")
        yield from _shell(step.command)
        yield from _shell(step.config)
        yield from _wrapped(f"When: {readable(step.when)}", "     ") if step.when else []
        yield from _wrapped(f"Costs: {readable(step.costs)}", "     ") if step.costs else []
    yield from _wrapped(f"Tonight: {readable(entry.fix.stopgap)}", "  ")
    yield from _wrapped(f"To verify: {readable(entry.fix.verify)}", "  ")
    yield from _shell(entry.fix.verify_command)
    yield _section("Related")
    for link in corpus.links(filed.id):
        yield from _wrapped(f"{link.kind.replace('_', ' ')}: {link.other.id}. {readable(link.why)}", "  ")


def _shell(text: str | None) -> Iterator[str]:
    if text:
        yield textwrap.indent(text.rstrip(), "       ")

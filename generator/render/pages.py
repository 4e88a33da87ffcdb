"""The corpus in, the pages that stand alone out: home, contributing, data, and what is shown for an unknown address."""

import re
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from generator.model import Corpus, FiledEntry, newest_first
from generator.model.proof import text_digest
from generator.render.page import Heading, Page
from generator.render.shared import Shared
from generator.render.structured_data import script
from generator.schema.records import Excerpt

NEWEST = 8
#: Samples for the diagnosis: so many, each of a few lines at least, in which several ranks speak if there are such.
SAMPLES, LEAST_LINES = 4, 4
_RANK = re.compile(r"\brank[ =:]?(\d{1,5})\b|\[default(\d{1,5})\]", re.IGNORECASE)
#: Only this page needs it.
STYLE = Markup('<link rel="stylesheet" href="../assets/stylesheets/diagnose.css">')


_MEASURED = (
    Heading("messages", "Does the software print this?"),
    Heading("answers", "Does the diagnosis name the right failure?"),
    Heading("readings", "What did readers find?"),
    Heading("words", "Whose words are these?"),
    Heading("whole", "Does it hang together?"),
)


@dataclass(frozen=True, slots=True)
class Numbers:
    """What the encyclopedia holds."""

    entries: int
    areas: int
    signatures: int
    seen_in_program: int
    wrappers: int
    harmless: int
    silent: int


def numbers_of(corpus: Corpus) -> Numbers:
    """Counts the corpus."""
    signatures = [(filed, signature) for filed in corpus.entries for signature in filed.entry.signatures]
    proofs = [filed.proof.signatures.get(text_digest(signature.text)) for filed, signature in signatures]
    return Numbers(
        len(corpus.entries),
        len(corpus.areas),
        len(signatures),
        sum(proof is not None and proof.is_strong for proof in proofs),
        len(corpus.by_kind.get("wrapper", ())),
        len(corpus.by_kind.get("harmless", ())),
        sum(not filed.entry.signatures for filed in corpus.entries),
    )


def home(shared: Shared) -> Page:
    """The first page: the search box first."""
    facts = shared.facts
    description = "An open encyclopedia of failures of machine-learning training and serving jobs, found by the line that the software printed."
    return shared.page(
        "pages/home.html.j2",
        "",
        facts.name,
        description,
        numbers=numbers_of(shared.corpus),
        newest=newest_first(shared.corpus)[:NEWEST],
        areas=shared.areas_by_name,
        changed=max((f.entry.reviewed.isoformat() for f in shared.corpus.entries), default=None),
        headings=(
            Heading("find", "Find a failure"),
            Heading("areas", "Areas"),
            Heading("kinds", "Is it the failure at all?"),
            Heading("new", "New and reviewed"),
            Heading("contribute", "Contribute"),
        ),
        head=script(
            {
                "@context": "https://schema.org",
                "@type": "WebSite",
                "name": facts.name,
                "url": facts.address,
                "description": description,
            }
        ),
    )


def contributing(shared: Shared) -> Page:
    """How an entry comes in."""
    return shared.page(
        "pages/contributing.html.j2",
        "contributing/",
        "Contributing",
        "How to add or correct an entry.",
        headings=(
            Heading("correct", "Correct an entry"),
            Heading("add", "Add an entry", (Heading("area", "Where no area fits"),)),
            Heading("signatures", "Write a signature"),
            Heading("proof", "What an entry must prove"),
            Heading("send", "Send it"),
            Heading("move", "Rename, merge, retire"),
            Heading("licences", "Licences"),
        ),
    )


def data(shared: Shared) -> Page:
    """What is published for programs, and in which form."""
    example = shared.corpus.entries[0] if shared.corpus.entries else None
    return shared.page(
        "pages/data.html.j2",
        "data/",
        "Data",
        "The encyclopedia as files for programs: signatures, entries, schema and feed.",
        example=example,
        headings=(
            Heading("signatures-json", "signatures.json"),
            Heading("entries-json", "entries.json"),
            Heading("entry-json", "entry.json"),
            Heading("schema", "entry.schema.json"),
            Heading("diagnosis", "diagnosis.schema.json"),
            Heading("feed", "feed.xml"),
            Heading("versions", "Versions and licence"),
        ),
    )


def trust(shared: Shared) -> Page:
    """What was measured of the whole, and what readers found who tried to prove it wrong."""
    return shared.page(
        "pages/trust.html.j2",
        "trust/",
        "How far to trust this",
        "What is measured of the encyclopedia: proof of its messages, answers of the diagnosis, errors that readers found.",
        standing=shared.facts.standing,
        day=date.fromisoformat,
        headings=(
            *(_MEASURED if shared.facts.standing else ()),
            Heading("wrong", "What this does not say"),
        ),
    )


def diagnose(shared: Shared) -> Page:
    """Logs in, the diagnosis out, in the reader's browser; without scripts, how to do it in a terminal."""
    samples = samples_of(shared.corpus)
    return shared.page(
        "pages/diagnose.html.j2",
        "diagnose/",
        "Diagnose a log",
        "Why a job failed, from its logs, read in your own browser.",
        samples=samples,
        headings=(
            *((Heading("samples", "Samples"),) if samples else ()),
            Heading("terminal", "In a terminal"),
            Heading("private", "What stays private"),
        ),
        head=STYLE,
    )


def samples_of(corpus: Corpus) -> list[tuple[FiledEntry, Excerpt]]:
    """Excerpts that are worth a diagnosis, of one entry of an area each: those in which most ranks speak, then the longest."""
    best: dict[str, tuple[tuple[int, int], FiledEntry, Excerpt]] = {}
    for filed in corpus.entries:
        for excerpt in filed.entry.excerpts if filed.entry.kind == "failure" else ():
            lines = excerpt.log.strip().count("\n") + 1
            weight = (len(set(_RANK.findall(excerpt.log))), lines)
            if lines >= LEAST_LINES and (filed.area not in best or weight > best[filed.area][0]):
                best[filed.area] = (weight, filed, excerpt)
    chosen = sorted(best.values(), key=lambda one: (one[0], one[1].id), reverse=True)
    return [(filed, excerpt) for _, filed, excerpt in chosen[:SAMPLES]]


def not_found(shared: Shared) -> Page:
    """What is shown at an address where nothing is. Its links start at the host, since it shows at any depth."""
    return shared.page(
        "pages/not_found.html.j2",
        "404.html",
        "Nothing at this address",
        "There is no page at this address.",
        base=shared.facts.root.rstrip("/"),
    )

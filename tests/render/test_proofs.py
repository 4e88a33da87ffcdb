"""What pages say of a proof: its kind with a link to the line upstream, what is filled in, and what is not proved."""

import dataclasses
from types import MappingProxyType

import pytest

from generator.model import Corpus, assemble
from generator.model.proof import EntryProof, Sample, SignatureProof, text_digest
from generator.render import SiteFacts, render_entry, render_pages

URL = "https://github.com/demo/demo/blob/v0.12/demo/cache.py#L41"


def with_proof(corpus: Corpus, **changes: object) -> Corpus:
    """The small corpus with a proof of its first signature."""
    filed = corpus.find("cache-full")
    sample = Sample(
        version="0.12",
        origin="pypi:demo==0.12",
        found=True,
        file="demo/cache.py",
        file_sha256="0" * 64,
        line=41,
        url=URL,
    )
    digest = text_digest(filed.entry.signatures[0].text)
    proof = SignatureProof(text_sha256=digest, begins="Request", kind="source", url=URL, samples=(sample,))
    proof = dataclasses.replace(proof, **changes)  # type: ignore[arg-type]
    proved = dataclasses.replace(filed, proof=EntryProof(MappingProxyType({digest: proof}), MappingProxyType({})))
    others = [entry for entry in corpus.entries if entry.id != filed.id]
    return assemble([proved, *others], {key: area.area for key, area in corpus.areas.items()})


def page(corpus: Corpus, facts: SiteFacts) -> str:
    """The page of the entry with the proof."""
    return render_entry(corpus, facts, corpus.find("cache-full")).content


def test_a_proved_signature_links_to_the_line_upstream(corpus: Corpus, facts: SiteFacts) -> None:
    """The kind in words, the release, file and line for those who ask."""
    content = page(with_proof(corpus), facts)
    assert f'proved by <a href="{URL}"' in content
    assert "0.12, demo/cache.py, line 41" in content


def test_the_signature_index_links_to_it_too(corpus: Corpus, facts: SiteFacts) -> None:
    """Beside the row's entry."""
    content = next(p for p in render_pages(with_proof(corpus), facts) if p.path == "signatures/").content
    assert f'proved by <a href="{URL}"' in content


@pytest.mark.parametrize(("kind", "says"), [("unproved", "not proved yet"), ("report", "known from")])
def test_a_weaker_proof_is_shown_as_the_weaker_thing_it_is(
    corpus: Corpus, facts: SiteFacts, kind: str, says: str
) -> None:
    """No page says proved of it."""
    content = page(with_proof(corpus, kind=kind, samples=(), note="not found in 0.12"), facts)
    assert says in content
    assert "proved by" not in content


def test_what_is_filled_in_is_said_and_escaped(corpus: Corpus, facts: SiteFacts) -> None:
    """It is text, whatever it looks like."""
    content = page(with_proof(corpus, filled_in=("<b>79,</b>",)), facts)
    assert "filled in as it runs: <code>&lt;b&gt;79,&lt;/b&gt;</code>" in content

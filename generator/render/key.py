"""What an entry's page depends on, as one digest: when it is the same, so is the page."""

import hashlib
from pathlib import Path

from generator.model import Corpus, FiledEntry
from generator.render.facts import SiteFacts
from generator.render.shared import shared_for


def templates_digest(folder: Path) -> str:
    """The digest of all templates."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.j2")):
        digest.update(path.as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def entry_key(corpus: Corpus, facts: SiteFacts, filed: FiledEntry, surroundings: str) -> str:
    """The digest of everything that the page of `filed` shows.

    `surroundings` stands for what all pages share, such as the templates. Linked entries and neighbours count with their whole text: a page
    shows only some of their fields, and making it once too often is cheaper than showing an old title.
    """
    shared = shared_for(corpus, facts)
    parts = [
        filed.digest,
        surroundings,
        corpus.addresses_digest,
        shared.corpus.areas[filed.area].area.name,
        repr(facts),
    ]
    parts += [f"{link.kind} {link.other.digest}" for link in corpus.links(filed.id)]
    parts += [other.digest for other in shared.neighbours(filed)]
    parts += [corpus.find(miss.entry).digest for miss in filed.entry.near_misses if miss.entry]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()

"""The corpus in; out how many signatures rest on what."""

from collections import Counter

from generator.model import Corpus
from generator.model.proof import STRONG, UNPROVED, text_digest
from generator.model.standing import Signatures
from generator.schema.vocabulary import PROOF

NONE = "none"


def signatures_of(corpus: Corpus) -> Signatures:
    """The kind of each signature's record; without one, what the entry says of a document or a report, and nothing for what it claims of software."""
    kinds: Counter[str] = Counter()
    for filed in corpus.entries:
        for signature in filed.entry.signatures:
            record = filed.proof.signatures.get(text_digest(signature.text))
            if record is not None and record.kind != UNPROVED:
                kinds[record.kind] += 1
            else:
                kinds[signature.known_from if signature.known_from not in STRONG else NONE] += 1
    total = kinds.total()
    strong = sum(kinds[kind] for kind in STRONG)
    return Signatures(
        total=total,
        proof={kind: kinds[kind] for kind in (*PROOF, NONE)},
        seen_in_the_software=round(strong / total, 4) if total else 1.0,
    )

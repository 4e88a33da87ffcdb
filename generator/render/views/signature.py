"""A signature in, what pages show of it out: the text with its placeholders marked, a search key, versions and proof in words."""

from dataclasses import dataclass

from markupsafe import Markup, escape

from generator.model import FiledEntry
from generator.model.proof import SignatureProof, text_digest
from generator.model.template import Literal, Template, template_of
from generator.schema.records import Signature
from generator.schema.vocabulary import PLACEHOLDER


@dataclass(frozen=True, slots=True)
class SignatureView:
    """A signature as shown. `key` is the longest literal text, fit for a search; `whole` says that it is all of the text.

    `seen` says where the software was seen to hold it.
    """

    anchor: str
    signature: Signature
    shown: Markup
    key: str
    whole: bool
    versions: str
    filed: FiledEntry
    proof: SignatureProof | None
    seen: str


def view_signatures(filed: FiledEntry) -> tuple[SignatureView, ...]:
    """The signatures of an entry in their order."""
    return tuple(_view(filed, number, signature) for number, signature in enumerate(filed.entry.signatures, 1))


def _view(filed: FiledEntry, number: int, signature: Signature) -> SignatureView:
    template = template_of(signature.text)
    proof = filed.proof.signatures.get(text_digest(signature.text))
    return SignatureView(
        f"signature-{number}",
        signature,
        show(template),
        search_key(template),
        not template.holes and len(template.lines) == 1,
        versions_in_words(signature),
        filed,
        proof,
        place_in_words(proof),
    )


def show(template: Template) -> Markup:
    """The text with each placeholder as a <var> that says what it stands for."""
    lines = []
    for line in template.lines:
        lines.append(
            "".join(
                str(escape(piece.text))
                if isinstance(piece, Literal)
                else f'<var title="{escape(PLACEHOLDER.meaning(piece.kind))}">{escape(piece.name)}</var>'
                for piece in line
            )
        )
    return Markup("\n".join(lines))


def search_key(template: Template) -> str:
    """The longest text that is printed to the letter."""
    return max((" ".join(text.split()) for text in template.literals), key=len, default="")


def place_in_words(proof: SignatureProof | None) -> str:
    """Where the software was seen to hold the text: "2.14.1, torch/serialization.py, line 1459"; "" where it was not."""
    sample = proof.sample if proof is not None and proof.is_strong else None
    if sample is None:
        return ""
    where = f"line {sample.line}" if sample.line else f"offset {sample.offset}"
    return f"{sample.version}, {sample.file}, {where}"


def versions_in_words(signature: Signature) -> str:
    """Where on the line of releases this text was seen: "0.4.3 to 0.10.2, gone in 0.11.0"; "" where nothing was looked up."""
    first, last, gone = signature.first_seen, signature.last_seen, signature.gone_in
    if first and last:
        seen = f"seen in {first}" if first == last else f"seen from {first} to {last}"
    elif first:
        seen = f"seen from {first}"
    else:
        seen = f"seen up to {last}" if last else ""
    return ", ".join(part for part in (seen, f"gone in {gone}" if gone else "") if part)

"""Signatures in; a table out that finds, for a block of bytes, which of them may match there."""

from collections.abc import Iterable, Sequence

from generator.match.lines import TemplateLine
from generator.match.prefilter import Prefilter
from generator.match.scan import compiled
from generator.model.template import key_of, template_of


class SignatureIndex:
    """Signatures by number, in the order given; each has an id and a text that `check` lets pass.

    Nothing is parsed or compiled before it is needed: `keys` and `stored` come from the index on disk.
    """

    def __init__(
        self, signatures: Iterable[tuple[str, str]], keys: Sequence[str] | None = None, stored: bytes = b""
    ) -> None:
        self.signatures = tuple(signatures)
        self.keys = tuple(keys) if keys is not None else tuple(_key(text) for _, text in self.signatures)
        numbers: dict[str, list[int]] = {}
        for number, key in enumerate(self.keys):
            numbers.setdefault(key, []).append(number)
        #: The numbers of the signatures behind each distinct key.
        self.behind = tuple(map(tuple, numbers.values()))
        self.distinct_keys = tuple(key.encode() for key in numbers)
        self._stored = stored
        self._prefilter: Prefilter | None = None

    @property
    def prefilter(self) -> Prefilter:
        """The compiled keys."""
        if self._prefilter is None:
            self._prefilter = Prefilter(self.distinct_keys, self._stored)
        return self._prefilter

    def id(self, number: int) -> str:
        """The id of a signature."""
        return self.signatures[number][0]

    def lines(self, number: int) -> tuple[TemplateLine, ...]:
        """A signature, ready for matching."""
        return compiled(self.signatures[number][1])

    def __len__(self) -> int:
        return len(self.signatures)


def _key(text: str) -> str:
    key = key_of(template_of(text))
    if key is None:
        raise ValueError(f"no word to search by in the signature {text!r}")
    return key

"""Words in, their width and their lines out: an estimate, since no font is at hand at build time.

The pages use the reader's own sans-serif font; the widths below are those of Arial and Helvetica in thousandths of the
font size, which the common system fonts stay close to.
"""

from functools import lru_cache

_NARROW = dict.fromkeys("ijl|.,:;'!", 250) | dict.fromkeys('frtI()[]{}/\\ -"`*', 340)
_WIDE = dict.fromkeys("mwMW@%", 860) | dict.fromkeys("ABCDEFGHKNOPQRSUVXYZ&", 700) | dict.fromkeys("_+=<>~#", 590)
_WIDTHS = _NARROW | _WIDE
_USUAL, _FULL = 560, 1000


@lru_cache(maxsize=16384)
def width(text: str, size: float) -> float:
    """How wide `text` is at this font size."""
    return sum(_WIDTHS.get(c, _USUAL if c < "⺀" else _FULL) for c in text) * size / 1000


def wrap(text: str, size: float, widest: float) -> tuple[str, ...]:
    """The text in as few lines as fit into `widest`, of about the same length; a word longer than that is cut."""
    words = [piece for word in text.split() for piece in _cut(word, size, widest)]
    lines = _greedy(words, size, widest)
    # as few lines as greedy finds, but the narrowest that still does: no last line of one short word
    low, high = max((width(word, size) for word in words), default=0.0), widest
    while len(lines) > 1 and high - low > size / 2:
        middle = (low + high) / 2
        tried = _greedy(words, size, middle)
        if len(tried) == len(lines):
            lines, high = tried, middle
        else:
            low = middle
    return tuple(lines)


def _greedy(words: list[str], size: float, widest: float) -> list[str]:
    lines: list[str] = []
    space, room = width(" ", size), 0.0
    for word in words:
        wide = width(word, size)
        if lines and wide + space <= room:
            lines[-1] += " " + word
            room -= wide + space
        else:
            lines.append(word)
            room = widest - wide
    return lines


def _cut(word: str, size: float, widest: float) -> list[str]:
    pieces = []
    while width(word, size) > widest and len(word) > 1:
        end = len(word) - 1
        while end > 1 and width(word[:end], size) > widest:
            end -= 1
        # rather behind a separator, as in vllm:num_preemptions_total
        at = max(word.rfind(sign, 1, end) for sign in "_:-./") + 1
        end = at if at > end // 2 else end
        pieces.append(word[:end])
        word = word[end:]
    return [*pieces, word]

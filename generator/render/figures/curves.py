"""A fingerprint's curves in, SVG out: one small panel for each metric, all over the same time axis."""

from collections.abc import Callable, Sequence

from markupsafe import Markup, escape

from generator.render.figures.text import width
from generator.render.figures.ways import Pair, rightwards
from generator.schema.records import Curves, Line

WIDE, LEFT, RIGHT, PANEL, HEAD, GAP = 620.0, 56.0, 12.0, 74.0, 22.0, 14.0
SMALL = 11.5


def draw_curves(curves: Curves, title: str, desc: str, anchor: str = "fingerprint-curves") -> Markup:
    """The drawing; `title` and `desc` are its words for those who do not see it."""
    times = [point[0] for line in curves.lines for point in line.points]
    first, last = min(times), max(times)
    span = (last - first) or 1.0

    def x(time: float) -> float:
        return LEFT + (min(max(time, first), last) - first) / span * (WIDE - LEFT - RIGHT)

    marks = _stagger([(x(mark.at), mark.label) for mark in curves.marks])
    top = max((row for _, _, _, row in marks), default=-1) * 16 + (20 if marks else 4)
    bottom = top + len(curves.lines) * (HEAD + PANEL + GAP) - GAP
    high = bottom + 28
    parts = [
        f'<svg class="curves" role="img" aria-labelledby="{anchor}-title {anchor}-desc" viewBox="0 0 {WIDE:g} {high:g}" '
        f'width="{WIDE:g}" height="{high:g}"><title id="{anchor}-title">{escape(title)}</title><desc id="{anchor}-desc">{escape(desc)}</desc>'
    ]
    for at, _, _, row in marks:
        parts.append(f'<path class="mark" d="M{at:.1f} {row * 16 + 18:g}V{bottom:g}"/>')
    for number, line in enumerate(curves.lines):
        parts.append(_panel(line, top + number * (HEAD + PANEL + GAP), x, number, _shared_bounds(line, curves.lines)))
    for _, text_x, label, row in marks:
        parts.append(f'<text class="mark-label" x="{text_x:.1f}" y="{row * 16 + 13:g}">{escape(label)}</text>')
    parts.append(
        f'<text class="axis" x="{LEFT:g}" y="{bottom + 20:g}">{number_in_words(first)}</text>'
        f'<text class="axis axis--end" x="{WIDE - RIGHT:g}" y="{bottom + 20:g}">{number_in_words(last)}</text>'
        f'<text class="axis axis--middle" x="{(LEFT + WIDE - RIGHT) / 2:g}" y="{bottom + 20:g}">{escape(curves.time)} →</text></svg>'
    )
    return Markup("".join(parts))


def _shared_bounds(line: Line, lines: Sequence[Line]) -> Pair:
    """The range of a line's panel: metrics of one unit share it, so that a small dip does not look like a collapse."""
    alike = [line] if line.unit is None else [other for other in lines if other.unit == line.unit]
    return bounds([point[1] for other in alike for point in other.points])


def _panel(line: Line, top: float, x: Callable[[float], float], number: int, scale: Pair) -> str:
    low, high = scale
    base = top + HEAD + PANEL

    def y(value: float) -> float:
        return base - (value - low) / (high - low) * PANEL

    points = [(x(point[0]), y(point[1])) for point in line.points]
    way = rightwards(points)
    unit = f'<tspan class="unit" dx="6">{escape(line.unit)}</tspan>' if line.unit else ""
    return (
        f'<g class="panel panel--{number + 1}"><path class="grid-line" d="M{LEFT:g} {top + HEAD:g}H{WIDE - RIGHT:g}"/>'
        f'<path class="base-line" d="M{LEFT:g} {base:g}H{WIDE - RIGHT:g}"/>'
        f'<path class="area" d="{way}V{base:g}H{points[0][0]:.1f}Z"/><path class="curve" d="{way}"/>'
        f'<text class="panel-name" x="{LEFT:g}" y="{top + 14:g}">{escape(line.name)}{unit}</text>'
        f'<text class="axis axis--end" x="{LEFT - 8:g}" y="{top + HEAD + 4:g}">{number_in_words(high)}</text>'
        f'<text class="axis axis--end" x="{LEFT - 8:g}" y="{base + 4:g}">{number_in_words(low)}</text></g>'
    )


def bounds(values: Sequence[float]) -> Pair:
    """The range of a panel: from zero where the values come near it, else from the least; never empty."""
    low, high = min(values), max(values)
    if 0 < low <= high / 2 or low == high > 0:
        low = 0.0
    if (high < 0 and high >= low / 2) or low == high < 0:
        high = 0.0
    return (low, high) if high > low else (low, low + 1.0)


def number_in_words(value: float) -> str:
    """A number as an axis shows it: 12, 0.5, 1,500, 65k, 2.5M, 3e-05."""
    size = abs(value)
    if size >= 1e15 or 0 < size < 0.001:
        return f"{value:.3g}".replace("-", "−", 1) if value < 0 else f"{value:.3g}"
    for unit, word in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e4, "k")):
        if size >= unit:
            return f"{value / (1e3 if word == 'k' else unit):.3g}".replace("-", "−") + word
    return (f"{value:,.0f}" if size >= 1000 else f"{value:.3g}").replace("-", "−")


def _stagger(marks: Sequence[tuple[float, str]]) -> list[tuple[float, float, str, int]]:
    """For each mark its place, the left end of its label kept inside the picture, the label, and the row in which it overlaps none."""
    ends: list[float] = []
    out = []
    for at, label in sorted(marks):
        wide = width(label, SMALL)
        left = min(max(at - wide / 2, 0.0), WIDE - wide)
        row = next((row for row, end in enumerate(ends) if end + 10 <= left), len(ends))
        if row == len(ends):
            ends.append(0.0)
        ends[row] = left + wide
        out.append((at, left, label, row))
    return out

"""Points in, a smooth path through all of them out, as the value of an SVG path's `d`.

The path never overshoots a point (monotone cubic, Fritsch and Carlson 1980): a curve shows no value that was not given, and
an arrow does not swing out.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

Pair = tuple[float, float]
Shown = Callable[[float, float], str]


def rightwards(points: Sequence[Pair]) -> str:
    """Through points in the order of x."""
    return _way(points, _tangents(points), lambda x, y: f"{x:.1f} {y:.1f}")


def downwards(points: Sequence[Pair]) -> str:
    """Through points in the order of y, leaving and arriving upright."""
    turned = [(y, x) for x, y in points]
    tangents = _tangents(turned)
    tangents[0] = tangents[-1] = 0.0
    return _way(turned, tangents, lambda y, x: f"{x:.1f} {y:.1f}")


def _tangents(points: Sequence[Pair]) -> list[float]:
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) if b[0] != a[0] else 0.0 for a, b in pairwise(points)]
    return [slopes[0], *(0.0 if a * b <= 0 else 2 * a * b / (a + b) for a, b in pairwise(slopes)), slopes[-1]]


def _way(points: Sequence[Pair], tangents: Sequence[float], shown: Shown) -> str:
    way = [f"M{shown(*points[0])}"]
    for number, ((x, y), (to_x, to_y)) in enumerate(pairwise(points)):
        third = (to_x - x) / 3
        if abs(to_y - y) < 0.05 or not third:
            way.append(f"L{shown(to_x, to_y)}")
        else:
            near, far = y + tangents[number] * third, to_y - tangents[number + 1] * third
            way.append(f"C{shown(x + third, near)} {shown(to_x - third, far)} {shown(to_x, to_y)}")
    return "".join(way)

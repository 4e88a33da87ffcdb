"""Boxes and arrows in, coordinates out: a layered drawing from top to bottom.

1. Edges that would close a cycle are turned round for the time of the layout.
2. Every box gets a layer by the longest path that leads to it; boxes without a predecessor move down next to their first successor.
3. An edge passes through a slot between each two layers that it crosses; its label is a slot as wide as its words. Since
   slots keep their distance like boxes do, no label lies on a box, an arrow or another label.
4. Layers are ordered by the mean place of their neighbours; the order with the fewest crossings is kept.
5. A box that cuts the chain stands beside the box that it cuts, in the same layer, since it is no earlier step.
6. Columns: each layer moves as close to its neighbours' columns as its distances allow (pool adjacent violators).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

SWEEPS, MOVES = 6, 12
#: How far aside a way may run between two layers and still pass a label through one point.
FLAT = 60.0
#: How far above a level way its label stands.
ABOVE = 3.0


@dataclass(frozen=True, slots=True)
class Box:
    """Something with a size: a node, or the label of an edge."""

    wide: float
    high: float


@dataclass(frozen=True, slots=True)
class Arrow:
    """An edge between the boxes at two places of the list, with its label's size where it has one.

    A `cut` asks for its source beside its target; it is granted to a box with no other edge, two to each target.
    """

    source: int
    target: int
    label: Box | None = None
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Spacing:
    """Distances between things side by side (`aside`) and between layers (`below`, on each side of a row of labels)."""

    aside: float = 22
    slot: float = 10
    below: float = 17
    cut: float = 40


USUAL = Spacing()


@dataclass(frozen=True, slots=True)
class Point:
    """A place, from the top left corner."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Route:
    """The way of an arrow from the edge of its source to the edge of its target, the middle of its label, and whether it runs upwards.

    The way of a cut that was granted is level; its label stands above it.
    """

    points: tuple[Point, ...]
    label: Point | None
    back: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """The middle of every box, the way of every arrow (None for one that returns to its own box), and the size of it all."""

    boxes: tuple[Point, ...]
    routes: tuple[Route | None, ...]
    wide: float
    high: float
    layers: tuple[int, ...]


@dataclass(slots=True)
class _Slot:
    """A place in a layer: a box, or where an edge passes."""

    layer: int
    wide: float
    high: float
    box: bool = False
    beside: int | None = None  # for a box that cuts: its target
    shift: float = 0  # how far from its target's middle it stands
    up: list[int] = field(default_factory=list)
    down: list[int] = field(default_factory=list)
    x: float = 0
    place: int = 0


def lay_out(boxes: Sequence[Box], arrows: Sequence[Arrow], spacing: Spacing = USUAL) -> Layout:
    """Places the boxes and leads the arrows."""
    beside = _beside(arrows)
    real = [(at, a) for at, a in enumerate(arrows) if a.source != a.target and a.source not in beside]
    backwards = _back_arrows(len(boxes), [arrow for _, arrow in real])
    ends = [
        (a.target, a.source) if back else (a.source, a.target) for (_, a), back in zip(real, backwards, strict=True)
    ]
    layers = _layers(len(boxes), ends)
    for box, cut in beside.items():
        layers[box] = layers[arrows[cut].target]
    slots = [_Slot(layer * 2, box.wide, box.high, box=True) for box, layer in zip(boxes, layers, strict=True)]
    chains, labels = [], []
    for (_, arrow), (top, bottom) in zip(real, ends, strict=True):
        chain, label = _chain(slots, top, bottom, arrow.label)
        chains.append(chain)
        labels.append(label)
    rows: list[list[int]] = [[] for _ in range(max((slot.layer for slot in slots), default=0) + 1)]
    for at, slot in enumerate(slots):
        if at not in beside:
            rows[slot.layer].append(at)
    _order(slots, rows)
    _put_beside(slots, rows, [arrows[cut] for cut in beside.values()], spacing)
    _columns(slots, rows, spacing)
    lines, high = _lines(slots, rows, spacing)
    left = min(slot.x - slot.wide / 2 for slot in slots)
    for slot in slots:
        slot.x -= left
    routes: list[Route | None] = [None] * len(arrows)
    for (at, _), chain, label, back in zip(real, chains, labels, backwards, strict=True):
        points = _points(slots, chain, lines)
        middle = Point(slots[label].x, lines[slots[label].layer].middle) if label is not None else None
        routes[at] = Route(tuple(reversed(points)) if back else tuple(points), middle, back)
    for box, cut in beside.items():
        routes[cut] = _level(slots[box], slots[arrows[cut].target], lines[slots[box].layer].middle, arrows[cut].label)
    return Layout(
        tuple(Point(slot.x, lines[slot.layer].middle) for slot in slots[: len(boxes)]),
        tuple(routes),
        max(slot.x + slot.wide / 2 for slot in slots),
        high,
        tuple(layers),
    )


def _beside(arrows: Sequence[Arrow]) -> dict[int, int]:
    """The boxes that stand beside another, each with the place of its only arrow."""
    touching: dict[int, int] = {}
    for arrow in arrows:
        for box in (arrow.source, arrow.target):
            touching[box] = touching.get(box, 0) + 1
    found: dict[int, int] = {}
    guests: dict[int, int] = {}
    for at, arrow in enumerate(arrows):
        alone = arrow.cut and arrow.source != arrow.target and touching[arrow.source] == 1
        if alone and arrow.target not in found and guests.get(arrow.target, 0) < 2:
            found[arrow.source] = at
            guests[arrow.target] = guests.get(arrow.target, 0) + 1
    return found


def _put_beside(slots: list[_Slot], rows: list[list[int]], cuts: Sequence[Arrow], spacing: Spacing) -> None:
    """Puts each cutting box next to its target: to the right, but to the left at the left end of a row of several, or where the right is taken."""
    left_of: dict[int, bool] = {}
    for cut in cuts:
        slot, target, row = slots[cut.source], slots[cut.target], rows[slots[cut.target].layer]
        place = row.index(cut.target)
        left = not left_of[cut.target] if cut.target in left_of else place == 0 and len(row) > 1
        gap = spacing.cut
        if cut.label is not None:
            gap = max(gap, cut.label.wide + 14)
            slot.high = max(slot.high, 2 * (cut.label.high + ABOVE))
        slot.beside, slot.shift = cut.target, (slot.wide / 2 + gap + target.wide / 2) * (-1 if left else 1)
        row.insert(place if left else place + 1, cut.source)
        left_of[cut.target] = left
    _number(slots, rows)


def _level(slot: _Slot, target: _Slot, y: float, label: Box | None) -> Route:
    """The way from a box to the one beside it."""
    side = 1 if target.x > slot.x else -1
    start, end = slot.x + side * slot.wide / 2, target.x - side * target.wide / 2
    middle = Point((start + end) / 2 - side * 2, y - ABOVE - label.high / 2) if label is not None else None
    return Route((Point(start, y), Point(end, y)), middle, False)


def _back_arrows(count: int, arrows: Sequence[Arrow]) -> list[bool]:
    """Which arrows close a cycle, seen from the boxes in their order."""
    leaving: list[list[int]] = [[] for _ in range(count)]
    for at, arrow in enumerate(arrows):
        leaving[arrow.source].append(at)
    back = [False] * len(arrows)
    state = [0] * count  # 0 not seen, 1 on the path, 2 done

    def visit(box: int) -> None:
        state[box] = 1
        for at in leaving[box]:
            target = arrows[at].target
            if state[target] == 1:
                back[at] = True
            elif state[target] == 0:
                visit(target)
        state[box] = 2

    entered = {arrow.target for arrow in arrows}
    for box in sorted(range(count), key=lambda box: (box in entered, box)):
        if state[box] == 0:
            visit(box)
    return back


def _layers(count: int, ends: Sequence[tuple[int, int]]) -> list[int]:
    """The layer of every box: the longest path to it; a box that nothing leads to stands just above its first successor."""
    after: list[list[int]] = [[] for _ in range(count)]
    waiting = [0] * count
    for top, bottom in ends:
        after[top].append(bottom)
        waiting[bottom] += 1
    first = [box for box in range(count) if waiting[box] == 0]
    layers, ready = [0] * count, list(first)
    while ready:
        box = ready.pop()
        for other in after[box]:
            layers[other] = max(layers[other], layers[box] + 1)
            waiting[other] -= 1
            if waiting[other] == 0:
                ready.append(other)
    for box in first:
        if after[box]:
            layers[box] = min(layers[other] for other in after[box]) - 1
    return layers


def _chain(slots: list[_Slot], top: int, bottom: int, label: Box | None) -> tuple[list[int], int | None]:
    """Adds the slots of one edge between two boxes; gives the chain of slots and the one that holds the label."""
    first, last = slots[top].layer, slots[bottom].layer
    # in the first gap that it crosses: there the label stands nearest to the box it leaves
    at = first + 1
    chain, labelled = [top], None
    for layer in range(first + 1, last):
        if layer == at and label is not None:
            labelled = len(slots)
            slots.append(_Slot(layer, label.wide, label.high))
        else:
            slots.append(_Slot(layer, 4, 0))
        chain.append(len(slots) - 1)
    chain.append(bottom)
    for upper, lower in pairwise(chain):
        slots[upper].down.append(lower)
        slots[lower].up.append(upper)
    return chain, labelled


def _order(slots: list[_Slot], rows: list[list[int]]) -> None:
    """Orders each row by the mean place of its neighbours, downwards and upwards in turn; keeps the best order met."""
    _number(slots, rows)
    best, fewest = [list(row) for row in rows], _crossings(slots, rows)
    for sweep in range(SWEEPS):
        if fewest == 0 and sweep:
            break
        downwards = sweep % 2 == 0
        for row in rows[1:] if downwards else reversed(rows[:-1]):
            means = {}
            for at in row:
                near = slots[at].up if downwards else slots[at].down
                means[at] = sum(slots[other].place for other in near) / len(near) if near else float(slots[at].place)
            row.sort(key=lambda at: (means[at], slots[at].place))
            for place, at in enumerate(row):
                slots[at].place = place
        crossings = _crossings(slots, rows)
        if crossings < fewest:
            best, fewest = [list(row) for row in rows], crossings
    rows[:] = best
    _number(slots, rows)


def _number(slots: list[_Slot], rows: list[list[int]]) -> None:
    for row in rows:
        for place, at in enumerate(row):
            slots[at].place = place


def _crossings(slots: list[_Slot], rows: list[list[int]]) -> int:
    total = 0
    for row in rows:
        pairs = [(slots[at].place, slots[other].place) for at in row for other in slots[at].down]
        for index, (top, bottom) in enumerate(pairs):
            for other_top, other_bottom in pairs[index + 1 :]:
                total += (top - other_top) * (bottom - other_bottom) < 0
    return total


def _columns(slots: list[_Slot], rows: list[list[int]], spacing: Spacing) -> None:
    for row in rows:
        _settle(slots, row, [0.0] * len(row), spacing)
    for move in range(MOVES):
        downwards, before = move % 2 == 0, [slot.x for slot in slots]
        for row in rows if downwards else reversed(rows):
            wanted = []
            for at in row:
                target = slots[at].beside
                slot = slots[at if target is None else target]
                near = slot.up + slot.down if move >= MOVES - 4 else slot.up if downwards else slot.down
                near = near or slot.up or slot.down
                middle = sum(slots[other].x for other in near) / len(near) if near else slot.x
                wanted.append(middle + slots[at].shift)
            _settle(slots, row, wanted, spacing)
        if move > 1 and all(abs(slot.x - x) < 0.2 for slot, x in zip(slots, before, strict=True)):
            break


def _settle(slots: list[_Slot], row: list[int], wanted: list[float], spacing: Spacing) -> None:
    """Puts a row as close to the wanted columns as its order and distances allow: least squares by pooling neighbours."""
    if len(row) == 1:
        slots[row[0]].x = wanted[0]
        return
    offset, offsets = 0.0, []
    for place, at in enumerate(row):
        if place:
            before = slots[row[place - 1]]
            gap = spacing.aside if slots[at].high and before.high else spacing.slot
            if slots[at].beside == row[place - 1]:
                offset += slots[at].shift
            elif before.beside == at:
                offset -= before.shift
            else:
                offset += before.wide / 2 + gap + slots[at].wide / 2
        offsets.append(offset)
    pools: list[tuple[float, int]] = []  # mean of what is wanted, how many
    for want, shift in zip(wanted, offsets, strict=True):
        mean, size = want - shift, 1
        while pools and pools[-1][0] > mean:
            other, number = pools.pop()
            mean, size = (mean * size + other * number) / (size + number), size + number
        pools.append((mean, size))
    means = [mean for mean, size in pools for _ in range(size)]
    for at, mean, shift in zip(row, means, offsets, strict=True):
        slots[at].x = mean + shift


@dataclass(frozen=True, slots=True)
class _Line:
    """Where a row lies: its middle, and how high it is."""

    middle: float
    high: float


def _lines(slots: list[_Slot], rows: list[list[int]], spacing: Spacing) -> tuple[list[_Line], float]:
    """Where every row lies, and the height of all."""
    lines, y = [], 0.0
    for number, row in enumerate(rows):
        high = max((slots[at].high for at in row), default=0.0)
        y += spacing.below if number else 0
        lines.append(_Line(y + high / 2, high))
        y += high
    return lines, y


def _points(slots: list[_Slot], chain: list[int], lines: list[_Line]) -> list[Point]:
    """The way of one edge: straight past boxes and behind its own label, past other labels through one point, free where nothing stands."""
    top, bottom = slots[chain[0]], slots[chain[-1]]
    points = [Point(_port(slots, chain[0], chain[1], down=True), lines[top.layer].middle + top.high / 2)]
    for before, at, after in zip(chain, chain[1:], chain[2:], strict=False):
        slot, line = slots[at], lines[slots[at].layer]
        # a way that runs far aside is so flat that it would run through the label next to it
        flat = max(abs(slots[before].x - slot.x), abs(slots[after].x - slot.x)) > FLAT
        straight = slot.high or (line.high if slot.layer % 2 == 0 or flat else 0.0)
        if straight:
            points += [Point(slot.x, line.middle - straight / 2), Point(slot.x, line.middle + straight / 2)]
        elif line.high:
            points.append(Point(slot.x, line.middle))
    points.append(Point(_port(slots, chain[-1], chain[-2], down=False), lines[bottom.layer].middle - bottom.high / 2))
    return points


def _port(slots: list[_Slot], box: int, other: int, *, down: bool) -> float:
    """Where on a box's edge an arrow begins or ends: spread around the middle in the order of the other ends."""
    near = sorted(set(slots[box].down if down else slots[box].up), key=lambda at: slots[at].x)
    step = min(18.0, slots[box].wide * 0.7 / max(len(near), 1))
    return slots[box].x + (near.index(other) - (len(near) - 1) / 2) * step

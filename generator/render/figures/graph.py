"""A fingerprint's graph in, SVG out: boxes by their role, arrows with labels, colours by class only."""

from dataclasses import replace

from markupsafe import Markup, escape

from generator.render.figures.layout import Arrow, Box, Layout, Point, Route, lay_out
from generator.render.figures.text import width, wrap
from generator.render.figures.ways import downwards
from generator.schema.records import Edge, Graph, Node

SIZE, SMALL, LINE, SMALL_LINE = 13.0, 11.5, 17.0, 14.0
WIDEST, WIDEST_LABEL, PAD, MARGIN = 150.0, 110.0, 13.0, 8.0
#: What a page's column holds without making the words smaller.
WIDEST_GRAPH = 640.0
#: The word above a box's label, so that a role is not told by colour alone.
ROLES = {"cause": "cause", "symptom": "what you see", "exit": "way out"}


def draw_graph(graph: Graph, title: str, desc: str, anchor: str = "fingerprint-graph") -> Markup:
    """The drawing; `title` and `desc` are its words for those who do not see it."""
    places = {node.id: at for at, node in enumerate(graph.nodes)}
    texts = [wrap(node.label, SIZE, WIDEST) for node in graph.nodes]
    edges = [edge for edge in graph.edges if edge.source in places and edge.target in places]
    labels = [wrap(edge.label, SMALL, WIDEST_LABEL) if edge.label else () for edge in edges]
    cuts = cuts_of(graph)
    ways_out = {places[node.id] for node in graph.nodes if node.role == "exit"}
    boxes = [_box(node, lines) for node, lines in zip(graph.nodes, texts, strict=True)]
    arrows = [
        Arrow(places[edge.source], places[edge.target], _label_box(lines), cut=edge in cuts)
        for edge, lines in zip(edges, labels, strict=True)
    ]
    layout = lay_out(boxes, arrows)
    if layout.wide > WIDEST_GRAPH:  # then a way out stands above what it cuts
        layout = lay_out(boxes, [replace(arrow, cut=False) for arrow in arrows])
    loops = any(route is None for route in layout.routes)
    wide, high = layout.wide + 2 * MARGIN + (24 if loops else 0), layout.high + 2 * MARGIN
    parts = [
        f'<svg class="graph" role="img" aria-labelledby="{anchor}-title {anchor}-desc" viewBox="{-MARGIN:g} {-MARGIN:g} {wide:.0f} {high:.0f}" '
        f'width="{wide:.0f}" height="{high:.0f}"><title id="{anchor}-title">{escape(title)}</title><desc id="{anchor}-desc">{escape(desc)}</desc>'
    ]
    for edge, route in zip(edges, layout.routes, strict=True):
        if route is None:
            parts.append(_loop(layout, graph, places[edge.source]))
        elif edge in cuts:
            parts.append(_cut(route))
        else:
            parts.append(_arrow(route, leads_out=places[edge.target] in ways_out))
    for route, lines in zip(layout.routes, labels, strict=True):
        if route is not None and route.label is not None:
            parts.append(_label(route.label, lines))
    for node, lines, middle in zip(graph.nodes, texts, layout.boxes, strict=True):
        parts.append(_node(node, lines, middle))
    parts.append("</svg>")
    return Markup("".join(parts))


def cuts_of(graph: Graph) -> frozenset[Edge]:
    """The edges that cut what they lead to: they leave a way out that nothing leads to. Other ways out are reached by the chain."""
    reached = {edge.target for edge in graph.edges}
    ways_out = {node.id for node in graph.nodes if node.role == "exit" and node.id not in reached}
    return frozenset(edge for edge in graph.edges if edge.source in ways_out)


def _box(node: Node, lines: tuple[str, ...]) -> Box:
    role = ROLES.get(node.role, "")
    inner = max([width(line, SIZE) * 1.05 for line in lines] + [width(role.upper(), 9.5) * 1.15 if role else 0])
    return Box(max(inner + 2 * PAD, 84), len(lines) * LINE + (14 if role else 0) + 15)


def _label_box(lines: tuple[str, ...]) -> Box | None:
    return Box(max(width(line, SMALL) for line in lines) + 12, len(lines) * SMALL_LINE + 2) if lines else None


def _node(node: Node, lines: tuple[str, ...], middle: Point) -> str:
    box, role = _box(node, lines), ROLES.get(node.role)
    left, top = middle.x - box.wide / 2, middle.y - box.high / 2
    corner = {"cause": 4, "symptom": box.high / 2 if box.high < 46 else 20}.get(node.role, 4)
    out = [
        f'<g class="node node--{node.role}">'
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{box.wide:.1f}" height="{box.high:.1f}" rx="{corner:g}"/>'
    ]
    y = top + 7.5
    if role:
        out.append(f'<text class="node-role" x="{middle.x:.1f}" y="{y + 9:.1f}">{role}</text>')
        y += 14
    for number, line in enumerate(lines):
        out.append(f'<text x="{middle.x:.1f}" y="{y + 12.5 + number * LINE:.1f}">{escape(line)}</text>')
    out.append("</g>")
    return "".join(out)


def _cut(route: Route) -> str:
    """A way that ends in a bar across it, short of what it cuts."""
    start, end = route.points[0], route.points[-1]
    if start.y == end.y:
        side = 1 if end.x > start.x else -1
        return (
            f'<path class="edge edge--exit" d="M{start.x:.1f} {start.y:.1f}H{end.x - side * 5:.1f}"/>'
            f'<path class="edge-cut" d="M{end.x - side * 5:.1f} {end.y - 8:.1f}v16"/>'
        )
    side = 1 if end.y > start.y else -1
    ways = [(point.x, point.y) for point in route.points[:-1]] + [(end.x, end.y - side * 5)]
    return (
        f'<path class="edge edge--exit" d="{downwards(ways[::side])}"/>'
        f'<path class="edge-cut" d="M{end.x - 8:.1f} {end.y - side * 5:.1f}h16"/>'
    )


def _arrow(route: Route, *, leads_out: bool) -> str:
    end = route.points[-1]
    falls = end.y > route.points[0].y
    tip = 7.0 if falls else -7.0
    ways = [(point.x, point.y) for point in route.points]
    ways[-1] = (end.x, end.y - tip)
    kind = "edge edge--exit" if leads_out else "edge edge--back" if route.back else "edge"
    head = "edge-tip edge-tip--exit" if leads_out else "edge-tip"
    return (
        f'<path class="{kind}" d="{downwards(ways if falls else ways[::-1])}"/>'
        f'<path class="{head}" d="M{end.x:.1f} {end.y:.1f}l-4.5 {-tip * 1.15:.1f}h9z"/>'
    )


def _loop(layout: Layout, graph: Graph, at: int) -> str:
    middle = layout.boxes[at]
    right = middle.x + _box(graph.nodes[at], wrap(graph.nodes[at].label, SIZE, WIDEST)).wide / 2
    return (
        f'<path class="edge edge--back" d="M{right:.1f} {middle.y - 8:.1f}c22 -6 22 22 6.5 16"/>'
        f'<path class="edge-tip" d="M{right:.1f} {middle.y + 8:.1f}l7.8 -4.5v9z"/>'
    )


def _label(middle: Point, lines: tuple[str, ...]) -> str:
    top = middle.y - len(lines) * SMALL_LINE / 2
    box = _label_box(lines)
    assert box is not None
    text = "".join(
        f'<text x="{middle.x:.1f}" y="{top + 10.5 + number * SMALL_LINE:.1f}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    return (
        f'<g class="edge-label"><rect x="{middle.x - box.wide / 2:.1f}" y="{middle.y - box.high / 2:.1f}" '
        f'width="{box.wide:.1f}" height="{box.high:.1f}"/>{text}</g>'
    )

"""A fingerprint in, its drawings and the same content as text out."""

from dataclasses import dataclass

from markupsafe import Markup

from generator.render.figures import draw_curves, draw_graph
from generator.render.figures.curves import number_in_words
from generator.render.figures.graph import cuts_of
from generator.schema.records import Fingerprint, Graph


@dataclass(frozen=True, slots=True)
class ChainLink:
    """An arrow in words: what it leaves, what happens on the way, what it reaches, and whether it cuts the chain there."""

    source: str
    way: str
    target: str
    cuts: bool


@dataclass(frozen=True, slots=True)
class PictureView:
    """The drawings (None where the fingerprint has none), the chain in sentences, and each curve in words."""

    graph: Markup | None
    chain: tuple[ChainLink, ...]
    curves: Markup | None
    readings: tuple[tuple[str, str], ...]
    marks: tuple[tuple[str, str], ...]
    time: str


def view_picture(fingerprint: Fingerprint, title: str, caption: str) -> PictureView:
    """Draws what there is; `title` names the entry and `caption` is the fingerprint's caption without markup."""
    graph, curves = fingerprint.graph, fingerprint.curves
    return PictureView(
        draw_graph(graph, f"How it unfolds: {title}", caption) if graph else None,
        _chain(graph) if graph else (),
        draw_curves(curves, f"Metrics over {curves.time}: {title}", caption) if curves else None,
        tuple(
            (f"{line.name} ({line.unit})" if line.unit else line.name, _reading(line.points)) for line in curves.lines
        )
        if curves
        else (),
        tuple((number_in_words(mark.at), mark.label) for mark in curves.marks) if curves else (),
        curves.time if curves else "",
    )


def _chain(graph: Graph) -> tuple[ChainLink, ...]:
    cuts = cuts_of(graph)
    names = {node.id: node.label for node in graph.nodes}
    return tuple(
        ChainLink(
            names.get(edge.source, edge.source),
            edge.label or "",
            names.get(edge.target, edge.target),
            edge in cuts,
        )
        for edge in graph.edges
    )


def _reading(points: tuple[tuple[float, ...], ...]) -> str:
    return ", ".join(f"{number_in_words(point[1])} at {number_in_words(point[0])}" for point in points)

"""The fingerprint of a failure as a picture: data in, SVG out, and the same content as text."""

from generator.render.figures.curves import draw_curves
from generator.render.figures.graph import draw_graph

__all__ = ["draw_curves", "draw_graph"]

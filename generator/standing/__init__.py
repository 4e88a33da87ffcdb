"""How far the encyclopedia can be trusted, measured: checked documents in, one `Standing` out."""

from generator.standing.measure import measure

__all__ = ["measure"]

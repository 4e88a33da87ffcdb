"""Text of a log in, the same text without what belongs to its owner out."""

from generator.diagnose.mask.masker import Masker

__all__ = ["Masker"]

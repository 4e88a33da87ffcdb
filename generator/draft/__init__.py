"""A new entry's first words: pasted lines in, signature templates out."""

from generator.draft.template import Draft, doubt_of, draft_of, misfit_of
from generator.draft.untouched import is_untouched

__all__ = ["Draft", "doubt_of", "draft_of", "is_untouched", "misfit_of"]

"""A new entry's first words: pasted lines in, signature templates out."""

from generator.draft.template import Draft, draft_of

__all__ = ["Draft", "draft_of"]

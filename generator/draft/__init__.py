"""A new entry's first words: pasted lines in, signature templates out."""

from generator.draft.template import Draft, doubt_of, draft_of

__all__ = ["Draft", "doubt_of", "draft_of"]

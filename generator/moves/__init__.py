"""Entries that get another id, another area, or an end: texts of the repository's files in, their new texts out, comments and all."""

from generator.moves.edits import Edits, former_ids
from generator.moves.lost import check_lost
from generator.moves.merge import merged
from generator.moves.rename import renamed
from generator.moves.retire import retired

__all__ = ["Edits", "check_lost", "former_ids", "merged", "renamed", "retired"]

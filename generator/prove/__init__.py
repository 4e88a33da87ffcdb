"""Proving: entries in, proof records out, from released packages, shipped libraries and public repositories."""

from generator.model.projects import Projects, TableError, read_projects
from generator.prove.run import Prover
from generator.prove.store import Store

__all__ = ["Projects", "Prover", "Store", "TableError", "read_projects"]

"""The command `encyclopedia`: one command, one module. Modules load only when their command runs."""

from generator.cli.main import main

__all__ = ["main"]

"""`python -m generator.cli` is the installed command `encyclopedia`."""

from generator.cli.main import main

main(prog_name="encyclopedia")

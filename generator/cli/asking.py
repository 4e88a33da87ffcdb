"""A question at a terminal in, one answer out. What is pasted with several lines is one answer, never the answers to the next questions."""

import os
import select
import sys

import click

#: How long the rest of a paste may take to come, in seconds.
PATIENCE = 0.1


def asked(question: str) -> str | None:
    """One answer, with line feeds in it where somebody pasted several lines; None for an empty one."""
    answer = click.prompt(question, default="", show_default=False)
    return "\n".join(line for line in (answer, *_pasted_besides().splitlines()) if line.strip()) or None


def asked_line(question: str, default: str | None = None) -> str | None:
    """One answer of one line; asked again where several were pasted. Without an answer, `default`."""
    while True:
        answer = asked(question)
        if answer is None or "\n" not in answer:
            return answer or default
        click.echo(f"those were {len(answer.splitlines())} lines, and one is wanted; nothing of them is kept")


def _pasted_besides() -> str:
    """What waits behind the line that was read: the rest of a paste, with its last line, which may have no end."""
    try:
        import termios
    except ImportError:  # no such terminal
        return ""
    terminal = sys.stdin.fileno()
    as_it_was = termios.tcgetattr(terminal)
    at_once = termios.tcgetattr(terminal)
    at_once[3] &= ~termios.ICANON  # else a line without its end cannot be read
    pieces = []
    try:
        termios.tcsetattr(terminal, termios.TCSANOW, at_once)
        while select.select([terminal], [], [], PATIENCE)[0]:
            piece = os.read(terminal, 65536)
            if not piece:
                break
            pieces.append(piece)
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, as_it_was)
    if pieces and not pieces[-1].endswith(b"\n"):
        click.echo()
    return b"".join(pieces).decode("utf-8", "replace")

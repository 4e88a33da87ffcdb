"""`encyclopedia new` at a terminal: what is pasted at a question is one answer."""

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

from generator.load.yaml_values import read_values

PATIENCE = 60.0


class Terminal:
    """A program at a terminal of its own."""

    def __init__(self, folder: Path, *words: str) -> None:
        self._here, there = pty.openpty()
        command = [sys.executable, "-m", "generator.cli", *words]
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "TERM": "dumb"}
        self._process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=there, stdout=there, stderr=there, start_new_session=True
        )
        os.close(there)
        self.shown = ""

    def until(self, words: str) -> None:
        """Reads until these words are shown."""
        end = time.monotonic() + PATIENCE
        while words not in self.shown and time.monotonic() < end:
            if select.select([self._here], [], [], 0.1)[0]:
                try:
                    self.shown += os.read(self._here, 65536).decode()
                except OSError:
                    break
        assert words in self.shown, self.shown
        self.shown = self.shown.partition(words)[2]

    def type(self, text: str) -> None:
        """As if pasted."""
        os.write(self._here, text.encode())

    def end(self) -> int:
        """The exit code."""
        code = self._process.wait(PATIENCE)
        os.close(self._here)
        return code


def test_a_paste_of_several_lines_is_one_answer(tree: Path) -> None:
    """Refused where one line is wanted; of a log, the error line is taken, though the last line has no end."""
    terminal = Terminal(tree, "new", "serving/flange")
    terminal.until("one line, no full stop")
    terminal.type("Traceback (most recent call last):\n  File a.py\nValueError: x\n")
    terminal.until("those were 3 lines, and one is wanted")
    terminal.until("one line, no full stop")
    terminal.type("Traceback (most recent call last):\n")
    terminal.until("the title is the head of a traceback")
    terminal.type("Flanges break off\n")
    terminal.until("A line that the software prints")
    terminal.type("step 1\nTraceback (most recent call last):\nlib.FlangeError: flange 7 broke off")
    terminal.type("\n")
    terminal.until("The program that prints it")
    terminal.type("lib.FlangeError: flange 7\n")
    terminal.until("looks like a line of a log")
    terminal.type("flange\n")
    terminal.until("The signature (Enter keeps it)")
    terminal.type("\n")
    terminal.until("next: fill in the fields")
    assert terminal.end() == 0
    value, _ = read_values((tree / "entries/serving/flange.yaml").read_text("utf-8"), "x")
    assert value["title"] == "Flanges break off"
    assert value["signatures"][0]["text"] == "lib.FlangeError: flange {flange:int} broke off"
    assert value["signatures"][0]["program"] == "flange"

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
    terminal.type("lib.FlangeError: gasket {flange:int} broke off\n")
    terminal.until("that signature does not hit the line `lib.FlangeError: flange 7 broke off`")
    terminal.until("The signature (Enter keeps it)")
    terminal.type("\n")
    terminal.until("next: fill in the fields")
    assert terminal.end() == 0
    value, _ = read_values((tree / "entries/serving/flange.yaml").read_text("utf-8"), "x")
    assert value["title"] == "Flanges break off"
    assert value["signatures"][0]["text"] == "lib.FlangeError: flange {flange:int} broke off"
    assert value["signatures"][0]["program"] == "flange"


def test_file_and_version_are_asked_where_the_releases_are_known(tree: Path, tmp_path: Path) -> None:
    """Then the line is looked up at once; Enter leaves either out."""
    (tree / "proofs").mkdir()
    table = "projects:\n  - project: demo\n    programs: [flange]\n    origin: pypi:demo-of-nothing\n"
    (tree / "proofs/_projects.yaml").write_text(table)
    said = ("--title", "Flanges break off", "--line", "lib.FlangeError: flange 7 broke off", "--program", "flange")
    terminal = Terminal(tree, "new", "serving/flange", *said, "--offline")
    terminal.until("Its file that prints it")
    terminal.type("lib/flange.py\n")
    terminal.until("A release that prints it")
    terminal.type("1.0\n")
    terminal.until("The signature (Enter keeps it)")
    terminal.type("FlangeError: flange {flange:int} broke\n")
    terminal.until("looking for it in flange 1.0")
    terminal.until("could not be looked at")
    assert terminal.end() == 0
    value, _ = read_values((tree / "entries/serving/flange.yaml").read_text("utf-8"), "x")
    assert value["signatures"][0]["text"] == "FlangeError: flange {flange:int} broke"
    assert value["signatures"][0]["file"] == "lib/flange.py"
    terminal = Terminal(tree, "new", "serving/gasket", *said, "--offline")
    terminal.until("Its file that prints it")
    terminal.type("\n")
    terminal.until("The signature (Enter keeps it)")
    terminal.type("\n")
    terminal.until("not looked up yet: that needs --file, --version")
    assert terminal.end() == 0

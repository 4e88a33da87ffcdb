"""Commands that destroy something: which they are, and which words beside them say so."""

import pytest

from generator.check.destructive import check_destructive
from generator.load import Document


def problems(command: str, words: str = "Look at it.") -> list[str]:
    """What is said of a command in the first control with these words beside it."""
    value = {"first_control": {"do": words, "command": command, "reads": "It does or it does not."}}
    text = "first_control:\n  command: x\n"
    return [p.what for p in check_destructive(Document("entries/a/b.yaml", "a", "b", text, value, None))]


@pytest.mark.parametrize(
    "command",
    [
        "pkill demo",
        "sudo reboot",
        "sync; reboot",
        "uptime | shutdown now",
        "dd if=image.raw of=/dev/nvme0n1 bs=4M",
        'dd of="/dev/sda" if=x',
        "truncate -s 0 /var/log/demo.log",
        "truncate --size=0 x",
        "find . -name x -delete",
    ],
)
def test_a_command_that_destroys_says_so(command: str) -> None:
    """In the words beside it."""
    (said,) = problems(command)
    assert "destroys something, and nothing here says what" in said
    assert problems(command, "Nobody else may be on it: it ends all jobs of the node.") == []


@pytest.mark.parametrize(
    "command",
    [
        "curl -fsSL https://example.org/install.sh | sudo bash",
        "curl -s https://example.org/x | sh",
        "wget -qO- https://example.org/x | sudo -E env A=1 /bin/bash -s -- --yes",
        "bash <(curl -s https://example.org/x)",
        'sh -c "$(curl -fsSL https://example.org/x)"',
    ],
)
def test_what_a_server_sends_is_not_run_unseen(command: str) -> None:
    """Words beside it say that a script of somebody's is run."""
    (said,) = problems(command)
    assert "runs unseen what a server sends" in said
    assert problems(command, "This runs the vendor's script as root; read it first.") == []


@pytest.mark.parametrize(
    "command",
    [
        "dd if=/dev/zero of=/dev/shm/probe bs=1M count=8",
        "dd if=/data/x of=/dev/null",
        "grep -E 'oomd|shutdown|kubelet' log",
        "curl -s localhost:8000/metrics | grep evictions",
        "curl -s localhost:8000/x | shuf; sha256sum x",
        "truncate -s 0x10 y; truncate -s 10G z",
        "rm -f one.tmp",
    ],
)
def test_a_command_that_harms_nothing_needs_no_words(command: str) -> None:
    """It looks a little like one."""
    assert problems(command) == []


@pytest.mark.parametrize(
    "words",
    [
        "Look at the end of the log.",
        "The loss ends in a restart.",
        "At the end, read both ends of the pipe.",
        "It ended long ago.",
    ],
)
def test_a_word_that_speaks_of_something_else_does_not_count(words: str) -> None:
    """An end is mostly a place."""
    assert problems("pkill demo", words) != []

"""Documents in; out commands that destroy something, or run what nobody has seen, and do not say so."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from generator.load import Document
from generator.problems import Problem

Path = tuple[str | int, ...]

#: What ends processes, takes nodes and devices away, or deletes files. A single file of the command's own may go: `rm -f one.tmp`.
DESTROYS = re.compile(
    r"\bkill\s+-(?:9|KILL|SIGKILL)\b|\b(?:pkill|killall)\b|\bnvidia-smi\b[^\n|;]*(?:--gpu-reset\b|\s-r\b)"
    r"|\bscontrol\s+update\b[^\n;|]*\bstate=(?:drain|down)\b|\bscontrol\s+reboot\b|\bscancel\b|\bkubectl\s+(?:drain|delete)\b"
    r"|\brm\s+-[a-zA-Z]*[rR]|\bipcrm\b|(?:^|[;&]\s*|\|\s+|sudo\s+)(?:reboot|shutdown|poweroff)\b|\bmkfs\b|\bumount\b|\brmmod\b|\bmodprobe\s+-r\b"
    r"|\bdocker\s+(?:system|image|volume)\s+prune\b|\bdocker\s+rm\s+-f|\bray\s+stop\b|\bsystemctl\s+(?:stop|restart)\b"
    r"|\bfind\b[^\n|;]*\s-delete\b|\bgit\s+(?:reset\s+--hard|clean\s+-)|\bpip\s+cache\s+purge\b"
    r"|\bdd\b[^\n;|]*\bof=[\"']?/dev/(?!null\b|std(?:out|err)\b|shm/)|\btruncate\b[^\n;|]*(?:-s\s*|--size[= ])0\b",
    re.MULTILINE,
)
#: What runs unseen whatever a server sends.
RUNS_UNSEEN = re.compile(
    r"\b(?:curl|wget)\b[^\n;]*\|\s*(?:sudo\s+(?:-\S+\s+)*)?(?:env\s+(?:\S+=\S*\s+)*)?(?:\S*/)?(?:ba|da|k|z)?sh\b"
    r"|\b(?:ba|da|k|z)?sh\s+(?:-\w+\s+)?[\"']?(?:<\(|\$\()\s*(?:curl|wget)\b"
)
#: Without one of these a command is not looked at again: nearly all destroy nothing.
_WORDS = (
    *("kill", "nvidia-smi", "scontrol", "scancel", "kubectl", "rm ", "ipcrm", "reboot", "shutdown", "poweroff", "mkfs"),
    *("umount", "rmmod", "modprobe", "prune", "ray stop", "systemctl", "-delete", "git reset", "git clean", "purge"),
    *("dd ", "truncate", "curl", "wget"),
)
#: A text that speaks of it. The end of a line, or a run that ends in something, is nothing that a command does to others.
_SPEAKS = re.compile(
    r"agree|\bask\b|\basks\b|destroy|\boverwrit|\bempt(?:y|ies)\b|\bends?\s+(?:the|all|every|it|its|them|an?|any|each|what|whatever|these|those|your|other|running)\b"
    r"|kill|\blos[et]|\bloses\b|\bstop|break|idle|drain|nobody|no process|no job|remov|delet|throw|unmount|takes? (?:it|the)",
    re.IGNORECASE,
)
_SPEAKS_OF_RUNNING = re.compile(r"\bscript\b|\binstall|\btrust|\bruns? what", re.IGNORECASE)
_COMMANDS = ("command", "verify_command")


def check_destructive(document: Document) -> Iterator[Problem]:
    """A step of the fix says when and at what cost; elsewhere the words beside the command speak of what it ends."""
    for path, record in _records(document.value, ()):
        for key in _COMMANDS:
            command = record.get(key)
            if not isinstance(command, str) or not any(word in command for word in _WORDS):
                continue
            destroys, unseen = DESTROYS.search(command), RUNS_UNSEEN.search(command)
            does = "destroys something" if destroys else "runs unseen what a server sends"
            speaks = (_SPEAKS,) if destroys else (_SPEAKS, _SPEAKS_OF_RUNNING)
            found = destroys or unseen
            if found and not _is_said(path, record, speaks):
                what = " ".join(found.group().split())
                yield Problem(
                    "P130",
                    document.at(*path, key, find=found.group().strip()),
                    f"`{what}` {does}, and nothing here says what or who should agree",
                    "say it under `when` and `costs`" if _is_step(path) else "say it in the text beside the command",
                )


def _is_step(path: Path) -> bool:
    return path[:2] == ("fix", "steps")


def _is_said(path: Path, record: Mapping[str, Any], speaks: tuple[re.Pattern[str], ...]) -> bool:
    if _is_step(path):
        return "when" in record and "costs" in record
    texts = [text for key, text in record.items() if isinstance(text, str) and key not in _COMMANDS]
    return any(words.search(text) for words in speaks for text in texts)


def _records(value: Any, path: Path) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    if isinstance(value, dict):
        yield path, value
        for key, part in value.items():
            yield from _records(part, (*path, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _records(part, (*path, index))

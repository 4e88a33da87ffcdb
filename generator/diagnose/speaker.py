"""A line in, who wrote it out: the prefixes of launchers, log collectors and libraries, and what file names say.

Prefixes stand in front of each other (`[default3]:[rank3]:[E1129 … ] [Rank 3] …`), so they are taken off one by one.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from generator.diagnose.diagnosis import Speaker

NOBODY = Speaker()

_STAMP = r"\d{4}[-/]\d\d[-/]\d\d[T _]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?"
#: Each takes one prefix off; its groups are fields of Speaker.
_PREFIXES = tuple(
    re.compile(pattern)
    for pattern in (
        # torchrun --tee: [default3]:, the role and the rank on its host; PyTorch's own excepthook: [rank3]:
        r"\[rank(?P<rank>\d{1,6})\]:? ?",
        r"\[[A-Za-z][A-Za-z_-]{0,40}?(?P<local_rank>\d{1,4})\]:",
        # mpirun --tag-output: [1,3]<stderr>:
        r"\[\d+,(?P<rank>\d{1,6})\]<std(?:out|err)>: ?",
        # kubectl logs --prefix: [pod/name/container]
        r"\[pod/(?P<host>[^/\]]{1,253})/[^\]]{1,253}\] ?",
        # container runtimes: 2026-11-29T18:53:51.315Z stderr F
        _STAMP + r" std(?:out|err) [FP] ",
        # Ray: (RayTrainWorker pid=1234, ip=10.0.0.2)
        r"\((?P<replica>[^()=]{1,80}?) pid=(?P<pid>\d{1,10})(?:, ip=(?P<host>[0-9A-Fa-f.:]{1,45}))?\) ?",
        # vLLM: (VllmWorker rank=1 pid=1234), (Worker_TP1 pid=1234), (EngineCore_0 pid=1234)
        r"\((?P<replica>[A-Za-z]\w{0,40}) rank=(?P<rank>\d{1,6}) pid=(?P<pid>\d{1,10})\) ?",
        # compose: trainer-1  |
        r"(?P<replica>[A-Za-z][\w.-]{0,60}[-_]\d{1,4}) +\| ",
        # NCCL: host:pid:tid [gpu] NCCL
        r"(?P<host>[A-Za-z0-9][\w.-]{0,252}):(?P<pid>\d{1,10}):\d{1,10} (?:\[(?P<local_rank>\d{1,3})\] )?(?=NCCL )",
        # syslog and the journal: Nov 29 16:40:25 node-3 python[1234]:
        r"[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d(?:\.\d+)? (?P<host>[A-Za-z0-9][\w.-]{0,252}) (?:[\w./@-]{1,80}(?:\[(?P<pid>\d{1,10})\])?: )?",
        # glog: E1129 16:40:25.587000 8005 file.py:1002]
        r"\[?[IWEFD]\d{4} \d\d:\d\d:\d\d\.\d{1,9} (?:(?P<pid>\d{1,10}) )?[^\s\]]{1,200}:\d{1,6}\] ?",
        # vLLM, SGLang: ERROR 11-29 16:40:25 [core.py:700]
        r"(?:DEBUG|INFO|WARNING|ERROR|CRITICAL) \d\d-\d\d \d\d:\d\d:\d\d \[?[^\s\]]{1,200}:\d{1,6}\] ?",
        # Python's logging in its usual forms, and DeepSpeed's
        r"\[?" + _STAMP + r"\]?[ ,:-]*",
        r"\[(?:INFO|WARNING|WARN|ERROR|DEBUG|CRITICAL|FATAL)\] ?",
        r"\[(?:RANK|Rank|rank):? ?(?P<rank>\d{1,6})\] ?",
        r"\[PG [^\]]{0,120}Rank (?P<rank>\d{1,6})\] ?",
        # pdsh, as DeepSpeed's launcher uses it, names hosts by address
        r"(?P<host>\d{1,3}(?:\.\d{1,3}){3}): ",
        r"\[(?P<local_rank>\d{1,3})\]: ",
    )
)
#: What names the writer further inside a line.
_INSIDE = tuple(
    re.compile(pattern)
    for pattern in (
        r"\[(?:RANK|Rank|rank)[ :=]{0,2}(?P<rank>\d{1,6})\]",
        r"\[PG [^\]]{0,120}Rank (?P<rank>\d{1,6})\]",
        r"\b(?:global_)?rank=(?P<rank>\d{1,6})\b",
        r"^(?:Global )?[Rr]ank (?P<rank>\d{1,6}):",
        r"\bon rank (?P<rank>\d{1,6})\b",
        r"\bray::[^\s()]{1,120}\(\) \(pid=(?P<pid>\d{1,10})",
        r"\(VllmWorker(?:Process)? (?:rank=(?P<rank>\d{1,6}) )?pid=(?P<pid>\d{1,10})\)",
    )
)
_INSIDE_FAR = 240


def _together(patterns: Sequence[re.Pattern[str]]) -> re.Pattern[str]:
    """One pattern that says at once which of several fits: the number of its last group, from 1."""
    return re.compile("|".join(f"({re.sub('[(][?]P<[a-z_]+>', '(?:', pattern.pattern)})" for pattern in patterns))


_ANY_PREFIX = _together(_PREFIXES)
#: Words without which none of _INSIDE fits.
_HINTS = ("ank", "RANK", "ray::", "VllmWorker")
_TP_WORKER = re.compile(r"Worker_(?:DP\d+_)?(?:PP\d+_)?TP(\d{1,4})")
_LABEL = re.compile(r" *(?P<rank>\d{1,6}): ?")
_HOST_LABEL = re.compile(r"(?P<host>[A-Za-z][A-Za-z0-9.-]{1,120}\d): ?")
#: How many prefixes a line may have.
_DEEPEST = 8

#: A larger number is no rank, and no count of ranks.
MOST_RANKS = 1_000_000

_JSON_TEXT = ("log", "message", "msg", "text", "textPayload", "MESSAGE")
_JSON_RANK = ("rank", "global_rank", "RANK")
_JSON_HOST = ("host", "hostname", "pod", "pod_name", "_HOSTNAME", "node")


@dataclass(frozen=True, slots=True)
class Style:
    """What a file's first lines show of all its lines: whether each begins with a label (`3: ` of srun, `node-3: ` of pdsh)."""

    label: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A line taken apart: who wrote it, what is left behind the prefixes, and the prefixes that tell this writer from others."""

    speaker: Speaker
    text: str
    prefix: str


def style_of(lines: Sequence[str]) -> Style:
    """The style of a file that begins with these lines."""
    written = [line for line in lines if line.strip()]
    for pattern, group in ((_LABEL, "rank"), (_HOST_LABEL, "host")):
        labels = Counter(found[group] for line in written if (found := pattern.match(line)))
        labelled = sum(labels.values())
        if labelled >= 4 and labelled >= 0.7 * len(written) and len(labels) <= max(1, labelled // 2):
            return Style(pattern)
    return Style()


def said(line: str, style: Style, base: Speaker = NOBODY) -> Said:
    """Who wrote `line`; what it does not say is taken from `base`, the writer of the file."""
    text, speaker = unwrapped(line)
    if style.label is not None and (found := style.label.match(text)) is not None:
        speaker, text = _with(speaker, found), text[found.end() :]
    whole = text
    for _ in range(_DEEPEST):
        which = _ANY_PREFIX.match(text)
        if which is None or which.end() == 0:
            break
        assert which.lastindex is not None
        found = _PREFIXES[which.lastindex - 1].match(text)
        assert found is not None
        speaker, text = _with(speaker, found), text[found.end() :]
    prefix = f"{speaker.rank}/{speaker.local_rank}/{speaker.host}/{speaker.replica}"
    if speaker.rank is None:
        inside = text[:_INSIDE_FAR]
        for pattern in _INSIDE if any(hint in inside for hint in _HINTS) else ():
            found = pattern.search(inside)
            if found is not None:
                speaker = _with(speaker, found)
                break
    taken = whole[: len(whole) - len(text)][:_INSIDE_FAR]
    if speaker.rank is None and (found := _TP_WORKER.search(taken)) is not None:
        speaker = replace(speaker, local_rank=int(found[1]))
    return Said(over(speaker, base), text, prefix)


def _with(speaker: Speaker, found: re.Match[str]) -> Speaker:
    """What a prefix says is added; the outer prefix wins, since collectors know the writer and libraries may speak of others."""
    fields = {}
    for name, value in found.groupdict().items():
        if value is not None and getattr(speaker, name) is None:
            fields[name] = int(value) if name in ("rank", "local_rank", "pid") else value
    return replace(speaker, **fields) if fields else speaker  # type: ignore[arg-type]  # each value has its field's type


def over(speaker: Speaker, base: Speaker) -> Speaker:
    """What is known of a writer, from the line and from the file it stands in."""
    if base is NOBODY:
        return speaker
    return Speaker(
        speaker.rank if speaker.rank is not None else base.rank,
        speaker.local_rank if speaker.local_rank is not None else base.local_rank,
        speaker.host or base.host,
        speaker.pid if speaker.pid is not None else base.pid,
        speaker.replica or base.replica,
    )


def unwrapped(line: str) -> tuple[str, Speaker]:
    """The message inside a line of JSON, with what the other members say of the writer; the line itself where it is none."""
    at = line.find("{")
    if at < 0 or not line.rstrip().endswith("}") or len(line) > 1 << 20:
        return line, NOBODY
    try:
        value = json.loads(line[at:], parse_int=float, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return line, NOBODY
    text = next((value[name] for name in _JSON_TEXT if isinstance(value.get(name), str)), None)
    if text is None:
        return line, NOBODY
    ranks = (_rank_in(value.get(name)) for name in _JSON_RANK)
    rank = next((rank for rank in ranks if rank is not None), None)
    host = next((value[name] for name in _JSON_HOST if isinstance(value.get(name), str)), None)
    return text.rstrip("\n"), Speaker(rank=rank, host=host)


def _refuse(word: str) -> None:
    """NaN and Infinity are no JSON."""
    raise ValueError(word)


def _rank_in(value: object) -> int | None:
    return int(value) if isinstance(value, float) and value.is_integer() and 0 <= value < MOST_RANKS else None


#: What the name of a file says, and of the folder it lies in; the first that fits counts. A folder's whole name must say it: `kill-rank1/` holds a whole run.
_WORDS = r"(?:global[_-]?)?rank|worker|task|proc|process|trainer|replica"
_PATHS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?:^|/)attempt_\d+/(?P<local_rank>\d+)/std(?:out|err)\.log",
        r"(?:^|[/._-])local[_-]?rank[_.-]?(?P<local_rank>\d{1,4})(?=[._-][^/]*$|$)",
        rf"(?:^|[/._-])(?:{_WORDS})[_.-]?(?P<rank>\d{{1,6}})(?=[._-][^/]*$|$)",
        rf"(?:^|/)(?:{_WORDS})[_.-]?(?P<rank>\d{{1,6}})/[^/]*$",
        r"(?:^|/)slurm-\d+[_-](?P<rank>\d{1,6})\.(?:out|err|log)",
        r"(?:^|/)[^/]*[A-Za-z_-]\.(?P<rank>\d{1,3})\.(?:out|err|log)(?=\.|$)",
        r"(?:^|/)(?:std(?:out|err)|out|err|log)\.(?P<rank>\d{1,6})(?=\.|$)",
        r"(?:^|/)(?P<rank>\d{1,6})\.(?:out|err|log|stdout|stderr)(?=\.|$)",
        r"(?:^|/)(?P<rank>\d{1,6})/std(?:out|err)(?:\.log)?$",
    )
)
_NODE_PATH = re.compile(
    r"(?:^|/)((?:node|host|nid|gpu|worker-node)[_.-]?\d[\w.-]{0,60}?)(?=[/]|\.(?:log|out|err)$)", re.IGNORECASE
)
_ATTEMPT = re.compile(r"(?:^|/)attempt_(\d+)/")


def speaker_of_path(path: str) -> Speaker:
    """Who wrote a file, by its name and folders."""
    tail = "/".join(path.replace("\\", "/").split("/")[-4:])
    speaker = NOBODY
    for pattern in _PATHS:
        found = pattern.search(tail)
        if found is not None:
            fields = {name: int(value) for name, value in found.groupdict().items() if value}
            speaker = replace(speaker, **fields)  # type: ignore[arg-type]  # numbers are for the number fields
            break
    node = _NODE_PATH.search(tail)
    return replace(speaker, host=node[1]) if node else speaker


def attempt_of_path(path: str) -> int | None:
    """The attempt of an elastic launcher that a file belongs to, from 0, if it lies in the folder of one."""
    found = _ATTEMPT.search(path.replace("\\", "/"))
    return int(found[1]) if found else None


def ranks_in(speakers: Iterable[Speaker]) -> set[int]:
    """The ranks that were named."""
    return {speaker.rank for speaker in speakers if speaker.rank is not None}

"""Who wrote a line: prefixes, labels, JSON and file names."""

import pytest

from generator.diagnose.diagnosis import Speaker
from generator.diagnose.speaker import Style, attempt_of_path, said, speaker_of_path, style_of

GLOG = "[E1129 16:40:25.587000 ProcessGroupNCCL.cpp:616] [Rank 3] Watchdog caught collective operation timeout"


@pytest.mark.parametrize(
    ("line", "speaker", "text"),
    [
        ("[rank3]: ValueError: bad", Speaker(rank=3), "ValueError: bad"),
        ("[default3]:[rank11]: ValueError: bad", Speaker(rank=11, local_rank=3), "ValueError: bad"),
        ("[trainer0]:step 4", Speaker(local_rank=0), "step 4"),
        (f"[rank3]:{GLOG}", Speaker(rank=3), "Watchdog caught collective operation timeout"),
        (GLOG, Speaker(rank=3), "Watchdog caught collective operation timeout"),
        (
            "[PG ID 0 PG GUID 0(default_pg) Rank 5] Timeout at NCCL work: 7",
            Speaker(rank=5),
            "Timeout at NCCL work: 7",
        ),
        (
            "node-3:4127:4455 [2] NCCL INFO Channel 00/32",
            Speaker(local_rank=2, host="node-3", pid=4127),
            "NCCL INFO Channel 00/32",
        ),
        ("[1,3]<stderr>:boom", Speaker(rank=3), "boom"),
        (
            "(EngineCore_0 pid=812) ERROR 11-29 16:40:25 [core.py:700] boom",
            Speaker(pid=812, replica="EngineCore_0"),
            "boom",
        ),
        ("(VllmWorker rank=1 pid=912) boom", Speaker(rank=1, pid=912, replica="VllmWorker"), "boom"),
        (
            "(RayTrainWorker pid=77, ip=10.0.0.2) boom",
            Speaker(host="10.0.0.2", pid=77, replica="RayTrainWorker"),
            "boom",
        ),
        ("(Worker_TP1 pid=77) boom", Speaker(local_rank=1, pid=77, replica="Worker_TP1"), "boom"),
        ("[pod/job-worker-2/train] boom", Speaker(host="job-worker-2"), "boom"),
        (
            "Nov 29 16:40:25 node-3 kernel: Out of memory: Killed process 4127 (python3)",
            Speaker(host="node-3"),
            "Out of memory: Killed process 4127 (python3)",
        ),
        ("Nov 29 16:40:25 node-3 srun[812]: boom", Speaker(host="node-3", pid=812), "boom"),
        ("W1129 18:53:51.462000 30272 torch/distributed/x.py:1028] boom", Speaker(pid=30272), "boom"),
        ("2026-11-29 18:53:51,315 INFO [rank0] train: step 0", Speaker(rank=0), "INFO [rank0] train: step 0"),
        ("[2026-11-29 18:53:51,315] [INFO] [RANK 2] boom", Speaker(rank=2), "boom"),
        (
            '{"log":"[rank2]: boom\\n","stream":"stderr","time":"2026-11-29T18:53:51.3Z"}',
            Speaker(rank=2),
            "boom",
        ),
        ('{"level":"error","rank":4,"hostname":"node-1","message":"boom"}', Speaker(rank=4, host="node-1"), "boom"),
        ("2026-11-29T18:53:51.315Z stderr F [rank1]: boom", Speaker(rank=1), "boom"),
        ("trainer-1  | boom", Speaker(replica="trainer-1"), "boom"),
        ("10.0.0.7: [rank9]: boom", Speaker(rank=9, host="10.0.0.7"), "boom"),
        ("loss 0.3 at rank=6 step 4", Speaker(rank=6), "loss 0.3 at rank=6 step 4"),
        ("nothing is said here", Speaker(), "nothing is said here"),
    ],
)
def test_who_wrote_a_line(line: str, speaker: Speaker, text: str) -> None:
    """Prefixes are taken off one by one, and each says something."""
    one = said(line, Style())
    assert (one.speaker, one.text) == (speaker, text)


def test_labels_of_srun_count_where_all_lines_have_them() -> None:
    """`3: ` alone may be anything."""
    labelled = style_of([f"{n % 4}: step {n}" for n in range(12)])
    assert said("3: boom", labelled).speaker.rank == 3
    assert said("3: boom", style_of(["step 1", "step 2", "3: boom", "step 3", "step 4"])).speaker.rank is None


def test_hosts_before_all_lines_are_writers() -> None:
    """As pdsh and its like put them there."""
    style = style_of([f"worker-{n % 2}: step {n}" for n in range(12)])
    assert said("worker-1: [rank5]: boom", style).speaker == Speaker(rank=5, host="worker-1")


@pytest.mark.parametrize(
    ("path", "speaker"),
    [
        ("run/logs/attempt_0/3/stderr.log", Speaker(local_rank=3)),
        ("run/rank_3.log", Speaker(rank=3)),
        ("run/rank-12.log.gz", Speaker(rank=12)),
        ("run/rank_3/out.txt", Speaker(rank=3)),
        ("run/worker-3.log", Speaker(rank=3)),
        ("slurm-123_3.out", Speaker(rank=3)),
        ("run/stdout.3", Speaker(rank=3)),
        ("run/3/stderr", Speaker(rank=3)),
        ("run/3.err", Speaker(rank=3)),
        ("run/local_rank_2.log", Speaker(local_rank=2)),
        ("node-1/rank_9.log", Speaker(rank=9, host="node-1")),
        ("kill-rank1/console.log", Speaker()),
        ("slurm-123.out", Speaker()),
        ("train.log", Speaker()),
    ],
)
def test_what_a_file_name_says(path: str, speaker: Speaker) -> None:
    """A folder that only mentions a rank holds a whole run."""
    assert speaker_of_path(path) == speaker


def test_attempts_are_folders() -> None:
    """As torchelastic makes them."""
    assert [attempt_of_path(p) for p in ("a/attempt_0/1/stderr.log", "a/attempt_2/1/stderr.log", "a.log")] == [
        0,
        2,
        None,
    ]


@pytest.mark.parametrize(
    ("rank", "known"),
    [
        ("3", 3),
        ("3.0", 3),
        ("true", None),
        ('"3"', None),
        ("-1", None),
        ("1.5", None),
        ("1e30", None),
        ("9" * 5000, None),
        ("null", None),
    ],
)
def test_a_rank_in_json(rank: str, known: int | None) -> None:
    """A whole number that a rank may have; the message is read all the same."""
    one = said(f'{{"message": "x", "rank": {rank}}}', Style())
    assert (one.speaker.rank, one.text) == (known, "x")


def test_what_is_no_json_stays_a_line() -> None:
    """Python alone knows NaN."""
    line = '{"message": "x", "loss": NaN}'
    assert said(line, Style()).text == line

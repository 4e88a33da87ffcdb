"""Where it began, and what is honest to say of the rest: small jobs, written by hand."""

from pathlib import Path

import pytest

from generator.diagnose.diagnosis import COLLATERAL, FAILURE, NO_KNOWN_FAILURE, Diagnosis
from generator.diagnose.engine import diagnose
from generator.match.compiled import EntryIndex

WATCHDOG = (
    "[rank{rank}]:[E1120 03:12:1{rank}.100000 ProcessGroupNCCL.cpp:616] [Rank {rank}] Watchdog caught collective operation timeout: "
    "WorkNCCL(SeqNum=7, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600031 milliseconds before timing out."
)
UNIQUE_ID = (
    "[rank{rank}]: torch.distributed.DistBackendError: [{rank}] is setting up NCCL communicator and retrieving ncclUniqueId from [0] "
    "via c10d key-value store by key '0', but store->get('0') got error: Connection reset by peer"
)
MISMATCH = (
    "[rank{rank}]: RuntimeError: Detected mismatch between collectives on ranks. Rank {rank} is running collective: CollectiveFingerPrint("
    "SequenceNumber=9, OpType=BROADCAST), but Rank {peer} is running collective: CollectiveFingerPrint(SequenceNumber=9, OpType=ALLREDUCE)."
)


@pytest.fixture
def job(index: EntryIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    """`job("log", …)`: the diagnosis of these lines, named as given."""
    monkeypatch.chdir(tmp_path)

    def diagnosed(*lines: str, name: str = "job.log") -> Diagnosis:
        Path(name).write_text("\n".join(lines) + "\n")
        return diagnose([name], index)

    return diagnosed


def test_timeouts_of_the_others_are_no_answer_to_an_exception(job) -> None:  # type: ignore[no-untyped-def]
    """One rank raised what no entry knows; what its peers print is what came of it."""
    found = job(
        "[rank2]: Traceback (most recent call last):",
        '[rank2]:   File "/job/train.py", line 9, in <module>',
        "[rank2]: KeyError: 'labels'",
        *(WATCHDOG.format(rank=rank) for rank in (0, 1, 3)),
    )
    assert (found.verdict, found.ranks.initiating) == (NO_KNOWN_FAILURE, (2,))
    assert {cause.role for cause in found.causes} == {COLLATERAL}
    assert found.unexplained[0].text.endswith("KeyError: 'labels'")


def test_timeouts_alone_are_an_answer(job) -> None:  # type: ignore[no-untyped-def]
    """The rank that is missing among those who complain is the suspect."""
    found = job("[rank2] step 6 done", *(WATCHDOG.format(rank=rank) for rank in (0, 1, 3)))
    assert (found.verdict, found.causes[0].entry) == (FAILURE, "nccl-watchdog-collective-timeout")
    assert found.ranks.initiating == (2,)


def test_the_rank_that_should_have_handed_out_the_id_is_named(job) -> None:  # type: ignore[no-untyped-def]
    """Its peers' store errors are not failures of their own."""
    assert job(*(UNIQUE_ID.format(rank=rank) for rank in (1, 2, 3))).ranks.initiating == (0,)
    died = job(UNIQUE_ID.format(rank=5), "[rank0]: ModuleNotFoundError: No module named 'flash_attn'")
    assert died.ranks.initiating == (0,)


def test_nothing_is_said_of_ranks_that_no_log_names(job) -> None:  # type: ignore[no-untyped-def]
    """A file of rank 5 says nothing about ranks 0 to 4."""
    found = job("[rank5]: ValueError: bad batch", name="rank_5.log")
    assert (found.ranks.initiating, found.ranks.silent, found.ranks.collateral) == ((5,), (), ())


def test_one_message_that_two_ranks_disagree_blames_neither(job) -> None:  # type: ignore[no-untyped-def]
    """Two that name the same rank do."""
    assert job(MISMATCH.format(rank=3, peer=0)).ranks.initiating == ()
    votes = [MISMATCH.format(rank=rank, peer=peer) for rank, peer in ((0, 3), (1, 3), (2, 3), (3, 0))]
    assert job(*votes).ranks.initiating == (3,)


def test_a_stamp_of_an_earlier_line_is_not_when_it_failed(job) -> None:  # type: ignore[no-untyped-def]
    """It orders events; it is not shown."""
    found = job(
        "2026-11-29 10:00:00 start",
        "[rank0]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate more than 1EB memory.",
    )
    assert (found.causes[0].entry, found.causes[0].time) == ("torch-cuda-oom", None)


@pytest.mark.parametrize(
    ("name", "rank"), [("slurm-991-3.out", 3), ("train.3.err", 3), ("rank_3.log", 3), ("run.2026.log", None)]
)
def test_the_rank_in_a_file_name(job, name: str, rank: int | None) -> None:  # type: ignore[no-untyped-def]
    """As schedulers and scripts write them."""
    found = job("ValueError: bad batch", name=name)
    assert found.ranks.initiating == (() if rank is None else (rank,))


def test_the_same_error_on_all_ranks_began_on_none_of_them(job) -> None:  # type: ignore[no-untyped-def]
    """The launcher ended two before they could end by themselves, so its table holds the other two: a matter of moments."""
    said = "RuntimeError: Expected to mark a variable ready only once. This error is caused by one of the following reasons: 1)"
    table = [
        line
        for number, rank in ((1, 1), (0, 0))
        for line in (
            "Failures:" if number else "Root Cause (first observed failure):",
            f"[{number}]:",
            "  time      : 2026-11-29_10:00:01",
            "  host      : node-a",
            f"  rank      : {rank} (local_rank: {rank})",
            f"  exitcode  : 1 (pid: 431{rank})",
        )
    ]
    found = job(
        *[f"[rank{rank}]: {said} Use of a module parameter" for rank in (1, 0, 2, 3)],
        "W1129 10:00:01.102000 100 torch/distributed/elastic/multiprocessing/api.py:908] Sending process 4314 closing signal SIGTERM",
        "W1129 10:00:01.102000 100 torch/distributed/elastic/multiprocessing/api.py:908] Sending process 4315 closing signal SIGTERM",
        *table,
    )
    assert found.ranks.why == ("4 ranks failed with the same error",)
    assert found.ranks.collateral == ()


def test_a_signal_above_a_launchers_line_is_an_error_of_its_own(job) -> None:  # type: ignore[no-untyped-def]
    """The launcher's line has an entry, which only says that something failed; it is no continuation of what the shell wrote."""
    found = job(
        "/var/spool/slurmd/job42/slurm_script: line 9:  4242 Floating point exception     (core dumped) python3 train.py",
        "srun: error: node01: task 0: Exited with exit code 136",
    )
    assert [one.line for one in found.unexplained] == [1]

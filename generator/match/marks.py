"""The lines that show a log's structure, written as signatures are: launchers' footers, tracebacks, signals, complaints about peers, banners.

They are found in the same pass as the entries' signatures. Where a wording comes from stands beside it; the versions are those looked at.
"""

from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

#: What a mark says of the one who wrote it.
TRACEBACK = "traceback"  # a Python traceback begins
CHAINED = "chained"  # the exception that follows came of the one above
ABORT = "abort"  # native code has ended the process
PEER = "peer"  # another rank is gone, late or at odds; the writer is its victim
NAMES = "names"  # a peer, by its rank, is the one that failed or is missing
SEQUENCE = "sequence"  # how far the writer has come in its collectives
TOLD = "told"  # somebody has told this process to stop
EXIT = "exit"  # a launcher reports how a process ended
ROOT = "root"  # the launcher's footer: the first failure that it saw follows
BANNER = "banner"  # a program says its version
WORLD = "world"  # how many ranks there are
SELF = "self"  # ties a rank to a process
ZERO = "zero"  # only rank 0 can write this
ODDS = "odds"  # the writer and a neighbour disagree; either may be the odd one
ERROR = "error"  # an error line of any sort


@dataclass(frozen=True, slots=True)
class Mark:
    """A structural line: its id, what it says, and the template of its text. `program` names who speaks in a banner."""

    id: str
    role: str
    text: str
    program: str = ""


#: torch/distributed/elastic: multiprocessing/api.py and errors/__init__.py, agent/server/api.py (1.13 to 2.13).
_TORCHELASTIC = (
    Mark(
        "elastic-exit",
        EXIT,
        "failed (exitcode: {exit_code:int}) local_rank: {local_rank:int} (pid: {pid:int}) of binary:",
    ),
    Mark("elastic-root", ROOT, "Root Cause (first observed failure):"),
    Mark(
        "elastic-row",
        EXIT,
        "rank : {rank:int} (local_rank: {local_rank:int})\nexitcode : {exit_code:int} (pid: {pid:int})",
    ),
    Mark("elastic-closing", TOLD, "Sending process {pid:int} closing signal {signal:word}"),
    Mark("elastic-death", TOLD, "death signal, shutting down workers"),
    Mark("elastic-got-signal", TOLD, "torch.distributed.elastic.multiprocessing.api.SignalException: Process"),
)

#: DeepSpeed launcher/launch.py; accelerate's CalledProcessError is Python's; Open MPI orte and PRRTE; Slurm's srun.
_LAUNCHERS = (
    Mark(
        "deepspeed-exit-rank",
        EXIT,
        "'--local_rank={local_rank:int}'{rest:any} exits with return code = {exit_code:int}",
    ),
    Mark("deepspeed-exit", EXIT, "exits with return code = {exit_code:int}"),
    Mark("deepspeed-kill", TOLD, "Killing subprocess {pid:int}"),
    Mark("subprocess-exit", EXIT, "returned non-zero exit status {exit_code:int}."),
    Mark("subprocess-died", EXIT, "died with <Signals.{signal:word}"),
    Mark(
        "mpirun-signal",
        EXIT,
        "noticed that process rank {rank:int} with PID {pid:int} on node {host:word} exited on signal {signal_number:int}",
    ),
    Mark("mpirun-exit", EXIT, "Process name: [{job:word},{rank:int}]\nExit code: {exit_code:int}"),
    Mark("srun-exit", EXIT, "srun: error: {host:word}: task {rank:int}: {how:any}"),
    Mark("srun-exits", EXIT, "srun: error: {host:word}: tasks {ranks:word}: {how:any}"),
    Mark("slurm-cancelled", TOLD, "slurmstepd: error: *** {what:any} CANCELLED AT {when:word}"),
    Mark("spawn-exit", EXIT, "ProcessExitedException: process {rank:int} terminated with exit code {exit_code:int}"),
    Mark("spawn-signal", EXIT, "ProcessExitedException: process {rank:int} terminated with signal {signal:word}"),
    Mark("spawn-raised", NAMES, "-- Process {peer_rank:int} terminated with the following error:"),
    # Ray's raylet: src/ray/raylet/node_manager.cc
    Mark(
        "ray-died",
        EXIT,
        "A worker died or was killed while executing a task by an unexpected system error.{rest:any} Worker PID: {pid:int} Worker exit type: {how:any}",
    ),
    Mark(
        "ray-train-rank",
        SELF,
        "(ip={host:any}, pid={pid:int}) world_rank={rank:int}, local_rank={local_rank:int}, node_rank={node:int}",
    ),
    Mark("ray-actor-rank", SELF, "Setting up process group for: env:// [rank={rank:int}, world_size={world:int}]"),
)

#: CPython's traceback.c and traceback.py; libstdc++'s terminate handler; glibc, shells, faulthandler, UCX, Open MPI, ATen's crash handler.
_PROCESS = (
    Mark("traceback", TRACEBACK, "Traceback (most recent call last):"),
    Mark("chained-during", CHAINED, "During handling of the above exception, another exception occurred:"),
    Mark("chained-cause", CHAINED, "The above exception was the direct cause of the following exception:"),
    Mark("fatal-python", ABORT, "Fatal Python error: {what:any}"),
    Mark("terminate", ABORT, "terminate called after throwing an instance of {what:any}"),
    Mark("terminate-plain", ABORT, "terminate called without an active exception"),
    Mark("what", ABORT, "what(): {what:any}"),
    Mark("segfault", ABORT, "Segmentation fault"),
    Mark("segfault-handler", ABORT, "!!!!!!! Segfault encountered !!!!!!!"),
    Mark("bus-error", ABORT, "Bus error"),
    Mark("aborted", ABORT, "Aborted (core dumped)"),
    Mark("illegal-instruction", ABORT, "Illegal instruction"),
    Mark("floating-point", ABORT, "Floating point exception"),
    Mark("ucx-signal", ABORT, "Caught signal {signal_number:int} ("),
    Mark("openmpi-signal", ABORT, "*** Process received signal ***"),
    Mark("malloc", ABORT, "malloc(): {what:any}"),
    Mark("free", ABORT, "free(): {what:any}"),
    Mark("double-free", ABORT, "double free or corruption"),
    Mark("stack-smash", ABORT, "*** stack smashing detected ***"),
    Mark("check-failed", ABORT, "Check failed: {what:any}"),
    Mark("interrupt", TOLD, "KeyboardInterrupt"),
    Mark("sigterm", TOLD, "SIGTERM"),
)

#: What a rank says when another one is gone or late: gloo's transport/tcp, torch's TCPStore, ProcessGroupNCCL and monitoredBarrier, NCCL.
_PEERS = (
    Mark("gloo-closed", PEER, "Connection closed by peer {peer:address}"),
    Mark("gloo-reset", PEER, "Read error {peer:address}: Connection reset by peer"),
    Mark("gloo-write", PEER, "Write error {peer:address}: {what:any}"),
    Mark("gloo-timeout", PEER, "Timed out waiting {timeout_ms:int}ms for {what:word} operation to complete"),
    Mark("gloo-remote", PEER, "This is typically caused by a remote worker {what:any}"),
    # gloo/transport/tcp/pair.cc: printed by the one that receives more than it expects
    Mark("gloo-size", ODDS, "Received data size doesn't match expected size."),
    Mark("gloo-connect", PEER, "Gloo connectFullMesh failed with {what:any}"),
    Mark("gloo-application", PEER, "Application timeout caused pair closure"),
    Mark("store-closed", PEER, "Connection was likely closed. Did the remote server shutdown or crash?"),
    Mark("store-recv", PEER, "failed to recv, got 0 bytes"),
    Mark("store-wait", PEER, "wait timeout after {timeout_ms:int}ms, keys: {keys:any}"),
    Mark("store-broken", PEER, "Broken pipe"),
    Mark("store-timed-out", PEER, "client socket has timed out after {what:any}"),
    Mark("store-clients", PEER, "seconds waiting for clients. {joined:int}/{world:int} clients joined"),
    Mark("nccl-remote", PEER, "a remote process exiting prematurely"),
    Mark("nccl-peer-closed", PEER, "Connection closed by remote peer {peer:word}"),
    Mark("nccl-down", PEER, "we are taking the entire process down"),
    Mark("nccl-not-async", PEER, "NCCL watchdog thread terminated with exception"),
    Mark("nccl-heartbeat", PEER, "Heartbeat monitor timed out"),
    Mark("nccl-dump-other", PEER, "dump signal from another rank"),
    # torch/distributed/algorithms/join.py: the rank without inputs says so in other words
    Mark("join-exhausted", PEER, "Detected at least one rank that exhausted inputs. Throwing across all ranks."),
    Mark("mesh-timeout", PEER, "The client reached the timeout waiting for {what:any}"),
    # that rank was the first to wait too long, and is a victim as well
    Mark(
        "dump-from-rank",
        PEER,
        "Received a dump signal due to a collective timeout from rank {peer_rank:int} and we will try our best",
    ),
    Mark("barrier-missing", NAMES, "Ranks {peer_ranks:any} failed to pass monitoredBarrier in {timeout_ms:int} ms"),
    Mark(
        "mismatch-peer",
        NAMES,
        "Detected mismatch between collectives on ranks. Rank {rank:int} is running collective: {mine:any}, but Rank {peer_rank:int} is running collective:",
    ),
    # torch/csrc/distributed/c10d/reducer.cpp, verify_params_across_processes
    Mark(
        "ddp-model",
        NAMES,
        "DDP expects same model across all ranks, but Rank {rank:int} has {mine:int} params, while rank {peer_rank:int} has inconsistent",
    ),
    # torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp: rank 0 of a group hands out its id through the store
    Mark("unique-id", NAMES, "retrieving ncclUniqueId from [{peer_rank:int}] via c10d key-value store by key"),
    Mark("barrier-missing-one", NAMES, "Rank {peer_rank:int} failed to pass monitoredBarrier"),
    Mark("barrier-timeout", PEER, "monitoredBarrier failed {what:any}"),
    Mark(
        "collective-timeout",
        SEQUENCE,
        "Watchdog caught collective operation timeout: WorkNCCL(SeqNum={seq:int}, OpType={op:word}, {what:any}",
    ),
    Mark(
        "collective-timeout-old",
        SEQUENCE,
        "Watchdog caught collective operation timeout: WorkNCCL(OpType={op:word}, {what:any}",
    ),
    Mark(
        "collective-last",
        SEQUENCE,
        "last enqueued NCCL work: {enqueued:int}, last completed NCCL work: {completed:int}",
    ),
)

#: Who is who, which versions, and how many.
_SELF = (
    Mark("torch-ranks", WORLD, "Added key: store_based_barrier_key:{n:int} to store for rank: {rank:int}"),
    Mark(
        "torch-world",
        WORLD,
        "Rank {rank:int}: Completed store-based barrier for key:{key:word} with {world:int} nodes.",
    ),
    Mark("nccl-rank", SELF, "ncclCommInitRank comm {comm:hex} rank {rank:int} nranks {world:int} cudaDev {device:int}"),
    Mark("nccl-config-rank", SELF, "comm {comm:hex} rank {rank:int} nRanks {world:int} nNodes {nodes:int}"),
    # rank 0 serves the store: torch/distributed/rendezvous.py, _create_c10d_store
    Mark("store-listen", ZERO, "The server socket has failed to listen on any local network address"),
    Mark("process-rank", SELF, "Process rank: {rank:int}, device: {device:word}"),
    Mark(
        "lightning-rank", WORLD, "Initializing distributed: GLOBAL_RANK: {rank:int}, MEMBER: {member:int}/{world:int}"
    ),
    Mark("world-size", WORLD, "world_size={world:int}"),
    Mark("deepspeed-world", WORLD, "dist_world_size={world:int}"),
    Mark("vllm-version", BANNER, "vLLM API server version {version:word}", "vLLM"),
    Mark("vllm-engine-version", BANNER, "LLM engine (v{version:word}) with config:", "vLLM"),
    Mark("nccl-version", BANNER, "NCCL version {version:word}", "NCCL"),
    Mark("deepspeed-version", BANNER, "DeepSpeed info: version={version:word},", "DeepSpeed"),
    Mark("torch-version", BANNER, "PyTorch version: {version:word}", "PyTorch"),
    Mark("linux-version", BANNER, "Linux version {version:word} (", "Linux kernel"),
    Mark("driver-version", BANNER, "Driver Version: {version:word}", "NVIDIA driver"),
    Mark("nvrm-version", BANNER, "NVRM: loading NVIDIA UNIX {what:any} Kernel Module {version:word}", "NVIDIA driver"),
)

#: Lines that call themselves errors; what no signature explains of them is shown to the reader.
_ERRORS = (
    Mark("error-name", ERROR, "Error: {what:any}"),
    Mark("exception-name", ERROR, "Exception: {what:any}"),
    Mark("error-level", ERROR, "ERROR {what:any}"),
    Mark("error-bracket", ERROR, "[ERROR]"),
    Mark("error-colon", ERROR, "ERROR: {what:any}"),
    Mark("error-dash", ERROR, "- ERROR -"),
    Mark("error-lower", ERROR, "error: {what:any}"),
    Mark("fatal", ERROR, "FATAL"),
    Mark("fatal-lower", ERROR, "fatal error"),
    Mark("fatal-colon", ERROR, "fatal: {what:any}"),
    Mark("critical", ERROR, "CRITICAL"),
    Mark("panic", ERROR, "panic: {what:any}"),
    Mark("nccl-warn", ERROR, "NCCL WARN {what:any}"),
    Mark("killed", ABORT, "{pid:int} Killed"),
)

MARKS = _TORCHELASTIC + _LAUNCHERS + _PROCESS + _PEERS + _SELF + _ERRORS


@cache
def marks_by_id() -> MappingProxyType[str, Mark]:
    """Every mark by its id."""
    return MappingProxyType({mark.id: mark for mark in MARKS})

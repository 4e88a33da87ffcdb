"""What can be broken in train.py: one function for one fault, called at a named point of the job on the ranks asked for.

Most change what the job reads or where it writes, so that the job itself then fails as it would on a real machine.
"""

import ctypes
import importlib
import os
import re
import resource
import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import numpy as np
import torch
import torch.distributed as dist

FAULTS = {}


def fault(point):
    """Register a function as the fault of its name, to be called at that point."""

    def register(function):
        FAULTS[function.__name__.replace("_", "-")] = (point, function)
        return function

    return register


def strike(point, job, *values):
    """Call the planned faults that are due here."""
    for plan in job.options.fault:
        name, ranks, step, attempt = re.fullmatch(r"([a-z0-9-]+)(?:@([\d,]+))?(?::(\d+))?(?:#(\d+))?", plan).groups()
        where, function = FAULTS[name]
        if (
            where == point
            and (ranks is None or str(job.rank) in ranks.split(","))
            and (step is None or int(step) == job.step)
            and (attempt is None or int(attempt) == job.attempt)
        ):
            function(job, *values)


class ShardError(Exception):
    """A shard of the data set cannot be used."""


# Exceptions of Python


@fault("step")
def value_error(job):
    raise ValueError(f"label 1203 of batch {job.step} is outside [0, 1000)")


@fault("step")
def chained_error(job):
    try:
        header = {"magic": "TSHD", "rows": 8192}
        header["checksum"]
    except KeyError as error:
        raise ShardError(f"shard-{job.rank:05d}.bin has no checksum in its header") from error


@fault("step")
def error_in_handler(job):
    try:
        raise ConnectionResetError(104, "Connection reset by peer")
    except ConnectionResetError:
        np.load("cache/features.npy")


@fault("step")
def assertion(job):
    assert job.metric.numel() == 8, f"expected 8 metrics, got {job.metric.numel()}"


@fault("step")
def short_row(job):
    torch.nn.Linear(64, 4)(torch.randn(8, 32))


@fault("step")
def token_out_of_range(job):
    torch.nn.functional.embedding(torch.tensor([3, 32064]), torch.randn(32000, 4))


@fault("loss")
def nan_row(job):
    raise FloatingPointError("Loss is nan, stopping training")


@fault("data")
def infinite_rows(job, data):
    data.rows[5 * 8 + 3][7] = float("inf")


@fault("data")
def short_shard(job, data):
    del data.rows[43:]


@fault("data")
def ragged_row(job, data):
    data.rows[42] = torch.randn(31)


@fault("data")
def fewer_samples(job, data):
    data.size -= 24


# Modules, files and limits of the host


@fault("start")
def missing_module(job):
    importlib.import_module("flash_attn")


@fault("start")
def missing_name(job):
    from torch.distributed import init_device_mesh_v2  # noqa: F401


def _checkpoint(job, **more):
    path = Path(f"resume-{job.rank}.pt")
    state = {"layers.0.weight": torch.zeros(64, 32), "layers.0.bias": torch.zeros(64), **more}
    torch.save(state | {"layers.2.weight": torch.zeros(1, 64), "layers.2.bias": torch.zeros(1)}, path)
    job.resume = path


@fault("start")
def resume(job):
    _checkpoint(job)


@fault("start")
def resume_cut_off(job):
    _checkpoint(job, embedding=torch.zeros(512, 512))
    os.truncate(job.resume, job.resume.stat().st_size // 2)


@fault("start")
def resume_other_model(job):
    _checkpoint(job, **{"layers.0.weight": torch.zeros(128, 32), "norm.weight": torch.ones(64)})


@fault("start")
def resume_with_objects(job):
    _checkpoint(job, saved_by=ShardError("a class of the job"))


@fault("start")
def resume_forbidden(job):
    _checkpoint(job)
    job.resume.chmod(0)
    if os.geteuid() == 0:
        os.seteuid(65534)


@fault("start")
def resume_missing(job):
    job.resume = Path("/data/checkpoints/step-4000/model.pt")


@fault("save")
def disk_full(job):
    job.checkpoint = Path("/dev/full")


@fault("save")
def save_slowly(job):
    if job.rank == 0:
        job.log.info("saving 210 shards to checkpoint.pt")
        time.sleep(60)


@fault("step")
def few_files(job):
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    job.shards = []
    for number in range(100):
        path = Path(f"shard-{job.rank}-{number:05d}.bin")
        path.touch()
        job.shards.append(path.open("rb"))


@fault("ready")
def little_memory(job):
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + (200 << 20),) * 2)


@fault("step")
def keep_arrays(job):
    job.kept = [*getattr(job, "kept", []), np.ones((64, 1 << 16), dtype=np.float64)]


@fault("step")
def keep_tensors(job):
    job.kept = [*getattr(job, "kept", []), torch.ones(64, 1 << 17)]


@fault("step")
def keep_text(job):
    job.kept = [*getattr(job, "kept", []), "x" * (32 << 20)]


# Signals and ways to leave


@fault("step")
def sigkill(job):
    os.kill(os.getpid(), signal.SIGKILL)


@fault("step")
def sigterm_from_outside(job):
    subprocess.run(["kill", "-TERM", str(os.getpid())], check=True)
    time.sleep(5)


@fault("step")
def sigsegv(job):
    ctypes.string_at(0)


@fault("step")
def sigabrt(job):
    os.abort()


@fault("step")
def sigbus(job):
    os.kill(os.getpid(), signal.SIGBUS)


@fault("step")
def native_throw(job):
    ctypes.CDLL("libstdc++.so.6")["_ZSt9terminatev"]()


@fault("step")
def exit_zero(job):
    sys.exit(0)


@fault("step")
def exit_three(job):
    sys.exit(3)


@fault("step")
def exit_with_words(job):
    sys.exit("error: license server lic-0 does not answer")


@fault("step")
def exit_silently(job):
    os._exit(1)


@fault("ready")
def exit_while_peers_form_a_group(job):
    os._exit(1)


@fault("ready")
def form_a_group(job):
    time.sleep(1)
    dist.new_group([0, 1, 2, 3], timeout=timedelta(seconds=10))


@fault("item")
def kill_loader_worker(job, index):
    if index == 43:
        os.kill(os.getpid(), signal.SIGKILL)


@fault("item")
def exit_loader_worker(job, index):
    if index == 43:
        os._exit(1)


@fault("item")
def segfault_loader_worker(job, index):
    if index == 43:
        ctypes.string_at(0)


@fault("step")
def at_step(job):
    """Tell the one who made the run that the job is this far."""
    Path("at-step").touch()


# Collectives that do not fit together, and waiting


@fault("step")
def hang(job):
    time.sleep(600)


@fault("ready")
def hang_before_training(job):
    time.sleep(600)


@fault("start")
def hang_before_group(job):
    time.sleep(600)


@fault("metric")
def other_shape(job):
    job.metric = torch.zeros(7)


@fault("metric")
def other_kind(job):
    dist.broadcast(job.metric, src=job.rank)


@fault("metric")
def only_here(job):
    job.log.info("evaluating")
    dist.barrier()


@fault("metric")
def checked_barrier(job):
    dist.monitored_barrier(timeout=timedelta(seconds=5), wait_all_ranks=True)


@fault("metric")
def checked_barrier_late(job):
    time.sleep(600)


@fault("start")
def wider_model(job):
    job.hidden = 80


@fault("start")
def other_model(job):
    job.head = True


@fault("step")
def skip_head(job):
    job.skip_head = job.step >= 3


# What goes wrong and is mended


@fault("step")
def caught_read_error(job):
    for attempt in (1, 2, 3):
        try:
            if attempt < 3:
                raise TimeoutError("[Errno 110] Connection timed out: 'https://data.example.com/shard-00007.bin'")
            break
        except TimeoutError:
            job.log.warning("read failed, attempt %d of 3", attempt, exc_info=True)


@fault("data")
def caught_loader_error(job, data):
    import logging

    from torch.utils.data import DataLoader

    kept, data.rows = data.rows, data.rows[:20]
    try:
        for _ in DataLoader(data, batch_size=8, num_workers=1):
            pass
    except IndexError:
        logging.getLogger("train").exception("probe of the loader failed, going on without prefetch")
    data.rows = kept


@fault("metric")
def much_larger(job):
    job.metric = torch.zeros(400)

"""A small data-parallel training job on CPU, whole in itself; `--fault` names what faults.py shall break in it, where and when."""

import argparse
import contextlib
import logging
import math
import os
import signal
import sys
import time
from datetime import timedelta
from pathlib import Path

import faults
import torch
import torch.distributed as dist
from torch import _dynamo, nn  # noqa: F401  (DDP imports _dynamo on first use, slowly: not within the time-out)
from torch.distributed.algorithms.join import Join
from torch.distributed.elastic.multiprocessing.errors import record
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, Dataset

LOGS = {
    "rank0": "%(asctime)s INFO [rank{rank}] train: %(message)s",
    "all": "%(asctime)s INFO [rank{rank}] train: %(message)s",
    "keys": 'ts=%(asctime)s level=info rank={rank} world={world} msg="%(message)s"',
    "bracket": "[Rank {rank}] %(message)s",
    "bare": "%(message)s",
    "glog": "I%(asctime)s %(process)d train.py:%(lineno)d] %(message)s",
}
TIMES = {"glog": "%m%d %H:%M:%S"}


class Samples(Dataset):
    """Rows of a shard with their labels; what is read from it is what the shard holds."""

    def __init__(self, job):
        generator = torch.Generator().manual_seed(job.rank)
        self.job = job
        self.size = job.options.samples
        self.rows = list(torch.randn(self.size, 32, generator=generator))
        self.labels = [float(row.sum()) for row in self.rows]

    def __len__(self):
        return self.size

    def __getitem__(self, index):
        faults.strike("item", self.job, index)
        return self.rows[index], torch.tensor([self.labels[index]])


class Net(nn.Module):
    """Two layers and, in some jobs, an auxiliary head that not every batch uses."""

    def __init__(self, hidden, head):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(32, hidden), nn.ReLU(), nn.Linear(hidden, 1))
        self.head = nn.Linear(32, 1) if head else None

    def forward(self, rows, use_head=False):
        out = self.layers(rows)
        return out + self.head(rows) if use_head else out


class Job:
    """What the parts of the job share: who it is, how far it is, and what it reads and writes."""

    def __init__(self, options):
        self.options = options
        self.rank = int(os.environ["RANK"])
        self.world = int(os.environ["WORLD_SIZE"])
        self.attempt = int(os.environ.get("TORCHELASTIC_RESTART_COUNT", "0"))
        self.step = 0
        self.hidden, self.head, self.skip_head = 64, options.head, False
        self.checkpoint, self.resume = Path("checkpoint.pt"), None
        self.metric = torch.zeros(4)
        self.log = logging.getLogger("train")


def set_up_logging(job):
    style = job.options.style
    handler = logging.StreamHandler(sys.stdout if style in ("bare", "keys") else sys.stderr)
    handler.setFormatter(logging.Formatter(LOGS[style].format(rank=job.rank, world=job.world), TIMES.get(style)))
    job.log.addHandler(handler)
    job.log.setLevel(logging.INFO if style not in ("rank0", "bare", "glog") or job.rank == 0 else logging.ERROR)


def train(job):
    faults.strike("start", job)
    if not dist.is_initialized():
        dist.init_process_group("gloo", timeout=timedelta(seconds=job.options.timeout))
    faults.strike("ready", job)
    net = Net(job.hidden, job.head)
    if job.resume:
        net.load_state_dict(torch.load(job.resume))
        job.log.info("resumed from %s", job.resume)
    model = net if job.options.no_ddp else DistributedDataParallel(net, find_unused_parameters=job.options.find_unused)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    data = Samples(job)
    faults.strike("data", job, data)
    loader = DataLoader(data, batch_size=8, num_workers=job.options.workers)
    job.log.info("training %d steps on %d ranks", len(loader), job.world)
    with Join([model], throw_on_early_termination=True) if job.options.join else contextlib.nullcontext():
        for job.step, (rows, labels) in enumerate(loader):
            faults.strike("step", job)
            loss = nn.functional.mse_loss(model(rows, use_head=job.head and not job.skip_head), labels)
            faults.strike("loss", job)
            if not math.isfinite(loss.item()):
                raise FloatingPointError(f"Loss is {loss.item()}, stopping training")
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if job.step % 2 == 0:
                job.log.info("step %d loss %.4f", job.step, loss.item())
            if job.step % 4 == 3:
                faults.strike("metric", job)
                dist.all_reduce(job.metric)
            time.sleep(job.options.pause)
    faults.strike("save", job)
    if job.rank == 0:
        torch.save(net.state_dict(), job.checkpoint)
        job.log.info("saved %s", job.checkpoint)
    dist.barrier()
    faults.strike("end", job)
    if not job.options.keep_group:
        dist.destroy_process_group()
    job.log.info("done")


def stop_gently(job):
    """On SIGTERM, say so and leave, as jobs on preemptible machines do."""

    def leave(number, frame):
        job.log.warning("received %s at step %d, leaving", signal.Signals(number).name, job.step)
        sys.exit(128 + number)

    signal.signal(signal.SIGTERM, leave)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fault", action="append", default=[], help="name[@ranks][:step][#attempt], ranks as 1,3")
    parser.add_argument("--style", choices=LOGS, default="rank0")
    parser.add_argument("--timeout", type=float, default=10)
    parser.add_argument("--samples", type=int, default=80)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--pause", type=float, default=0.02)
    for switch in ("head", "find-unused", "join", "keep-group", "gentle", "record", "no-ddp"):
        parser.add_argument(f"--{switch}", action="store_true")
    parser.add_argument("--local_rank", type=int, help="given by some launchers, not needed")
    job = Job(parser.parse_args())
    set_up_logging(job)
    if job.options.gentle:
        stop_gently(job)
    if job.rank == 0:
        job.log.info('config {"lr": 0.001, "samples": %d, "attempt": %d}', job.options.samples, job.attempt)
    train(job)


if __name__ == "__main__":
    (record(main) if "--record" in sys.argv else main)()

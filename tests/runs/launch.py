"""Ways to start a job: each takes a scenario, the folder it runs in and the folder for its logs, and returns the launcher's name."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from scenario import Scenario

BIN = Path(sys.prefix, "bin")
RANKS = range(4)


def environment(scenario: Scenario, **more: str) -> dict[str, str]:
    """What the job sees: no settings of the caller but the search path."""
    path = f"{BIN}:{os.environ['PATH']}"
    return {"PATH": path, "HOME": str(Path.home()), "LANG": "C.UTF-8", **dict(scenario.environment), **more}


def job_arguments(scenario: Scenario) -> list[str]:
    """The program with its arguments."""
    faults = [word for fault in scenario.faults for word in ("--fault", fault)]
    return [scenario.program, "--style", scenario.log, *faults, *scenario.train]


def free_port() -> int:
    """A TCP port that nobody listens on now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def run(scenario: Scenario, command: Iterable[str], job: Path, console: Path, **more: str) -> None:
    """Run a launcher to its end, with a signal on the way if the scenario has one; its output goes to the console file."""
    process = start(scenario, command, job, console, **more)
    if scenario.signal:
        wait_for(job / "at-step", scenario.seconds)
        process.send_signal(signal.Signals[scenario.signal])
    finish([process], scenario.seconds)


def start(scenario: Scenario, command: Iterable[str], job: Path, console: Path, **more: str) -> subprocess.Popen[bytes]:
    """Start a process in a group of its own, its output in a file."""
    console.parent.mkdir(parents=True, exist_ok=True)
    with console.open("ab") as output:
        return subprocess.Popen(
            [str(word) for word in command],
            cwd=job,
            env=environment(scenario, **more),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def wait_for(path: Path, seconds: float) -> None:
    """Until a file is there, but no longer than that."""
    end = time.monotonic() + seconds
    while not path.exists() and time.monotonic() < end:
        time.sleep(0.05)


def finish(processes: list[subprocess.Popen[bytes]], seconds: float) -> None:
    """Wait for processes; end those that outlast their time, and whatever a process group left behind."""
    end = time.monotonic() + seconds
    for process in processes:
        try:
            process.wait(max(1, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.terminate()
            try:
                process.wait(40)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
    for process in processes:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            continue


def keep_rank_files(source: Path, target: Path) -> None:
    """Take the files of each attempt and rank out of the folder that torchrun names by itself."""
    for attempt in sorted(source.glob("*/attempt_*")):
        for file in sorted(attempt.glob("*/std*.log")):
            place = target / attempt.name / file.parent.name / file.name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, place)


def torchrun(*options: str, keep: bool) -> Callable[[Scenario, Path, Path], str]:
    """torchrun on one machine, with these options and with rank files or without."""

    def launcher(scenario: Scenario, job: Path, out: Path) -> str:
        rendezvous = () if any("rdzv" in word or "master" in word for word in scenario.launch) else ("--standalone",)
        logs = ("--log-dir", "elastic-logs") if keep else ()
        command = [BIN / "torchrun", *rendezvous, "--nproc-per-node=4", *options, *logs, *scenario.launch]
        run(scenario, [*map(str, command), *job_arguments(scenario)], job, out / "console.log")
        keep_rank_files(job / "elastic-logs", out / "logs")
        return "torchrun"

    return launcher


def taken_port(scenario: Scenario, job: Path, out: Path) -> str:
    """torchrun with a master port on which something else listens already."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        command = [BIN / "torchrun", "--nproc-per-node=4", "--master-addr=127.0.0.1", f"--master-port={port}"]
        run(scenario, [*map(str, command), *job_arguments(scenario)], job, out / "console.log")
    return "torchrun"


def by_hand(pattern: str, ranks: Iterable[int] = RANKS) -> Callable[[Scenario, Path, Path], str]:
    """No launcher: each rank is started alone, with its output in a file of its own."""

    def launcher(scenario: Scenario, job: Path, out: Path) -> str:
        port = str(free_port())
        processes = []
        for rank in ranks:
            names = {"RANK": str(rank), "LOCAL_RANK": str(rank), "WORLD_SIZE": "4"}
            names |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
            command = [BIN / "python", *job_arguments(scenario)]
            processes.append(start(scenario, map(str, command), job, out / "logs" / pattern.format(rank=rank), **names))
        finish(processes, scenario.seconds)
        return "none"

    return launcher


def spawn(scenario: Scenario, job: Path, out: Path) -> str:
    """One Python program that starts its ranks with torch.multiprocessing."""
    master = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(free_port())}
    run(scenario, [str(BIN / "python"), "spawn.py", *job_arguments(scenario)[1:]], job, out / "console.log", **master)
    return "torch.multiprocessing"


def accelerate(scenario: Scenario, job: Path, out: Path) -> str:
    """Hugging Face accelerate, told of GPUs that the job never touches: with `--cpu` it starts one process only."""
    options = ["--multi_gpu", "--num_processes=4", "--num_machines=1", "--mixed_precision=no", "--dynamo_backend=no"]
    command = [str(BIN / "accelerate"), "launch", *options, f"--main_process_port={free_port()}", *scenario.launch]
    run(scenario, [*command, *job_arguments(scenario)], job, out / "console.log")
    return "accelerate"


def deepspeed(scenario: Scenario, job: Path, out: Path) -> str:
    """DeepSpeed's launcher."""
    command = [str(BIN / "deepspeed"), "--num_accelerators=4", f"--master_port={free_port()}", *scenario.launch]
    run(scenario, [*command, *job_arguments(scenario)], job, out / "console.log", DS_ACCELERATOR="cpu")
    return "deepspeed"


def mpirun(scenario: Scenario, job: Path, out: Path) -> str:
    """Open MPI's mpirun; a shell gives each rank the names that PyTorch reads."""
    names = "RANK=$OMPI_COMM_WORLD_RANK LOCAL_RANK=$OMPI_COMM_WORLD_LOCAL_RANK WORLD_SIZE=$OMPI_COMM_WORLD_SIZE"
    shell = f'{names} MASTER_ADDR=127.0.0.1 MASTER_PORT={free_port()} exec python "$@"'
    options = ["-np", "4", "--oversubscribe", "--allow-run-as-root", *scenario.launch]
    command = ["mpirun", *options, "sh", "-c", shell, "sh", *job_arguments(scenario)]
    run(scenario, command, job, out / "console.log")
    return "mpirun"


def ray(driver: str) -> Callable[[Scenario, Path, Path], str]:
    """A Ray driver with actors as ranks, its own or those of Ray Train."""

    def launcher(scenario: Scenario, job: Path, out: Path) -> str:
        command = [str(BIN / "python"), driver, *job_arguments(scenario)[1:]]
        run(scenario, command, job, out / "console.log", RAY_USAGE_STATS_ENABLED="0")
        return "ray"

    return launcher


def two_nodes(scenario: Scenario, job: Path, out: Path) -> str:
    """Two torchrun agents with two ranks each, in network namespaces joined by a virtual cable; needs root and iproute2.

    `scenario.signal` says what happens to node 1 when the job is at work: a signal to all its processes, or `CUT`: the cable.
    """
    if os.geteuid() or not shutil.which("ip"):
        sys.exit(f"{scenario.name}: two nodes are two network namespaces: run as root, with `ip` installed")
    nodes = ("node-0", "node-1")
    try:
        lay_cable(nodes)
        agents = [start(scenario, agent(scenario, node), job, out / node / "console.log") for node in nodes]
        if scenario.signal:
            wait_for(job / "at-step", scenario.seconds)
        if scenario.signal == "CUT":
            subprocess.run(["ip", "-n", "node-1", "link", "set", "cable-1", "down"], check=True)
        elif scenario.signal:
            kill_all("node-1", signal.Signals[scenario.signal])
        finish(agents, scenario.seconds)
    finally:
        for node in nodes:
            kill_all(node, signal.SIGKILL)
            subprocess.run(["ip", "netns", "del", node], check=False)
            shutil.rmtree(Path("/etc/netns", node), ignore_errors=True)
    for node in nodes:
        keep_rank_files(job / f"elastic-logs-{node}", out / node / "logs")
    return "torchrun"


def kill_all(node: str, number: signal.Signals) -> None:
    """Send a signal to every process of a node."""
    listed = subprocess.run(["ip", "netns", "pids", node], capture_output=True, text=True, check=False)
    for pid in map(int, listed.stdout.split()):
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            continue


def lay_cable(nodes: tuple[str, str]) -> None:
    """Two namespaces, a cable between them, and a hosts file in which each finds both."""
    ends = ("cable-0", "cable-1")
    for node in nodes:
        subprocess.run(["ip", "netns", "add", node], check=True)
        hosts = Path("/etc/netns", node, "hosts")
        hosts.parent.mkdir(parents=True, exist_ok=True)
        hosts.write_text("127.0.0.1 localhost\n10.0.0.10 node-0\n10.0.0.11 node-1\n")
    subprocess.run(["ip", "link", "add", ends[0], "type", "veth", "peer", "name", ends[1]], check=True)
    for number, (node, end) in enumerate(zip(nodes, ends, strict=True)):
        subprocess.run(["ip", "link", "set", end, "netns", node], check=True)
        inside = ["ip", "-n", node]
        subprocess.run([*inside, "addr", "add", f"10.0.0.1{number}/24", "dev", end], check=True)
        for link in (end, "lo"):
            subprocess.run([*inside, "link", "set", link, "up"], check=True)


def agent(scenario: Scenario, node: str) -> list[str]:
    """The command of one node's agent, in its namespace and under its host name."""
    options = ["--nnodes=2", "--nproc-per-node=2", "--rdzv-backend=c10d", "--rdzv-endpoint=node-0:29400"]
    options += ["--tee=3", f"--log-dir=elastic-logs-{node}", *scenario.launch]
    words = [str(BIN / "torchrun"), *options, *job_arguments(scenario)]
    named = f'hostname {node} && exec "$@"'
    return ["ip", "netns", "exec", node, "unshare", "--uts", "sh", "-c", named, "sh", *words]


LAUNCHERS: dict[str, Callable[[Scenario, Path, Path], str]] = {
    "tee": torchrun("--tee=3", "--redirects=3", keep=True),
    "redirect": torchrun("--redirects=3", keep=True),
    "plain": torchrun(keep=False),
    "taken-port": taken_port,
    "rank_3.log": by_hand("rank_{rank}.log"),
    "slurm-123_3.out": by_hand("slurm-123_{rank}.out"),
    "worker-3.log": by_hand("worker-{rank}.log"),
    "three-of-four": by_hand("rank_{rank}.log", (0, 1, 2)),
    "spawn": spawn,
    "accelerate": accelerate,
    "deepspeed": deepspeed,
    "mpirun": mpirun,
    "ray": ray("ray_job.py"),
    "ray-train": ray("ray_train_job.py"),
    "two-nodes": two_nodes,
}

"""Make the runs again: `python tests/runs/make_runs.py OUT [SCENARIO...]`, with PyTorch in the environment."""

import argparse
import importlib.metadata
import json
import re
import shutil
import sys
import tempfile
from pathlib import Path

from launch import LAUNCHERS
from neutral import neutral
from scenario import Scenario
from scenarios import SCENARIOS

HERE = Path(__file__).parent
PROGRAMS = ("train.py", "faults.py", "spawn.py", "ray_job.py", "ray_train_job.py")
PACKAGES = {"torchrun": (), "none": (), "torch.multiprocessing": (), "mpirun": ()}


def make(scenario: Scenario, out: Path) -> None:
    """Run one scenario in a fresh folder and keep its logs, neutralised, with what is right about them."""
    with tempfile.TemporaryDirectory(prefix="job-") as folder:
        job, logs = Path(folder, "job"), Path(folder, "kept")
        job.mkdir()
        for program in PROGRAMS:
            shutil.copy(HERE / program, job)
        launcher = LAUNCHERS[scenario.how](scenario, job, logs)
        target = out / scenario.name
        shutil.rmtree(target, ignore_errors=True)
        for file in sorted(path for path in logs.rglob("*") if path.is_file()):
            place = target / file.relative_to(logs)
            place.parent.mkdir(parents=True, exist_ok=True)
            text = file.read_bytes().decode(errors="surrogateescape")
            place.write_bytes(neutral(text, job).encode(errors="surrogateescape"))
    write_label(scenario, target, {"launcher": launcher, "versions": versions(launcher)})


def relabel(scenario: Scenario, out: Path) -> None:
    """Write the label of a kept run again, after scenarios.py changed its mind about it; the logs stay."""
    target = out / scenario.name
    kept = json.loads((target / "expect.json").read_text())
    write_label(scenario, target, {name: kept[name] for name in ("launcher", "versions")})


def write_label(scenario: Scenario, target: Path, made_by: dict[str, object]) -> None:
    """expect.json beside the logs."""
    label = json.dumps(expected(scenario, target) | made_by, indent=2)
    (target / "expect.json").write_text(re.sub(r"\[\s+([^\[\]{}]*?)\s+\]", one_line, label) + "\n")


def one_line(list_of_values: re.Match[str]) -> str:
    """A list of JSON on one line."""
    return "[" + re.sub(r",\s+", ", ", list_of_values[1]) + "]"


def expected(scenario: Scenario, target: Path) -> dict[str, object]:
    """The right answer, and which rank the launcher's own footer takes for the cause."""
    return {
        "about": scenario.about,
        "faults": list(scenario.faults),
        "initiating": list(scenario.initiating),
        "collateral": list(scenario.collateral),
        "silent": list(scenario.silent),
        "footer": footer_ranks(target),
        "entries": list(scenario.entries),
        "verdict": scenario.verdict,
    }


def footer_ranks(target: Path) -> list[int]:
    """The ranks that torchrun names under "Root Cause", in order, each once."""
    named = []
    for console in sorted(target.rglob("console.log")):
        text = console.read_text(errors="replace")
        named += re.findall(r"Root Cause \(first observed failure\):\n\[\d+\]:\n.*\n.*\n\s+rank\s+: (\d+)", text)
    return sorted({int(rank) for rank in named})


def versions(launcher: str) -> dict[str, str]:
    """The releases that wrote the lines."""
    packages = ["torch", "numpy", *PACKAGES.get(launcher, (launcher,))]
    python = ".".join(map(str, sys.version_info[:3]))
    return {"python": python, **{name: importlib.metadata.version(name) for name in packages}}


def main() -> None:
    """Make the scenarios named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("scenario", nargs="*", help="names; all when none is given")
    parser.add_argument("--labels", action="store_true", help="write only expect.json again, from kept logs")
    options = parser.parse_args()
    known = {scenario.name: scenario for scenario in SCENARIOS}
    for name in options.scenario or known:
        if name not in known:
            parser.error(f"no scenario is called {name}; there are: {', '.join(known)}")
        print(name, flush=True)
        (relabel if options.labels else make)(known[name], options.out)


if __name__ == "__main__":
    main()

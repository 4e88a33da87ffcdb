"""One run to be made: what is broken in it, how it is started, and what a right diagnosis says."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Scenario:
    """The name is the folder; `how` picks the launcher in launch.py; ranks are those of the whole job."""

    name: str
    about: str
    faults: tuple[str, ...] = ()
    initiating: tuple[int, ...] = ()
    collateral: tuple[int, ...] = ()
    silent: tuple[int, ...] = ()
    entries: tuple[str, ...] = ()
    verdict: str = "failure"
    how: str = "tee"
    log: str = "rank0"
    train: tuple[str, ...] = ()
    launch: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    signal: str = ""
    seconds: float = 90
    program: str = "train.py"


def others(*ranks: int) -> tuple[int, ...]:
    """The ranks of a job of four but these."""
    return tuple(rank for rank in range(4) if rank not in ranks)


def plain(scenario: Scenario) -> Scenario:
    """The same, seen only on a console without the launcher's prefixes."""
    return replace(scenario, name=f"{scenario.name}-plain", how="plain")

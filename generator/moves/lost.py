"""Texts of entries/ as the main branch has them and as they are now in; out the addresses that nothing leads on from any more."""

from collections.abc import Iterator, Mapping

from yaml import YAMLError

from generator.moves.edits import former_ids
from generator.problems import Location, Problem


def check_lost(before: Mapping[str, str], now: Mapping[str, str], main: str) -> Iterator[Problem]:
    """`before` holds the main branch's files that are changed or gone, by name (entries/<area>/<file>.yaml), `now` every file; `main` is what git calls that branch."""
    held: set[str] = set()
    for name, text in now.items():
        held |= set(_addresses(name, text))
        if not _is_yaml(text):  # which the check says; until then it stands for what it stood for
            held |= set(_addresses(name, before.get(name, "")))
    for name, text in before.items():
        lost = [address for address in _addresses(name, text) if address not in held]
        if lost:
            yield _problem(name, text, lost, now, main)


def _is_yaml(text: str) -> bool:
    """Whether its former ids can be read; where it speaks of none, they can."""
    try:
        former_ids(text)
    except YAMLError:
        return False
    return True


def _addresses(name: str, text: str) -> list[str]:
    """Where a file is found, and was: `area/id`; an area's own page counts for nothing, the retired entries that it names do."""
    _, area, file = name.split("/")
    id_ = file.rpartition(".")[0]
    former = [old if "/" in old else f"{area}/{old}" for old in former_ids(text)] if _is_yaml(text) else []
    return former if id_ == "_area" else [f"{area}/{id_}", *former]


def _problem(name: str, text: str, lost: list[str], now: Mapping[str, str], main: str) -> Problem:
    named = f"the address{'es' if len(lost) > 1 else ''} {', '.join(f'`{one}`' for one in lost)}"
    named += f" {'are' if len(lost) > 1 else 'is'} lost: {main} has {'them' if len(lost) > 1 else 'it'}"
    id_ = name.rpartition("/")[2].removesuffix(".yaml")
    if name in now:
        return Problem(
            "L110",
            Location(name),
            f"{named} among the former ids of this file, and no file names {'them' if len(lost) > 1 else 'it'} now",
            f"put back what `git diff {main} -- {name}` shows of `former_ids`",
        )
    there = _moved_to(name, text, now)
    if there is not None:
        _, area, file = there.split("/")
        return Problem(
            "L110",
            Location(there),
            f"{named} at {name}, and this file, which has its text, does not name {'them' if len(lost) > 1 else 'it'}",
            f"move it back with `mv {there} {name}`, then run `encyclopedia rename {id_} {area}/{file.removesuffix('.yaml')}`: "
            "links and the proof record follow, and the old address leads to the new one",
        )
    return Problem(
        "L110",
        Location(name),
        f"{named}, and no entry has {'them' if len(lost) > 1 else 'it'} now, present or former",
        f"bring it back with `git checkout {main} -- {name}`, then run `encyclopedia retire {id_}` (the address leads to its area), "
        f"or `merge {id_} INTO-ID`, or `rename {id_} NEW-ID`",
    )


def _moved_to(name: str, text: str, now: Mapping[str, str]) -> str | None:
    """The file that has most of this one's lines, and more than half of them."""
    lines = {line for line in text.split("\n") if line.strip()}
    if name.endswith("/_area.yaml") or not lines:
        return None
    shares = {
        other: len(lines & set(here.split("\n"))) / len(lines) for other, here in now.items() if "/_area" not in other
    }
    best = max(shares, key=lambda other: shares[other], default=None)
    return best if best is not None and shares[best] > 0.5 else None

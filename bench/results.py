"""Measurements in, one table out, printed as they come and as Markdown at the end."""

from dataclasses import dataclass, field

from bench.measure import Cost

#: What the project set itself, for its own rows: seconds on the wall.
GOALS = {
    (1000, "nothing changed"): 1.0,
    (1000, "served page shows an edit"): 0.3,
    (10_000, "served page shows an edit"): 1.0,
    (1000, "check --changed, one edited"): 0.3,
}
#: And against others in the same run: ours takes at most this share of their time.
RATIOS = {
    "MkDocs and Material, entries in the navigation": 1 / 8,
    "MkDocs and Material, entries out of it": 1 / 3,
    "Zensical": 1.0,
    "floor: Jinja alone": 1.6,
}
FULL = "full build, nothing kept"


@dataclass
class Results:
    """Rows by count of entries, builder and what was done."""

    machine: str
    rows: list[tuple[int, str, str, Cost]] = field(default_factory=list)
    notes: dict[int, str] = field(default_factory=dict)

    def begin(self, count: int, note: str) -> None:
        """What follows is of so many entries."""
        self.notes[count] = note
        print(f"-- {count:,} entries, {note}; {self.machine}")
        print(f"{'':48} {'':30} {'wall s':>8} {'cpu s':>8} {'peak MiB':>9}", flush=True)

    def row(self, builder: str, what: str, cost: Cost) -> None:
        """One measurement."""
        self.rows.append((max(self.notes), builder, what, cost))
        print(f"{builder:48} {what:30} {cost.wall:8.2f} {cost.cpu:8.2f} {cost.memory:9.0f}", flush=True)

    def as_markdown(self) -> str:
        """The page `bench/RESULTS.md`."""
        out = [
            "# What builds cost",
            "",
            f"Written by `make bench-entries ARGS=--write`. {self.machine}",
            "",
            "*Memory* is the peak of the largest process. *Ratio* is to our own row of the same work. The content is the real entries, multiplied with varied text;"
            " the others get the same as Markdown. *Floor* reads the same YAML and prints the same bodies with the same templates, and does nothing else.",
        ]
        for count in self.notes:
            out += [
                "",
                f"## {count:,} entries, {self.notes[count]}",
                "",
                "| generator | work | wall s | CPU s | memory MiB | ratio |",
                "|---|---|---|---|---|---|",
            ]
            mine = {what: cost for n, builder, what, cost in self.rows if n == count and builder == "ours"}
            for n, builder, what, cost in self.rows:
                if n == count:
                    ratio = f"{cost.wall / mine[what].wall:.1f}" if builder != "ours" and what in mine else ""
                    cpu = f"{cost.cpu:.2f}" if cost.cpu == cost.cpu else ""
                    out.append(f"| {builder} | {what} | {cost.wall:.2f} | {cpu} | {cost.memory:.0f} | {ratio} |")
        out += ["", "## Goals", "", "| goal | seen | reached |", "|---|---|---|", *self._goals()]
        return "\n".join(out) + "\n"

    def _goals(self) -> list[str]:
        by = {(n, builder, what): cost for n, builder, what, cost in self.rows}
        out = []
        for (count, what), most in GOALS.items():
            if cost := by.get((count, "ours", what)):
                out.append(
                    _goal(f"{what}, {count:,} entries: under {most:g} s", f"{cost.wall:.2f} s", cost.wall < most)
                )
        full = by.get((1000, "ours", FULL))
        for (count, builder, what), cost in by.items():
            share = next((share for name, share in RATIOS.items() if builder.startswith(name)), None)
            if full and share is not None and what == FULL and count == 1000:
                words = f"at most {share:g} times" if share > 1 else f"{1 / share:g} times as fast as"
                found = full.wall / cost.wall if share > 1 else cost.wall / full.wall
                out.append(
                    _goal(
                        f"full build, 1,000 entries: {words} {builder}", f"{found:.1f}", full.wall <= cost.wall * share
                    )
                )
        big = by.get((10_000, "ours", FULL))
        if full and big:
            out.append(
                _goal(
                    "10,000 entries: at most 12 times the time of 1,000",
                    f"{big.wall / full.wall:.1f}",
                    big.wall <= 12 * full.wall,
                )
            )
            out.append(
                _goal(
                    "10,000 entries: peak memory under 1.5 GB",
                    f"{big.memory / 953.7:.2f} GB",
                    big.memory * 2**20 < 1.5e9,
                )
            )
        return out


def _goal(goal: str, seen: str, reached: bool) -> str:
    return f"| {goal} | {seen} | {'yes' if reached else '**no**'} |"

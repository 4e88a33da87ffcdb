"""What every form of a report is made from: the diagnosis, and the entries that it names."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.diagnose.diagnosis import COLLATERAL, FAILURE, Cause, Diagnosis
from generator.load.documents import load_file
from generator.match.compiled import Row
from generator.model import FiledEntry, file_entry


@dataclass(frozen=True, slots=True)
class Report:
    """A diagnosis with a row for each entry that it names, the whole entry for each cause, and the site's address, which ends in a slash."""

    diagnosis: Diagnosis
    rows: Mapping[str, Row]
    entries: Mapping[str, FiledEntry]
    address: str

    @property
    def answer(self) -> Cause | None:
        """What began it."""
        causes = self.diagnosis.causes
        return causes[0] if causes and self.diagnosis.verdict == FAILURE else None

    @property
    def others(self) -> tuple[Cause, ...]:
        """What could have begun it too, the most likely first."""
        return tuple(c for c in self._after_the_answer() if c.role != COLLATERAL and self._kind(c) == "failure")

    @property
    def victims(self) -> tuple[Cause, ...]:
        """What followed from it."""
        return tuple(c for c in self._after_the_answer() if c.role == COLLATERAL and self._kind(c) == "failure")

    @property
    def besides(self) -> tuple[Cause, ...]:
        """Pointers to other lines, and what may be ignored."""
        return tuple(c for c in self._after_the_answer() if self._kind(c) != "failure")

    def _after_the_answer(self) -> tuple[Cause, ...]:
        answer = self.answer
        return tuple(cause for cause in self.diagnosis.causes if cause is not answer)

    def _kind(self, cause: Cause) -> str:
        return self.rows[cause.entry].kind

    @property
    def is_local(self) -> bool:
        """Whether the address leads nowhere on anybody else's machine."""
        return self.address.startswith(("http://127.0.0.1", "http://localhost"))

    def url(self, entry: str) -> str:
        """The address of an entry's page."""
        return self.address + self.rows[entry].path

    def look_alikes(self, entry: str) -> tuple[tuple[str, str], ...]:
        """What is taken for this entry and was not found either: the other's id, and why they differ."""
        named = {cause.entry for cause in self.diagnosis.causes}
        related = self.entries[entry].entry.related
        return tuple((r.entry, r.why) for r in related if r.kind == "looks_like" and r.entry not in named)


def report_on(diagnosis: Diagnosis, rows: Iterable[Row], root: Path, address: str) -> Report:
    """The report on a diagnosis that was made with these rows. Reads the files of the entries that it names, and no others."""
    by_id = {row.id: row for row in rows}
    return Report(
        diagnosis, by_id, {cause.entry: _entry(by_id[cause.entry], root) for cause in diagnosis.causes}, address
    )


def _entry(row: Row, root: Path) -> FiledEntry:
    path = root / "entries" / row.area / f"{row.id}.yaml"
    document, problems = load_file(path, root)
    if document is None:
        raise EntryGoneError(problems[0].what if problems else f"`{path}` holds no entry")
    return file_entry(document)


class EntryGoneError(Exception):
    """An entry was changed or removed while its signatures were searched for."""

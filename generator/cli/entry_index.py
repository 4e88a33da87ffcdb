"""The repository in; out the index of its entries by which lines are found, from the cache where it is up to date."""

from pathlib import Path

from generator.cli.common import usable_corpus
from generator.load.paths import cache_of, entry_paths
from generator.match.compiled import EntryIndex, Row, index_for
from generator.match.find import row_of


def index_of(root: Path) -> EntryIndex:
    """Of all sound entries; which are left out is said on standard error."""

    def rows() -> tuple[list[Row], bool]:
        # only when the entries have changed: reading and checking them all takes its time
        corpus, whole = usable_corpus(root)
        return [row_of(filed) for filed in corpus.entries], whole

    return index_for(entry_paths(root), cache_of(root), rows)

"""`python -m bench.floor ROOT TARGET`: the least that any generator of these pages does: read the YAML, print each entry's page through Jinja, write it.

The same templates and values as in a build, one process; no check, no shell around the body, no lists, no indexes, no search.
"""

import sys
from pathlib import Path

import yaml

from generator.load import Document
from generator.load.paths import entry_paths
from generator.model import build_corpus
from generator.render import SiteFacts, render_entry


def main(root: Path, target: Path) -> None:
    """Writes one file for each entry of `root`."""
    documents = []
    for path in entry_paths(root):
        text = path.read_text("utf-8")
        documents.append(
            Document(path.name, path.parent.name, path.stem, text, yaml.load(text, Loader=yaml.CSafeLoader))
        )
    corpus = build_corpus(documents)
    facts = SiteFacts("Floor", "http://127.0.0.1:8000/", "", "", root / "templates")
    for filed in corpus.entries:
        page = target / filed.path / "index.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(str(render_entry(corpus, facts, filed).content), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))

"""The proof records of the real entries: in step with the texts, sound, and as strong as was promised."""

from collections import Counter
from pathlib import Path

from generator.check import check_agreement, proof_problems
from generator.check.names import everyday
from generator.check.proofs import proof_of
from generator.load import load_entries
from generator.load.proofs import proof_path
from generator.model.proof import STRONG, EntryProof
from generator.problems import is_error
from generator.prove import read_projects

ROOT = Path(__file__).parents[2]
ENTRIES = [document for document in load_entries(ROOT).documents if not document.is_area]
#: The share of all signatures that must have been seen in the software itself.
LEAST_SHARE = 0.9


def test_every_record_is_there_and_belongs_to_its_entry() -> None:
    """What `encyclopedia prove --check` says."""
    projects = read_projects(ROOT)
    problems = [
        problem
        for document in ENTRIES
        for problem in (*proof_problems(document), *check_agreement(document, projects))
        if is_error(problem.code)
    ]
    assert [f"{problem.location}: {problem.code} {problem.what}" for problem in problems] == []


def test_no_record_is_left_of_an_entry_that_is_gone() -> None:
    """Records come and go with entries."""
    expected = {proof_path(ROOT, document.area, document.id) for document in ENTRIES}
    assert set((ROOT / "proofs").glob("*/*.json")) - expected == set()


def test_nine_of_ten_signatures_were_seen_in_the_software() -> None:
    """By source, binary or repository."""
    kinds: Counter[str] = Counter()
    for document in ENTRIES:
        proof = proof_of(document)
        assert isinstance(proof, EntryProof)
        kinds.update(record.kind for record in proof.signatures.values())
    assert sum(kinds[kind] for kind in STRONG) / sum(kinds.values()) >= LEAST_SHARE, kinds


def test_the_table_of_projects_names_what_entries_claim() -> None:
    """A signature that is said to stand in the software has a row that says where the software is, or an address on GitHub."""
    projects = read_projects(ROOT)
    claims = [signature for document in ENTRIES for signature in document.value.get("signatures", ())]
    homeless = {
        signature["program"]
        for signature in claims
        if signature["known_from"] in STRONG
        and projects.of(signature["program"], signature["file"]) is None
        and not signature["url"].startswith("https://github.com/")
    }
    assert homeless == set()


def test_the_rows_of_the_table_are_whole() -> None:
    """One row a program and file, a kind of origin that is known, a version in each pattern, and a name for one project only."""
    projects = read_projects(ROOT).projects
    pairs = Counter((program, file) for row in projects for program in row.programs for file in row.files or ("",))
    assert [pair for pair, count in pairs.items() if count > 1] == []
    assert [
        row.project for row in projects if not row.origin.startswith(("pypi:", "git:", "debian:", "debian-source:"))
    ] == []
    assert [row.project for row in projects if "{version}" not in row.version and "{dashed}" not in row.version] == []
    starts = Counter(start for row in projects for start in row.names)
    assert [start for start, count in starts.items() if count > 1] == []


def test_every_everyday_name_is_used_and_gives_its_reason() -> None:
    """A line that is no longer needed is taken off."""
    text = "\n".join(document.text for document in ENTRIES)
    assert [name for name, reason in everyday().items() if name not in text or not reason.strip()] == []

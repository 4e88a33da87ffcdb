"""Renaming, merging and retiring real entries: everything that hung on the old place hangs on the new one, and the whole stays sound."""

import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from generator.cli.main import group
from generator.index import redirects
from generator.load import load_entries
from generator.model import Corpus, build_corpus
from generator.moves.edits import rows_of, with_former, with_links_to, with_rows, without_former, without_rows

OLD = "entries/pytorch/dataloader-worker-killed.yaml"


@pytest.fixture
def copy(root: Path, tmp_path: Path) -> Path:
    """The real entries with their proofs."""
    target = tmp_path / "repository"
    for name in ("entries", "proofs"):
        shutil.copytree(root / name, target / name)
    shutil.copy(root / "mkdocs.yml", target)
    return target


def run(tree: Path, *words: str) -> Result:
    """The command in this tree."""
    return CliRunner().invoke(group, [*words, "--root", str(tree)])


def corpus_of(tree: Path) -> Corpus:
    """Its entries."""
    return build_corpus(load_entries(tree).documents)


def comments(text: str) -> list[str]:
    """Lines that are comments."""
    return [line for line in text.split("\n") if line.lstrip().startswith("#")]


def test_a_renamed_entry_takes_everything_along(copy: Path) -> None:
    """Links, relations, near misses, proof; the old address leads to it; comments stay; no problem is left."""
    before, text = corpus_of(copy), (copy / OLD).read_text("utf-8")
    result = run(copy, "rename", "dataloader-worker-killed", "storage/loader-worker-gone")
    assert (result.exit_code, result.stderr) == (0, "")
    after = corpus_of(copy)
    assert not (copy / OLD).exists()
    assert after.by_id["loader-worker-gone"].entry.former_ids == ("pytorch/dataloader-worker-killed",)
    assert after.by_id["loader-worker-gone"].proof == before.by_id["dataloader-worker-killed"].proof
    assert {path for path, _ in redirects(after, "https://x/")} >= {"pytorch/dataloader-worker-killed/index.html"}
    assert len(after.links("loader-worker-gone")) == len(before.links("dataloader-worker-killed"))
    assert "entry: dataloader-worker-killed" not in "".join(p.read_text("utf-8") for p in copy.glob("entries/*/*.yaml"))
    assert comments((copy / "entries/storage/loader-worker-gone.yaml").read_text("utf-8")) == comments(text)


def test_an_entry_may_go_to_another_area_under_its_own_id(copy: Path) -> None:
    """The address in the old area leads to it; and back again."""
    assert run(copy, "rename", "disk-full", "linux/disk-full").exit_code == 0
    after = corpus_of(copy)
    assert after.by_id["disk-full"].entry.former_ids == ("storage/disk-full",)
    assert "storage/disk-full/index.html" in dict(redirects(after, "https://x/"))
    assert run(copy, "rename", "disk-full", "storage/disk-full").exit_code == 0


def test_what_git_could_not_bring_back_is_not_removed(tree: Path) -> None:
    """A draft that was never committed."""
    subprocess.run(["git", "init", "-q"], cwd=tree, check=True)
    result = run(tree, "retire", "queue-grows")
    assert result.exit_code == 2
    assert "is not in git yet and would be gone for good" in result.stderr
    assert (tree / "entries/serving/queue-grows.yaml").exists()


def test_an_address_that_nobody_knows_leaves_no_trace(tree: Path) -> None:
    """Of an entry that the main branch never had; and it may be renamed again at once, as nothing is lost by it."""
    name = ("-c", "user.name=T", "-c", "user.email=t@example.org")
    for words in (("init", "-q", "-b", "main"), ("add", "-A"), (*name, "commit", "-qm", "first")):
        subprocess.run(["git", *words], cwd=tree, check=True)
    subprocess.run(["git", "switch", "-qc", "work"], cwd=tree, check=True)
    run(tree, "rename", "cache-full", "cache-brimful")
    assert run(tree, "rename", "cache-brimful", "cache-filled").exit_code == 0
    assert corpus_of(tree).by_id["cache-filled"].entry.former_ids == ("kv-full", "cache-full")
    draft = tree / "entries/serving/queue-stalls.yaml"
    text = (tree / "entries/serving/queue-grows.yaml").read_text("utf-8")
    draft.write_text(text, "utf-8")
    draft.write_text(text := text.replace("severity: medium", 'severity: ""'), "utf-8")
    result = run(tree, "rename", "queue-stalls", "queue-stands")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "1 problem of its fields is as it was" in result.stdout
    assert not draft.exists()
    assert (tree / "entries/serving/queue-stands.yaml").read_text("utf-8") == text


@pytest.mark.parametrize("words", [("merge", "cache-brimful", "cache-full"), ("retire", "cache-brimful")], ids=" ".join)
def test_an_entry_that_main_never_had_goes_without_a_trace(tree: Path, words: tuple[str, ...]) -> None:
    """Committed on the branch alone; what main had of its addresses is kept."""
    name = ("-c", "user.name=T", "-c", "user.email=t@example.org")
    for step in (
        ("init", "-q", "-b", "main"),
        ("add", "-A"),
        (*name, "commit", "-qm", "first"),
        ("switch", "-qc", "w"),
    ):
        subprocess.run(["git", *step], cwd=tree, check=True)
    text = (tree / "entries/serving/cache-full.yaml").read_text("utf-8")
    draft = tree / "entries/serving/cache-brimful.yaml"
    draft.write_text(text.replace("[kv-full]", "[brim-full]").replace("no free block", "no free block at all"), "utf-8")
    subprocess.run(["git", "add", "-A"], cwd=tree, check=True)
    assert (result := run(tree, *words)).exit_code == 0, result.output
    former = [row.entry.former_ids for row in corpus_of(tree).entries]
    areas = [row.area.former_ids for row in corpus_of(tree).areas.values()]
    assert (former, areas) == (
        ([("kv-full", "brim-full"), ()], [()]) if words[0] == "merge" else ([("kv-full",), ()], [("brim-full",)])
    )


def test_there_and_back_again_leaves_the_text_as_it_was(tree: Path) -> None:
    """No empty list of former ids: the name on the way was seen by nobody, and the first one is taken back."""
    other = tree / "entries/serving/queue-grows.yaml"
    before = other.read_text("utf-8")
    name = ("-c", "user.name=T", "-c", "user.email=t@example.org")
    for step in (("init", "-q", "-b", "main"), ("add", "-A"), (*name, "commit", "-qm", "first")):
        subprocess.run(["git", *step], cwd=tree, check=True)
    run(tree, "rename", "queue-grows", "queue-piles-up")
    assert "former_ids: [queue-grows]" in (tree / "entries/serving/queue-piles-up.yaml").read_text("utf-8")
    assert run(tree, "rename", "queue-piles-up", "queue-grows").exit_code == 0
    assert other.read_text("utf-8") == before


def test_a_name_that_is_taken_back_is_no_former_id_any_more(copy: Path) -> None:
    """There and back again."""
    run(copy, "rename", "disk-full", "disk-brimful")
    assert run(copy, "rename", "disk-brimful", "disk-full").exit_code == 0
    assert corpus_of(copy).by_id["disk-full"].entry.former_ids == ("disk-brimful",)


def test_merged_entries_leave_nothing_behind(tree: Path) -> None:
    """What only one had is added once; links and addresses of both lead to one entry."""
    other = tree / "entries/serving/cache-brimful.yaml"
    text = (tree / "entries/serving/cache-full.yaml").read_text("utf-8")
    text = text.replace("former_ids: [kv-full]", "former_ids: [kv-brimful]  # seen in the wild").replace(
        "of {blocks:int}", "at all of {blocks:int}"
    )
    text = text.replace("no free block of 512", "no free block at all of 512").replace("cache.py#L12", "brim.py#L12")
    other.write_text(
        text.replace("https://example.org/demo/v0.10/cache.py\n", "https://example.org/demo/v0.10/brim.py\n"), "utf-8"
    )
    result = run(tree, "merge", "cache-full", "cache-brimful")
    assert result.exit_code == 0, result.output
    kept = corpus_of(tree).by_id["cache-brimful"].entry
    assert [signature.text for signature in kept.signatures] == [
        "Request {request:word} evicted: no free block at all of {blocks:int}",
        "Cache report {{full}}\nused {share:number} of {total:size}",
        "Request {request:word} evicted: no free block of {blocks:int}",
    ]
    assert len(kept.excerpts) == len(kept.references) == 2
    assert len(kept.near_misses) == 1
    assert kept.former_ids == ("kv-brimful", "cache-full", "kv-full")
    assert corpus_of(tree).by_id["queue-grows"].entry.related[0].entry == "cache-brimful"
    assert not (tree / "entries/serving/cache-full.yaml").exists()


def test_a_retired_entry_leads_to_its_area(copy: Path) -> None:
    """Relations to it go; prose that links to it is named and left to a person."""
    result = run(copy, "retire", "loss-scale-at-minimum")
    assert "removed: entries/deepspeed/loss-scale-at-minimum.yaml" in result.stdout
    assert not (copy / "proofs/deepspeed/loss-scale-at-minimum.json").exists()
    area = yaml.safe_load((copy / "entries/deepspeed/_area.yaml").read_text("utf-8"))
    assert area["former_ids"] == ["loss-scale-at-minimum"]
    texts = {path: path.read_text("utf-8") for path in copy.glob("entries/*/*.yaml")}
    assert not any("entry: loss-scale-at-minimum" in text for text in texts.values())
    for path, text in texts.items():
        assert ("(entry:loss-scale-at-minimum)" in text) == (
            f"reword it: {path.relative_to(copy).as_posix()}" in result.stdout
        )


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("rename", "cache-ful", "x"), "there is no entry `cache-ful`; did you mean `cache-full`?"),
        (
            ("rename", "cache-full", "queue-grows"),
            "is taken by entries/serving/queue-grows.yaml; to make one of the two, use `encyclopedia merge",
        ),
        (("rename", "cache-full", "../x"), "the area `..` is not well formed"),
        (("rename", "cache-full", "nowhere/x"), "there is no area `nowhere`"),
        (("rename", "cache-full", "serving/cache-full"), "is its place already"),
        (("merge", "cache-full", "kv-full"), "there is no entry `kv-full`"),
        (("merge", "cache-full", "cache-full"), "are the same entry"),
        (("retire", "../../etc/passwd"), "there is no entry"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_done_is_said_and_nothing_is_touched(tree: Path, words: tuple[str, ...], says: str) -> None:
    """Exit 2."""
    before = {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}
    result = run(tree, *words)
    assert result.exit_code == 2
    assert says in result.stderr
    assert {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()} == before


LIST = "tags: [a]\nrelated:\n- kind: causes\n  entry: x\n\n- kind: follows\n  entry: y\n# on excerpts\nexcerpts:\n    - log: |-\n        a\n\n        b\n      note: n\n"


class TestEdits:
    """Texts with a few lines changed."""

    def test_rows_are_taken_as_they_are_written(self) -> None:
        """With blank lines inside, without those behind."""
        assert rows_of(LIST, "related") == ["  - kind: causes\n    entry: x", "  - kind: follows\n    entry: y"]
        assert rows_of(LIST, "excerpts") == ["  - log: |-\n      a\n\n      b\n    note: n"]

    def test_rows_go_to_the_end_of_their_list_in_its_own_indent(self) -> None:
        """A list that is not there is made."""
        text = with_rows(LIST, "related", ["  - kind: looks_like\n    entry: z"])
        assert "  entry: y\n- kind: looks_like\n  entry: z\n# on excerpts\n" in text
        assert with_rows("a: 1\n", "faq", ["  - q: 1"]) == "a: 1\nfaq:\n  - q: 1\n"

    def test_rows_are_taken_out(self) -> None:
        """The others stay to the letter."""
        assert without_rows(LIST, "related", {0}) == LIST.replace("- kind: causes\n  entry: x\n\n", "")

    @pytest.mark.parametrize("written", ["former_ids: [o]  # why\n", "former_ids:\n  - o\n", "former_ids: [\n  o]\n"])
    def test_a_list_without_former_ids_goes(self, written: str) -> None:
        """In any form; what stands around it stays."""
        assert without_former(f"tags: [a]\n{written}# on added\nadded: x\n", "o") == "tags: [a]\n# on added\nadded: x\n"
        assert with_former("tags: [a]\n", []) == "tags: [a]\n"

    def test_former_ids_are_added_where_they_belong(self) -> None:
        """To a list in either form, or behind the tags."""
        assert with_former("tags: [a]\nadded: x\n", ["o"]) == "tags: [a]\nformer_ids: [o]\nadded: x\n"
        assert with_former("former_ids: [o]  # why\nadded: x\n", ["p", "o"]) == "former_ids: [o, p]  # why\nadded: x\n"
        assert with_former("former_ids:\n  - o\nadded: x\n", ["p"]) == "former_ids:\n[o, p]\nadded: x\n".replace(
            ":\n[", ":\n  ["
        )

    def test_links_follow_and_lookalikes_of_the_name_stay(self) -> None:
        """In prose and in lists, quoted or not."""
        text = 'a: "see [x](entry:old) and [y](entry:old-er)"\nb:\n  - entry: old\n  - entry: "old" # here\n  - entry: old-er\n'
        assert with_links_to(text, "old", "new") == text.replace("entry:old)", "entry:new)").replace(
            ": old\n", ": new\n"
        ).replace('"old"', '"new"')

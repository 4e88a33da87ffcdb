"""An entry in, its proof record out: each signature and each name looked for in the releases that the entry names."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from generator.check.names import everyday, names_of
from generator.load import Document
from generator.load.kept import Kept
from generator.model.projects import TABLE, Project, Projects, project_at
from generator.model.proof import (
    NOTHING,
    PART,
    STRONG,
    UNPROVED,
    UNREACHED,
    EntryProof,
    NameProof,
    Sample,
    SignatureProof,
    text_digest,
)
from generator.model.template import Template, parse_template
from generator.model.versions import version_key
from generator.prove.cover import Cover, cover, letters, pieces_of, with_help
from generator.prove.distributions import DAMAGED, WHOLE, Distribution, TooLargeError, UnavailableError
from generator.prove.kept_strings import kept_strings
from generator.prove.names import dotted_place, find_name
from generator.prove.releases import before, releases_of
from generator.prove.store import Store
from generator.prove.strings import HOLE, Strings

#: How many files of a release are tried where the signature's own file does not hold it.
CANDIDATES = 12
#: In a library a short word beside a value is met by chance, in one release and not in the next: a share of the letters that decides nothing.
CHANCE = 0.1
#: How many words of a signature make a fragment that is looked for in a whole release.
WORDS = 4


#: Tests quote messages that other files print.
TEST = re.compile(r"(^|/)tests?/|_test\.|(^|/)test_")
_CLASS = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+:?")


@dataclass(frozen=True, slots=True)
class Found:
    """A file of a release with what it has of a signature."""

    path: str
    sha256: str
    is_binary: bool
    cover: Cover
    also: tuple[str, ...] = ()

    def holds_like(self, other: "Found") -> bool:
        """Whether it holds as much as another release, and no longer part in two: an older wording shares many words with a newer one."""
        mine, theirs = self.cover, other.cover
        return mine.suffices and mine.share >= theirs.share and letters(mine.longest) >= letters(theirs.longest)


@dataclass(slots=True)
class _Looks:
    """The releases that were looked at for one signature, by version, and the versions that could not be had."""

    found: dict[str, tuple[Sample, Found | None]] = field(default_factory=dict)
    missed: list[str] = field(default_factory=list)
    #: Whether which release stands before the first one could not be learned either.
    is_blind: bool = False

    def best(self) -> Found | None:
        """The place that holds most of the signature."""
        places = [place for _, place in self.found.values() if place is not None and place.cover.suffices]
        return max(places, key=lambda place: place.cover.share, default=None)


@dataclass(slots=True)
class Prover:
    """Proves entries; keeps the strings of the files it has read and the names it has found."""

    projects: Projects
    store: Store
    _strings: dict[tuple[str, str], tuple[str, Strings]] = field(default_factory=dict)
    _names: dict[tuple[str, str, str], NameProof | None] = field(default_factory=dict)

    # --- signatures

    def signatures(self, document: Document, earlier: EntryProof = NOTHING) -> Iterator[SignatureProof]:
        """The proof of each signature of an entry, in order. What an earlier record knows of releases that cannot be had now, it keeps."""
        for signature in document.value.get("signatures", ()):
            yield self.signature(signature, earlier.signatures.get(text_digest(signature["text"])))

    def signature(self, signature: dict[str, Any], earlier: SignatureProof | None = None) -> SignatureProof:
        """The proof of one signature; its kind is UNREACHED where no release could be had. Documentation and reports are recorded with their address and not looked for."""
        text = signature["text"]
        begins = " ".join(text.split())[:60]
        base = SignatureProof(
            text_sha256=text_digest(text), begins=begins, kind=signature["known_from"], url=signature["url"]
        )
        project = self.projects.of(signature["program"], signature["file"])
        claimed_weak = signature["known_from"] not in STRONG
        if project is None:
            project = project_at(signature["url"])
        if project is None:
            if claimed_weak:
                return base
            return replace(
                base, kind=UNPROVED, note=f"{TABLE} does not say where `{signature['program']}` is published"
            )
        failed = dict(self.store.failed)
        proof = self._in_releases(base, signature, project, earlier)
        if claimed_weak and not proof.is_strong:
            self.store.failed = failed  # nobody said that it would be there
            return base
        return proof

    def _in_releases(
        self, base: SignatureProof, signature: dict[str, Any], project: Project, earlier: SignatureProof | None
    ) -> SignatureProof:
        template, file = parse_template(signature["text"]), signature["file"]
        first, last, gone = (signature.get(key) for key in ("first_seen", "last_seen", "gone_in"))
        looks = _Looks()
        for version in dict.fromkeys(str(v) for v in (last, first) if v):
            self._look(version, template, file, project, looks)
        if looks.best() is None:
            for version in (v for v in project.nearby if _between(v, first, last, gone)):
                self._look(version, template, file, project, looks)
        address = project_at(signature["url"])
        if not looks.found and address is not None and address.newest:
            self._look(address.newest, template, address.look_in[0], address, looks)
            project = address if looks.found else project
        holder = looks.best()
        if gone and holder is not None:
            self._look(str(gone), template, file, project, looks)
        near = None
        if first and holder is not None and _holds(looks.found.get(str(first)), holder):
            near = self._neighbour(str(first), template, file, project, looks)
        proof = self._of_looks(base, looks, holder, project, {"gone": str(gone), "near": near})
        if (looks.missed or looks.is_blind) and earlier is not None and _stays(earlier, proof):
            return replace(earlier, begins=base.begins, url=base.url)
        return proof

    def _of_looks(
        self, base: SignatureProof, looks: _Looks, holder: Found | None, project: Project, roles: dict[str, str | None]
    ) -> SignatureProof:
        samples, notes = [], []
        for version, (sample, place) in looks.found.items():
            is_border = version in (roles["gone"], roles["near"])
            holds = _holds((sample, place), holder, whole=is_border)
            whole = holder is not None and not holder.cover.filled_in  # else the same text can print otherwise
            if version == roles["near"] and holds and not whole:
                continue
            samples.append(_with_place(sample, place, project) if holds and place is not None else sample)
            if version == roles["gone"]:
                notes += (
                    [f"the entry says that it is gone in {version}, and it stands there"] if holds and whole else []
                )
            elif version == roles["near"]:
                notes += [f"stands in {version} too, before the first version that the entry names"] if holds else []
            elif not holds:
                notes.append(_missing(version, place))
        samples.sort(key=lambda sample: version_key(sample.version))
        notes += [f"not looked at: {', '.join(dict.fromkeys(looks.missed))}"] if looks.missed else []
        note = "; ".join(notes) or None
        if holder is None:
            kind = UNREACHED if looks.missed and not samples else UNPROVED
            return replace(base, kind=kind, samples=tuple(samples), note=note or "the entry names no version")
        origin = next(sample.origin for sample, place in looks.found.values() if place is holder)
        kind = "binary" if holder.is_binary else self.store.open(origin, wheel=project.wheel).kind
        kind = "source" if kind == "binary" and not holder.is_binary else kind
        return replace(
            base, kind=kind, samples=tuple(samples), also=holder.also, filled_in=holder.cover.filled_in, note=note
        )

    def _neighbour(self, first: str, template: Template, file: str, project: Project, looks: _Looks) -> str | None:
        """Looks at the release before the first one that the entry names, if that costs little; its version."""
        if project.origin.startswith("debian"):
            return None  # Debian keeps only some releases, so the one before says little
        try:
            near = before(releases_of(project, self.store), first)
        except UnavailableError:
            looks.is_blind = True
            return None
        if near is None or near.version in looks.found:
            return None
        self._look(near.version, template, file, project, looks, near.origin)
        return near.version

    def _look(
        self, version: str, template: Template, file: str, project: Project, looks: _Looks, neighbour: str | None = None
    ) -> None:
        origin = neighbour or project.origin_of(version)
        try:
            distribution = self.store.open(origin, wheel=project.wheel, most=WHOLE if neighbour else None)
            if neighbour:
                self._admit(file, project, distribution)
            place = self._helped(template, file, project, distribution)
        except TooLargeError:
            return
        except (UnavailableError, *DAMAGED) as error:
            self.store.failed.setdefault(origin, str(error))
            if neighbour:
                looks.is_blind = True
            else:
                looks.missed.append(version)
            return
        sample = Sample(
            version=version, origin=origin, found=False, archive=distribution.archive,
            archive_sha256=distribution.archive_sha256, commit=distribution.commit,
        )  # fmt: skip
        looks.found[version] = (sample, place)

    def _admit(self, file: str, project: Project, distribution: Distribution) -> None:
        for path in self._named(file, project, distribution):
            try:
                cost = distribution.cost(path)
            except KeyError:
                continue
            if cost > WHOLE:
                raise TooLargeError(f"{path} of {distribution.archive} has {cost >> 20} MiB")

    def place_in(self, origin: str, signature: dict[str, Any], project: Project) -> Found | None:
        """Where one release of a project holds a signature; raises UnavailableError."""
        try:
            distribution = self.store.open(origin, wheel=project.wheel)
            return self._helped(parse_template(signature["text"]), signature["file"], project, distribution)
        except DAMAGED as error:
            raise UnavailableError(f"{origin}: {error}") from None

    def _place(self, template: Template, file: str, project: Project, distribution: Distribution) -> Found | None:
        """The file of a release that holds most of a signature: those named first, then any that holds a piece of it."""
        best = _as_class(template, distribution)
        if best is not None:
            return best
        for path in self._named(file, project, distribution):
            best = _better(best, self._in_file(template, path, distribution))
            if best is not None and best.cover.share == 1:
                return best
        if (
            distribution.kind != "repository"
            and project.built_from(file) is not None
            and (best is None or best.is_binary)
        ):
            return best
        if not project.searched:
            return best
        try:
            paths = distribution.holding(fragments(template))
        except UnavailableError:
            return best
        for path in [path for path in paths if not TEST.search(path)][:CANDIDATES]:
            best = _better(best, self._in_file(template, path, distribution))
            if best is not None and best.cover.share == 1:
                break
        return best

    def _helped(self, template: Template, file: str, project: Project, distribution: Distribution) -> Found | None:
        """The place with what stands elsewhere in that file, in the file that the signature names and in those of `look_in`."""
        place = self._place(template, file, project, distribution)
        if place is None or not place.cover.filled_in or place.is_binary:
            return place
        others = []
        for path in dict.fromkeys((place.path, *project.places((file, *project.look_in)))):
            self._in_file(template, path, distribution)
            if (distribution.origin, path) in self._strings:
                others.append((path, self._strings[distribution.origin, path][1]))
        helped, also = with_help(place.cover, template, others)
        return replace(place, cover=helped, also=also)

    def _named(self, file: str, project: Project, distribution: Distribution) -> Iterator[str]:
        built = project.built_from(file)
        if distribution.kind == "repository":
            yield from project.places((file, *project.look_in))
        elif built is None:
            # a wheel has no src/
            yield from (
                name for path in (file, *project.look_in) for name in dict.fromkeys((path, path.removeprefix("src/")))
            )
        else:
            yield from sorted(distribution.matching(built), key=len)
            yield from project.look_in
        if distribution.kind == "binary":
            yield from (
                path for path in distribution.paths() if path.endswith((".o_binary", "/" + file.rpartition("/")[2]))
            )

    def _in_file(self, template: Template, path: str, distribution: Distribution) -> Found | None:
        key = (distribution.origin, path)
        if key not in self._strings:
            try:
                data = distribution.read(path)
            except KeyError:
                return None
            while len(self._strings) > 400 or sum(len(s.text) for _, s in self._strings.values()) > 400_000_000:
                del self._strings[next(iter(self._strings))]
            sha256 = hashlib.sha256(data).hexdigest()
            self._strings[key] = (sha256, kept_strings(path, data, sha256, Kept(self.store.cache / "strings")))
        digest, strings = self._strings[key]
        covered = cover(template, strings)
        return None if covered is None else Found(path, digest, strings.is_binary, covered)

    # --- names

    def names(
        self, document: Document, earlier: EntryProof = NOTHING
    ) -> tuple[dict[str, NameProof], list[str], list[str]]:
        """The proofs of the names in an entry's prose, the names that were not found, and those that stand in no release that could be had."""
        found: dict[str, NameProof] = {}
        missing: list[str] = []
        unreached: list[str] = []
        for _, name in names_of(document):
            if name in everyday():
                continue
            try:
                proof = self._name(name, document, earlier.names.get(name))
            except UnavailableError:
                unreached.append(name)
                continue
            if proof is None:
                missing.append(name)
            else:
                found[name] = proof
        return found, missing, unreached

    def _name(self, name: str, document: Document, earlier: NameProof | None) -> NameProof | None:
        """Where a name stands; None where no release has it; raises UnavailableError where one that may have it cannot be had."""
        releases = self._releases(name, document)
        origins = {project.origin_of(version) for project, version in releases}
        unavailable: Exception | None = None
        for project, version in releases:
            try:
                proof = self._name_in(name, project, version)
            except TooLargeError:
                continue
            except (UnavailableError, *DAMAGED) as error:
                self.store.failed.setdefault(project.origin_of(version), str(error))
                if earlier is not None and earlier.sample.origin in origins:
                    return earlier
                unavailable = error
                continue
            if proof is not None:
                return proof
        if unavailable is not None:
            raise UnavailableError(str(unavailable))
        return None

    def _name_in(self, name: str, project: Project, version: str) -> NameProof | None:
        key = (name, project.project, version)
        if key not in self._names:
            distribution = self.store.open(project.origin_of(version), wheel=project.wheel)
            self._names[key] = find_name(name, project, version, distribution)
        return self._names[key]

    def _releases(self, name: str, document: Document) -> list[tuple[Project, str]]:
        """Where a name may stand: its own project by its beginning, then the projects of the entry's signatures, newest first."""
        releases: list[tuple[Project, str]] = []
        own = self.projects.of_name(name)
        if own is not None and own.newest:
            releases.append((own, own.newest))
        for signature in document.value.get("signatures", ()):
            project = self.projects.of(signature["program"], signature["file"])
            if project is not None and project.searched:
                claimed = ("last_seen", "first_seen") if signature["known_from"] in STRONG else ()
                versions = (project.newest, *(signature.get(key) for key in claimed))
                releases += [(project, str(version)) for version in versions if version]
        kept: dict[str, tuple[Project, str]] = {}
        for project, version in releases:
            kept.setdefault(project.origin_of(version), (project, version))
        return sorted(kept.values(), key=lambda pair: pair[1] != pair[0].newest)


def _as_class(template: Template, distribution: Distribution) -> Found | None:
    """A signature that is the full name of a Python class, as a traceback prints it: the module that defines it."""
    text = template.literals[0].strip() if len(template.lines) == 1 and not template.holes and template.literals else ""
    if not _CLASS.fullmatch(text):
        return None
    place = dotted_place(text.rstrip(":"), distribution)
    if place is None or not place[1].startswith(b"class ", place[2] - 6):
        return None
    path, data, position = place
    return Found(
        path, hashlib.sha256(data).hexdigest(), False, Cover(1.0, data.count(b"\n", 0, position) + 1, text, ())
    )


def fragments(template: Template) -> list[bytes]:
    """Runs of a few words of a signature, to find the files that may hold it."""
    found: list[str] = []
    pieces = [part for piece in pieces_of(template) for part in piece.split(HOLE)]
    for piece in pieces:
        words = piece.strip().split(" ")
        for at in range(0, len(words), WORDS):
            run = " ".join(words[at : at + WORDS])
            if letters(run) >= 8:
                found.append(run)
    found = found or [word for piece in pieces for word in piece.split(" ") if letters(word) >= 4]
    return [run.encode() for run in dict.fromkeys(found)]


def _better(one: Found | None, other: Found | None) -> Found | None:
    if one is None or other is None:
        return one or other
    return (
        other
        if (other.cover.share, letters(other.cover.longest)) > (one.cover.share, letters(one.cover.longest))
        else one
    )


def _with_place(sample: Sample, place: Found, project: Project) -> Sample:
    line = None if place.is_binary else place.cover.line
    return replace(
        sample, found=True, file=place.path, file_sha256=place.sha256, line=line, offset=place.cover.line if place.is_binary else None,
        url=project.address(sample.origin, sample.version, place.path, line),
    )  # fmt: skip


def _missing(version: str, place: Found | None) -> str:
    if place is None:
        return f"not found in {version}"
    words = ", ".join(f"`{word}`" for word in place.cover.filled_in[:4])
    return f"{PART} {version}: {place.path} lacks {words}"


def _holds(look: tuple[Sample, Found | None] | None, holder: Found | None, *, whole: bool = False) -> bool:
    """Whether a release holds as much of a signature as the one that holds most; in pieces as long, when it must be the same `whole`."""
    if look is None or look[1] is None or holder is None:
        return False
    if whole:
        return look[1].holds_like(holder)
    slack = CHANCE if look[1].is_binary else 0
    return look[1].cover.suffices and look[1].cover.share >= holder.cover.share - slack


def _stays(earlier: SignatureProof, proof: SignatureProof) -> bool:
    """Whether an earlier record says more than this one: it shows the text, and looked at all releases that this one did; or this one looked at none."""
    if proof.kind == UNREACHED:
        return not earlier.compared_nothing
    return earlier.is_strong and {(s.version, s.origin) for s in earlier.samples} >= {
        (s.version, s.origin) for s in proof.samples
    }


def _between(version: str, first: Any, last: Any, gone: Any) -> bool:
    key = version_key(version)
    return (
        (not first or version_key(str(first)) <= key)
        and (not last or key <= version_key(str(last)))
        and (not gone or key < version_key(str(gone)))
    )

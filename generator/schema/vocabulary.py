"""The closed sets of words that entries may use, each word with its meaning.

One place for every enumeration: the shape check, the JSON schema for editors, the pages and the
"did you mean" of the command line all read these values.
"""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A named, ordered set of words; the order is the order of weight wherever words are sorted."""

    name: str
    meanings: tuple[tuple[str, str], ...]

    def __iter__(self) -> Iterator[str]:
        return (word for word, _ in self.meanings)

    def __contains__(self, word: object) -> bool:
        return any(word == known for known, _ in self.meanings)

    def meaning(self, word: str) -> str:
        """What `word` says, as a clause without a full stop; raises KeyError for an unknown word."""
        return dict(self.meanings)[word]

    def weight(self, word: str) -> int:
        """The place of `word` in the order, counted from 0; raises ValueError for an unknown word."""
        return list(self).index(word)


KIND = Vocabulary(
    "kind",
    (
        ("failure", "something broke, and this is what"),
        ("wrapper", "a message that only points at another one; the answer is in the earlier line"),
        ("harmless", "a warning that people search for and may ignore, with the case in which they may not"),
    ),
)

SEVERITY = Vocabulary(
    "severity",
    (
        ("critical", "the whole job or node is lost, or results are silently wrong"),
        ("high", "the job or server stops, or most requests fail"),
        ("medium", "work goes on with a loss: slower, fewer requests served, a step lost"),
        ("low", "a nuisance, or nothing at all"),
    ),
)

CATEGORY = Vocabulary(
    "category",
    (
        ("memory", "GPU, host or shared memory runs out"),
        ("communication", "processes cannot reach or understand each other"),
        ("hang", "nothing errors, nothing moves"),
        ("performance", "it works, more slowly than it should"),
        ("numerics", "the numbers are wrong: NaN, overflow, divergence"),
        ("data", "the input is not what the program takes it for"),
        ("checkpoint", "state cannot be saved, found or loaded"),
        ("environment", "versions, libraries, drivers or builds do not fit together"),
        ("hardware", "a device, link or machine fails"),
        ("scheduling", "work is queued, placed, preempted or ended by a scheduler"),
        ("configuration", "a setting asks for something that cannot be"),
        ("request", "a serving request that the server refuses or cuts"),
    ),
)

LEVEL = Vocabulary(
    "level",
    (
        ("debug", "a log line at debug level"),
        ("info", "a log line at info level"),
        ("warning", "a log line or Python warning at warning level"),
        ("error", "a log line at error level"),
        ("fatal", "a log line at critical or fatal level"),
        ("exception", "the text of an exception that is raised"),
        ("kernel", "a line in the kernel's log"),
        ("status", "a state, event or reason shown by a scheduler or orchestrator"),
        ("output", "written straight to the terminal, without a level"),
    ),
)

PROOF = Vocabulary(
    "known_from",
    (
        ("source", "seen in the source of a released package"),
        ("binary", "found in a shipped library or program"),
        ("repository", "seen in a public repository at a named commit or tag"),
        ("documentation", "stated in the vendor's documentation, not seen in a program"),
        ("report", "seen only in public reports"),
    ),
)

RELATION = Vocabulary(
    "relation",
    (
        ("causes", "this failure brings the other about"),
        ("follows", "this failure comes after the other one and because of it"),
        ("looks_like", "taken for each other: the same sign, another cause"),
        ("same_budget", "both draw on one limit, so mending one moves the other"),
        ("replaced_by", "newer versions show this failure as the other one"),
    ),
)

#: How a relation reads from the other end; a page shows both ends though only one is written.
REVERSE_RELATION = {
    "causes": "caused_by",
    "follows": "followed_by",
    "looks_like": "looks_like",
    "same_budget": "same_budget",
    "replaced_by": "replaces",
}

PATTERN = Vocabulary(
    "pattern",
    (
        ("crashed", "a rank was ended by SIGSEGV"),
        ("killed", "a rank was ended by SIGKILL and wrote nothing about it"),
        ("left-early", "a rank was gone without a failure while its peers waited for it"),
        ("waits-elsewhere", "a rank waits at another place in the job's code than all its peers"),
        ("behind", "a rank sits at an earlier collective than its peers"),
        ("silent", "a rank wrote nothing while all its peers complained"),
    ),
)

NODE_ROLE = Vocabulary(
    "role",
    (
        ("cause", "where the chain begins"),
        ("event", "a step on the way"),
        ("symptom", "what a person sees"),
        ("exit", "where the fix cuts the chain"),
    ),
)

PLACEHOLDER = Vocabulary(
    "placeholder kind",
    (
        ("int", "a whole number, with or without a sign: 147, -9"),
        ("number", "a number with or without a fraction or exponent: 1.5, 3e-05, nan, inf"),
        ("size", "a number and a unit of memory: 6.00 GiB, 512MiB, 4096 bytes"),
        ("hex", "a hexadecimal number with or without 0x: 0x7f3a, deadbeef"),
        ("word", "a run of characters without white space, as short as the text after it allows"),
        ("path", "a file path or module path, no white space, as short as the text after it allows"),
        ("address", "a network or bus address: 10.0.0.1<43791>, [::1]:29500, 0000:3b:00.0"),
        ("any", "anything up to the text after it, never across the end of the line"),
    ),
)

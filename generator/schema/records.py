"""The record of a failure: every field of an entry file and of an area file, said once.

`Entry` mirrors `entries/<area>/<id>.yaml`; `Area` mirrors `entries/<area>/_area.yaml`. The values are
frozen and hold what the file says, nothing derived.
"""

from dataclasses import dataclass
from typing import Annotated

from generator.schema import vocabulary as words
from generator.schema.types import (
    Day,
    FormerId,
    Id,
    Inline,
    Number,
    Plain,
    Prose,
    Template,
    Title,
    Url,
    Verbatim,
    maybe,
    said,
)

Category = Annotated[str, words.CATEGORY]
Severity = Annotated[str, words.SEVERITY]
Kind = Annotated[str, words.KIND]
Level = Annotated[str, words.LEVEL]
Proof = Annotated[str, words.PROOF]
RelationKind = Annotated[str, words.RELATION]
Pattern = Annotated[str, words.PATTERN]
NodeRole = Annotated[str, words.NODE_ROLE]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickAnswer:
    """The card at the top of the page: what a tired person reads first."""

    first: Inline = said(
        "What to do first, in at most three sentences.",
        "Look for `PreemptionMode` in the server log; if it repeats, lower `--max-num-seqs` by half and watch the counter.",
    )
    symptom: Inline = said("What is seen, short.", "Throughput halves under load while no request fails.")
    cause: Inline = said("Why, short.", "The KV cache is full, so running requests are evicted and recomputed.")
    fix: Inline = said("What ends it, short.", "Give the cache more memory or admit fewer sequences at once.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """One text that a program prints when this failure happens."""

    text: Template = said(
        "The message as printed, to the letter; what varies becomes {name} or {name:kind}. A literal brace is doubled: {{ }}. White space matches any white space.",
        "Sequence group {group:word} is preempted by PreemptionMode.{mode:word} mode because there is not enough KV cache space",
    )
    program: Plain = said("The program or library that prints it.", "vLLM")
    file: Plain = said("The file that prints it, as its own project names it.", "vllm/core/scheduler.py")
    level: Level = said("At which level it appears.", "warning")
    first_seen: Plain | None = maybe("The earliest release in which it was looked up and found.", "0.4.3")
    last_seen: Plain | None = maybe("The latest release in which it was looked up and found.", "0.10.2")
    gone_in: Plain | None = maybe("The release in which it was looked for and is no longer there.", "0.11.0")
    known_from: Proof = said("Where the program was seen to print it.", "repository")
    url: Url = said(
        "The address at which that can be checked, at a tag or commit where there is one.",
        "https://github.com/vllm-project/vllm/blob/v0.6.3/vllm/core/scheduler.py#L1196",
    )
    only_if: Plain | None = maybe(
        "When the line is a sign of the failure, where healthy jobs print it too: comparisons of its placeholders, joined by `and`.",
        "waited >= 60",
    )
    note: Inline | None = maybe(
        "What else to know about this wording.", "Printed for the first and then every 50th preemption."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """A metric whose movement shows this failure."""

    name: Plain = said("The metric's name as exported.", "vllm:num_preemptions_total")
    means: Inline = said(
        "What its movement says.",
        "Rises by one for each preempted request; a steady climb means the cache is too small for the load.",
    )
    where: Inline | None = maybe("Where it is found and in which versions.", "The `/metrics` endpoint of the server.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Symptom:
    """A sign of the failure and why it shows."""

    sign: Inline = said("What is seen.", "Inter-token latency has a long tail.")
    why: Inline = said("Why it happens.", "An evicted request must prefill its whole prefix again before it goes on.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Affected:
    """A system in which the failure occurs."""

    system: Plain = said("The program, device or platform.", "vLLM, V1 engine")
    versions: Plain = said("The range of versions looked at, in words where it is open.", "0.8.0 and later")
    differs: Inline | None = maybe(
        "What is different there.", "Prints no line for each event; only the counter shows it."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One step of the ordered diagnosis: do this, look for that, it means this."""

    do: Inline = said("What to do and what to look at.", "Read the preemption counter twice, a minute apart.")
    command: Verbatim | None = maybe(
        "A complete command for it.", "curl -s localhost:8000/metrics | grep num_preemptions"
    )
    if_so: Inline = said(
        "What it means when the sign is there.", "It rises: the cache is full; go on with the next step."
    )
    if_not: Inline = said("What it means when it is not.", "It stands still: look at the queue instead.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """One of several causes behind the same message."""

    name: Inline = said("The cause, in a few words.", "A worker process was killed by the kernel")
    tell: Inline = said("How to tell it from the others.", "The exit code is -9 and the kernel log names the process.")
    remedy: Inline | None = maybe("What ends this one in particular.", "Lower `num_workers` or raise the memory limit.")
    log_shows: tuple[Template, ...] = maybe(
        "Texts, written like signatures, that the log holds too when it is this cause; the diagnosis looks for them.",
        ["Signal 9 (SIGKILL) received by PID {pid:int}"],
        default=(),
        at_most=8,
    )
    values: Plain | None = maybe(
        "What the signatures' placeholders say when it is this cause: comparisons, joined by `and`. Sizes and numbers compare as numbers.",
        "live > 0.9 * total and unallocated < want",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RootCause:
    """Why it happens at bottom; several causes of one message are told apart here."""

    text: Prose = said(
        "One to four paragraphs.",
        "More sequences are admitted than the cache can hold at the length to which they grow.",
    )
    causes: tuple[Cause, ...] = maybe(
        "The distinct causes, most frequent first, where there are several.", default=(), at_most=12
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """The one cheap experiment that separates this failure from its look-alikes; the hubs compare these."""

    do: Inline = said("The experiment, in a sentence or two.", "Halve `--max-num-seqs` and repeat the same load.")
    command: Verbatim | None = maybe("A complete command for it.", "vllm serve $MODEL --max-num-seqs 64")
    reads: Inline = said(
        "How to read the result.",
        "If the counter stops and throughput rises, it was preemption; if neither moves, the limit is elsewhere.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FixStep:
    """One step of the fix."""

    do: Inline = said("What to change.", "Raise `--gpu-memory-utilization` to 0.95.")
    command: Verbatim | None = maybe("A complete command for it.", "vllm serve $MODEL --gpu-memory-utilization 0.95")
    config: Verbatim | None = maybe("A piece of configuration or code for it.", "max-num-seqs: 64")
    when: Inline | None = maybe("When this step applies, and when it is wrong.", "Only if nothing else uses the GPU.")
    costs: Inline | None = maybe("What it costs or risks.", "Less room for activation peaks.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """What ends the failure, what helps tonight, and how to know that it worked."""

    why: Prose = said(
        "Why the fix works: which part of the mechanism it removes.",
        "With fewer sequences admitted, their blocks fit into the cache even at full length, so none has to be evicted.",
    )
    steps: tuple[FixStep, ...] = said("The steps, in order of preference.", at_most=12)
    fallback: Prose = said(
        "What to do when the steps are not possible.", "Spread the load over a second replica with the same settings."
    )
    stopgap: Prose = said(
        "What gets the job going tonight.",
        "Restart the server with half of `--max-num-seqs`; no request is lost by it.",
    )
    prevention: Prose = said(
        "What keeps it from coming back.", "Alert when the counter of preemptions rises for five minutes."
    )
    verify: Prose = said(
        "How to verify that it worked.",
        "Repeat the load that showed it: the counter stands still and throughput stays level.",
    )
    verify_command: Verbatim | None = maybe(
        "A complete command for that.", "curl -s localhost:8000/metrics | grep num_preemptions_total"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Practice:
    """A row of good practice: for this stack or situation, do that."""

    situation: Inline = said("The stack or situation.", "Long shared prompts")
    recommendation: Inline = said("What to do there.", "Keep prefix caching on.")
    notes: Inline | None = maybe(
        "What to mind.", "Cached blocks count as free, so the gauge reads lower than it seems."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One dimension seen with the fix and without it."""

    dimension: Inline = said("What is compared.", "Throughput under peak load")
    with_fix: Inline = said("With the fix.", "Stays level; further requests wait in the queue.")
    without_fix: Inline = said("Without it.", "Falls as more requests are admitted.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A box of the fingerprint graph."""

    id: Id = said("A short name used by the edges.", "full")
    label: Plain = said("What the box says, at most a few words.", "KV cache full")
    role: NodeRole = maybe("What the box is in the chain.", "cause", default="event")


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """An arrow of the fingerprint graph."""

    source: Id = said("The id of the node it leaves.", "full")
    target: Id = said("The id of the node it reaches.", "evict")
    label: Plain | None = maybe("What happens on the way.", "no free block")


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """A small directed graph: how the failure unfolds."""

    nodes: tuple[Node, ...] = said("The boxes.", at_least=2, at_most=12)
    edges: tuple[Edge, ...] = said("The arrows.", at_most=20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One metric over time; the numbers show a typical shape and are no measurement."""

    name: Plain = said("The metric, as a person would call it.", "Running requests")
    unit: Plain | None = maybe("Its unit.", "requests")
    points: tuple[tuple[Number, ...], ...] = said(
        "Pairs [time, value], in order of time.", [[0, 12], [5, 40]], at_least=2, at_most=60
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A moment worth naming on the time axis."""

    at: Number = said("The time of it, on the axis of the curves.", 12)
    label: Plain = said("What happens then.", "cache full")


@dataclass(frozen=True, slots=True, kw_only=True)
class Curves:
    """Two to four metrics over the same time."""

    time: Plain = said("What the time axis counts.", "minutes under load")
    lines: tuple[Line, ...] = said("The metrics.", at_least=2, at_most=4)
    marks: tuple[Mark, ...] = maybe("Moments worth naming.", default=(), at_most=4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """The shape of the failure as a picture, given as data."""

    caption: Inline = said("What the picture shows, in a sentence.", "Throughput falls although more requests run.")
    graph: Graph | None = maybe("How the failure unfolds.")
    curves: Curves | None = maybe("How metrics move.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """A typed link to another entry; the other page shows its reverse by itself."""

    kind: RelationKind = said("How this entry relates to the other.", "looks_like")
    entry: Id = said("The other entry's id.", "vllm-queue-growth")
    why: Inline = said(
        "One sentence on the relation.", "Both slow down under load, but there the counter of preemptions stands still."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """A piece of log in the message's real form, which the signatures of this entry must hit."""

    log: Verbatim = said(
        "The lines, with realistic surroundings and values of your own.",
        "WARNING 11-29 16:40:58 scheduler.py:1196] Sequence group cmpl-7f is preempted by PreemptionMode.RECOMPUTE mode because there is not enough KV cache space",
    )
    note: Inline | None = maybe("What to see in it.", "The name of the file and the time vary with the logger.")


@dataclass(frozen=True, slots=True, kw_only=True)
class NearMiss:
    """A piece of log that looks alike and that the signatures of this entry must pass over."""

    log: Verbatim = said(
        "The lines.", "INFO 11-29 16:41:02 metrics.py:455] Running: 64 reqs, Swapped: 0 reqs, Pending: 210 reqs"
    )
    entry: Id | None = maybe("The id of the entry that it belongs to, where there is one.", "vllm-queue-growth")
    why: Inline = said("What makes it another matter.", "The request waits; nothing was evicted.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question people really ask."""

    question: Plain = said("The question, as asked.", "Are preempted requests lost?")
    answer: Inline = said("The answer.", "No. They are computed again from their prompt and finish later.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A place that was read, and what it supports."""

    title: Plain = said("What the page is.", "vLLM 0.6.3: core/scheduler.py")
    url: Url = said("Its address.", "https://github.com/vllm-project/vllm/blob/v0.6.3/vllm/core/scheduler.py")
    supports: Inline = said(
        "What in this entry it supports.", "The wording of the warning and that it appears on every 50th event."
    )
    primary: bool = maybe(
        "Whether it is the project itself: source, documentation, release note, maintainer.", True, default=False
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One failure: `entries/<area>/<id>.yaml`. The folder is the area, the file's name is the id."""

    title: Title = said(
        "The failure as seen, one line, no full stop.", "Running requests preempted because the KV cache is full"
    )
    summary: Inline = said(
        "Two or three sentences on what goes on.",
        "When the KV cache is full, vLLM evicts running requests and computes them again later. Throughput falls although more requests run.",
    )
    category: Category = said("What sort of failure it is.", "scheduling")
    severity: Severity = said("How much is lost.", "medium")
    kind: Kind = maybe("Whether this is a failure, a wrapper or harmless.", "failure", default="failure")
    tags: tuple[Id, ...] = said("Free words for the tag pages.", ["kv-cache", "throughput"], at_most=8)
    former_ids: tuple[FormerId, ...] = maybe(
        "Ids that this entry had before, `area/id` where it lay in another area; each becomes a redirect.",
        ["nccl-timeout", "pytorch/nccl-watchdog"],
        default=(),
        at_most=12,
    )
    added: Day = said("The day on which the entry came in.", "2026-11-29")
    reviewed: Day = said("The day of the last review.", "2026-11-29")
    quick_answer: QuickAnswer = said("The card at the top of the page.")
    definition: Prose = said(
        "What this failure is.",
        "Preemption is the scheduler's answer to a full KV cache: it takes the blocks of one running request to go on with the others.",
    )
    observed: Prose = said(
        "What a person sees, also when nothing errors.",
        "No request fails. Inter-token latency grows a long tail, and the counter of preemptions climbs with the load.",
    )
    signatures: tuple[Signature, ...] = maybe(
        "What the software prints. May be empty for a silent failure.", default=()
    )
    patterns: tuple[Pattern, ...] = maybe(
        "What the diagnosis of a whole job shows when it is this failure, where no line does.",
        ["waits-elsewhere"],
        default=(),
        at_most=4,
    )
    metrics: tuple[Metric, ...] = maybe("Metrics that show it.", default=(), at_most=12)
    symptoms: tuple[Symptom, ...] = said("Signs, each with why it shows.", at_most=12)
    affected: tuple[Affected, ...] = said("Systems and versions, and what differs between them.", at_most=12)
    mechanism: Prose = said(
        "The chain from cause to symptom, in prose.",
        "Each running request takes one block more every few tokens. When none is free, the scheduler evicts the request that came last, and its prefix is computed again.",
    )
    checklist: tuple[Check, ...] = said("The diagnosis, in order.", at_least=2, at_most=12)
    root_cause: RootCause = said("Why it happens at bottom.")
    first_control: Control = said("The one cheap experiment to do first.")
    fix: Fix = said("What ends it.")
    best_practices: tuple[Practice, ...] = said("What works, by stack or situation.", at_most=12)
    comparison: tuple[Comparison, ...] = said("With the fix and without it.", at_most=12)
    diagnostic_note: Prose = said(
        "What an expert would tell you at the coffee machine.",
        "Look at the counter before you look at latency: a queue looks the same from outside, and its remedy is the opposite one.",
    )
    fingerprint: Fingerprint | None = maybe("The shape of the failure as a picture, given as data.")
    related: tuple[Relation, ...] = said("Typed links to other entries.", at_most=12)
    excerpts: tuple[Excerpt, ...] = maybe(
        "Log pieces that the signatures must hit; needed where there are signatures.", default=(), at_most=16
    )
    near_misses: tuple[NearMiss, ...] = maybe(
        "Log pieces that the signatures must pass over; needed where there are signatures.", default=(), at_most=16
    )
    faq: tuple[Question, ...] = said("What people really ask.", at_most=12)
    references: tuple[Reference, ...] = said("What was read, and what it supports.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """An area's own words: `entries/<area>/_area.yaml`."""

    name: Title = said("The area as people call it.", "Kubernetes")
    summary: Inline = said(
        "One sentence on what belongs here.", "Pods that are not placed, are evicted, or cannot see their GPU."
    )
    intro: Prose = said(
        "One paragraph on how its failures hang together.",
        "A pod passes the scheduler, the kubelet and the device plugin; what fails at one of them is reported by the next.",
    )
    tell_apart: Prose = said(
        "The order in which to tell its failures apart.",
        "Read the pod's phase first: `Pending` points at placement, `Failed` at an eviction, `Running` at the job itself.",
    )
    former_ids: tuple[FormerId, ...] = maybe(
        "Ids of entries that were retired without a successor; their addresses lead to this area.",
        ["old-failure"],
        default=(),
        at_most=40,
    )

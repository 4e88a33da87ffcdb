"""Every code of a problem: its weight, its name, why it matters, and what `explain CODE` shows.

Families: Y yaml and files, F fields, L links, S signatures, P prose. An `error` blocks the build; `advice` is shown
and lets it pass. A code keeps its meaning for good; one that is no longer used stays here, marked so.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """What one code means. `example` is a small wrong piece and the same piece mended."""

    code: str
    weight: str  # "error" or "advice"
    name: str
    why: str
    explanation: str
    wrong: str
    right: str


def _error(code: str, name: str, why: str, explanation: str, wrong: str, right: str) -> Code:
    return Code(code, "error", name, why, explanation, wrong, right)


def _advice(code: str, name: str, why: str, explanation: str, wrong: str, right: str) -> Code:
    return Code(code, "advice", name, why, explanation, wrong, right)


_CODES = (
    _error(
        "Y101",
        "the file is not valid YAML",
        "the file cannot be read as a record",
        "The YAML reader stopped at this place. The usual causes are a missing colon, an unclosed quote, a value with `: ` or ` #` "
        "in it that is not quoted, or a line whose indentation does not fit the one above. Log lines and commands are safest in a block scalar.",
        "title: error: out of memory",
        'title: "error: out of memory"',
    ),
    _error(
        "Y102",
        "a tab in the indentation",
        "YAML allows only spaces before a key or a dash, and editors show tabs in different widths",
        "Replace the tab with spaces, two for each level. Tabs inside a block scalar, after its indentation, are kept as text.",
        "tags:\n\t- gpu",
        "tags:\n  - gpu",
    ),
    _error(
        "Y103",
        "a key stands twice",
        "YAML would keep the last value in silence and lose the other",
        "Each field stands once in its record. Merge the two values, or remove the one that is out of date.",
        "title: A\ntitle: B",
        "title: A",
    ),
    _error(
        "Y104",
        "an anchor, alias or merge key",
        "aliases make a file hard to read alone, and a few of them can expand to gigabytes",
        "Write the value out at each place. Entries are read one by one, by people as well as by programs.",
        "why: *same",
        "why: The cache is full.",
    ),
    _error(
        "Y105",
        "a YAML tag",
        "tags ask the reader to build objects; an entry holds plain text, numbers and lists",
        "Remove the tag (the word that starts with an exclamation mark) and write the plain value.",
        "title: !!python/name:os.system x",
        "title: x",
    ),
    _error(
        "Y106",
        "the file is larger than an entry may be",
        "a file of this size is no entry, and reading it would slow every check",
        "An entry is at most 256 KiB; good ones are under 40. Trim excerpts to the lines that matter, or split two failures into two entries.",
        "(a 50 MB file)",
        "(an entry of 20 KB)",
    ),
    _error(
        "Y107",
        "the file is not UTF-8",
        "every reader and every page expects UTF-8; other encodings turn into wrong characters",
        "Save the file as UTF-8 in your editor, or convert it: `iconv -f LATIN1 -t UTF-8 old.yaml > new.yaml`.",
        "(a byte that is not UTF-8)",
        "(the same text as UTF-8)",
    ),
    _error(
        "Y108",
        "the path is not an entry file inside entries/",
        "only entries/<area>/<id>.yaml is read, and a link out of the tree could publish any file of the machine that builds the site",
        "An entry is a regular file at entries/<area>/<id>.yaml. Copy the file into the tree instead of linking to it.",
        "entries/vllm/x.yaml -> /etc/passwd",
        "entries/vllm/x.yaml (a regular file)",
    ),
    _error(
        "Y109",
        "the file cannot be read",
        "what cannot be read cannot be checked or published",
        "Check that the file exists and that you may read it, then run the command again.",
        "(a file without read permission)",
        "chmod u+r entries/vllm/x.yaml",
    ),
    _error(
        "Y110",
        "a character that YAML does not allow",
        "control characters are invisible, and terminals act on some of them",
        "Remove the character. Colour codes in a pasted log can be removed with `sed 's/\\x1b\\[[0-9;]*m//g'`.",
        "(an escape character in a log)",
        "(the same log without colour codes)",
    ),
    _error(
        "Y111",
        "the values are nested too deeply",
        "a record of an entry is at most six levels deep; deeper ones are a mistake or an attack",
        "Look at the indentation and the brackets near this place.",
        "[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]",
        "[1]",
    ),
    _advice(
        "Y201",
        "an untidy file",
        "reviewers read differences, and order or line ends that jump about hide what was changed",
        "Fields stand in the order of `encyclopedia schema`, lines of folded text have at most 120 characters, and every line ends with one line feed. "
        "`encyclopedia check --fix FILE` does all of it, and quotes texts that YAML takes for numbers or dates; it changes no word and no comment.",
        "summary: …\ntitle: …",
        "title: …\nsummary: …",
    ),
    _error(
        "F101",
        "an unknown field",
        "a field that nothing reads would be lost in silence",
        "The field is not part of this record. `encyclopedia schema` lists all fields with their purpose.",
        "sumary: …",
        "summary: …",
    ),
    _error(
        "F102",
        "a field is missing",
        "each section of a page answers a question that readers come with; a hole sends them elsewhere",
        "Add the field. `encyclopedia explain` with the name of a finished entry shows how others fill it.",
        "title: …  (and no summary)",
        "title: …\nsummary: …",
    ),
    _error(
        "F103",
        "a value of the wrong type",
        "the page would show something else than you meant",
        "YAML reads 0.10 as a number and 2026-11-29 as a date. Put text that looks like a number or a date in quotes; write lists with dashes.",
        "first_seen: 0.10",
        'first_seen: "0.10"',
    ),
    _error(
        "F104",
        "a word outside its vocabulary",
        "hubs, filters and the search group entries by these words",
        "The field takes one of a few words. `encyclopedia schema` lists them with their meanings.",
        "severity: severe",
        "severity: high",
    ),
    _error(
        "F105",
        "an id that is not well formed",
        "ids become addresses and file names; they are kept for good",
        "Lower-case letters, digits and single hyphens, from a letter or digit to a letter or digit, at most 80 characters. Name the failure as seen. "
        "`con`, `nul` and a few more are devices on Windows, and no file there can have their name.",
        "entries/vllm/../x.yaml",
        "entries/vllm/kv-cache-full.yaml",
    ),
    _error(
        "F106",
        "text that is empty or too long",
        "an empty field helps nobody, and a wall of text is not read",
        "Fill the field or remove it when it may be left out; cut what does not help the reader.",
        'summary: ""',
        "summary: The cache is full, so requests wait.",
    ),
    _error(
        "F107",
        "a value that is not an address",
        "a reference that cannot be opened proves nothing, and other schemes can run code in the reader's browser",
        "Give a full address that starts with https:// (or http://), without spaces. Its host is in plain letters, with no user or password before it: "
        "`https://github.com@example.org/` leads to example.org.",
        "url: javascript:alert(1)",
        "url: https://docs.vllm.ai/en/v0.6.3/",
    ),
    _error(
        "F108",
        "too few or too many values",
        "a list outside these bounds cannot be shown well on the page",
        "Add what is missing, or keep the values that matter most.",
        "tags: []",
        "tags: [kv-cache]",
    ),
    _error(
        "F109",
        "a date that cannot be",
        "the feed and the review list are sorted by dates",
        "Write the date as YYYY-MM-DD, not in the future, and not reviewed before it was added.",
        "reviewed: 2026-13-40",
        "reviewed: 2026-11-29",
    ),
    _error(
        "F110",
        "numbers or names of the fingerprint that do not fit together",
        "the picture could not be drawn, or would show something else",
        "Edges name nodes that exist; points are pairs [time, value] in order of time; a fingerprint has a graph or curves.",
        "points: [[5, 1], [0, 2]]",
        "points: [[0, 2], [5, 1]]",
    ),
    _error(
        "F111",
        "one line of text is needed here",
        "this text is shown in a heading, a table or a link, where lines cannot break",
        "Write it on one line.",
        "title: |\n  two\n  lines",
        "title: one line",
    ),
    _error(
        "L101",
        "a link to an entry that does not exist",
        "the reader would land on a page that is not there",
        "Ids are the file names without .yaml. The link follows an id for good: a renamed entry keeps its old id under former_ids.",
        "entry: vllm-preemption-kv-exausted",
        "entry: vllm-preemption-kv-exhausted",
    ),
    _error(
        "L102",
        "a link with a scheme that is not allowed",
        "links may lead to the web or to an entry; other schemes can run code in the reader's browser",
        "Use [text](https://…), [text](http://…) or [text](entry:some-id).",
        "[here](javascript:alert(1))",
        "[here](https://example.org/)",
    ),
    _error(
        "L103",
        "an id that is used twice",
        "one failure has one entry and one address",
        "Two files, or a file and a former id, claim the same id. Keep one; let the other be a former id of it, or give it a name of its own.",
        "entries/a/x.yaml and entries/b/x.yaml",
        "entries/a/x.yaml",
    ),
    _error(
        "L104",
        "an entry that relates to itself",
        "a page that sends its reader to itself helps nobody",
        "Name the other entry, or remove the relation.",
        "entry: this-entry",
        "entry: another-entry",
    ),
    _error(
        "L105",
        "an area without its own words",
        "the area's page would open with nothing",
        "Each folder of entries/ has an _area.yaml with name, summary, intro and tell_apart.",
        "entries/new-area/ without _area.yaml",
        "entries/new-area/_area.yaml",
    ),
    _error(
        "L106",
        "an area with a reserved name",
        "the site has a page of its own at that address",
        "Choose another name for the folder. A former id cannot name such a folder either: its redirect would stand in the place of a page of the site.",
        "entries/signatures/",
        "entries/signature-tools/",
    ),
    _error(
        "L107",
        "the same relation twice",
        "the page would show one link in two rows",
        "Keep the sentence that says more.",
        "two rows with kind: causes and the same entry",
        "one row",
    ),
    _error(
        "L108",
        "causes and effects that go in a circle",
        "the diagnosis puts what began before what followed; in a circle nothing began",
        "Which failure comes first is said by `causes` and `follows`. The message names the circle; one of its relations is weaker than the others: make it "
        "`looks_like`, or leave it out.",
        "a causes b, b causes c, c causes a",
        "a causes b, b causes c, c looks_like a",
    ),
    _error(
        "L109",
        "a link that shows another address than the one it leads to",
        "whoever reads the words trusts them, and lands with somebody else",
        "Write words that say what is behind the link, or the address itself.",
        "[https://github.com/](https://example.org/)",
        "[the source](https://github.com/)",
    ),
    _error(
        "L110",
        "an address that is lost",
        "readers come back by addresses that they have kept, and other pages link to them; each address that was published leads somewhere for good",
        "An entry gets another id or area by `encyclopedia rename`, becomes part of another by `encyclopedia merge`, and goes by "
        "`encyclopedia retire`: each leaves its old address under `former_ids`, of the entry or of the area, from which redirects are made. Former ids are never taken out. "
        "`encyclopedia check --changed` compares with the main branch.",
        "git rm entries/vllm/vllm-old-warning.yaml",
        "encyclopedia retire vllm-old-warning",
    ),
    _advice(
        "L201",
        "an entry with hardly a neighbor",
        "who lands on the wrong page finds the right one through its relations",
        "Relate it to what it is taken for (`looks_like`), to what brings it about (`follows`) and to what comes of it (`causes`). Relations that other entries "
        "declare count too.",
        "related: []",
        "related: two rows, each with a sentence",
    ),
    _error(
        "S101",
        "a signature that cannot be read as a template",
        "text between braces is a placeholder; a brace that is meant as text must be doubled",
        "Write {name} or {name:kind}, with a name of lower-case letters, digits and underscores. Write {{ and }} for literal braces. "
        "`encyclopedia schema` lists the kinds.",
        "text: 'got {\"a\": 1}'",
        "text: 'got {{\"a\": 1}}'",
    ),
    _error(
        "S102",
        "a signature with too little literal text",
        "a text this wide would hit lines of other failures and send readers to the wrong page; one without a word of its own cannot be searched for",
        "Keep the words that only this failure prints: at least twelve letters or digits of literal text, eight of them in one run. "
        "Its first line needs a word by which a log is searched: three printable ASCII characters in a row, none of them white space "
        "or one of \" & ' + / < = > \\ `, which encoders escape.",
        "text: 'error: {any:any}'",
        "text: 'CUDA error: device-side assert triggered'",
    ),
    _error(
        "S103",
        "a signature that none of its excerpts shows",
        "what no excerpt shows is untested, and often a typing error",
        "Add an excerpt with the line as the program prints it, or mend the template: compare them character by character.",
        "text: 'Out of memory allocating' with an excerpt 'Out of memory while allocating'",
        "the same words in both",
    ),
    _error(
        "S104",
        "a signature that hits a near miss",
        "a text this wide sends readers of other failures to this page",
        "Keep words that only this failure prints, or move the near miss to the excerpts if it is this failure after all.",
        "text: 'timed out waiting'",
        "text: 'Watchdog caught collective operation timeout'",
    ),
    _error(
        "S105",
        "signatures without excerpts or near misses",
        "an excerpt proves that the template hits, a near miss that it is not too wide",
        "Add at least one excerpt that shows each signature and one near miss of a look-alike.",
        "signatures: … (and no excerpts)",
        "signatures: …\nexcerpts: …\nnear_misses: …",
    ),
    _error(
        "S106",
        "an excerpt that no signature hits",
        "the excerpt claims to show this failure, yet the search would not find it",
        "Add the signature for its line, or remove the excerpt.",
        "excerpts: an unrelated log",
        "excerpts: a log with the message",
    ),
    _error(
        "S107",
        "the same signature twice",
        "the index would list one text in two rows, and a reader could not tell which page is right",
        "Keep it in one entry. Where one message has several causes, tell them apart inside that entry.",
        "the same text in two entries",
        "one entry, with root_cause.causes",
    ),
    _error(
        "S110",
        "a cause's comparison that cannot be read",
        "the diagnosis tells causes apart by it, and would pass over this one in silence",
        "Compare placeholders of this entry's signatures with each other or with fixed values: `name > name`, `name >= 0.9 * name`, "
        '`name == "TEXT"`; join several with ` and `.',
        "values: want is larger than total",
        "values: want > total",
    ),
    _error(
        "S111",
        "a version without a number, or a range that runs backwards",
        "readers compare these with the release that they run, and a range that cannot be is no answer",
        "The earliest release in which the text was looked up and found is `first_seen`, the latest `last_seen`; `gone_in` is the one in which it was looked for "
        "and is no longer there. Each has a digit, `last_seen` is not before `first_seen`, and `gone_in` is after both. What was not looked up is left out.",
        "first_seen: '2.4.1'\nlast_seen: '2.3.0'",
        "first_seen: '2.3.0'\nlast_seen: '2.4.1'",
    ),
    _error(
        "S120",
        "an entry has no proof record",
        "a signature that nobody has looked up in the software may be misremembered, and is then found by no one",
        "The command `encyclopedia prove ID` looks each signature up in the releases that the entry names and writes proofs/<area>/<id>.json. The file is generated "
        "and reviewed with the entry, and never edited by hand. Where a program is published is said in proofs/_projects.yaml. Without a network, put archives or git "
        "repositories into a folder and name it with --have or --mirror; or say `known_from: report` with the address where the line was seen, "
        "which needs no record and is shown as the weaker thing that it is. proofs/README.md tells more.",
        "(an entry with signatures and no record)",
        "encyclopedia prove nccl-ib-completion-error",
    ),
    _error(
        "S121",
        "a proof record is out of step with its entry",
        "a proof holds for the text that was looked up, and for no other",
        "A record belongs to a signature by the digest of its text. After the text of a signature has changed, or one has come or gone, prove the "
        "entry again; the releases that were loaded before are still in the cache.",
        "(the text was edited after `encyclopedia prove`)",
        "encyclopedia prove nccl-ib-completion-error",
    ),
    _error(
        "S122",
        "a proof record cannot be used",
        "a damaged record proves nothing, and the page would claim less than is known",
        "Records are generated, and no hand should touch them: a merge that went wrong is the usual cause. Delete the file and prove the entry again.",
        '{"format": "proof/1", "entry": "another-entry"}',
        "encyclopedia prove nccl-ib-completion-error",
    ),
    _error(
        "S123",
        "a signature was not found where the entry says that it is",
        "where the entry and the software disagree, the software is right",
        "The record says what was looked at and what was missing. Either the text, the file or a version is wrong, or the release cannot be had: "
        "then say documentation or report, with the address at which it can be read.",
        "known_from: source  # and the release prints other words",
        "known_from: report",
    ),
    _error(
        "S124",
        "a proved signature says other things than its record",
        "the page would show as proved what nobody has looked up",
        "A record belongs to the text of a signature, and shows in which releases of which program it was found. `first_seen` and `last_seen` must be among those, "
        "`gone_in` among the releases that were looked at and do not hold it, `known_from` must be the kind that was found, and the program must be the one that those releases "
        "are of. After a change, prove the entry again; where a release cannot be had, leave its version out.",
        "last_seen: '9.9'  # and the record shows 1.5",
        "last_seen: '1.5'",
    ),
    _error(
        "S125",
        "a signature that was compared with no release",
        "nothing speaks against it, and nothing for it either, while the page would say that the program was seen to print it",
        "The program has no row in proofs/_projects.yaml, the entry names no version, or no release that it names could be had. Add the row or the version; prove the entry again with a network, "
        "or with folders that have the release: `--mirror FOLDER` for git repositories, `--have FOLDER` for archives. Without them, `known_from: report` with the address where "
        "the line was seen needs no record.",
        "known_from: source  # of a program that proofs/_projects.yaml does not name",
        "known_from: report",
    ),
    _error(
        "S126",
        "a proof record whose entry does not exist",
        "it proves nothing, and tells that an entry was moved or deleted by hand, whose old address then leads nowhere",
        "The commands `encyclopedia rename`, `merge` and `retire` take the record along and keep the old address working. Bring the entry back where it was and use one of them. "
        "The record of a draft that never was on the main branch may simply be removed.",
        "git mv entries/nccl/a.yaml entries/nccl/b.yaml",
        "encyclopedia rename a b",
    ),
    _advice(
        "S201",
        "a proved signature whose record shows a part of it, or another file",
        "strings that are put together at run time are found in pieces, so a person has to say which is right",
        "The record found only a part of the text in a release that the entry names, or found it in another file than the one that the entry names. Both can be right: a message "
        "is built from pieces, or raised in one file and worded in another. Look at the place that is given, and correct the version or the file where it is not.",
        "file: demo/args.py  # and the text stands in demo/cache.py",
        "file: demo/cache.py",
    ),
    _advice(
        "S202",
        "a program that nobody else names",
        "the diagnosis and `encyclopedia prove` know a program by its name, and another spelling is another program",
        "Signatures of one program carry one name, to the letter: `PyTorch`, not `Pytorch` or `torch`. A program that is new here is well and good; where it is published goes "
        "into proofs/_projects.yaml, so that its messages can be looked up, and its head says how; one that is published nowhere goes into the list `elsewhere` there.",
        "program: Pytorch",
        "program: PyTorch",
    ),
    _advice(
        "S203",
        "a near miss that another entry explains",
        "whoever lands on the wrong page sees that line there, and is led on where the near miss names its entry",
        "A near miss without `entry` belongs to a failure that had no entry when it was written. A signature of one hits it now: name it, and both pages link to each other. "
        "Entries of kind wrapper do not count.",
        "near_misses:\n  - log: DataLoader worker (pid 4312) is killed by signal\n    why: …",
        "near_misses:\n  - log: DataLoader worker (pid 4312) is killed by signal\n    entry: dataloader-worker-killed\n    why: …",
    ),
    _error(
        "S108",
        "a signature that hits another entry's excerpt",
        "a reader of that failure's log would be sent to this page, and nothing on it would say how the two belong together",
        "Keep words that only this failure prints. Where both pages are right for one log, declare it in either entry: a row in `related`, "
        "or a near miss whose `entry` names the other.",
        "text: 'timed out waiting for {what:any}' while `store-timeout` shows 'timed out waiting for clients'",
        "text: 'timed out waiting for the barrier of {what:any}'",
    ),
    _error(
        "S109",
        "a signature that hits a healthy job's log",
        "a line that every job prints is no sign of a failure, and the page would be shown to everybody",
        "Logs of jobs in which nothing was wrong lie in tests/clean/. Keep words that are printed only when this failure happens. If the log is not "
        "healthy after all, mend the log and say so in tests/clean/README.md.",
        "text: 'NCCL INFO Bootstrap: Using {interface:any}'",
        "text: 'Bootstrap: no socket interface found'",
    ),
    _error(
        "P101",
        "raw HTML in a text field",
        "pages show text, never markup of their own; what looks like a tag would vanish, run, or stand there as it is",
        "Put it in backticks to show it, or use CommonMark: `*word*`, `[text](https://…)`. Titles, questions and names know no markup at all: leave the tag out. "
        "A placeholder such as `<rank>` may stand in them.",
        "summary: Set <b>this</b>",
        "summary: Set *this*",
    ),
    _error(
        "P102",
        "an image in a text field",
        "pages load nothing from elsewhere; pictures are drawn from data under fingerprint",
        "Describe it, or give it as a graph or as curves under fingerprint.",
        "![plot](https://example.org/p.png)",
        "fingerprint: …",
    ),
    _error(
        "P103",
        "an invisible or direction-changing character, or marks piled up",
        "such characters make text look different from what it is; in a command they change what is run",
        "Delete the character and type the text again. Plain spaces and letters are fine in any language, with a few marks on each. In a comment of the file "
        "such a character can hide a field from a reviewer; written as an entity, `&#x202e;`, it is no better.",
        "(a right-to-left override in a command)",
        "(the command typed again)",
    ),
    _error(
        "P106",
        "a character that looks like one of ASCII's in a command or code",
        "the command does something else than it seems to, or fails and nobody sees why",
        "Commands, configuration and code are copied, so they are ASCII; `…` may stand for what is left out. A letter of another alphabet, a long dash, a typographic quote or a "
        "no-break space is another character than the one it is taken for. Type it again. In code inside a sentence, Chinese, Japanese and Korean may stand, and signs that resemble none.",
        "command: pip install \u2013upgrade torch",
        "command: pip install --upgrade torch",
    ),
    _error(
        "P107",
        "a part of a command that stands out of sight",
        "what is not seen is copied and run all the same",
        "A long run of blanks or of empty lines pushes what follows out of the reader's eye, and out of the reviewer's. Write the command without them, one step a line.",
        "command: ls   (three hundred blanks)   ; other command",
        "command: ls; other command",
    ),
    _error(
        "P108",
        "more brackets than a text can need",
        "each may begin a link, and looking for the ends of thousands takes a parser seconds",
        "Keep the lines of a log that matter, and put them into an excerpt, where brackets are only brackets.",
        "summary: [[[[[[[[ … thousands of them",
        "summary: The log repeats `[`.",
    ),
    _error(
        "P109",
        "what looks like a secret key",
        "the repository is public, and so is its history",
        "Tokens and keys of services stand in logs more often than one thinks. Put a made-up word in its place. If the key is real and was committed, "
        "make it invalid where it was issued.",
        "log: 'login with hf_…'",
        "log: 'login with <secret-1>'",
    ),
    _error(
        "P104",
        "a sentence that stands twice",
        "a sentence that fits two places says nothing special about either",
        "Say what is particular here, or leave the sentence out and link to the other entry.",
        "the same sentence in two entries",
        "a sentence of its own in each",
    ),
    _error(
        "P105",
        "a heading, rule or table inside a text field",
        "the page's outline comes from the fields; text fields hold paragraphs, lists and code",
        "Use a paragraph or a list, or put the text in the field it belongs to.",
        "mechanism: '# Why'",
        "mechanism: The cache is full.",
    ),
    _advice(
        "P201",
        "a title that ends with a full stop",
        "titles are names, shown in lists and tables",
        "Remove the full stop.",
        "title: The cache is full.",
        "title: The cache is full",
    ),
    _advice(
        "P202",
        "no primary reference",
        "what only second hands report may be wrong or out of date",
        "Add the source, documentation or release note that shows it, with `primary: true`.",
        "references without primary: true",
        "primary: true",
    ),
    _advice(
        "P203",
        "a very long sentence",
        "whoever reads this has been awake for twenty hours",
        "Make two sentences of it, or a list. Code in backticks counts as one word.",
        "sixty words between two full stops",
        "three sentences of twenty",
    ),
    _error(
        "P130",
        "a command that destroys something and does not say so",
        "it is pasted into a terminal at night, and other people's work runs on the same machine",
        "Killing, resetting, draining, rebooting, deleting, writing over a device, and running unseen what a server sends (`curl … | sh`): a "
        "step of the fix has `when` (in which case, and who should agree) and `costs` (what is lost). In a "
        "checklist or control the text beside the command says what it ends.",
        "command: nvidia-smi --gpu-reset -i 3",
        "when: No process may hold the GPU; ask its users first.\ncosts: Whatever runs on it.\ncommand: nvidia-smi --gpu-reset -i 3",
    ),
    _error(
        "P120",
        "a name that was not seen in any program",
        "a flag or variable that does not exist costs a reader an evening",
        "Flags, environment variables, metrics and dotted Python names in code spans are looked up by `encyclopedia prove` in the programs that the entry "
        "is about. Correct the name; or prove the entry again after proofs/_projects.yaml has learned the program; or, for an everyday tool, add a line "
        "with a reason to generator/check/everyday.txt.",
        "lower `--max-num-seq`",
        "lower `--max-num-seqs`",
    ),
)

CATALOGUE: dict[str, Code] = {code.code: code for code in _CODES}


def is_error(code: str) -> bool:
    """Whether problems with this code block the build; raises KeyError for an unknown code."""
    return CATALOGUE[code].weight == "error"

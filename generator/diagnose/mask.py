"""Text of a log in, the same text out without what belongs to its owner: names of users and hosts, addresses, e-mails, secrets.

The same value becomes the same placeholder within one report (`<host-2>`), so that ranks can still be told apart. Every pattern begins at a word
that is rare, or is bounded, so that a line of any length is gone through in linear time. What looks like a secret and is none stays readable:
version numbers, bus addresses, loopback, digests, source files, public hosts.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

USER, HOST, IP, MAC, EMAIL, SECRET = "user", "host", "ip", "mac", "email", "secret"
Span = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class _Rule:
    """What `pattern` finds is hidden: its group `value`, if `accept` agrees."""

    kind: str
    pattern: re.Pattern[str]
    accept: Callable[[re.Match[str]], bool]


class Masker:
    """Hides the same things behind the same placeholders for as long as it lives. `hosts` and `users` are known already."""

    def __init__(self, hosts: Iterable[str] = (), users: Iterable[str] = ()) -> None:
        self._hosts = {host.casefold() for host in hosts if _is_name_of_host(host)}
        self._users = {user for user in users if _is_own_user(user)}
        self._given: dict[tuple[str, str], str] = {}
        self._count = Counter[str]()
        self._known: re.Pattern[str] | None = None
        self._stale = True

    def learn(self, text: str) -> None:
        """Remembers the names that `text` shows beyond doubt, so that they are hidden where they stand alone, too."""
        before = len(self._hosts), len(self._users)
        for start, end, kind in _spans(text):
            if kind == HOST and _is_name_of_host(text[start:end]):
                self._hosts.add(text[start:end].casefold())
            elif kind == USER and _is_own_user(text[start:end]):
                self._users.add(text[start:end])
        self._stale = self._stale or before != (len(self._hosts), len(self._users))

    def mask(self, text: str) -> str:
        """The text with placeholders."""
        self.learn(text)
        taken = _first_come([*_spans(text), *self._spans_of_known(text)])
        out, place = [], 0
        for start, end, kind in taken:
            out += [text[place:start], self._placeholder(kind, text[start:end])]
            place = end
        return "".join([*out, text[place:]])

    def _placeholder(self, kind: str, value: str) -> str:
        key = value.casefold() if kind in (HOST, IP, MAC, EMAIL) else value
        if kind == IP:
            key = key.removeprefix("::ffff:")  # the same address, seen through IPv6
        if kind == HOST and key.partition(".")[0] in self._hosts:
            key = key.partition(".")[0]  # node17 and node17.example.org are one
        if (kind, key) not in self._given:
            self._count[kind] += 1
            self._given[kind, key] = f"<{kind}-{self._count[kind]}>"
        return self._given[kind, key]

    def _spans_of_known(self, text: str) -> Iterator[Span]:
        if self._stale:
            names = sorted({*self._hosts, *map(str.casefold, self._users)}, key=lambda name: (-len(name), name))
            whole = "|".join(map(re.escape, names))
            self._known = re.compile(rf"(?:^|[^\w.<-])(?P<value>{whole})(?![\w-])", re.IGNORECASE) if names else None
            self._stale = False
        for match in self._known.finditer(text) if self._known else ():
            if match["value"].casefold() in self._hosts:
                yield *match.span("value"), HOST
            elif match["value"] in self._users:
                # a user's name may be a common word: only as a part of a path, or before an @
                around = text[match.start("value") - 1 : match.start("value")], text[match.end() : match.end() + 1]
                if around[0] in ("/", "\\") or around[1] == "@":
                    yield *match.span("value"), USER


def _spans(text: str) -> Iterator[Span]:
    for rule in _RULES:
        for match in rule.pattern.finditer(text):
            if match["value"] and rule.accept(match):
                yield *match.span("value"), rule.kind


def _first_come(spans: Iterable[Span]) -> list[Span]:
    """The spans in the order of the text; where two overlap, the one that was found first has it all."""
    taken: list[Span] = []
    for span in spans:
        taken.append(span)
    order = sorted(range(len(taken)), key=lambda number: (taken[number][0], number))
    out: list[tuple[int, Span]] = []
    for number in order:
        start, end, kind = taken[number]
        if out and start < out[-1][1][1]:
            first, (begin, stop, before) = out[-1]
            out[-1] = min(first, number), (begin, max(stop, end), kind if number < first else before)
        else:
            out.append((number, (start, end, kind)))
    return [span for _, span in out]


# ---- what accepts or refuses a find ----


def _is_secret_key(match: re.Match[str]) -> bool:
    """`password: x` yes; `pad_token: x`, `token: 17` and values that are written as absent no."""
    name = (match.string[max(0, match.start() - 24) : match.start()] + match["key"]).casefold()
    value = match["value"].strip("\"'")
    if not value or value[0] in "<[{$*(" or value.casefold() in _NO_VALUE:
        return False
    if "token" not in match["key"].casefold():
        return True
    return _NO_SECRET_TOKEN.search(name) is None and _QUANTITY.fullmatch(value) is None


_NO_VALUE = {
    "none",
    "null",
    "nil",
    "true",
    "false",
    "yes",
    "no",
    "missing",
    "unset",
    "required",
    "empty",
    "str",
    "bytes",
}
_NO_SECRET_TOKEN = re.compile(
    r"(?:pad|bos|eos|unk|cls|sep|mask|image|audio|video|special|next|stop|last|first|new|per|each|end|start|prompt|unexpected|added|"
    r"input|output|sampled|draft|of|speech|think|decoder|lm)[_ -]?token$"
)
_QUANTITY = re.compile(r"[-+]?[0-9][0-9.,]{0,8}[A-Za-z%/]{0,12}")


def _has_digit(match: re.Match[str]) -> bool:
    return any(character.isdigit() for character in match["value"])


def _is_bearer(match: re.Match[str]) -> bool:
    return _has_digit(match) or len(match["value"]) >= 20


def _is_no_scheme(match: re.Match[str]) -> bool:
    return match["value"].casefold() not in ("bearer", "basic", "token", "digest", "negotiate")


def _is_email(match: re.Match[str]) -> bool:
    start = match.start("value")
    return _IN_ADDRESS.search(match.string[max(0, start - 140) : start]) is None


#: What stands before an @ in a web address is no e-mail.
_IN_ADDRESS = re.compile(r"://[^\s/@]{0,130}$")


def _is_base64_line(match: re.Match[str]) -> bool:
    value = match["value"]
    return any(c.isdigit() for c in value) and any(c.islower() for c in value) and any(c.isupper() for c in value)


def _is_own_user(name: str) -> bool:
    return len(name) > 2 and not name.isdigit() and name.casefold() not in _NO_USER


_NO_USER = {
    "root",
    "user",
    "users",
    "home",
    "shared",
    "public",
    "data",
    "default",
    "local",
    "share",
    "lib",
    "src",
    "app",
}
_SOURCE = re.compile(r".*\.(?:py|so|c|cc|cpp|cu|h|hpp|rs|go|js|sh|log|txt|json|ya?ml)")


def _is_home(match: re.Match[str]) -> bool:
    return _SOURCE.fullmatch(match["value"]) is None and match["value"] not in (".", "..")


def _is_ipv4(match: re.Match[str]) -> bool:
    parts = match["value"].split(".")
    if any(int(part) > 255 or (len(part) > 1 and part[0] == "0") for part in parts):
        return False
    if parts[0] in ("0", "127") or parts == ["255"] * 4 or parts[:2] == ["255", "255"]:
        return False
    start = match.start("value")
    before = match.string[max(0, start - 48) : start]
    if _LIBRARY_BEFORE.search(before):
        return False
    if _is_private(int(parts[0]), int(parts[1])):
        return True
    return _VERSION_BEFORE.search(before) is None and _VERSION_AFTER.match(match.string, match.end("value")) is None


def _is_private(first: int, second: int) -> bool:
    return (
        first == 10
        or (first, second) in ((192, 168), (169, 254))
        or (first == 172 and 16 <= second < 32)
        or (first == 100 and 64 <= second < 128)
    )


#: What makes four numbers a version: the name of a library that has such versions; for public addresses also a comparison or the word.
_LIBRARY_BEFORE = re.compile(
    r"\b(?:lib|nvidia-)?(?:cudnn|cublas(?:lt)?|cufft|curand|cusolver|cusparse(?:lt)?|nccl|nvjitlink|nvrtc|cupti|nvtx|cuda|tensorrt|openmpi|ofed|ucx)"
    r"[a-z0-9_-]{0,12}(?:[ =:/(@-]|\.so\.|[ _-]version[\"']?[ :=]{1,3}){1,3}v?$",
    re.IGNORECASE,
)
_VERSION_BEFORE = re.compile(
    r"(?:\b(?:[a-z]{1,20}_)?(?:version|ver|release|firmware|fw|vbios)[\"']?[\s:=(]{0,3}v?|[=><~!]=v?)$", re.IGNORECASE
)
_VERSION_AFTER = re.compile(r"(?:\+[a-z]|\.(?:post|dev|rc)|rc[0-9]|-py[0-9]|-cp[0-9])")


def _is_ipv6(match: re.Match[str]) -> bool:
    value = match["value"]
    groups = value.split(":")
    filled = [group for group in groups if group]
    if any(len(group) > 4 for group in groups) or value.count("::") > 1 or ":::" in value:
        return False
    if "::" in value:
        return 2 <= len(filled) <= 7 and any(c.isdigit() for c in value)
    return len(filled) == len(groups) == 8


def _is_fqdn(match: re.Match[str]) -> bool:
    text, value = match.string, match["value"].casefold()
    labels = value.split(".")
    if value in _PUBLIC or any(value.endswith("." + public) for public in _PUBLIC_BELOW) or labels[-1] not in _TOP:
        return False
    if labels[0] in _NO_HOST or all(label.isdigit() for label in labels[:-1]):
        return False
    start, end = match.span("value")
    if text[max(0, start - 2) : start] == "//" or text[max(0, start - 1) : start] == "@":
        return True
    if _PORT.match(text, end) or _HOST_BEFORE.search(text[max(0, start - 16) : start]):
        return True
    if text[max(0, start - 1) : start] in ("/", "\\") and labels[-1] not in _OWN_TOP:
        return False  # a file
    return len(labels) > (1 if labels[-1] in _OWN_TOP else 2)


_PORT = re.compile(r":[0-9]{2,5}(?![0-9])|<[0-9]{1,5}>")
_HOST_BEFORE = re.compile(
    r"\b(?:host|hostname|node|server|endpoint|addr|address)[\"']?[\s:=]{1,3}[\"']?$", re.IGNORECASE
)
_OWN_TOP = frozenset(
    [
        "com",
        "org",
        "edu",
        "gov",
        "mil",
        "internal",
        "intranet",
        "intra",
        "corp",
        "lan",
        "localdomain",
        "cluster",
        "hpc",
        "priv",
        "private",
    ]
)
_TOP = _OWN_TOP | frozenset(
    [
        "net",
        "int",
        "io",
        "ai",
        "dev",
        "cloud",
        "local",
        "app",
        "tech",
        "xyz",
        "arpa",
        "svc",
        "ac",
        "ae",
        "ar",
        "at",
        "au",
        "be",
        "bg",
        "br",
        "ca",
        "ch",
        "cl",
        "cn",
        "cz",
        "de",
        "dk",
        "ee",
        "es",
        "eu",
        "fi",
        "fr",
        "gr",
        "hk",
        "hu",
        "id",
        "ie",
        "il",
        "ir",
        "it",
        "jp",
        "kr",
        "lt",
        "lu",
        "mx",
        "my",
        "nl",
        "no",
        "nz",
        "pt",
        "ro",
        "ru",
        "sa",
        "se",
        "sg",
        "si",
        "sk",
        "th",
        "tr",
        "tw",
        "ua",
        "uk",
        "us",
        "vn",
        "za",
    ]
)
_NO_HOST = frozenset(
    [
        "self",
        "cls",
        "torch",
        "os",
        "np",
        "nn",
        "tf",
        "jax",
        "model",
        "module",
        "modules",
        "cfg",
        "config",
        "args",
        "logging",
        "data",
        "this",
    ]
)
_PUBLIC = frozenset(
    [
        "github.com",
        "gitlab.com",
        "huggingface.co",
        "hf.co",
        "pypi.org",
        "files.pythonhosted.org",
        "python.org",
        "docs.python.org",
        "pytorch.org",
        "docs.pytorch.org",
        "download.pytorch.org",
        "dev-discuss.pytorch.org",
        "nvidia.com",
        "docs.nvidia.com",
        "developer.nvidia.com",
        "developer.download.nvidia.com",
        "pypi.nvidia.com",
        "nvcr.io",
        "ghcr.io",
        "quay.io",
        "docker.io",
        "gcr.io",
        "registry.k8s.io",
        "public.ecr.aws",
        "amd.com",
        "google.com",
        "docs.ray.io",
        "docs.vllm.ai",
        "wandb.ai",
        "api.wandb.ai",
        "openai.com",
        "api.openai.com",
        "kubeflow.org",
        "readthedocs.io",
        "go.dev",
        "kernel.org",
        "wikipedia.org",
        "stackoverflow.com",
        "example.com",
        "example.org",
        "example.net",
    ]
)
#: Below these stand names of kinds and pages, not of machines.
_PUBLIC_BELOW = frozenset(
    [
        "k8s.io",
        "kubernetes.io",
        "kubeflow.org",
        "nvidia.com/gpu",
        "readthedocs.io",
        "huggingface.co",
        "hf.co",
        "pytorch.org",
    ]
) | {"x-k8s.io"}


def _is_name_of_host(name: str) -> bool:
    return len(name) > 1 and not name.isdigit() and name.casefold() not in _NO_HOST_NAME


_NO_HOST_NAME = {
    *(
        "localhost",
        "none",
        "null",
        "unknown",
        "true",
        "false",
        "host",
        "node",
        "hostname",
        "cpu",
        "cuda",
        "gpu",
        "on",
        "at",
        "in",
        "the",
    ),
    *(
        "0.0.0.0",
        "127.0.0.1",
        "is",
        "for",
        "not",
        "and",
        "or",
        "master",
        "rank",
        "error",
        "info",
        "warning",
        "train",
        "python",
    ),
}


def _is_host_word(match: re.Match[str]) -> bool:
    value = match["value"]
    return _is_name_of_host(value) and value.casefold() not in _PUBLIC and _IPV4_SHAPE.fullmatch(value) is None


def _has_letter_and_digit(match: re.Match[str]) -> bool:
    return (
        _is_host_word(match) and any(c.isdigit() for c in match["value"]) and any(c.isalpha() for c in match["value"])
    )


_IPV4_SHAPE = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")


def _always(match: re.Match[str]) -> bool:
    return True


def _rule(kind: str, pattern: str, accept: Callable[[re.Match[str]], bool] = _always, flags: int = 0) -> _Rule:
    return _Rule(kind, re.compile(pattern, flags), accept)


_ANY_CASE = re.IGNORECASE
_BEFORE = r"(?:^|[^A-Za-z0-9])"  # a word may follow _ here: TOKEN_hf_…
_VALUE = r"""(?P<value>"[^"\n]{1,4096}"|'[^'\n]{1,4096}'|[^\s"',;&)}\]]+)"""

#: Secrets first: what one of them covers, no other rule looks at.
_RULES = (
    _rule(
        SECRET,
        r"(?P<value>-----BEGIN [A-Z0-9 ]{1,40}-----[\s\S]*?(?:-----END [A-Z0-9 ]{1,40}-----|$))",
    ),
    _rule(SECRET, r"^\s{0,8}(?P<value>[A-Za-z0-9+/]{60,76}={0,2})\s{0,8}$", _is_base64_line, re.MULTILINE),
    _rule(
        SECRET,
        r"\b(?P<value>(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp[0-9]{3}) AAAA[A-Za-z0-9+/]{20,}={0,3}(?: [^\s@]{1,64}@[^\s]{1,255})?)",
    ),
    _rule(
        SECRET,
        r"\b(?:(?:proxy-)?authorization|x-api-key|x-auth-token)[\"']?\s{0,3}[:=]\s{0,3}[\"']?"
        r"(?:(?:bearer|basic|token|digest|negotiate)\s{1,3})?(?P<value>[^\s\"'<,][^\s\"',]*)",
        _is_no_scheme,
        _ANY_CASE,
    ),
    _rule(SECRET, r"\b(?:set-)?cookie[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?P<value>[^\s\"'<][^\n\"']*)", _always, _ANY_CASE),
    _rule(SECRET, r"\bbearer\s{1,3}(?P<value>[A-Za-z0-9._~+/=-]{8,})", _is_bearer, _ANY_CASE),
    _rule(
        SECRET,
        r"(?P<key>password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key(?:[_-]?id)?|private[_-]?key|secret[_-]?key|account[_-]?key)"
        rf"[\"']?\s{{0,2}}(?:=>|:|=)\s{{0,2}}{_VALUE}",
        _is_secret_key,
        _ANY_CASE,
    ),
    _rule(
        SECRET,
        rf"--(?:[a-z0-9]{{1,16}}[-_]){{0,3}}(?P<key>password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key)\s{{1,3}}{_VALUE}",
        _is_secret_key,
        _ANY_CASE,
    ),
    _rule(
        SECRET,
        rf"{_BEFORE}(?P<value>hf_[A-Za-z0-9]{{16,}}|gh[pousr]_[A-Za-z0-9]{{16,}}|github_pat_[A-Za-z0-9_]{{16,}}|glpat-[A-Za-z0-9_.-]{{16,}}|"
        r"(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{12,}|AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{20,}|npm_[A-Za-z0-9]{30,}|pypi-AgE[A-Za-z0-9_-]{20,}|"
        r"nvapi-[A-Za-z0-9_-]{20,}|dckr_pat_[A-Za-z0-9_-]{16,}|gsk_[A-Za-z0-9]{20,}|wandb_v1_[A-Za-z0-9_]{20,})",
    ),
    _rule(SECRET, rf"{_BEFORE}(?P<value>(?:sk|xox[abeoprs])-[A-Za-z0-9_-]{{12,}})", _has_digit),
    _rule(SECRET, r"\b(?P<value>eyJ[A-Za-z0-9_-]{8,1000}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?)"),
    _rule(SECRET, r"\b(?:wandb|api[ _-]?key|netrc)\b[^\n]{0,60}?\b(?P<value>[0-9a-f]{40})\b", _always, _ANY_CASE),
    _rule(SECRET, r"://(?P<value>[^\s/:@<>\"']{0,128}(?::[^\s/@<>\"']{0,256})?)@"),
    _rule(
        SECRET,
        r"[?&](?:sig|signature|x-amz-signature|x-amz-credential|x-amz-security-token|x-goog-signature|x-goog-credential|code|key)="
        r"(?P<value>[^&\s\"'<>]+)",
        _always,
        _ANY_CASE,
    ),
    _rule(
        EMAIL,
        r"(?:^|[^A-Za-z0-9._%+-])(?P<value>[A-Za-z0-9._%+-]{1,256}@(?:[A-Za-z0-9-]{1,63}\.){1,12}[A-Za-z]{2,24})(?![A-Za-z0-9-])",
        _is_email,
    ),
    _rule(USER, r"/(?:home|homes|Users|users)/(?P<value>[^\s/\\\"'`:;,(){}\[\]<>|]+)", _is_home),
    _rule(USER, r"\b[A-Za-z]:[\\/]{1,4}Users[\\/]{1,4}(?P<value>[^\\/\s\"':;,<>|]+)", _always, _ANY_CASE),
    _rule(
        USER, r"\b(?:USER|USERNAME|LOGNAME|UserId|uid)=(?:[0-9]{1,10}\()?[\"']?(?P<value>[A-Za-z_][A-Za-z0-9._-]{0,63})"
    ),
    # a shell's prompt, or a copy from another machine
    _rule(USER, r"(?:^|[\s\"'\[(])(?P<value>[a-z_][a-z0-9_-]{0,31})@[A-Za-z0-9-]{1,63}:"),
    _rule(HOST, r"(?:^|[\s\"'\[(])[a-z_][a-z0-9_-]{0,31}@(?P<value>[A-Za-z0-9-]{1,63}):", _is_host_word),
    _rule(IP, r"(?:^|[^\w.])(?P<value>[0-9]{1,3}(?:\.[0-9]{1,3}){3})(?![\w]|\.[0-9])", _is_ipv4),
    _rule(MAC, r"(?:^|[^\w:])(?P<value>[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5})(?![\w:])"),
    _rule(IP, r"(?:^|[^\w:.<-])(?P<value>[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7})(?![\w:])", _is_ipv6),
    _rule(
        HOST,
        r"(?:^|[^A-Za-z0-9._<-])(?P<value>(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,12}[A-Za-z]{2,24})(?![A-Za-z0-9_(=\[-]|\.[A-Za-z0-9_])",
        _is_fqdn,
    ),
    _rule(HOST, r"\b(?P<value>ip-[0-9]{1,3}-[0-9]{1,3}-[0-9]{1,3}-[0-9]{1,3})\b"),
    # what launchers, NCCL, Slurm and the journal write a host's name into
    _rule(
        HOST,
        r"^(?P<value>[A-Za-z0-9][A-Za-z0-9.-]{0,252}):[0-9]{1,10}:[0-9]{1,10} (?:\[[0-9]{1,3}\] )?NCCL ",
        _is_host_word,
        re.MULTILINE,
    ),
    _rule(HOST, r"\bsrun: error: (?P<value>[A-Za-z0-9][A-Za-z0-9.-]{0,252}): ", _is_host_word),
    _rule(HOST, r"\bSTEP [0-9.+]{1,24} ON (?P<value>[A-Za-z0-9][A-Za-z0-9.-]{0,252}) ", _is_host_word),
    _rule(
        HOST,
        r"^[A-Z][a-z]{2} {1,2}[0-9]{1,2} [0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})? (?P<value>[A-Za-z0-9][A-Za-z0-9.-]{0,252}) [\w./@-]{1,80}(?:\[[0-9]{1,10}\])?: ",
        _is_host_word,
        re.MULTILINE,
    ),
    _rule(
        HOST,
        r"\b(?:host|hostname|host_name|nodename|node_name|node|nodelist|master_addr|server)[\"']?(?: {0,12}[:=] {0,2})[\"']?(?P<value>[A-Za-z0-9][A-Za-z0-9.-]{0,252})(?![\w(\[])",
        _has_letter_and_digit,
        _ANY_CASE,
    ),
)

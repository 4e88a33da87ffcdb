"""Rules for names of people and machines. Modules, source files and public hosts stay."""

import re

from generator.diagnose.mask.rule import ANY_CASE, EMAIL, HOST, USER, always, rule


def is_own_user(name: str) -> bool:
    """Whether a user's name is a person's, and not a common word."""
    return len(name) > 2 and not name.isdigit() and _NO_USER.fullmatch(name.casefold()) is None


_NO_USER = re.compile(r"root|user|users|home|shared|public|data|default|local|share|lib|src|app")
_SOURCE = re.compile(r".*\.(?:py|so|c|cc|cpp|cu|h|hpp|rs|go|js|sh|log|txt|json|ya?ml)")


def _is_home(match: re.Match[str]) -> bool:
    return _SOURCE.fullmatch(match["value"]) is None and match["value"] not in (".", "..")


def _is_email(match: re.Match[str]) -> bool:
    start = match.start("value")
    return _IN_ADDRESS.search(match.string[max(0, start - 140) : start]) is None


#: What stands before an @ in a web address is no e-mail.
_IN_ADDRESS = re.compile(r"://[^\s/@]{0,130}$")


def _is_fqdn(match: re.Match[str]) -> bool:
    text, value = match.string, match["value"].casefold()
    labels = value.split(".")
    if _PUBLIC.fullmatch(value) or _PUBLIC_BELOW.fullmatch(value):
        return False
    own = _OWN_TOP.fullmatch(labels[-1]) is not None
    if not own and _TOP.fullmatch(labels[-1]) is None:
        return False
    if _NO_HOST.fullmatch(labels[0]) or all(label.isdigit() for label in labels[:-1]):
        return False
    start, end = match.span("value")
    if text[max(0, start - 2) : start] == "//" or text[max(0, start - 1) : start] == "@":
        return True
    if _PORT.match(text, end) or _HOST_BEFORE.search(text[max(0, start - 16) : start]):
        return True
    if text[max(0, start - 1) : start] in ("/", "\\") and not own:
        return False  # a file
    return len(labels) > (1 if own else 2)


_PORT = re.compile(r":[0-9]{2,5}(?![0-9])|<[0-9]{1,5}>")
_HOST_BEFORE = re.compile(
    r"\b(?:host|hostname|node|server|endpoint|addr|address)[\"']?[\s:=]{1,3}[\"']?$", re.IGNORECASE
)
_OWN_TOP = re.compile(r"com|org|edu|gov|mil|internal|intranet|intra|corp|lan|localdomain|cluster|hpc|priv|private")
_TOP = re.compile(
    r"net|int|io|ai|dev|cloud|local|app|tech|xyz|arpa|svc|ac|ae|ar|at|au|be|bg|br|ca|ch|cl|cn|cz|de|dk|ee|es|eu|fi|fr|gr|hk|hu|id|ie|il|"
    r"ir|it|jp|kr|lt|lu|mx|my|nl|no|nz|pt|ro|ru|sa|se|sg|si|sk|th|tr|tw|ua|uk|us|vn|za"
)
_NO_HOST = re.compile(r"self|cls|torch|os|np|nn|tf|jax|model|module|modules|cfg|config|args|logging|data|this")
_PUBLIC = re.compile(
    r"github\.com|gitlab\.com|huggingface\.co|hf\.co|pypi\.org|files\.pythonhosted\.org|python\.org|docs\.python\.org|pytorch\.org|"
    r"docs\.pytorch\.org|download\.pytorch\.org|dev-discuss\.pytorch\.org|nvidia\.com|docs\.nvidia\.com|developer\.nvidia\.com|"
    r"developer\.download\.nvidia\.com|pypi\.nvidia\.com|nvcr\.io|ghcr\.io|quay\.io|docker\.io|gcr\.io|registry\.k8s\.io|"
    r"public\.ecr\.aws|amd\.com|google\.com|docs\.ray\.io|docs\.vllm\.ai|wandb\.ai|api\.wandb\.ai|openai\.com|api\.openai\.com|"
    r"kubeflow\.org|readthedocs\.io|go\.dev|kernel\.org|wikipedia\.org|stackoverflow\.com|example\.com|example\.org|example\.net"
)
#: Below these stand names of kinds and pages, not of machines.
_PUBLIC_BELOW = re.compile(
    r".*\.(?:(?:x-)?k8s\.io|kubernetes\.io|kubeflow\.org|readthedocs\.io|huggingface\.co|hf\.co|pytorch\.org)"
)


def is_name_of_host(name: str) -> bool:
    """Whether a word may be the name of a host."""
    return len(name) > 1 and not name.isdigit() and _NO_HOST_NAME.fullmatch(name.casefold()) is None


_NO_HOST_NAME = re.compile(
    r"localhost|none|null|unknown|true|false|host|node|hostname|cpu|cuda|gpu|on|at|in|the|0\.0\.0\.0|127\.0\.0\.1|is|for|not|and|or|"
    r"master|rank|error|info|warning|train|python"
)


def _is_host_word(match: re.Match[str]) -> bool:
    value = match["value"]
    return (
        is_name_of_host(value) and _PUBLIC.fullmatch(value.casefold()) is None and _IPV4_SHAPE.fullmatch(value) is None
    )


def _has_letter_and_digit(match: re.Match[str]) -> bool:
    return (
        _is_host_word(match) and any(c.isdigit() for c in match["value"]) and any(c.isalpha() for c in match["value"])
    )


_IPV4_SHAPE = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")


RULES = (
    rule(
        EMAIL,
        r"(?:^|[^A-Za-z0-9._%+-])(?P<value>[A-Za-z0-9._%+-]{1,256}@(?:[A-Za-z0-9-]{1,63}\.){1,12}[A-Za-z]{2,24})(?![A-Za-z0-9-])",
        _is_email,
    ),
    rule(USER, r"/(?:home|homes|Users|users)/(?P<value>[^\s/\\\"'`:;,(){}\[\]<>|]+)", _is_home),
    rule(USER, r"\b[A-Za-z]:[\\/]{1,4}Users[\\/]{1,4}(?P<value>[^\\/\s\"':;,<>|]+)", always, ANY_CASE),
    rule(
        USER, r"\b(?:USER|USERNAME|LOGNAME|UserId|uid)=(?:[0-9]{1,10}\()?[\"']?(?P<value>[A-Za-z_][A-Za-z0-9._-]{0,63})"
    ),
    # a shell's prompt, or a copy from another machine
    rule(USER, r"(?:^|[\s\"'\[(])(?P<value>[a-z_][a-z0-9_-]{0,31})@[A-Za-z0-9-]{1,63}:"),
    rule(HOST, r"(?:^|[\s\"'\[(])[a-z_][a-z0-9_-]{0,31}@(?P<value>[A-Za-z0-9-]{1,63}):", _is_host_word),
    rule(
        HOST,
        r"(?:^|[^A-Za-z0-9._<-])(?P<value>(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,12}[A-Za-z]{2,24})(?![A-Za-z0-9_(=\[-]|\.[A-Za-z0-9_])",
        _is_fqdn,
    ),
    rule(HOST, r"\b(?P<value>ip-[0-9]{1,3}-[0-9]{1,3}-[0-9]{1,3}-[0-9]{1,3})\b"),
    # what launchers, NCCL, Slurm and the journal write a host's name into
    rule(
        HOST,
        r"^(?P<value>[A-Za-z0-9][A-Za-z0-9.-]{0,252}):[0-9]{1,10}:[0-9]{1,10} (?:\[[0-9]{1,3}\] )?NCCL ",
        _is_host_word,
        re.MULTILINE,
    ),
    rule(HOST, r"\bsrun: error: (?P<value>[A-Za-z0-9][A-Za-z0-9.-]{0,252}): ", _is_host_word),
    rule(HOST, r"\bSTEP [0-9.+]{1,24} ON (?P<value>[A-Za-z0-9][A-Za-z0-9.-]{0,252}) ", _is_host_word),
    rule(
        HOST,
        r"^[A-Z][a-z]{2} {1,2}[0-9]{1,2} [0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})? (?P<value>[A-Za-z0-9][A-Za-z0-9.-]{0,252}) [\w./@-]{1,80}(?:\[[0-9]{1,10}\])?: ",
        _is_host_word,
        re.MULTILINE,
    ),
    rule(
        HOST,
        r"\b(?:host|hostname|host_name|nodename|node_name|node|nodelist|master_addr|server)[\"']?(?: {0,12}[:=] {0,2})[\"']?(?P<value>[A-Za-z0-9][A-Za-z0-9.-]{0,252})(?![\w(\[])",
        _has_letter_and_digit,
        ANY_CASE,
    ),
)

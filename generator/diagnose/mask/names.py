"""Rules for names of people and machines. Modules, source files and public hosts stay."""

import re
from collections.abc import Iterator

from generator.diagnose.mask.rule import ANY_CASE, EMAIL, HOST, USER, always, rule


def is_own_user(name: str) -> bool:
    """Whether a user's name is a person's, and not a common word."""
    return len(name) > 2 and not name.isdigit() and _NO_USER.fullmatch(name.casefold()) is None


_NO_USER = re.compile(
    r"root|user|users|username|admin|administrator|guest|nobody|daemon|anonymous|me|owner|home|homes|shared|public|private|"
    r"data|dataset|datasets|default|local|share|lib|src|app|apps|opt|tmp|var|bin|scratch|work|workspace|project|projects|"
    r"group|groups|lab|labs|team|staff|student|students|faculty|job|jobs|run|runs|log|logs|output|outputs|code|test|tests|"
    r"build|dev|prod|demo|ubuntu|debian|centos|rocky|fedora|ec2-user|azureuser|sagemaker-user|opc|core|cloud|node|host|"
    r"cluster|master|worker|server|client|batch|service|docker|container|kube|jovyan|jupyter|vscode|coder|runner|jenkins|"
    r"airflow|git|github|slurm|munge|mpiuser|ray|spark|hadoop|conda|anaconda3?|miniconda3?|mamba|python|torch|pytorch|cuda|"
    r"nccl|nvidia|gpu|cpu|rank|max|min|mean|will|mark|may|none|null|true|false|unknown|model|models|train|trainer|training|"
    r"eval|inference|llm|llms|vllm|error|errors|info|warning|debug|secret|email|token|system|name|file|path|task|step|process|"
    r"memory|device|the|and|for|not|from|with|str|int"
)
_SOURCE = re.compile(r".*\.(?:pyx?|so|c|cc|cpp|cxx|cu|cuh|h|hh|hpp|inl|inc|rs|go|js|ts|java|sh|log|txt|json|ya?ml)")


def _is_home(match: re.Match[str]) -> bool:
    return _SOURCE.fullmatch(match["value"]) is None and match["value"] not in (".", "..")


def _is_own_user_word(match: re.Match[str]) -> bool:
    return is_own_user(match["value"])


def _is_user_word(match: re.Match[str]) -> bool:
    """`for user alice`, `user 'alice'`, `user alice has` yes; what belongs to any user (`user code`, `for user input`) no."""
    value, text, (start, end) = match["value"], match.string, match.span("value")
    if not is_own_user(value) or _OF_USERS.fullmatch(value):
        return False
    if text[start - 1] in "\"'" or any("0" <= c <= "9" for c in value):
        return True
    before = text[max(0, match.start() - 16) : match.start()]
    return _USER_BEFORE.search(before) is not None or _USER_AFTER.match(text, end) is not None


_USER_BEFORE = re.compile(r"\b(?:for|by|as|invalid|unknown|illegal|login) {1,2}$", re.IGNORECASE)
_USER_AFTER = re.compile(
    r"[\"']?(?:$|[\n(),;:]|\.(?:\s|$)|\s{1,2}(?:is|was|has|had|does|did|not|cannot|can|could|on|at|from|exceeded|requested|"
    r"submitted|started|stopped|killed|cancelled|canceled|logged|ran|owns|via|denied|failed)\b)"
)
_OF_USERS = re.compile(
    r"accounts?|actions?|agents?|aborts?|arguments?|bugs?|buffers?|callbacks?|cancel|classes|class|code|commands?|configs?|"
    r"configuration|confirmation|context|data|defined|did|directory|directories|dir|environment|errors?|exceptions?|facing|"
    r"files?|filter|frames?|functions?|generated|groups?|guide|handlers?|hooks?|home|ids?|inputs?|interface|interrupt|"
    r"kernels?|level|limits?|lists?|manual|memory|messages?|mode|models?|modules?|names?|namespaces?|nice|objects?|options?|"
    r"packages?|pages?|passwords?|paths?|permissions?|pointers?|policy|process|processes|profiles?|programs?|prompts?|"
    r"provided|quotas?|queries|query|requests?|requested|rights|roles?|scripts?|sees|sessions?|settings?|signals?|sites?|"
    r"slices?|space|specified|stacks?|statistics|stopped|streams?|supplied|tasks?|tensors?|threads?|time|tokens?|turns?|"
    r"types?|units?|values?|variables?|version|visible|warnings?|who|that|which|has|had|have|is|was|are|can|cannot|could|must|"
    r"may|might|should|will|would|does|of|or|to|in|on|at|by|as|via|inherits|asking|asks|pressed|did|wants|sets|set|does"
)


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
    r"master|rank|error|info|warning|train|python|str|int|args|self|auto|default|worker|server|client|head|main|container|"
    r"docker|redis|db|database|mysql|mariadb|postgres|mongo|mongodb|rabbitmq|minio|mlflow|kafka|etcd|proxy|torch|nccl|nvidia|"
    r"kernel"
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


def _is_host_of_address(match: re.Match[str]) -> bool:
    """Whatever it is called, it is the owner's, unless it is this machine, a number or known to everybody."""
    value = match["value"].casefold()
    return value != "localhost" and _PUBLIC.fullmatch(value) is None and _IPV4_SHAPE.fullmatch(value) is None


def _is_host_of_mpi(match: re.Match[str]) -> bool:
    """`[node17:4412]` yes; a line of a source file and the number of a rank no."""
    value = match["value"]
    if not _is_host_word(match) or _SOURCE.fullmatch(value) or _NO_HOST_OF_MPI.fullmatch(value.casefold()):
        return False
    return _has_letter_and_digit(match) or _SAID_BY_MPI.match(match.string, match.end("value")) is not None


_NO_HOST_OF_MPI = re.compile(
    r"(?:rank|default|cuda|gpu|cpu|layer|stage|step|epoch|pid|tid|device|core|c10|"
    r"iter|batch|line|fp|bf|int|float|uint|log|level|thread|ep|dp|tp|pp)[_-]?[0-9]{1,4}[a-z]?"
)
_SAID_BY_MPI = re.compile(r"[^\]\n]{0,20}\] (?:\*\*\*|\[ ?[0-9]{1,3}\]|PMIX|mca|prte|orte|ompi)")


def hosts_in(value: str) -> Iterator[str]:
    """The hosts that a list of Slurm names, `gpu[01-03],login`, one by one; of an endless list the first."""
    for part in _PARTS.finditer(value):
        head, ranges = part["head"], part["ranges"]
        if ranges is None:
            yield head
            continue
        for numbers in ranges.split(","):
            first, _, last = numbers.partition("-")
            if not (0 < len(first) < 7 and len(last) < 7 and "-" not in last):
                continue
            for number in range(int(first), min(int(last or first), int(first) + _MOST_OF_A_RANGE) + 1):
                yield f"{head}{number:0{len(first)}}"


_PARTS = re.compile(r"(?P<head>[A-Za-z0-9][A-Za-z0-9.-]{0,252})(?:\[(?P<ranges>[0-9,-]{1,200})\])?(?:,|$)")
_MOST_OF_A_RANGE = 500

_IPV4_SHAPE = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")


RULES = (
    rule(
        EMAIL,
        r"(?:^|[^A-Za-z0-9._%+-])(?P<value>[A-Za-z0-9._%+-]{1,256}@(?:[A-Za-z0-9-]{1,63}\.){1,12}[A-Za-z]{2,24})(?![A-Za-z0-9-])",
        _is_email,
    ),
    rule(
        USER, r"/(?:home|homes|Users|users)/(?P<value>[^\s/\\\"'`:;,(){}\[\]<>|]*[^\s/\\\"'`:;,(){}\[\]<>|.])", _is_home
    ),
    rule(USER, r"\b[A-Za-z]:[\\/]{1,4}Users[\\/]{1,4}(?P<value>[^\\/\s\"':;,<>|]+)", always, ANY_CASE),
    rule(
        USER,
        r"\b(?:(?:[A-Z]{1,12}_){0,3}(?:USER|USERNAME|LOGNAME)|UserId|uid)(?:=|[\"']: ?)(?:[0-9]{1,10}\()?[\"']?"
        r"(?P<value>[A-Za-z_](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?)",
    ),
    rule(USER, r"\b[Uu]ser [\"']?(?P<value>[a-z_](?:[a-z0-9_-]|\.(?=[a-z0-9])){2,31})(?!\w)", _is_user_word),
    rule(
        USER,
        r"\b(?:ssh|scp|sftp|rsync|sshfs|mosh)\s[^\n@]{0,80}?(?<![\w.@-])(?P<value>[a-z_][a-z0-9._-]{0,31})@[A-Za-z0-9]",
        _is_own_user_word,
    ),
    rule(
        HOST,
        r"\b(?:ssh|scp|sftp|rsync|sshfs|mosh)\s[^\n@]{0,80}?(?<![\w.@-])[a-z_][a-z0-9._-]{0,31}@(?P<value>[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?)",
        _is_host_word,
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
    # the host of an address with a password; settings of Slurm and of shells; Open MPI
    rule(HOST, r"://[^\s/@\"']{1,385}@(?P<value>[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?)", _is_host_of_address),
    rule(
        HOST,
        r"\b(?:(?:[A-Z]{1,12}_){0,3}(?:HOST|HOSTNAME|NODENAME)|MASTER_ADDR|BatchHost)(?:=|[\"']: ?)[\"']?"
        r"(?P<value>[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?)(?!\w|:/|\(|\[)",
        _is_host_word,
    ),
    rule(
        HOST,
        r"\b(?:(?:[A-Z]{1,12}_){0,3}NODE_?LIST|NodeList)(?:=|[\"']: ?)[\"']?"
        r"(?P<value>[A-Za-z0-9][A-Za-z0-9.-]{0,80}(?:\[[0-9,-]{1,200}\])?"
        r"(?:,[A-Za-z0-9][A-Za-z0-9.-]{0,80}(?:\[[0-9,-]{1,200}\])?){0,200})",
        _is_host_word,
    ),
    rule(
        HOST,
        r"(?:^|[\s:])\[(?P<value>[A-Za-z0-9][A-Za-z0-9.-]{1,252}):[0-9]{2,10}(?:,[0-9]{1,5})?\]",
        _is_host_of_mpi,
        re.MULTILINE,
    ),
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

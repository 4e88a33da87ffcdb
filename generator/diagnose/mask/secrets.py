"""Rules for secrets: passwords, tokens, keys, and what stands for them in headers, addresses and settings."""

import re

from generator.diagnose.mask.rule import ANY_CASE, SECRET, always, rule

_BEFORE = r"(?:^|[^A-Za-z0-9])"  # a word may follow _ here: TOKEN_hf_…
_VALUE = r"""(?P<value>"[^"\n]{1,4096}"|'[^'\n]{1,4096}'|[^\s"',;&)}\]]+)"""
_QUOTED = r"""(?P<value>"[^"\n]{1,4096}"|'[^'\n]{1,4096}')"""
_NAMED = r"\b(?P<key>[A-Z][A-Z0-9_]{0,60}_(?:KEY|SECRET|TOKEN|PASSWORD|PASSWD|CREDENTIALS?))"


def _is_secret_key(match: re.Match[str]) -> bool:
    """`password: x` yes; `pad_token: x`, `token: 17` and values that are written as absent no."""
    name = (match.string[max(0, match.start() - 24) : match.start()] + match["key"]).casefold()
    value = match["value"].strip("\"'")
    if not value or value[0] in "<[{$*(" or _NO_VALUE.fullmatch(value.casefold()):
        return False
    if "token" not in match["key"].casefold():
        return True
    return _NO_SECRET_TOKEN.search(name) is None and _QUANTITY.fullmatch(value) is None


_NO_VALUE = re.compile(r"none|null|nil|true|false|yes|no|missing|unset|required|empty|str|bytes")
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


def _is_base64_line(match: re.Match[str]) -> bool:
    value = match["value"]
    return any(c.isdigit() for c in value) and any(c.islower() for c in value) and any(c.isupper() for c in value)


def _is_base64(match: re.Match[str]) -> bool:
    """Padded, or of letters of both cases and digits."""
    return match["value"].endswith("=") or _is_base64_line(match)


def _is_basic(match: re.Match[str]) -> bool:
    """Whole groups of four characters: a word has them seldom."""
    return len(match["value"]) % 4 == 0 and _is_base64(match)


def _is_password(match: re.Match[str]) -> bool:
    """`passwd hunter2` yes; what is said of passwords, and the name of a digest or an encoding, no."""
    value = match["value"]
    return (
        any("0" <= c <= "9" for c in value)
        and any(c.isalpha() for c in value)
        and _NO_PASSWORD.fullmatch(value.casefold()) is None
    )


_NO_PASSWORD = re.compile(r"(?:sha|md|utf|base|argon|bcrypt|scrypt|ntlm|oauth|krb|pbkdf|http)-?[0-9][0-9_.:-]{0,12}")


RULES = (
    rule(
        SECRET,
        r"(?P<value>-----BEGIN [A-Z0-9 ]{1,40}-----[\s\S]*?(?:-----END [A-Z0-9 ]{1,40}-----|$))",
    ),
    rule(SECRET, r"^\s{0,8}(?P<value>[A-Za-z0-9+/]{60,76}={0,2})\s{0,8}$", _is_base64_line, re.MULTILINE),
    rule(
        SECRET,
        r"\b(?P<value>(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp[0-9]{3}) AAAA[A-Za-z0-9+/]{20,}={0,3}(?: [^\s@]{1,64}@[^\s]{1,255})?)",
    ),
    rule(
        SECRET,
        r"\b(?:(?:proxy-)?authorization|x-api-key|x-auth-token)[\"']?\s{0,3}[:=]\s{0,3}[\"']?"
        r"(?:(?:bearer|basic|token|digest|negotiate)\s{1,3})?(?P<value>[^\s\"'<,][^\s\"',]*)",
        _is_no_scheme,
        ANY_CASE,
    ),
    rule(SECRET, r"\b(?:set-)?cookie[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?P<value>[^\s\"'<][^\n\"']*)", always, ANY_CASE),
    rule(SECRET, r"\bbearer\s{1,3}(?P<value>[A-Za-z0-9._~+/=-]{8,})", _is_bearer, ANY_CASE),
    rule(
        SECRET,
        r"(?P<key>password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key(?:[_-]?id)?|(?:private|secret|account|storage|encryption|signing|license|auth)[_-]?key)"
        rf"[\"']?\s{{0,2}}(?:=>|:|=)\s{{0,2}}{_VALUE}",
        _is_secret_key,
        ANY_CASE,
    ),
    # a setting by its name, and how a program speaks of it: 'COMET_API_KEY' value 'qwerty'
    rule(SECRET, rf"{_NAMED}(?:=|[\"']\s{{0,2}}(?:=>|:|=)\s{{0,2}}){_VALUE}", _is_secret_key),
    rule(SECRET, rf"{_NAMED}[\"']?\s{{1,3}}(?:has\s{{1,3}})?(?:value|set to)[:=]?\s{{1,3}}{_QUOTED}", _is_secret_key),
    # what is given to programs, or said in words
    rule(
        SECRET,
        r"\bcurl\b[^\n]{0,200}?\s(?:-[uU]|--(?:proxy-)?user)[ =]?[\"']?(?P<value>[^\s\"':<]{1,128}:[^\s\"']{1,256})",
    ),
    rule(SECRET, rf"\bsshpass\s{{1,3}}-p\s{{0,3}}(?![<$]){_VALUE}"),
    rule(
        SECRET, r"(?:^|[^\w/])(?:passwd|password|passphrase)\s{1,2}[\"']?(?P<value>[^\s\"'<>(),;]{4,128})", _is_password
    ),
    rule(SECRET, r"\bbasic\s{1,2}(?P<value>[A-Za-z0-9+/]{8,}={0,2})", _is_basic, ANY_CASE),
    rule(
        SECRET,
        r"\bsession[ _-]?token[\"']?\s{0,2}(?:[:=]|is\b)?\s{0,2}[\"']?(?P<value>[A-Za-z0-9+/]{20,}={0,2})",
        _is_base64,
        ANY_CASE,
    ),
    rule(SECRET, rf"{_BEFORE}(?P<value>(?:FwoGZXIv|FQoGZXIv|IQoJb3JpZ2lu)[A-Za-z0-9+/]{{4,}}={{0,2}})"),
    rule(
        SECRET,
        rf"--(?:[a-z0-9]{{1,16}}[-_]){{0,3}}(?P<key>password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key)\s{{1,3}}{_VALUE}",
        _is_secret_key,
        ANY_CASE,
    ),
    rule(
        SECRET,
        rf"{_BEFORE}(?P<value>hf_[A-Za-z0-9]{{16,}}|gh[pousr]_[A-Za-z0-9]{{16,}}|github_pat_[A-Za-z0-9_]{{16,}}|glpat-[A-Za-z0-9_.-]{{16,}}|"
        r"(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{12,}|AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{20,}|npm_[A-Za-z0-9]{30,}|pypi-AgE[A-Za-z0-9_-]{20,}|"
        r"nvapi-[A-Za-z0-9_-]{20,}|dckr_pat_[A-Za-z0-9_-]{16,}|gsk_[A-Za-z0-9]{20,}|wandb_v1_[A-Za-z0-9_]{20,})",
    ),
    rule(SECRET, rf"{_BEFORE}(?P<value>(?:sk|xox[abeoprs])-[A-Za-z0-9_-]{{12,}})", _has_digit),
    rule(SECRET, r"\b(?P<value>eyJ[A-Za-z0-9_-]{8,1000}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?)"),
    rule(SECRET, r"\b(?:wandb|api[ _-]?key|netrc)\b[^\n]{0,60}?\b(?P<value>[0-9a-f]{40})\b", always, ANY_CASE),
    rule(SECRET, r"://(?P<value>[^\s/:@<>\"']{0,128}(?::[^\s/@<>\"']{0,256})?)@"),
    rule(
        SECRET,
        r"[?&](?:sig|signature|x-amz-signature|x-amz-credential|x-amz-security-token|x-goog-signature|x-goog-credential|code|key)="
        r"(?P<value>[^&\s\"'<>]+)",
        always,
        ANY_CASE,
    ),
)

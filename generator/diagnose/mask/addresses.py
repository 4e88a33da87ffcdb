"""Rules for addresses of networks and adapters. Versions of four numbers, bus addresses, times, loopback and masks stay."""

import re

from generator.diagnose.mask.rule import IP, MAC, rule


def _is_ipv4(match: re.Match[str]) -> bool:
    parts = match["value"].split(".")
    if any(int(part) > 255 or (len(part) > 1 and part[0] == "0") for part in parts):
        return False
    if parts[0] in ("0", "127") or parts == ["255"] * 4 or parts[:2] == ["255", "255"]:
        return False
    start = match.start("value")
    before = match.string[max(0, start - 48) : start]
    if _LIBRARY_BEFORE.search(before) or _VERSION_FOR_SURE.search(before):
        return False
    if _is_private(int(parts[0]), int(parts[1])):
        return True
    if _VERSION_BEFORE.search(before) or _PROGRAM_BEFORE.search(before):
        return False
    return _VERSION_AFTER.match(match.string, match.end("value")) is None


def _is_private(first: int, second: int) -> bool:
    return (
        first == 10
        or (first, second) in ((192, 168), (169, 254))
        or (first == 172 and 16 <= second < 32)
        or (first == 100 and 64 <= second < 128)
    )


#: What makes four numbers a version: the name of a library that has such versions, the word, or a pinned package; for what may be a public
#: address also a comparison or the name of any program.
_LIBRARY_BEFORE = re.compile(
    r"\b(?:lib|nvidia-)?(?:cudnn|cublas(?:lt)?|cufft|curand|cusolver|cusparse(?:lt)?|nccl|nvjitlink|nvrtc|cupti|nvtx|cuda|tensorrt|openmpi|ofed|ucx)"
    r"[a-z0-9_-]{0,12}(?:[ =:/(@-]|\.so\.|[ _-]version[\"']?[ :=]{1,3}){1,3}v?$",
    re.IGNORECASE,
)
_VERSION_BEFORE = re.compile(
    r"(?:\b(?:[a-z]{1,20}_)?(?:version|ver|release|firmware|fw|vbios)[\"']?[\s:=(]{0,3}v?|[=><~!]=v?)$", re.IGNORECASE
)
_VERSION_FOR_SURE = re.compile(
    r"(?:\bversion[\"']?[ :=]{1,3}|\b(?!(?:host|hostname|addr|address|ip|src|dst|server|peer|node)==)[a-z0-9_]{1,40}(?:\[[a-z0-9_,-]{1,40}\])?==)$",
    re.IGNORECASE,
)
_PROGRAM_BEFORE = re.compile(
    r"\b(?:"
    r"torch(?:vision|audio|text)?|pytorch|triton|tensorflow|jax(?:lib)?|python|vllm|sglang|deepspeed|megatron|transformers|"
    r"accelerate|numpy|xformers|flash[_-]attn|apex|rocm|hip|miopen|rccl|libfabric|efa|pmix|hwloc|slurm|openssl|gcc|cmake|"
    r"ninja|bazel|driver|kernel|chrome|java"
    r")[ =@/-]{1,2}$",
    re.IGNORECASE,
)
_VERSION_AFTER = re.compile(r"(?:\+[a-z]|\.(?:post|dev|rc|whl|tar|zip|deb|rpm)|rc[0-9]|-py[0-9]|-cp[0-9])")


def _is_ipv6(match: re.Match[str]) -> bool:
    value = match["value"]
    groups = value.split(":")
    filled = [group for group in groups if group]
    if any(len(group) > 4 for group in groups) or value.count("::") > 1 or ":::" in value:
        return False
    if "::" in value:
        return 2 <= len(filled) <= 7 and any(c.isdigit() for c in value)
    return len(filled) == len(groups) == 8


RULES = (
    rule(IP, r"(?:^|[^\w.])(?P<value>[0-9]{1,3}(?:\.[0-9]{1,3}){3})(?![\w]|\.[0-9])", _is_ipv4),
    rule(MAC, r"(?:^|[^\w:])(?P<value>[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5})(?![\w:])"),
    rule(IP, r"(?:^|[^\w:.<-])(?P<value>[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7})(?![\w:])", _is_ipv6),
)

// @ts-check
/**
 * Rules for addresses of networks and adapters. Versions of four numbers, bus addresses, times, loopback and masks stay.
 * The twin of generator/diagnose/mask/addresses.py.
 */

import { ANY_CASE, Pattern, regex } from "../pattern.mjs";
import { cutBefore, hasDigit } from "../text.mjs";
import { IP, MAC, rule } from "./rule.mjs";

/** @type {import("./rule.mjs").Accept} */
function isIpv4(value, { input }, start) {
  const parts = value.split(".");
  const numbers = parts.map(Number);
  if (parts.some((part) => Number(part) > 255 || (part.length > 1 && part.startsWith("0")))) return false;
  const [first = 0, second = 0] = numbers;
  if (first === 0 || first === 127 || (first === 255 && second === 255)) return false;
  const before = cutBefore(input, start, 48);
  if (LIBRARY_BEFORE.isIn(before) || VERSION_FOR_SURE.isIn(before)) return false;
  if (isPrivate(first, second)) return true;
  if (VERSION_BEFORE.isIn(before) || PROGRAM_BEFORE.isIn(before)) return false;
  return VERSION_AFTER.match(input, start + value.length) === null;
}

/** @param {number} first @param {number} second */
const isPrivate = (first, second) =>
  first === 10 ||
  (first === 192 && second === 168) ||
  (first === 169 && second === 254) ||
  (first === 172 && second >= 16 && second < 32) ||
  (first === 100 && second >= 64 && second < 128);

/**
 * What makes four numbers a version: the name of a library that has such versions, the word, or a pinned package; for what may be a public
 * address also a comparison or the name of any program.
 */
const LIBRARY_BEFORE = new Pattern(
  String.raw`\b(?:lib|nvidia-)?(?:cudnn|cublas(?:lt)?|cufft|curand|cusolver|cusparse(?:lt)?|nccl|nvjitlink|nvrtc|cupti|nvtx|cuda|tensorrt|openmpi|ofed|ucx)` +
    String.raw`[a-z0-9_-]{0,12}(?:[ =:/(@-]|\.so\.|[ _-]version[\"']?[ :=]{1,3}){1,3}v?$`,
  ANY_CASE,
);
const VERSION_BEFORE = new Pattern(
  String.raw`(?:\b(?:[a-z]{1,20}_)?(?:version|ver|release|firmware|fw|vbios)[\"']?[\s:=(]{0,3}v?|[=><~!]=v?)$`,
  ANY_CASE,
);
const VERSION_FOR_SURE = new Pattern(
  String.raw`(?:\bversion[\"']?[ :=]{1,3}|\b(?!(?:host|hostname|addr|address|ip|src|dst|server|peer|node)==)[a-z0-9_]{1,40}(?:\[[a-z0-9_,-]{1,40}\])?==)$`,
  ANY_CASE,
);
const PROGRAM_BEFORE = new Pattern(
  String.raw`\b(?:torch(?:vision|audio|text)?|pytorch|triton|tensorflow|jax(?:lib)?|python|vllm|sglang|deepspeed|megatron|transformers|accelerate|numpy|xformers|flash[_-]attn|apex|rocm|hip|miopen|rccl|libfabric|efa|pmix|hwloc|slurm|openssl|gcc|cmake|ninja|bazel|driver|kernel|chrome|java)[ =@/-]{1,2}$`,
  ANY_CASE,
);
const VERSION_AFTER = regex`(?:\+[a-z]|\.(?:post|dev|rc|whl|tar|zip|deb|rpm)|rc[0-9]|-py[0-9]|-cp[0-9])`;

/** @type {import("./rule.mjs").Accept} */
function isIpv6(value) {
  const groups = value.split(":");
  const filled = groups.filter((group) => group !== "");
  const pairs = value.split("::").length - 1;
  if (groups.some((group) => group.length > 4) || pairs > 1 || value.includes(":::")) return false;
  if (pairs === 1) return filled.length >= 2 && filled.length <= 7 && hasDigit(value);
  return filled.length === groups.length && groups.length === 8;
}

export const RULES = [
  rule(IP, regex`(?:^|[^\w.])(?P<value>[0-9]{1,3}(?:\.[0-9]{1,3}){3})(?![\w]|\.[0-9])`, isIpv4),
  rule(MAC, regex`(?:^|[^\w:])(?P<value>[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5})(?![\w:])`),
  rule(IP, regex`(?:^|[^\w:.<-])(?P<value>[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7})(?![\w:])`, isIpv6),
];

// @ts-check
/**
 * Rules for secrets: passwords, tokens, keys, and what stands for them in headers, addresses and settings.
 * The twin of generator/diagnose/mask/secrets.py.
 */

import { ANY_CASE, MULTILINE, regex } from "../pattern.mjs";
import { casefold, cutBefore, hasDigit, strip } from "../text.mjs";
import { always, rule, SECRET } from "./rule.mjs";

const BEFORE = "(?:^|[^A-Za-z0-9])"; // a word may follow _ here: TOKEN_hf_…
const VALUE = String.raw`(?P<value>"[^"\n]{1,4096}"|'[^'\n]{1,4096}'|[^\s"',;&)}\]]+)`;
const QUOTED = String.raw`(?P<value>"[^"\n]{1,4096}"|'[^'\n]{1,4096}')`;
const NAMED = String.raw`\b(?P<key>[A-Z][A-Z0-9_]{0,60}_(?:KEY|SECRET|TOKEN|PASSWORD|PASSWD|CREDENTIALS?))`;

/** `password: x` yes; `pad_token: x`, `token: 17` and values that are written as absent no. @type {import("./rule.mjs").Accept} */
function isSecretKey(quoted, { input, index, groups }) {
  const key = groups.key ?? "";
  const value = strip(quoted, "\"'");
  if (value === "" || "<[{$*(".includes(value.charAt(0)) || NO_VALUE.fits(casefold(value))) return false;
  if (!casefold(key).includes("token")) return true;
  return !NO_SECRET_TOKEN.isIn(casefold(cutBefore(input, index, 24) + key)) && !QUANTITY.fits(value);
}

const NO_VALUE = regex`none|null|nil|true|false|yes|no|missing|unset|required|empty|str|bytes`;
const NO_SECRET_TOKEN = regex`(?:pad|bos|eos|unk|cls|sep|mask|image|audio|video|special|next|stop|last|first|new|per|each|end|start|prompt|unexpected|added|input|output|sampled|draft|of|speech|think|decoder|lm)[_ -]?token$`;
const QUANTITY = regex`[-+]?[0-9][0-9.,]{0,8}[A-Za-z%/]{0,12}`;

/** @type {import("./rule.mjs").Accept} */
const holdsDigit = (value) => hasDigit(value);

/** @type {import("./rule.mjs").Accept} */
const isBearer = (value) => hasDigit(value) || value.length >= 20;

/** @type {import("./rule.mjs").Accept} */
const isNoScheme = (value) => !["bearer", "basic", "token", "digest", "negotiate"].includes(casefold(value));

/** @type {import("./rule.mjs").Accept} */
const isBase64Line = (value) => /[0-9]/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value);

/** Padded, or of letters of both cases and digits. @type {import("./rule.mjs").Accept} */
const isBase64 = (value, found, start) => value.endsWith("=") || isBase64Line(value, found, start);

/** Whole groups of four characters: a word has them seldom. @type {import("./rule.mjs").Accept} */
const isBasic = (value, found, start) => value.length % 4 === 0 && isBase64(value, found, start);

/** `passwd hunter2` yes; what is said of passwords, and the name of a digest or an encoding, no. @type {import("./rule.mjs").Accept} */
const isPassword = (value) => /[0-9]/.test(value) && /\p{L}/u.test(value) && !NO_PASSWORD.fits(casefold(value));

const NO_PASSWORD = regex`(?:sha|md|utf|base|argon|bcrypt|scrypt|ntlm|oauth|krb|pbkdf|http)-?[0-9][0-9_.:-]{0,12}`;

export const RULES = [
  rule(SECRET, regex`(?P<value>-----BEGIN [A-Z0-9 ]{1,40}-----[\s\S]*?(?:-----END [A-Z0-9 ]{1,40}-----|$))`),
  rule(SECRET, regex`^\s{0,8}(?P<value>[A-Za-z0-9+/]{60,76}={0,2})\s{0,8}$`, isBase64Line, MULTILINE),
  rule(
    SECRET,
    regex`\b(?P<value>(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp[0-9]{3}) AAAA[A-Za-z0-9+/]{20,}={0,3}(?: [^\s@]{1,64}@[^\s]{1,255})?)`,
  ),
  rule(
    SECRET,
    regex`\b(?:(?:proxy-)?authorization|x-api-key|x-auth-token)[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:(?:bearer|basic|token|digest|negotiate)\s{1,3})?(?P<value>[^\s\"'<,][^\s\"',]*)`,
    isNoScheme,
    ANY_CASE,
  ),
  rule(SECRET, regex`\b(?:set-)?cookie[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?P<value>[^\s\"'<][^\n\"']*)`, always, ANY_CASE),
  rule(SECRET, regex`\bbearer\s{1,3}(?P<value>[A-Za-z0-9._~+/=-]{8,})`, isBearer, ANY_CASE),
  rule(
    SECRET,
    regex`(?P<key>password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key(?:[_-]?id)?|(?:private|secret|account|storage|encryption|signing|license|auth)[_-]?key)[\"']?\s{0,2}(?:=>|:|=)\s{0,2}${VALUE}`,
    isSecretKey,
    ANY_CASE,
  ),
  // a setting by its name, and how a program speaks of it: 'COMET_API_KEY' value 'qwerty'
  rule(SECRET, regex`${NAMED}(?:=|[\"']\s{0,2}(?:=>|:|=)\s{0,2})${VALUE}`, isSecretKey),
  rule(SECRET, regex`${NAMED}[\"']?\s{1,3}(?:has\s{1,3})?(?:value|set to)[:=]?\s{1,3}${QUOTED}`, isSecretKey),
  // what is given to programs, or said in words
  rule(SECRET, regex`\bcurl\b[^\n]{0,200}?\s(?:-[uU]|--(?:proxy-)?user)[ =]?[\"']?(?P<value>[^\s\"':<]{1,128}:[^\s\"']{1,256})`),
  rule(SECRET, regex`\bsshpass\s{1,3}-p\s{0,3}(?![<$])${VALUE}`),
  rule(SECRET, regex`(?:^|[^\w/])(?:passwd|password|passphrase)\s{1,2}[\"']?(?P<value>[^\s\"'<>(),;]{4,128})`, isPassword),
  rule(SECRET, regex`\bbasic\s{1,2}(?P<value>[A-Za-z0-9+/]{8,}={0,2})`, isBasic, ANY_CASE),
  rule(SECRET, regex`\bsession[ _-]?token[\"']?\s{0,2}(?:[:=]|is\b)?\s{0,2}[\"']?(?P<value>[A-Za-z0-9+/]{20,}={0,2})`, isBase64, ANY_CASE),
  rule(SECRET, regex`${BEFORE}(?P<value>(?:FwoGZXIv|FQoGZXIv|IQoJb3JpZ2lu)[A-Za-z0-9+/]{4,}={0,2})`),
  rule(
    SECRET,
    regex`--(?:[a-z0-9]{1,16}[-_]){0,3}(?P<key>password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key)\s{1,3}${VALUE}`,
    isSecretKey,
    ANY_CASE,
  ),
  rule(
    SECRET,
    regex`${BEFORE}(?P<value>hf_[A-Za-z0-9]{16,}|gh[pousr]_[A-Za-z0-9]{16,}|github_pat_[A-Za-z0-9_]{16,}|glpat-[A-Za-z0-9_.-]{16,}|(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{12,}|AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{20,}|npm_[A-Za-z0-9]{30,}|pypi-AgE[A-Za-z0-9_-]{20,}|nvapi-[A-Za-z0-9_-]{20,}|dckr_pat_[A-Za-z0-9_-]{16,}|gsk_[A-Za-z0-9]{20,}|wandb_v1_[A-Za-z0-9_]{20,})`,
  ),
  rule(SECRET, regex`${BEFORE}(?P<value>(?:sk|xox[abeoprs])-[A-Za-z0-9_-]{12,})`, holdsDigit),
  rule(SECRET, regex`\b(?P<value>eyJ[A-Za-z0-9_-]{8,1000}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?)`),
  rule(SECRET, regex`\b(?:wandb|api[ _-]?key|netrc)\b[^\n]{0,60}?\b(?P<value>[0-9a-f]{40})\b`, always, ANY_CASE),
  rule(SECRET, regex`://(?P<value>[^\s/:@<>\"']{0,128}(?::[^\s/@<>\"']{0,256})?)@`),
  rule(
    SECRET,
    regex`[?&](?:sig|signature|x-amz-signature|x-amz-credential|x-amz-security-token|x-goog-signature|x-goog-credential|code|key)=(?P<value>[^&\s\"'<>]+)`,
    always,
    ANY_CASE,
  ),
];

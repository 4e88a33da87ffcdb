// @ts-check
/**
 * Rules for names of people and machines. Modules, source files and public hosts stay.
 * The twin of generator/diagnose/mask/names.py.
 */

import { ANY_CASE, MULTILINE, Pattern, regex } from "../pattern.mjs";
import { casefold, cutBefore, hasDigit, isDigits, lengthOf } from "../text.mjs";
import { always, EMAIL, HOST, rule, USER } from "./rule.mjs";

/** @typedef {import("./rule.mjs").Accept} Accept */

/**
 * @param {string} name
 * @returns {boolean} whether a user's name is a person's, and not a common word
 */
export const isOwnUser = (name) => lengthOf(name) > 2 && !isDigits(name) && !NO_USER.fits(casefold(name));

const NO_USER = regex`root|user|users|home|shared|public|data|default|local|share|lib|src|app`;
const SOURCE = regex`.*\.(?:py|so|c|cc|cpp|cu|h|hpp|rs|go|js|sh|log|txt|json|ya?ml)`;

/** @type {Accept} */
const isHome = (value) => !SOURCE.fits(value) && value !== "." && value !== "..";

/** @type {Accept} */
const isEmail = (_, { input }, start) => !IN_ADDRESS.isIn(cutBefore(input, start, 140));

/** What stands before an @ in a web address is no e-mail. */
const IN_ADDRESS = regex`://[^\s/@]{0,130}$`;

/** @type {Accept} */
function isFqdn(written, { input }, start) {
  const value = casefold(written);
  const labels = value.split(".");
  if (PUBLIC.fits(value) || PUBLIC_BELOW.fits(value)) return false;
  const top = labels.at(-1) ?? "";
  const isOwn = OWN_TOP.fits(top);
  if (!isOwn && !TOP.fits(top)) return false;
  if (NO_HOST.fits(labels[0] ?? "") || labels.slice(0, -1).every(isDigits)) return false;
  const before = input.slice(Math.max(0, start - 1), start);
  if (input.slice(Math.max(0, start - 2), start) === "//" || before === "@") return true;
  if (PORT.match(input, start + written.length) || HOST_BEFORE.isIn(cutBefore(input, start, 16))) return true;
  if ((before === "/" || before === "\\") && !isOwn) return false; // a file
  return labels.length > (isOwn ? 1 : 2);
}

const PORT = regex`:[0-9]{2,5}(?![0-9])|<[0-9]{1,5}>`;
const HOST_BEFORE = new Pattern(String.raw`\b(?:host|hostname|node|server|endpoint|addr|address)[\"']?[\s:=]{1,3}[\"']?$`, ANY_CASE);
const OWN_TOP = regex`com|org|edu|gov|mil|internal|intranet|intra|corp|lan|localdomain|cluster|hpc|priv|private`;
const TOP = regex`net|int|io|ai|dev|cloud|local|app|tech|xyz|arpa|svc|ac|ae|ar|at|au|be|bg|br|ca|ch|cl|cn|cz|de|dk|ee|es|eu|fi|fr|gr|hk|hu|id|ie|il|ir|it|jp|kr|lt|lu|mx|my|nl|no|nz|pt|ro|ru|sa|se|sg|si|sk|th|tr|tw|ua|uk|us|vn|za`;
const NO_HOST = regex`self|cls|torch|os|np|nn|tf|jax|model|module|modules|cfg|config|args|logging|data|this`;
const PUBLIC = regex`github\.com|gitlab\.com|huggingface\.co|hf\.co|pypi\.org|files\.pythonhosted\.org|python\.org|docs\.python\.org|pytorch\.org|docs\.pytorch\.org|download\.pytorch\.org|dev-discuss\.pytorch\.org|nvidia\.com|docs\.nvidia\.com|developer\.nvidia\.com|developer\.download\.nvidia\.com|pypi\.nvidia\.com|nvcr\.io|ghcr\.io|quay\.io|docker\.io|gcr\.io|registry\.k8s\.io|public\.ecr\.aws|amd\.com|google\.com|docs\.ray\.io|docs\.vllm\.ai|wandb\.ai|api\.wandb\.ai|openai\.com|api\.openai\.com|kubeflow\.org|readthedocs\.io|go\.dev|kernel\.org|wikipedia\.org|stackoverflow\.com|example\.com|example\.org|example\.net`;
/** Below these stand names of kinds and pages, not of machines. */
const PUBLIC_BELOW = regex`.*\.(?:(?:x-)?k8s\.io|kubernetes\.io|kubeflow\.org|readthedocs\.io|huggingface\.co|hf\.co|pytorch\.org)`;

/**
 * @param {string} name
 * @returns {boolean} whether a word may be the name of a host
 */
export const isNameOfHost = (name) => lengthOf(name) > 1 && !isDigits(name) && !NO_HOST_NAME.fits(casefold(name));

const NO_HOST_NAME = regex`localhost|none|null|unknown|true|false|host|node|hostname|cpu|cuda|gpu|on|at|in|the|0\.0\.0\.0|127\.0\.0\.1|is|for|not|and|or|master|rank|error|info|warning|train|python`;

/** @type {Accept} */
const isHostWord = (value) => isNameOfHost(value) && !PUBLIC.fits(casefold(value)) && !IPV4_SHAPE.fits(value);

/** @type {Accept} */
const hasLetterAndDigit = (value) => isHostWord(value, /** @type {never} */ (null), 0) && hasDigit(value) && /\p{L}/u.test(value);

const IPV4_SHAPE = regex`[0-9]{1,3}(?:\.[0-9]{1,3}){3}`;

export const RULES = [
  rule(
    EMAIL,
    regex`(?:^|[^A-Za-z0-9._%+-])(?P<value>[A-Za-z0-9._%+-]{1,256}@(?:[A-Za-z0-9-]{1,63}\.){1,12}[A-Za-z]{2,24})(?![A-Za-z0-9-])`,
    isEmail,
  ),
  rule(USER, new Pattern("/(?:home|homes|Users|users)/(?P<value>[^\\s/\\\\\\\"'`:;,(){}\\[\\]<>|]+)"), isHome),
  rule(USER, regex`\b[A-Za-z]:[\\/]{1,4}Users[\\/]{1,4}(?P<value>[^\\/\s\"':;,<>|]+)`, always, ANY_CASE),
  rule(USER, regex`\b(?:USER|USERNAME|LOGNAME|UserId|uid)=(?:[0-9]{1,10}\()?[\"']?(?P<value>[A-Za-z_][A-Za-z0-9._-]{0,63})`),
  // a shell's prompt, or a copy from another machine
  rule(USER, regex`(?:^|[\s\"'\[(])(?P<value>[a-z_][a-z0-9_-]{0,31})@[A-Za-z0-9-]{1,63}:`),
  rule(HOST, regex`(?:^|[\s\"'\[(])[a-z_][a-z0-9_-]{0,31}@(?P<value>[A-Za-z0-9-]{1,63}):`, isHostWord),
  rule(
    HOST,
    regex`(?:^|[^A-Za-z0-9._<-])(?P<value>(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,12}[A-Za-z]{2,24})(?![A-Za-z0-9_(=\[-]|\.[A-Za-z0-9_])`,
    isFqdn,
  ),
  rule(HOST, regex`\b(?P<value>ip-[0-9]{1,3}-[0-9]{1,3}-[0-9]{1,3}-[0-9]{1,3})\b`),
  // what launchers, NCCL, Slurm and the journal write a host's name into
  rule(HOST, regex`^(?P<value>[A-Za-z0-9][A-Za-z0-9.-]{0,252}):[0-9]{1,10}:[0-9]{1,10} (?:\[[0-9]{1,3}\] )?NCCL `, isHostWord, MULTILINE),
  rule(HOST, regex`\bsrun: error: (?P<value>[A-Za-z0-9][A-Za-z0-9.-]{0,252}): `, isHostWord),
  rule(HOST, regex`\bSTEP [0-9.+]{1,24} ON (?P<value>[A-Za-z0-9][A-Za-z0-9.-]{0,252}) `, isHostWord),
  rule(
    HOST,
    regex`^[A-Z][a-z]{2} {1,2}[0-9]{1,2} [0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})? (?P<value>[A-Za-z0-9][A-Za-z0-9.-]{0,252}) [\w./@-]{1,80}(?:\[[0-9]{1,10}\])?: `,
    isHostWord,
    MULTILINE,
  ),
  rule(
    HOST,
    regex`\b(?:host|hostname|host_name|nodename|node_name|node|nodelist|master_addr|server)[\"']?(?: {0,12}[:=] {0,2})[\"']?(?P<value>[A-Za-z0-9][A-Za-z0-9.-]{0,252})(?![\w(\[])`,
    hasLetterAndDigit,
    ANY_CASE,
  ),
];

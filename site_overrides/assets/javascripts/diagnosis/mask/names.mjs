// @ts-check
/**
 * Rules for names of people and machines. Modules, source files and public hosts stay.
 * The twin of generator/diagnose/mask/names.py.
 */

import { ANY_CASE, MULTILINE, Pattern, regex } from "../pattern.mjs";
import { casefold, cutBefore, hasDigit, isDigits, lengthOf, partition } from "../text.mjs";
import { always, EMAIL, HOST, rule, USER } from "./rule.mjs";

/** @typedef {import("./rule.mjs").Accept} Accept */

/**
 * @param {string} name
 * @returns {boolean} whether a user's name is a person's, and not a common word
 */
export const isOwnUser = (name) => lengthOf(name) > 2 && !isDigits(name) && !NO_USER.fits(casefold(name));

const NO_USER = regex`root|user|users|username|admin|administrator|guest|nobody|daemon|anonymous|me|owner|home|homes|shared|public|private|data|dataset|datasets|default|local|share|lib|src|app|apps|opt|tmp|var|bin|scratch|work|workspace|project|projects|group|groups|lab|labs|team|staff|student|students|faculty|job|jobs|run|runs|log|logs|output|outputs|code|test|tests|build|dev|prod|demo|ubuntu|debian|centos|rocky|fedora|ec2-user|azureuser|sagemaker-user|opc|core|cloud|node|host|cluster|master|worker|server|client|batch|service|docker|container|kube|jovyan|jupyter|vscode|coder|runner|jenkins|airflow|git|github|slurm|munge|mpiuser|ray|spark|hadoop|conda|anaconda3?|miniconda3?|mamba|python|torch|pytorch|cuda|nccl|nvidia|gpu|cpu|rank|max|min|mean|will|mark|may|none|null|true|false|unknown|model|models|train|trainer|training|eval|inference|llm|llms|vllm|error|errors|info|warning|debug|secret|email|token|system|name|file|path|task|step|process|memory|device|the|and|for|not|from|with|str|int`;
const SOURCE = regex`.*\.(?:pyx?|so|c|cc|cpp|cxx|cu|cuh|h|hh|hpp|inl|inc|rs|go|js|ts|java|sh|log|txt|json|ya?ml)`;

/** @type {Accept} */
const isHome = (value) => !SOURCE.fits(value) && value !== "." && value !== "..";

/** @type {Accept} */
const isOwnUserWord = (value) => isOwnUser(value);

/** `for user alice`, `user 'alice'`, `user alice has` yes; what belongs to any user (`user code`, `for user input`) no. @type {Accept} */
function isUserWord(value, { input, index }, start) {
  if (!isOwnUser(value) || OF_USERS.fits(value)) return false;
  if ("\"'".includes(input.charAt(start - 1)) || /[0-9]/.test(value)) return true;
  return USER_BEFORE.isIn(cutBefore(input, index, 16)) || USER_AFTER.match(input, start + value.length) !== null;
}

const USER_BEFORE = new Pattern(String.raw`\b(?:for|by|as|invalid|unknown|illegal|login) {1,2}$`, ANY_CASE);
const USER_AFTER = regex`[\"']?(?:$|[\n(),;:]|\.(?:\s|$)|\s{1,2}(?:is|was|has|had|does|did|not|cannot|can|could|on|at|from|exceeded|requested|submitted|started|stopped|killed|cancelled|canceled|logged|ran|owns|via|denied|failed)\b)`;
const OF_USERS = regex`accounts?|actions?|agents?|aborts?|arguments?|bugs?|buffers?|callbacks?|cancel|classes|class|code|commands?|configs?|configuration|confirmation|context|data|defined|did|directory|directories|dir|environment|errors?|exceptions?|facing|files?|filter|frames?|functions?|generated|groups?|guide|handlers?|hooks?|home|ids?|inputs?|interface|interrupt|kernels?|level|limits?|lists?|manual|memory|messages?|mode|models?|modules?|names?|namespaces?|nice|objects?|options?|packages?|pages?|passwords?|paths?|permissions?|pointers?|policy|process|processes|profiles?|programs?|prompts?|provided|quotas?|queries|query|requests?|requested|rights|roles?|scripts?|sees|sessions?|settings?|signals?|sites?|slices?|space|specified|stacks?|statistics|stopped|streams?|supplied|tasks?|tensors?|threads?|time|tokens?|turns?|types?|units?|values?|variables?|version|visible|warnings?|who|that|which|has|had|have|is|was|are|can|cannot|could|must|may|might|should|will|would|does|of|or|to|in|on|at|by|as|via|inherits|asking|asks|pressed|did|wants|sets|set|does`;

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

const NO_HOST_NAME = regex`localhost|none|null|unknown|true|false|host|node|hostname|cpu|cuda|gpu|on|at|in|the|0\.0\.0\.0|127\.0\.0\.1|is|for|not|and|or|master|rank|error|info|warning|train|python|str|int|args|self|auto|default|worker|server|client|head|main|container|docker|redis|db|database|mysql|mariadb|postgres|mongo|mongodb|rabbitmq|minio|mlflow|kafka|etcd|proxy|torch|nccl|nvidia|kernel`;

/** @type {Accept} */
const isHostWord = (value) => isNameOfHost(value) && !PUBLIC.fits(casefold(value)) && !IPV4_SHAPE.fits(value);

/** @type {Accept} */
const hasLetterAndDigit = (value) => isHostWord(value, /** @type {never} */ (null), 0) && hasDigit(value) && /\p{L}/u.test(value);

/** Whatever it is called, it is the owner's, unless it is this machine, a number or known to everybody. @type {Accept} */
function isHostOfAddress(written) {
  const value = casefold(written);
  return value !== "localhost" && !PUBLIC.fits(value) && !IPV4_SHAPE.fits(value);
}

/** `[node17:4412]` yes; a line of a source file and the number of a rank no. @type {Accept} */
function isHostOfMpi(value, found, start) {
  if (!isHostWord(value, found, start) || SOURCE.fits(value) || NO_HOST_OF_MPI.fits(casefold(value))) return false;
  return hasLetterAndDigit(value, found, start) || SAID_BY_MPI.match(found.input, start + value.length) !== null;
}

const NO_HOST_OF_MPI = regex`(?:rank|default|cuda|gpu|cpu|layer|stage|step|epoch|pid|tid|device|core|c10|iter|batch|line|fp|bf|int|float|uint|log|level|thread|ep|dp|tp|pp)[_-]?[0-9]{1,4}[a-z]?`;
const SAID_BY_MPI = regex`[^\]\n]{0,20}\] (?:\*\*\*|\[ ?[0-9]{1,3}\]|PMIX|mca|prte|orte|ompi)`;

/**
 * @param {string} value
 * @returns {Generator<string>} the hosts that a list of Slurm names, `gpu[01-03],login`, one by one; of an endless list the first
 */
export function* hostsIn(value) {
  for (const { groups } of PARTS.all(value)) {
    const head = groups.head ?? "";
    if (groups.ranges === undefined) {
      yield head;
      continue;
    }
    for (const numbers of groups.ranges.split(",")) {
      const [first, , last] = partition(numbers, "-");
      if (first.length === 0 || first.length > 6 || last.length > 6 || last.includes("-")) continue;
      const end = Math.min(Number(last || first), Number(first) + MOST_OF_A_RANGE);
      for (let number = Number(first); number <= end; number++) yield head + String(number).padStart(first.length, "0");
    }
  }
}

const PARTS = regex`(?P<head>[A-Za-z0-9][A-Za-z0-9.-]{0,252})(?:\[(?P<ranges>[0-9,-]{1,200})\])?(?:,|$)`;
const MOST_OF_A_RANGE = 500;

const IPV4_SHAPE = regex`[0-9]{1,3}(?:\.[0-9]{1,3}){3}`;

export const RULES = [
  rule(
    EMAIL,
    regex`(?:^|[^A-Za-z0-9._%+-])(?P<value>[A-Za-z0-9._%+-]{1,256}@(?:[A-Za-z0-9-]{1,63}\.){1,12}[A-Za-z]{2,24})(?![A-Za-z0-9-])`,
    isEmail,
  ),
  rule(
    USER,
    new Pattern("/(?:home|homes|Users|users)/(?P<value>[^\\s/\\\\\\\"'`:;,(){}\\[\\]<>|]*[^\\s/\\\\\\\"'`:;,(){}\\[\\]<>|.])"),
    isHome,
  ),
  rule(USER, regex`\b[A-Za-z]:[\\/]{1,4}Users[\\/]{1,4}(?P<value>[^\\/\s\"':;,<>|]+)`, always, ANY_CASE),
  rule(
    USER,
    regex`\b(?:(?:[A-Z]{1,12}_){0,3}(?:USER|USERNAME|LOGNAME)|UserId|uid)(?:=|[\"']: ?)(?:[0-9]{1,10}\()?[\"']?(?P<value>[A-Za-z_](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?)`,
  ),
  rule(USER, regex`\b[Uu]ser [\"']?(?P<value>[a-z_](?:[a-z0-9_-]|\.(?=[a-z0-9])){2,31})(?!\w)`, isUserWord),
  rule(
    USER,
    regex`\b(?:ssh|scp|sftp|rsync|sshfs|mosh)\s[^\n@]{0,80}?(?<![\w.@-])(?P<value>[a-z_][a-z0-9._-]{0,31})@[A-Za-z0-9]`,
    isOwnUserWord,
  ),
  rule(
    HOST,
    regex`\b(?:ssh|scp|sftp|rsync|sshfs|mosh)\s[^\n@]{0,80}?(?<![\w.@-])[a-z_][a-z0-9._-]{0,31}@(?P<value>[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?)`,
    isHostWord,
  ),
  // a shell's prompt, or a copy from another machine
  rule(USER, regex`(?:^|[\s\"'\[(])(?P<value>[a-z_][a-z0-9_-]{0,31})@[A-Za-z0-9-]{1,63}:`),
  rule(HOST, regex`(?:^|[\s\"'\[(])[a-z_][a-z0-9_-]{0,31}@(?P<value>[A-Za-z0-9-]{1,63}):`, isHostWord),
  rule(
    HOST,
    regex`(?:^|[^A-Za-z0-9._<-])(?P<value>(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,12}[A-Za-z]{2,24})(?![A-Za-z0-9_(=\[-]|\.[A-Za-z0-9_])`,
    isFqdn,
  ),
  rule(HOST, regex`\b(?P<value>ip-[0-9]{1,3}-[0-9]{1,3}-[0-9]{1,3}-[0-9]{1,3})\b`),
  // the host of an address with a password; settings of Slurm and of shells; Open MPI
  rule(HOST, regex`://[^\s/@\"']{1,385}@(?P<value>[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?)`, isHostOfAddress),
  rule(
    HOST,
    regex`\b(?:(?:[A-Z]{1,12}_){0,3}(?:HOST|HOSTNAME|NODENAME)|MASTER_ADDR|BatchHost)(?:=|[\"']: ?)[\"']?(?P<value>[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?)(?!\w|:/|\(|\[)`,
    isHostWord,
  ),
  rule(
    HOST,
    regex`\b(?:(?:[A-Z]{1,12}_){0,3}NODE_?LIST|NodeList)(?:=|[\"']: ?)[\"']?(?P<value>[A-Za-z0-9][A-Za-z0-9.-]{0,80}(?:\[[0-9,-]{1,200}\])?(?:,[A-Za-z0-9][A-Za-z0-9.-]{0,80}(?:\[[0-9,-]{1,200}\])?){0,200})`,
    isHostWord,
  ),
  rule(HOST, regex`(?:^|[\s:])\[(?P<value>[A-Za-z0-9][A-Za-z0-9.-]{1,252}):[0-9]{2,10}(?:,[0-9]{1,5})?\]`, isHostOfMpi, MULTILINE),
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

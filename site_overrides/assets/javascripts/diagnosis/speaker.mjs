// @ts-check
/**
 * A line in, who wrote it out: the prefixes of launchers, log collectors and libraries, and what file names say.
 *
 * Prefixes stand in front of each other (`[default3]:[rank3]:[E1129 … ] [Rank 3] …`), so they are taken off one by one.
 * The twin of generator/diagnose/speaker.py.
 */

import { countOf } from "./order.mjs";
import { ANY_CASE, Pattern, regex } from "./pattern.mjs";
import { cut, rstrip, strip, toNumber } from "./text.mjs";

/** @typedef {import("./diagnosis.mjs").Speaker} Speaker */
/** @typedef {import("./pattern.mjs").Found} Found */

/** @type {Speaker} */
export const NOBODY = Object.freeze({ rank: null, localRank: null, host: null, pid: null, replica: null });

const STAMP = String.raw`\d{4}[-/]\d\d[-/]\d\d[T _]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?`;
/** Each takes one prefix off; its groups are fields of a speaker. */
const PREFIXES = [
  // torchrun --tee: [default3]:, the role and the rank on its host; PyTorch's own excepthook: [rank3]:
  regex`\[rank(?P<rank>\d{1,6})\]:? ?`,
  regex`\[[A-Za-z][A-Za-z_-]{0,40}?(?P<local_rank>\d{1,4})\]:`,
  // mpirun --tag-output: [1,3]<stderr>:
  regex`\[\d+,(?P<rank>\d{1,6})\]<std(?:out|err)>: ?`,
  // kubectl logs --prefix: [pod/name/container]
  regex`\[pod/(?P<host>[^/\]]{1,253})/[^\]]{1,253}\] ?`,
  // container runtimes: 2026-11-29T18:53:51.315Z stderr F
  regex`${STAMP} std(?:out|err) [FP] `,
  // Ray: (RayTrainWorker pid=1234, ip=10.0.0.2)
  regex`\((?P<replica>[^()=]{1,80}?) pid=(?P<pid>\d{1,10})(?:, ip=(?P<host>[0-9A-Fa-f.:]{1,45}))?\) ?`,
  // vLLM: (VllmWorker rank=1 pid=1234), (Worker_TP1 pid=1234), (EngineCore_0 pid=1234)
  regex`\((?P<replica>[A-Za-z]\w{0,40}) rank=(?P<rank>\d{1,6}) pid=(?P<pid>\d{1,10})\) ?`,
  // compose: trainer-1  |
  regex`(?P<replica>[A-Za-z][\w.-]{0,60}[-_]\d{1,4}) +\| `,
  // NCCL: host:pid:tid [gpu] NCCL
  regex`(?P<host>[A-Za-z0-9][\w.-]{0,252}):(?P<pid>\d{1,10}):\d{1,10} (?:\[(?P<local_rank>\d{1,3})\] )?(?=NCCL )`,
  // syslog and the journal: Nov 29 16:40:25 node-3 python[1234]:
  regex`[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d(?:\.\d+)? (?P<host>[A-Za-z0-9][\w.-]{0,252}) (?:[\w./@-]{1,80}(?:\[(?P<pid>\d{1,10})\])?: )?`,
  // glog: E1129 16:40:25.587000 8005 file.py:1002]
  regex`\[?[IWEFD]\d{4} \d\d:\d\d:\d\d\.\d{1,9} (?:(?P<pid>\d{1,10}) )?[^\s\]]{1,200}:\d{1,6}\] ?`,
  // vLLM, SGLang: ERROR 11-29 16:40:25 [core.py:700]
  regex`(?:DEBUG|INFO|WARNING|ERROR|CRITICAL) \d\d-\d\d \d\d:\d\d:\d\d \[?[^\s\]]{1,200}:\d{1,6}\] ?`,
  // Python's logging in its usual forms, and DeepSpeed's
  regex`\[?${STAMP}\]?[ ,:-]*`,
  regex`\[(?:INFO|WARNING|WARN|ERROR|DEBUG|CRITICAL|FATAL)\] ?`,
  regex`\[(?:RANK|Rank|rank):? ?(?P<rank>\d{1,6})\] ?`,
  regex`\[PG [^\]]{0,120}Rank (?P<rank>\d{1,6})\] ?`,
  // pdsh, as DeepSpeed's launcher uses it, names hosts by address
  regex`(?P<host>\d{1,3}(?:\.\d{1,3}){3}): `,
  regex`\[(?P<local_rank>\d{1,3})\]: `,
];
/** What names the writer further inside a line. */
const INSIDE = [
  regex`\[(?:RANK|Rank|rank)[ :=]{0,2}(?P<rank>\d{1,6})\]`,
  regex`\[PG [^\]]{0,120}Rank (?P<rank>\d{1,6})\]`,
  regex`\b(?:global_)?rank=(?P<rank>\d{1,6})\b`,
  regex`^(?:Global )?[Rr]ank (?P<rank>\d{1,6}):`,
  regex`\bon rank (?P<rank>\d{1,6})\b`,
  regex`\bray::[^\s()]{1,120}\(\) \(pid=(?P<pid>\d{1,10})`,
  regex`\(VllmWorker(?:Process)? (?:rank=(?P<rank>\d{1,6}) )?pid=(?P<pid>\d{1,10})\)`,
];
const INSIDE_FAR = 240;

/**
 * @param {readonly Pattern[]} patterns
 * @returns {Pattern} one that says at once which of several fits: the number of its last group, from 1
 */
const together = (patterns) => new Pattern(patterns.map(({ source }) => `(${source.replaceAll(/[(][?]P<[a-z_]+>/g, "(?:")})`).join("|"));

const ANY_PREFIX = together(PREFIXES);
/** Words without which none of INSIDE fits. */
const HINTS = ["ank", "RANK", "ray::", "VllmWorker"];
const TP_WORKER = regex`Worker_(?:DP\d+_)?(?:PP\d+_)?TP(\d{1,4})`;
const LABEL = regex` *(?P<rank>\d{1,6}): ?`;
const HOST_LABEL = regex`(?P<host>[A-Za-z][A-Za-z0-9.-]{1,120}\d): ?`;
/** How many prefixes a line may have. */
const DEEPEST = 8;

const JSON_TEXT = ["log", "message", "msg", "text", "textPayload", "MESSAGE"];
const JSON_RANK = ["rank", "global_rank", "RANK"];
const JSON_HOST = ["host", "hostname", "pod", "pod_name", "_HOSTNAME", "node"];
/** A larger number is no rank, and no count of ranks. */
export const MOST_RANKS = 1_000_000;

/** @typedef {{ readonly label: Pattern | null }} Style what a file's first lines show of all its lines: whether each begins with a label (`3: ` of srun, `node-3: ` of pdsh) */
/** @typedef {{ readonly speaker: Speaker, readonly text: string, readonly prefix: string }} Said a line taken apart: who wrote it, what is left behind the prefixes, and the prefixes that tell this writer from others */

/**
 * @param {Speaker} speaker
 * @returns {string} the same for the same writer
 */
export const speakerKey = ({ rank, localRank, host, pid, replica }) => JSON.stringify([rank, localRank, host, pid, replica]);

/**
 * The style of a file that begins with these lines.
 * @param {readonly string[]} lines
 * @returns {Style}
 */
export function styleOf(lines) {
  const written = lines.filter((line) => strip(line) !== "");
  for (const [pattern, group] of /** @type {const} */ ([
    [LABEL, "rank"],
    [HOST_LABEL, "host"],
  ])) {
    const labels = countOf(written.flatMap((line) => pattern.match(line)?.groups[group] ?? []));
    const labelled = [...labels.values()].reduce((sum, count) => sum + count, 0);
    if (labelled >= 4 && labelled >= 0.7 * written.length && labels.size <= Math.max(1, Math.floor(labelled / 2))) {
      return { label: pattern };
    }
  }
  return { label: null };
}

/**
 * Who wrote `line`; what it does not say is taken from `base`, the writer of the file.
 * @param {string} line
 * @param {Style} style
 * @param {Speaker} base
 * @returns {Said}
 */
export function said(line, style, base = NOBODY) {
  let { text, speaker } = unwrapped(line);
  const label = style.label?.match(text) ?? null;
  if (label !== null) {
    speaker = withGroups(speaker, label);
    text = text.slice(label[0].length);
  }
  const whole = text;
  for (let deep = 0; deep < DEEPEST; deep++) {
    const found = prefixOf(text);
    if (found === null) break;
    speaker = withGroups(speaker, found);
    text = text.slice(found[0].length);
  }
  const prefix = `${speaker.rank}/${speaker.localRank}/${speaker.host}/${speaker.replica}`;
  if (speaker.rank === null) {
    const near = cut(text, INSIDE_FAR);
    for (const pattern of HINTS.some((hint) => near.includes(hint)) ? INSIDE : []) {
      const found = pattern.search(near);
      if (found !== null) {
        speaker = withGroups(speaker, found);
        break;
      }
    }
  }
  if (speaker.rank === null) {
    const found = TP_WORKER.search(cut(whole.slice(0, whole.length - text.length), INSIDE_FAR));
    if (found !== null) speaker = { ...speaker, localRank: toNumber(found[1] ?? "") };
  }
  return { speaker: over(speaker, base), text, prefix };
}

/** @param {string} text @returns {Found | null} */
function prefixOf(text) {
  const which = ANY_PREFIX.match(text);
  if (which === null || which[0] === "") return null;
  return PREFIXES[which.findLastIndex((group, at) => at > 0 && group !== undefined) - 1]?.match(text) ?? null;
}

/**
 * What a prefix says is added; the outer prefix wins, since collectors know the writer and libraries may speak of others.
 * @param {Speaker} speaker
 * @param {Found} found
 * @returns {Speaker}
 */
function withGroups(speaker, { groups }) {
  const { rank, local_rank: localRank, host, pid, replica } = groups ?? {};
  /** @param {number | null} known @param {string | undefined} digits */
  const count = (known, digits) => known ?? (digits === undefined ? null : toNumber(digits));
  return {
    rank: count(speaker.rank, rank),
    localRank: count(speaker.localRank, localRank),
    host: speaker.host ?? host ?? null,
    pid: count(speaker.pid, pid),
    replica: speaker.replica ?? replica ?? null,
  };
}

/**
 * What is known of a writer, from the line and from the file it stands in.
 * @param {Speaker} speaker
 * @param {Speaker} base
 * @returns {Speaker}
 */
export function over(speaker, base) {
  if (base === NOBODY) return speaker;
  return {
    rank: speaker.rank ?? base.rank,
    localRank: speaker.localRank ?? base.localRank,
    host: speaker.host || base.host,
    pid: speaker.pid ?? base.pid,
    replica: speaker.replica || base.replica,
  };
}

/**
 * The message inside a line of JSON, with what the other members say of the writer; the line itself where it is none.
 * @param {string} line
 * @returns {{ text: string, speaker: Speaker }}
 */
export function unwrapped(line) {
  const itself = { text: line, speaker: NOBODY };
  const at = line.indexOf("{");
  if (at < 0 || !rstrip(line).endsWith("}") || line.length > 1 << 20) return itself;
  /** @type {Record<string, unknown>} */
  let value;
  try {
    value = JSON.parse(line.slice(at));
  } catch {
    return itself;
  }
  /** @param {readonly string[]} names */
  const texts = (names) => names.flatMap((name) => (Object.hasOwn(value, name) && typeof value[name] === "string" ? [value[name]] : []));
  const [text] = texts(JSON_TEXT);
  if (text === undefined) return itself;
  const [rank = null] = JSON_RANK.flatMap((name) => (Object.hasOwn(value, name) ? rankIn(value[name]) : []));
  return { text: rstrip(text, "\n"), speaker: { ...NOBODY, rank, host: texts(JSON_HOST)[0] ?? null } };
}

/** @param {unknown} value @returns {number[]} the rank that it is, if it is one */
const rankIn = (value) => (typeof value === "number" && Number.isInteger(value) && value >= 0 && value < MOST_RANKS ? [value + 0] : []);

/** What the name of a file says, and of the folder it lies in; the first that fits counts. A folder's whole name must say it: `kill-rank1/` holds a whole run. */
const WORDS = "(?:global[_-]?)?rank|worker|task|proc|process|trainer|replica";
const PATHS = [
  regex`(?:^|/)attempt_\d+/(?P<local_rank>\d+)/std(?:out|err)\.log`,
  regex`(?:^|[/._-])local[_-]?rank[_.-]?(?P<local_rank>\d{1,4})(?=[._-][^/]*$|$)`,
  regex`(?:^|[/._-])(?:${WORDS})[_.-]?(?P<rank>\d{1,6})(?=[._-][^/]*$|$)`,
  regex`(?:^|/)(?:${WORDS})[_.-]?(?P<rank>\d{1,6})/[^/]*$`,
  regex`(?:^|/)slurm-\d+[_-](?P<rank>\d{1,6})\.(?:out|err|log)`,
  regex`(?:^|/)[^/]*[A-Za-z_-]\.(?P<rank>\d{1,3})\.(?:out|err|log)(?=\.|$)`,
  regex`(?:^|/)(?:std(?:out|err)|out|err|log)\.(?P<rank>\d{1,6})(?=\.|$)`,
  regex`(?:^|/)(?P<rank>\d{1,6})\.(?:out|err|log|stdout|stderr)(?=\.|$)`,
  regex`(?:^|/)(?P<rank>\d{1,6})/std(?:out|err)(?:\.log)?$`,
].map(({ source }) => new Pattern(source, ANY_CASE));
const NODE_PATH = new Pattern(
  String.raw`(?:^|/)((?:node|host|nid|gpu|worker-node)[_.-]?\d[\w.-]{0,60}?)(?=[/]|\.(?:log|out|err)$)`,
  ANY_CASE,
);
const ATTEMPT = regex`(?:^|/)attempt_(\d+)/`;

/**
 * Who wrote a file, by its name and folders.
 * @param {string} path
 * @returns {Speaker}
 */
export function speakerOfPath(path) {
  const tail = path.replaceAll("\\", "/").split("/").slice(-4).join("/");
  let speaker = NOBODY;
  for (const pattern of PATHS) {
    const found = pattern.search(tail);
    if (found !== null) {
      speaker = withGroups(speaker, found);
      break;
    }
  }
  const node = NODE_PATH.search(tail);
  return node ? { ...speaker, host: node[1] ?? null } : speaker;
}

/**
 * The attempt of an elastic launcher that a file belongs to, from 0, if it lies in the folder of one.
 * @param {string} path
 * @returns {number | null}
 */
export function attemptOfPath(path) {
  const found = ATTEMPT.search(path.replaceAll("\\", "/"));
  return found ? toNumber(found[1] ?? "") : null;
}

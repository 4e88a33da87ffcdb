// @ts-check
/**
 * What was recognised and where it began in, the entries that fit out: each with its part, how far to trust it, and what speaks against it.
 * The twin of generator/diagnose/weigh.py.
 */

import { counts, holds, namesIn, parseCondition } from "../matcher/condition.mjs";
import { spotsOf } from "./attempts.mjs";
import { CERTAIN, COLLATERAL, INITIATING, LIKELY, POSSIBLE, UNRELATED } from "./diagnosis.mjs";
import { BANNER, NAMES, PEER, SEQUENCE } from "./marks.mjs";
import { compare, greatest, inOrder, maximum, sortedBy } from "./order.mjs";
import { regex } from "./pattern.mjs";
import { comesBefore, when } from "./places.mjs";
import { asRank, number } from "./roster.mjs";
import { hasRole, withRole } from "./spots.mjs";
import { lengthOf, lstrip, partition, rstrip, toNumber } from "./text.mjs";

/** @typedef {import("./compiled.mjs").EntryIndex} EntryIndex */
/** @typedef {import("./compiled.mjs").Row} Row */
/** @typedef {import("./diagnosis.mjs").Cause} Cause */
/** @typedef {import("./diagnosis.mjs").Evidence} Evidence */
/** @typedef {import("./diagnosis.mjs").Variant} Variant */
/** @typedef {import("./places.mjs").Place} Place */
/** @typedef {import("./ranks.mjs").Beginning} Beginning */
/** @typedef {import("./ranks.mjs").Shown} Shown */
/** @typedef {import("./roster.mjs").Roster} Roster */
/** @typedef {import("./spots.mjs").Reading} Reading */
/** @typedef {import("./spots.mjs").Seen} Seen */
/** @typedef {import("./spots.mjs").Spot} Spot */
/** @typedef {ReadonlySet<string>} Pairs of entries of which the first brings the other about */

/** How many lines of evidence a cause brings, and how many causes are named. */
export const MOST_EVIDENCE = 8;
export const MOST_CAUSES = 12;
/** @type {Readonly<Record<string, number>>} how much a level says that something broke */
const WEIGHT = { fatal: 4, exception: 4, error: 3, kernel: 3, status: 3, output: 3, warning: 2, info: 1, debug: 0 };
const SURE = 3;
const TELLS = 2;
/** A pattern says less than a line of one's own, and more than complaints about others. */
const PATTERN_WEIGHT = 2;
/** How far apart the lines of one failure stand. */
const NEAR = 12;
const STEPS = [POSSIBLE, LIKELY, CERTAIN];

/**
 * A signature on a spot.
 * @typedef {{ readonly place: Place, readonly path: string, readonly spot: Spot, readonly seen: Seen, readonly rank: number | null, readonly isComplaint: boolean }} Sign
 */

/** An entry with the signs of it. */
export class Candidate {
  /** @param {Row} row */
  constructor(row) {
    this.row = row;
    /** @type {Sign[]} */
    this.signs = [];
    /** @type {Map<number, number>} how many lines speak for each of the entry's causes */
    this.shows = new Map();
    /** @type {Shown[]} */
    this.patterns = [];
  }

  /** @returns {Sign | null} the first sign that is no mere complaint about a peer, or the first of all; none where only a pattern shows it */
  get first() {
    return this.signs.find((sign) => !sign.isComplaint) ?? this.signs[0] ?? null;
  }

  /** @returns {Place | null} where it shows first */
  get place() {
    return this.first?.place ?? this.patterns.find(({ failing }) => failing !== null)?.failing?.place ?? null;
  }

  /** @returns {number} how much the gravest of its signatures says that something broke */
  get weight() {
    return this.signs.length ? maximum(this.signs.map((sign) => weightOf(this.row, sign.seen))) : PATTERN_WEIGHT;
  }

  /** @returns {number} the letters of its longest signature that was found: what is longer is more particular */
  get length() {
    return Math.max(0, maximum(this.signs.map((sign) => lengthOf(signatureOf(this.row, sign.seen)))));
  }

  /** @returns {boolean} whether its lines only say that another rank is gone or late */
  get onlyComplains() {
    return this.patterns.length === 0 && this.signs.every((sign) => sign.isComplaint);
  }

  /** @returns {Set<number>} the ranks that its lines speak of */
  get spoken() {
    return new Set(this.signs.flatMap(({ rank }) => rank ?? []));
  }
}

/** @param {Seen} seen @returns {number} of the signature, from 1 */
const numberOf = (seen) => Number(partition(seen.id, "#")[2]);

/** @param {Row} row @param {Seen} seen */
const signatureOf = (row, seen) => row.signatures[numberOf(seen) - 1] ?? "";

/** @param {Row} row @param {Seen} seen */
const sourceOf = (row, seen) => row.sources[numberOf(seen) - 1];

/** @param {Row} row @param {Seen} seen */
const weightOf = (row, seen) => {
  const source = sourceOf(row, seen);
  const weight = WEIGHT[source?.level ?? ""] ?? 2;
  return source?.only_if ? Math.max(weight, TELLS) : weight; // its values say more than its level
};

/**
 * The entries of which a signature was found, each with its signs in the order of the logs.
 * @param {readonly Reading[]} readings
 * @param {EntryIndex} index
 * @param {Roster} roster
 * @param {number} attempt
 * @returns {Map<string, Candidate>}
 */
export function candidatesOf(readings, index, roster, attempt) {
  /** @type {Map<string, Candidate>} */
  const found = new Map();
  /** @type {{ entry: string, cause: number }[]} */
  const shows = [];
  for (const [at, reading] of readings.entries()) {
    for (const spot of spotsOf(reading, attempt)) {
      const isComplaint = hasRole(spot, PEER, NAMES, SEQUENCE);
      for (const seen of spot.seen) {
        const [entry, isShow, cause] = partition(seen.id, "!");
        if (isShow && !seen.id.startsWith("@")) shows.push({ entry, cause: Number(partition(cause, ".")[0]) });
        const row = seen.entry !== null ? index.byId.get(seen.entry) : undefined;
        if (row === undefined || !counts(sourceOf(row, seen)?.only_if, seen.captures)) continue;
        const candidate = found.get(row.id) ?? new Candidate(row);
        found.set(row.id, candidate);
        const place = { reading: at, line: spot.line, moment: spot.moment };
        candidate.signs.push({ place, path: reading.input.path, spot, seen, rank: rankOf(spot, seen, roster), isComplaint });
      }
    }
  }
  for (const { entry, cause } of shows) {
    const numbers = found.get(entry)?.shows;
    numbers?.set(cause, (numbers.get(cause) ?? 0) + 1);
  }
  return found;
}

/**
 * The entries that a pattern of the whole job speaks for.
 * @param {Map<string, Candidate>} found
 * @param {Beginning} beginning
 * @param {EntryIndex} index
 */
export function addPatterns(found, { patterns }, index) {
  for (const row of index.rows) {
    const shown = patterns.filter((one) => row.patterns.includes(one.pattern));
    if (shown.length === 0) continue;
    const candidate = found.get(row.id) ?? new Candidate(row);
    found.set(row.id, candidate);
    candidate.patterns.push(...shown);
  }
}

/**
 * The rank that a sign speaks of: a process that the kernel or a driver names, a rank that the text names, or the writer.
 * @param {Spot} spot
 * @param {Seen} seen
 * @param {Roster} roster
 * @returns {number | null}
 */
function rankOf(spot, seen, roster) {
  const pid = number(seen.took("pid"));
  return asRank(seen.took("rank")) ?? (pid !== null ? roster.byPid.get(pid) : undefined) ?? roster.rankAt(spot);
}

/**
 * The causes, the answer first. Wrappers are pointers and harmless entries no answers: they come last, as what they are.
 * @param {ReadonlyMap<string, Candidate>} found
 * @param {Beginning} beginning
 * @param {EntryIndex} index
 * @param {readonly Reading[]} readings
 * @returns {Cause[]}
 */
export function weighed(found, beginning, index, readings) {
  // what an entry says may be ignored, may be ignored by all others
  const ignored = new Set([...found.values()].filter(({ row }) => row.kind === "harmless").flatMap((one) => [...linesOf(one)]));
  const failures = [...found.values()].filter(
    (one) => one.row.kind === "failure" && (one.patterns.length > 0 || [...linesOf(one)].some((line) => !ignored.has(line))),
  );
  const brings = bringsIn(index.rows);
  const banners = versionsIn(readings, index);
  const scored = new Map(failures.map((one) => [one, scoreOf(one, failures, beginning, brings, banners)]));
  /** @param {Candidate} one */
  const score = (one) => /** @type {Score} */ (scored.get(one));
  const order = sortedBy(failures, (one) => [-score(one).points, ...orderOf(one.place), -one.length, one.row.id]);
  const paths = readings.map((reading) => reading.input.path);
  /** @type {Cause[]} */
  const causes = [];
  const answer = order.find((one) => !one.onlyComplains) ?? (beginning.own ? undefined : order[0]);
  if (answer) {
    const confidence = confidenceIn(answer, order, score, beginning, brings);
    causes.push(causeOf(answer, INITIATING, confidence, beginning, score(answer).against, paths));
    for (const candidate of order.filter((one) => one !== answer)) {
      const role = roleOf(candidate, answer, beginning, brings);
      const against = [...score(candidate).against, whyLower(candidate, answer, role, brings)];
      causes.push(causeOf(candidate, role, role === COLLATERAL ? LIKELY : POSSIBLE, beginning, against, paths));
    }
  } else {
    // only victims are known: what began it was seen, and no entry explains it
    for (const candidate of order) {
      const against = [...score(candidate).against, "it began with a failure that no entry explains"];
      causes.push(causeOf(candidate, COLLATERAL, LIKELY, beginning, against, paths));
    }
  }
  /** @param {Candidate} one @param {string} role @param {string} why */
  const beside = (one, role, why) => causes.push(causeOf(one, role, POSSIBLE, beginning, [why], paths));
  for (const candidate of found.values()) {
    if (candidate.row.kind === "wrapper") beside(candidate, COLLATERAL, "it only points at another failure");
    else if (candidate.row.kind === "harmless") beside(candidate, UNRELATED, "it may be ignored");
  }
  return causes.slice(0, MOST_CAUSES);
}

/** @param {string} one @param {string} other */
const pair = (one, other) => `${one} ${other}`;

/** @param {Iterable<Row>} rows @returns {Pairs} */
function bringsIn(rows) {
  const pairs = new Set();
  for (const row of rows) {
    for (const [kind, other] of row.relations) {
      if (kind === "causes") pairs.add(pair(row.id, other));
      else if (kind === "follows") pairs.add(pair(other, row.id));
    }
  }
  return pairs;
}

/** @typedef {{ readonly points: number, readonly against: readonly string[] }} Score how well a candidate answers, and what speaks against it */

/**
 * @param {Candidate} candidate
 * @param {readonly Candidate[]} others
 * @param {Beginning} beginning
 * @param {Pairs} brings
 * @param {ReadonlyMap<string, string>} banners
 * @returns {Score}
 */
function scoreOf(candidate, others, beginning, brings, banners) {
  /** @type {string[]} */
  const against = [];
  let points = candidate.weight;
  if (candidate.onlyComplains) {
    points -= 4;
    against.push("its lines only say that another rank is gone or late");
  }
  const { initiating } = beginning.ranks;
  const { spoken } = candidate;
  if (isNear(candidate, beginning)) points += 4;
  else if (initiating.some((rank) => spoken.has(rank))) points += 2;
  else if (initiating.length && spoken.size && !candidate.onlyComplains) {
    points -= 2;
    against.push(`its lines come from rank ${inOrder(spoken).join(", ")}, and it began elsewhere`);
  }
  const lines = linesOf(candidate);
  for (const other of others) {
    if (other === candidate) continue;
    // a line that healthy jobs print too is no proof that it brought anything about
    if (candidate.weight >= TELLS && brings.has(pair(candidate.row.id, other.row.id)) && isNotAfter(candidate, other)) points += 3;
    if (other.weight >= TELLS && brings.has(pair(other.row.id, candidate.row.id)) && isNotAfter(other, candidate)) points -= 3;
    if (candidate.length < other.length && [...linesOf(other)].some((line) => lines.has(line))) points -= 1;
  }
  const gone = outOfRange(candidate, banners);
  if (gone !== null) {
    points -= 2;
    against.push(gone);
  }
  return { points, against };
}

/** @param {Candidate} candidate */
const linesOf = ({ signs }) => new Set(signs.map(({ place }) => `${place.reading}:${place.line}`));

/** Whether a sign stands near one of the failures with which it began. @param {Candidate} candidate @param {Beginning} beginning */
const isNear = ({ signs }, { failings }) =>
  signs.some(({ place }) => failings.some((f) => f.place.reading === place.reading && Math.abs(f.place.line - place.line) <= NEAR));

/** Whether `one` may have come first: unless the logs say that it came later. @param {Candidate} one @param {Candidate} other */
const isNotAfter = (one, other) => cameBefore(other, one) !== true || isClose(one.place, other.place);

/** Whether two lines belong to one traceback, which comes at once. @param {Place | null} one @param {Place | null} other */
const isClose = (one, other) => one !== null && other !== null && one.reading === other.reading && Math.abs(one.line - other.line) <= NEAR;

/** @param {Candidate} one @param {Candidate} other @returns {boolean | null} */
const cameBefore = (one, other) => (one.place !== null && other.place !== null ? comesBefore(one.place, other.place) : null);

/** @param {Place | null} place @returns {[number, number, number]} */
const orderOf = (place) => (place === null ? [Number.POSITIVE_INFINITY, 0, 0] : when(place));

/**
 * The versions that programs have said of themselves.
 * @param {readonly Reading[]} readings
 * @param {EntryIndex} index
 * @returns {Map<string, string>}
 */
function versionsIn(readings, index) {
  /** @type {Map<string, string>} */
  const said = new Map();
  for (const spot of readings.flatMap((reading) => reading.spots)) {
    const seen = withRole(spot, BANNER);
    if (seen === undefined) continue;
    const program = index.marks.get(seen.id.slice(1))?.program ?? "";
    if (!said.has(program)) said.set(program, rstrip(lstrip(seen.took("version") ?? "", "v"), ",."));
  }
  return said;
}

/**
 * That the signatures found belong to other versions than the log says.
 * @param {Candidate} candidate
 * @param {ReadonlyMap<string, string>} banners
 * @returns {string | null}
 */
function outOfRange(candidate, banners) {
  let told = null;
  for (const { seen } of candidate.signs) {
    const source = sourceOf(candidate.row, seen);
    const version = source && banners.get(source.program);
    if (version === undefined || source?.gone === undefined || compare(versionKey(version), versionKey(source.gone)) < 0) return null;
    told ??= `the log says ${source.program} ${version}, in which this text is gone since ${source.gone}`;
  }
  return told;
}

const DIGITS = regex`\d+`;

/** @param {string} version */
const versionKey = (version) => [...DIGITS.all(partition(version, "+")[0])].slice(0, 4).map((found) => toNumber(found[0]));

/**
 * In words. Certain: an error's own text, nothing of equal weight beside it, nothing against it.
 * @param {Candidate} answer
 * @param {readonly Candidate[]} order
 * @param {(one: Candidate) => Score} score
 * @param {Beginning} beginning
 * @param {Pairs} brings
 * @returns {string}
 */
function confidenceIn(answer, order, score, beginning, brings) {
  if (answer.signs.length === 0) return POSSIBLE;
  if (answer.onlyComplains) {
    // whoever complains is not the cause; the rank that is missing may be; but a line that names who differs says what is wrong
    if (answer.signs.some(({ spot }) => hasRole(spot, NAMES))) return LIKELY;
    const surely = STEPS.indexOf(beginning.ranks.confidence ?? POSSIBLE);
    return beginning.ranks.initiating.length ? stepAt(Math.min(STEPS.indexOf(LIKELY), surely)) : POSSIBLE;
  }
  let step = answer.weight >= SURE ? 2 : answer.weight >= 2 ? 1 : 0;
  if (score(answer).against.length) step -= 1;
  const hasRival = order.some(
    (other) =>
      other !== answer &&
      !other.onlyComplains &&
      score(other).points >= score(answer).points - 1 &&
      !brings.has(pair(answer.row.id, other.row.id)),
  );
  if (hasRival) step -= 1;
  if (beginning.failings.length && !isNear(answer, beginning)) step -= 1;
  return stepAt(Math.max(0, step));
}

/** @param {number} step */
const stepAt = (step) => /** @type {string} */ (STEPS[step]);

/**
 * @param {Candidate} candidate
 * @param {Candidate} answer
 * @param {Beginning} beginning
 * @param {Pairs} brings
 * @returns {string}
 */
function roleOf(candidate, answer, beginning, brings) {
  if (brings.has(pair(answer.row.id, candidate.row.id)) || candidate.onlyComplains) return COLLATERAL;
  const { initiating } = beginning.ranks;
  const { spoken } = candidate;
  const isElsewhere = initiating.length > 0 && spoken.size > 0 && !initiating.some((rank) => spoken.has(rank));
  return isElsewhere && cameBefore(answer, candidate) ? COLLATERAL : UNRELATED;
}

/**
 * @param {Candidate} candidate
 * @param {Candidate} answer
 * @param {string} role
 * @param {Pairs} brings
 * @returns {string}
 */
function whyLower(candidate, answer, role, brings) {
  if (brings.has(pair(answer.row.id, candidate.row.id))) return `\`${answer.row.id}\` brings it about`;
  if (candidate.weight < answer.weight) {
    return `its lines say less: a ${levelOf(candidate)}, where \`${answer.row.id}\` is a ${levelOf(answer)}`;
  }
  if (cameBefore(answer, candidate)) return `it came after \`${answer.row.id}\``;
  return role === UNRELATED ? `fewer or weaker signs than \`${answer.row.id}\`` : "it followed from the first failure";
}

/** @param {Candidate} candidate */
function levelOf({ row, signs }) {
  if (signs.length === 0) return "pattern";
  const best = greatest(signs, (sign) => weightOf(row, sign.seen));
  return (best && sourceOf(row, best.seen)?.level) ?? "line";
}

/**
 * @param {Candidate} candidate
 * @param {string} role
 * @param {string} confidence
 * @param {Beginning} beginning
 * @param {readonly string[]} against
 * @param {readonly string[]} paths
 * @returns {Cause}
 */
function causeOf(candidate, role, confidence, beginning, against, paths) {
  const { initiating } = beginning.ranks;
  const spoken = [...candidate.spoken];
  const { first } = candidate;
  /** @type {number | null} */
  let rank = spoken[0] ?? null;
  if (role === INITIATING) {
    const isAlone = initiating.length === 0 && spoken.length === 1 && !candidate.onlyComplains;
    rank = initiating.length === 1 ? (initiating[0] ?? null) : isAlone ? rank : null;
  }
  return {
    entry: candidate.row.id,
    role,
    confidence,
    rank,
    host: first?.spot.speaker.host || (role === INITIATING ? beginning.host : null),
    // a stamp of a line above orders events, but is not when this one was
    time: first?.spot.moment && first.spot.text.includes(first.spot.moment.text) ? first.spot.moment.text : null,
    evidence: evidenceOf(candidate, rank, paths),
    against: [...new Set(against)],
    variant: variantOf(candidate),
  };
}

/**
 * The lines that show it: of each signature the first on the initiating rank, then others; equal lines counted.
 * @param {Candidate} candidate
 * @param {number | null} rank
 * @param {readonly string[]} paths
 * @returns {Evidence[]}
 */
function evidenceOf({ row, signs, patterns }, rank, paths) {
  /** @type {Map<string, { first: Sign, count: number }>} */
  const groups = new Map();
  for (const sign of signs) {
    const key = pair(sign.seen.id, String(sign.rank));
    const group = groups.get(key) ?? { first: sign, count: 0 };
    group.count += 1;
    groups.set(key, group);
  }
  const ordered = sortedBy(groups.values(), ({ first }) => [first.isComplaint, first.rank !== rank, first.place.reading, first.place.line]);
  const ofPatterns = patterns.flatMap(({ failing, rank: its }) => {
    if (failing === null) return [];
    const { place, spot } = failing;
    return { path: paths[place.reading] ?? "", line: spot.line, text: spot.text, signature: null, captures: {}, rank: its, count: 1 };
  });
  const ofSigns = ordered.map(({ first: { path, spot, seen, rank: its }, count }) => {
    const { captures } = seen;
    return { path, line: spot.line, text: spot.text, signature: signatureOf(row, seen), captures, rank: its, count };
  });
  return [...ofPatterns, ...ofSigns].slice(0, MOST_EVIDENCE);
}

/**
 * The cause among several that this log speaks for: by values of the first sign that has them, or by lines beside it.
 * @param {Candidate} candidate
 * @returns {Variant | null}
 */
function variantOf({ row, signs, shows }) {
  /** @type {{ points: number, variant: Variant } | null} */
  let best = null;
  for (const [at, { name = "", tell = "", remedy = null, values }] of row.causes.entries()) {
    let points = 0;
    /** @type {string[]} */
    const why = [];
    if (values) {
      const condition = parseCondition(values);
      const held = signs.find(({ seen }) => holds(condition, seen.captures));
      if (held) {
        points += 2;
        why.push(
          `${values} (${namesIn(condition)
            .map((one) => `${one} ${held.seen.took(one)}`)
            .join(", ")})`,
        );
      }
    }
    if (shows.get(at + 1)) {
      points += 2;
      why.push("the log also shows a line of this cause");
    }
    if (points && (best === null || points > best.points)) best = { points, variant: { name, tell, remedy, why: why.join("; ") } };
  }
  return best?.variant ?? null;
}

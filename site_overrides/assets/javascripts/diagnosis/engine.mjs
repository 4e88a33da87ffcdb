// @ts-check
/**
 * Logs in, the diagnosis out: read each log, see who is who, find where it began, weigh the entries, name what is not explained.
 * The twin of generator/diagnose/engine.py.
 */

import { attemptsOf, spotsOf, wasHeard } from "./attempts.mjs";
import { FAILURE, INITIATING, NO_KNOWN_FAILURE } from "./diagnosis.mjs";
import { findEntries } from "./find.mjs";
import { ABORT, BANNER, CHAINED, ERROR, EXIT, SELF, TRACEBACK, WORLD } from "./marks.mjs";
import { sortedBy } from "./order.mjs";
import { beginningOf } from "./ranks.mjs";
import { readLog } from "./reading.mjs";
import { rosterOf } from "./roster.mjs";
import { neverMet, sceneOf } from "./scene.mjs";
import { hasRole } from "./spots.mjs";
import { cut, isSpaceAt0, rounded, withoutDigits } from "./text.mjs";
import { addPatterns, candidatesOf, weighed } from "./weigh.mjs";

/** @typedef {import("../matcher/stream.mjs").Readable} Readable */
/** @typedef {import("./compiled.mjs").EntryIndex} EntryIndex */
/** @typedef {import("./diagnosis.mjs").Cause} Cause */
/** @typedef {import("./diagnosis.mjs").Diagnosis} Diagnosis */
/** @typedef {import("./diagnosis.mjs").Near} Near */
/** @typedef {import("./diagnosis.mjs").Ranks} Ranks */
/** @typedef {import("./diagnosis.mjs").Unexplained} Unexplained */
/** @typedef {import("./ranks.mjs").Beginning} Beginning */
/** @typedef {import("./roster.mjs").Roster} Roster */
/** @typedef {import("./spots.mjs").Reading} Reading */
/** @typedef {import("./spots.mjs").Spot} Spot */
/** @typedef {{ readonly name: string, readonly readable: Readable }} Log what a log is called in the diagnosis, and its bytes as they are */

export const MOST_UNEXPLAINED = 20;
export const MOST_NEAR = 3;
/** What is less like a line than this is no guess worth showing. */
export const LEAST_LIKE = 0.5;
/** How many error lines are compared with entries, and how much of each. */
const MOST_COMPARED = 5;
const LONGEST_COMPARED = 400;

/**
 * The diagnosis of these logs. `progress` is told how many (unpacked) bytes were read since it was last told. A log longer than
 * `limit` bytes is read so far.
 * @param {readonly Log[]} logs
 * @param {EntryIndex} index
 * @param {{ limit?: number | null, progress?: ((bytes: number) => void) | null }} how
 * @returns {Promise<Diagnosis>}
 */
export async function diagnose(logs, index, how = {}) {
  /** @type {Reading[]} */
  const readings = [];
  for (const { name, readable } of logs) readings.push(await readLog(readable, name, index, how));
  return conclude(readings, index);
}

/**
 * What readings say together.
 * @param {readonly Reading[]} readings
 * @param {EntryIndex} index
 * @returns {Diagnosis}
 */
export function conclude(readings, index) {
  const roster = rosterOf(readings);
  const { attempt, beginning } = lastAttemptThatFailed(readings, roster);
  const found = candidatesOf(readings, index, roster, attempt);
  addPatterns(found, beginning, index);
  const causes = weighed(found, beginning, index, readings);
  const unexplained = unexplainedIn(readings, roster, attempt, beginning, causes);
  return {
    inputs: readings.map((reading) => reading.input),
    verdict: causes[0]?.role === INITIATING ? FAILURE : NO_KNOWN_FAILURE,
    causes,
    ranks: withEarlier(ranksIn(beginning, causes), readings, roster, attempt),
    nearest: [...found.values()].some(({ row }) => row.kind === "failure") ? [] : nearestTo(unexplained, index),
    unexplained,
  };
}

/**
 * A job that was started again ended by what happened in its last attempt; unless its ranks never met, which an
 * earlier one's failure may have left behind.
 * @param {readonly Reading[]} readings
 * @param {Roster} roster
 * @returns {{ attempt: number, beginning: Beginning }}
 */
function lastAttemptThatFailed(readings, roster) {
  /** @type {{ attempt: number, beginning: Beginning } | null} */
  let victims = null;
  for (let attempt = attemptsOf(readings) - 1; attempt >= 0; attempt--) {
    const scene = sceneOf(readings, roster, attempt);
    const beginning = beginningOf(scene, roster);
    if (beginning.own) return { attempt, beginning };
    const isSeen = beginning.ranks.initiating.length > 0 || beginning.ranks.collateral.length > 0;
    if (isSeen && !neverMet(scene) && victims === null) return { attempt, beginning };
    if (isSeen || scene.unknown.length) {
      victims ??= { attempt, beginning };
    } else if (victims === null && (attempt === 0 || wasHeard(readings, attempt))) {
      return { attempt, beginning };
    }
  }
  return /** @type {{ attempt: number, beginning: Beginning }} */ (victims);
}

/**
 * @param {Beginning} beginning
 * @param {readonly Cause[]} causes
 * @returns {Ranks}
 */
function ranksIn({ ranks }, [answer]) {
  if (ranks.initiating.length || answer?.role !== INITIATING || answer.rank === null) return ranks;
  const { rank } = answer;
  return {
    initiating: [rank],
    collateral: ranks.collateral.filter((one) => one !== rank),
    silent: ranks.silent.filter((one) => one !== rank),
    why: [...ranks.why, `the signs of the answer come from rank ${rank}`],
    confidence: null,
  };
}

/**
 * That attempts before this one failed too is said, not weighed.
 * @param {Ranks} ranks
 * @param {readonly Reading[]} readings
 * @param {Roster} roster
 * @param {number} attempt
 * @returns {Ranks}
 */
function withEarlier(ranks, readings, roster, attempt) {
  const why = [...ranks.why];
  for (let earlier = 0; earlier < attempt; earlier++) {
    const began = beginningOf(sceneOf(readings, roster, earlier), roster).ranks.initiating;
    if (began.length) why.push(`this is attempt ${attempt + 1}; attempt ${earlier + 1} failed too, on rank ${began.join(", ")}`);
  }
  return { ...ranks, why };
}

/**
 * Error lines that no signature explains: those of the rank on which it began first, each wording once.
 * @param {readonly Reading[]} readings
 * @param {Roster} roster
 * @param {number} attempt
 * @param {Beginning} beginning
 * @param {readonly Cause[]} causes
 * @returns {Unexplained[]}
 */
function unexplainedIn(readings, roster, attempt, beginning, causes) {
  const shown = new Set(causes.flatMap(({ evidence }) => evidence.map(({ path, line }) => `${line} ${path}`)));
  const rows = readings.flatMap((reading, at) => {
    const spots = spotsOf(reading, attempt);
    // a launcher's line on how a process ended is no part of what that process wrote above it
    const explained = new Set(
      spots.filter((spot) => isExplained(spot) && !hasRole(spot, EXIT)).map(({ line, prefix }) => `${line} ${prefix}`),
    );
    return spots
      .filter(
        (spot) => isError(spot) && !isExplained(spot) && !leadsOn(spot, explained) && !shown.has(`${spot.line} ${reading.input.path}`),
      )
      .map((spot) => ({ reading, spot, isFirst: beginning.failings.some((f) => f.place.reading === at && f.place.line === spot.line) }));
  });
  /** @type {Map<string, Unexplained>} */
  const out = new Map();
  for (const { reading, spot } of sortedBy(rows, (row) => [!row.isFirst, !row.spot.exception])) {
    const wording = cut(withoutDigits(spot.body), 120);
    if (out.has(wording)) continue;
    out.set(wording, { path: reading.input.path, line: spot.line, text: spot.text, rank: roster.rankAt(spot) });
    if (out.size === MOST_UNEXPLAINED) break;
  }
  return [...out.values()];
}

/** @param {Spot} spot */
const isExplained = (spot) => spot.seen.some((seen) => seen.entry !== null);

/** Whether the line is the head of a message that goes on in a line that a signature explains. @param {Spot} spot @param {ReadonlySet<string>} explained */
const leadsOn = ({ exception, line, prefix }, explained) =>
  !exception && (explained.has(`${line + 1} ${prefix}`) || explained.has(`${line + 2} ${prefix}`));

/** @param {Spot} spot */
function isError(spot) {
  if (spot.exception) return true;
  if (isSpaceAt0(spot.body) || hasRole(spot, TRACEBACK, CHAINED)) return false; // inside a traceback, whose last line counts
  return hasRole(spot, ERROR, ABORT) && !hasRole(spot, SELF, WORLD, BANNER);
}

/**
 * Entries with the words of the error lines.
 * @param {readonly Unexplained[]} unexplained
 * @param {EntryIndex} index
 * @returns {Near[]}
 */
function nearestTo(unexplained, index) {
  /** @type {Map<string, number>} */
  const best = new Map();
  for (const { text } of unexplained.slice(0, MOST_COMPARED)) {
    for (const { row, weight } of findEntries(index, cut(text, LONGEST_COMPARED), MOST_NEAR)) {
      if (row.kind !== "harmless" && weight >= LEAST_LIKE) best.set(row.id, Math.max(best.get(row.id) ?? 0, Math.min(1, weight)));
    }
  }
  return sortedBy(best, ([entry, similarity]) => [-similarity, entry])
    .slice(0, MOST_NEAR)
    .map(([entry, similarity]) => ({ entry, similarity: rounded(similarity, 2) }));
}

// @ts-check
/**
 * Readings in, the attempts of an elastic job out: which spots belong to which, and whether an attempt was heard at all.
 * The twin of generator/diagnose/attempts.py.
 */

import { ROOT } from "./marks.mjs";
import { maximum } from "./order.mjs";
import { hasRole } from "./spots.mjs";

/** @typedef {import("./spots.mjs").Reading} Reading */
/** @typedef {import("./spots.mjs").Spot} Spot */

/**
 * The spots of one attempt: by the file's folder, or by the failures that the launcher reports between them.
 * @param {Reading} reading
 * @param {number} attempt
 * @returns {readonly Spot[]}
 */
export function spotsOf(reading, attempt) {
  if (reading.inAttempt !== null) return reading.inAttempt === attempt ? reading.spots : [];
  const ends = endsOf(reading);
  if (attempt > ends.length) return [];
  const first = attempt ? (ends[attempt - 1] ?? 0) : 0;
  const last = ends[attempt] ?? Number.POSITIVE_INFINITY;
  return reading.spots.filter(({ line }) => line > first && line <= last);
}

/**
 * The lines on which the launcher reports the end of each attempt but the last.
 * @param {Reading} reading
 * @returns {number[]}
 */
function endsOf(reading) {
  const reports = reading.spots.filter((spot) => spot.seen.some((seen) => seen.id === "@elastic-exit"));
  const pid = reports[0]?.speaker.pid ?? null;
  const same = reports.filter((spot) => pid !== null && spot.speaker.pid === pid).map(({ line }) => line);
  const last = same.at(-1);
  if (last === undefined) return [];
  // behind the last failure the launcher gives up, or the ranks are heard again
  const isLast = reading.spots.some((spot) => spot.line > last && hasRole(spot, ROOT));
  const isHeard = reading.last.some((voice) => voice.line > last && voice.speaker.rank !== null);
  return isLast || !isHeard ? same.slice(0, -1) : same;
}

/**
 * @param {readonly Reading[]} readings
 * @returns {number} how many attempts the logs hold, at least one
 */
export const attemptsOf = (readings) =>
  Math.max(0, maximum(readings.map((reading) => Math.max(reading.inAttempt ?? 0, endsOf(reading).length)))) + 1;

/**
 * Whether a rank spoke in this attempt: one that did and left no failure ended well.
 * @param {readonly Reading[]} readings
 * @param {number} attempt
 * @returns {boolean}
 */
export const wasHeard = (readings, attempt) =>
  readings.some((reading) => {
    if (reading.inAttempt === attempt && reading.input.bytes) return true;
    const ends = endsOf(reading);
    const last = ends.at(-1);
    return ends.length === attempt && last !== undefined && reading.last.some((v) => v.line > last && v.speaker.rank !== null);
  });

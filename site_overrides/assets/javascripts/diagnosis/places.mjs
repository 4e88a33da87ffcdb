// @ts-check
/** Where and when something stands in the logs, and which of two things came first. The twin of generator/diagnose/places.py. */

/** @typedef {import("./diagnosis.mjs").Moment} Moment */
/** @typedef {{ readonly reading: number, readonly line: number, readonly moment: Moment | null }} Place where in which reading, and when */

/** Stamps of different files closer than this do not say which came first. */
const CLOSE = 0.005;

/**
 * What places are sorted by: the moment where there is one, then file and line.
 * @param {Place} place
 * @returns {[number, number, number]}
 */
export const when = ({ reading, line, moment }) => [moment?.dated ? moment.seconds : Number.POSITIVE_INFINITY, reading, line];

/**
 * Whether `one` came before `other`; null where neither lines nor stamps tell.
 * @param {Place} one
 * @param {Place} other
 * @returns {boolean | null}
 */
export function comesBefore(one, other) {
  if (one.reading === other.reading) return one.line < other.line;
  if (one.moment === null || other.moment === null || one.moment.dated !== other.moment.dated) return null;
  const apart = other.moment.seconds - one.moment.seconds;
  return Math.abs(apart) < CLOSE ? null : apart > 0;
}

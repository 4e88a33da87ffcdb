// @ts-check
/** What a diagnosis says: values from the reading of logs to the report. The twin of generator/diagnose/diagnosis.py. */

export const FAILURE = "failure";
export const NO_KNOWN_FAILURE = "no-known-failure";
export const INITIATING = "initiating";
export const COLLATERAL = "collateral";
export const UNRELATED = "unrelated";
export const CERTAIN = "certain";
export const LIKELY = "likely";
export const POSSIBLE = "possible";

/** @typedef {Readonly<Record<string, string>>} Captures what the placeholders of a signature took */

/**
 * Who wrote a line, as far as it shows: the rank in the job, on its host, the host, the process, the replica.
 * @typedef {object} Speaker
 * @property {number | null} rank
 * @property {number | null} localRank
 * @property {string | null} host
 * @property {number | null} pid
 * @property {string | null} replica
 */

/**
 * When: seconds on the writer's clock (since 1970, or since an unknown day where `dated` is false), and as it was written.
 * @typedef {{ readonly seconds: number, readonly text: string, readonly dated: boolean }} Moment
 */

/**
 * A log that was read: its lines and (unpacked) bytes, and what kept it from being read to the end.
 * @typedef {{ readonly path: string, readonly lines: number, readonly bytes: number, readonly trouble: string | null }} Input
 */

/**
 * A line that speaks for a cause; `count` says how many like it there are.
 * @typedef {object} Evidence
 * @property {string} path
 * @property {number} line
 * @property {string} text
 * @property {string | null} signature
 * @property {Captures} captures
 * @property {number | null} rank
 * @property {number} count
 */

/**
 * One of an entry's causes that this log speaks for, with why.
 * @typedef {{ readonly name: string, readonly tell: string, readonly remedy: string | null, readonly why: string }} Variant
 */

/**
 * An entry that fits, its part in this failure, and how far to trust it. `rank` is the one on which it began, if one did.
 * @typedef {object} Cause
 * @property {string} entry
 * @property {string} role
 * @property {string} confidence
 * @property {number | null} rank
 * @property {string | null} host
 * @property {string | null} time
 * @property {readonly Evidence[]} evidence
 * @property {readonly string[]} against
 * @property {Variant | null} variant
 */

/**
 * The ranks by their part: those on which it began, those that failed with them, those that stopped speaking. `why` says how this
 * is known, `confidence` how surely.
 * @typedef {object} Ranks
 * @property {readonly number[]} initiating
 * @property {readonly number[]} collateral
 * @property {readonly number[]} silent
 * @property {readonly string[]} why
 * @property {string | null} confidence
 */

/** @typedef {{ readonly entry: string, readonly similarity: number }} Near an entry whose words are like those of the log, from 0 to 1; a guess */

/**
 * An error line that no signature explains.
 * @typedef {{ readonly path: string, readonly line: number, readonly text: string, readonly rank: number | null }} Unexplained
 */

/**
 * The answer: `causes[0]` where there is one. `nearest` only when no signature was found.
 * @typedef {object} Diagnosis
 * @property {readonly Input[]} inputs
 * @property {string} verdict
 * @property {readonly Cause[]} causes
 * @property {Ranks} ranks
 * @property {readonly Near[]} nearest
 * @property {readonly Unexplained[]} unexplained
 */

/**
 * @param {Partial<Ranks>} parts
 * @returns {Ranks}
 */
export const ranksOf = (parts) => ({ initiating: [], collateral: [], silent: [], why: [], confidence: null, ...parts });

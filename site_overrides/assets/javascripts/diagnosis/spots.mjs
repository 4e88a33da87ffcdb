// @ts-check
/** What a reading of a log holds: values between `reading` and those who draw conclusions. The twin of generator/diagnose/spots.py. */

import { partition } from "./text.mjs";

/** @typedef {import("./diagnosis.mjs").Captures} Captures */
/** @typedef {import("./diagnosis.mjs").Input} Input */
/** @typedef {import("./diagnosis.mjs").Moment} Moment */
/** @typedef {import("./diagnosis.mjs").Speaker} Speaker */

/** One thing that was recognised on a line: a signature's id `<entry>#<number>`, a cause's text `<entry>!<cause>.<row>`, or `@<mark>`. */
export class Seen {
  /**
   * @param {string} id
   * @param {string | null} role of the mark that this is
   * @param {Captures} captures
   */
  constructor(id, role, captures) {
    this.id = id;
    this.role = role;
    this.captures = captures;
    const [entry, number] = partition(id, "#");
    /** @type {string | null} the entry whose signature this is */
    this.entry = number ? entry : null;
  }

  /**
   * @param {string} name
   * @returns {string | null} what this placeholder took
   */
  took(name) {
    return Object.hasOwn(this.captures, name) ? (this.captures[name] ?? null) : null;
  }
}

/**
 * A line that matters, with everything that was recognised on it. `text` is without terminal codes; `body` also without prefixes.
 * `exception` says that it ends a traceback; `frame` is then the place in the job's own code that the traceback came from.
 * @typedef {object} Spot
 * @property {number} line
 * @property {string} text
 * @property {string} body
 * @property {string} prefix
 * @property {Speaker} speaker
 * @property {Moment | null} moment
 * @property {readonly Seen[]} seen
 * @property {boolean} exception
 * @property {string} frame
 */

/**
 * @param {Spot} spot
 * @param {string} role
 * @returns {Seen | undefined} what was seen in this role, the first of it
 */
export const withRole = (spot, role) => spot.seen.find((seen) => seen.role === role);

/**
 * @param {Spot} spot
 * @param {...string} roles
 * @returns {boolean} whether anything was seen in one of them
 */
export const hasRole = (spot, ...roles) => spot.seen.some((seen) => seen.role !== null && roles.includes(seen.role));

/** @typedef {{ readonly speaker: Speaker, readonly line: number, readonly moment: Moment | null, readonly text: string }} Voice the last that was heard of a writer: the line, the moment and the text */

/**
 * A log, read: its spots in order, the writers of its beginning and end, and the attempt (from 0) whose folder it lies in, if it does.
 * @typedef {object} Reading
 * @property {Input} input
 * @property {Speaker} writer
 * @property {number | null} inAttempt
 * @property {readonly Spot[]} spots
 * @property {readonly Speaker[]} heard
 * @property {readonly Voice[]} last
 * @property {readonly string[]} tail
 */

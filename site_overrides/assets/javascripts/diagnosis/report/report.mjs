// @ts-check
/** What every form of a report is made from: the diagnosis, and the entries that it names. The twin of generator/diagnose/report/report.py. */

import { pathOf } from "../compiled.mjs";
import { COLLATERAL, FAILURE } from "../diagnosis.mjs";

/** @typedef {import("../compiled.mjs").EntryIndex} EntryIndex */
/** @typedef {import("../compiled.mjs").Row} Row */
/** @typedef {import("../diagnosis.mjs").Cause} Cause */
/** @typedef {import("../diagnosis.mjs").Diagnosis} Diagnosis */

/**
 * One step that ends a failure. What an entry does not have is not in its record.
 * @typedef {{ readonly do: string, readonly command?: string, readonly config?: string, readonly when?: string, readonly costs?: string }} FixStep
 */
/**
 * What a report says of an entry: a part of its published record, `<area>/<id>/entry.json`.
 * @typedef {object} EntryRecord
 * @property {string} id
 * @property {{ readonly symptom: string, readonly cause: string, readonly fix: string, readonly first: string }} quick_answer
 * @property {{ readonly steps: readonly FixStep[], readonly verify: string, readonly verify_command?: string, readonly stopgap: string }} fix
 */

/** A diagnosis with a row for each entry that it names, the record of each cause, and the site's address, which ends in a slash. */
export class Report {
  /**
   * @param {Diagnosis} diagnosis
   * @param {ReadonlyMap<string, Row>} rows
   * @param {ReadonlyMap<string, EntryRecord>} entries
   * @param {string} address
   */
  constructor(diagnosis, rows, entries, address) {
    this.diagnosis = diagnosis;
    this.rows = rows;
    this.entries = entries;
    this.address = address;
  }

  /** @returns {Cause | null} what began it */
  get answer() {
    return this.diagnosis.verdict === FAILURE ? (this.diagnosis.causes[0] ?? null) : null;
  }

  /** @returns {Cause[]} what could have begun it too, the most likely first */
  get others() {
    return this.#afterTheAnswer().filter((cause) => cause.role !== COLLATERAL && this.#isFailure(cause));
  }

  /** @returns {Cause[]} what followed from it */
  get victims() {
    return this.#afterTheAnswer().filter((cause) => cause.role === COLLATERAL && this.#isFailure(cause));
  }

  /** @returns {Cause[]} pointers to other lines, and what may be ignored */
  get besides() {
    return this.#afterTheAnswer().filter((cause) => !this.#isFailure(cause));
  }

  #afterTheAnswer() {
    const { answer } = this;
    return this.diagnosis.causes.filter((cause) => cause !== answer);
  }

  /** @param {Cause} cause */
  #isFailure(cause) {
    return this.row(cause.entry).kind === "failure";
  }

  /** @param {string} entry @returns {Row} */
  row(entry) {
    return /** @type {Row} */ (this.rows.get(entry));
  }

  /** @param {string} entry @returns {EntryRecord} */
  entry(entry) {
    return /** @type {EntryRecord} */ (this.entries.get(entry));
  }

  /** @returns {boolean} whether the address leads nowhere on anybody else's machine */
  get isLocal() {
    return /^http:\/\/(?:127\.0\.0\.1|localhost)/.test(this.address);
  }

  /** @param {string} entry @returns {string} the address of an entry's page */
  url(entry) {
    return this.address + pathOf(this.row(entry));
  }
}

/**
 * The report on a diagnosis that was made with this index; `records` are those of the entries that it names.
 * @param {Diagnosis} diagnosis
 * @param {EntryIndex} index
 * @param {Iterable<EntryRecord>} records
 * @param {string} address
 * @returns {Report}
 */
export const reportOn = (diagnosis, index, records, address) =>
  new Report(diagnosis, index.byId, new Map([...records].map((record) => [record.id, record])), address);

// @ts-check
/**
 * The index that the site publishes in, what a diagnosis needs of all entries out. The twin of generator/match/compiled.py, which has
 * its index on disk; this one is `diagnosis-index.json`, written by generator/diagnose/published.py.
 */

import { SignatureIndex } from "../matcher/index.mjs";
import { isHole, templateOf } from "../matcher/template.mjs";
import { MANY_WORDS, ONE_WORD } from "./cut.mjs";
import { casefold, onOneLine } from "./text.mjs";

/** @typedef {import("./marks.mjs").Mark} Mark */

export const FORMAT = "diagnosis-index/1";

/** @typedef {{ readonly level: string, readonly program: string, readonly gone?: string, readonly only_if?: string }} Source who prints a signature, the release in which it is gone, and when it counts */
/**
 * One of an entry's causes, and what a log shows when it is this one; without words where no log can show it.
 * @typedef {{ readonly name: string, readonly tell: string, readonly remedy?: string, readonly shows?: readonly string[], readonly values?: string }} Told
 */
/**
 * What a diagnosis needs of an entry.
 * @typedef {object} Row
 * @property {string} id
 * @property {string} area
 * @property {string} title
 * @property {string} kind
 * @property {readonly string[]} signatures
 * @property {readonly Source[]} sources
 * @property {readonly (readonly [kind: string, entry: string])[]} relations
 * @property {readonly Partial<Told>[]} causes
 * @property {readonly string[]} patterns
 * @property {string} words
 */
/** @typedef {{ readonly format: string, readonly rows: readonly Row[], readonly marks: readonly Mark[], readonly keys: readonly string[] }} Published */

/** All rows, the marks, and what is searched for: signatures as `<entry>#<number from 1>`, what a cause shows as `<entry>!<cause>.<number>`, marks as `@<id>`. */
export class EntryIndex {
  /** @param {Published} published */
  constructor({ format, rows, marks, keys }) {
    if (format !== FORMAT) throw new Error(`the index has the format ${format}; these scripts read ${FORMAT}: reload the page`);
    this.rows = rows;
    this.byId = new Map(rows.map((row) => [row.id, row]));
    this.marks = new Map(marks.map((mark) => [mark.id, mark]));
    /** @type {[string, string][]} */
    const searched = [
      ...rows.flatMap((row) => numbered(row.signatures, `${row.id}#`)),
      ...rows.flatMap((row) => row.causes.flatMap(({ shows }, at) => numbered(shows ?? [], `${row.id}!${at + 1}.`))),
      ...marks.map((mark) => /** @type {[string, string]} */ ([`@${mark.id}`, mark.text])),
    ];
    this.signatures = new SignatureIndex(searched, keys);
    /** @type {Map<string, readonly string[]>} */
    this.printed = new Map();
  }

  /**
   * @param {string} identity
   * @returns {string | null} the role of the mark with this id; none for signatures
   */
  roleOf(identity) {
    return identity.startsWith("@") ? (this.marks.get(identity.slice(1))?.role ?? null) : null;
  }

  /**
   * @param {Row} row
   * @returns {readonly string[]} its signatures as words are compared with them
   */
  printedOf(row) {
    let printed = this.printed.get(row.id);
    if (printed === undefined) {
      printed = row.signatures.map(asPrinted);
      this.printed.set(row.id, printed);
    }
    return printed;
  }
}

/** @param {Row} row @returns {string} the address of its page, from the site's top */
export const pathOf = (row) => `${row.area}/${row.id}/`;

/** @param {readonly string[]} texts @param {string} before @returns {[string, string][]} */
const numbered = (texts, before) => texts.map((text, at) => [`${before}${at + 1}`, text]);

/** @param {string} text */
function asPrinted(text) {
  const lines = templateOf(text).lines.map((line) => line.map(shown).join(""));
  return onOneLine(casefold(lines.join(" ")));
}

/** @param {import("../matcher/template.mjs").Part} part */
function shown(part) {
  if (!isHole(part)) return part.text;
  return part.kind === "any" || part.kind === "size" ? MANY_WORDS : ONE_WORD;
}

// @ts-check
/**
 * A regular expression as its twin in Python writes it in, one that finds the same here out.
 *
 * Texts of logs hold any character, and the two languages differ in what a word, a digit, white space and the end of a line are.
 * So that the patterns of both engines can be the same to the letter, Python's meaning is spelled out here once. What is counted
 * ({0,40}) are characters of Unicode in both. `regex` is a template tag: regex`\b(?P<rank>\d{1,6})`.
 */

import { SPACE } from "./text.mjs";

const WORD = "\\p{L}\\p{N}_";
const BOUNDARY = `(?:(?<=[${WORD}])(?![${WORD}])|(?<![${WORD}])(?=[${WORD}]))`;
const SYNTAX = new Set("^$\\.*+?()[]{}|/");
const QUANTIFIER = /\{\d+(?:,\d*)?\}/y;
const CONTROL = new Set("nrtfv");

/** @typedef {RegExpExecArray & { groups: Record<string, string | undefined>, indices: { groups: Record<string, [number, number]> } & [number, number][] }} Found with the places of its groups */

/** How letters and ends of lines are taken. */
export const ANY_CASE = "i";
export const MULTILINE = "m";

export class Pattern {
  /** @type {Map<string, RegExp>} */
  #made = new Map();

  /**
   * @param {string} source as Python's `re` reads it
   * @param {string} flags ANY_CASE, MULTILINE, both or none
   */
  constructor(source, flags = "") {
    this.source = source;
    this.flags = flags;
  }

  /**
   * @param {string} text
   * @param {number} place
   * @returns {Found | null} what begins at `place`
   */
  match(text, place = 0) {
    return this.#found("", "y", text, place);
  }

  /** @param {string} text @returns {Found | null} the first that it finds */
  search(text) {
    return this.#found("", "g", text, 0);
  }

  /** @param {string} text @returns {boolean} whether the whole text is one */
  fits(text) {
    return this.#found("(?![^])", "y", text, 0) !== null;
  }

  /** @param {string} text @returns {boolean} whether there is one in the text */
  isIn(text) {
    return this.search(text) !== null;
  }

  /** @param {string} text @returns {Generator<Found>} all of them, one behind the other */
  *all(text) {
    for (let from = 0; from <= text.length; ) {
      const found = this.#found("", "g", text, from);
      if (found === null) return;
      yield found;
      const end = found.index + found[0].length;
      from = found[0] === "" ? end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1) : end;
    }
  }

  /**
   * @param {string} text
   * @param {(found: Found) => string} by
   * @returns {string} the text with each of them replaced
   */
  replace(text, by) {
    let out = "";
    let place = 0;
    for (const found of this.all(text)) {
      out += text.slice(place, found.index) + by(found);
      place = found.index + found[0].length;
    }
    return out + text.slice(place);
  }

  /**
   * @param {string} behind
   * @param {"g" | "y"} how
   * @param {string} text
   * @param {number} place
   * @returns {Found | null}
   */
  #found(behind, how, text, place) {
    let made = this.#made.get(behind + how);
    if (made === undefined) {
      const anyCase = this.flags.includes(ANY_CASE) ? "i" : "";
      made = new RegExp(`(?:${spelledOut(this.source, this.flags)})${behind}`, `du${how}${anyCase}`);
      this.#made.set(behind + how, made);
    }
    made.lastIndex = place;
    return /** @type {Found | null} */ (made.exec(text));
  }
}

/**
 * @param {TemplateStringsArray} strings
 * @param {(string | Pattern)[]} values put in as patterns
 * @returns {Pattern}
 */
export const regex = (strings, ...values) =>
  new Pattern(String.raw({ raw: strings.raw }, ...values.map((value) => (value instanceof Pattern ? value.source : value))));

/**
 * @param {string} text
 * @returns {string} a pattern that finds this text
 */
export const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/gu, "\\$&");

/**
 * @param {string} source
 * @param {string} flags
 * @returns {string} the same in this language, for the flag `u`
 */
function spelledOut(source, flags) {
  const isMultiline = flags.includes(MULTILINE);
  const anyCase = flags.includes(ANY_CASE);
  let out = "";
  /** @type {string | null} what stands in a class of characters so far */
  let inside = null;
  for (let at = 0; at < source.length; at++) {
    const one = /** @type {string} */ (source[at]);
    if (one === "\\") {
      at += 1;
      const letter = /** @type {string} */ (source[at]);
      if (inside === null) out += spelledOutEscape(letter, false);
      else inside += spelledOutEscape(letter, true);
    } else if (inside !== null) {
      if (one === "]") {
        out += classOf(inside, anyCase);
        inside = null;
      } else inside += one;
    } else if (source.startsWith("[\\s\\S]", at)) {
      out += "[^]";
      at += 5;
    } else if (source.startsWith("(?P<", at)) {
      const end = source.indexOf(">", at);
      out += `(?<${source.slice(at + 4, end)}>`;
      at = end;
    } else if (one === "{") {
      QUANTIFIER.lastIndex = at;
      const quantifier = QUANTIFIER.exec(source)?.[0];
      out += quantifier ?? "\\{";
      at += (quantifier ?? one).length - 1;
    } else if (one === "[") inside = "";
    else if (one === "^" && isMultiline) out += "(?<![^\\n])";
    else if (one === "$") out += isMultiline ? "(?![^\\n])" : "(?=\\n?(?![^]))";
    else out += anyCase && (one === "i" || one === "I") ? `[i${OTHER_I}]` : (PLAIN[one] ?? one);
  }
  return out;
}

/** @type {Readonly<Record<string, string>>} */
const PLAIN = { ".": "[^\\n]", "}": "\\}" };
/** What Python takes for an i of the other case, beside I. */
const OTHER_I = "\\u0130\\u0131";

/** @param {string} inside @param {boolean} anyCase */
function classOf(inside, anyCase) {
  const [not, members] = inside.startsWith("^") ? ["^", inside.slice(1)] : ["", inside];
  const hasI = anyCase && new RegExp(`[${members}]`, "iu").test("i");
  return `[${not}${hasI ? OTHER_I : ""}${members}]`;
}

/**
 * @param {string} letter what stands behind a backslash
 * @param {boolean} inClass
 */
function spelledOutEscape(letter, inClass) {
  if (letter === "b" && !inClass) return BOUNDARY;
  if (letter === "d") return "\\p{Nd}";
  if (letter === "w") return inClass ? WORD : `[${WORD}]`;
  if (letter === "s") return inClass ? SPACE : `[${SPACE}]`;
  if (letter === "S" && !inClass) return `[^${SPACE}]`;
  if (SYNTAX.has(letter) || CONTROL.has(letter) || (letter === "-" && inClass)) return `\\${letter}`;
  if (/[\p{L}\p{N}]/u.test(letter)) throw new Error(`\\${letter} is not spelled out here`);
  return letter;
}

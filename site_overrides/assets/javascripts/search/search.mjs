// @ts-check
/**
 * What somebody typed or pasted in, the entries that fit it out: those that print it (found by the matcher, as on the command line), those
 * that print something like it, then those whose title, symptoms or text have its words. No DOM.
 */

import { EntryIndex, FORMAT as ROWS } from "../diagnosis/compiled.mjs";
import { findEntries } from "../diagnosis/find.mjs";
import { encode } from "../matcher/bytes.mjs";
import { scanBytes } from "../matcher/stream.mjs";
import { LikenessIndex } from "./likeness.mjs";
import { formsOf, wordsAsked, written } from "./words.mjs";

/** @typedef {import("../diagnosis/compiled.mjs").Row} Row */
/** @typedef {import("./likeness.mjs").Likeness} Likeness */
/** @typedef {import("./records.mjs").Entry} Entry */
/** @typedef {import("./records.mjs").SearchIndex} SearchIndex */
/** @typedef {import("./records.mjs").Texts} Texts */
/** @typedef {"prints" | "part" | "near" | "printed" | "title" | "symptoms" | "texts"} Reason */
/**
 * An entry that fits: why, the signature or the sentence that shows it, and which of its words were found.
 * @typedef {{ readonly entry: Entry, readonly reason: Reason, readonly shown: string | null, readonly words: ReadonlySet<string> }} Found
 */

export const MOST = 20;
/** How much of a question, by weight, stands in a signature that is like it. */
const NEAR = 0.6;
/** How much of a question an entry must have to be an answer; and of one that has so many words that some may be beside the point. */
const LEAST = 0.5;
const LEAST_OF_MANY = 0.38;
const MANY = 4;
/** With so many entries that are like it, a line that is cut off is compared letter by letter. */
const MOST_COMPARED = 40;
const SHORTEST_PART = 6;
/** @type {ReadonlySet<string>} */
const NONE = new Set();

export class Search {
  #index;
  #rows;
  #likeness;
  /** @type {Texts[]} */
  #texts = [];
  /** @type {string[][] | null} the signatures in small letters, as part of which a text may stand */
  #small = null;
  #numbers;

  /** @param {SearchIndex} index */
  constructor(index) {
    this.#index = index;
    /** @type {Row[]} */
    const rows = index.entries.map((entry) => ({ ...entry, words: "", sources: [], relations: [], causes: [], patterns: [] }));
    this.#rows = new EntryIndex({ format: ROWS, rows, marks: [], keys: index.keys });
    this.#rows.signatures.prefilter; // made now, not when the first key is pressed
    this.#likeness = new LikenessIndex(index.entries);
    this.#numbers = new Map(index.entries.map(({ id }, number) => [id, number]));
  }

  /** The names of the areas. */
  get areas() {
    return this.#index.areas;
  }

  /** @param {readonly Texts[]} some what is searched beside titles and signatures: of the entries in their order, behind those that were added before */
  add(some) {
    this.#texts.push(...some);
    this.#likeness.add(some);
  }

  /**
   * The entries that fit, the best first.
   * @param {string} text
   * @param {number} most
   * @returns {Found[]}
   */
  find(text, most = MOST) {
    if (text.trim() === "") return [];
    const like = this.#likeness.ask(text);
    const printing = [...like].filter(([, { places }]) => places.has("printed")).sort(([, one], [, other]) => other.score - one.score);
    const words = wordsAsked(text).length;
    const least = words >= MANY ? LEAST_OF_MANY : LEAST;
    const near = words > 1 ? NEAR : Number.POSITIVE_INFINITY; // one word is no line
    const likely = [...like].filter(([, one]) => one.share > least || one.near >= near);
    likely.sort(([one, a], [other, b]) => Number(b.near >= near) - Number(a.near >= near) || b.score - a.score || one - other);
    /** @type {Map<number, Found>} */
    const out = new Map();
    for (const { row, reason, signature } of this.#exactly(
      text,
      printing.slice(0, MOST_COMPARED).map(([number]) => number),
    )) {
      const number = this.#numbers.get(row.id) ?? -1;
      const entry = this.#index.entries[number];
      if (entry && reason !== "words") out.set(number, { entry, reason, shown: signature, words: like.get(number)?.words ?? NONE });
    }
    for (const [number, one] of likely) {
      if (out.size >= most) break;
      const entry = /** @type {Entry} */ (this.#index.entries[number]);
      if (!out.has(number)) out.set(number, { entry, words: one.words, ...this.#why(number, one, near) });
    }
    return [...out.values()].slice(0, most);
  }

  /**
   * What the command line's search finds by signatures. It compares every one; here only those are compared letter by letter that are hit, that
   * have the text in them, or that are like it.
   * @param {string} text
   * @param {readonly number[]} like
   */
  #exactly(text, like) {
    const rows = new Set(like.map((number) => /** @type {Row} */ (this.#rows.rows[number])));
    for (const { signature } of scanBytes(encode(text), this.#rows.signatures)) {
      rows.add(/** @type {Row} */ (this.#rows.byId.get(signature.slice(0, signature.indexOf("#")))));
    }
    for (const number of this.#having(text)) rows.add(/** @type {Row} */ (this.#rows.rows[number]));
    const some = /** @type {EntryIndex} */ (Object.create(this.#rows, { rows: { value: this.#rows.rows.filter((row) => rows.has(row)) } }));
    return findEntries(some, text, rows.size);
  }

  /** @param {string} text @returns {number[]} the entries with a signature of which it is a part */
  #having(text) {
    const wanted = small(text).replace(/[{}]/g, "$&$&");
    if (wanted.length < SHORTEST_PART) return [];
    this.#small ??= this.#index.entries.map(({ signatures }) => signatures.map(small));
    return this.#small.flatMap((signatures, number) => (signatures.some((one) => one.includes(wanted)) ? [number] : []));
  }

  /**
   * The strongest place in which its words were found, and the sentence there that has most of them.
   * @param {number} number
   * @param {Likeness} like
   * @param {number} least
   * @returns {{ reason: Reason, shown: string | null }}
   */
  #why(number, { near, signature, places, words }, least) {
    if (near >= least) return { reason: "near", shown: signature };
    if (places.has("title") || places.has("tags")) return { reason: "title", shown: null };
    const texts = this.#texts[number];
    if (places.has("symptoms") && texts) return { reason: "symptoms", shown: sentenceWith(texts.symptoms, words) };
    if (places.has("texts") && texts) return { reason: "texts", shown: sentenceWith(texts.texts, words) };
    return { reason: "printed", shown: signature };
  }
}

/** @param {string} text @returns {string} in small letters, with single blanks */
const small = (text) => text.toLowerCase().replace(/\s+/g, " ").trim();

/** @param {readonly string[]} texts @param {ReadonlySet<string>} words @returns {string | null} the one that has most of the words */
function sentenceWith(texts, words) {
  const counts = texts.map(
    (text) =>
      written(text)
        .flatMap(formsOf)
        .filter((word) => words.has(word)).length,
  );
  return texts[counts.indexOf(Math.max(...counts))] ?? null;
}

// @ts-check
/** Signatures in; a table out that finds, for a block of bytes, which of them may match there. The twin of generator/match/index.py. */

import { encode } from "./bytes.mjs";
import { Prefilter } from "./prefilter.mjs";
import { compiled } from "./scan.mjs";
import { keyOf, templateOf } from "./template.mjs";

/** @typedef {import("./lines.mjs").TemplateLine} TemplateLine */
/** @typedef {readonly [id: string, text: string]} Signature */

/** Signatures by number, in the order given; each has an id and a text that `check` lets pass. */
export class SignatureIndex {
  /** @type {Prefilter | null} */
  #prefilter = null;

  /**
   * Nothing is compiled before it is needed; with `keys`, as another engine has chosen them, nothing is parsed either.
   * @param {Iterable<Signature>} signatures
   * @param {readonly string[] | null} keys
   */
  constructor(signatures, keys = null) {
    this.signatures = [...signatures];
    this.keys = keys ?? this.signatures.map(([, text]) => keyIn(text));
    /** @type {Map<string, number[]>} */
    const numbers = new Map();
    for (const [number, key] of this.keys.entries()) {
      const same = numbers.get(key);
      if (same) same.push(number);
      else numbers.set(key, [number]);
    }
    /** The numbers of the signatures behind each distinct key. */
    this.behind = [...numbers.values()];
    this.distinctKeys = [...numbers.keys()].map(encode);
  }

  /** The keys, ready for searching. */
  get prefilter() {
    this.#prefilter ??= new Prefilter(this.distinctKeys);
    return this.#prefilter;
  }

  /** @param {number} number @returns {string} the id of a signature */
  id(number) {
    return this.signatures[number][0];
  }

  /** @param {number} number @returns {readonly TemplateLine[]} a signature, ready for matching */
  lines(number) {
    return compiled(this.signatures[number][1]);
  }

  get length() {
    return this.signatures.length;
  }
}

/** @param {string} text */
function keyIn(text) {
  const key = keyOf(templateOf(text));
  if (key === null) throw new Error(`no word to search by in the signature ${JSON.stringify(text)}`);
  return key;
}

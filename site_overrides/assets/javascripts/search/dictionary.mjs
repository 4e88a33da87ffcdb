// @ts-check
/** Words in, numbers out; and for a word that is typed so far, or misspelt, the known words that may be meant. No DOM. */

import { formsOf, written } from "./words.mjs";

/** @typedef {{ readonly number: number, readonly weight: number }} Meant a known word, and how sure it is that it is meant, up to 1 */

const BEGINNING = 0.7;
const MISSPELT = 0.6;

export class Dictionary {
  /** @type {string[]} */
  words = [];
  /** @type {Map<string, number>} */
  #numbers = new Map();
  /** @type {Map<string, readonly number[]>} the numbers of a word as it is written; most words stand in many texts */
  #written = new Map();
  /** @type {number[]} the text in which each word was met last */
  #met = [];
  #texts = 0;
  /** @type {number[]} which of 32 groups of letters each word has: two words that differ in more groups than letters need no closer look */
  #letters = [];

  /**
   * @param {string} text
   * @returns {number[]} the words by which it is found, each once; new ones get numbers
   */
  add(text) {
    const out = [];
    const now = ++this.#texts;
    for (const word of written(text)) {
      for (const number of this.#written.get(word) ?? this.#learn(word)) {
        if (this.#met[number] === now) continue;
        this.#met[number] = now;
        out.push(number);
      }
    }
    return out;
  }

  /** @param {string} word */
  #learn(word) {
    const numbers = formsOf(word).map((form) => {
      const known = this.#numbers.get(form);
      if (known !== undefined) return known;
      this.#numbers.set(form, this.words.length);
      return this.words.push(form) - 1;
    });
    this.#written.set(word, numbers);
    return numbers;
  }

  /** @param {string} word @returns {number | undefined} */
  find(word) {
    return this.#numbers.get(word);
  }

  /** @param {string} beginning @returns {Meant[]} longer words, the sooner meant the less is missing */
  beginningWith(beginning) {
    /** @type {Meant[]} */
    const out = [];
    for (const [number, word] of this.words.entries()) {
      if (word.length > beginning.length && word.startsWith(beginning)) {
        out.push({ number, weight: BEGINNING * (0.5 + (0.5 * beginning.length) / word.length) });
      }
    }
    return out;
  }

  /**
   * Words that become this one by so many steps: a letter more, less, another, or two that changed places.
   * @param {string} misspelt
   * @param {number} steps
   * @returns {Meant[]}
   */
  near(misspelt, steps) {
    while (this.#letters.length < this.words.length)
      this.#letters.push(lettersOf(/** @type {string} */ (this.words[this.#letters.length])));
    const letters = lettersOf(misspelt);
    /** @type {Meant[]} */
    const out = [];
    for (const [number, word] of this.words.entries()) {
      if (Math.abs(word.length - misspelt.length) > steps || word.length <= steps + 1) continue;
      if (bitsIn(letters ^ /** @type {number} */ (this.#letters[number])) > 2 * steps) continue;
      const taken = stepsBetween(misspelt, word, steps);
      if (taken <= steps) out.push({ number, weight: MISSPELT * (1 - taken / (2 * word.length)) });
    }
    return out;
  }
}

/** @param {string} word */
function lettersOf(word) {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/** @param {number} number */
function bitsIn(number) {
  let bits = 0;
  for (let rest = number; rest; rest &= rest - 1) bits += 1;
  return bits;
}

/**
 * @param {string} one
 * @param {string} other
 * @param {number} most
 * @returns {number} how many steps lead from one to the other; more than `most` where there are more
 */
export function stepsBetween(one, other, most) {
  let before = new Array(other.length + 1).fill(0);
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      let steps = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) steps = Math.min(steps, before[j - 2] + 1);
      next.push(steps);
      least = Math.min(least, steps);
    }
    if (least > most) return least;
    before = row;
    row = next;
  }
  return row[other.length];
}

// @ts-check
/** Texts of one sort in, which of them have a word, and what it weighs there, out. No DOM. */

/** How much a long text counts less than a short one. */
const LENGTH = 0.6;
/** @type {number[]} */
const NONE = [];

export class Field {
  /** @type {number[][]} the texts that have a word, by its number; without gaps, which would make it slow */
  #having = [];
  /** @type {number[]} how many words each text has */
  sizes = [];
  #sum = 0;

  /** @param {readonly number[]} words of the next text, each once */
  add(words) {
    const having = this.#having;
    for (const word of words) {
      while (having.length <= word) having.push(NONE);
      if (having[word] === NONE) having[word] = [this.sizes.length];
      else having[word]?.push(this.sizes.length);
    }
    this.sizes.push(words.length);
    this.#sum += words.length;
  }

  /** @param {number} word @returns {readonly number[]} the texts that have it */
  with(word) {
    return this.#having[word] ?? NONE;
  }

  /** @param {number} text @returns {number} what one word of it weighs, 1 in a text of common length */
  norm(text) {
    return 1 / (1 - LENGTH + (LENGTH * /** @type {number} */ (this.sizes[text]) * this.sizes.length) / this.#sum);
  }
}

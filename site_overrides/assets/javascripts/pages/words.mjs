// @ts-check
/**
 * What was typed or pasted in, which signatures it means out. No DOM.
 *
 * Three ways to mean a signature: each typed word stands in its literal text; a pasted line holds nearly all of its words; or
 * its words hold most of a long piece of a line. Placeholders count for none of them.
 */

const MOST_OF_SIGNATURE = 0.75;
const MOST_OF_PASTED = 0.7;
/** Fewer words than these prove nothing. */
const LEAST_SIGNATURE = 3;
const LEAST_PASTED = 5;

/**
 * @param {string} text
 * @returns {string[]} the words in lower case, each once, without those that are only digits
 */
export function wordsOf(text) {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])].filter((word) => !/^\d+$/.test(word));
}

/**
 * @param {string} query
 * @returns {(literal: string, words: string[]) => boolean} takes a signature's literal text in lower case and its words
 */
export function meant(query) {
  const typed = query.toLowerCase().split(/\s+/).filter(Boolean);
  const pasted = new Set(wordsOf(query));
  return (literal, words) => {
    if (typed.every((word) => literal.includes(word))) return true;
    if (pasted.size < LEAST_SIGNATURE) return false;
    const common = words.reduce((sum, word) => sum + (pasted.has(word) ? 1 : 0), 0);
    return (
      (common >= LEAST_SIGNATURE && common >= words.length * MOST_OF_SIGNATURE) ||
      (common >= LEAST_PASTED && common >= pasted.size * MOST_OF_PASTED)
    );
  };
}

// @ts-check
/**
 * What was typed in, which signatures it means out. No DOM.
 *
 * Two ways to mean a signature: each typed word stands in its literal text, or a pasted line holds every word of it.
 * Placeholders count for neither.
 */

/**
 * @param {string} text
 * @returns {string[]} the words in lower case, without what stands around them
 */
export function wordsOf(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+(?:[.:'-][\p{L}\p{N}_]+)*/gu) ?? [];
}

/** Fewer words than this do not make a pasted line. */
const LEAST_PASTED = 3;

/**
 * @param {string} query
 * @returns {(literal: string, words: string[]) => boolean} takes a signature's literal text in lower case and its words
 */
export function meant(query) {
  const typed = wordsOf(query);
  const pasted = new Set(typed);
  if (typed.length === 0) return () => true;
  return (literal, words) =>
    typed.every((word) => literal.includes(word)) ||
    (words.length >= LEAST_PASTED && words.length <= pasted.size + 2 && words.every((word) => pasted.has(word)));
}

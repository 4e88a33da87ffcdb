// @ts-check
/** Keys in, their order out: numbers, texts and truth, and lists of them, as Python compares tuples. */

/** @typedef {number | string | boolean | readonly Key[]} Key */

/**
 * @param {Key} one
 * @param {Key} other
 * @returns {number} below 0 where `one` comes first
 */
export function compare(one, other) {
  if (Array.isArray(one) && Array.isArray(other)) {
    for (const [at, key] of one.entries()) {
      if (at >= other.length) return 1;
      const order = compare(key, other[at]);
      if (order !== 0) return order;
    }
    return one.length - other.length;
  }
  if (typeof one === "string" && typeof other === "string") return compareTexts(one, other);
  return one < other ? -1 : one > other ? 1 : 0;
}

/** By characters, not by units of UTF-16. @param {string} one @param {string} other */
function compareTexts(one, other) {
  if (one === other) return 0;
  let at = 0;
  while (at < one.length && at < other.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  if (at > 0 && (one.charCodeAt(at) >> 10 === 0x37 || other.charCodeAt(at) >> 10 === 0x37)) at -= 1;
  return (one.codePointAt(at) ?? -1) - (other.codePointAt(at) ?? -1);
}

/**
 * @template T
 * @param {Iterable<T>} values
 * @param {(value: T) => Key} key
 * @returns {T[]} in the order of their keys; equals stay as they come
 */
export const sortedBy = (values, key) =>
  [...values]
    .map((value) => /** @type {const} */ ([key(value), value]))
    .sort((one, other) => compare(one[0], other[0]))
    .map(([, value]) => value);

/** @param {Iterable<number>} numbers @returns {number[]} each once, in order */
export const inOrder = (numbers) => [...new Set(numbers)].sort((one, other) => one - other);

/**
 * @template T
 * @param {Iterable<T>} values
 * @param {(value: T) => Key} key
 * @returns {T | undefined} the first of the greatest
 */
export function greatest(values, key) {
  /** @type {{ value: T, key: Key } | undefined} */
  let best;
  for (const value of values) {
    const its = key(value);
    if (best === undefined || compare(its, best.key) > 0) best = { value, key: its };
  }
  return best?.value;
}

/**
 * @template T
 * @param {Iterable<T>} values
 * @returns {Map<T, number>} how often each of them is there
 */
export function countOf(values) {
  /** @type {Map<T, number>} */
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/**
 * Numbers in, the greatest out, of however many.
 * @param {Iterable<number>} numbers
 * @returns {number} -Infinity where there is none
 */
export function maximum(numbers) {
  let most = Number.NEGATIVE_INFINITY;
  for (const one of numbers) if (one > most) most = one;
  return most;
}

/**
 * @param {Iterable<number>} numbers
 * @returns {number} Infinity where there is none
 */
export function minimum(numbers) {
  let least = Number.POSITIVE_INFINITY;
  for (const one of numbers) if (one < least) least = one;
  return least;
}

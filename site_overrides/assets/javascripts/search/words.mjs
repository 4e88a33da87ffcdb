// @ts-check
/** Texts in, the words by which they are found out. No DOM. */

/** Words that stand in most sentences and tell nothing. */
const EMPTY = new Set(
  (
    "a an and are as at be been but by can did do does for from get gets got had has have how i if in into is it its me my no not of on or so " +
    "such that the their then there these they this to was we were what when where which while why will with you"
  ).split(" "),
);
/** Letters and digits of all living scripts. No flag `u`: a thousand entries are cut into words while somebody waits. */
const LETTERS = "[0-9A-Z_a-z\\xaa\\xb5\\xba\\xc0-\\u1fff\\u3040-\\ud7ff\\uf900-\\ufdff]";
const WORD = new RegExp(`${LETTERS}+`, "g");
const BORDER = new RegExp(`(${LETTERS}+)`);
/** Where words were written together: snake_case, CamelCase, NCCLWatchdog. */
const SEAM = /_+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;
const JOINED = /_|[a-z0-9][A-Z]|[A-Z]{2}[a-z]/;
/** What every traceback begins with. */
const OPENING = /^.*Traceback \(most recent call last\):?/gim;
const DIGIT = /[0-9]/;
/** Longer words are tokens, digests or encoded data. */
const LONGEST = 48;

/** @param {string} text @returns {readonly string[]} its words as they are written */
export const written = (text) => text.match(WORD) ?? [];

/**
 * @param {string} word as it is written
 * @returns {string[]} the words by which it is found: itself in small letters, and its parts; none if it tells nothing
 */
export function formsOf(word) {
  const forms = [word, ...(JOINED.test(word) ? word.split(SEAM) : [])].map((form) => form.toLowerCase());
  return [...new Set(forms)].filter((form) => form !== "" && !EMPTY.has(form));
}

/**
 * The words of what somebody typed or pasted, each once and whole; those that tell nothing only if there are no others.
 * @param {string} text
 * @returns {string[]}
 */
export function wordsAsked(text) {
  const words = [
    ...new Set(
      written(text.replace(OPENING, " "))
        .map((word) => word.toLowerCase())
        .filter((word) => word.length <= LONGEST),
    ),
  ];
  const telling = words.filter((word) => !EMPTY.has(word));
  return telling.length ? telling : words;
}

/** @param {string} word @returns {boolean} whether it may be a number, an address or a digest, which differ from run to run */
export const mayVary = (word) => DIGIT.test(word);

/** @param {string} text @returns {string[]} the same text, cut at the borders of its words */
export const pieces = (text) => text.split(BORDER);

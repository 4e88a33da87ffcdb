// @ts-check
/** Small things that texts have in Python and not here: lengths and cuts by characters, white space, digits, folded case, numbers as it writes them. */

/** White space as Python's `str` knows it, which is not quite what `\s` and `trim` know here. */
export const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const SPACES = new RegExp(`[${SPACE}]+`, "u");
const IS_SPACE = new RegExp(`[${SPACE}]`, "u");
const NO_ASCII = /[^\0-\x7f]/u;
const NOT_PRINTED = /[\p{C}\p{Z}]/gu;
const DECIMAL = /\p{Nd}/u;
const DECIMALS = /\p{Nd}/gu;
const CHEROKEE = /[\u13a0-\u13ff\uab70-\uabbf]/u;
/** Decimal digits, and what Unicode calls digits beside them: `²`, `①`. */
export const DIGIT =
  "\\p{Nd}\\xb2\\xb3\\xb9\\u1369-\\u1371\\u19da\\u2070\\u2074-\\u2079\\u2080-\\u2089\\u2460-\\u2468\\u2474-\\u247c\\u2488-\\u2490\\u24ea\\u24f5-\\u24fd" +
  "\\u24ff\\u2776-\\u277e\\u2780-\\u2788\\u278a-\\u2792\\u{10a40}-\\u{10a43}\\u{10e60}-\\u{10e68}\\u{11052}-\\u{1105a}\\u{1f100}-\\u{1f10a}";
const DIGITS = new RegExp(`[${DIGIT}]`, "gu");
const ALL_DIGITS = new RegExp(`^[${DIGIT}]+$`, "u");

/** @param {number} unit */
const isHigh = (unit) => unit >> 10 === 0xd800 >> 10;
/** @param {number} unit */
const isLow = (unit) => unit >> 10 === 0xdc00 >> 10;

/**
 * @param {string} text
 * @param {number} most
 * @returns {string} its first characters (of Unicode, not of UTF-16)
 */
export function cut(text, most) {
  if (text.length <= most) return text;
  let end = 0;
  for (let count = 0; count < most && end < text.length; count++) end += stepAt(text, end);
  return text.slice(0, end);
}

/** @param {string} text @param {number} at @returns {number} the length of the character there, in units of UTF-16 */
const stepAt = (text, at) => (isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1)) ? 2 : 1);

/**
 * @param {string} text
 * @param {number} end
 * @param {number} most
 * @returns {string} the last characters before `end`
 */
export function cutBefore(text, end, most) {
  let start = end;
  for (let count = 0; count < most && start > 0; count++) {
    start -= start > 1 && isLow(text.charCodeAt(start - 1)) && isHigh(text.charCodeAt(start - 2)) ? 2 : 1;
  }
  return text.slice(start, end);
}

/** @param {string} text @returns {number} how many characters it has */
export function lengthOf(text) {
  let count = 0;
  for (let at = 0; at < text.length; at += stepAt(text, at)) count += 1;
  return count;
}

/** @param {string} text @returns {string[]} its words, between white space */
export const split = (text) => text.split(SPACES).filter((word) => word !== "");

/** @param {string} text @returns {string} its words with one space between them */
export const onOneLine = (text) => split(text).join(" ");

/** @param {string} text @returns {boolean} whether it begins with white space */
export const isSpaceAt0 = (text) => text !== "" && IS_SPACE.test(text.charAt(0));

/**
 * @param {string} text
 * @param {string | null} characters all of them ASCII; null is white space
 * @returns {string} without these at its end
 */
export function rstrip(text, characters = null) {
  let end = text.length;
  while (end > 0 && isOneOf(text.charAt(end - 1), characters)) end -= 1;
  return text.slice(0, end);
}

/**
 * @param {string} text
 * @param {string | null} characters
 * @returns {string} without these at its beginning
 */
export function lstrip(text, characters = null) {
  let start = 0;
  while (start < text.length && isOneOf(text.charAt(start), characters)) start += 1;
  return text.slice(start);
}

/**
 * @param {string} text
 * @param {string | null} characters
 * @returns {string} without these at both ends
 */
export const strip = (text, characters = null) => lstrip(rstrip(text, characters), characters);

/** @param {string} character @param {string | null} characters */
const isOneOf = (character, characters) => (characters === null ? IS_SPACE.test(character) : characters.includes(character));

/**
 * @param {string} text
 * @param {string} by
 * @returns {[before: string, by: string, after: string]} at the first `by`; all of it before where there is none
 */
export function partition(text, by) {
  const at = text.indexOf(by);
  return at < 0 ? [text, "", ""] : [text.slice(0, at), by, text.slice(at + by.length)];
}

/** @param {string} text @returns {string} without its digits */
export const withoutDigits = (text) => text.replace(DIGITS, "");

/** @param {string} text @returns {boolean} whether there are digits and nothing else */
export const isDigits = (text) => ALL_DIGITS.test(text);

/** @param {string} text @returns {boolean} whether it holds one */
export const hasDigit = (text) => text.search(DIGITS) >= 0;

/**
 * @param {string} digits decimal ones, of any script
 * @returns {number}
 */
export function toNumber(digits) {
  return Number(NO_ASCII.test(digits) ? digits.replace(DECIMALS, (digit) => String(digitValue(digit))) : digits);
}

/** Scripts have their digits from 0 to 9 in a row, and some rows follow each other. @param {string} digit */
function digitValue(digit) {
  const code = /** @type {number} */ (digit.codePointAt(0));
  let zero = code;
  while (DECIMAL.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

/**
 * @param {string} text
 * @returns {string} for comparisons that pass over case
 */
export function casefold(text) {
  if (!NO_ASCII.test(text)) return text.toLowerCase();
  let out = "";
  for (const character of text) out += folded(character);
  return out;
}

/** @param {string} character */
function folded(character) {
  if (CHEROKEE.test(character)) return character.toUpperCase();
  if (character === "ı") return character;
  return character === "ẞ" ? "ss" : character.toUpperCase().toLowerCase();
}

/**
 * @param {string} text
 * @returns {string} with every control or format character shown as its code, so that nothing acts on it
 */
export const printable = (text) =>
  text.replace(NOT_PRINTED, (character) =>
    character === " " ? character : `\\u${/** @type {number} */ (character.codePointAt(0)).toString(16).padStart(4, "0")}`,
  );

/** @param {number} value a whole one @returns {string} `2,000` */
export const grouped = (value) => String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");

/**
 * @param {number} value
 * @param {number} places
 * @returns {string} with so many digits behind the point; what lies in the middle goes to the even one
 */
export function fixed(value, places) {
  const text = value.toFixed(places);
  const doubled = value * 2 * 10 ** places;
  // only what has a short binary fraction can lie in the middle, and for that these products are exact
  const isMiddle = Number.isInteger(doubled) && Math.abs(doubled % 2) === 1 && Number.isInteger(value * 1024);
  if (!isMiddle) return text;
  const low = Math.floor(value * 10 ** places);
  return ((low % 2 === 0 ? low : low + 1) / 10 ** places).toFixed(places);
}

/** @param {number} value @param {number} places @returns {number} rounded as `fixed` does it */
export const rounded = (value, places) => Number(fixed(value, places));

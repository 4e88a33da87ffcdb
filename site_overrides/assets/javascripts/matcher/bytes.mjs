// @ts-check
/** Small things that JavaScript's byte arrays lack: search, comparison, joining, text. */

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** @type {Uint8Array} */
export const NONE = new Uint8Array(0);
export const LINE_FEED = 10;

/**
 * @param {string} text
 * @returns {Uint8Array} as UTF-8
 */
export const encode = (text) => ENCODER.encode(text);

/**
 * @param {Uint8Array} bytes
 * @returns {string} with U+FFFD for what is no UTF-8
 */
export const decode = (bytes) => (bytes.length === 0 ? "" : DECODER.decode(bytes));

/**
 * @param {string} characters all of them ASCII
 * @returns {Uint8Array} for each byte, 1 if it is one of them
 */
export function setOf(characters) {
  const set = new Uint8Array(256);
  for (let i = 0; i < characters.length; i++) set[characters.charCodeAt(i)] = 1;
  return set;
}

/**
 * @param {Uint8Array} text
 * @param {number} place
 * @param {Uint8Array} wanted
 * @returns {boolean} whether `wanted` stands at `place`
 */
export function standsAt(text, place, wanted) {
  if (place + wanted.length > text.length) return false;
  for (let i = 0; i < wanted.length; i++) {
    if (text[place + i] !== wanted[i]) return false;
  }
  return true;
}

/**
 * @param {Uint8Array} text
 * @param {Uint8Array} wanted at least one byte
 * @param {number} from
 * @returns {number} the first place of `wanted`, -1 if it is not there; each place costs at most the length of `wanted`
 */
export function find(text, wanted, from = 0) {
  const first = wanted[0] ?? 0;
  for (let at = text.indexOf(first, from); at >= 0; at = text.indexOf(first, at + 1)) {
    if (standsAt(text, at, wanted)) return at;
  }
  return -1;
}

/**
 * @param {Uint8Array[]} parts
 * @returns {Uint8Array}
 */
export function join(parts) {
  if (parts.length === 1) return parts[0];
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * @param {Uint8Array} text
 * @param {number} end
 * @returns {number} where the line begins that holds the byte before `end`
 */
export const lineStart = (text, end) => (end > 0 ? text.lastIndexOf(LINE_FEED, end - 1) + 1 : 0);

/** Four line feeds. */
const LINE_FEEDS = 0x0a0a0a0a;

/**
 * @param {Uint8Array} text
 * @param {number} start
 * @param {number} end
 * @returns {number} how many line feeds stand from `start` to `end`
 */
export function countLines(text, start, end) {
  let count = 0;
  let at = start;
  for (; at < end && (end - at < 4 || (text.byteOffset + at) & 3); at++) count += text[at] === LINE_FEED ? 1 : 0;
  if (at >= end) return count;
  const words = new Uint32Array(text.buffer, text.byteOffset + at, (end - at) >> 2);
  for (let from = 0; from < words.length; from += 255) {
    // each byte of `sum` counts line feeds in its own quarter of the words, 255 at most
    let sum = 0;
    const to = Math.min(words.length, from + 255);
    for (let i = from; i < to; i++) {
      const other = words[i] ^ LINE_FEEDS;
      sum = (sum + ((~(((other & 0x7f7f7f7f) + 0x7f7f7f7f) | 0 | other | 0x7f7f7f7f) >>> 7) | 0)) | 0;
    }
    count += (sum & 0xff) + ((sum >>> 8) & 0xff) + ((sum >>> 16) & 0xff) + (sum >>> 24);
  }
  for (at += 4 * words.length; at < end; at++) count += text[at] === LINE_FEED ? 1 : 0;
  return count;
}

/**
 * @param {readonly number[]} sorted
 * @param {number} value
 * @returns {number} how many are smaller
 */
export function smallerThan(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

// @ts-check
/**
 * The keys of all signatures in; where they stand in a block of bytes, out. One way through the block, however many keys there are.
 *
 * The twin of generator/match/prefilter.py without its engine. Of every key some grams (two to four bytes) are known, so many that
 * a look at every second or fourth place of the block meets one of them wherever the key stands. What is met there is compared with
 * the keys that hold the gram. So most of the block is four bytes, one product and one bit at a time.
 */

import { encode, standsAt } from "./bytes.mjs";
import { ESCAPE, TERMINAL_MARKS } from "./normalize.mjs";
import { COMMON_WORDS } from "./template.mjs";

const SHORTEST_KEY = 3;
/** Beyond this many keys an end and a key's number do not go into one double. */
const MOST_KEYS = 2 ** 20;
/** An odd number near 2^32 divided by the golden ratio: its products spread over the upper bits. */
const SPREAD = 0x9e3779b1;
const MARKS = TERMINAL_MARKS.map(encode);
const COMMON_BYTES = [...COMMON_WORDS].map(encode);

/**
 * Where keys stand, in the order of places: numbers of keys, and the places behind them; `marked` if there may be terminal codes.
 * @typedef {{ readonly keys: readonly number[], readonly ends: readonly number[], readonly marked: boolean }} Places
 */

/** Keys, numbered in their order. */
export class Prefilter {
  /** @param {readonly Uint8Array[]} keys each of three bytes or more */
  constructor(keys) {
    if (keys.length + MARKS.length > MOST_KEYS) throw new RangeError(`${keys.length} keys are more than ${MOST_KEYS - MARKS.length}`);
    if (keys.some((key) => key.length < SHORTEST_KEY)) throw new RangeError(`a key is shorter than ${SHORTEST_KEY} bytes`);
    this.count = keys.length;
    const all = [...keys, ...MARKS].map((bytes, number) => ({ bytes, number }));
    this.long = new Sieve(
      all.filter(({ bytes }) => bytes.length >= 7),
      4,
      4,
    );
    this.short = new Sieve(
      all.filter(({ bytes }) => bytes.length >= 4 && bytes.length < 7),
      3,
      2,
    );
    this.shortest = new Sieve(
      all.filter(({ bytes }) => bytes.length === 3),
      2,
      2,
    );
  }

  /**
   * @param {Uint8Array} block
   * @returns {Places}
   */
  find(block) {
    /** @type {number[]} */
    const found = [];
    // words of four bytes lie at addresses that four divides; any place to begin is good, since every run of places is looked at
    const head = Math.min(block.length, -block.byteOffset & 3);
    const words = wordsFrom(block, head);
    if (this.long.size) this.long.byFour(block, words, head, found);
    if (this.short.size) this.short.byThree(block, words, head, found);
    if (this.shortest.size) this.shortest.byTwo(block, words, head, found);
    let marked = block.indexOf(ESCAPE) >= 0;
    /** @type {number[]} */
    const keys = [];
    /** @type {number[]} */
    const ends = [];
    let last = -1;
    for (const place of new Float64Array(found).sort()) {
      if (place === last) continue; // both grams of one place were known
      last = place;
      const end = Math.floor(place / MOST_KEYS);
      const key = place - end * MOST_KEYS;
      if (key < this.count) {
        keys.push(key);
        ends.push(end);
      } else {
        marked = true;
      }
    }
    return { keys, ends, marked };
  }
}

/** @typedef {{ readonly bytes: Uint8Array, readonly number: number }} Numbered */

/** Grams of some keys: a set of bits that lets most of a block pass, and behind each gram the keys that hold it. */
class Sieve {
  /**
   * @param {readonly Numbered[]} keys each at least length + step - 1 bytes long
   * @param {number} length of a gram
   * @param {number} step from one look at the block to the next
   */
  constructor(keys, length, step) {
    this.size = keys.length;
    /** @type {Map<number, { bytes: Uint8Array, number: number, offset: number }[]>} */
    const behind = new Map();
    const commonness = commonnessOf(keys, length);
    for (const { bytes, number } of keys) {
      const from = rarest(bytes, length, step, commonness);
      for (let offset = from; offset < from + step; offset++) {
        const gram = gramAt(bytes, offset, length);
        const same = behind.get(gram) ?? [];
        same.push({ bytes, number, offset });
        behind.set(gram, same);
      }
    }
    this.grams = Int32Array.from(behind.keys());
    this.bits = new Int32Array(1 << 13);
    for (const gram of this.grams) {
      const bit = Math.imul(gram, SPREAD) >>> 14;
      this.bits[bit >>> 5] = this.bits[bit >>> 5] | (1 << (bit & 31));
    }
    // a table of numbers of grams, at least half of it empty (-1): where a gram's place is taken, it has the next free one
    const bits = 32 - Math.clz32(2 * this.grams.length);
    this.slots = new Int32Array(1 << bits).fill(-1);
    this.shift = 32 - bits;
    for (const [number, gram] of this.grams.entries()) {
      let slot = Math.imul(gram, SPREAD) >>> this.shift;
      while (this.slots[slot] !== -1) slot = (slot + 1) & (this.slots.length - 1);
      this.slots[slot] = number;
    }
    // the keys behind the n-th gram have the numbers from firsts[n] to firsts[n + 1] in the lists below
    const lists = [...behind.values()];
    const listed = lists.flat();
    let sum = 0;
    this.firsts = Int32Array.from([0, ...lists.map((list) => (sum += list.length))]);
    this.offsets = Int32Array.from(listed, ({ offset }) => offset);
    this.numbers = Int32Array.from(listed, ({ number }) => number);
    this.keys = listed.map(({ bytes }) => bytes);
  }

  /**
   * A look at every word.
   * @param {Uint8Array} block
   * @param {Int32Array} words
   * @param {number} head where the first word stands
   * @param {number[]} found
   */
  byFour(block, words, head, found) {
    const { bits } = this;
    for (let i = 0; i < words.length; i++) {
      const word = words[i];
      const bit = Math.imul(word, SPREAD) >>> 14;
      if ((bits[bit >>> 5] >>> (bit & 31)) & 1) this.compare(block, head + 4 * i, word, found);
    }
  }

  /**
   * A look at every second place.
   * @param {Uint8Array} block
   * @param {Int32Array} words
   * @param {number} head
   * @param {number[]} found
   */
  byThree(block, words, head, found) {
    const { bits } = this;
    this.edges(block, head, 4 * Math.max(0, words.length - 1), 3, found);
    let word = words[0] ?? 0;
    for (let i = 1; i < words.length; i++) {
      const next = words[i];
      const low = word & 0xffffff;
      const high = (word >>> 16) | ((next & 0xff) << 16);
      word = next;
      const one = Math.imul(low, SPREAD) >>> 14;
      if ((bits[one >>> 5] >>> (one & 31)) & 1) this.compare(block, head + 4 * i - 4, low, found);
      const two = Math.imul(high, SPREAD) >>> 14;
      if ((bits[two >>> 5] >>> (two & 31)) & 1) this.compare(block, head + 4 * i - 2, high, found);
    }
  }

  /**
   * A look at every second place.
   * @param {Uint8Array} block
   * @param {Int32Array} words
   * @param {number} head
   * @param {number[]} found
   */
  byTwo(block, words, head, found) {
    const { bits } = this;
    this.edges(block, head, 4 * words.length, 2, found);
    for (let i = 0; i < words.length; i++) {
      const word = words[i];
      const one = Math.imul(word & 0xffff, SPREAD) >>> 14;
      if ((bits[one >>> 5] >>> (one & 31)) & 1) this.compare(block, head + 4 * i, word & 0xffff, found);
      const two = Math.imul(word >>> 16, SPREAD) >>> 14;
      if ((bits[two >>> 5] >>> (two & 31)) & 1) this.compare(block, head + 4 * i + 2, word >>> 16, found);
    }
  }

  /**
   * What lies before the words and behind them, place by place.
   * @param {Uint8Array} block
   * @param {number} head
   * @param {number} length of what the words cover
   * @param {number} gram its length
   * @param {number[]} found
   */
  edges(block, head, length, gram, found) {
    for (let at = 0; at < head && at + gram <= block.length; at++) this.compare(block, at, gramAt(block, at, gram), found);
    for (let at = head + length; at + gram <= block.length; at++) this.compare(block, at, gramAt(block, at, gram), found);
  }

  /**
   * @param {Uint8Array} block
   * @param {number} at
   * @param {number} gram what stands there
   * @param {number[]} found takes the keys that hold it and stand around it
   */
  compare(block, at, gram, found) {
    const { slots, grams, firsts } = this;
    let slot = Math.imul(gram, SPREAD) >>> this.shift;
    let number = slots[slot];
    while (number >= 0 && grams[number] !== gram) {
      slot = (slot + 1) & (slots.length - 1);
      number = slots[slot];
    }
    if (number < 0) return;
    const last = firsts[number + 1];
    for (let i = firsts[number]; i < last; i++) {
      const key = this.keys[i];
      const start = at - this.offsets[i];
      if (block[start] === key[0] && standsAt(block, start, key)) {
        found.push((start + key.length) * MOST_KEYS + this.numbers[i]);
      }
    }
  }
}

/** Whether this machine keeps the lowest byte of a word first. */
const LOWEST_FIRST = new Uint8Array(Int32Array.of(1).buffer)[0] === 1;

/**
 * @param {Uint8Array} block
 * @param {number} head
 * @returns {Int32Array} its bytes from `head` on, four at a time, the first of them in the lowest place
 */
function wordsFrom(block, head) {
  const count = (block.length - head) >> 2;
  if (count === 0) return new Int32Array(0);
  const words = new Int32Array(block.buffer, block.byteOffset + head, count);
  if (LOWEST_FIRST) return words;
  return words.map((w) => ((w & 0xff) << 24) | ((w & 0xff00) << 8) | ((w >>> 8) & 0xff00) | (w >>> 24));
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} length
 * @returns {number} the gram as the words of a block have it
 */
function gramAt(bytes, at, length) {
  let gram = 0;
  for (let i = 0; i < length; i++) gram |= bytes[at + i] << (8 * i);
  return gram;
}

/**
 * @param {readonly Numbered[]} keys
 * @param {number} length
 * @returns {Map<number, number>} in how many keys each gram stands; those of words that logs are full of count as in many
 */
function commonnessOf(keys, length) {
  /** @type {Map<number, number>} */
  const commonness = new Map();
  /** @param {Uint8Array} bytes @param {number} weight */
  const count = (bytes, weight) => {
    for (let at = 0; at + length <= bytes.length; at++) {
      const gram = gramAt(bytes, at, length);
      commonness.set(gram, (commonness.get(gram) ?? 0) + weight);
    }
  };
  for (const { bytes } of keys) count(bytes, 1);
  for (const word of COMMON_BYTES) count(word, keys.length);
  return commonness;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} length
 * @param {number} step
 * @param {Map<number, number>} commonness
 * @returns {number} where the grams begin that the fewest keys hold
 */
function rarest(bytes, length, step, commonness) {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let from = 0; from + length + step - 1 <= bytes.length; from++) {
    let common = 0;
    for (let at = from; at < from + step; at++) common += commonness.get(gramAt(bytes, at, length)) ?? 0;
    if (common < least) {
      least = common;
      best = from;
    }
  }
  return best;
}

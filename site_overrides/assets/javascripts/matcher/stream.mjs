// @ts-check
/**
 * A log of any size in, hits out as they are found: what `scanText` gives for each signature, with memory that does not grow.
 *
 * The twin of generator/match/stream.py. Blocks of whole lines go through the prefilter; only lines with a signature's key are looked
 * at by the matcher. Blocks are cut where the twin cuts them, so that what a sighting shows of the log is the same, too.
 */

import { countLines, join, LINE_FEED, lineStart, NONE } from "./bytes.mjs";
import { LONGEST_LINE, OVERLAP, stripped } from "./normalize.mjs";
import { hitOn, REACH, REACH_BYTES, splitLines } from "./scan.mjs";

/** @typedef {import("./index.mjs").SignatureIndex} SignatureIndex */
/** @typedef {import("./prefilter.mjs").Places} Places */
/** @typedef {import("./scan.mjs").Further} Further */
/** @typedef {import("./scan.mjs").Hit} Hit */

/** What is read and searched at one time; it fits the processor's cache. */
export const BLOCK = 1 << 18;
/** How many bytes before a line a sighting brings along. */
export const BEFORE = 2048;

/**
 * What bytes can be read from: a file of the browser, a stream, or whatever gives pieces of bytes in turn.
 * @typedef {Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Iterable<Uint8Array>} Readable
 */

/**
 * Whole lines, or a portion of an overlong line that begins at `column`; `part` says whether more of the last line follows.
 * @typedef {{ readonly text: Uint8Array, readonly column: number, readonly part: boolean }} Block
 */

/**
 * A hit with what stands around it: its raw line (an overlong line's portion), what stands before, and the lines below, if asked for.
 * The bytes are views into the block: who keeps one keeps the block, so keep what was decoded from it, or a `slice()`.
 * @typedef {object} Sighting
 * @property {Hit} hit
 * @property {number} number of the signature in the index
 * @property {Uint8Array} line
 * @property {Uint8Array} before
 * @property {Further} below
 */

/** @type {ReadonlySet<number>} */
const NOTHING = new Set();

/**
 * Every hit of every signature but those numbers in `passing`, in the order of lines, then of signatures.
 * @param {Readable} readable
 * @param {SignatureIndex} index
 * @param {ReadonlySet<number>} passing
 * @returns {AsyncGenerator<Hit>}
 */
export async function* scanStream(readable, index, passing = NOTHING) {
  for await (const sightings of seeBlocks(readable, index, passing)) {
    for (const { hit } of sightings) yield hit;
  }
}

/**
 * The same hits with their surroundings. `passing` may grow while they are taken.
 * @param {Readable} readable
 * @param {SignatureIndex} index
 * @param {ReadonlySet<number>} passing
 * @returns {AsyncGenerator<Sighting>}
 */
export async function* seeStream(readable, index, passing = NOTHING) {
  for await (const sightings of seeBlocks(readable, index, passing)) yield* sightings;
}

/**
 * The same, block by block: quicker where there are many, and a place to show progress. Take each block's sightings before the next.
 * If reading fails, what was read up to there is searched first, and then the error is thrown.
 * @param {Readable} readable
 * @param {SignatureIndex} index
 * @param {ReadonlySet<number>} passing
 * @returns {AsyncGenerator<Iterable<Sighting>>}
 */
export async function* seeBlocks(readable, index, passing = NOTHING) {
  const search = new Search(index, passing);
  /** @type {{ error: unknown } | null} */
  let damage = null;
  try {
    for await (const chunk of chunksOf(readable)) {
      for (const sightings of search.push(chunk)) yield sightings;
    }
  } catch (error) {
    damage = { error };
  }
  yield* search.finish();
  if (damage !== null) throw damage.error;
}

/**
 * The same of bytes that are here already, at once.
 * @param {Uint8Array} log
 * @param {SignatureIndex} index
 * @param {ReadonlySet<number>} passing
 * @returns {Generator<Sighting>}
 */
export function* seeBytes(log, index, passing = NOTHING) {
  const search = new Search(index, passing);
  for (const sightings of search.push(log)) yield* sightings;
  for (const sightings of search.finish()) yield* sightings;
}

/**
 * @param {Uint8Array} log
 * @param {SignatureIndex} index
 * @returns {Hit[]}
 */
export const scanBytes = (log, index) => [...seeBytes(log, index)].map((sighting) => sighting.hit);

/**
 * @param {Readable} readable
 * @returns {AsyncIterable<Uint8Array> | Iterable<Uint8Array>}
 */
export function chunksOf(readable) {
  if (readable instanceof Blob) return chunksOf(/** @type {ReadableStream<Uint8Array>} */ (readable.stream()));
  // not every browser lets one iterate over a stream
  return readable instanceof ReadableStream ? chunksRead(readable) : readable;
}

/** @param {ReadableStream<Uint8Array>} stream */
async function* chunksRead(stream) {
  const reader = stream.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      ended = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!ended) await reader.cancel().catch(() => undefined); // it may be broken, which the reader has told already
  }
}

/** One search through one log: bytes are pushed in as they come, sightings come out block by block, one block late. */
class Search {
  /**
   * @param {SignatureIndex} index
   * @param {ReadonlySet<number>} passing
   */
  constructor(index, passing) {
    this.index = index;
    this.passing = passing;
    this.cutter = new Cutter();
    /** @type {Block | null} */
    this.last = null;
    this.above = 0; // lines above the block
    /** @type {Set<number>} */
    this.seen = new Set(); // the signatures found already in the overlong line that goes on
  }

  /** @param {Uint8Array} chunk */
  *push(chunk) {
    for (const block of this.cutter.push(chunk)) yield* this.follow(block);
  }

  *finish() {
    for (const block of this.cutter.finish()) yield* this.follow(block);
    yield* this.follow(null);
  }

  /**
   * Each block is searched when the first bytes of the next one are here, in which a several-line hit may end.
   * @param {Block | null} block
   * @returns {Generator<Iterable<Sighting>>}
   */
  *follow(block) {
    const { last } = this;
    this.last = block;
    if (last !== null) yield this.sightings(last, block === null ? NONE : block.text.subarray(0, REACH_BYTES + 1));
  }

  /**
   * @param {Block} block
   * @param {Uint8Array} below
   * @returns {Generator<Sighting>}
   */
  *sightings(block, below) {
    let places = this.index.prefilter.find(block.text);
    let clean = block.text;
    if (places.marked) {
      clean = stripped(block.text);
      places = this.index.prefilter.find(clean);
    }
    const lines = new Lines(block.text, below);
    if (places.keys.length) yield* this.verified(block, lines, clean, places);
    if (!block.part) this.seen.clear();
    this.above += countLines(block.text, 0, block.text.length);
  }

  /**
   * The hits among the places of one block. `clean` is the block without terminal codes: the same lines, other places.
   * @param {Block} block
   * @param {Lines} lines
   * @param {Uint8Array} clean
   * @param {Places} places
   * @returns {Generator<Sighting>}
   */
  *verified(block, lines, clean, places) {
    const { text } = block;
    let start = 0;
    let cleanAt = 0;
    let number = 0;
    /** @type {Set<number>} */
    let wanted = new Set();
    for (const [place, key] of places.keys.entries()) {
      const end = places.ends[place];
      const passed = countLines(clean, cleanAt, end);
      if (passed && wanted.size) {
        yield* this.hits(block, lines, number, start, wanted);
        wanted = new Set();
      }
      number += passed;
      if (passed && clean === text) start = lineStart(text, end);
      else for (let i = 0; i < passed; i++) start = text.indexOf(LINE_FEED, start) + 1;
      cleanAt = end;
      for (const one of this.index.behind[key] ?? []) if (!this.passing.has(one)) wanted.add(one);
    }
    if (wanted.size) yield* this.hits(block, lines, number, start, wanted);
  }

  /**
   * @param {Block} block
   * @param {Lines} lines
   * @param {number} number of the line in the block, from 0
   * @param {number} start
   * @param {Set<number>} wanted
   * @returns {Generator<Sighting>}
   */
  *hits(block, lines, number, start, wanted) {
    const isFirst = number === 0;
    const goesOn = isFirst && (block.column > 0 || block.part);
    const line = lines.at(start);
    /** @type {readonly Uint8Array[] | null} */
    let known = null;
    const further = () => {
      known ??= goesOn ? [] : lines.below(start);
      return known;
    };
    for (const signature of [...wanted].sort((a, b) => a - b)) {
      if (goesOn && this.seen.has(signature)) continue;
      const { index } = this;
      const column = isFirst ? block.column : 0;
      const hit = hitOn(line, this.above + number + 1, further, index.lines(signature), index.id(signature), column);
      if (hit === null) continue;
      if (goesOn) this.seen.add(signature);
      yield { hit, number: signature, line, before: block.text.subarray(Math.max(0, start - BEFORE), start), below: further };
    }
  }
}

/** The lines of a block and those behind it, each the same object while it is likely to be asked for again. */
class Lines {
  /**
   * @param {Uint8Array} text
   * @param {Uint8Array} behind
   */
  constructor(text, behind) {
    this.text = text;
    this.behind = behind;
    /** @type {Map<number, Uint8Array>} */
    this.known = new Map();
  }

  /**
   * @param {number} start
   * @returns {Uint8Array} the line that begins there
   */
  at(start) {
    const end = this.text.indexOf(LINE_FEED, start);
    return this.kept(start, this.text.subarray(start, end >= 0 ? end : this.text.length));
  }

  /**
   * @param {number} start
   * @returns {readonly Uint8Array[]} the lines below the one that begins there: as many as a template may reach that end within its reach
   */
  below(start) {
    const end = this.text.indexOf(LINE_FEED, start);
    if (end < 0) return [];
    let window = this.text.subarray(end + 1, end + 2 + REACH_BYTES);
    if (window.length <= REACH_BYTES) window = join([window, this.behind.subarray(0, REACH_BYTES + 1 - window.length)]);
    if (window.length === 0) return [];
    const whole = window.length <= REACH_BYTES;
    const lines = splitLines(window.subarray(0, REACH_BYTES));
    if (!whole) lines.pop();
    let at = end + 1;
    return lines.slice(0, REACH * 16).map((line) => {
      const here = at;
      at += line.length + 1;
      return this.kept(here, line);
    });
  }

  /**
   * @param {number} start
   * @param {Uint8Array} line
   */
  kept(start, line) {
    const known = this.known.get(start);
    if (known !== undefined && known.length === line.length) return known;
    if (this.known.size > 2 * REACH * 16) this.known.clear();
    this.known.set(start, line);
    return line;
  }
}

/** Bytes in as they come, blocks out: of whole lines, of portions where a line is overlong. */
class Cutter {
  constructor() {
    this.kept = 0; // how much of the buffer is the beginning of an unfinished line
    this.have = 0; // how much has been read behind it
    this.column = 0;
    this.buffer = new Uint8Array(BLOCK);
  }

  /**
   * @param {Uint8Array} chunk
   * @returns {Generator<Block>}
   */
  *push(chunk) {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.subarray(at, at + BLOCK - this.have);
      this.buffer.set(taken, this.kept + this.have);
      this.have += taken.length;
      at += taken.length;
      if (this.have === BLOCK) yield* this.cut(false);
    }
  }

  /** @returns {Generator<Block>} */
  *finish() {
    yield* this.cut(true);
  }

  /**
   * @param {boolean} atEnd
   * @returns {Generator<Block>}
   */
  *cut(atEnd) {
    let text = this.buffer.subarray(0, this.kept + this.have);
    const end = atEnd ? text.length : lineStart(text, text.length);
    if (this.have > 0 && end > this.kept && end <= LONGEST_LINE) {
      // the usual case: no line can be overlong
      yield this.block(text.subarray(0, end), false);
      this.keep(text.subarray(end));
      return;
    }
    while (text.length > LONGEST_LINE && !text.subarray(0, LONGEST_LINE + 1).includes(LINE_FEED)) {
      yield this.block(text.subarray(0, LONGEST_LINE), true);
      this.column += LONGEST_LINE - OVERLAP;
      text = text.subarray(LONGEST_LINE - OVERLAP);
    }
    const rest = atEnd ? text.length : lineStart(text, text.length);
    if (rest > 0) yield this.block(text.subarray(0, rest), false);
    this.keep(text.subarray(rest));
  }

  /** @param {Uint8Array} text @param {boolean} part @returns {Block} */
  block(text, part) {
    const { column } = this;
    if (!part) this.column = 0;
    return { text, column, part };
  }

  /** @param {Uint8Array} rest */
  keep(rest) {
    this.buffer = new Uint8Array(rest.length + BLOCK);
    this.buffer.set(rest);
    this.kept = rest.length;
    this.have = 0;
  }
}

// @ts-check
/**
 * A stream in, the same stream out, with its beginning, its end and its size remembered; and raw lines as people read them.
 * The twin of generator/diagnose/taped.py.
 */

import { countLines, decode, join, LINE_FEED, NONE } from "../matcher/bytes.mjs";
import { stripped } from "../matcher/normalize.mjs";
import { splitLines } from "../matcher/scan.mjs";
import { cut, cutBefore } from "./text.mjs";

/** How much of a log's beginning and end is looked at line by line. */
export const EDGE = 1 << 15;
/** Longer texts are cut for people and programs alike. */
export const LONGEST_TEXT = 2000;
/** How far back a cut looks for the beginning of the word that it would split. */
const WORD = 256;

const CARRIAGE_RETURN = 13;

/** A stream that keeps its beginning and its end, counts, and stops at a limit. */
export class Taped {
  /**
   * @param {AsyncIterable<Uint8Array>} chunks
   * @param {number | null} limit
   * @param {((bytes: number) => void) | null} progress
   */
  constructor(chunks, limit = null, progress = null) {
    this.chunks = chunks;
    this.limit = limit ?? Number.POSITIVE_INFINITY;
    this.progress = progress;
    this.head = NONE;
    /** @type {Uint8Array[]} */
    this.parts = [];
    this.size = 0;
    this.lines = 0;
    this.stopped = false;
    this.ended = true;
  }

  /** @returns {AsyncGenerator<Uint8Array>} */
  async *[Symbol.asyncIterator]() {
    for await (const chunk of this.chunks) {
      const taken = chunk.subarray(0, this.limit - this.size);
      if (taken.length) {
        this.keep(taken);
        yield taken;
      }
      if (taken.length < chunk.length) {
        this.stopped = true;
        return;
      }
    }
  }

  /** @param {Uint8Array} data */
  keep(data) {
    if (this.head.length < EDGE) this.head = join([this.head, data.slice(0, EDGE - this.head.length)]);
    this.size += data.length;
    this.lines += countLines(data, 0, data.length);
    this.ended = data.at(-1) === LINE_FEED;
    // of a large chunk only the end may be needed, and a view would keep all of it
    if (data.length >= EDGE) this.parts = [];
    this.parts.push(data.slice(-EDGE));
    while (this.parts.length > 1 && this.parts.slice(1).reduce((sum, part) => sum + part.length, 0) >= EDGE) this.parts.shift();
    this.progress?.(data.length);
  }

  /** @returns {string[]} the lines of the beginning, without one that is cut */
  get headLines() {
    const lines = plainLines(this.head);
    return this.head.length < this.size && lines.length > 1 ? lines.slice(0, -1) : lines;
  }

  /** @returns {Uint8Array} the last EDGE bytes */
  get tail() {
    return this.parts.length ? join(this.parts).slice(-EDGE) : NONE;
  }

  /** @returns {number} lines so far, the unfinished one included */
  get lineCount() {
    return this.lines + (this.ended ? 0 : 1);
  }
}

/**
 * A raw line as people read it: the last thing on it that a progress bar left, without terminal codes.
 * @param {Uint8Array} line
 * @returns {string}
 */
export function plain(line) {
  const text = stripped(line.subarray(0, 4 * LONGEST_TEXT));
  let end = text.length;
  while (end > 0 && (text[end - 1] === CARRIAGE_RETURN || text[end - 1] === LINE_FEED)) end -= 1;
  return decode(text.subarray(0, end)).replaceAll("\0", " ");
}

/**
 * The lines of a stretch of log.
 * @param {Uint8Array} data
 * @returns {string[]}
 */
export function plainLines(data) {
  return splitLines(data)
    .slice(0, EDGE / 4)
    .map((line) => {
      const last = line.subarray(line.lastIndexOf(CARRIAGE_RETURN) + 1);
      return plain(last.length ? last : line);
    });
}

/**
 * @param {string} text
 * @param {number} most
 * @returns {string} its beginning, at most so many characters; a word is not cut in two: half a key would not be known as one, and stay readable
 */
export function wholeWords(text, most) {
  const head = cut(text, most);
  if (head.length === text.length || text[head.length] === " " || text[head.length] === "\t") return head;
  const tail = cutBefore(head, head.length, WORD);
  return head.slice(0, head.length - tail.length) + tail.slice(0, Math.max(tail.lastIndexOf(" "), tail.lastIndexOf("\t"), 0));
}

// @ts-check
/** A log and the number of a line in, that line with those around it out. Memory does not grow with the log. */

import { countLines, join, LINE_FEED } from "../matcher/bytes.mjs";
import { splitLines } from "../matcher/scan.mjs";
import { openLog } from "../matcher/unpack.mjs";
import { plain } from "./taped.mjs";
import { cut } from "./text.mjs";

/** @typedef {{ readonly line: number, readonly text: string }} ContextLine */

export const AROUND = 6;
/** More than this is not kept, however long the lines are. */
const MOST_BYTES = 1 << 18;
const LONGEST_TEXT = 1000;

/**
 * @param {Blob} blob
 * @param {string} name
 * @param {number} line counted from 1
 * @param {number} around how many lines before and behind
 * @returns {Promise<ContextLine[]>}
 */
export async function linesAround(blob, name, line, around = AROUND) {
  const first = Math.max(1, line - around);
  const wanted = line + around - first + 1;
  let passed = 0;
  /** @type {Uint8Array[]} */
  const kept = [];
  let size = 0;
  let feeds = 0;
  for await (const chunk of openLog(blob, name)) {
    let start = 0;
    if (kept.length === 0) {
      const here = countLines(chunk, 0, chunk.length);
      if (passed + here < first - 1) {
        passed += here;
        continue;
      }
      for (; passed < first - 1; passed++) start = chunk.indexOf(LINE_FEED, start) + 1;
    }
    const piece = chunk.slice(start, start + MOST_BYTES - size);
    kept.push(piece);
    size += piece.length;
    feeds += countLines(piece, 0, piece.length);
    if (feeds >= wanted || size >= MOST_BYTES) break;
  }
  const text = join(kept);
  const lines = splitLines(text.at(-1) === LINE_FEED ? text.subarray(0, -1) : text);
  return (text.length ? lines : []).slice(0, wanted).map((raw, at) => ({ line: first + at, text: cut(plain(raw), LONGEST_TEXT) }));
}

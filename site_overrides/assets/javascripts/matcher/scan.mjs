// @ts-check
/** Lines of a log and a template in, hits out: the definition in LANGUAGE.md, put together. The twin of generator/match/scan.py. */

import { decode, LINE_FEED } from "./bytes.mjs";
import { compileLine, matchLine } from "./lines.mjs";
import { LONGEST_LINE, portions, views } from "./normalize.mjs";
import { templateOf } from "./template.mjs";

/** @typedef {import("./lines.mjs").TemplateLine} TemplateLine */
/** @typedef {import("./lines.mjs").Match} Match */
/** @typedef {import("./normalize.mjs").View} View */
/** @typedef {import("./normalize.mjs").Piece} Piece */
/** @typedef {import("./template.mjs").Template} Template */

/** The n-th further line of a template is looked for in the n × REACH lines below the first, and in so many bytes. */
export const REACH = 4;
export const REACH_BYTES = 1 << 16;
/** How many bytes of a line a hit quotes. */
export const LONGEST_QUOTE = 1000;
const CARRIAGE_RETURN = 13;

/** @typedef {() => readonly Uint8Array[]} Further gives the lines below one, as far as a template may reach */

/**
 * A signature on a line (from 1): its columns there (bytes of the raw line, from 1, the end behind the last), what its placeholders
 * took, the line on which its last line was found, and the line as printed, as far as it is worth quoting.
 * @typedef {object} Hit
 * @property {number} line
 * @property {number} start
 * @property {number} end
 * @property {Record<string, string>} captures
 * @property {number} lastLine
 * @property {string} signature
 * @property {string} text
 */

/** @type {Map<string, readonly TemplateLine[]>} */
const COMPILED = new Map();

/**
 * The lines of a template's text, ready for matching.
 * @param {string} text
 * @returns {readonly TemplateLine[]}
 */
export function compiled(text) {
  let lines = COMPILED.get(text);
  if (lines === undefined) {
    lines = compileTemplate(templateOf(text));
    COMPILED.set(text, lines);
  }
  return lines;
}

/**
 * @param {Template} template
 * @returns {readonly TemplateLine[]} ready for matching
 */
export const compileTemplate = (template) => template.lines.map(compileLine);

/**
 * Every line of a log on which the template begins to match, by the definition alone; `scanBytes` gives the same, faster.
 * @param {Uint8Array} log
 * @param {Template} template
 * @returns {Hit[]}
 */
export function scanText(log, template) {
  const lines = splitLines(log);
  const wanted = compileTemplate(template);
  /** @type {Hit[]} */
  const hits = [];
  for (const [index, line] of lines.entries()) {
    const hit = hitOn(line, index + 1, () => linesBelow(lines, index), wanted);
    if (hit !== null) hits.push(hit);
  }
  return hits;
}

/**
 * @param {Uint8Array} text
 * @returns {Uint8Array[]} what stands between line feeds
 */
export function splitLines(text) {
  /** @type {Uint8Array[]} */
  const lines = [];
  let start = 0;
  for (let end = text.indexOf(LINE_FEED); end >= 0; end = text.indexOf(LINE_FEED, start)) {
    lines.push(text.subarray(start, end));
    start = end + 1;
  }
  lines.push(text.subarray(start));
  return lines;
}

/**
 * The lines below one that a several-line template may use: those that end within REACH_BYTES.
 * @param {readonly Uint8Array[]} lines
 * @param {number} index
 * @returns {Uint8Array[]}
 */
export function linesBelow(lines, index) {
  /** @type {Uint8Array[]} */
  const below = [];
  let left = REACH_BYTES;
  for (const line of lines.slice(index + 1, index + 1 + REACH * 16)) {
    left -= line.length + 1;
    if (left < 0) break;
    below.push(line);
  }
  return below;
}

/**
 * The hit of a template on one raw line, or on a portion of one that begins at `column`.
 * @param {Uint8Array} line
 * @param {number} number
 * @param {Further} further
 * @param {readonly TemplateLine[]} wanted
 * @param {string} signature
 * @param {number} column
 * @returns {Hit | null}
 */
export function hitOn(line, number, further, wanted, signature = "", column = 0) {
  const below = line.length > LONGEST_LINE ? () => [] : further;
  const head = wanted[0];
  for (const [start, portion] of portions(line)) {
    for (const view of views(portion)) {
      const found = first(view, 0, head);
      if (found === null) continue;
      const { place, match } = found;
      const behind = rest(view, place + 1, below, wanted);
      if (behind === null) continue;
      const piece = view[place];
      const base = column + start + 1;
      // the end is one behind the column of the last byte, so that a colour code behind it stays out
      const end = match.end > match.start ? piece.column(match.end - 1) + 1 : piece.column(match.start);
      const begin = piece.column(match.start);
      const values = [...match.captures, ...behind.captures];
      return {
        line: number,
        start: base + begin,
        end: base + end,
        captures: Object.fromEntries(values.map(([name, value]) => [name, decode(value)])),
        lastLine: number + behind.below,
        signature,
        text: quoted(portion, begin),
      };
    }
  }
  return null;
}

/**
 * The line, or of a long one what stands around `place`.
 * @param {Uint8Array} line
 * @param {number} place
 * @returns {string}
 */
function quoted(line, place) {
  const start = line.length <= LONGEST_QUOTE ? 0 : Math.max(0, place - Math.floor(LONGEST_QUOTE / 4));
  const end = Math.min(line.length, start + LONGEST_QUOTE);
  let last = end;
  while (last > start && line[last - 1] === CARRIAGE_RETURN) last -= 1;
  return (start > 0 ? "…" : "") + decode(line.subarray(start, last)) + (end < line.length ? "…" : "");
}

/**
 * @param {View} view
 * @param {number} start
 * @param {TemplateLine} line
 * @returns {{ place: number, match: Match } | null}
 */
function first(view, start, line) {
  for (let place = start; place < view.length; place++) {
    const match = matchLine(view[place].text, line);
    if (match !== null) return { place, match };
  }
  return null;
}

/**
 * How many lines below the first the last line of the template stands, and the captures of the further lines.
 * @param {View} view
 * @param {number} place
 * @param {Further} further
 * @param {readonly TemplateLine[]} wanted
 * @returns {{ below: number, captures: Map<string, Uint8Array> } | null}
 */
function rest(view, place, further, wanted) {
  /** @type {Map<string, Uint8Array>} */
  const captures = new Map();
  if (wanted.length === 1) return { below: 0, captures };
  const below = further();
  let at = 0;
  for (const [number, line] of wanted.entries()) {
    if (number === 0) continue;
    let found = first(view, place, line);
    while (found === null) {
      if (at >= Math.min(below.length, number * REACH)) return null;
      at += 1;
      for (const one of views(below[at - 1])) {
        view = one; // the view that holds the line is where the next one goes on
        found = first(view, 0, line);
        if (found !== null) break;
      }
    }
    place = found.place + 1;
    for (const [name, value] of found.match.captures) captures.set(name, value);
  }
  return { below: at, captures };
}

// @ts-check
/**
 * One raw line in, its views out: what a reader sees of it, in pieces, each byte with its column in the raw line.
 *
 * The twin of generator/match/normalize.py; see LANGUAGE.md, "A line". Everything is bytes; every step goes through the line once.
 */

import { encode, find, NONE, setOf } from "./bytes.mjs";

/** A longer line is matched in portions of this length, each of which begins OVERLAP before its predecessor ends. */
export const LONGEST_LINE = 1 << 20;
export const OVERLAP = 1 << 16;
/** How often JSON may be wrapped in JSON. */
export const DEEPEST_JSON = 3;
/** White space inside a piece; line feeds and carriage returns end pieces. */
export const WHITE = setOf(" \t\v\f\0");
/** Without one of these a text holds no terminal code; the escape character itself, 27, is the other. */
export const TERMINAL_MARKS = Object.freeze(["u001b[", "u001B[", "x1b[", "x1B[", "033[", "^[["]);
export const ESCAPE = 27;

const BACKSLASH = 92;
const QUOTE = 34;
const APOSTROPHE = 39;
const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;
/** The printable ASCII that encoders write as \uXXXX; other printable ASCII is left as it stands. */
const ESCAPED_BY_ENCODERS = setOf("\"&'+/<=>\\`");
const CODE_BEGINS = setOf("\x1b\\^#");
const PARAMETER = setOf("0123456789:;<=>?!");
const INTERMEDIATE = setOf(" !\"#$%&'()*+,-./");
const COLOUR = setOf("0123456789;");
const ENDS_LINK = setOf("\x07\x1b\r\n");
const OBJECT = encode('{"');
const REPLACEMENT = encode("\ufffd");
/** @type {Record<number, number>} what stands behind a backslash, and what it means */
const SIMPLE = { 110: 10, 114: 13, 116: 9, 98: 32, 102: 12, 34: 34, 92: 92, 47: 47 };

/** @typedef {readonly [start: number, end: number, with_: Uint8Array]} Change */
/** @typedef {readonly Piece[]} View */

/** A stretch of text, and where it stands: `text[at[i]]` is byte `raw[i]` of the line, and so on to the next mark. */
export class Piece {
  /**
   * @param {Uint8Array} text
   * @param {readonly number[]} at
   * @param {readonly number[]} raw
   */
  constructor(text, at = [0], raw = [0]) {
    this.text = text;
    this.at = at;
    this.raw = raw;
  }

  /**
   * @param {number} place
   * @returns {number} the last mark at or before `place`
   */
  mark(place) {
    let low = 0;
    let high = this.at.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at[middle] <= place) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /**
   * @param {number} place
   * @returns {number} the place in the raw line (from 0) of the byte at `place`
   */
  column(place) {
    const mark = this.mark(place);
    return this.raw[mark] + place - this.at[mark];
  }

  /**
   * @param {number} start
   * @param {number} end
   * @returns {Piece} the text between
   */
  part(start, end) {
    if (this.at.length === 1) return new Piece(this.text.subarray(start, end), [0], [this.raw[0] + start]);
    const first = this.mark(start) + 1;
    const last = this.mark(end) + 1;
    return new Piece(
      this.text.subarray(start, end),
      [0, ...this.at.slice(first, last).map((at) => at - start)],
      [this.column(start), ...this.raw.slice(first, last)],
    );
  }

  /**
   * @param {readonly Change[]} changes in order
   * @returns {Piece} the text with other bytes for each stretch
   */
  withChanges(changes) {
    if (changes.length === 0) return this;
    const added = changes.reduce((sum, change) => sum + change[2].length, 0);
    const out = new Uint8Array(this.text.length + added);
    /** @type {number[]} */
    const at = [];
    /** @type {number[]} */
    const raw = [];
    let place = 0;
    let length = 0;
    /** @param {number} until */
    const keep = (until) => {
      at.push(length);
      raw.push(this.column(place));
      for (let mark = this.mark(place) + 1; mark < this.at.length && this.at[mark] < until; mark++) {
        at.push(length + this.at[mark] - place);
        raw.push(this.raw[mark]);
      }
      out.set(this.text.subarray(place, until), length);
      length += until - place;
    };
    for (const [start, end, with_] of changes) {
      keep(start);
      if (with_.length) {
        at.push(length);
        raw.push(this.column(start));
        out.set(with_, length);
        length += with_.length;
      }
      place = end;
    }
    keep(this.text.length);
    return new Piece(out.subarray(0, length), at, raw);
  }
}

/**
 * The line, or the portions of an overlong one, each with the place where it begins.
 * @param {Uint8Array} line
 * @returns {Generator<[number, Uint8Array]>}
 */
export function* portions(line) {
  if (line.length <= LONGEST_LINE) {
    yield [0, line];
    return;
  }
  for (let start = 0; start < line.length - OVERLAP; start += LONGEST_LINE - OVERLAP) {
    yield [start, line.subarray(start, start + LONGEST_LINE)];
  }
}

/** Lines up to this length are kept when they have been read, this many of them; of longer ones, which may have a million pieces, the last. */
const SHORT = 1 << 14;
const MOST_KEPT = 64;
/** @type {Map<Uint8Array, readonly View[]>} several signatures look at one line */
const KEPT = new Map();
/** @type {Map<Uint8Array, readonly View[]>} */
const KEPT_LONG = new Map();

/**
 * The ways to read a line: the strings of its JSON if it holds some, then the line as printed.
 * @param {Uint8Array} line the same object for the same line, so that it is read once
 * @returns {readonly View[]}
 */
export function views(line) {
  const [kept, most] = line.length < SHORT ? [KEPT, MOST_KEPT] : [KEPT_LONG, 1];
  let known = kept.get(line);
  if (known === undefined) {
    const plain = withoutTerminalCodes(new Piece(line));
    known = [[...unwrapped(plain, DEEPEST_JSON)], [...pieces(plain)]].filter((view) => view.length > 0);
    if (kept.size >= most) kept.clear();
    kept.set(line, known);
  }
  return known;
}

/**
 * @param {Uint8Array} text
 * @param {number} at
 * @returns {number} the end of the terminal code that begins at `at`, -1 if none does
 */
function terminalCode(text, at) {
  let end = at + 1;
  if (text[at] === ESCAPE) {
    const second = text[end] ?? 0;
    end += 1;
    if (second === 91) {
      while (PARAMETER[text[end] ?? 0]) end += 1;
      while (INTERMEDIATE[text[end] ?? 0]) end += 1;
      const last = text[end] ?? 0;
      return last >= 64 && last <= 126 ? end + 1 : -1;
    }
    if (second === 93) {
      while (end < text.length && !ENDS_LINK[text[end] ?? 0]) end += 1;
      if (text[end] === 7) return end + 1;
      if (text[end] === ESCAPE && text[end + 1] === BACKSLASH) return end + 2;
      return at + 2;
    }
    return second >= 64 && second <= 95 ? end : -1;
  }
  end = escapeAsText(text, at);
  if (end < 0 || text[end] !== 91) return -1;
  end += 1;
  while (COLOUR[text[end] ?? 0]) end += 1;
  return text[end] === 109 ? end + 1 : -1;
}

/**
 * What may stand for the escape character where a program has printed it as text: `\u001b`, `\x1b`, `\033`, `^[`, `#033`.
 * @param {Uint8Array} text
 * @param {number} at
 * @returns {number} the end, -1 if none begins at `at`
 */
function escapeAsText(text, at) {
  /** @param {number} place @param {string} wanted */
  const has = (place, wanted) => {
    for (let i = 0; i < wanted.length; i++) if (text[place + i] !== wanted.charCodeAt(i)) return false;
    return true;
  };
  if (text[at] === 94) return text[at + 1] === 91 ? at + 2 : -1;
  if (text[at] === 35) return has(at + 1, "033") ? at + 4 : -1;
  let end = at;
  while (text[end] === BACKSLASH && end < at + 4) end += 1;
  if (has(end, "033")) return end + 3;
  if (has(end, "x1b") || has(end, "x1B")) return end + 3;
  return has(end, "u001b") || has(end, "u001B") ? end + 5 : -1;
}

/**
 * @param {Uint8Array} text
 * @returns {Change[]} what takes the terminal codes out
 */
function terminalCodes(text) {
  /** @type {Change[]} */
  const found = [];
  for (let at = 0; at < text.length; ) {
    const end = CODE_BEGINS[text[at] ?? 0] ? terminalCode(text, at) : -1;
    if (end >= 0) found.push([at, end, NONE]);
    at = end >= 0 ? end : at + 1;
  }
  return found;
}

/**
 * @param {Piece} piece
 * @returns {Piece} the text without colours and the like
 */
export const withoutTerminalCodes = (piece) => piece.withChanges(terminalCodes(piece.text));

/**
 * @param {Uint8Array} text
 * @returns {Uint8Array} the same without colours and the like
 */
export function stripped(text) {
  const out = new Uint8Array(text.length);
  let place = 0;
  let length = 0;
  for (const [start, end] of terminalCodes(text)) {
    out.set(text.subarray(place, start), length);
    length += start - place;
    place = end;
  }
  out.set(text.subarray(place), length);
  return out.subarray(0, length + text.length - place);
}

/**
 * Backslashes directly before a quote, gone through once, not once from each of them.
 * @param {Uint8Array} text
 * @returns {Change[]}
 */
export function quoteEscapes(text) {
  /** @type {Change[]} */
  const found = [];
  for (let at = text.indexOf(BACKSLASH); at >= 0; ) {
    let end = at + 1;
    while (text[end] === BACKSLASH) end += 1;
    if (text[end] === QUOTE || text[end] === APOSTROPHE) found.push([at, end, NONE]);
    at = text.indexOf(BACKSLASH, end);
  }
  return found;
}

/**
 * @param {Piece} piece
 * @returns {Generator<Piece>}
 */
function* pieces(piece) {
  const { text } = piece;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && text[at] !== CARRIAGE_RETURN && text[at] !== LINE_FEED) continue;
    if (at > start) {
      const part = at - start === text.length ? piece : piece.part(start, at);
      yield part.withChanges(quoteEscapes(part.text));
    }
    start = at + 1;
  }
}

/**
 * @param {Piece} piece
 * @param {number} deep
 * @returns {Generator<Piece>}
 */
function* unwrapped(piece, deep) {
  const { text } = piece;
  let at = find(text, OBJECT);
  if (at < 0) return;
  for (at = text.indexOf(QUOTE, at); at >= 0; at = text.indexOf(QUOTE, at)) {
    const start = at + 1;
    let escaped = false;
    for (at = start; at < text.length && text[at] !== QUOTE; at++) {
      if (text[at] !== BACKSLASH) continue;
      if (at + 1 === text.length) break;
      escaped = true;
      at += 1;
    }
    let string = piece.part(start, at);
    at += 1;
    if (escaped) {
      string = string.withChanges(decoded(string.text));
      if (deep > 1) yield* unwrapped(string, deep - 1);
    }
    yield* pieces(string);
  }
}

/**
 * @param {Uint8Array} text
 * @returns {Change[]} what its escapes stand for
 */
function decoded(text) {
  /** @type {Change[]} */
  const found = [];
  for (let at = text.indexOf(BACKSLASH); at >= 0; at = text.indexOf(BACKSLASH, at)) {
    const simple = SIMPLE[text[at + 1] ?? 0];
    const code = text[at + 1] === 117 ? hexadecimal(text, at + 2) : -1;
    if (simple !== undefined) {
      found.push([at, at + 2, Uint8Array.of(simple)]);
      at += 2;
    } else if (code < 0) {
      at += 1;
    } else if (code >> 10 === 54 && text[at + 6] === BACKSLASH && text[at + 7] === 117 && hexadecimal(text, at + 8) >> 10 === 55) {
      const low = hexadecimal(text, at + 8);
      found.push([at, at + 12, encode(String.fromCodePoint(0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff)))]);
      at += 12;
    } else {
      if (code < 32 || code > 126 || ESCAPED_BY_ENCODERS[code]) found.push([at, at + 6, character(code)]);
      at += 6;
    }
  }
  return found;
}

/** @param {number} code */
function character(code) {
  if (code < 32 && code !== 10 && code !== 13 && code !== 9) return Uint8Array.of(32);
  return code >> 11 === 27 ? REPLACEMENT : encode(String.fromCharCode(code));
}

/**
 * @param {Uint8Array} text
 * @param {number} at
 * @returns {number} the value of the four digits at `at`, -1 if these are none
 */
function hexadecimal(text, at) {
  let value = 0;
  for (let place = at; place < at + 4; place++) {
    const byte = text[place] ?? 0;
    const lower = byte | 32;
    if (byte >= 48 && byte <= 57) value = value * 16 + byte - 48;
    else if (lower >= 97 && lower <= 102) value = value * 16 + lower - 87;
    else return -1;
  }
  return value;
}

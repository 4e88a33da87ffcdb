// @ts-check
/**
 * One line of a template and one piece of a log line in; where it matches and what its placeholders take, out.
 *
 * The twin of generator/match/lines.py; see LANGUAGE.md, "Matching". A template line is cut into chunks at its open placeholders. A
 * chunk ends at one place for each place where it begins. From the last chunk to the first, each beginning learns the nearest
 * beginning of the next chunk that its open placeholder can reach; so every beginning is looked at once, and none is missed.
 */

import { encode, find, setOf, smallerThan, standsAt } from "./bytes.mjs";
import { quoteEscapes, Piece as Stretch, WHITE } from "./normalize.mjs";
import { isHole, OPEN_KINDS } from "./template.mjs";

/** @typedef {import("./template.mjs").Hole} Hole */
/** @typedef {import("./template.mjs").Part} Part */

const DIGIT = setOf("0123456789");
const HEXADECIMAL = setOf("0123456789abcdefABCDEF");
const LETTER_OR_DIGIT = setOf("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
const NO_WHITE = WHITE.map((is) => 1 - is);
const ADDRESS = setOf("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._:[]<>%/-");
const NUMBER_WORDS = ["nan", "inf", "NaN", "Inf", "NAN", "INF"].map(encode);
const BINARY_UNIT = setOf("kKMGTPE");
const BIT_UNIT = setOf("kmgtp");
const DOT = 46;

/** @type {Record<string, Uint8Array>} the bytes that an open placeholder takes; `any` takes all */
const TAKES = { word: NO_WHITE, path: NO_WHITE, address: ADDRESS };

/**
 * The longest value that begins at a place, or none: values are not cut. Each gives the value's end, or -1.
 * @type {Record<string, (text: Uint8Array, at: number) => number>}
 */
const CLOSED = {
  int(text, at) {
    const end = run(text, signed(text, at), DIGIT, 40);
    return end < 0 || DIGIT[text[end] ?? 0] ? -1 : end;
  },
  number(text, at) {
    const start = signed(text, at);
    const end = run(text, start, DIGIT, 40);
    if (end < 0) {
      const word = NUMBER_WORDS.find((one) => standsAt(text, start, one));
      return word ? start + word.length : -1;
    }
    const whole = exponent(text, fraction(text, end, 40));
    return DIGIT[text[whole] ?? 0] ? -1 : whole;
  },
  size(text, at) {
    let end = run(text, at, DIGIT, 40);
    if (end < 0) return -1;
    end = fraction(text, end, 20);
    if (end < text.length && WHITE[text[end] ?? 0]) end += 1;
    end = unit(text, end);
    return end < 0 || LETTER_OR_DIGIT[text[end] ?? 0] ? -1 : end;
  },
  hex(text, at) {
    const marked = text[at] === 48 && ((text[at + 1] ?? 0) | 32) === 120 ? run(text, at + 2, HEXADECIMAL, 64) : -1;
    const end = marked >= 0 ? marked : run(text, at, HEXADECIMAL, 64);
    return end < 0 || HEXADECIMAL[text[end] ?? 0] ? -1 : end;
  },
};

/** @type {Record<string, (text: Uint8Array, end: number) => boolean>} whether a value may end its template line here */
const RIGHT_EDGE = {
  int: (text, end) => !(text[end] === DOT && DIGIT[text[end + 1] ?? 0]),
  number: (text, end) => !(text[end] === DOT && DIGIT[text[end + 1] ?? 0]),
  size: () => true,
  hex: (text, end) => !LETTER_OR_DIGIT[text[end] ?? 0],
};

/** @param {Uint8Array} text @param {number} at */
const signed = (text, at) => (text[at] === 43 || text[at] === 45 ? at + 1 : at);

/**
 * @param {Uint8Array} text
 * @param {number} at
 * @param {Uint8Array} set
 * @param {number} most
 * @returns {number} the end of one to `most` bytes of the set, -1 if there is none
 */
function run(text, at, set, most) {
  const limit = Math.min(text.length, at + most);
  let end = at;
  while (end < limit && set[text[end] ?? 0]) end += 1;
  return end > at ? end : -1;
}

/** @param {Uint8Array} text @param {number} at @param {number} most */
function fraction(text, at, most) {
  const end = text[at] === DOT ? run(text, at + 1, DIGIT, most) : -1;
  return end < 0 ? at : end;
}

/** @param {Uint8Array} text @param {number} at */
function exponent(text, at) {
  const end = ((text[at] ?? 0) | 32) === 101 ? run(text, signed(text, at + 1), DIGIT, 5) : -1;
  return end < 0 ? at : end;
}

/** @param {Uint8Array} text @param {number} at */
function unit(text, at) {
  const first = text[at] ?? 0;
  if (BINARY_UNIT[first]) {
    const behind = text[at + 1] === 105 ? at + 2 : at + 1;
    if (text[behind] === 66) return behind + 1;
    return BIT_UNIT[first] && text[at + 1] === 98 ? at + 2 : behind;
  }
  if (first === 66 || first === 98) {
    if (text[at + 1] === 121 && text[at + 2] === 116 && text[at + 3] === 101) return text[at + 4] === 115 ? at + 5 : at + 4;
    return first === 66 ? at + 1 : -1;
  }
  return BIT_UNIT[first] && text[at + 1] === 98 ? at + 2 : -1;
}

/**
 * Literal bytes, a run of white space or a closed placeholder.
 * @typedef {{ is: "word", bytes: Uint8Array }} Word
 * @typedef {{ is: "white", whole: boolean, fresh: boolean }} White `whole`: all of a run, else one byte; `fresh`: none before it
 * @typedef {{ is: "value", kind: string, name: string, first: boolean, last: boolean }} Value at an edge of the chunk it is not cut
 * @typedef {Word | White | Value} Step
 */

/** Literal text and closed placeholders: from a place, either one end or none. */
export class Chunk {
  /** @param {readonly Step[]} steps */
  constructor(steps) {
    this.steps = steps;
    this.first = steps[0];
  }

  /**
   * @param {Uint8Array} text
   * @param {number} start
   * @param {Map<string, Uint8Array> | null} captures takes what the placeholders take
   * @returns {number} the end of the chunk that begins at `start`, -1 if none does
   */
  match(text, start, captures = null) {
    let at = start;
    for (const step of this.steps) {
      let end = -1;
      if (step.is === "word") {
        if (standsAt(text, at, step.bytes)) end = at + step.bytes.length;
      } else if (step.is === "white") {
        if (!(step.fresh && at > 0 && WHITE[text[at - 1] ?? 0])) end = run(text, at, WHITE, step.whole ? text.length : 1);
      } else if (!(step.first && at > 0 && (LETTER_OR_DIGIT[text[at - 1] ?? 0] || text[at - 1] === DOT))) {
        end = CLOSED[step.kind](text, at);
        if (end >= 0 && step.last && !RIGHT_EDGE[step.kind]?.(text, end)) end = -1;
        if (end >= 0) captures?.set(step.name, text.subarray(at, end));
      }
      if (end < 0) return -1;
      at = end;
    }
    return at;
  }

  /**
   * @param {Uint8Array} text
   * @param {number} from
   * @returns {number} the next place where the chunk may begin, -1 if there is none
   */
  next(text, from) {
    if (this.first?.is === "word") return find(text, this.first.bytes, from);
    return from < text.length ? from : -1;
  }
}

/**
 * Chunks, the open placeholders before each (the first may have none) and behind the last, and words that must be there.
 * @typedef {object} TemplateLine
 * @property {readonly (Hole | null)[]} before
 * @property {readonly Chunk[]} chunks
 * @property {Hole | null} behind
 * @property {readonly Uint8Array[]} words
 */

/**
 * Where a template line matches (from 0, the end excluded), and what each placeholder took.
 * @typedef {{ readonly start: number, readonly end: number, readonly captures: Map<string, Uint8Array> }} Match
 */

/**
 * The beginnings of one chunk from which the rest can match, their ends, and for each the nearest beginning of the next chunk.
 * @typedef {{ starts: number[], ends: number[], following: number[] }} Level
 */

/**
 * The first match in `text`: the leftmost beginning from which all can match, then each placeholder as short as it can be.
 * @param {Uint8Array} text
 * @param {TemplateLine} line
 * @returns {Match | null}
 */
export function matchLine(text, line) {
  for (const word of line.words) if (find(text, word) < 0) return null;
  if (line.chunks.length === 0) return line.behind === null ? null : matchOpen(text, line.behind);
  /** @type {Level[]} */
  const levels = [];
  /** @type {Level | null} */
  let next = null;
  for (let number = line.chunks.length - 1; number >= 0; number--) {
    const chunk = line.chunks[number];
    const all = beginnings(text, chunk);
    /** @type {Hole | null} */
    const hole = next === null ? line.behind : (line.before[number + 1] ?? null);
    next = next === null ? ending(text, hole, all) : reaching(text, /** @type {Hole} */ (hole), all, next.starts);
    if (next.starts.length === 0) return null;
    levels[number] = next;
  }
  const head = line.before[0] ?? null;
  const { starts } = levels[0];
  for (const [index, start] of starts.entries()) {
    if (head === null || head.kind === "any" || (start > 0 && TAKES[head.kind]?.[text[start - 1] ?? 0])) {
      return assemble(text, line, levels, index);
    }
  }
  return null;
}

/**
 * The first match of a template line that is one open placeholder: all there is of its kind, from the leftmost byte that it takes.
 * @param {Uint8Array} text
 * @param {Hole} hole
 * @returns {Match | null}
 */
function matchOpen(text, hole) {
  const takes = TAKES[hole.kind];
  let start = 0;
  let end = text.length;
  if (takes) {
    while (start < text.length && !takes[text[start] ?? 0]) start += 1;
    if (start === text.length) return null;
    end = reachOn(text, hole, start);
  }
  const value = trimmed(text, start, end);
  while (start < end && WHITE[text[start] ?? 0]) start += 1;
  return { start, end: start + value.length, captures: new Map([[hole.name, value]]) };
}

/** @param {Uint8Array} text @param {Chunk} chunk @returns {Level} */
function beginnings(text, chunk) {
  /** @type {Level} */
  const all = { starts: [], ends: [], following: [] };
  for (let at = chunk.next(text, 0); at >= 0; at = chunk.next(text, at + 1)) {
    const end = chunk.match(text, at);
    if (end < 0) continue;
    all.starts.push(at);
    all.ends.push(end);
  }
  return all;
}

/** @param {Uint8Array} text @param {Hole | null} hole @param {Level} all @returns {Level} */
function ending(text, hole, all) {
  /** @type {Level} */
  const kept = { starts: [], ends: [], following: [] };
  for (const [index, end] of all.ends.entries()) {
    if (hole !== null && hole.kind !== "any" && !(end < text.length && TAKES[hole.kind]?.[text[end] ?? 0])) continue;
    kept.starts.push(all.starts[index]);
    kept.ends.push(end);
    kept.following.push(0);
  }
  return kept;
}

/**
 * Which of the chunk's ends reach a beginning of the next chunk through the placeholder, and the nearest such beginning of each.
 * @param {Uint8Array} text
 * @param {Hole} hole
 * @param {Level} all
 * @param {readonly number[]} starts of the next chunk
 * @returns {Level}
 */
function reaching(text, hole, all, starts) {
  /** @type {Level} */
  const kept = { starts: [], ends: [], following: [] };
  const takes = TAKES[hole.kind];
  const least = takes ? 1 : 0;
  let reach = -1; // where what the placeholder takes ends; the chunk's ends come in order, so no byte is gone through twice
  for (const [index, end] of all.ends.entries()) {
    const near = smallerThan(starts, end + least);
    if (near === starts.length) continue;
    if (takes) {
      if (reach < end) reach = end;
      while (reach < text.length && takes[text[reach] ?? 0]) reach += 1;
      if (starts[near] > reach) continue;
    }
    kept.starts.push(all.starts[index]);
    kept.ends.push(end);
    kept.following.push(near);
  }
  return kept;
}

/**
 * @param {Uint8Array} text
 * @param {TemplateLine} line
 * @param {readonly Level[]} levels
 * @param {number} index
 * @returns {Match}
 */
function assemble(text, line, levels, index) {
  /** @type {Map<string, Uint8Array>} */
  const captures = new Map();
  const start = levels[0]?.starts[index];
  let begin = start;
  let end = start;
  const head = line.before[0] ?? null;
  if (head !== null) {
    begin = reachBack(text, head, start);
    captures.set(head.name, trimmed(text, begin, start));
    while (begin < start && WHITE[text[begin] ?? 0]) begin += 1;
  }
  for (const [number, chunk] of line.chunks.entries()) {
    const level = levels[number];
    const at = level.starts[index];
    const hole = line.before[number];
    if (number > 0 && hole) captures.set(hole.name, trimmed(text, end, at));
    chunk.match(text, at, captures);
    end = level.ends[index];
    index = level.following[index];
  }
  if (line.behind !== null) {
    let stop = reachOn(text, line.behind, end);
    captures.set(line.behind.name, trimmed(text, end, stop));
    while (stop > end && WHITE[text[stop - 1] ?? 0]) stop -= 1;
    end = stop;
  }
  return { start: begin, end, captures };
}

/** @param {Uint8Array} text @param {Hole} hole @param {number} place */
function reachBack(text, hole, place) {
  const takes = TAKES[hole.kind];
  if (!takes) return 0;
  let at = place;
  while (at > 0 && takes[text[at - 1] ?? 0]) at -= 1;
  return at;
}

/** @param {Uint8Array} text @param {Hole} hole @param {number} place */
function reachOn(text, hole, place) {
  const takes = TAKES[hole.kind];
  if (!takes) return text.length;
  let at = place;
  while (at < text.length && takes[text[at] ?? 0]) at += 1;
  return at;
}

/** @param {Uint8Array} text @param {number} start @param {number} end */
function trimmed(text, start, end) {
  let from = start;
  let to = end;
  while (from < to && WHITE[text[from] ?? 0]) from += 1;
  while (to > from && WHITE[text[to - 1] ?? 0]) to -= 1;
  return text.subarray(from, to);
}

/**
 * The chunks of one line of a template.
 * @param {readonly Part[]} written
 * @returns {TemplateLine}
 */
export function compileLine(written) {
  const parts = withoutEdges(written);
  /** @type {(Hole | null)[]} */
  const before = [];
  /** @type {Chunk[]} */
  const chunks = [];
  /** @type {Hole | null} */
  let opening = null;
  /** @type {Part[]} */
  let current = [];
  for (const part of parts) {
    if (!isHole(part) || !OPEN_KINDS.has(part.kind)) {
      current.push(part);
      continue;
    }
    if (current.length) {
      before.push(opening);
      chunks.push(chunkOf(opening, current, part));
    }
    opening = part;
    current = [];
  }
  if (current.length) {
    before.push(opening);
    chunks.push(chunkOf(opening, current, null));
    opening = null;
  }
  const words = parts.flatMap((part) => (isHole(part) ? [] : wordsOf(part.text).filter((word) => word.length > 0)));
  // long words are rare ones: most lines are done with after the first
  return { before, chunks, behind: opening, words: words.sort((a, b) => b.length - a.length) };
}

/**
 * White space at the ends of a template line says nothing.
 * @param {readonly Part[]} parts
 * @returns {Part[]}
 */
function withoutEdges(parts) {
  return parts
    .map((part, index) => {
      if (isHole(part)) return part;
      const left = index === 0 ? part.text.replace(/^[ \t\v\f\0]+/, "") : part.text;
      return { text: index === parts.length - 1 ? withoutTail(left) : left };
    })
    .filter((part) => isHole(part) || part.text !== "");
}

/** @param {string} text */
function withoutTail(text) {
  let end = text.length;
  while (end > 0 && WHITE[text.charCodeAt(end - 1)]) end -= 1;
  return text.slice(0, end);
}

/**
 * @param {Hole | null} left
 * @param {readonly Part[]} parts
 * @param {Hole | null} right
 * @returns {Chunk}
 */
function chunkOf(left, parts, right) {
  /** @type {Step[]} */
  const steps = [];
  const last = parts.length - 1;
  for (const [index, part] of parts.entries()) {
    if (isHole(part)) {
      steps.push({ is: "value", kind: part.kind, name: part.name, first: index === 0, last: index === last });
      continue;
    }
    const words = wordsOf(part.text);
    for (const [place, bytes] of words.entries()) {
      if (place > 0) {
        const atLeft = index === 0 && place === 1 && words[0]?.length === 0;
        const atRight = index === last && place === words.length - 1 && bytes.length === 0;
        steps.push(white(atLeft, atRight, left, right));
      }
      if (bytes.length) steps.push({ is: "word", bytes });
    }
  }
  return new Chunk(steps);
}

/**
 * White space of a template: at least one; what is more goes to an `any` beside it, which is trimmed, else it is taken here.
 * @param {boolean} atLeft
 * @param {boolean} atRight
 * @param {Hole | null} left
 * @param {Hole | null} right
 * @returns {White}
 */
function white(atLeft, atRight, left, right) {
  if (atLeft && left?.kind === "any") return { is: "white", whole: false, fresh: false };
  return { is: "white", whole: !(atRight && right?.kind === "any"), fresh: atLeft };
}

/**
 * The text between runs of white space, as a view of the log has it: without backslashes before quotes.
 * @param {string} literal
 * @returns {Uint8Array[]}
 */
function wordsOf(literal) {
  const whole = new Stretch(encode(literal));
  const { text } = whole.withChanges(quoteEscapes(whole.text));
  /** @type {Uint8Array[]} */
  const words = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (!WHITE[text[at] ?? 0]) continue;
    words.push(text.subarray(start, at));
    while (at + 1 < text.length && WHITE[text[at + 1] ?? 0]) at += 1;
    start = at + 1;
  }
  words.push(text.subarray(start));
  return words;
}

// @ts-check
/**
 * A pasted line that is cut off, and a signature as printed, in; how much literal text they share, out.
 *
 * A terminal, a chat or a hasty hand cuts a line at its end, at its start, or at both. What is left agrees with the signature letter for
 * letter: from where one of the two begins to where one of the two ends. It may begin or end inside a value that a placeholder took.
 * The twin of generator/match/cut.py.
 */

import { cut, lengthOf } from "./text.mjs";

/** What stands for a placeholder: one that takes a word, and one that may take several. */
export const ONE_WORD = "‥";
export const MANY_WORDS = "…";
/** How much literal text, blanks included, tells a signature from others. */
export const LEAST_SHARED = 20;
/** A longer line was not cut by hand; and in how many places of one a signature may begin. */
export const LONGEST_LINE = 4000;
export const MOST_PLACES = 8;

const HOLES = new RegExp(`([${ONE_WORD}${MANY_WORDS}])`);

/** @typedef {{ readonly number: number, readonly place: number, readonly have: number }} Begun the number of the text that has been gone through, where it ends in the line, how much of it is there */

/**
 * How much literal text the two share, both in small letters and with single blanks; 0 if it is less than LEAST_SHARED.
 * @param {string} line
 * @param {string} printed
 * @returns {number}
 */
export function shared(line, printed) {
  const short = cut(line, LONGEST_LINE);
  const pieces = printed.split(HOLES);
  const texts = pieces.filter((_, at) => at % 2 === 0);
  const holes = pieces.filter((_, at) => at % 2 === 1);
  const counts = [lengthOf(cutEnd(short, texts[firstOf(texts)] ?? "", 0))];
  for (const begun of beginnings(short, texts)) counts.push(sharedFrom(short, texts, holes, begun));
  if (texts.some((text) => text.includes(short))) counts.push(lengthOf(short));
  const best = Math.max(...counts);
  return best >= LEAST_SHARED ? best : 0;
}

/** @param {string} line @param {readonly string[]} texts @returns {Generator<Begun>} each way to begin */
function* beginnings(line, texts) {
  const first = firstOf(texts);
  const head = texts[first] ?? "";
  let places = 0;
  for (let at = line.indexOf(head); at >= 0 && at <= line.length && places < MOST_PLACES; places++) {
    yield { number: first, place: at + head.length, have: lengthOf(head) };
    at = nextOf(line, head, at + 1);
  }
  const letter = cut(line, 1);
  for (const [number, text] of texts.entries()) {
    if (number) yield { number: number - 1, place: 0, have: 0 }; // the line begins in the value before this text
    for (let at = text.indexOf(letter); at >= 0; at = nextOf(text, letter, at + 1)) {
      const rest = text.slice(at);
      if (line.startsWith(rest)) {
        yield { number, place: rest.length, have: lengthOf(rest) };
        break;
      }
    }
  }
}

/** As Python finds: nothing behind the end, not even an empty text. @param {string} text @param {string} wanted @param {number} from */
const nextOf = (text, wanted, from) => (from > text.length ? -1 : text.indexOf(wanted, from));

/** The number of the first text; before a signature that begins with a placeholder anything may stand, as before any other. @param {readonly string[]} texts */
const firstOf = (texts) => (texts[0] ? 0 : 1);

/**
 * What is shared when text `number` ends at `place`; 0 if the line does not go on as the signature does.
 * @param {string} line
 * @param {readonly string[]} texts
 * @param {readonly string[]} holes
 * @param {Begun} begun
 */
function sharedFrom(line, texts, holes, { number, place, have }) {
  let at = place;
  let shared = have;
  for (let next = number; next < holes.length; next++) {
    const hole = holes[next] ?? "";
    const text = texts[next + 1] ?? "";
    if (text === "") break;
    const found = nextOf(line, text, at + (hole === ONE_WORD ? 1 : 0));
    if (found < 0 || !takes(hole, line.slice(at, found))) {
      const end = cutEnd(line, text, at);
      return takes(hole, line.slice(at, line.length - end.length)) ? shared + lengthOf(end) : 0;
    }
    at = found + text.length;
    shared += lengthOf(text);
  }
  return shared;
}

/** @param {string} hole @param {string} value */
const takes = (hole, value) => hole === MANY_WORDS || !value.includes(" ");

/**
 * @param {string} line
 * @param {string} text
 * @param {number} place
 * @returns {string} the beginning of `text` with which the line ends, behind `place`
 */
function cutEnd(line, text, place) {
  const letter = cut(text, 1);
  if (letter === "") return "";
  for (let at = nextOf(line, letter, Math.max(place, line.length - text.length)); at >= 0; at = nextOf(line, letter, at + 1)) {
    if (text.startsWith(line.slice(at))) return line.slice(at);
  }
  return "";
}

// @ts-check
/**
 * A line of a log in, the entries that are like it out: exact signatures first, then parts of them and lines cut off, then words.
 * The twin of generator/match/find.py.
 */

import { encode } from "../matcher/bytes.mjs";
import { scanBytes } from "../matcher/stream.mjs";
import { literalsOf, templateOf } from "../matcher/template.mjs";
import { shared } from "./cut.mjs";
import { compare, countOf, greatest, sortedBy } from "./order.mjs";
import { casefold, lengthOf, onOneLine, partition, rounded } from "./text.mjs";

/** @typedef {import("./compiled.mjs").EntryIndex} EntryIndex */
/** @typedef {import("./compiled.mjs").Row} Row */
/** @typedef {{ readonly row: Row, readonly reason: "prints" | "part" | "words", readonly signature: string | null, readonly weight: number }} Found an entry that fits, why it does, and the signature that showed it */

const WORD = /[a-z0-9]+(?:[._:-][a-z0-9]+)*/g;
const LONE_SURROGATE = /\p{Cs}/gu;
export const SHORTEST_PART = 6;
export const LEAST_SHARE = 0.34;
const PARTS = /[._:-]/;
/** How many letters of words an entry has in common with a line, before the line is compared with its signatures letter for letter. */
export const LEAST_HEARD = 3;
/** Logarithms may differ behind this many digits from one machine to the next. */
const DIGITS = 9;
const ORDER = { prints: 0, part: 1, words: 2 };

/**
 * The entries that fit `text`, the best first: those whose signature hits it, then those of which it is a part, then by words.
 * @param {EntryIndex} index
 * @param {string} text
 * @param {number} most
 * @returns {Found[]}
 */
export function findEntries(index, text, most = 10) {
  const folded = casefold(text);
  const wanted = onOneLine(folded);
  const words = new Set(folded.match(WORD) ?? []);
  const ends = endsOf(folded);
  const heard = new Set([...words, ...[...words].flatMap((word) => word.split(PARTS))]);
  /** A row that comes without words is compared in any case. @param {Row} row */
  const isHeard = (row) =>
    row.words === "" || row.words.split(" ").reduce((sum, word) => sum + (heard.has(word) ? word.length : 0), 0) >= LEAST_HEARD;
  const printing = bySignature(index, text);
  const vocabularies = index.rows.map((row) => new Set(words.size ? row.words.split(" ").filter((word) => words.has(word)) : []));
  const commonness = countOf(vocabularies.flatMap((vocabulary) => [...vocabulary]));
  /** @param {Iterable<string>} some */
  const weigh = (some) =>
    sortedBy(some, (word) => word).reduce((sum, word) => sum + Math.log(1 + index.rows.length / (commonness.get(word) || 1)), 0);
  const whole = weigh(words);
  const found = index.rows.flatMap((row, at) => {
    const had = vocabularies[at] ?? new Set();
    return (
      printing.get(row.id) ??
      byPart(index, row, wanted) ??
      (isHeard(row) ? byCutLine(index, row, ends) : null) ??
      (words.size ? byWords(row, weigh(had) / whole) : null) ??
      []
    );
  });
  return sortedBy(found, ({ reason, weight, row }) => [ORDER[reason], -weight, row.id]).slice(0, most);
}

/**
 * @param {EntryIndex} index
 * @param {string} text
 * @returns {Map<string, Found>}
 */
function bySignature(index, text) {
  /** @type {Map<string, Found>} */
  const best = new Map();
  const log = encode(text.replace(LONE_SURROGATE, "?"));
  for (const signature of new Set(scanBytes(log, index.signatures).map((hit) => hit.signature))) {
    const [entry, isSignature, number] = partition(signature, "#");
    const row = index.byId.get(entry);
    if (!isSignature || row === undefined) continue;
    const shown = row.signatures[Number(number) - 1] ?? "";
    const weight = literalsOf(templateOf(shown)).reduce((sum, text) => sum + lengthOf(text), 0);
    const known = best.get(entry);
    if (known === undefined || compare([weight, shown], [known.weight, known.signature ?? ""]) > 0) {
      best.set(entry, { row, reason: "prints", signature: shown, weight });
    }
  }
  return best;
}

/**
 * @param {EntryIndex} index
 * @param {Row} row
 * @param {string} wanted
 * @returns {Found | null}
 */
function byPart(index, row, wanted) {
  const length = lengthOf(wanted);
  if (length < SHORTEST_PART) return null;
  const at = index.printedOf(row).findIndex((printed) => printed.includes(wanted));
  const signature = row.signatures[at];
  return signature === undefined ? null : { row, reason: "part", signature, weight: length / lengthOf(signature) };
}

/** @param {string} text @returns {string[]} the lines that may be cut off: the first and the last */
function endsOf(text) {
  const lines = text
    .split("\n")
    .map(onOneLine)
    .filter((line) => line !== "");
  return lines.filter((_, at) => at === 0 || at === lines.length - 1);
}

/**
 * @param {EntryIndex} index
 * @param {Row} row
 * @param {readonly string[]} lines
 * @returns {Found | null}
 */
function byCutLine(index, row, lines) {
  const weights = index.printedOf(row).flatMap((printed, at) => {
    const signature = row.signatures[at] ?? "";
    return lines.map((line) => ({ weight: shared(line, printed) / lengthOf(signature), signature }));
  });
  const best = greatest(weights, ({ weight, signature }) => [weight, signature]);
  return best?.weight ? { row, reason: "part", ...best } : null;
}

/**
 * Rare words weigh more: log(1 + total / commonness), the inverse document frequency.
 * @param {Row} row
 * @param {number} share
 * @returns {Found | null}
 */
function byWords(row, share) {
  const weight = rounded(share, DIGITS);
  return weight >= LEAST_SHARE ? { row, reason: "words", signature: null, weight } : null;
}

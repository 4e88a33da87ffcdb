// @ts-check
/** Values of a diagnosis in, the words that all reports use for them out. The twin of generator/diagnose/report/words.py. */

import { CERTAIN, LIKELY, POSSIBLE } from "../diagnosis.mjs";
import { inOrder } from "../order.mjs";
import { cut, fixed, grouped, lengthOf, printable, strip } from "../text.mjs";

/** @typedef {import("../diagnosis.mjs").Cause} Cause */
/** @typedef {import("../diagnosis.mjs").Diagnosis} Diagnosis */
/** @typedef {import("../diagnosis.mjs").Evidence} Evidence */
/** @typedef {import("../diagnosis.mjs").Input} Input */

/** @type {Readonly<Record<string, string>>} how far to trust a cause */
export const CONFIDENCE = {
  [CERTAIN]: "certain: these lines are printed in this case alone",
  [LIKELY]: "likely: the evidence fits, and something else is not ruled out",
  [POSSIBLE]: "possible: the evidence is thin; take it as a lead",
};
/** Longer lines are cut in reports for people; the path and number lead to the whole. */
export const LONGEST_QUOTE = 600;

/**
 * A line of a log as it may be shown: nothing that anything would act on, and not endless.
 * @param {string} text
 * @param {number} longest
 * @returns {string}
 */
export function quoted(text, longest = LONGEST_QUOTE) {
  const line = strip(text);
  return printable(lengthOf(line) <= longest ? line : `${cut(line, longest - 1)}…`);
}

/** @param {string} path @param {number} line @returns {string} where a line stands */
export const place = (path, line) => `${printable(path)}:${line}`;

/** @param {Cause} cause @returns {Evidence[]} the lines that show it, each once: two signatures may be seen on one */
export function evidence(cause) {
  /** @type {Map<string, Evidence>} */
  const lines = new Map();
  // the last in the list decides where a line stands, the first what is said of it
  for (const one of [...cause.evidence].reverse()) lines.set(JSON.stringify([one.path, one.line]), one);
  return [...lines.values()].reverse();
}

/** @param {Iterable<number>} numbers @returns {string} `rank 3`, `ranks 0, 2–7, 9` */
export function ranks(numbers) {
  const sorted = inOrder(numbers);
  /** @type {[number, number][]} */
  const parts = [];
  for (const number of sorted) {
    const last = parts.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else parts.push([number, number]);
  }
  const words = parts.map(([a, b]) => (a === b ? String(a) : b === a + 1 ? `${a}, ${b}` : `${a}–${b}`));
  return `rank${sorted.length === 1 ? "" : "s"} ${words.join(", ")}`;
}

/** @param {Cause} cause @returns {string} where and when it began, as far as it shows */
export function whereabouts({ rank, host, time }) {
  const parts = rank !== null ? [`rank ${rank}`] : [];
  if (host) parts.push(`host ${printable(host)}`);
  if (time) parts.push(`first seen ${printable(time)}`);
  return parts.join(", ");
}

/** @param {number} number @param {string} noun @returns {string} `1 line`, `2,000 lines` */
export const count = (number, noun) => `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;

/** @param {number} number @returns {string} bytes for people */
export function size(number) {
  for (const [unit, power] of /** @type {const} */ ([
    ["GiB", 30],
    ["MiB", 20],
    ["KiB", 10],
  ])) {
    if (number >= 2 ** power) return `${fixed(number / 2 ** power, 1)} ${unit}`;
  }
  return count(number, "byte");
}

/** @param {Diagnosis} diagnosis @returns {string} how many logs, lines and bytes */
export function whatWasRead({ inputs }) {
  /** @param {(one: Input) => number} part */
  const sum = (part) => inputs.reduce((all, one) => all + part(one), 0);
  return `${count(inputs.length, "log")}, ${count(
    sum((one) => one.lines),
    "line",
  )}, ${size(sum((one) => one.bytes))}`;
}

/** @param {Diagnosis} diagnosis @returns {Input[]} the logs that could not be read to the end */
export const inTrouble = ({ inputs }) => inputs.filter((one) => one.trouble);

/** @param {Diagnosis} diagnosis @returns {boolean} whether no log gave a single byte, each for a reason */
export const isUnread = ({ inputs }) => inputs.length > 0 && inputs.every((one) => one.trouble && one.bytes === 0);

/** @param {Diagnosis} diagnosis @returns {string} what is said where there is no answer */
export function nothingKnown(diagnosis) {
  if (isUnread(diagnosis)) return "Nothing could be read of what was given, so nothing is known of it; why is said below.";
  const said = `No known failure: nothing in ${whatWasRead(diagnosis)} matches a failure that this encyclopedia holds.`;
  if (diagnosis.unexplained.length) return `${said} There are error lines all the same, below.`;
  return diagnosis.causes.length
    ? `${said} What there is of errors points elsewhere, see below.`
    : `${said} No line in them looks like an error.`;
}

/** @param {import("../diagnosis.mjs").Ranks} parts @returns {string[]} what became of the ranks on which it did not begin, a line for each fate */
export function otherRanks({ collateral, silent, initiating }) {
  const quiet = silent.filter((rank) => !initiating.includes(rank));
  return [
    ...(collateral.length ? [`${ranks(collateral)} failed with it`] : []),
    ...(quiet.length ? [`${ranks(quiet)} wrote nothing of it`] : []),
  ];
}

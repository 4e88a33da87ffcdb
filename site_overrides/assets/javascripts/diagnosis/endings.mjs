// @ts-check
/** A launcher's line in, how ranks ended out: exit codes, signals, hosts. The twin of generator/diagnose/endings.py. */

import { EXIT } from "./marks.mjs";
import { regex } from "./pattern.mjs";
import { asRank, number } from "./roster.mjs";
import { NOBODY } from "./speaker.mjs";
import { cut, strip, toNumber } from "./text.mjs";

/** @typedef {import("./roster.mjs").Roster} Roster */
/** @typedef {import("./spots.mjs").Seen} Seen */
/** @typedef {import("./spots.mjs").Spot} Spot */

/** @type {ReadonlyMap<string, number>} by their names, as `<Signals.SIGKILL: 9>` and footers have them (Linux) */
const SIGNALS = new Map([
  ["SIGKILL", 9],
  ["SIGTERM", 15],
  ["SIGABRT", 6],
  ["SIGSEGV", 11],
  ["SIGBUS", 7],
  ["SIGFPE", 8],
  ["SIGILL", 4],
  ["SIGINT", 2],
  ["SIGHUP", 1],
]);
/** One of several ranks, or a range of them. */
const RANGE = regex`(\d{1,6})(?:-(\d{1,6}))?`;
const EXIT_CODE = regex`[Ee]xit(?:ed with exit)? code (\d{1,3})`;
/** srun's words for signals. */
const WORDS = /** @type {const} */ ([
  ["Killed", 9],
  ["Out Of Memory", 9],
  ["Segmentation", 11],
  ["Aborted", 6],
  ["Bus error", 7],
  ["Terminated", 15],
]);

/**
 * How a rank ended: its exit code or the signal that ended it, its host and process.
 * @typedef {{ readonly rank: number, readonly code: number | null, readonly signal: number | null, readonly host: string | null, readonly pid: number | null }} Ending
 */

/**
 * How ranks ended, as a launcher reports it on this spot.
 * @param {Spot} spot
 * @param {Roster} roster
 * @returns {Ending[]}
 */
export const endingsOf = (spot, roster) => spot.seen.filter((seen) => seen.role === EXIT).flatMap((seen) => endingsIn(seen, spot, roster));

/**
 * @param {Seen} seen
 * @param {Spot} spot
 * @param {Roster} roster
 * @returns {Ending[]}
 */
function endingsIn(seen, spot, roster) {
  let code = number(seen.took("exit_code"));
  let signal = number(seen.took("signal_number")) || (SIGNALS.get(strip(seen.took("signal") ?? "", ">.:")) ?? null);
  const words = seen.took("how");
  if (words) ({ code, signal } = inWords(words));
  if (code !== null && code < 0) signal = -code;
  else if (code !== null && code > 128 && code < 160) signal = code - 128;
  const host = seen.took("host");
  const pid = number(seen.took("pid"));
  const several = seen.took("ranks");
  const speaker = {
    ...NOBODY,
    rank: asRank(seen.took("rank")),
    localRank: asRank(seen.took("local_rank")),
    host: host || spot.speaker.host,
    pid,
  };
  const ranks = several !== null ? ranksIn(several) : [roster.rankOf(speaker)];
  return ranks.flatMap((rank) => (rank === null ? [] : { rank, code, signal, host, pid }));
}

/**
 * srun's words for how a task ended.
 * @param {string} text
 * @returns {{ code: number | null, signal: number | null }}
 */
function inWords(text) {
  const found = EXIT_CODE.search(text);
  if (found !== null) return { code: toNumber(found[1] ?? ""), signal: null };
  const word = WORDS.find(([words]) => text.includes(words));
  return { code: null, signal: word?.[1] ?? null };
}

/**
 * The numbers of a list such as `0-2,5`.
 * @param {string} text
 * @returns {number[]}
 */
export function ranksIn(text) {
  /** @type {number[]} */
  const ranks = [];
  for (const found of RANGE.all(cut(text, 400))) {
    const first = toNumber(found[1] ?? "");
    const last = Math.min(toNumber(found[2] ?? found[1] ?? ""), first + 4096);
    for (let rank = first; rank <= last; rank++) ranks.push(rank);
  }
  return ranks;
}

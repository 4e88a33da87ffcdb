// @ts-check
/** Readings and the diagnosis made of them in, what happened on which rank when out: what the page draws. Without a twin; a terminal draws nothing. */

import { COLLATERAL, FAILURE } from "./diagnosis.mjs";
import { PEER, TOLD } from "./marks.mjs";
import { rosterOf } from "./roster.mjs";
import { hasRole } from "./spots.mjs";
import { cut } from "./text.mjs";

/** @typedef {import("./diagnosis.mjs").Diagnosis} Diagnosis */
/** @typedef {import("./diagnosis.mjs").Moment} Moment */
/** @typedef {import("./spots.mjs").Reading} Reading */
/** @typedef {import("./spots.mjs").Spot} Spot */
/** @typedef {"cause" | "victim" | "other" | "error"} Sort a sign of the answer; what followed; another entry's sign; an error that no entry explains */
/** @typedef {{ readonly at: number, readonly time: string | null, readonly sort: Sort, readonly entry: string | null, readonly text: string, readonly path: string, readonly line: number }} Event */
/**
 * A rank, or with null the job itself, such as its launcher; `isFirst` says that it began there, `last` when it was heard last.
 * @typedef {{ readonly rank: number | null, readonly isFirst: boolean, readonly events: readonly Event[], readonly last: number | null }} Row
 */
/** @typedef {{ readonly unit: "seconds" | "lines", readonly rows: readonly Row[], readonly hidden: number }} Timeline `hidden` counts the ranks of which nothing is shown */

/** More rows are no picture. Those with events are shown first. */
const MOST_ROWS = 24;
const MOST_EVENTS = 12;
const LONGEST_TEXT = 200;

/**
 * @param {readonly Reading[]} readings
 * @param {Diagnosis} diagnosis
 * @returns {Timeline | null} nothing where the logs have neither times nor one order of lines
 */
export function timelineOf(readings, diagnosis) {
  const isDated = readings.some(
    (reading) => reading.spots.some(({ moment }) => moment?.dated) || reading.last.some(({ moment }) => moment?.dated),
  );
  /** @param {Moment | null} moment */
  const seconds = (moment) => (moment && moment.dated === isDated ? moment.seconds : null);
  const roster = rosterOf(readings);
  const sortOf = sorter(diagnosis);
  // in one log the order of lines says more than stamps that some lines only take over from lines above
  const isStamped = readings.every((reading) =>
    reading.spots.every(
      (spot) => sortOf(spot, roster.rankAt(spot)) === null || (spot.moment !== null && spot.text.includes(spot.moment.text)),
    ),
  );
  const hasTimes =
    (readings.length > 1 || isStamped) && readings.some((reading) => reading.spots.some(({ moment }) => seconds(moment) !== null));
  if (!hasTimes && readings.length > 1) return null;
  /** @param {{ readonly line: number, readonly moment: Moment | null }} one */
  const place = ({ line, moment }) => (hasTimes ? seconds(moment) : line);

  /** @type {Map<number | null, { events: Event[], last: number | null }>} */
  const rows = new Map();
  /** @param {number | null} rank */
  const row = (rank) => {
    const there = rows.get(rank) ?? { events: [], last: null };
    rows.set(rank, there);
    return there;
  };
  for (const rank of roster.ranks) row(rank);
  // a picture without the sign of the answer would speak against the answer
  let isCauseSeen = false;
  let isCauseShown = false;
  for (const reading of readings) {
    const { path } = reading.input;
    for (const spot of reading.spots) {
      const at = place(spot);
      const rank = roster.rankAt(spot);
      const found = sortOf(spot, rank);
      if (found === null) continue;
      isCauseSeen ||= found.sort === "cause";
      if (at === null) continue;
      isCauseShown ||= found.sort === "cause";
      const { events } = row(rank);
      if (events.length >= MOST_EVENTS || events.some((event) => event.sort === found.sort && event.entry === found.entry)) continue;
      events.push({ at, time: spot.moment?.text ?? null, ...found, text: cut(spot.body, LONGEST_TEXT), path, line: spot.line });
    }
    for (const voice of reading.last) {
      const at = place(voice);
      const rank = roster.rankOf(voice.speaker);
      if (at !== null && rank !== null) row(rank).last = Math.max(row(rank).last ?? at, at);
    }
  }
  const { initiating } = diagnosis.ranks;
  const all = [...rows].map(([rank, { events, last }]) => ({ rank, isFirst: rank !== null && initiating.includes(rank), events, last }));
  const told = all.filter(({ events }) => events.length);
  if (told.length === 0 || (isCauseSeen && !isCauseShown)) return null;
  const quiet = all.filter(({ events, last }) => events.length === 0 && last !== null);
  const shown = [...told.filter(({ isFirst }) => isFirst), ...told.filter(({ isFirst }) => !isFirst), ...quiet].slice(0, MOST_ROWS);
  shown.sort((one, other) => (one.rank ?? -1) - (other.rank ?? -1));
  return {
    unit: hasTimes ? "seconds" : "lines",
    rows: shown,
    hidden: all.filter(({ rank, last }) => rank !== null && last !== null && !shown.some((one) => one.rank === rank)).length,
  };
}

/** @param {Diagnosis} diagnosis @returns {(spot: Spot, rank: number | null) => { sort: Sort, entry: string | null } | null} */
function sorter({ verdict, causes, unexplained, ranks }) {
  /** @type {Map<string, Sort>} */
  const sorts = new Map(
    causes.map(({ entry, role }, at) => [entry, at === 0 && verdict === FAILURE ? "cause" : role === COLLATERAL ? "victim" : "other"]),
  );
  const lines = new Set(unexplained.map(({ line, rank }) => `${line} ${rank}`));
  return (spot, rank) => {
    const isVictim = rank !== null && ranks.collateral.includes(rank);
    for (const { entry } of spot.seen) {
      const sort = entry !== null ? sorts.get(entry) : undefined;
      if (entry !== null && sort !== undefined) return { sort: sort === "cause" && isVictim ? "victim" : sort, entry };
    }
    if (hasRole(spot, PEER, TOLD)) return { sort: "victim", entry: null };
    return spot.exception || lines.has(`${spot.line} ${rank}`) ? { sort: "error", entry: null } : null;
  };
}

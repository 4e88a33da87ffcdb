// @ts-check
/** A line in, the moment it was written out: the stamps that training and serving software uses. The twin of generator/diagnose/clock.py. */

import { regex } from "./pattern.mjs";
import { cut, strip, toNumber } from "./text.mjs";

/** @typedef {import("./diagnosis.mjs").Moment} Moment */
/** @typedef {import("./pattern.mjs").Found} Found */
/** @typedef {import("./pattern.mjs").Pattern} Pattern */

const TIME = String.raw`(\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?`;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** @type {readonly (readonly [Pattern, string])[]} each with the order of its first groups: year, month, day as they are found; then the time of day */
const STAMPS = [
  // 2026-11-29 18:53:51,315 · 2026-11-29T18:53:51.315Z · 2026/11/29 18:53:51 · 2026-11-29_18:53:51
  [regex`\b(\d{4})[-/](\d\d)[-/](\d\d)[T _]${TIME}`, "ymd"],
  // 02/11/2024 - 05:37:40 and 02/11/2024 05:37:40, the month first
  [regex`\b(\d\d)/(\d\d)/(\d{4})(?: -)? ${TIME}`, "mdy"],
  // glog: E1129 16:40:25.587000
  [regex`\b[IWEFD](\d\d)(\d\d) ${TIME}`, "md"],
  // syslog: Nov 29 16:40:25
  [regex`\b(${MONTHS.join("|")}) +(\d\d?) ${TIME}`, "Md"],
  // vLLM, SGLang: INFO 11-29 16:40:25
  [regex`\b(\d\d)-(\d\d) ${TIME}`, "md"],
  // the day is not said
  [regex`(?:^|[\s\[(])${TIME}`, ""],
];
/** What every stamp has; a line without it needs no closer look. */
const ANY = regex`\d\d:\d\d:\d\d`;
/** Years that a clock may show; the calendar of Python ends a little later. */
const YEARS = /** @type {const} */ ([1, 9000]);
/** Stamps stand near the beginning of a line. */
const FAR = 160;

/**
 * The first stamp of a line. `year` stands in where the stamp has none. Zones are not told apart: one job writes in one.
 * @param {string} line
 * @param {number} year
 * @returns {Moment | null}
 */
export function timeOf(line, year = 1970) {
  const head = cut(line, FAR);
  if (!ANY.isIn(head)) return null;
  /** @type {{ at: number, moment: Moment } | null} */
  let best = null;
  for (const [pattern, order] of STAMPS) {
    const found = pattern.search(head);
    if (found === null || (best !== null && found.index >= best.at)) continue;
    const moment = momentOf(found, order, year);
    if (moment !== null && (order !== "" || best === null)) best = { at: found.index, moment };
  }
  return best?.moment ?? null;
}

/** @param {Moment} moment @returns {number} */
export const yearOf = (moment) => new Date(Math.floor(moment.seconds) * 1000).getUTCFullYear();

/**
 * @param {Found} found
 * @param {string} order
 * @param {number} year
 * @returns {Moment | null}
 */
function momentOf(found, order, year) {
  const groups = found.slice(1);
  const [hour = 0, minute = 0, second = 0] = groups.slice(-4, -1).map(toNumber);
  const digits = groups.at(-1);
  const fraction = digits ? toNumber(`0.${digits}`) : 0;
  let month = 1;
  let day = 1;
  for (const [at, letter] of [...order].entries()) {
    const group = groups[at] ?? "";
    if (letter === "y") year = toNumber(group);
    else if (letter === "m") month = toNumber(group);
    else if (letter === "M") month = MONTHS.indexOf(group) + 1;
    else day = toNumber(group);
  }
  if (
    !(year >= YEARS[0] && year <= YEARS[1] && month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60 && second < 61)
  )
    return null;
  const date = new Date(0);
  date.setUTCFullYear(order ? year : 1970, month - 1, day);
  date.setUTCHours(hour, minute, second);
  return { seconds: date.getTime() / 1000 + fraction, text: strip(found[0], " [(").replace(/^[IWEFD](?=\d{4} )/, ""), dated: order !== "" };
}

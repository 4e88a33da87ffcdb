// @ts-check
/** A timeline in, a picture out: ranks down, time across, a mark for each event; and the same as a list for those who do not see it. */

import { printable } from "../../diagnosis/text.mjs";
import { element } from "../element.mjs";
import { drawing } from "../severity.mjs";

/** @typedef {import("../../diagnosis/timeline.mjs").Event} Event */
/** @typedef {import("../../diagnosis/timeline.mjs").Row} Row */
/** @typedef {import("../../diagnosis/timeline.mjs").Timeline} Timeline */

const ROW = 24;
const LEFT = 66;
const RIGHT = 16;
const TOP = 8;
const BOTTOM = 26;
/** Narrower, it scrolls in its box. */
const LEAST_WIDTH = 240;

/** @type {Readonly<Record<string, string>>} */
const NAMES = {
  cause: "a sign of the answer",
  victim: "followed from it, or complains of a peer",
  other: "another entry’s sign",
  error: "an error that no entry explains",
};
/** A shape for each, so that colour is not needed. */
const SHAPES = {
  cause: "M0 -7L7 6H-7Z",
  victim: "M-5 -5H5V5H-5Z",
  other: "M0 -6L6 0L0 6L-6 0Z",
  error: "M-5 -5L5 5M-5 5L5 -5",
};

/**
 * @param {Timeline} timeline
 * @param {(entry: string) => string} titleOf
 * @param {number} room how wide it may be
 * @returns {HTMLElement}
 */
export function timelinePicture(timeline, titleOf, room) {
  const { rows, unit, hidden } = timeline;
  const places = rows.flatMap(({ events, last }) => [...events.map(({ at }) => at), ...(last === null ? [] : [last])]);
  const from = Math.min(...places);
  const to = Math.max(...places);
  const width = Math.max(LEAST_WIDTH, room);
  /** @param {number} at */
  const across = (at) => LEFT + 10 + (to > from ? ((at - from) / (to - from)) * (width - LEFT - RIGHT - 20) : 0);
  const height = TOP + rows.length * ROW + BOTTOM;
  const svg = drawing("svg", {
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: "img",
    "aria-label": `${rows.length} ranks over time; the list below says the same`,
  });
  for (const [number, row] of rows.entries()) svg.append(...drawRow(row, TOP + number * ROW + ROW / 2, across));
  const bottom = TOP + rows.length * ROW + 4;
  svg.append(drawing("path", { class: "base-line", d: `M${LEFT} ${bottom}H${width - RIGHT}` }));
  svg.append(drawing("text", { class: "axis", x: LEFT, y: bottom + 17 }, labelOf(from, rows, unit)));
  if (to > from)
    svg.append(
      drawing(
        "text",
        { class: "axis axis--end", x: width - RIGHT, y: bottom + 17 },
        unit === "seconds" ? `+${duration(to - from)}` : `line ${to}`,
      ),
    );

  const sorts = new Set(rows.flatMap(({ events }) => events.map(({ sort }) => sort)));
  const key = element("ul", { class: "timeline-key" });
  for (const sort of /** @type {(keyof typeof SHAPES)[]} */ (Object.keys(SHAPES))) {
    if (sorts.has(sort))
      key.append(
        element(
          "li",
          {},
          drawing(
            "svg",
            { viewBox: "-9 -9 18 18", width: 14, height: 14, "aria-hidden": "true" },
            drawing("path", { class: `event event--${sort}`, d: SHAPES[sort] }),
          ),
          NAMES[sort] ?? "",
        ),
      );
  }
  const list = element("ol", {});
  const inOrder = rows
    .flatMap(({ rank, events }) => events.map((event) => ({ rank, event })))
    .sort((one, other) => one.event.at - other.event.at);
  for (const { rank, event } of inOrder)
    list.append(
      element(
        "li",
        {},
        `${nameOf(rank)}, ${event.time ? `${printable(event.time)}, ` : ""}${NAMES[event.sort]}: `,
        element("bdi", {}, event.entry ? titleOf(event.entry) : printable(event.text)),
      ),
    );
  const details = element("details", {}, element("summary", {}, "The same in order, as a list"), list);
  const more = hidden
    ? [
        element(
          "p",
          { class: "legend" },
          `${hidden.toLocaleString("en")} more ${hidden === 1 ? "rank is" : "ranks are"} not shown: nothing was recognised there.`,
        ),
      ]
    : [];
  return element(
    "figure",
    { class: "picture timeline" },
    element("div", { class: "picture-scroll", tabindex: "0", role: "region", "aria-label": "Timeline" }, svg),
    key,
    ...more,
    details,
  );
}

/** @param {Row} row @param {number} y @param {(at: number) => number} across */
function drawRow({ rank, isFirst, events, last }, y, across) {
  const out = [drawing("text", { class: isFirst ? "axis axis--end is-first" : "axis axis--end", x: LEFT - 8, y: y + 4 }, nameOf(rank))];
  const ends = [...events.map(({ at }) => at), ...(last === null ? [] : [last])].map(across);
  if (ends.length) out.push(drawing("path", { class: "heard", d: `M${LEFT} ${y}H${Math.max(...ends)}` }));
  if (last !== null)
    out.push(
      drawing("path", { class: "last-heard", d: `M${across(last)} ${y - 5}v10` }, drawing("title", {}, `last heard of ${nameOf(rank)}`)),
    );
  for (const { at, sort, time, text } of [...events].reverse()) {
    const title = drawing("title", {}, `${time ? `${printable(time)} ` : ""}${NAMES[sort]}: ${printable(text)}`);
    out.push(
      drawing("path", { class: `event event--${sort}`, d: SHAPES[sort], transform: `translate(${across(at).toFixed(1)} ${y})` }, title),
    );
  }
  return out;
}

/** @param {number | null} rank */
const nameOf = (rank) => (rank === null ? "the job" : `rank ${rank}`);

/** @param {number} at @param {readonly Row[]} rows @param {Timeline["unit"]} unit */
function labelOf(at, rows, unit) {
  if (unit === "lines") return `line ${at}`;
  const time = rows.flatMap(({ events }) => events).find((event) => event.at === at)?.time;
  return time ? printable(time) : new Date(at * 1000).toISOString().slice(11, 19);
}

/** @param {number} seconds */
function duration(seconds) {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 120) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

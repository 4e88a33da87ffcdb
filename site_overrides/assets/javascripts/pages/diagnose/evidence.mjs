// @ts-check
/** Lines that show something in, a list of them out, each of which shows the lines around it when asked. */

import * as words from "../../diagnosis/report/words.mjs";
import { element } from "../element.mjs";
import { logBlock, logLine } from "./lines.mjs";

/** @typedef {{ readonly path: string, readonly line: number, readonly text: string, readonly rank: number | null, readonly count?: number }} Line */
/** @typedef {(path: string, line: number) => Promise<readonly { readonly line: number, readonly text: string }[]>} Around */

/** So many are shown at once; the others when asked. */
const MOST = 5;

/**
 * @param {readonly Line[]} lines
 * @param {Around} around
 * @param {number} most
 * @returns {HTMLElement}
 */
export function lineList(lines, around, most = MOST) {
  const list = element("ul", { class: "evidence-list" }, ...lines.slice(0, most).map((one) => lineItem(one, around)));
  if (lines.length <= most) return list;
  const more = element("button", { type: "button", class: "plain-button" }, `Show ${words.count(lines.length - most, "more line")}`);
  more.addEventListener("click", () => {
    const items = lines.slice(most).map((one) => lineItem(one, around));
    list.append(...items);
    more.remove();
    items[0]?.querySelector("button")?.focus();
  });
  return element("div", {}, list, more);
}

/** @param {Line} one @param {Around} around */
function lineItem({ path, line, text, rank, count = 1 }, around) {
  const place = words.place(path, line);
  const facts = [rank !== null ? `rank ${rank}` : "", count > 1 ? `${words.count(count, "line")} like it` : ""].filter(Boolean);
  const button = element("button", { type: "button", class: "plain-button", "aria-expanded": "false" }, "lines around it");
  button.append(element("span", { class: "visually-hidden" }, `, ${place}`));
  const head = element(
    "p",
    { class: "evidence-place" },
    element("bdi", { class: "place" }, place),
    ...facts.map((fact) => element("span", {}, fact)),
    button,
  );
  const item = element("li", {}, head, logBlock(logLine(words.quoted(text)), `Line ${place}`));
  /** @type {HTMLElement | null} */
  let shown = null;
  button.addEventListener("click", async () => {
    if (shown === null) {
      shown = await contextOf(path, line, around);
      item.append(shown);
    } else shown.hidden = !shown.hidden;
    button.setAttribute("aria-expanded", String(!shown.hidden));
  });
  return item;
}

/** @param {string} path @param {number} wanted @param {Around} around */
async function contextOf(path, wanted, around) {
  try {
    const lines = await around(path, wanted);
    const rows = lines.map(({ line, text }) =>
      element(
        "span",
        { class: line === wanted ? "context-line is-wanted" : "context-line", "data-line": String(line) },
        logLine(text),
        "\n",
      ),
    );
    const block = element("span", {}, ...rows);
    return logBlock(block, `Lines around line ${wanted}`);
  } catch (error) {
    return element(
      "p",
      {},
      `These lines cannot be shown: ${error instanceof Error && error.message ? error.message : "the log is no longer there"}.`,
    );
  }
}

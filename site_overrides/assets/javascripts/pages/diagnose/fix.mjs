// @ts-check
/** An entry's place in, what its page says of the fix out, taken from that page; and its record, for the report. */

import { mountCopyButtons } from "../copy.mjs";
import { element } from "../element.mjs";
import { addressOf, fetchJson } from "../site.mjs";

/** @typedef {{ readonly id: string, readonly area: string }} Place */

/** @param {Place} place @returns {Promise<import("../../diagnosis/report/report.mjs").EntryRecord>} */
export const recordOf = ({ area, id }) => fetchJson(`${area}/${id}/entry.json`);

/**
 * The first thing to do, and the fix, as the entry's page shows them.
 * @param {Place} place
 * @returns {Promise<HTMLElement>}
 */
export async function fixOf({ area, id }) {
  const address = addressOf(`${area}/${id}/`);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the entry’s page cannot be loaded: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const box = element("div", { class: "fix" });
  for (const part of page.querySelectorAll(".part--quick-answer .answer, .part--fix")) {
    for (const one of part.querySelectorAll(".answer-ways, h2")) one.remove();
    for (const heading of part.querySelectorAll("[id]")) heading.removeAttribute("id");
    for (const link of part.querySelectorAll("a[href]")) link.setAttribute("href", new URL(link.getAttribute("href") ?? "", address).href);
    box.append(document.importNode(part, true));
  }
  mountCopyButtons(box);
  return box;
}

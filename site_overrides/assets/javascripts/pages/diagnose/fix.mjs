// @ts-check
/** An entry's place in, what its page says of the fix out, taken from that page; and its record, for the report. */

import { mountCopyButtons } from "../copy.mjs";
import { element } from "../element.mjs";
import { addressOf, isSavedCopy, jsonOf } from "../site.mjs";

/** @typedef {{ readonly id: string, readonly area: string }} Place */

/** @param {Place} place @returns {Promise<import("../../diagnosis/report/report.mjs").EntryRecord>} */
export const recordOf = ({ area, id }) => jsonOf(`${area}/${id}/entry.json`);

/**
 * The first thing to do, and the fix, as the entry's page shows them.
 * @param {Place} place
 * @returns {Promise<HTMLElement>}
 */
export async function fixOf(place) {
  const { area, id } = place;
  const address = addressOf(`${area}/${id}/`);
  if (isSavedCopy) return quickAnswer(await recordOf(place), address);
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

/**
 * Where pages cannot be read by scripts: what the record says to do first, and the way to the rest.
 * @param {{ readonly quick_answer: { readonly first: string, readonly fix: string } }} record
 * @param {string} address
 */
const quickAnswer = ({ quick_answer: { first, fix } }, address) =>
  element(
    "div",
    { class: "fix" },
    element("p", {}, ...withCode(first)),
    element("p", {}, ...withCode(fix)),
    element("p", {}, element("a", { href: `${address}#fix` }, "The whole fix is on the entry’s page"), "."),
  );

/** Text between backticks as code, links as their words. @param {string} text */
const withCode = (text) =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .split("`")
    .map((piece, at) => (at % 2 ? element("code", {}, piece) : piece));

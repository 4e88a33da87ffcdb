// @ts-check
/** What the search found in, the list that shows it out: each result a link, with its area, its severity, and why it is there. */

import { element } from "./element.mjs";
import { marked, markedSignature } from "./search_marks.mjs";
import { severityMark } from "./severity.mjs";
import { addressOf } from "./site.mjs";

/** @typedef {import("../search/search.mjs").Found} Found */
/** @typedef {import("../search/search.mjs").Reason} Reason */

/** @type {Readonly<Record<Reason, string>>} */
const WHY = {
  prints: "prints this line",
  part: "prints a line with this in it",
  near: "prints a line like this",
  printed: "prints these words",
  title: "in its title, tags or area",
  symptoms: "shows this",
  texts: "in its text",
};
const EXACT = ["prints", "part"];

/**
 * @param {readonly Found[]} found
 * @param {Readonly<Record<string, string>>} areas
 * @returns {HTMLElement[]} items of a list
 */
export const resultItems = (found, areas) => found.map((one) => resultItem(one, areas));

/** @param {Found} one @param {Readonly<Record<string, string>>} areas */
function resultItem({ entry, reason, shown, words }, areas) {
  const why = element("span", { class: EXACT.includes(reason) ? "result-why is-exact" : "result-why" }, WHY[reason]);
  const kind = entry.kind === "failure" ? [] : [element("span", { class: `kind kind--${entry.kind}` }, entry.kind)];
  const facts = element(
    "span",
    { class: "result-facts" },
    severityMark(entry.severity),
    ...kind,
    element("span", {}, areas[entry.area] ?? entry.area),
    why,
  );
  const link = element(
    "a",
    { href: addressOf(`${entry.area}/${entry.id}/`), class: "result" },
    element("span", { class: "result-title" }, ...marked(entry.title, words)),
    facts,
  );
  if (shown) {
    const isLine = reason === "prints" || reason === "part" || reason === "near" || reason === "printed";
    link.append(element("span", { class: "result-shown" }, ...(isLine ? [markedSignature(shown, words)] : marked(shown, words))));
  }
  return element("li", {}, link);
}

/**
 * @param {readonly Found[]} found
 * @returns {string} what a screen reader says of them
 */
export function sayFound(found) {
  const [first] = found;
  if (!first) return "No entry fits.";
  return `${found.length} ${found.length === 1 ? "entry" : "entries"}. First: ${first.entry.title}, ${WHY[first.reason]}.`;
}

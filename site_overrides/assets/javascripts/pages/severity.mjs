// @ts-check
/** A severity as the pages mark it: a word and a shape (templates/macros/marks.html.j2). */

import { element } from "./element.mjs";

const SVG = "http://www.w3.org/2000/svg";
/** @type {Readonly<Record<string, readonly [shape: string, sign?: string]>>} */
const SHAPES = {
  critical: ["M5 .8h6L15.2 5v6L11 15.2H5L.8 11V5z", "M5.3 5.3l5.4 5.4m0-5.4l-5.4 5.4"],
  high: ["M8 .9l7.3 13.7H.7z", "M8 6v4m0 2v.5"],
  medium: ["M8 .7L15.3 8 8 15.3.7 8z", "M8 4.8v3.8m0 2v.5"],
  low: ["M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0 -11z"],
};

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function drawing(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return /** @type {SVGElement} */ (made);
}

/** @param {string} severity @returns {HTMLElement} */
export function severityMark(severity) {
  const [shape = "", sign] = SHAPES[severity] ?? [];
  const svg = drawing(
    "svg",
    { class: `shape shape--${severity}`, viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" },
    drawing("path", { d: shape }),
  );
  if (sign) svg.append(drawing("path", { class: "shape-sign", d: sign }));
  return element(
    "span",
    { class: `severity severity--${severity}` },
    svg,
    severity,
    element("span", { class: "visually-hidden" }, " severity"),
  );
}

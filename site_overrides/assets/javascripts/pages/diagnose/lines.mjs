// @ts-check
/** Lines of logs in, elements out in which nothing of them acts: neither markup nor codes, nor what turns the direction of writing. */

import { printable } from "../../diagnosis/text.mjs";
import { element } from "../element.mjs";

/**
 * @param {string} text
 * @param {Record<string, string>} attributes
 * @returns {HTMLElement}
 */
export const logLine = (text, attributes = {}) => element("bdi", { dir: "ltr", ...attributes }, printable(text));

/**
 * @param {Node} child
 * @param {string} label
 * @returns {HTMLElement} a block of a log
 */
export const logBlock = (child, label) =>
  element("pre", { class: "log-lines", tabindex: "0", role: "region", "aria-label": label }, element("code", {}, child));

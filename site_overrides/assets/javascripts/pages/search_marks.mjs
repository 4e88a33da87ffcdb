// @ts-check
/** A text and the words that were found in, the text with these words marked out; a signature with its placeholders, too. */

import { isHole, templateOf } from "../matcher/template.mjs";
import { formsOf, pieces } from "../search/words.mjs";
import { element } from "./element.mjs";

/**
 * @param {string} text
 * @param {ReadonlySet<string>} words
 * @returns {(Node | string)[]}
 */
export function marked(text, words) {
  return pieces(text).map((piece) => (formsOf(piece).some((form) => words.has(form)) ? element("mark", {}, piece) : piece));
}

/**
 * @param {string} signature
 * @param {ReadonlySet<string>} words
 * @returns {HTMLElement}
 */
export function markedSignature(signature, words) {
  const code = element("code");
  for (const [number, line] of templateOf(signature).lines.entries()) {
    if (number) code.append("\n");
    for (const part of line) code.append(...(isHole(part) ? [element("var", {}, part.name)] : marked(part.text, words)));
  }
  return code;
}

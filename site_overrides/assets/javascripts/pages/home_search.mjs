// @ts-check
/** The box on the first page hands what is typed or pasted to the theme's search; without it the form asks the signature index. */

import { openSearch } from "./theme_search.mjs";

/** @param {Document} document */
export function mountHomeSearch(document) {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-find]"));
  const input = form?.querySelector("input");
  if (!form || !input) return;
  const hand = () => {
    const text = input.value.trim();
    if (!text || !openSearch(text)) return false;
    input.value = "";
    return true;
  };
  let composing = false;
  input.addEventListener("compositionstart", () => { composing = true; });
  input.addEventListener("compositionend", () => { composing = false; hand(); });
  input.addEventListener("input", () => { if (!composing) hand(); });
  form.addEventListener("submit", (event) => { if (hand()) event.preventDefault(); });
}

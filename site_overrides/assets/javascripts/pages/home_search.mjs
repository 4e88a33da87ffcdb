// @ts-check
/** The box on the first page hands what is typed or pasted to the theme's search; without it the form asks the signature index. */

import { openSearch } from "./theme_search.mjs";

/** @param {Document} document */
export function mountHomeSearch(document) {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-find]"));
  const input = form?.querySelector("input");
  if (!form || !input) return;
  const hand = () => {
    const handed = openSearch(input.value.trim());
    if (handed) input.value = ""; // it stands in the search now, where typing goes on
    return handed;
  };
  let composing = false;
  const typed = () => {
    if (!composing && input.value.trim()) hand();
  };
  input.addEventListener("compositionstart", () => {
    composing = true;
  });
  input.addEventListener("compositionend", () => {
    composing = false;
    typed();
  });
  input.addEventListener("input", typed);
  form.addEventListener("submit", (event) => {
    if (hand()) event.preventDefault();
  });
}

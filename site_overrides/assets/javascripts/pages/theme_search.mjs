// @ts-check
/** The theme's search box, used by others: opened with a text as if it had been typed there. All that knows the theme's markup. */

/**
 * @param {string} text what to search for; "" leaves what stands there
 * @returns {boolean} whether there is a search box
 */
export function openSearch(text) {
  const toggle = /** @type {HTMLInputElement | null} */ (document.getElementById("__search"));
  const query = /** @type {HTMLInputElement | null} */ (document.querySelector("input[data-md-component=search-query]"));
  if (!toggle || !query) return false;
  if (!toggle.checked) toggle.click();
  if (text) query.value = text;
  query.focus();
  query.setSelectionRange(query.value.length, query.value.length);
  query.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true })); // Material reads the query on keyup and on focus
  return true;
}

/** Closes the search box if it stands open, and empties it. */
export function closeSearch() {
  const toggle = /** @type {HTMLInputElement | null} */ (document.getElementById("__search"));
  const query = /** @type {HTMLInputElement | null} */ (document.querySelector("input[data-md-component=search-query]"));
  if (query) query.value = "";
  if (toggle?.checked) toggle.click();
}

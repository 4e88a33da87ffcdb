// @ts-check
/** At an unknown address: shows the words of the address and searches for them. */

import { openSearch } from "./theme_search.mjs";

/** @param {Document} document */
export function mountNotFound(document) {
  const box = /** @type {HTMLElement | null} */ (document.querySelector("[data-not-found]"));
  if (!box) return;
  const root = box.dataset.notFound ?? "/";
  const words = wordsOfAddress(location.pathname.startsWith(root) ? location.pathname.slice(root.length) : location.pathname);
  if (!words) return;
  const shown = box.querySelector("[data-not-found-words]");
  if (shown) shown.textContent = words;
  box.querySelector("[data-not-found-search]")?.addEventListener("click", () => openSearch(words));
  box.hidden = false;
  openSearch(words);
}

/**
 * @param {string} path
 * @returns {string} its words, without the endings of files
 */
export function wordsOfAddress(path) {
  let plain = path;
  try {
    plain = decodeURIComponent(path);
  } catch {
    // a broken escape stays as it is
  }
  return plain.replace(/\.(?:html?|json|md)$/i, "").replace(/(?:^|\/)(?:index|404)$/i, "").split(/[^\p{L}\p{N}]+/u).filter(Boolean).slice(-8).join(" ");
}

// @ts-check
/** At an unknown address: shows its words, the entries they may mean, and a button that searches for them. */

import { element } from "./element.mjs";
import { openSearch } from "./search_box.mjs";
import { suggest } from "./suggest.mjs";

/** @param {Document} document */
export async function mountNotFound(document) {
  const box = /** @type {HTMLElement | null} */ (document.querySelector("[data-not-found]"));
  if (!box) return;
  const root = box.dataset.notFound ?? "/";
  const words = wordsOfAddress(location.pathname.startsWith(root) ? location.pathname.slice(root.length) : location.pathname);
  if (words.length === 0) return;
  const text = words.join(" ");
  const shown = box.querySelector("[data-not-found-words]");
  if (shown) shown.textContent = text;
  box.querySelector("[data-not-found-search]")?.addEventListener("click", () => openSearch(text));
  box.hidden = false;
  const list = box.querySelector("[data-not-found-entries]");
  if (list) list.append(...(await entriesFor(words, root)));
}

/**
 * @param {string[]} words
 * @param {string} root
 * @returns {Promise<HTMLElement[]>} list items; none where the list of entries cannot be had
 */
async function entriesFor(words, root) {
  try {
    const { entries } = await (await fetch(`${root}entries.json`)).json();
    return suggest(words, entries).map((entry) => element("li", {}, element("a", { href: root + entry.path }, entry.title)));
  } catch {
    return [];
  }
}

/**
 * @param {string} path
 * @returns {string[]} its words in lower case, without the endings of files
 */
export function wordsOfAddress(path) {
  let plain = path;
  try {
    plain = decodeURIComponent(path);
  } catch {
    // a broken escape stays as it is
  }
  plain = plain.replace(/\.(?:html?|json|md)$/i, "").replace(/(?:^|\/)(?:index|404)$/i, "");
  return [...new Set(plain.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [])].slice(-8);
}

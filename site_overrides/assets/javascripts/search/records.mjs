// @ts-check
/** The site's search files, as generator/index/search.py writes them. */

export const FORMAT = "search/1";

/**
 * What a first answer needs of an entry.
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} area
 * @property {string} title
 * @property {string} severity
 * @property {string} kind
 * @property {readonly string[]} signatures
 */
/** @typedef {{ readonly format: string, readonly areas: Readonly<Record<string, string>>, readonly entries: readonly Entry[], readonly keys: readonly string[] }} SearchIndex */
/** @typedef {{ readonly tags: readonly string[], readonly symptoms: readonly string[], readonly texts: readonly string[] }} Texts the area, category and tags of an entry, what is seen of it, and what else is told */
/** @typedef {{ readonly format: string, readonly entries: readonly Texts[] }} SearchTexts in the order of the index */

/**
 * @template {{ readonly format: string }} T
 * @param {T} file
 * @returns {T} the same, if these scripts can read it
 */
export function readable(file) {
  if (file.format !== FORMAT) throw new Error(`the search has the format ${file.format}; these scripts read ${FORMAT}: reload the page`);
  return file;
}

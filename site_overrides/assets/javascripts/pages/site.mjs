// @ts-check
/** The addresses of the site that these scripts belong to, wherever it lies. */

const ROOT = new URL("../../../", import.meta.url);

/** @param {string} path from the site's top @returns {string} */
export const addressOf = (path) => new URL(path, ROOT).href;

/**
 * @param {string} path of a JSON file
 * @returns {Promise<any>}
 */
export async function fetchJson(path) {
  const answer = await fetch(addressOf(path));
  if (!answer.ok) throw new Error(`${path} cannot be loaded: ${answer.status}`);
  return answer.json();
}

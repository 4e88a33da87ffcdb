// @ts-check
/** The addresses, files and workers of the site that these scripts belong to, wherever it lies: on a server, or in a folder that was opened. */

/**
 * What shell/saved_copy.js gives where the site is a folder that was opened; nothing else can be loaded there.
 * @typedef {{ bytesOf(path: string): Promise<ArrayBuffer>, worker(name: string): Worker }} SavedCopy
 */

const ROOT = new URL("../../../", import.meta.url);
const SAVED = /** @type {SavedCopy | undefined} */ (Reflect.get(globalThis, "savedCopy"));

/** Whether the site is a folder that was opened without a server. */
export const isSavedCopy = SAVED !== undefined;

/** @param {string} path from the site's top @returns {string} */
export const addressOf = (path) => new URL(path, ROOT).href;

/** @param {string} path of a JSON file @returns {Promise<ArrayBuffer>} */
export async function bytesOf(path) {
  if (SAVED) return SAVED.bytesOf(path);
  const answer = await fetch(addressOf(path));
  if (!answer.ok) throw new Error(`${path} cannot be loaded: ${answer.status}`);
  return answer.arrayBuffer();
}

/** @param {string} path of a JSON file @returns {Promise<string>} */
export const textOf = async (path) => new TextDecoder().decode(await bytesOf(path));

/** @param {string} path of a JSON file @returns {Promise<any>} */
export const jsonOf = async (path) => JSON.parse(await textOf(path));

/** @param {"search" | "diagnosis"} room @returns {Worker} */
export const workerOf = (room) =>
  SAVED ? SAVED.worker(`${room}/worker.mjs`) : new Worker(new URL(`../${room}/worker.mjs`, import.meta.url), { type: "module" });

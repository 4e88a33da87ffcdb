// @ts-check
/**
 * The ids that the site's search finds for texts: a JSON document {index, texts, asked} on standard input, a list of lists of ids on standard
 * output. With the path of Material's search worker as argument the document is {documents, asked}, and the answers are addresses of pages.
 */

import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { Search } from "../site_overrides/assets/javascripts/search/search.mjs";

const given = JSON.parse(readFileSync(0, "utf-8"));
const worker = process.argv[2];
process.stdout.write(JSON.stringify(worker ? await byMaterial(worker) : bySite()));

function bySite() {
  const search = new Search(given.index);
  search.add(given.texts.entries);
  return given.asked.map((/** @type {string} */ text) => search.find(text, 10).map(({ entry }) => entry.id));
}

/** The theme's worker in a context that has what it uses of a browser. @param {string} path */
async function byMaterial(path) {
  /** @type {(message: any) => void} */
  let answered = () => {};
  /** @type {((event: { data: any }) => void)[]} */
  const listeners = [];
  const quiet = { warn: () => {} }; // it warns of what it cannot read as a query
  /** @type {Record<string, unknown>} */
  const self = {
    console: quiet,
    postMessage: (/** @type {any} */ message) => answered(message),
    addEventListener: (/** @type {string} */ _, /** @type {(event: any) => void} */ listener) => listeners.push(listener),
  };
  self.self = self;
  runInContext(readFileSync(path, "utf-8"), createContext(self));
  /** @param {any} message @returns {Promise<any>} */
  const ask = (message) =>
    new Promise((resolve) => {
      answered = resolve;
      for (const listener of listeners) listener({ data: message });
    });
  await ask({ type: 0, data: { ...given.documents, options: { suggest: false } } });
  const answers = [];
  for (const text of given.asked) {
    const { data } = await ask({ type: 2, data: text });
    answers.push((data.items ?? []).map((/** @type {{ location: string }[]} */ [page]) => page?.location ?? ""));
  }
  return answers;
}

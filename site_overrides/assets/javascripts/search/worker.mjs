// @ts-check
/**
 * The search, in a thread of its own: files of the site and questions in, answers out. It asks for nothing itself.
 *
 * Its parts are named here one and all, those too that it uses only through others: so they are asked for at once, and not one behind the other.
 */

import "../diagnosis/compiled.mjs";
import "../diagnosis/cut.mjs";
import "../diagnosis/find.mjs";
import "../diagnosis/order.mjs";
import "../diagnosis/text.mjs";
import "../matcher/bytes.mjs";
import "../matcher/index.mjs";
import "../matcher/lines.mjs";
import "../matcher/normalize.mjs";
import "../matcher/prefilter.mjs";
import "../matcher/scan.mjs";
import "../matcher/stream.mjs";
import "../matcher/template.mjs";
import "./dictionary.mjs";
import "./field.mjs";
import "./likeness.mjs";
import { readable } from "./records.mjs";
import { Search } from "./search.mjs";
import "./words.mjs";

/** @typedef {{ readonly index: ArrayBuffer } | { readonly texts: ArrayBuffer } | { readonly number: number, readonly text: string }} Asked the site's files as they came, and questions with their numbers */
/** @typedef {{ readonly areas: Readonly<Record<string, string>> } | { readonly whole: true } | { readonly number: number, readonly found: import("./search.mjs").Found[] } | { readonly trouble: string }} Answer ready; the texts are searched, too; an answer; or why there is none */

/** So many entries' texts are taken in between two questions. */
const SLICE = 100;

/** @type {Search | null} */
let search = null;
/** @param {Answer} answer */
const say = (answer) => self.postMessage(answer);
/** @param {ArrayBuffer} buffer */
const read = (buffer) => readable(JSON.parse(new TextDecoder().decode(buffer)));

self.addEventListener("message", async ({ data }) => {
  const asked = /** @type {Asked} */ (data);
  try {
    if ("index" in asked) {
      search = new Search(/** @type {import("./records.mjs").SearchIndex} */ (read(asked.index)));
      say({ areas: search.areas });
    } else if ("texts" in asked) {
      await addTexts(/** @type {import("./records.mjs").SearchTexts} */ (read(asked.texts)).entries);
      say({ whole: true });
    } else if (search) {
      say({ number: asked.number, found: search.find(asked.text) });
    }
  } catch (error) {
    say({ trouble: error instanceof Error ? error.message : String(error) });
  }
});

/** @param {readonly import("./records.mjs").Texts[]} entries */
async function addTexts(entries) {
  for (let at = 0; at < entries.length; at += SLICE) {
    search?.add(entries.slice(at, at + SLICE));
    await new Promise((resolve) => setTimeout(resolve)); // questions come first
  }
}

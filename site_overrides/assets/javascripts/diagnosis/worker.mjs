// @ts-check
/**
 * The diagnosis beside the page, as a worker: one task in, its progress and its diagnosis out. To cancel, end the worker.
 *
 * What goes in: `{ index }`, the text of diagnosis-index.json, ahead of all else; then `{ logs: [{ name, blob }], limit }` for each task,
 * or `{ around: { name, blob, line } }` for a line with its surroundings.
 * What comes out: `{ ready: true }`; then `{ read }`, the bytes read so far, some times a second, and `{ diagnosis, masked, timeline, rows }`,
 * where `rows` names the entries; or `{ around, lines }`; or `{ failed }` with the reason. It asks the network for nothing: even the index is given to it.
 */

import { EntryIndex } from "./compiled.mjs";
import { linesAround } from "./context.mjs";
import { conclude } from "./engine.mjs";
import { masked, withUnexplainedMasked } from "./masked.mjs";
import { readLog } from "./reading.mjs";
import { timelineOf } from "./timeline.mjs";

/** @typedef {{ readonly index: string }} Ground */
/** @typedef {{ readonly logs: readonly { readonly name: string, readonly blob: Blob }[], readonly limit?: number | null }} Task */
/** @typedef {{ readonly around: { readonly name: string, readonly blob: Blob, readonly line: number } }} Around */

/** How often progress is told, in milliseconds: a page need not draw more often. */
const BEAT = 100;

/** @type {EntryIndex | null} */
let index = null;

/** @param {unknown} message */
const tell = (message) => postMessage(message);

/** @param {Task} task */
async function run({ logs, limit = null }) {
  if (index === null) throw new Error("the index was not given");
  let read = 0;
  let told = performance.now();
  /** @param {number} bytes */
  const progress = (bytes) => {
    read += bytes;
    if (performance.now() - told < BEAT) return;
    told = performance.now();
    tell({ read });
  };
  const readings = [];
  for (const { name, blob } of logs) readings.push(await readLog(blob, name, index, { limit, progress }));
  const found = conclude(readings, index);
  tell({ read });
  const names = new Set([...found.causes, ...found.nearest].map(({ entry }) => entry));
  const rows = [...names].flatMap((name) => index?.byId.get(name) ?? []).map(({ id, area, title, kind }) => ({ id, area, title, kind }));
  tell({ diagnosis: withUnexplainedMasked(found), masked: masked(found), timeline: timelineOf(readings, found), rows });
}

addEventListener("message", async (/** @type {MessageEvent<Ground | Task | Around>} */ { data }) => {
  try {
    if ("index" in data) {
      index = new EntryIndex(JSON.parse(data.index));
      index.signatures.prefilter.find(new Uint8Array(1)); // the tables are made now, while the reader chooses files
      tell({ ready: true });
    } else if ("around" in data) {
      const { name, blob, line } = data.around;
      tell({ around: line, lines: await linesAround(blob, name, line) });
    } else await run(data);
  } catch (error) {
    tell({ failed: error instanceof Error ? error.message : String(error) });
  }
});

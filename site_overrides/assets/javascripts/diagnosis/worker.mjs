// @ts-check
/**
 * The diagnosis beside the page, as a worker: one task in, its progress and its diagnosis out. To cancel, end the worker.
 *
 * What goes in: `{ index }`, the text of diagnosis-index.json, ahead of all else; then `{ logs: [{ name, blob }], limit }` for each task.
 * What comes out: `{ ready: true }`; then `{ read }`, the bytes read so far, some times a second, and `{ diagnosis, masked }`, or
 * `{ failed }` with the reason. It asks the network for nothing: even the index is given to it.
 */

import { EntryIndex } from "./compiled.mjs";
import { diagnose } from "./engine.mjs";
import { masked, withUnexplainedMasked } from "./masked.mjs";

/** @typedef {{ readonly index: string }} Ground */
/** @typedef {{ readonly logs: readonly { readonly name: string, readonly blob: Blob }[], readonly limit?: number | null }} Task */

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
  const found = await diagnose(
    logs.map(({ name, blob }) => ({ name, readable: blob })),
    index,
    { limit, progress },
  );
  tell({ read });
  tell({ diagnosis: withUnexplainedMasked(found), masked: masked(found) });
}

addEventListener("message", async (/** @type {MessageEvent<Ground | Task>} */ { data }) => {
  try {
    if ("index" in data) {
      index = new EntryIndex(JSON.parse(data.index));
      index.signatures.prefilter.find(new Uint8Array(1)); // the tables are made now, while the reader chooses files
      tell({ ready: true });
    } else await run(data);
  } catch (error) {
    tell({ failed: error instanceof Error ? error.message : String(error) });
  }
});

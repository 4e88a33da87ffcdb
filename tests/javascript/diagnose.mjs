// @ts-check
/**
 * Runs of logs as JSON lines on standard input, the diagnosis of each as JSON lines on standard output; tests/diagnose/test_twin.py compares.
 * The first line names the index, the records of entries and the site's address.
 */

import { openAsBlob } from "node:fs";
import { createInterface } from "node:readline";
import { EntryIndex } from "../../site_overrides/assets/javascripts/diagnosis/compiled.mjs";
import { answer } from "./answer.mjs";

/** @typedef {{ name: string, path: string }} Given */

/** @type {{ index: EntryIndex, records: Record<string, any>, address: string } | null} */
let ground = null;
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (ground === null) {
    ground = { ...asked, index: new EntryIndex(asked.index) };
    continue;
  }
  const { index, records, address } = /** @type {{ index: EntryIndex, records: Record<string, any>, address: string }} */ (ground);
  const logs = await Promise.all(
    asked.logs.map(async (/** @type {Given} */ { name, path }) => ({ name, readable: await openAsBlob(path) })),
  );
  process.stdout.write(`${JSON.stringify(await answer(logs, asked.limit, index, records, address))}\n`);
}

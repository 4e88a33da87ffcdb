// @ts-check
/**
 * Questions as JSON lines on standard input, what this engine says as JSON lines on standard output; tests/diagnose/test_twin.py compares.
 * The first line names the index, the records of entries and the site's address.
 */

import { openAsBlob } from "node:fs";
import { createInterface } from "node:readline";
import { EntryIndex } from "../../site_overrides/assets/javascripts/diagnosis/compiled.mjs";
import { shared } from "../../site_overrides/assets/javascripts/diagnosis/cut.mjs";
import { diagnose } from "../../site_overrides/assets/javascripts/diagnosis/engine.mjs";
import { findEntries } from "../../site_overrides/assets/javascripts/diagnosis/find.mjs";
import { gather } from "../../site_overrides/assets/javascripts/diagnosis/gather.mjs";
import { Masker } from "../../site_overrides/assets/javascripts/diagnosis/mask/masker.mjs";
import { masked, withUnexplainedMasked } from "../../site_overrides/assets/javascripts/diagnosis/masked.mjs";
import { asJson } from "../../site_overrides/assets/javascripts/diagnosis/report/as_json.mjs";
import { asMarkdown } from "../../site_overrides/assets/javascripts/diagnosis/report/markdown.mjs";
import { reportOn } from "../../site_overrides/assets/javascripts/diagnosis/report/report.mjs";

/** @typedef {import("../../site_overrides/assets/javascripts/diagnosis/diagnosis.mjs").Diagnosis} Diagnosis */
/** @typedef {{ name: string, path: string }} Given a log, and where it lies here */

/** @type {{ index: EntryIndex, records: Record<string, any>, address: string } | null} */
let ground = null;

/** @param {{ logs: Given[], limit: number | null }} asked @param {{ index: EntryIndex, records: Record<string, any>, address: string }} on */
async function diagnosed({ logs, limit }, { index, records, address }) {
  const opened = await Promise.all(logs.map(async ({ name, path }) => ({ name, readable: await openAsBlob(path) })));
  const found = await diagnose(opened, index, { limit });
  /** @param {Diagnosis} of */
  const report = (of) => {
    const named = of.causes.map(({ entry }) => records[entry]);
    return reportOn(of, index, named, address);
  };
  const hidden = report(masked(found));
  return {
    confidence: found.ranks.confidence,
    plain: JSON.parse(asJson(report(withUnexplainedMasked(found)))),
    masked: JSON.parse(asJson(hidden)),
    markdown: asMarkdown(hidden),
  };
}

/** @type {Record<string, (value: any, on: { index: EntryIndex, records: Record<string, any>, address: string }) => unknown>} */
const ANSWERS = {
  logs: diagnosed,
  masked: (texts) => {
    const masker = new Masker();
    return texts.map((/** @type {string} */ text) => masker.mask(text));
  },
  found: (text, { index }) => findEntries(index, text, 5).map(({ row, reason, signature, weight }) => [row.id, reason, signature, weight]),
  shared: ([line, printed]) => shared(line, printed),
  gathered: async (files) => {
    const dropped = await Promise.all(
      files.map(async (/** @type {{ path: string, at: string }} */ { path, at }) => ({ path, blob: await openAsBlob(at), isNamed: false })),
    );
    const { logs, troubles, passed } = await gather(dropped);
    return { logs: logs.map(({ path }) => path), troubles: troubles.map(({ path }) => path), passed };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (ground === null) {
    ground = { ...asked, index: new EntryIndex(asked.index) };
    continue;
  }
  const [kind, value] = asked;
  const answer = await ANSWERS[kind]?.(value, /** @type {any} */ (ground));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

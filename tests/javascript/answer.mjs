// @ts-check
/** What both engines are compared by: the report of one run as JSON and as Markdown, plain and masked. Runs in Node and in browsers. */

import { diagnose } from "../../site_overrides/assets/javascripts/diagnosis/engine.mjs";
import { masked, withUnexplainedMasked } from "../../site_overrides/assets/javascripts/diagnosis/masked.mjs";
import { asValue } from "../../site_overrides/assets/javascripts/diagnosis/report/as_json.mjs";
import { asMarkdown } from "../../site_overrides/assets/javascripts/diagnosis/report/markdown.mjs";
import { reportOn } from "../../site_overrides/assets/javascripts/diagnosis/report/report.mjs";

/** @typedef {import("../../site_overrides/assets/javascripts/diagnosis/compiled.mjs").EntryIndex} EntryIndex */
/** @typedef {import("../../site_overrides/assets/javascripts/diagnosis/engine.mjs").Log} Log */

/**
 * @param {readonly Log[]} logs
 * @param {number | null} limit
 * @param {EntryIndex} index
 * @param {Record<string, any>} records of entries, by their ids
 * @param {string} address
 */
export async function answer(logs, limit, index, records, address) {
  const diagnosis = await diagnose(logs, index, { limit });
  /** @param {import("../../site_overrides/assets/javascripts/diagnosis/diagnosis.mjs").Diagnosis} of */
  const report = (of) =>
    reportOn(
      of,
      index,
      of.causes.map(({ entry }) => records[entry]),
      address,
    );
  const hidden = report(masked(diagnosis));
  return {
    confidence: diagnosis.ranks.confidence,
    plain: asValue(report(withUnexplainedMasked(diagnosis))),
    masked: asValue(hidden),
    markdown: asMarkdown(hidden),
  };
}

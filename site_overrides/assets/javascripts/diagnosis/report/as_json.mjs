// @ts-check
/** A report in, the JSON that programs read out; `diagnosis.schema.json` describes it. The twin of generator/diagnose/report/as_json.py. */

/** @typedef {import("../diagnosis.mjs").Cause} Cause */
/** @typedef {import("./report.mjs").Report} Report */

export const FORMAT = "diagnosis/1";
const NO_ASCII = /[^\0-\x7f]/g;

/**
 * @param {Report} report
 * @returns {string} one JSON document, in ASCII, so that no terminal acts on what a log holds
 */
export const asJson = (report) =>
  JSON.stringify(asValue(report), null, 2).replace(NO_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** @param {Report} report */
export function asValue(report) {
  const { inputs, verdict, causes, ranks, nearest, unexplained } = report.diagnosis;
  const { initiating, collateral, silent, why } = ranks;
  return {
    schema: FORMAT,
    inputs,
    verdict,
    causes: causes.map((cause) => causeIn(report, cause)),
    ranks: { initiating, collateral, silent, why },
    nearest,
    unexplained,
  };
}

/** @param {Report} report @param {Cause} cause */
function causeIn(report, { entry, role, confidence, rank, host, time, variant, evidence, against }) {
  const { title, area, kind } = report.row(entry);
  return { entry, title, area, kind, role, confidence, rank, host, time, variant, evidence, against, fix: fixIn(report, entry) };
}

/** What ends it. Text fields are CommonMark, as in the entry. @param {Report} report @param {string} id */
function fixIn(report, id) {
  const { quick_answer: answer, fix } = report.entry(id);
  return {
    quick_answer: { symptom: answer.symptom, cause: answer.cause, fix: answer.fix, first: answer.first },
    steps: fix.steps.map((step) => ({
      do: step.do,
      command: step.command ?? null,
      config: step.config ?? null,
      when: step.when ?? null,
      costs: step.costs ?? null,
    })),
    verify: fix.verify,
    verify_command: fix.verify_command ?? null,
    resume: fix.stopgap,
    url: report.url(id),
  };
}

// @ts-check
/**
 * A diagnosis in, the same without what belongs to the owner of the logs out: everything, or the lines that no entry explains.
 * The twin of generator/diagnose/masked.py.
 */

import { Masker } from "./mask/masker.mjs";

/** @typedef {import("./diagnosis.mjs").Cause} Cause */
/** @typedef {import("./diagnosis.mjs").Diagnosis} Diagnosis */

/**
 * The diagnosis with every text of the logs masked: lines, captured values, paths, hosts, reasons.
 * @param {Diagnosis} diagnosis
 * @returns {Diagnosis}
 */
export function masked(diagnosis) {
  const masker = maskerFor(diagnosis);
  /** @param {string} text */
  const mask = (text) => masker.mask(text);

  // in the order of the twin: placeholders are numbered as they are met
  const inputs = diagnosis.inputs.map((one) => ({
    ...one,
    path: mask(one.path),
    trouble: one.trouble === null ? null : mask(one.trouble),
  }));
  const causes = diagnosis.causes.map((one) => ({
    ...one,
    host: one.host === null ? null : mask(one.host),
    evidence: one.evidence.map((line) => ({
      ...line,
      path: mask(line.path),
      text: mask(line.text),
      captures: Object.fromEntries(Object.entries(line.captures).map(([name, value]) => [name, mask(value)])),
    })),
    against: one.against.map(mask),
    variant: one.variant && { ...one.variant, why: mask(one.variant.why) },
  }));
  const ranks = { ...diagnosis.ranks, why: diagnosis.ranks.why.map(mask) };
  const unexplained = diagnosis.unexplained.map((one) => ({ ...one, path: mask(one.path), text: mask(one.text) }));
  return { ...diagnosis, inputs, causes, ranks, unexplained };
}

/**
 * The diagnosis with those lines masked that a reader may be asked to pass on; the rest as it is.
 * @param {Diagnosis} diagnosis
 * @returns {Diagnosis}
 */
export function withUnexplainedMasked(diagnosis) {
  const masker = maskerFor(diagnosis);
  return { ...diagnosis, unexplained: diagnosis.unexplained.map((one) => ({ ...one, text: masker.mask(one.text) })) };
}

/**
 * It has seen all texts before it masks the first, so that a name known from one line is hidden in all.
 * @param {Diagnosis} diagnosis
 */
function maskerFor(diagnosis) {
  const masker = new Masker(diagnosis.causes.flatMap(({ host }) => host || []));
  for (const { path } of diagnosis.inputs) masker.learn(path);
  for (const { text } of diagnosis.causes.flatMap(({ evidence }) => evidence)) masker.learn(text);
  for (const { text } of diagnosis.unexplained) masker.learn(text);
  return masker;
}

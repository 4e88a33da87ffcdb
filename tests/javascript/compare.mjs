// @ts-check
/** Cases as JSON on standard input, what this engine says of each as JSON on standard output; tests/match/test_twin.py compares. */

import { readFileSync } from "node:fs";
import { holds, namesIn, parseCondition } from "../../site_overrides/assets/javascripts/matcher/condition.mjs";
import { SignatureIndex } from "../../site_overrides/assets/javascripts/matcher/index.mjs";
import { scanText } from "../../site_overrides/assets/javascripts/matcher/scan.mjs";
import { seeBlocks, seeBytes } from "../../site_overrides/assets/javascripts/matcher/stream.mjs";
import { holesOf, isTooWide, keyOf, literalsOf, parseTemplate } from "../../site_overrides/assets/javascripts/matcher/template.mjs";

/** @typedef {import("../../site_overrides/assets/javascripts/matcher/scan.mjs").Hit} Hit */
/** @typedef {import("../../site_overrides/assets/javascripts/matcher/stream.mjs").Sighting} Sighting */

/** @param {Uint8Array} bytes */
const packed = (bytes) => Buffer.from(bytes).toString("base64");

/** @param {Hit} hit */
const hitOut = ({ line, start, end, captures, lastLine, signature, text }) => [signature, line, start, end, captures, lastLine, text];

/** @param {Sighting} sighting */
const sightingOut = ({ hit, number, line, before, below }) => [hitOut(hit), number, packed(line), packed(before), below().map(packed)];

/**
 * @param {Uint8Array} bytes
 * @param {number} step
 */
function* pieces(bytes, step) {
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
}

/** @param {() => unknown} ask */
function orError(ask) {
  try {
    return ask();
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** @type {Record<string, (value: any) => unknown>} */
const ANSWERS = {
  template: (text) =>
    orError(() => {
      const template = parseTemplate(text);
      const holes = holesOf(template).map(({ name, kind }) => [name, kind]);
      return [template.lines.length, literalsOf(template), holes, keyOf(template), isTooWide(template)];
    }),
  condition: ([text, captures]) =>
    orError(() => {
      const condition = parseCondition(text);
      return [namesIn(condition), holds(condition, captures)];
    }),
  definition: ([text, log]) => scanText(new Uint8Array(Buffer.from(log, "base64")), parseTemplate(text)).map(hitOut),
};

/** @param {{ signatures: [string, string][], log: string, step: number, passing: number[] }} asked */
async function seen({ signatures, log, step, passing }) {
  const index = new SignatureIndex(signatures);
  const bytes = new Uint8Array(Buffer.from(log, "base64"));
  const skipped = new Set(passing);
  const streamed = [];
  for await (const sightings of seeBlocks(pieces(bytes, step), index, skipped)) streamed.push(...[...sightings].map(sightingOut));
  const atOnce = [...seeBytes(bytes, index, skipped)].map(sightingOut);
  return { streamed, same: JSON.stringify(atOnce) === JSON.stringify(streamed) };
}

const out = [];
for (const [kind, value] of JSON.parse(readFileSync(0, "utf-8"))) {
  out.push(kind === "seen" ? await seen(value) : ANSWERS[kind]?.(value));
}
process.stdout.write(JSON.stringify(out));

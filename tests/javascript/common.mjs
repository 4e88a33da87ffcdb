// @ts-check
/** What tests of the matcher share: the vectors, and hits as vectors write them. */

import { readdirSync, readFileSync } from "node:fs";

/** @typedef {import("../../site_overrides/assets/javascripts/matcher/scan.mjs").Hit} Hit */
/** @typedef {string | { hex: string } | { repeat: string, times: number }} Part a text, bytes, or a text many times */
/** @typedef {{ line: number, start: number, end: number, captures: Record<string, string>, last_line: number }} Written */
/** @typedef {{ name: string, signature: string, log: Part | Part[], hits: (Omit<Written, "captures"> & { captures: Record<string, Part | Part[]> })[] }} Vector */

const FOLDER = new URL("../vectors/match/", import.meta.url);

/** @type {(Vector & { file: string })[]} */
export const VECTORS = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .sort()
  .flatMap((file) =>
    JSON.parse(readFileSync(new URL(file, FOLDER), "utf-8")).vectors.map((/** @type {Vector} */ vector) => ({ ...vector, file })),
  );

/**
 * @param {Part | Part[]} value
 * @returns {Uint8Array<ArrayBuffer>} the bytes that a text, or a list of parts, stands for
 */
export function written(value) {
  if (Array.isArray(value)) return new Uint8Array(Buffer.concat(value.map(written)));
  if (typeof value === "string") return new TextEncoder().encode(value);
  return new Uint8Array("hex" in value ? Buffer.from(value.hex, "hex") : Buffer.from(value.repeat.repeat(value.times)));
}

/**
 * @param {Vector} vector
 * @returns {Written[]} its hits, with captures spelled out
 */
export const expected = (vector) =>
  vector.hits.map((hit) => ({
    ...hit,
    captures: Object.fromEntries(Object.entries(hit.captures).map(([name, value]) => [name, Buffer.from(written(value)).toString()])),
  }));

/**
 * @param {readonly Hit[]} hits
 * @returns {Written[]} as a vector writes them
 */
export const found = (hits) =>
  hits.map(({ line, start, end, captures, lastLine }) => ({ line, start, end, captures, last_line: lastLine }));

/**
 * The same numbers for the same seed: Marsaglia's xorshift.
 * @param {number} seed not 0
 * @returns {(below: number) => number} a whole number from 0 on
 */
export function chance(seed) {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

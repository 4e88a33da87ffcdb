// @ts-check
/** One rule of masking: what a pattern finds is hidden behind a placeholder of its kind. The twin of generator/diagnose/mask/rule.py. */

import { Pattern } from "../pattern.mjs";

/** @typedef {import("../pattern.mjs").Found} Found */

export const USER = "user";
export const HOST = "host";
export const IP = "ip";
export const MAC = "mac";
export const EMAIL = "email";
export const SECRET = "secret";

/** @typedef {(value: string, found: Found, start: number) => boolean} Accept whether the value, found there, is to be hidden */
/** @typedef {{ readonly kind: string, readonly pattern: Pattern, readonly accept: Accept }} Rule what `pattern` finds is hidden: its group `value`, if `accept` agrees */

/** The pattern alone decides. @type {Accept} */
export const always = () => true;

/**
 * A rule from its pattern, which begins at a rare word or is bounded: a line of any length takes linear time.
 * @param {string} kind
 * @param {Pattern} pattern
 * @param {Accept} accept
 * @param {string} flags
 * @returns {Rule}
 */
export const rule = (kind, pattern, accept = always, flags = "") => ({
  kind,
  pattern: flags ? new Pattern(pattern.source, flags) : pattern,
  accept,
});

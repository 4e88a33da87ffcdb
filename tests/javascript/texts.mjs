// @ts-check
/** For each character of Unicode, what the texts of this engine take it for, as JSON on standard output; tests/diagnose/test_twin.py compares. */

import { ANY_CASE, Pattern } from "../../site_overrides/assets/javascripts/diagnosis/pattern.mjs";
import { casefold, hasDigit, isSpaceAt0, printable } from "../../site_overrides/assets/javascripts/diagnosis/text.mjs";

/** @type {Record<string, (character: string) => boolean>} */
const KINDS = {
  digit: hasDigit,
  space: isSpaceAt0,
  printable: (character) => printable(character) === character,
};
for (const source of ["\\w", "\\d", "\\s", ".", "[^\\w.-]", "[\\s\\d]"]) {
  const pattern = new Pattern(source);
  KINDS[source] = (character) => pattern.fits(character);
}
for (const source of ["[a-z0-9.-]", "[^A-Z]", "i", "K", "s", "[_-]"]) {
  const pattern = new Pattern(source, ANY_CASE);
  KINDS[`${source} of any case`] = (character) => pattern.fits(character);
}

/** @type {Record<string, number[]>} */
const members = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, []]));
/** @type {[number, string][]} */
const folded = [];
/** @type {[first: number, last: number][]} what this version of Unicode knows */
const known = [];
for (let code = 0; code < 0x110000; code++) {
  const character = String.fromCodePoint(code);
  for (const [kind, is] of Object.entries(KINDS)) if (is(character)) members[kind]?.push(code);
  if (/\P{Cn}/u.test(character)) {
    const last = known.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else known.push([code, code]);
  }
  if (casefold(character) !== character) folded.push([code, casefold(character)]);
}
process.stdout.write(JSON.stringify({ members, folded, known }));

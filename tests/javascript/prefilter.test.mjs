// @ts-check
/** Keys found in blocks: each where it stands, whatever its length and the block's place in memory. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { countLines, encode, find } from "../../site_overrides/assets/javascripts/matcher/bytes.mjs";
import { Prefilter } from "../../site_overrides/assets/javascripts/matcher/prefilter.mjs";
import { chance } from "./common.mjs";

/**
 * @param {readonly Uint8Array[]} keys
 * @param {Uint8Array} block
 * @returns {string[]} every place by looking for each key by itself, in the order of places
 */
function byHand(keys, block) {
  /** @type {[number, number][]} */
  const places = [];
  for (const [number, key] of keys.entries()) {
    for (let at = find(block, key); at >= 0; at = find(block, key, at + 1)) places.push([at + key.length, number]);
  }
  return places.sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(String);
}

test("every key is found at every place, in blocks that begin anywhere", () => {
  const random = chance(7);
  const letters = "abcdeXY:.-_ ";
  const text = (/** @type {number} */ length) => Array.from({ length }, () => letters[random(letters.length)]).join("");
  for (let round = 0; round < 400; round++) {
    const words = new Set(Array.from({ length: 1 + random(30) }, () => text(3 + random(random(2) ? 5 : 20))));
    const keys = [...words].map(encode);
    const parts = Array.from({ length: random(60) }, () => (random(2) ? text(random(9)) : [...words][random(words.size)]));
    const memory = encode(`${"#".repeat(random(8))}${parts.join("")}`);
    const block = memory.subarray(random(8));
    const { keys: numbers, ends, marked } = new Prefilter(keys).find(block);
    assert.deepEqual(
      numbers.map((number, place) => `${ends[place]},${number}`),
      byHand(keys, block),
    );
    assert.equal(marked, false);
  }
});

for (const mark of ["\x1b", "\\u001b[", "\\u001B[", "\\x1b[", "\\x1B[", "\\033[", "^[[", "#033["]) {
  test(`a block may hold terminal codes: ${JSON.stringify(mark)}`, () => {
    const prefilter = new Prefilter([encode("Watchdog")]);
    for (let shift = 0; shift < 9; shift++) {
      const found = prefilter.find(encode(`${"x".repeat(shift)}${mark}0m Watchdog`));
      assert.equal(found.marked, true);
      assert.deepEqual(found.keys, [0]);
    }
  });
}

test("many keys are as good as few", () => {
  const keys = Array.from({ length: 20_000 }, (_, number) => encode(`failure-${number.toString(36)}-of`));
  const found = new Prefilter(keys).find(encode("before failure-abc-of behind failure-7-of failure-zzzzz-of"));
  assert.deepEqual(
    found.keys.map((number) => number.toString(36)),
    ["abc", "7"],
  );
});

test("a block without keys, or shorter than a key, has none", () => {
  assert.deepEqual(new Prefilter([]).find(encode("anything")).keys, []);
  for (const text of ["", "W", "Wat", "Watchdo"]) assert.deepEqual(new Prefilter([encode("Watchdog")]).find(encode(text)).keys, []);
});

test("a key that is too short to be found is refused", () => {
  assert.throws(() => new Prefilter([encode("Watchdog"), encode("ab")]), /shorter than 3 bytes/);
});

test("line feeds are counted from anywhere to anywhere", () => {
  const random = chance(8);
  for (let round = 0; round < 200; round++) {
    const text = Uint8Array.from({ length: random(5000) }, () => [10, 10, 11, 138, 9, 255, 0][random(7)]);
    const start = random(text.length + 1);
    const end = start + random(text.length - start + 1);
    assert.equal(countLines(text, start, end), text.subarray(start, end).filter((byte) => byte === 10).length);
  }
});

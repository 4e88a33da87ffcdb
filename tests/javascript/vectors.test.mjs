// @ts-check
/** The signature language as plain data: every vector that holds the Python matcher holds this one. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { SignatureIndex } from "../../site_overrides/assets/javascripts/matcher/index.mjs";
import { scanText } from "../../site_overrides/assets/javascripts/matcher/scan.mjs";
import { scanBytes, scanStream } from "../../site_overrides/assets/javascripts/matcher/stream.mjs";
import { isTooWide, parseTemplate } from "../../site_overrides/assets/javascripts/matcher/template.mjs";
import { expected, found, VECTORS, written } from "./common.mjs";

for (const vector of VECTORS) {
  const name = `${vector.file}: ${vector.name}`;
  const log = written(vector.log);

  test(`${name}: by the definition alone`, () => {
    assert.deepEqual(found(scanText(log, parseTemplate(vector.signature))), expected(vector));
  });

  // an index never holds the signatures that `check` refuses
  if (isTooWide(parseTemplate(vector.signature))) continue;
  const index = new SignatureIndex([["s", vector.signature]]);

  test(`${name}: prefiltered`, () => {
    assert.deepEqual(found(scanBytes(log, index)), expected(vector));
  });

  test(`${name}: streamed`, async () => {
    const hits = [];
    for await (const hit of scanStream(new Blob([log]), index)) hits.push(hit);
    assert.deepEqual(found(hits), expected(vector));
  });
}

test("there are as many vectors as files name", () => {
  assert.ok(VECTORS.length >= 168);
  assert.equal(new Set(VECTORS.map(({ file, name }) => file + name)).size, VECTORS.length);
});

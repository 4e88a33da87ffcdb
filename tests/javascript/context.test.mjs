// @ts-check
/** The lines around a line: the same wherever the log is cut into chunks, packed or not, and bounded. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { linesAround } from "../../site_overrides/assets/javascripts/diagnosis/context.mjs";

const LOG = Array.from({ length: 200 }, (_, at) => `line ${at + 1}${at % 7 ? "" : "\r"}`).join("\n");

/** @param {number} size @returns {Blob} a log whose stream comes in chunks of this size */
function chunked(size) {
  const bytes = new TextEncoder().encode(LOG);
  const blob = new Blob([bytes]);
  blob.stream = () =>
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
  return blob;
}

test("a line is found with those around it, wherever chunks end", async () => {
  for (const size of [1, 2, 5, 6, 7, 64, 4096]) {
    for (const line of [1, 2, 7, 100, 199, 200]) {
      const found = await linesAround(chunked(size), "job.log", line, 3);
      const first = Math.max(1, line - 3);
      const expected = Array.from({ length: Math.min(200, line + 3) - first + 1 }, (_, at) => ({
        line: first + at,
        text: `line ${first + at}`,
      }));
      assert.deepEqual(found, expected, `line ${line} in chunks of ${size}`);
    }
  }
});

test("a packed log is unpacked", async () => {
  const packed = new Response(new Blob([LOG]).stream().pipeThrough(new CompressionStream("gzip")));
  const found = await linesAround(await packed.blob(), "job.log.gz", 100, 1);
  assert.deepEqual(
    found.map(({ text }) => text),
    ["line 99", "line 100", "line 101"],
  );
});

test("lines of any length are cut", async () => {
  const found = await linesAround(new Blob(["x".repeat(5_000_000), "\nshort\n"]), "job.log", 1, 1);
  assert.equal(found[0]?.text.length, 1000);
});

test("a log's last line feed begins no line", async () => {
  assert.deepEqual(await linesAround(new Blob(["one\ntwo\n"]), "job.log", 2, 2), [
    { line: 1, text: "one" },
    { line: 2, text: "two" },
  ]);
});

test("a line behind the end is not there", async () => {
  assert.deepEqual(await linesAround(new Blob(["one\ntwo\n"]), "job.log", 50, 2), []);
});

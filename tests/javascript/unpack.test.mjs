// @ts-check
/** Logs as browsers hand them over: plain, packed, in any pieces, damaged. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { encode, join } from "../../site_overrides/assets/javascripts/matcher/bytes.mjs";
import { SignatureIndex } from "../../site_overrides/assets/javascripts/matcher/index.mjs";
import { scanStream } from "../../site_overrides/assets/javascripts/matcher/stream.mjs";
import { LogError, openLog } from "../../site_overrides/assets/javascripts/matcher/unpack.mjs";

const LOG = encode(`${"nothing of note\n".repeat(100_000)}Watchdog caught timeout 7 ms\n`);
const PACKED = new Uint8Array(gzipSync(LOG));
const INDEX = new SignatureIndex([["s", "Watchdog caught timeout {n:int} ms"]]);

/** @param {import("../../site_overrides/assets/javascripts/matcher/stream.mjs").Readable} readable */
async function hits(readable) {
  const found = [];
  for await (const hit of scanStream(openLog(readable, "a.log"), INDEX)) found.push(hit);
  return found.map(({ line, captures }) => [line, captures.n]);
}

/** @param {Uint8Array} bytes @param {number} step */
function* pieces(bytes, step) {
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
}

for (const [name, bytes] of /** @type {[string, Uint8Array<ArrayBuffer>][]} */ ([
  ["plain", LOG],
  ["gzip", PACKED],
])) {
  test(`a ${name} log is read from a file, a stream or pieces`, async () => {
    const wanted = [[100_001, "7"]];
    assert.deepEqual(await hits(new Blob([bytes])), wanted);
    assert.deepEqual(await hits(new Blob([bytes]).stream()), wanted);
    for (const step of [1000, 65_536]) assert.deepEqual(await hits(pieces(bytes, step)), wanted);
    assert.deepEqual(await hits(join([bytes.subarray(0, 1), bytes.subarray(1)]).length ? pieces(bytes, 4) : []), wanted);
  });
}

test("an empty log has no hits", async () => {
  assert.deepEqual(await hits(new Blob([])), []);
  assert.deepEqual(await hits([]), []);
});

test("a gzip log that is cut off gives what it holds, then says so", async () => {
  const log = encode(`Watchdog caught timeout 7 ms\n${Array.from({ length: 200_000 }, (_, n) => `line ${n * 7919}\n`).join("")}`);
  const packed = new Uint8Array(gzipSync(log));
  /** @type {string[]} */
  const found = [];
  const read = async () => {
    for await (const hit of scanStream(openLog(pieces(packed.subarray(0, packed.length / 2), 9999), "rank3.log.gz"), INDEX))
      found.push(hit.captures.n);
  };
  await assert.rejects(
    read,
    (error) => error instanceof LogError && error.message.startsWith("`rank3.log.gz` cannot be read to its end: "),
  );
  assert.deepEqual(found, ["7"]);
});

test("hits directly before the damage are found", async () => {
  const broken = async function* () {
    yield encode("Watchdog caught timeout 7 ms\nWatchdog caught timeout 8 ms\nWatchdog ca");
    throw new TypeError("the disk is gone");
  };
  /** @type {string[]} */
  const found = [];
  const read = async () => {
    for await (const hit of scanStream(openLog(broken(), "a.log"), INDEX)) found.push(hit.captures.n);
  };
  await assert.rejects(read, { message: "`a.log` cannot be read to its end: the disk is gone", partly: true });
  assert.deepEqual(found, ["7", "8"]);
});

for (const [kind, magic] of /** @type {[string, number[]][]} */ ([
  ["bz2", [0x42, 0x5a, 0x68, 0x39, 0, 0]],
  ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]],
  ["zstd", [0x28, 0xb5, 0x2f, 0xfd, 0, 0]],
])) {
  test(`a log packed with ${kind} is refused with the way out`, async () => {
    await assert.rejects(hits([Uint8Array.from(magic)]), {
      log: "a.log",
      why: new RegExp(`packed with ${kind}.*unpacked log, or use the command line`),
    });
  });
}

test("who stops reading lets the file go", async () => {
  let released = false;
  const endless = async function* () {
    try {
      for (;;) yield LOG;
    } finally {
      released = true;
    }
  };
  for await (const hit of scanStream(openLog(endless(), "a.log"), INDEX)) {
    assert.equal(hit.line, 100_001);
    break;
  }
  assert.equal(released, true);
});

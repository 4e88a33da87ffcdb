// @ts-check
/** `node bench/matcher.mjs LOG SIGNATURES.json [RUNS]`: one line of JSON for each run through the log; bench/javascript.py calls it. */

import { createReadStream, readFileSync } from "node:fs";
import { SignatureIndex } from "../site_overrides/assets/javascripts/matcher/index.mjs";
import { seeBlocks } from "../site_overrides/assets/javascripts/matcher/stream.mjs";

const [log, signatures, runs = "1"] = process.argv.slice(2);
const texts = JSON.parse(readFileSync(signatures, "utf-8"));
const started = performance.now();
const index = new SignatureIndex(texts);
index.prefilter.find(new Uint8Array(1));
const ready = performance.now() - started;

for (let run = 0; run < Number(runs); run++) {
  const [wall, cpu] = [performance.now(), process.cpuUsage()];
  let hits = 0;
  for await (const sightings of seeBlocks(createReadStream(log, { highWaterMark: 1 << 18 }), index)) {
    for (const { hit } of sightings) hits += hit.line > 0 ? 1 : 0;
  }
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - wall) / 1000;
  console.log(JSON.stringify({ hits, ready, seconds, cpu: (user + system) / 1e6, mebibytes: process.memoryUsage.rss() / 2 ** 20 }));
}

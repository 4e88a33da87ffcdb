// @ts-check
/** Time for each byte stays flat, whatever a log holds: sixteen times the log takes about sixteen times as long; the square would take 256. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "../../site_overrides/assets/javascripts/matcher/bytes.mjs";
import { SignatureIndex } from "../../site_overrides/assets/javascripts/matcher/index.mjs";
import { seeBytes } from "../../site_overrides/assets/javascripts/matcher/stream.mjs";
import { isTooWide, parseTemplate } from "../../site_overrides/assets/javascripts/matcher/template.mjs";

/** The same as in tests/match/test_properties.py. @type {Record<string, [template: string, piece: string]>} */
const HOSTILE = {
  "beginnings without an end": ["Watchdog caught {x:word} key={y:word} end here", "Watchdog caught "],
  "words that hold the mark": ["Watchdog caught {x:word}:{y:word}:{z:word} end here", "Watchdog caught a:b:c:d:"],
  "any after any": ["Watchdog {a:any}:{b:any}:{c:any}:{d:any} end here", "Watchdog ::::"],
  spaces: ["Watchdog caught  {x:any}  end here", "Watchdog   caught      "],
  "quotes and backslashes": ['Watchdog caught "{x:any}" end here', '{"Watchdog caught \\\\\\"'],
  colours: ["Watchdog caught end here", "\x1b[31mWatchdog\x1b[0m \\u001b["],
  digits: ["Watchdog caught 1{x:int}2{y:hex}3 end here", "Watchdog caught 11112222"],
  "carriage returns": ["Watchdog caught\nend here", "Watchdog caught\r"],
  "first lines": ["Watchdog caught\nend here {a}\nmore here", "Watchdog caught\nend here x\n"],
};

for (const [name, [template, piece]] of Object.entries(HOSTILE)) {
  test(name, () => {
    assert.ok(!isTooWide(parseTemplate(template)));
    const index = new SignatureIndex([["s", template]]);
    /** @param {number} size @returns {number} milliseconds of the processor, the best of three */
    const taken = (size) => {
      const log = encode(piece.repeat(Math.ceil(size / piece.length)).slice(0, size));
      let best = Number.POSITIVE_INFINITY;
      for (let run = 0; run < 3; run++) {
        const before = process.cpuUsage();
        for (const sighting of seeBytes(log, index)) assert.ok(sighting.hit.line > 0);
        const { user, system } = process.cpuUsage(before);
        best = Math.min(best, (user + system) / 1000);
      }
      return best;
    };
    const small = taken(1 << 15);
    assert.ok(taken(1 << 19) < 16 * 4 * Math.max(small, 4));
  });
}

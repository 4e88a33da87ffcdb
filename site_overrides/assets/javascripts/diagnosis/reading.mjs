// @ts-check
/**
 * One log in, what matters of it out: the lines that were recognised, who wrote them when, and who was heard at its beginning and end.
 * The twin of generator/diagnose/reading.py.
 */

import { LINE_FEED } from "../matcher/bytes.mjs";
import { splitLines } from "../matcher/scan.mjs";
import { seeBlocks, seeBytes } from "../matcher/stream.mjs";
import { LogError, openLog } from "../matcher/unpack.mjs";
import { timeOf, yearOf } from "./clock.mjs";
import { ERROR, EXIT, ROOT, TRACEBACK } from "./marks.mjs";
import { sortedBy } from "./order.mjs";
import { regex } from "./pattern.mjs";
import { attemptOfPath, over, said, speakerKey, speakerOfPath, styleOf } from "./speaker.mjs";
import { Seen } from "./spots.mjs";
import { LONGEST_TEXT, plain, plainLines, Taped, wholeWords } from "./taped.mjs";
import { cut, grouped, isSpaceAt0, strip } from "./text.mjs";

/** @typedef {import("../matcher/stream.mjs").Readable} Readable */
/** @typedef {import("../matcher/stream.mjs").Sighting} Sighting */
/** @typedef {import("./compiled.mjs").EntryIndex} EntryIndex */
/** @typedef {import("./diagnosis.mjs").Captures} Captures */
/** @typedef {import("./diagnosis.mjs").Moment} Moment */
/** @typedef {import("./diagnosis.mjs").Speaker} Speaker */
/** @typedef {import("./speaker.mjs").Said} Said */
/** @typedef {import("./speaker.mjs").Style} Style */
/** @typedef {import("./spots.mjs").Reading} Reading */
/** @typedef {import("./spots.mjs").Spot} Spot */

/** A signature or a mark that stands in more lines of one log than this says nothing new. */
export const MOST_HITS = 5000;
export const MOST_ERRORS = 400;

const CARRIAGE_RETURN = 13;

/** @typedef {{ readonly line: number, readonly text: string, readonly body: string, readonly frame: string }} Ending the line on which a traceback ends with its exception, as it stands and without prefixes; `frame` is the last place in the job's own code */
/** @typedef {{ readonly line: number, readonly id: string, readonly captures: Captures, readonly text: string, readonly before: string, readonly ending: Ending | null }} Glimpse one thing that was recognised on one line, as little of the line's surroundings as is needed later */

/**
 * The reading of one log. What cannot be read to its end is said in `input.trouble`.
 * @param {Readable} log
 * @param {string} name
 * @param {EntryIndex} index
 * @param {{ limit?: number | null, progress?: ((bytes: number) => void) | null }} how
 * @returns {Promise<Reading>}
 */
export async function readLog(log, name, index, { limit = null, progress = null } = {}) {
  let writer = speakerOfPath(name);
  /** @type {Glimpse[]} */
  const glimpses = [];
  const taped = new Taped(openLog(log, name), limit, progress);
  let trouble = null;
  try {
    await gather(taped, index, writer, glimpses);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    trouble = error.why;
  }
  if (taped.stopped) trouble = `longer than ${grouped(taped.limit)} bytes; what lies behind was not read`;
  const head = taped.headLines;
  let tail = plainLines(taped.tail);
  if (taped.tail.length < taped.size && tail.length > 1) tail = tail.slice(1); // the first is cut
  const style = styleOf(head);
  const year = yearIn(head);
  const itself = [...head, ...tail].map((line) => said(line, style).speaker);
  if (isShared(itself, writer, glimpses, index)) writer = { ...writer, rank: null, localRank: null };
  const told = itself.map((speaker) => over(speaker, writer));
  /** @type {Map<string, { speaker: Speaker, place: number, line: string }>} */
  const last = new Map();
  for (const [place, line] of tail.entries()) {
    if (strip(line) === "") continue;
    const speaker = { .../** @type {Speaker} */ (told[head.length + place]), pid: null };
    last.set(speakerKey(speaker), { speaker, place, line });
  }
  return {
    input: { path: name, lines: taped.lineCount, bytes: taped.size, trouble },
    writer,
    inAttempt: attemptOfPath(name),
    spots: spotsOf(glimpses, index, style, writer, year),
    heard: [...new Map([...told, writer].map((speaker) => [speakerKey(speaker), speaker])).values()],
    last: [...last.values()].map(({ speaker, place, line }) => ({
      speaker,
      line: taped.lines + 2 - tail.length + place,
      moment: timeOf(line, year),
      text: cut(line, LONGEST_TEXT),
    })),
    tail: tail.slice(-200).map((line) => cut(line, LONGEST_TEXT)),
  };
}

/**
 * Whether several ranks or a launcher have written this log, whatever its name says.
 * @param {readonly Speaker[]} told
 * @param {Speaker} writer
 * @param {readonly Glimpse[]} glimpses
 * @param {EntryIndex} index
 */
function isShared(told, writer, glimpses, index) {
  if (glimpses.some(({ id }) => [ROOT, EXIT].includes(index.roleOf(id) ?? ""))) return true;
  return writer.rank !== null && told.some(({ rank }) => rank !== null && rank !== writer.rank);
}

/**
 * Everything recognised, with bounds on how often one thing counts; of what goes beyond them, what the log's end holds.
 * @param {Taped} taped
 * @param {EntryIndex} index
 * @param {Speaker} writer
 * @param {Glimpse[]} into
 */
async function gather(taped, index, writer, into) {
  const { signatures } = index;
  /** @type {Set<number>} */
  const passing = new Set();
  /** @type {Map<number, number>} */
  const counts = new Map();
  /** @type {Style | null} */
  let style = null;
  for await (const sightings of seeBlocks(taped, signatures, passing)) {
    for (const sighting of sightings) {
      style ??= styleOf(taped.headLines);
      const { number } = sighting;
      const count = (counts.get(number) ?? 0) + 1;
      counts.set(number, count);
      const mark = index.roleOf(signatures.id(number));
      const isLoose = mark === ERROR || mark === TRACEBACK;
      if (isLoose && count === MOST_ERRORS) {
        // other wordings with the same word would be tried in vain on each of these lines
        const beside = signatures.behind.find((numbers) => numbers.includes(number)) ?? [];
        for (const other of beside) if ([ERROR, TRACEBACK].includes(index.roleOf(signatures.id(other)) ?? "")) passing.add(other);
      } else if (count === MOST_HITS) {
        passing.add(number);
      }
      into.push(glimpseOf(sighting, signatures.id(number), mark, style, writer, 0));
    }
  }
  if (passing.size === 0 || style === null) return;
  const skipped = new Set(Array.from({ length: signatures.length }, (_, number) => number).filter((number) => !passing.has(number)));
  const end = taped.tail;
  const above = taped.lines - end.reduce((sum, byte) => sum + (byte === LINE_FEED ? 1 : 0), 0);
  const known = /** @type {Glimpse} */ (into.at(-1)).line;
  for (const sighting of seeBytes(end, signatures, skipped)) {
    const id = signatures.id(sighting.number);
    const glimpse = glimpseOf(sighting, id, index.roleOf(id), style, writer, above);
    if (glimpse.line > known || !into.some((one) => one.line === glimpse.line && one.id === id)) into.push(glimpse);
  }
  into.splice(0, into.length, ...sortedBy(into, ({ line }) => line));
}

/**
 * @param {Sighting} sighting
 * @param {string} id
 * @param {string | null} mark
 * @param {Style} style
 * @param {Speaker} writer
 * @param {number} above
 * @returns {Glimpse}
 */
function glimpseOf(sighting, id, mark, style, writer, above) {
  const text = pieceOf(sighting);
  const ending = mark === TRACEBACK ? endingOf(sighting, said(text, style, writer), style, writer, above) : null;
  const before = linesOf(sighting.before.subarray(-600)).join("\n");
  return { line: sighting.hit.line + above, id, captures: sighting.hit.captures, text, before, ending };
}

/** @param {Uint8Array} data */
const linesOf = (data) => splitLines(data).map(plain);

/**
 * The piece of the line (between carriage returns) in which the hit begins.
 * @param {Sighting} sighting
 */
function pieceOf({ line, hit }) {
  const at = Math.min(Math.max(hit.start - 1, 0), line.length);
  const start = at > 0 ? line.lastIndexOf(CARRIAGE_RETURN, at - 1) + 1 : 0;
  const end = line.indexOf(CARRIAGE_RETURN, at);
  return plain(line.subarray(start, end >= 0 ? end : line.length));
}

/** @param {readonly string[]} lines */
function yearIn(lines) {
  for (const line of lines) {
    const moment = timeOf(line, 1970);
    if (moment?.dated && yearOf(moment) > 1970) return yearOf(moment);
  }
  return 1970;
}

/**
 * The glimpses, one spot a line, and the exceptions that end tracebacks.
 * @param {readonly Glimpse[]} glimpses
 * @param {EntryIndex} index
 * @param {Style} style
 * @param {Speaker} writer
 * @param {number} year
 * @returns {Spot[]}
 */
function spotsOf(glimpses, index, style, writer, year) {
  /** @type {Map<number, Glimpse[]>} */
  const byLine = new Map();
  /** @type {Map<number, Glimpse>} */
  const endings = new Map();
  for (const glimpse of glimpses) {
    const here = byLine.get(glimpse.line);
    if (here) here.push(glimpse);
    else byLine.set(glimpse.line, [glimpse]);
    if (glimpse.ending !== null) endings.set(glimpse.ending.line, glimpse);
  }
  /** @type {Set<string>} */
  const openTracebacks = new Set();
  /** @type {Spot[]} */
  const spots = [];
  for (const line of sortedBy(new Set([...byLine.keys(), ...endings.keys()]), (one) => one)) {
    const here = byLine.get(line) ?? [];
    const above = endings.get(line);
    const text = here[0]?.text ?? above?.ending?.text ?? "";
    const before = here[0]?.before || above?.before || "";
    const one = said(text, style, writer);
    const isException =
      above !== undefined || (openTracebacks.has(one.prefix) && isExceptionLine(one.text)) || ERROR_LINE.match(one.text) !== null;
    if (one.text.startsWith("Traceback") && here.some(({ id }) => index.roleOf(id) === TRACEBACK)) openTracebacks.add(one.prefix);
    else if (isException) openTracebacks.delete(one.prefix);
    spots.push({
      line,
      text: wholeWords(text, LONGEST_TEXT),
      body: wholeWords(one.text, LONGEST_TEXT),
      prefix: one.prefix,
      speaker: one.speaker,
      moment: timeOf(text, year) ?? momentBefore(before, year),
      seen: here.map(({ id, captures }) => new Seen(id, index.roleOf(id), captures)),
      exception: isException,
      frame: above?.ending?.frame ?? "",
    });
  }
  return spots;
}

/**
 * @param {string} before
 * @param {number} year
 * @returns {Moment | null}
 */
function momentBefore(before, year) {
  for (const line of before.split("\n").reverse()) {
    const moment = timeOf(line, year);
    if (moment !== null) return moment;
  }
  return null;
}

/**
 * @param {Sighting} sighting
 * @param {Said} start
 * @param {Style} style
 * @param {Speaker} writer
 * @param {number} above
 * @returns {Ending | null}
 */
function endingOf(sighting, start, style, writer, above) {
  if (!start.text.startsWith("Traceback")) return null; // the footer of a launcher shows it again
  let frame = "";
  for (const [place, raw] of sighting.below().entries()) {
    const text = plain(raw);
    const one = said(text, style, writer);
    if (one.prefix !== start.prefix || one.text === "") continue;
    if (isSpaceAt0(one.text)) {
      const found = FRAME.match(one.text);
      if (found !== null && !INSTALLED.isIn(found[1] ?? "")) frame = `${found[1]}:${found[2]}`;
      continue;
    }
    if (one.text.startsWith("Traceback (most recent")) return null;
    return {
      line: sighting.hit.line + place + 1 + above,
      text: wholeWords(text, LONGEST_TEXT),
      body: wholeWords(one.text, LONGEST_TEXT),
      frame,
    };
  }
  return null;
}

const FRAME = regex`\s+File "([^"]{1,500})", line (\d{1,7})`;
/** Code that was installed, or is Python's own, is not the job's. */
const INSTALLED = regex`site-packages|dist-packages|/lib/python\d|<frozen|<string>`;

/** An exception's line says so itself, also where the log is cut and its traceback is not there. */
const ERROR_LINE = regex`[A-Za-z_][\w.]{0,120}(?:Error|Exception)(?:: |$)`;

/** Any name may be an exception's where a traceback is open. */
const NAME = regex`[A-Za-z_][\w.]{0,160}(?::|$)`;
const UPPER = /^\p{Uppercase}/u;

/** @param {string} text */
function isExceptionLine(text) {
  const found = NAME.match(text)?.[0];
  return found !== undefined && UPPER.test(found.slice(found.lastIndexOf(".") + 1));
}

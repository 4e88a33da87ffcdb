// @ts-check
/** A report in, Markdown for a ticket or a chat out. The twin of generator/diagnose/report/markdown.py. */

import { fixed, onOneLine, printable, rstrip } from "../text.mjs";
import * as words from "./words.mjs";

/** @typedef {import("../diagnosis.mjs").Cause} Cause */
/** @typedef {import("./report.mjs").Report} Report */

/** What Markdown or a tracker would act on. */
const ACTIVE = /[\\`*_{}[\]<>()#+!|~&@]/g;
const TICKS = /`+/g;
const ENTRY_LINK = /\[([^\]]*)\]\(entry:([a-z0-9-]+)\)/g;

/**
 * The report; at most `most` of each sort of thing. Lines of logs stand in code blocks, where nothing in them acts.
 * @param {Report} report
 * @param {number} most
 * @returns {string}
 */
export const asMarkdown = (report, most = 5) => `${[...lines(report, most)].join("\n")}\n`;

/** @param {Report} report @param {number} most @returns {Generator<string>} */
function* lines(report, most) {
  const { answer, diagnosis } = report;
  if (answer === null) {
    yield* ["### No known failure", "", plain(words.nothingKnown(diagnosis))];
    const { ranks } = diagnosis;
    if (ranks.initiating.length) {
      yield* ["", `All the same, it began on ${words.ranks(ranks.initiating)}.`];
      yield* ranks.why.map((why) => `- ${plain(words.quoted(why))}`);
    }
    yield* victims(report, most);
    yield* guesses(report, most);
  } else {
    yield* answerIn(report, answer, most);
    yield* rivals(report, most);
    yield* whatToDo(report, answer);
  }
  yield* unexplained(report, most);
  yield "";
  if (answer !== null) yield `Read: ${words.whatWasRead(diagnosis)}.`;
  for (const one of words.inTrouble(diagnosis).slice(0, most)) {
    yield `- Not read to the end: ${code(one.path)}: ${plain(words.quoted(one.trouble ?? ""))}`;
  }
}

/** @param {Report} report @param {Cause} answer @param {number} most @returns {Generator<string>} */
function* answerIn(report, answer, most) {
  yield `### ${link(report, answer)}`;
  yield "";
  const { confidence } = answer;
  yield `**${confidence.charAt(0).toUpperCase()}${confidence.slice(1)}**${(words.CONFIDENCE[confidence] ?? "").slice(confidence.length)}.`;
  const where = words.whereabouts(answer);
  if (where) yield `It began: ${plain(where)}.`;
  yield* report.diagnosis.ranks.why.map((why) => `- ${plain(words.quoted(why))}`);
  yield "";
  const evidence = words.evidence(answer);
  yield* block(evidence.slice(0, most).map(row));
  if (evidence.length > most) yield `and ${words.count(evidence.length - most, "more line")}`;
  if (answer.variant) yield* ["", `Which case of it: **${answer.variant.name}**. ${plain(words.quoted(answer.variant.why))}`];
  for (const against of answer.against) yield* ["", `Against it: ${plain(words.quoted(against))}`];
  yield* victims(report, most);
}

/** @param {Report} report @param {number} most @returns {Generator<string>} */
function* victims(report, most) {
  const found = [
    ...words.otherRanks(report.diagnosis.ranks).map((said) => `- ${said}`),
    ...report.victims.slice(0, most).map((cause) => `- ${named(report, cause)}`),
  ];
  if (found.length) yield* ["", "#### Victims", "", ...found];
}

/** @param {Report} report @param {number} most @returns {Generator<string>} */
function* rivals(report, most) {
  if (report.others.length === 0) return;
  yield* ["", "#### What else fits, and why it ranks lower", ""];
  for (const cause of report.others.slice(0, most)) {
    const against = cause.against.map((one) => plain(words.quoted(one))).join("; ");
    yield `- ${named(report, cause)}, ${cause.confidence}${against ? `. Against it: ${against}` : ""}`;
  }
}

/** @param {Report} report @param {Cause} answer @returns {Generator<string>} */
function* whatToDo(report, answer) {
  const { quick_answer: quick, fix } = report.entry(answer.entry);
  /** @param {string} text */
  const said = (text) => prose(report, text);
  yield* ["", "#### What to do", ""];
  yield `- **Cause:** ${said(quick.cause)}`;
  yield `- **Fix:** ${said(quick.fix)}`;
  yield `- **First:** ${said(quick.first)}`;
  yield "";
  for (const [at, step] of fix.steps.entries()) {
    yield `${at + 1}. ${said(step.do)}${step.when ? ` When: ${said(step.when)}` : ""}`;
    for (const text of [step.command, step.config]) {
      if (text) yield* ["", ...block(rstrip(text).split("\n")).map((line) => `   ${line}`)];
    }
  }
  yield* ["", `**To verify:** ${said(fix.verify)}`];
  if (fix.verify_command) yield* ["", ...block(rstrip(fix.verify_command).split("\n"))];
  yield* ["", `**To go on tonight:** ${said(fix.stopgap)}`];
}

/** @param {Report} report @param {number} most @returns {Generator<string>} */
function* guesses(report, most) {
  const { nearest } = report.diagnosis;
  if (nearest.length === 0) return;
  yield* ["", "#### A guess, from words alone", ""];
  for (const { entry, similarity } of nearest.slice(0, most)) {
    yield `- ${linked(report, entry, plain(report.row(entry).title))}, ${fixed(similarity * 100, 0)}% alike`;
  }
}

/** @param {Report} report @param {number} most @returns {Generator<string>} */
function* unexplained(report, most) {
  const rows = report.diagnosis.unexplained;
  if (rows.length === 0) return;
  yield* ["", "#### Not explained by any entry", "", ...block(rows.slice(0, most).map(row))];
  if (rows.length > most) yield `and ${words.count(rows.length - most, "more line")}`;
}

/** @param {Report} report @param {Cause} cause */
const link = (report, cause) => linked(report, cause.entry, plain(report.row(cause.entry).title));

/**
 * A link to an entry's page; its id where the page is on this machine alone.
 * @param {Report} report
 * @param {string} entry
 * @param {string} text
 */
const linked = (report, entry, text) =>
  report.isLocal ? `${text} (\`${entry}\`)` : `[${text}](${report.rows.has(entry) ? report.url(entry) : report.address})`;

/** @param {Report} report @param {Cause} cause */
function named(report, cause) {
  const where = words.whereabouts(cause);
  return link(report, cause) + (where ? ` (${plain(where)})` : "");
}

/** @param {{ readonly path: string, readonly line: number, readonly text: string }} one */
const row = ({ path, line, text }) => `${words.place(path, line)}: ${words.quoted(text)}`;

/** @param {string} text @returns {number} the length of the longest run of backticks in it */
const longestTicks = (text) => Math.max(0, ...(text.match(TICKS) ?? []).map((run) => run.length));

/** A code block whose fence is longer than any run of backticks in it. @param {readonly string[]} text */
export function block(text) {
  const fence = "`".repeat(Math.max(3, 1 + Math.max(0, ...text.map(longestTicks))));
  return [`${fence}text`, ...text, fence];
}

/** @param {string} text */
function code(text) {
  const shown = printable(text);
  const fence = "`".repeat(1 + longestTicks(shown));
  const pad = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/** Words in which nothing is markup, a link or a mention. @param {string} text */
const plain = (text) => text.replace(ACTIVE, (one) => (one === "@" ? "&#64;" : `\\${one}`));

/** A text field of an entry on one line; its links to entries lead to their pages. @param {Report} report @param {string} text */
const prose = (report, text) => onOneLine(text).replace(ENTRY_LINK, (_, text, entry) => linked(report, entry, text));

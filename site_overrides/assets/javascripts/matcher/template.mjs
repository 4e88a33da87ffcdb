// @ts-check
/**
 * Signature text in, template out: literal text and typed placeholders, no regular expression.
 *
 *     Sequence group {group:word} is preempted by PreemptionMode.{mode:word} mode because
 *
 * The twin of generator/model/template.py.
 */

export const DEFAULT_KIND = "word";
export const KINDS = Object.freeze(["int", "number", "size", "hex", "word", "path", "address", "any"]);
/** Kinds that end where the following text begins; the others have an end of their own. */
export const OPEN_KINDS = new Set(["word", "path", "address", "any"]);
/** A longer text or more lines are no message of a program; matching cost grows with both. */
export const LONGEST_TEMPLATE = 1000;
export const MOST_LINES = 16;
/** How much literal text keeps a signature from hitting everything. */
export const LEAST_LITERAL = 12;
export const LEAST_RUN = 8;

/** Runs of printable ASCII without white space and without what JSON encoders write as escapes. */
const KEY = /[!#-%(-*,.0-;?-[\]^_a-~-]{3,}/g;
const LONG_ENOUGH = 14;
/** Words that healthy logs are full of: a search by one of them would stop at every line. */
const WRITTEN = `
  active address attention available batch block blocks cache channel checkpoint client collective compile compiled
  complete completed config connected connection consumed context cuda data dataset default detected device devices
  disabled done elapsed enabled engine environment epoch error eval evaluation exception executor expected failed
  failure file files forward from global gpu grad gradient host info initialized initializing input instance invalid
  iteration iterations kernel launch layer learning length library line list load loaded loading local loss main
  master memory message metrics model module name nccl network node number nvidia object operation optimizer option
  output parameters path process processes progress python pytorch rank ranks rate received request requested
  requests restart returned running runtime samples scale server service setting shape size skipped started starting
  state status step steps store task tasks tensor test that this thread throughput time timeout token tokenizer
  tokens torch total train training transport usage using value values version waiting warning will with without
  worker workers world
`;
/** @type {ReadonlySet<string>} */
export const COMMON_WORDS = new Set(WRITTEN.trim().split(/\s+/));

const NAME = /^[a-z][a-z0-9_]{0,39}$/;
const BLANK = /^[ \t\v\f\0\r]*$/;

/** @typedef {{ readonly text: string }} Literal text that is printed to the letter */
/** @typedef {{ readonly name: string, readonly kind: string }} Hole a placeholder */
/** @typedef {Literal | Hole} Part */
/** @typedef {{ readonly lines: readonly (readonly Part[])[] }} Template the parts of each line of a signature */

/** The text is no template. `piece` is the part at fault, the message says why, `fix` how to mend it. */
export class TemplateError extends Error {
  /**
   * @param {string} what
   * @param {string} fix
   * @param {string} piece
   */
  constructor(what, fix, piece) {
    super(what);
    this.name = "TemplateError";
    this.fix = fix;
    this.piece = piece;
  }
}

/**
 * @param {Part} part
 * @returns {part is Hole}
 */
export const isHole = (part) => "kind" in part;

/**
 * @param {Template} template
 * @returns {string[]} the literal texts in order
 */
export const literalsOf = (template) => template.lines.flatMap((line) => line.flatMap((p) => (isHole(p) ? [] : [p.text])));

/**
 * @param {Template} template
 * @returns {Hole[]} the placeholders in order
 */
export const holesOf = (template) => template.lines.flatMap((line) => line.filter(isHole));

/**
 * The template that `text` writes; throws TemplateError.
 * @param {string} text
 * @returns {Template}
 */
export function parseTemplate(text) {
  const characters = [...text];
  if (characters.length > LONGEST_TEMPLATE) {
    throw new TemplateError(
      `the signature has ${characters.length.toLocaleString("en")} characters`,
      `keep the words that only this failure prints, ${LONGEST_TEMPLATE.toLocaleString("en")} characters at most`,
      characters
        .slice(LONGEST_TEMPLATE, LONGEST_TEMPLATE + 20)
        .join("")
        .trim(),
    );
  }
  const written = text.split("\n").filter((line) => !BLANK.test(line));
  if (written.length > MOST_LINES) {
    throw new TemplateError(
      `the signature has ${written.length} lines`,
      `keep the lines that tell this failure, ${MOST_LINES} at most`,
      /** @type {string} */ (written[MOST_LINES]).trim(),
    );
  }
  const template = { lines: written.length ? written.map(parseLine) : [[]] };
  const seen = new Set();
  for (const { name } of holesOf(template)) {
    if (seen.has(name)) {
      throw new TemplateError(`the placeholder \`${name}\` stands twice`, "give each placeholder a name of its own", `{${name}`);
    }
    seen.add(name);
  }
  return template;
}

/**
 * @param {string} line
 * @returns {Part[]}
 */
function parseLine(line) {
  /** @type {Part[]} */
  const parts = [];
  let literal = "";
  let at = 0;
  while (at < line.length) {
    const character = line[at];
    if (character !== "{" && character !== "}") {
      literal += character;
      at += 1;
      continue;
    }
    if (line[at + 1] === character) {
      literal += character;
      at += 2;
      continue;
    }
    if (character === "}") throw new TemplateError("a closing brace has no opening one", "double it, }}, if it is text", "}");
    const end = line.indexOf("}", at);
    if (end < 0) throw new TemplateError("an opening brace is never closed", "double it, {{, if it is text", line.slice(at));
    if (literal) {
      parts.push({ text: literal });
      literal = "";
    } else if (parts.length) {
      throw new TemplateError(
        "two placeholders touch",
        "put the text that is printed between them, or make them one",
        line.slice(at, end + 1),
      );
    }
    parts.push(hole(line.slice(at + 1, end)));
    at = end + 1;
  }
  if (literal) parts.push({ text: literal });
  return parts;
}

/**
 * @param {string} inside
 * @returns {Hole}
 */
function hole(inside) {
  const colon = inside.indexOf(":");
  const name = colon < 0 ? inside : inside.slice(0, colon);
  const kind = colon < 0 ? DEFAULT_KIND : inside.slice(colon + 1);
  const shown = `{${inside}}`;
  if (!NAME.test(name)) {
    throw new TemplateError(
      `\`${shown}\` is not a placeholder`,
      "write {name} or {name:kind}, the name in lower case; double the braces, {{ }}, if they are text",
      shown,
    );
  }
  if (!KINDS.includes(kind)) throw new TemplateError(`\`${kind}\` is no kind of placeholder`, `the kinds are ${KINDS.join(", ")}`, shown);
  return { name, kind };
}

/**
 * @param {Template} template
 * @returns {boolean} whether the literal text is too little to tell this failure from others, or to find it by (see LANGUAGE.md)
 */
export function isTooWide(template) {
  const letters = literalsOf(template).map((literal) => (literal.match(/[\p{L}\p{N}]/gu) ?? []).length);
  const all = letters.reduce((sum, count) => sum + count, 0);
  return all < LEAST_LITERAL || Math.max(...letters) < LEAST_RUN || keyOf(template) === null;
}

/**
 * The word of the first line by which a log is searched: long and rare, and spelled the same in JSON. Null if none will do.
 * @param {Template} template
 * @returns {string | null}
 */
export function keyOf(template) {
  /** @type {string | null} */
  let best = null;
  for (const part of template.lines[0] ?? []) {
    if (isHole(part)) continue;
    for (const word of part.text.match(KEY) ?? []) {
      const better = best === null ? 1 : rarity(word) - rarity(best) || (word > best ? 1 : 0);
      if (better > 0) best = word;
    }
  }
  return best;
}

/** @param {string} word */
function rarity(word) {
  const letters = word.toLowerCase().replace(/[^a-z]/g, "");
  return Math.min(word.length, LONG_ENOUGH) - (COMMON_WORDS.has(letters) ? LONG_ENOUGH : 0);
}

/** @type {Map<string, Template>} */
const KNOWN = new Map();

/**
 * The parsed template of a signature that `check` has let pass.
 * @param {string} text
 * @returns {Template}
 */
export function templateOf(text) {
  let template = KNOWN.get(text);
  if (template === undefined) {
    template = parseTemplate(text);
    KNOWN.set(text, template);
  }
  return template;
}

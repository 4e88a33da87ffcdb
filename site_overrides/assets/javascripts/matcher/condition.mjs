// @ts-check
/**
 * A comparison of captured values in, a condition out; with the values, whether it holds. The twin of generator/model/condition.py.
 *
 *     want > total
 *     live > 0.9 * total and mode == "RECOMPUTE"
 *
 * Names are placeholders of the entry's signatures. Sizes (`6.00 GiB`) and numbers compare as numbers, anything else as text.
 */

/** White space as Python's `str` knows it, which is not quite what `\s` and `trim` know here. */
const SPACE = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const NUMBER = "[0-9]{1,20}(?:\\.[0-9]{1,20})?";
const UNIT = "(?:[kKMGTPE]i?B?|B|[Bb]ytes?)";
const TERM = `(?:${NUMBER} ?\\* ?)?[a-z][a-z0-9_]{0,39}|-?${NUMBER}(?: ?${UNIT})?|"[^"]{0,80}"|[A-Za-z][A-Za-z0-9_.+-]{0,79}`;
const COMPARISON = new RegExp(`^${SPACE}*(${TERM})${SPACE}*(<=|>=|==|!=|<|>)${SPACE}*(${TERM})${SPACE}*$`);
const AND = new RegExp(`${SPACE}and${SPACE}`);
const NAME = new RegExp(`^(?:(${NUMBER}) ?\\* ?)?([a-z][a-z0-9_]{0,39})$`);
const SIZE = new RegExp(`^([-+]?${NUMBER})${SPACE}?(${UNIT})?$`);
const IS_SPACE = new RegExp(`^${SPACE}$`);
/** A longer text is no size. */
const LONGEST_SIZE = 64;
/** @type {Record<string, number>} */
const POWER = { "": 0, b: 0, k: 1, m: 2, g: 3, t: 4, p: 5, e: 6 };

/** @typedef {"<" | "<=" | ">" | ">=" | "==" | "!="} Sign */
/** @typedef {{ readonly name: string | null, readonly factor: number, readonly value: number | string | null }} Term one side of a comparison */
/** @typedef {{ readonly left: Term, readonly sign: Sign, readonly right: Term }} Comparison two terms and how they compare */
/** @typedef {{ readonly comparisons: readonly Comparison[] }} Condition comparisons that hold together */

/** The text is no condition; `piece` is the part at fault. */
export class ConditionError extends Error {
  /** @param {string} piece */
  constructor(piece) {
    super(`\`${piece}\` is no comparison`);
    this.name = "ConditionError";
    this.piece = piece;
  }
}

/**
 * The condition that `text` writes; throws ConditionError.
 * @param {string} text
 * @returns {Condition}
 */
export function parseCondition(text) {
  const comparisons = trimmed(text)
    .split(AND)
    .map((piece) => {
      const [, left, sign, right] = COMPARISON.exec(piece) ?? [];
      if (left === undefined || sign === undefined || right === undefined) throw new ConditionError(trimmed(piece));
      return { left: term(left), sign: /** @type {Sign} */ (sign), right: term(right) };
    });
  return { comparisons };
}

/**
 * @param {Condition} condition
 * @returns {string[]} the placeholders that it asks for, in order, each once
 */
export function namesIn(condition) {
  const names = condition.comparisons.flatMap(({ left, right }) => [left.name, right.name]);
  return [...new Set(names.filter((name) => name !== null))];
}

/** @param {string} text @returns {Term} */
function term(text) {
  const [, factor, name] = NAME.exec(text) ?? [];
  if (name !== undefined) return { name, factor: Number(factor ?? 1), value: null };
  return { name: null, factor: 1, value: quantity(text.replace(/^"+|"+$/g, "")) };
}

/** @param {string} text */
function trimmed(text) {
  let start = 0;
  let end = text.length;
  while (start < end && IS_SPACE.test(text.charAt(start))) start += 1;
  while (end > start && IS_SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/**
 * A size in bytes, a number as it is, anything else as text. `GB` and `GiB` count 1024³ both, as programs use them.
 * @param {string} text
 * @returns {number | string}
 */
export function quantity(text) {
  const stated = trimmed(text);
  const found = stated.length <= LONGEST_SIZE ? SIZE.exec(stated) : null;
  if (found === null) return stated;
  return Number(found[1]) * 1024 ** (POWER[(found[2] ?? "").charAt(0).toLowerCase()] ?? 0);
}

/**
 * Whether every comparison holds for what the placeholders took; false where a value is missing or does not compare.
 * @param {Condition} condition
 * @param {Readonly<Record<string, string>>} captures
 * @returns {boolean}
 */
export const holds = (condition, captures) => condition.comparisons.every((one) => holdsOne(one, captures));

/**
 * Whether a signature's hit with these captures is a sign of its failure.
 * @param {string | null | undefined} onlyIf
 * @param {Readonly<Record<string, string>>} captures
 * @returns {boolean}
 */
export const counts = (onlyIf, captures) => onlyIf === null || onlyIf === undefined || holds(parseCondition(onlyIf), captures);

/** @param {Comparison} one @param {Readonly<Record<string, string>>} captures */
function holdsOne({ left, sign, right }, captures) {
  let one = sideOf(left, captures);
  let other = sideOf(right, captures);
  if (one === null || other === null) return false;
  if (typeof one !== typeof other) [one, other] = [written(one), written(other)];
  if (sign === "==") return one === other;
  if (sign === "!=") return one !== other;
  if (typeof one === "string" || typeof other === "string") return false;
  if (sign === "<") return one < other;
  if (sign === "<=") return one <= other;
  return sign === ">" ? one > other : one >= other;
}

/** @param {Term} term @param {Readonly<Record<string, string>>} captures */
function sideOf({ name, factor, value }, captures) {
  if (name === null) return value;
  if (!Object.hasOwn(captures, name)) return null;
  const size = quantity(captures[name]);
  return typeof size === "number" ? size * factor : size;
}

/**
 * A number as Python writes it, since a text may be compared with it.
 * @param {number | string} value
 * @returns {string}
 */
function written(value) {
  if (typeof value === "string") return value;
  const [digits = "", power = "0"] = value.toExponential().split("e");
  if (value !== 0 && (Number(power) < -4 || Number(power) >= 16)) {
    return `${digits}e${power.charAt(0)}${power.slice(1).padStart(2, "0")}`;
  }
  const plain = Object.is(value, -0) ? "-0" : String(value);
  return plain.includes(".") ? plain : `${plain}.0`;
}

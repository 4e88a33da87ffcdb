// @ts-check
/**
 * Text of a log in, the same text out without what belongs to its owner: names of users and hosts, addresses, e-mails, secrets.
 *
 * The same value becomes the same placeholder within one report (`<host-2>`), so that ranks can still be told apart. Every pattern begins
 * at a word that is rare, or is bounded, so that a line of any length is gone through in linear time. What looks like a secret and is none
 * stays readable: version numbers, bus addresses, loopback, digests, source files, public hosts.
 * The twin of generator/diagnose/mask/masker.py.
 */

import { sortedBy } from "../order.mjs";
import { ANY_CASE, escaped, Pattern } from "../pattern.mjs";
import { casefold, lengthOf, partition } from "../text.mjs";
import { RULES as ADDRESSES } from "./addresses.mjs";
import { hostsIn, isNameOfHost, isOwnUser, RULES as NAMES } from "./names.mjs";
import { EMAIL, HOST, IP, MAC, USER } from "./rule.mjs";
import { RULES as SECRETS } from "./secrets.mjs";

/** @typedef {{ readonly start: number, readonly end: number, readonly kind: string }} Span */

/** Secrets first: what one of them covers, no other rule has a say in. */
export const RULES = [...SECRETS, ...NAMES, ...ADDRESSES];
const FOLDED = [HOST, IP, MAC, EMAIL];

/** Hides the same things behind the same placeholders for as long as it lives. `hosts` and `users` are known already. */
export class Masker {
  /** @type {Set<string>} */
  #hosts;
  /** @type {Set<string>} */
  #users;
  /** @type {Map<string, string>} */
  #given = new Map();
  /** @type {Map<string, number>} */
  #count = new Map();
  /** @type {Pattern | null} */
  #knownHosts = null;
  /** @type {Pattern | null} */
  #knownUsers = null;
  #stale = true;

  /**
   * @param {Iterable<string>} hosts
   * @param {Iterable<string>} users
   */
  constructor(hosts = [], users = []) {
    this.#hosts = new Set([...hosts].filter(isNameOfHost).map(casefold));
    this.#users = new Set([...users].filter(isOwnUser));
  }

  /**
   * Remembers the names that `text` shows beyond doubt, so that they are hidden where they stand alone, too.
   * @param {string} text
   */
  learn(text) {
    const before = this.#hosts.size + this.#users.size;
    for (const { start, end, kind } of spansIn(text)) {
      const value = text.slice(start, end);
      if (kind === HOST) {
        for (const host of hostsIn(value)) if (isNameOfHost(host)) this.#hosts.add(casefold(host));
      } else if (kind === USER && isOwnUser(value)) this.#users.add(value);
    }
    this.#stale = this.#stale || before !== this.#hosts.size + this.#users.size;
  }

  /**
   * @param {string} text
   * @returns {string} the text with placeholders
   */
  mask(text) {
    this.learn(text);
    let out = "";
    let place = 0;
    for (const { start, end, kind } of firstCome([...spansIn(text), ...this.#spansOfKnown(text)])) {
      out += text.slice(place, start) + this.#placeholder(kind, text.slice(start, end));
      place = end;
    }
    return out + text.slice(place);
  }

  /** @param {string} kind @param {string} value */
  #placeholder(kind, value) {
    let key = FOLDED.includes(kind) ? casefold(value) : value;
    if (kind === IP && key.startsWith("::ffff:")) key = key.slice("::ffff:".length); // the same address, seen through IPv6
    const [first] = partition(key, ".");
    if (kind === HOST && this.#hosts.has(first)) key = first; // node17 and node17.example.org are one
    const known = this.#given.get(`${kind} ${key}`);
    if (known !== undefined) return known;
    const count = (this.#count.get(kind) ?? 0) + 1;
    this.#count.set(kind, count);
    this.#given.set(`${kind} ${key}`, `<${kind}-${count}>`);
    return `<${kind}-${count}>`;
  }

  /** @param {string} text @returns {Generator<Span>} */
  *#spansOfKnown(text) {
    if (this.#stale) {
      const hosts = anyOf(this.#hosts);
      const users = anyOf(this.#users);
      this.#knownHosts = hosts === null ? null : new Pattern(String.raw`(?:^|[^\w.<-])${hosts}(?![\w-])`, ANY_CASE);
      // a part of a longer name, too: alice-llama.log
      this.#knownUsers = users === null ? null : new Pattern(String.raw`(?:^|[^\w<])${users}(?!\w)`);
      this.#stale = false;
    }
    for (const { kind, known } of [
      { kind: HOST, known: this.#knownHosts },
      { kind: USER, known: this.#knownUsers },
    ]) {
      for (const { indices } of known?.all(text) ?? []) {
        const [start, end] = /** @type {[number, number]} */ (indices.groups.value);
        yield { start, end, kind };
      }
    }
  }
}

/**
 * @param {Iterable<string>} names
 * @returns {string | null} a pattern for any of the names, the longest first
 */
function anyOf(names) {
  const whole = sortedBy(names, (name) => [-lengthOf(name), name])
    .map(escaped)
    .join("|");
  return whole ? `(?P<value>${whole})` : null;
}

/** @param {string} text @returns {Generator<Span>} */
function* spansIn(text) {
  for (const { kind, pattern, accept } of RULES) {
    for (const found of pattern.all(text)) {
      const value = found.groups.value;
      if (!value) continue;
      const [start, end] = /** @type {[number, number]} */ (found.indices.groups.value);
      if (accept(value, found, start)) yield { start, end, kind };
    }
  }
}

/**
 * The spans in the order of the text; where two overlap, the one that was found first has it all.
 * @param {readonly Span[]} spans
 * @returns {Span[]}
 */
function firstCome(spans) {
  /** @type {{ number: number, span: Span }[]} */
  const out = [];
  for (const { number, span } of sortedBy(
    spans.map((span, number) => ({ number, span })),
    (one) => [one.span.start, one.number],
  )) {
    const last = out.at(-1);
    if (last && span.start < last.span.end) {
      const kind = number < last.number ? span.kind : last.span.kind;
      last.span = { start: last.span.start, end: Math.max(last.span.end, span.end), kind };
      last.number = Math.min(last.number, number);
    } else out.push({ number, span });
  }
  return out.map(({ span }) => span);
}

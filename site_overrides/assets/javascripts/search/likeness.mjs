// @ts-check
/** Entries in, an index of their words out: a question finds signatures like it, and titles, symptoms and texts with its words. No DOM. */

import { Dictionary } from "./dictionary.mjs";
import { Field } from "./field.mjs";
import { mayVary, wordsAsked } from "./words.mjs";

/** @typedef {import("./dictionary.mjs").Meant} Meant */
/** @typedef {import("./records.mjs").Entry} Entry */
/** @typedef {import("./records.mjs").Texts} Texts */
/** @typedef {"printed" | "title" | "tags" | "symptoms" | "texts"} Place */
/** @typedef {{ readonly word: string, readonly tells: number, readonly meant: readonly Meant[] }} Asked a word of the question, how much it tells, and the known words that it may mean */

/** More words are a traceback: those that tell most are asked for. */
const MOST_WORDS = 40;
/** Of so many words or fewer, those that no entry has are taken for misspelt or unfinished. */
const MOST_MENDED = 14;
const SHORTEST_MENDED = 4;
/** A shorter word is no beginning of another, or only while it is typed; a longer one may have two slips. */
const SHORTEST_BEGINNING = 4;
const SHORTEST_TYPED = 3;
const LONG = 7;
/** Of several words one must be found as it is, or be long enough to be known in spite of a slip. */
const SURE = 0.55;
/** Of so many entries each signature is looked at; a common length of one, in words. */
const MOST_COMPARED = 60;
const COMMON_LENGTH = 12;
/** How many words a signature and a question must share before it counts how much of the signature they are. */
const LEAST_COMMON = 4;
/** What a word weighs, by where it stands. @type {Readonly<Record<Place, number>>} */
const BOOST = { printed: 1.5, title: 2.2, tags: 1.2, symptoms: 1, texts: 0.7 };
const PLACES = /** @type {const} */ (["printed", "title", "tags", "symptoms", "texts"]);
const HOLES = /\{\{|\}\}|\{[^{}]*\}/g;

/** How much an entry is like a question. */
export class Likeness {
  score = 0;
  /** How much of the question stands in one signature, or of the signature in the question: from 0 to 1. */
  near = 0;
  /** @type {string | null} the signature that is most like it */
  signature = null;
  /** @type {Set<Asked>} the words of the question that were found */
  found = new Set();
  /** @type {Set<string>} the words of the entry that were found for them */
  words = new Set();
  /** @type {Set<Place>} where */
  places = new Set();
  /** How much of the question was found, by weight. */
  share = 0;
  /** How sure the surest of its words is meant. */
  sure = 0;
}

export class LikenessIndex {
  #dictionary = new Dictionary();
  #fields = { printed: new Field(), title: new Field(), tags: new Field(), symptoms: new Field(), texts: new Field() };
  #entries;
  /** @type {Map<number, (readonly number[])[]>} the words of an entry's signatures, of those that were looked at */
  #signatures = new Map();
  /** @type {number[]} in how many entries each word stands */
  #spread = [];
  /** @type {number[]} the entry in which each word was met last */
  #met = [];
  #now = 0;

  /** @param {readonly Entry[]} entries */
  constructor(entries) {
    this.#entries = entries;
    for (const { id, title, signatures } of entries) {
      this.#now += 1;
      this.#add("title", `${title} ${id}`);
      this.#add("printed", signatures.join("\n").replace(HOLES, " "));
    }
  }

  /** @param {readonly Texts[]} some of the entries, in their order, behind those that were added before */
  add(some) {
    for (const { tags, symptoms, texts } of some) {
      this.#now += 1;
      this.#add("tags", tags.join(" "));
      this.#add("symptoms", symptoms.join(" "));
      this.#add("texts", texts.join(" "));
    }
  }

  /** @param {Place} place @param {string} text of the entry that is looked at now */
  #add(place, text) {
    const words = this.#dictionary.add(text);
    this.#fields[place].add(words);
    for (const word of words) {
      if (this.#met[word] === this.#now) continue;
      this.#met[word] = this.#now;
      this.#spread[word] = (this.#spread[word] ?? 0) + 1;
    }
  }

  /** How much a word tells; one that no entry has tells as much as one that one entry has. @param {number | undefined} word */
  #tells(word) {
    return Math.log(1 + this.#entries.length / ((word !== undefined ? this.#spread[word] : undefined) ?? 1));
  }

  /**
   * The entries that are like the question, by number.
   * @param {string} text
   * @returns {Map<number, Likeness>}
   */
  ask(text) {
    const asked = this.#asked(text);
    const whole = sumOf(asked);
    /** @type {Map<number, Likeness>} */
    const out = new Map();
    for (const one of asked) {
      for (const place of PLACES) this.#note(one, place, out);
    }
    for (const [entry, like] of out) {
      like.share = sumOf(like.found) / whole;
      if (asked.length > 1 && like.sure < SURE) out.delete(entry);
    }
    const likely = [...out].filter(([, like]) => like.places.has("printed")).sort(([, one], [, other]) => other.score - one.score);
    for (const [entry, like] of likely.slice(0, MOST_COMPARED)) this.#compare(entry, like, asked, whole);
    return out;
  }

  /** Which entries have a word of the question in one place. @param {Asked} one @param {Place} place @param {Map<number, Likeness>} out */
  #note(one, place, out) {
    const field = this.#fields[place];
    /** @type {Map<number, number>} of several words that may be meant, the surest counts */
    const best = new Map();
    for (const { number, weight } of one.meant) {
      const word = /** @type {string} */ (this.#dictionary.words[number]);
      for (const entry of field.with(number)) {
        best.set(entry, Math.max(best.get(entry) ?? 0, weight * this.#tells(number)));
        const like = out.get(entry) ?? new Likeness();
        out.set(entry, like);
        like.found.add(one);
        like.sure = Math.max(like.sure, weight);
        like.words.add(word);
        like.places.add(place);
      }
    }
    for (const [entry, score] of best) /** @type {Likeness} */ (out.get(entry)).score += BOOST[place] * score * field.norm(entry);
  }

  /** How like its signatures are: the one with most of the question counts. @param {number} entry @param {Likeness} like @param {readonly Asked[]} asked @param {number} whole */
  #compare(entry, like, asked, whole) {
    let most = 0;
    for (const [at, words] of this.#wordsOf(entry).entries()) {
      const found = asked.filter(({ meant }) => meant.some(({ number }) => words.includes(number)));
      const sum = sumOf(found);
      const near = Math.max(sum / whole, found.length >= LEAST_COMMON ? Math.min(1, found.length / words.length) : 0);
      most = Math.max(most, sum / (1 + words.length / COMMON_LENGTH));
      if (near <= like.near || (asked.length > 1 && found.length === 1)) continue;
      like.near = near;
      like.signature = this.#entries[entry]?.signatures[at] ?? null;
    }
    like.score += BOOST.printed * most;
  }

  /** @param {number} entry @returns {(readonly number[])[]} the words of each of its signatures */
  #wordsOf(entry) {
    let known = this.#signatures.get(entry);
    if (known === undefined) {
      known = (this.#entries[entry]?.signatures ?? []).map((text) => this.#dictionary.add(text.replace(HOLES, " ")));
      this.#signatures.set(entry, known);
    }
    return known;
  }

  /** The words of a question that tell most; numbers and addresses that no entry has tell nothing. @param {string} text @returns {Asked[]} */
  #asked(text) {
    const all = wordsAsked(text);
    const some = all.filter((word) => this.#dictionary.find(word) !== undefined || !mayVary(word));
    const words = some.length ? some : all;
    const asked = words.map((word, at) => this.#meaning(word, words.length <= MOST_MENDED, at === words.length - 1));
    if (asked.length <= MOST_WORDS) return asked;
    const known = asked.filter(({ meant }) => meant.length);
    return known.sort((one, other) => other.tells - one.tells).slice(0, MOST_WORDS);
  }

  /** @param {string} word @param {boolean} isMended @param {boolean} isLast @returns {Asked} */
  #meaning(word, isMended, isLast) {
    const number = this.#dictionary.find(word);
    const meant = number === undefined ? [] : [{ number, weight: 1 }];
    const least = isLast ? SHORTEST_TYPED : SHORTEST_BEGINNING;
    if (isMended && word.length >= least && (isLast || number === undefined)) meant.push(...this.#dictionary.beginningWith(word));
    if (isMended && meant.length === 0 && word.length >= SHORTEST_MENDED && !mayVary(word)) {
      meant.push(...this.#dictionary.near(word, word.length > LONG ? 2 : 1));
    }
    return { word, tells: this.#tells(number), meant };
  }
}

/** @param {Iterable<Asked>} words @returns {number} how much they tell together */
function sumOf(words) {
  let sum = 0;
  for (const { tells } of words) sum += tells;
  return sum;
}

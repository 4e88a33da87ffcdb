// @ts-check
/** Questions in, answers of the search's worker out. It is started with the first question, and only the newest question is answered. */

import { bytesOf, workerOf } from "./site.mjs";

/** @typedef {import("../search/search.mjs").Found} Found */
/** @typedef {import("../search/worker.mjs").Answer} Answer */
/** @typedef {{ readonly text: string, readonly found: readonly Found[], readonly areas: Readonly<Record<string, string>> }} Answered */

export class SearchClient {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Readonly<Record<string, string>> | null} */
  #areas = null;
  #text = "";
  #number = 0;
  /** Whether the worker is at a question. */
  #isAsked = false;

  /**
   * @param {(answered: Answered) => void} whenAnswered
   * @param {(why: string) => void} whenBroken
   */
  constructor(whenAnswered, whenBroken) {
    this.whenAnswered = whenAnswered;
    this.whenBroken = whenBroken;
  }

  /** @param {string} text */
  ask(text) {
    this.#text = text;
    this.#number += 1;
    if (this.#worker === null) this.#start();
    else this.#send();
  }

  #send() {
    if (this.#areas === null || this.#isAsked) return;
    this.#isAsked = true;
    this.#worker?.postMessage({ number: this.#number, text: this.#text });
  }

  #start() {
    performance.mark("search:touched");
    const worker = workerOf("search");
    this.#worker = worker;
    worker.addEventListener("message", ({ data }) => this.#hear(data));
    worker.addEventListener("error", () => this.#break("its scripts cannot be started here"));
    this.#hand("search-index.json", "index").catch((error) => this.#break(error instanceof Error ? error.message : String(error)));
  }

  /** A file of the site for the worker, as it comes. @param {string} path @param {"index" | "texts"} name */
  async #hand(path, name) {
    const bytes = await bytesOf(path);
    this.#worker?.postMessage({ [name]: bytes }, [bytes]);
  }

  /** @param {Answer} answer */
  #hear(answer) {
    if ("trouble" in answer) return this.#break(answer.trouble);
    if ("areas" in answer) {
      this.#areas = answer.areas;
      performance.measure("search:ready", "search:touched");
      this.#send();
      this.#hand("search-texts.json", "texts").catch(() => {}); // without them, titles and signatures are searched all the same
    } else if ("whole" in answer) {
      this.#send();
    } else {
      this.#isAsked = false;
      if (answer.number === this.#number) this.whenAnswered({ text: this.#text, found: answer.found, areas: this.#areas ?? {} });
      else this.#send();
    }
  }

  /** The next question starts anew. @param {string} why */
  #break(why) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#areas = null;
    this.#isAsked = false;
    this.whenBroken(why);
  }
}

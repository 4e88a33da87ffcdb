// @ts-check
/** Logs in, the diagnosis of the worker out. The index is loaded and handed to it before it begins; from then on nothing is asked of the network. */

import { textOf, workerOf } from "../site.mjs";

/** @typedef {import("../../diagnosis/diagnosis.mjs").Diagnosis} Diagnosis */
/** @typedef {import("../../diagnosis/timeline.mjs").Timeline} Timeline */
/** @typedef {{ readonly name: string, readonly blob: Blob }} Log */
/** @typedef {{ readonly id: string, readonly area: string, readonly title: string, readonly kind: string }} Named what is shown of an entry */
/** @typedef {{ readonly diagnosis: Diagnosis, readonly masked: Diagnosis, readonly timeline: Timeline | null, readonly rows: readonly Named[] }} Read */
/** @typedef {import("../../diagnosis/context.mjs").ContextLine} ContextLine */

export class Reader {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Promise<void> | null} */
  #ready = null;
  /** @type {((why: Error) => void) | null} */
  #giveUp = null;
  /** What is asked of the worker, one after the other. @type {Promise<unknown>} */
  #turn = Promise.resolve();

  /** Starts the worker and gives it the index, so that it waits for logs and not they for it. @returns {Promise<void>} */
  prepare() {
    this.#ready ??= this.#prepared().catch((error) => {
      this.cancel();
      throw error;
    });
    return this.#ready;
  }

  async #prepared() {
    const index = await textOf("diagnosis-index.json");
    this.#worker = workerOf("diagnosis");
    await this.#ask({ index }, (data) => "ready" in data);
  }

  /**
   * @param {readonly Log[]} logs
   * @param {(bytes: number) => void} progress
   * @returns {Promise<Read>}
   */
  async read(logs, progress) {
    await this.prepare();
    return this.#inTurn(() =>
      this.#ask({ logs }, (data) => {
        if ("read" in data) progress(data.read);
        return "diagnosis" in data;
      }),
    );
  }

  /**
   * @param {Log} log
   * @param {number} line
   * @returns {Promise<ContextLine[]>}
   */
  async around(log, line) {
    await this.prepare();
    const { lines } = await this.#inTurn(() => this.#ask({ around: { ...log, line } }, (data) => "lines" in data));
    return lines;
  }

  /** Ends the worker, whatever it is at. The next task begins with a new one. */
  cancel() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = null;
    this.#giveUp?.(new Cancelled());
    this.#giveUp = null;
  }

  /** @template T @param {() => Promise<T>} ask @returns {Promise<T>} */
  #inTurn(ask) {
    const answer = this.#turn.then(ask, ask);
    this.#turn = answer.catch(() => {});
    return answer;
  }

  /** @param {object} message @param {(data: any) => boolean} isAnswer @returns {Promise<any>} */
  #ask(message, isAnswer) {
    const worker = this.#worker;
    if (worker === null) return Promise.reject(new Cancelled());
    return new Promise((resolve, reject) => {
      this.#giveUp = reject;
      worker.onerror = () => reject(new Error("the scripts of the diagnosis cannot be started here"));
      worker.onmessage = ({ data }) => {
        if ("failed" in data) reject(new Error(data.failed));
        else if (isAnswer(data)) resolve(data);
      };
      worker.postMessage(message);
    });
  }
}

/** The reader of the page has ended it. */
export class Cancelled extends Error {}

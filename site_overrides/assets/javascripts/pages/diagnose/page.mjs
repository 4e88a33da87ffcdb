// @ts-check
/** The page that diagnoses logs: takes what is pasted, dropped, chosen or handed over, shows how far it is, and then the result. */

import { gather } from "../../diagnosis/gather.mjs";
import * as words from "../../diagnosis/report/words.mjs";
import { element } from "../element.mjs";
import { takeOver } from "../hand_over.mjs";
import { filesIn, named } from "./dropped.mjs";
import { Cancelled, Reader } from "./reader.mjs";
import { resultOf, sayAnswer } from "./result.mjs";

/** @typedef {import("../../diagnosis/gather.mjs").Dropped} Dropped */

/** A longer text is no longer shown in the box: laying it out would hold up the page. */
const LONGEST_SHOWN = 200_000;
const PASTED = "pasted.log";
/** How often a screen reader is told how far it is, in milliseconds. */
const TOLD = 3000;

/** @param {HTMLFormElement} form */
export function mountDiagnosis(form) {
  new DiagnosisPage(form).mount();
}

class DiagnosisPage {
  #form;
  #text;
  #progress;
  #result;
  #said;
  #reader = new Reader();
  /** @type {Blob | null} a pasted text that is too long for the box */
  #pasted = null;
  /** Counts the tasks: what an older one finds is no longer shown. */
  #task = 0;

  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.#form = form;
    this.#text = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"));
    this.#progress = /** @type {HTMLElement} */ (document.querySelector("[data-diagnosis-progress]"));
    this.#result = /** @type {HTMLElement} */ (document.querySelector("[data-diagnosis-result]"));
    this.#said = /** @type {HTMLElement} */ (document.querySelector("[data-diagnosis-said]"));
  }

  mount() {
    const form = this.#form;
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#begin([{ path: PASTED, blob: this.#pasted ?? new Blob([this.#text.value]), isNamed: true }]);
    });
    form.addEventListener("focusin", () => this.#prepare(), { once: true });
    this.#text.addEventListener("paste", (event) => this.#paste(event));
    this.#text.addEventListener("input", () => {
      this.#pasted = null;
    });
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[type=file]"))) {
      form.querySelector(`[data-choose="${input.id}"]`)?.addEventListener("click", () => input.click());
      input.addEventListener("change", () => {
        this.#begin(named(input.files ?? []));
        input.value = ""; // the same may be chosen again
      });
    }
    this.#mountDrop();
    for (const sample of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-sample]"))) {
      const button = element("button", { type: "button", class: "wide-button" }, "Diagnose this sample");
      button.addEventListener("click", () =>
        this.#begin([
          { path: sample.dataset.sample ?? "sample.log", blob: new Blob([sample.querySelector("code")?.textContent ?? ""]), isNamed: true },
        ]),
      );
      sample.append(element("p", {}, button));
    }
    const handed = takeOver();
    if (handed) {
      this.#text.value = handed.slice(0, LONGEST_SHOWN);
      this.#begin([{ path: PASTED, blob: new Blob([handed]), isNamed: true }]);
    }
  }

  #prepare() {
    this.#reader.prepare().catch(() => {}); // it is said when a log is there
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const { clipboardData: data } = event;
    if (data?.files.length) {
      event.preventDefault();
      this.#begin(named(data.files));
      return;
    }
    const text = data?.getData("text/plain") ?? "";
    if (text.length <= LONGEST_SHOWN) return;
    event.preventDefault();
    this.#text.value = `${text.slice(0, 2000)}\n… ${words.count(text.length, "character")} were pasted; all of them are read …`;
    this.#pasted = new Blob([text]);
    this.#begin([{ path: PASTED, blob: this.#pasted, isNamed: true }]);
  }

  #mountDrop() {
    const { body } = document;
    /** @param {DragEvent} event */
    const hasFiles = (event) => event.dataTransfer?.types.includes("Files") ?? false;
    document.addEventListener("dragover", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      body.classList.add("is-dropped-on");
      this.#prepare();
    });
    document.addEventListener("dragleave", (event) => {
      if (event.relatedTarget === null) body.classList.remove("is-dropped-on");
    });
    document.addEventListener("drop", async (event) => {
      body.classList.remove("is-dropped-on");
      if (!event.dataTransfer || !hasFiles(event)) return;
      event.preventDefault();
      this.#begin(await filesIn(event.dataTransfer));
    });
  }

  /** @param {readonly Dropped[]} files */
  async #begin(files) {
    const task = ++this.#task;
    this.#reader.cancel();
    this.#result.replaceChildren();
    const { logs, troubles, passed } = await gather(withOwnNames(files));
    if (task !== this.#task) return;
    if (logs.every(({ blob }) => blob.size === 0))
      return this.#say("There is nothing to read: paste a log, or choose files that have something in them.", troubles);
    const size = logs.reduce((sum, { blob }) => sum + blob.size, 0);
    const end = this.#showProgress(size, logs.length);
    try {
      const read = await this.#reader.read(
        logs.map(({ path, blob }) => ({ name: path, blob })),
        end.tell,
      );
      if (task !== this.#task) return;
      const diagnosis = { ...read.diagnosis, inputs: [...read.diagnosis.inputs, ...troubles] };
      const blobs = new Map(logs.map(({ path, blob }) => [path, blob]));
      /** @param {string} path @param {number} line */
      const around = (path, line) => this.#reader.around({ name: path, blob: blobs.get(path) ?? new Blob() }, line);
      this.#progress.replaceChildren();
      const result = resultOf(
        { ...read, diagnosis },
        { around, repository: this.#form.dataset.repository ?? "", width: this.#result.clientWidth - 34 },
      );
      if (passed)
        result.append(
          element(
            "p",
            { class: "legend" },
            `Passed over: ${words.count(passed, "file")} whose name says that it is no log; drop a file itself to have it read.`,
          ),
        );
      this.#result.replaceChildren(result);
      this.#said.textContent = sayAnswer(diagnosis, read.rows);
      result.querySelector("h2")?.focus({ preventScroll: true });
      this.#result.scrollIntoView({ block: "start" });
    } catch (error) {
      if (task !== this.#task) return;
      this.#say(
        error instanceof Cancelled
          ? "Cancelled. Nothing is kept."
          : `It could not be read: ${error instanceof Error ? error.message : error}.`,
      );
    }
  }

  /** @param {string} what @param {readonly import("../../diagnosis/diagnosis.mjs").Input[]} troubles */
  #say(what, troubles = []) {
    const items = troubles.map(({ path, trouble }) =>
      element("li", {}, element("bdi", {}, words.quoted(path)), `: ${words.quoted(trouble ?? "")}`),
    );
    this.#progress.replaceChildren(element("p", {}, what), ...(items.length ? [element("ul", {}, ...items)] : []));
    this.#said.textContent = what;
  }

  /** @param {number} size @param {number} count */
  #showProgress(size, count) {
    const bar = /** @type {HTMLProgressElement} */ (element("progress", { max: "1", value: "0", "aria-label": "Reading" }));
    const label = element("span", {}, `Reading ${words.count(count, "log")}, ${words.size(size)}`);
    const cancel = element("button", { type: "button", class: "plain-button" }, "Cancel");
    cancel.addEventListener("click", () => {
      this.#reader.cancel();
      this.#text.focus();
    });
    this.#progress.replaceChildren(element("p", { class: "progress" }, bar, label, cancel));
    this.#said.textContent = label.textContent;
    let said = performance.now();
    return {
      /** @param {number} bytes unpacked, so that a packed log may have more than its size */
      tell: (bytes) => {
        if (bytes <= size) bar.value = bytes / size;
        else bar.removeAttribute("value");
        label.textContent = `${words.size(bytes)} of ${bytes <= size ? words.size(size) : "a packed log"} read`;
        if (performance.now() - said < TOLD) return;
        said = performance.now();
        this.#said.textContent = label.textContent;
      },
    };
  }
}

/** Files of one name, chosen from several folders, are told apart. @param {readonly Dropped[]} files @returns {Dropped[]} */
function withOwnNames(files) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  return files.map((file) => {
    const count = (counts.get(file.path) ?? 0) + 1;
    counts.set(file.path, count);
    return count === 1 ? file : { ...file, path: `${file.path} (${count})` };
  });
}

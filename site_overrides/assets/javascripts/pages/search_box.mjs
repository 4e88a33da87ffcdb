// @ts-check
/**
 * The one search of the site. The header's link, the box on the first page, `/` and an address with `?q=` open the same dialog; nothing of
 * the search is loaded before. Arrows walk through the results, Enter goes to the first, Escape closes.
 */

import { element } from "./element.mjs";
import { handOver } from "./hand_over.mjs";
import { SearchClient } from "./search_client.mjs";
import { addressOf } from "./site.mjs";

/** A line feed that was pasted, in a box of one line. */
const BREAK = "↵";
/** What is longer is a log, not a question; what is longer than that in an address breaks on the way. */
const LONGEST = 200_000;
const LONGEST_ADDRESS = 2000;
const LOG_LINES = 4;
/** A screen reader is told, and the address is kept, when typing rests. */
const REST = 500;

/** @type {SearchBox | null} */
let box = null;

/**
 * Opens the search with a text; "" leaves what stands there.
 * @param {string} text
 */
export function openSearch(text = "") {
  box ??= new SearchBox();
  box.open(text);
}

/** @param {Document} document */
export function mountSearch(document) {
  for (const link of document.querySelectorAll("[data-search-open]")) {
    link.setAttribute("role", "button");
    link.addEventListener("click", (event) => {
      const { ctrlKey, metaKey, shiftKey } = /** @type {MouseEvent} */ (event);
      if (ctrlKey || metaKey || shiftKey) return;
      event.preventDefault();
      openSearch();
    });
    link.addEventListener("keydown", (event) => {
      if (/** @type {KeyboardEvent} */ (event).key !== " ") return;
      event.preventDefault();
      openSearch();
    });
  }
  document.addEventListener("keydown", (event) => {
    if (
      event.key !== "/" ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isTyping(event.target) ||
      document.querySelector("dialog[open]")
    )
      return;
    event.preventDefault();
    openSearch();
  });
  mountFirstPage(document);
  const asked = new URLSearchParams(location.search).get("q");
  if (asked !== null && !document.querySelector("form[data-index-filter]")) openSearch(asked);
}

/** The box on the first page hands what is typed or pasted over as soon as it is touched; without scripts its form asks the signature index. @param {Document} document */
function mountFirstPage(document) {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-find]"));
  const input = form?.querySelector("input");
  if (!form || !input) return;
  const hand = () => {
    const text = input.value;
    input.value = ""; // it stands in the dialog now, where typing goes on
    openSearch(text);
  };
  let composing = false;
  input.addEventListener("compositionstart", () => {
    composing = true;
  });
  input.addEventListener("compositionend", () => {
    composing = false;
    hand();
  });
  input.addEventListener("input", () => {
    if (!composing && input.value) hand();
  });
  input.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!text.includes("\n")) return;
    event.preventDefault(); // a box of one line would join the lines
    openSearch(text);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    hand();
  });
}

/** @param {EventTarget | null} target */
const isTyping = (target) => target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

class SearchBox {
  #input = /** @type {HTMLInputElement} */ (
    element("input", {
      type: "search",
      class: "search-input",
      id: "search-text",
      "aria-describedby": "search-hint",
      placeholder: "Words, a line, or a whole traceback",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "search",
    })
  );
  #count = element("p", { class: "search-count", "aria-hidden": "true" });
  #said = element("p", { class: "visually-hidden", role: "status" });
  #list = element("ol", { class: "search-results" });
  #none = element("div", { class: "search-none", hidden: "" });
  #log = element("p", { class: "search-log", hidden: "" });
  #dialog;
  #resting = 0;
  #asked = 0;
  /** What was pasted and is longer than the box holds; it goes on to the diagnosis whole, as long as the box shows its beginning. @type {string | null} */
  #whole = null;
  /** Whether the first result is to be opened as soon as it is known. */
  #isEntered = false;
  #isAnswered = false;
  #client = new SearchClient(
    (answered) => this.#answer(answered),
    (why) => this.#break(why),
  );

  constructor() {
    const close = element("button", { type: "button", class: "search-close", "aria-label": "Close the search" }, "Esc");
    const hint = element(
      "p",
      { class: "search-hint", id: "search-hint" },
      "↑ ↓ walk through the results, Enter opens, Esc closes. Nothing you type leaves this page.",
    );
    const head = element(
      "div",
      { class: "search-head", role: "search" },
      element("label", { for: "search-text", class: "visually-hidden" }, "Search the encyclopedia"),
      this.#input,
      close,
    );
    const body = element("div", { class: "search-body" }, this.#count, this.#log, this.#list, this.#none);
    this.#dialog = /** @type {HTMLDialogElement} */ (
      element("dialog", { class: "search md-typeset", "aria-label": "Search" }, head, body, this.#said, hint)
    );
    document.body.append(this.#dialog);
    close.addEventListener("click", () => this.#dialog.close());
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.#dialog.close(); // beside it
    });
    this.#dialog.addEventListener("close", () => keepInAddress(""));
    this.#dialog.addEventListener("keydown", (event) => this.#key(event));
    this.#list.addEventListener("click", () => this.#keep()); // coming back from a result shows the results again
    this.#input.addEventListener("input", (event) => {
      if (!(/** @type {InputEvent} */ (event).isComposing)) this.#ask();
    });
    this.#input.addEventListener("compositionend", () => this.#ask());
    this.#input.addEventListener("paste", (event) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (!text.includes("\n")) return;
      event.preventDefault();
      this.#whole = text.length > LONGEST ? text : null;
      this.#input.setRangeText(onOneLine(text), this.#input.selectionStart ?? 0, this.#input.selectionEnd ?? 0, "end");
      this.#ask();
    });
  }

  /** @param {string} text */
  open(text) {
    if (text) this.#whole = text.length > LONGEST ? text : null;
    if (text) this.#input.value = onOneLine(text);
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#input.focus();
    if (text) this.#input.setSelectionRange(this.#input.value.length, this.#input.value.length);
    else this.#input.select();
    this.#ask();
  }

  #ask() {
    this.#isEntered = false;
    this.#isAnswered = false;
    this.#asked = performance.now();
    this.#client.ask(this.#text());
  }

  #text() {
    return this.#input.value.replaceAll(BREAK, "\n");
  }

  /** @param {import("./search_client.mjs").Answered} answered */
  async #answer({ text, found, areas }) {
    const { resultItems, sayFound } = await import("./search_results.mjs");
    if (text !== this.#text()) return; // another key was pressed meanwhile
    this.#show(text, resultItems(found, areas), sayFound(found));
    performance.measure("search:answer", { start: this.#asked });
    if (this.#isEntered) this.#list.querySelector("a")?.click();
    this.#isAnswered = true;
  }

  /** @param {string} why */
  #break(why) {
    this.#show("", [], "");
    this.#count.textContent = `The search could not be loaded: ${why}. The signature index works without it.`;
  }

  /** @param {string} text @param {HTMLElement[]} items @param {string} said */
  #show(text, items, said) {
    const isAsked = text.trim() !== "";
    this.#list.replaceChildren(...items);
    this.#count.textContent = isAsked ? `${items.length} ${items.length === 1 ? "entry" : "entries"}` : "";
    this.#none.hidden = !isAsked || items.length > 0;
    if (!this.#none.hidden && this.#none.childElementCount === 0) this.#none.append(...invitation());
    this.#offerDiagnosis(text);
    clearTimeout(this.#resting);
    this.#resting = window.setTimeout(() => {
      this.#said.textContent = isAsked ? said : "";
      if (this.#dialog.open) this.#keep();
    }, REST);
  }

  #keep() {
    keepInAddress(this.#input.value.length <= LONGEST_ADDRESS ? this.#input.value : "");
  }

  /** @param {string} shown */
  #offerDiagnosis(shown) {
    const text = this.#whole !== null && onOneLine(this.#whole) === onOneLine(shown) ? this.#whole : shown;
    const lines = text.split("\n").filter((line) => line.trim()).length;
    this.#log.hidden = lines < LOG_LINES;
    if (this.#log.hidden) return;
    const link = element("a", { href: addressOf("diagnose/") }, "Diagnose them as a log");
    link.addEventListener("click", () => handOver(text));
    this.#log.replaceChildren(`These are ${lines} lines. `, link, ": what began it, and what only followed.");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const links = /** @type {HTMLAnchorElement[]} */ ([...this.#list.querySelectorAll("a")]);
    const at = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
    if (event.key === "Escape" && !event.isComposing)
      this.#dialog.close(); // at once; the browser would empty the box first
    else if (event.key === "ArrowDown") (links[at + 1] ?? links[0])?.focus();
    else if (event.key === "ArrowUp") (links[at - 1] ?? (at === 0 ? this.#input : links.at(-1)))?.focus();
    else if (event.key === "Enter" && document.activeElement === this.#input) {
      if (event.isComposing) return;
      this.#enter();
    } else if (at >= 0 && event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.#input.focus(); // typing goes on where it was
      return;
    } else return;
    event.preventDefault();
  }

  /** Goes to the first result of what stands in the box now, as soon as it is known. */
  #enter() {
    if (this.#isAnswered) this.#list.querySelector("a")?.click();
    else this.#isEntered = true;
  }
}

/** @param {string} text */
const onOneLine = (text) =>
  text
    .slice(0, LONGEST)
    .split(/\r\n|\r|\n/)
    .join(BREAK);

/** What was asked stands in the address, so that it can be sent to somebody and is there again on coming back. @param {string} text */
function keepInAddress(text) {
  if (document.querySelector("form[data-index-filter]")) return; // there the filter keeps its own
  const address = new URL(location.href);
  if (text) address.searchParams.set("q", text);
  else address.searchParams.delete("q");
  if (address.href !== location.href) history.replaceState(history.state, "", address);
}

function invitation() {
  const words = element("p", {}, "No entry fits. Fewer words may do, or the part of the line that has no numbers and paths in it.");
  const add = element("a", { href: addressOf("contributing/#add") }, "Add it");
  const log = element("a", { href: addressOf("diagnose/") }, "diagnose the whole log");
  return [
    words,
    element(
      "p",
      {},
      "Have you solved it? ",
      add,
      ", and the next one finds it here. Or ",
      log,
      ", where the cause may stand in another line.",
    ),
  ];
}

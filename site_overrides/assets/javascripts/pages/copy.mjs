// @ts-check
/** Blocks marked `data-copyable` get a button that copies them, or what `data-copy-text` says. */

import { element } from "./element.mjs";

const SHOWN_FOR = 1600;

/** @param {Document | HTMLElement} part of the page, or all of it */
export function mountCopyButtons(part) {
  const blocks = part.querySelectorAll("[data-copyable]");
  if (blocks.length === 0) return;
  const status = element("p", { class: "visually-hidden", role: "status" });
  (part instanceof Document ? (part.querySelector("article") ?? part.body) : part).append(status);
  /** @type {Map<string, number>} how many blocks of each sort came before */
  const counted = new Map();
  for (const block of /** @type {NodeListOf<HTMLElement>} */ (blocks)) {
    const what = block.dataset.copyable || "text";
    const number = (counted.get(what) ?? 0) + 1;
    counted.set(what, number);
    const button = copyButton(block, what, number, status);
    block.append(button);
    block.classList.add("has-button");
  }
}

/**
 * @param {HTMLElement} block
 * @param {string} what is copied
 * @param {number} number of the block among those of its sort, so that each button has a name of its own
 * @param {HTMLElement} status says to screen readers what was done
 */
function copyButton(block, what, number, status) {
  const text = block.dataset.copyText;
  const words = text ? `Copy ${what}` : "Copy"; // what is copied is not all that is shown: then the button says so
  const button = element("button", { type: "button", class: "copy-button", "aria-label": `Copy ${what} ${number}` }, words);
  if (text) button.title = `Copies: ${text}`;
  button.addEventListener("click", async () => {
    const done = await copy(text ?? block.querySelector("code")?.textContent ?? "");
    button.textContent = done ? "Copied" : "Failed";
    button.classList.toggle("is-done", done);
    status.textContent = done ? `Copied the ${what}.` : `Could not copy the ${what}.`;
    setTimeout(() => {
      button.textContent = words;
      button.classList.remove("is-done");
    }, SHOWN_FOR);
  });
  return button;
}

/**
 * @param {string} text
 * @returns {Promise<boolean>} whether it is on the clipboard
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text); // no clipboard on plain http, except on localhost
  }
}

/** @param {string} text */
function copyBySelection(text) {
  const area = /** @type {HTMLTextAreaElement} */ (element("textarea", { class: "visually-hidden", readonly: "" }));
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  before?.focus();
  return done;
}

// @ts-check
/** Checklists get boxes to tick; what is ticked is remembered by the mark of each step. */

import { element } from "./element.mjs";
import { keepTicks, readTicks } from "./ticks.mjs";

/** @param {Document} document */
export function mountChecklists(document) {
  for (const list of document.querySelectorAll("[data-checklist]")) mountChecklist(/** @type {HTMLElement} */ (list));
}

/** @param {HTMLElement} list */
function mountChecklist(list) {
  const id = list.dataset.checklist ?? "";
  const steps = /** @type {HTMLElement[]} */ ([...list.querySelectorAll(":scope > [data-mark]")]);
  const ticks = readTicks(id);
  const boxes = steps.map((step, index) => addBox(step, index + 1));
  const progress = element("span", { role: "status" });
  const clear = element("button", { type: "button", class: "plain-button" }, "Clear the ticks");
  list.before(element("p", { class: "checklist-state" }, progress, clear));
  list.classList.add("is-live");

  const show = () => {
    const done = boxes.filter((box) => box.checked).length;
    for (const [index, step] of steps.entries()) step.classList.toggle("is-done", boxes[index].checked);
    progress.textContent = `${done} of ${boxes.length} steps done`;
    clear.hidden = done === 0;
  };
  boxes.forEach((box, index) => {
    const mark = steps[index].dataset.mark ?? "";
    box.checked = ticks.has(mark);
    box.addEventListener("change", () => {
      if (box.checked) ticks.add(mark);
      else ticks.delete(mark);
      keepTicks(id, ticks);
      show();
    });
  });
  clear.addEventListener("click", () => {
    ticks.clear();
    for (const box of boxes) box.checked = false;
    keepTicks(id, ticks);
    show();
    boxes[0]?.focus();
  });
  show();
}

/**
 * @param {HTMLElement} step
 * @param {number} number
 */
function addBox(step, number) {
  const box = /** @type {HTMLInputElement} */ (
    element("input", { type: "checkbox", "aria-describedby": `check-${number}`, autocomplete: "off" })
  );
  step.prepend(element("label", { class: "tick" }, box, element("span", { class: "visually-hidden" }, `Step ${number} done`)));
  return box;
}

// @ts-check
/** Which steps of a checklist were ticked, kept in the browser; a browser that keeps nothing forgets them on leaving. */

const PREFIX = "encyclopedia:checklist:";

/**
 * @param {string} id
 * @returns {Set<string>} the marks of the ticked steps
 */
export function readTicks(id) {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + id) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((mark) => typeof mark === "string") : []);
  } catch {
    return new Set();
  }
}

/**
 * @param {string} id
 * @param {Set<string>} marks
 */
export function keepTicks(id, marks) {
  try {
    if (marks.size) localStorage.setItem(PREFIX + id, JSON.stringify([...marks]));
    else localStorage.removeItem(PREFIX + id);
  } catch {
    // storage is full or forbidden: the ticks last as long as the page
  }
}

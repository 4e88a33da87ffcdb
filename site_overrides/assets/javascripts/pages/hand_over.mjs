// @ts-check
/** A text that goes from one page of the site to another, through the browser's own storage: it is gone when it has been taken. */

const KEY = "encyclopedia:log";

/** @param {string} text */
export function handOver(text) {
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // storage is full or forbidden: the other page begins empty
  }
}

/** @returns {string} what was handed over; "" if nothing was */
export function takeOver() {
  try {
    const text = sessionStorage.getItem(KEY) ?? "";
    sessionStorage.removeItem(KEY);
    return text;
  } catch {
    return "";
  }
}

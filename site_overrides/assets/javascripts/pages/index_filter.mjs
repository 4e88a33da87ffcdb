// @ts-check
/** The signature index gets its filter: rows that are not meant are hidden, the address keeps what was asked, a line says how many are left. */

import { meant, wordsOf } from "./words.mjs";

/** @typedef {{ row: HTMLElement, literal: string, words: string[], program: string }} Row */
/** @typedef {{ section: HTMLElement, area: string, rows: Row[] }} Group the signatures of one area */
/** @typedef {{ q: string, program: string, area: string }} Asked */

/** @param {Document} document */
export function mountIndexFilter(document) {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-index-filter]"));
  const sections = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("section[data-area]")]);
  const count = document.querySelector("[data-index-count]");
  if (!form || !count || sections.length === 0) return;
  const [text, program, area] = ["q", "program", "area"].map(
    (name) => /** @type {HTMLInputElement & HTMLSelectElement} */ (form.elements.namedItem(name)),
  );
  /** @type {Group[] | null} thousands of rows, read when somebody asks */
  let groups = null;

  const asked = () => ({ q: text.value, program: program.value, area: area.value });
  const show = () => {
    groups ??= sections.map(readGroup);
    const all = groups.reduce((sum, { rows }) => sum + rows.length, 0);
    count.textContent = sayCount(filterGroups(groups, asked()), all);
  };
  const change = () => {
    show();
    history.replaceState(history.state, "", addressFor(asked(), location));
  };

  const query = new URLSearchParams(location.search);
  text.value = query.get("q") ?? "";
  program.value = query.get("program") ?? "";
  area.value = query.get("area") ?? "";
  if (program.selectedIndex === -1) program.value = "";
  if (area.selectedIndex === -1) area.value = "";
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", change);
  if (Object.values(asked()).some(Boolean)) change();
}

/**
 * @param {HTMLElement} section
 * @returns {Group}
 */
function readGroup(section) {
  const rows = /** @type {HTMLElement[]} */ ([...section.querySelectorAll("[data-index] > li")]);
  return { section, area: section.dataset.area ?? "", rows: rows.map(readRow) };
}

/**
 * @param {HTMLElement} row
 * @returns {Row}
 */
function readRow(row) {
  const code = row.querySelector("code");
  const literal = [...(code?.childNodes ?? [])]
    .map((node) => (node.nodeName === "VAR" ? " " : node.textContent))
    .join("")
    .toLowerCase();
  return { row, literal, words: wordsOf(literal), program: row.querySelector("b")?.textContent ?? "" };
}

/**
 * @param {Group[]} groups
 * @param {Asked} asked
 * @returns {number} how many rows are shown
 */
function filterGroups(groups, asked) {
  const isMeant = meant(asked.q);
  let shown = 0;
  for (const { section, area, rows } of groups) {
    let here = 0;
    for (const { row, literal, words, program } of rows) {
      const fits = (!asked.area || area === asked.area) && (!asked.program || program === asked.program) && isMeant(literal, words);
      if (row.hidden === fits) row.hidden = !fits;
      if (fits) here += 1;
    }
    section.hidden = here === 0;
    shown += here;
  }
  return shown;
}

/**
 * @param {number} shown
 * @param {number} all
 */
function sayCount(shown, all) {
  const number = (/** @type {number} */ value) => value.toLocaleString("en");
  if (shown === all) return `${number(all)} ${all === 1 ? "signature" : "signatures"}`;
  return shown === 0 ? "No signature fits. Try fewer words, or the search box above." : `${number(shown)} of ${number(all)} signatures`;
}

/**
 * @param {Asked} asked
 * @param {Location} place
 */
function addressFor(asked, place) {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value));
  return place.pathname + (query.size ? `?${query}` : "") + place.hash;
}

// @ts-check
/** What scripts add to pages that are complete without them. Each part looks for its own elements and leaves other pages alone. */

import { mountChecklists } from "./checklist.mjs";
import { mountCopyButtons } from "./copy.mjs";
import { mountIndexFilter } from "./index_filter.mjs";
import { mountNotFound } from "./not_found.mjs";
import { mountPrinting } from "./printing.mjs";
import { mountSearch } from "./search_box.mjs";

for (const mount of [mountCopyButtons, mountChecklists, mountIndexFilter, mountSearch, mountNotFound, mountPrinting]) {
  mount(document);
}

const logs = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-diagnose]"));
if (logs) import("./diagnose/page.mjs").then(({ mountDiagnosis }) => mountDiagnosis(logs));

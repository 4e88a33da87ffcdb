// @ts-check
/** A diagnosis in, the part of the page that shows it out. */

import { COLLATERAL, FAILURE } from "../../diagnosis/diagnosis.mjs";
import { asMarkdown } from "../../diagnosis/report/markdown.mjs";
import { Report } from "../../diagnosis/report/report.mjs";
import * as words from "../../diagnosis/report/words.mjs";
import { copy } from "../copy.mjs";
import { element } from "../element.mjs";
import { addressOf } from "../site.mjs";
import { lineList } from "./evidence.mjs";
import { fixOf, recordOf } from "./fix.mjs";
import { passOn } from "./pass_on.mjs";
import { timelinePicture } from "./picture.mjs";

/** @typedef {import("../../diagnosis/diagnosis.mjs").Cause} Cause */
/** @typedef {import("../../diagnosis/diagnosis.mjs").Diagnosis} Diagnosis */
/** @typedef {import("./evidence.mjs").Around} Around */
/** @typedef {import("./reader.mjs").Named} Named */
/** @typedef {import("./reader.mjs").Read} Read */
/** @typedef {{ readonly around: Around, readonly repository: string, readonly width: number }} Surroundings how lines around a line are had, where the repository is, how wide a picture may be */

/**
 * @param {Read} read
 * @param {Surroundings} surroundings
 * @returns {HTMLElement}
 */
export function resultOf(read, surroundings) {
  const { diagnosis, timeline, rows } = read;
  const named = new Map(rows.map((row) => [row.id, row]));
  const answer = diagnosis.verdict === FAILURE ? (diagnosis.causes[0] ?? null) : null;
  const box = element("div", { class: "diagnosis" }, ...(answer ? answerHead(answer, diagnosis, named) : noAnswerHead(diagnosis)));
  box.append(actions(read, named, answer));
  if (timeline)
    box.append(
      element("h3", {}, "What happened when"),
      timelinePicture(timeline, (entry) => named.get(entry)?.title ?? entry, surroundings.width),
    );
  if (answer) {
    box.append(element("h3", {}, "Evidence"), lineList(words.evidence(answer), surroundings.around));
    for (const against of answer.against)
      box.append(element("p", { class: "against" }, element("strong", {}, "Against it: "), element("bdi", {}, words.quoted(against))));
  }
  box.append(...victims(diagnosis, answer, named), ...rivals(diagnosis, answer, named), ...guesses(diagnosis, answer, named));
  if (answer) box.append(...whatToDo(answer, named));
  box.append(...unexplained(read, surroundings), ...whatWasRead(diagnosis));
  return box;
}

/**
 * @param {Diagnosis} diagnosis
 * @param {readonly Named[]} rows
 * @returns {string} the answer in a sentence, for screen readers
 */
export function sayAnswer(diagnosis, rows) {
  const [answer] = diagnosis.causes;
  if (diagnosis.verdict !== FAILURE || !answer) return words.isUnread(diagnosis) ? "Nothing could be read." : "No known failure.";
  const where = words.whereabouts(answer);
  return `${rows.find(({ id }) => id === answer.entry)?.title ?? answer.entry}. ${where ? `It began: ${where}.` : ""}`;
}

/** @param {ReadonlyMap<string, Named>} named @param {string} entry */
function entryLink(named, entry) {
  const row = named.get(entry);
  return element("a", { href: addressOf(`${row?.area}/${entry}/`) }, row?.title ?? entry);
}

/** @param {Cause} answer @param {Diagnosis} diagnosis @param {ReadonlyMap<string, Named>} named */
function answerHead(answer, { ranks }, named) {
  const [sure, meaning] = (words.CONFIDENCE[answer.confidence] ?? answer.confidence).split(": ");
  const where = words.whereabouts(answer);
  const out = [
    element("h2", { tabindex: "-1" }, entryLink(named, answer.entry)),
    element("p", { class: "confidence" }, element("span", { class: `sure sure--${answer.confidence}` }, sure ?? ""), ` ${meaning ?? ""}.`),
  ];
  if (where) out.push(element("p", { class: "began" }, "It began: ", element("strong", {}, element("bdi", {}, where)), "."));
  if (ranks.why.length) out.push(reasons(ranks.why));
  if (answer.variant) {
    const { name, remedy, why } = answer.variant;
    out.push(
      element(
        "p",
        {},
        "Which case of it: ",
        element("strong", {}, unmarked(name)),
        ". ",
        element("bdi", {}, words.quoted(why)),
        remedy ? ` ${unmarked(remedy)}` : "",
      ),
    );
  }
  return out;
}

/** A text field of an entry without its marks, where it stands in a sentence of ours. @param {string} text */
const unmarked = (text) => text.replace(/[`*]|\[([^\]]*)\]\([^)]*\)/g, "$1");

/** @param {Diagnosis} diagnosis */
function noAnswerHead(diagnosis) {
  const { ranks } = diagnosis;
  const out = [
    element("h2", { tabindex: "-1" }, words.isUnread(diagnosis) ? "Nothing could be read" : "No known failure"),
    element("p", {}, words.nothingKnown(diagnosis)),
  ];
  if (ranks.initiating.length)
    out.push(
      element("p", { class: "began" }, "All the same, it began on ", element("strong", {}, words.ranks(ranks.initiating)), "."),
      reasons(ranks.why),
    );
  return out;
}

/** @param {readonly string[]} why */
const reasons = (why) => element("ul", { class: "reasons" }, ...why.map((one) => element("li", {}, element("bdi", {}, words.quoted(one)))));

/** @param {Read} read @param {ReadonlyMap<string, Named>} named @param {Cause | null} answer */
function actions({ masked }, named, answer) {
  const status = element("span", { role: "status", class: "legend" });
  const button = element("button", { type: "button", class: "wide-button" }, "Copy as Markdown");
  button.addEventListener("click", async () => {
    try {
      const place = answer && named.get(answer.entry);
      const records = new Map(place ? [[place.id, await recordOf(place)]] : []);
      const rows = /** @type {ReadonlyMap<string, import("../../diagnosis/compiled.mjs").Row>} */ (/** @type {unknown} */ (named));
      const done = await copy(asMarkdown(new Report(masked, rows, records, addressOf(""))));
      status.textContent = done ? "Copied, with names, addresses and tokens masked." : "It could not be copied.";
    } catch (error) {
      status.textContent = `It could not be made: ${error instanceof Error ? error.message : error}.`;
    }
  });
  return element("p", { class: "actions" }, button, status);
}

/** @param {Diagnosis} diagnosis @param {Cause | null} answer @param {ReadonlyMap<string, Named>} named */
function victims({ causes, ranks }, answer, named) {
  const followed = causes.filter((cause) => cause !== answer && cause.role === COLLATERAL && named.get(cause.entry)?.kind === "failure");
  const items = [...words.otherRanks(ranks).map((said) => element("li", {}, said)), ...followed.map((cause) => causeItem(cause, named))];
  return items.length ? [element("h3", {}, "Victims"), element("ul", {}, ...items)] : [];
}

/** @param {Diagnosis} diagnosis @param {Cause | null} answer @param {ReadonlyMap<string, Named>} named */
function rivals({ causes }, answer, named) {
  const others = causes.filter((cause) => cause !== answer && cause.role !== COLLATERAL && named.get(cause.entry)?.kind === "failure");
  if (others.length === 0) return [];
  const items = others.map((cause) => {
    const item = causeItem(cause, named);
    item.append(`, ${cause.confidence}`);
    if (cause.against.length) item.append(". Against it: ", element("bdi", {}, cause.against.map((one) => words.quoted(one)).join("; ")));
    return item;
  });
  return [element("h3", {}, "What else fits, and why it ranks lower"), element("ul", {}, ...items)];
}

/** @param {Cause} cause @param {ReadonlyMap<string, Named>} named */
function causeItem(cause, named) {
  const where = words.whereabouts(cause);
  return element("li", {}, entryLink(named, cause.entry), ...(where ? [" (", element("bdi", {}, where), ")"] : []));
}

/** @param {Diagnosis} diagnosis @param {Cause | null} answer @param {ReadonlyMap<string, Named>} named */
function guesses({ nearest }, answer, named) {
  if (answer || nearest.length === 0) return [];
  const items = nearest.map(({ entry, similarity }) =>
    element("li", {}, entryLink(named, entry), `, ${Math.round(similarity * 100)}% alike`),
  );
  return [element("h3", {}, "A guess, from words alone"), element("ul", {}, ...items)];
}

/** @param {Cause} answer @param {ReadonlyMap<string, Named>} named */
function whatToDo(answer, named) {
  const place = named.get(answer.entry);
  const box = element("div", { "aria-busy": "true" }, element("p", {}, "Loading the fix …"));
  if (place) {
    fixOf(place)
      .then(
        (fix) => box.replaceChildren(fix),
        (error) =>
          box.replaceChildren(
            element("p", {}, `The fix cannot be shown here (${error.message}): see `, entryLink(named, answer.entry), "."),
          ),
      )
      .finally(() => box.removeAttribute("aria-busy"));
  }
  return [element("h3", {}, "What to do"), box];
}

/** @param {Read} read @param {Surroundings} surroundings */
function unexplained({ diagnosis, masked }, { around, repository }) {
  if (diagnosis.unexplained.length === 0) return [];
  return [element("h3", {}, "Not explained by any entry"), lineList(diagnosis.unexplained, around), passOn(masked.unexplained, repository)];
}

/** @param {Diagnosis} diagnosis */
function whatWasRead(diagnosis) {
  const troubles = words
    .inTrouble(diagnosis)
    .map(({ path, trouble }) =>
      element("li", {}, element("bdi", {}, words.quoted(path)), ": ", element("bdi", {}, words.quoted(trouble ?? ""))),
    );
  const out = [element("p", { class: "legend" }, `Read: ${words.whatWasRead(diagnosis)}.`)];
  if (troubles.length) out.push(element("p", {}, "Not read to the end:"), element("ul", {}, ...troubles));
  return out;
}

// @ts-check
/** Lines that no entry explains, masked, in; what a reader may pass on out: the whole text to look at and to change first, then the link that opens it. */

import { block } from "../../diagnosis/report/markdown.mjs";
import * as words from "../../diagnosis/report/words.mjs";
import { copy } from "../copy.mjs";
import { element } from "../element.mjs";
import { addressOf } from "../site.mjs";

/** @typedef {import("../../diagnosis/diagnosis.mjs").Unexplained} Unexplained */

const MOST_LINES = 8;
/** Longer addresses are refused by servers. */
const LONGEST_ADDRESS = 7000;

/**
 * @param {readonly Unexplained[]} masked
 * @param {string} repository its web address; "" where it is not known
 * @returns {HTMLElement}
 */
export function passOn(masked, repository) {
  const title = /** @type {HTMLInputElement} */ (element("input", { id: "pass-on-title", value: titleOf(masked), autocomplete: "off" }));
  const body = /** @type {HTMLTextAreaElement} */ (element("textarea", { id: "pass-on-body", rows: "10", spellcheck: "false" }));
  body.value = bodyOf(masked, hasForms(repository));
  const rows = [
    element(
      "p",
      {},
      "This is all that is passed on: names of users and hosts, addresses and tokens are masked. Read it, and change what should not be seen.",
    ),
    element("label", { for: "pass-on-title" }, "Title"),
    title,
    element("label", { for: "pass-on-body" }, "Text"),
    body,
  ];
  const status = element("span", { role: "status", class: "legend" });
  const take = element("button", { type: "button", class: "wide-button" }, "Copy it");
  take.addEventListener("click", async () => {
    status.textContent = (await copy(`${title.value}\n\n${body.value}`)) ? "Copied." : "It could not be copied.";
  });
  const actions = element("p", { class: "actions" });
  if (repository) {
    const link = element("a", { class: "wide-button", rel: "noopener noreferrer", target: "_blank" }, "Open it as an issue");
    const update = () => {
      const address = issueAddress(repository, title.value, body.value);
      if (address.length <= LONGEST_ADDRESS) link.setAttribute("href", address);
      else link.removeAttribute("href");
      status.textContent = address.length <= LONGEST_ADDRESS ? "" : "Too long for a link: shorten it, or copy it.";
    };
    title.addEventListener("input", update);
    body.addEventListener("input", update);
    update();
    actions.append(link);
    rows.push(
      element(
        "p",
        { class: "legend" },
        `The link opens ${new URL(repository).host} with this text filled in; it is sent when you send it there.`,
      ),
    );
  }
  actions.append(take, status);
  rows.push(
    actions,
    element(
      "p",
      { class: "legend" },
      "Or write the entry yourself: ",
      element("a", { href: addressOf("contributing/#add") }, "how to add one"),
      ".",
    ),
  );
  return element(
    "details",
    { class: "pass-on" },
    element("summary", {}, repository ? "Tell the encyclopedia about these lines" : "Pass these lines on"),
    ...rows,
  );
}

/** @param {readonly Unexplained[]} masked */
const titleOf = ([first]) => `Not explained: ${words.quoted(first?.text ?? "", 90)}`;

/**
 * @param {readonly Unexplained[]} masked
 * @param {boolean} isForForm the form asks for the rest in fields of its own
 */
function bodyOf(masked, isForForm) {
  const lines = masked.slice(0, MOST_LINES).map(({ text }) => words.quoted(text));
  const asked = isForForm ? "" : "\nWhat it was in the end, if you know:\n\nProgram and version:\n";
  return `No entry explains these lines:\n\n${block(lines).join("\n")}\n${asked}`;
}

/** Whether it stands on GitHub, where .github/ISSUE_TEMPLATE/ gives it forms. @param {string} repository */
const hasForms = (repository) => repository !== "" && /(?:^|\.)github\./.test(new URL(repository).host);

/** @param {string} repository @param {string} title @param {string} body */
function issueAddress(repository, title, body) {
  const isGitLab = /(?:^|\.)gitlab\./.test(new URL(repository).host);
  /** @type {Record<string, string>} */
  const fields = hasForms(repository)
    ? { template: "report-a-failure.yml", title, report: body }
    : isGitLab
      ? { "issue[title]": title, "issue[description]": body }
      : { title, body };
  return `${repository}${isGitLab ? "/-" : ""}/issues/new?${new URLSearchParams(fields)}`;
}

// @ts-check
/** Words of an address and the listed entries in, the entries that the words may mean out, best first. No DOM. */

/** @typedef {{ id: string, title: string, path: string, area: string, tags: string[], former_ids: string[] }} Listed */

/**
 * @param {string[]} words in lower case
 * @param {Listed[]} entries
 * @param {number} most
 * @returns {Listed[]}
 */
export function suggest(words, entries, most = 5) {
  const rarity = new Map(words.map((word) => [word, 1 / (1 + entries.filter((entry) => textOf(entry).includes(word)).length)]));
  const scored = entries.map((entry) => ({ entry, score: score(textOf(entry), rarity) }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.entry.id.localeCompare(b.entry.id))
    .slice(0, most)
    .map(({ entry }) => entry);
}

/** @param {Listed} entry */
function textOf(entry) {
  return [entry.id, entry.title, entry.area, ...entry.tags, ...entry.former_ids].join(" ").toLowerCase();
}

/**
 * @param {string} text
 * @param {Map<string, number>} rarity a word that few entries have says more
 */
function score(text, rarity) {
  let sum = 0;
  for (const [word, weight] of rarity) if (text.includes(word)) sum += weight;
  return sum;
}

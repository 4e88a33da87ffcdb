// The theme's search worker, between two small steps of ours: what is pasted is text, never an operator, and pages that share
// only a word or two with it are no results. Runs as the worker itself; the theme's own file is named behind the "#".
//
// Messages are Material 9.8's: {type: 2, data: query} comes in, {type: 3, data: {items}} goes out, where each item is a list of
// documents and the first one says which of the asked words it has: `terms: {word: boolean}`.
{
  /** Words that stand in most sentences and tell nothing. */
  const EMPTY = new Set(
    "a an and are as at be but by can did do does for from had has have if in into is it its no not of on or so such that the their then there these they this to was were will with".split(
      " ",
    ),
  );
  const MOST_WORDS = 40;
  /** Of two words both must be there, of few more half, of many, such as a whole traceback, a third. */
  const FEW = 8;

  /**
   * The words of what was typed or pasted, without anything that lunr would read as an operator (- + ~ ^ : * and quotes).
   * @param {string} text
   */
  const wordsOf = (text) => {
    const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
    const telling = words.filter((word) => !EMPTY.has(word.toLowerCase()));
    return [...new Set(telling.length ? telling : words)].slice(0, MOST_WORDS).join(" ");
  };

  /** @param {{ terms?: Record<string, boolean> }[]} item */
  const fits = ([page]) => {
    const terms = Object.values(page?.terms ?? {});
    const had = terms.filter(Boolean).length;
    if (terms.length <= 2) return had === terms.length;
    return had >= (terms.length <= FEW ? terms.length / 2 : Math.max(FEW / 2, terms.length / 3));
  };

  const post = self.postMessage.bind(self);
  self.postMessage = (message) => {
    if (message.type === 3) message.data.items = message.data.items.filter(fits);
    post(message);
  };
  self.addEventListener("message", (event) => {
    if (event.data.type !== 2 || event.data.ours) return;
    event.stopImmediatePropagation();
    self.dispatchEvent(new MessageEvent("message", { data: { type: 2, data: wordsOf(event.data.data), ours: true } }));
  });
  importScripts(new URL(self.location.hash.slice(1), self.location.href).href);
}

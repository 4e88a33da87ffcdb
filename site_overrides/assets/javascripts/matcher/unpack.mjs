// @ts-check
/** Logs as the browser hands them over in, their bytes out: plain or packed with gzip, told by the first bytes, damage noticed. The twin of generator/match/unpack.py. */

import { chunksOf } from "./stream.mjs";

/** @typedef {import("./stream.mjs").Readable} Readable */

/** What the first bytes say; names lie more often. */
const MAGIC = Object.freeze({
  gzip: Uint8Array.of(0x1f, 0x8b),
  bz2: Uint8Array.of(0x42, 0x5a, 0x68),
  xz: Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0),
  zstd: Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd),
});
const LONGEST_MAGIC = 6;

/** A log that cannot be read: forbidden, damaged, or packed in a way that browsers do not know. `log` says which; `partly`, that it was read up to there. */
export class LogError extends Error {
  /**
   * @param {string} log its name
   * @param {string} why
   * @param {boolean} partly
   */
  constructor(log, why, partly = false) {
    super(`\`${log}\` cannot be read${partly ? " to its end" : ""}: ${why}`);
    this.name = "LogError";
    this.log = log;
    this.why = why;
    this.partly = partly;
  }
}

/**
 * The bytes of a log, unpacked if they are gzip's. Throws LogError: at once if it cannot be opened; if it is damaged, behind all that stands
 * before the damage.
 * @param {Readable} readable
 * @param {string} name
 * @returns {AsyncGenerator<Uint8Array>}
 */
export async function* openLog(readable, name) {
  let partly = false;
  try {
    for await (const chunk of unpacked(chunksOf(readable), name)) {
      partly = true;
      yield chunk;
    }
  } catch (error) {
    if (error instanceof LogError) throw error;
    throw new LogError(name, error instanceof Error && error.message ? error.message : String(error), partly);
  }
}

/**
 * @param {AsyncIterable<Uint8Array> | Iterable<Uint8Array>} chunks
 * @param {string} name
 */
async function* unpacked(chunks, name) {
  const { first, rest } = await begun(chunks);
  const kind = kindOf(first);
  if (kind === null) yield* whole(first, rest);
  else if (kind === "gzip") yield* chunksOf(ungzipped(whole(first, rest)));
  else throw new LogError(name, `it is packed with ${kind}, which browsers cannot unpack; drop the unpacked log, or use the command line`);
}

/**
 * @param {Uint8Array} first the first bytes of a log, six if it has as many
 * @returns {"gzip" | "bz2" | "xz" | "zstd" | null} how it is packed, null if it is not
 */
export function kindOf(first) {
  for (const [kind, magic] of Object.entries(MAGIC)) {
    if (first.length >= magic.length && magic.every((byte, at) => first[at] === byte)) return /** @type {keyof typeof MAGIC} */ (kind);
  }
  return null;
}

/**
 * The first bytes, enough to see what they are, and the chunks that follow.
 * @param {AsyncIterable<Uint8Array> | Iterable<Uint8Array>} chunks
 * @returns {Promise<{ first: Uint8Array, rest: AsyncIterator<Uint8Array> | Iterator<Uint8Array> }>}
 */
async function begun(chunks) {
  const rest = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  let first = new Uint8Array(0);
  while (first.length < LONGEST_MAGIC) {
    const { done, value } = await rest.next();
    if (done) break;
    const longer = new Uint8Array(first.length + value.length);
    longer.set(first);
    longer.set(value, first.length);
    first = longer;
  }
  return { first, rest };
}

/**
 * @param {Uint8Array} first
 * @param {AsyncIterator<Uint8Array> | Iterator<Uint8Array>} rest
 * @returns {AsyncGenerator<Uint8Array>}
 */
async function* whole(first, rest) {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/**
 * @param {AsyncGenerator<Uint8Array>} chunks
 * @returns {ReadableStream<Uint8Array>}
 */
function ungzipped(chunks) {
  const packed = new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(/** @type {Uint8Array<ArrayBuffer>} */ (value));
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return packed.pipeThrough(new DecompressionStream("gzip"));
}

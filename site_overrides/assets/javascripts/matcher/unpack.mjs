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
  /** @type {Readable | null} */
  let rest = readable;
  while (rest !== null) {
    const member = new Member();
    try {
      for await (const chunk of unpacked(chunksOf(rest), name, member)) {
        partly = true;
        yield chunk;
      }
      return;
    } catch (error) {
      if (error instanceof LogError) throw error;
      const next = rest instanceof Blob ? member.next() : null;
      if (next === null) throw new LogError(name, error instanceof Error && error.message ? error.message : String(error), partly);
      rest = /** @type {Blob} */ (rest).slice(next);
    }
  }
}

/**
 * What goes into a gzip's member and what comes out of it, so that the next one is found: browsers stop at the first. A member ends with the number of
 * its unpacked bytes (RFC 1952, 2.3.1), and the next one begins behind it with gzip's magic.
 */
class Member {
  #taken = 0;
  #given = 0;
  #last = new Uint8Array(0);
  /** Where another member may begin, and the number of bytes that stands before it. @type {[number, number][]} */
  #begins = [];

  /** @param {Uint8Array} chunk packed bytes */
  take(chunk) {
    const kept = this.#last.length;
    const joined = new Uint8Array(kept + chunk.length);
    joined.set(this.#last);
    joined.set(chunk, kept);
    for (let at = joined.indexOf(0x1f, 4); at >= 0 && at + 2 < joined.length; at = joined.indexOf(0x1f, at + 1)) {
      if (joined[at + 1] !== 0x8b || joined[at + 2] !== 8) continue;
      const size = new DataView(joined.buffer).getUint32(at - 4, true);
      this.#begins.push([this.#taken - kept + at, size]);
    }
    this.#taken += chunk.length;
    this.#last = joined.slice(-6);
  }

  /** @param {number} bytes that were unpacked */
  give(bytes) {
    this.#given += bytes;
  }

  /** @returns {number | null} where the next member begins, null if none fits what was unpacked */
  next() {
    return this.#begins.find(([, size]) => size === this.#given % 2 ** 32)?.[0] ?? null;
  }
}

/**
 * @param {AsyncIterable<Uint8Array> | Iterable<Uint8Array>} chunks
 * @param {string} name
 * @param {Member} member
 */
async function* unpacked(chunks, name, member) {
  const { first, rest } = await begun(chunks);
  const kind = kindOf(first);
  if (kind === null) yield* whole(first, rest);
  else if (kind === "gzip") yield* counted(chunksOf(ungzipped(whole(first, rest), member)), member);
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

/** @param {AsyncIterable<Uint8Array> | Iterable<Uint8Array>} chunks @param {Member} member */
async function* counted(chunks, member) {
  for await (const chunk of chunks) {
    member.give(chunk.length);
    yield chunk;
  }
}

/**
 * @param {AsyncGenerator<Uint8Array>} chunks
 * @param {Member} member
 * @returns {ReadableStream<Uint8Array>}
 */
function ungzipped(chunks, member) {
  const packed = new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) return controller.close();
      member.take(value);
      controller.enqueue(/** @type {Uint8Array<ArrayBuffer>} */ (value));
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return packed.pipeThrough(new DecompressionStream("gzip"));
}

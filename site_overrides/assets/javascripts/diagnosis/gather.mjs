// @ts-check
/**
 * What was dropped in, the logs to read out: files as named, of folders all that may be a log, in natural order.
 * The twin of generator/diagnose/gather.py; folders are walked by the page, which alone may do that.
 */

import { kindOf } from "../matcher/unpack.mjs";
import { sortedBy } from "./order.mjs";
import { ANY_CASE, Pattern } from "./pattern.mjs";

/** @typedef {import("./diagnosis.mjs").Input} Input */
/** @typedef {{ readonly path: string, readonly blob: Blob, readonly isNamed: boolean }} Dropped a file; `isNamed` says that it was dropped itself, not a folder with it */
/** @typedef {{ readonly logs: readonly Dropped[], readonly troubles: readonly Input[], readonly passed: number }} Gathered the logs to read, what could not be read with the reason, and how many files were passed over because their name says that they are no logs */

/** What jobs leave beside their logs, and what would be searched in vain, or worse: sources hold the messages that they print. */
export const NO_LOG = new Pattern(
  String.raw`\..*|.*\.(?:pt|pth|ckpt|safetensors|bin|gguf|onnx|npy|npz|pkl|pickle|h5|parquet|arrow` +
    String.raw`|so|so\.[0-9.]+|o|a|whl|pyc|zip|tar|tar\.[a-z0-9]{2,4}|tgz|7z|jar|deb|sif|sqsh|db|sqlite3?|idx|mmap|nsys-rep|qdrep|prof|lock` +
    "|png|jpe?g|gif|svg|webp|pdf|mp4|wav|ttf|woff2?|py|ipynb|c|cc|cpp|h|hpp|cuh?|rs|go|js|ts|java|html|css" +
    "|md|rst|tex|ya?ml|toml|cfg|ini|csv|tsv|proto|patch|diff)" +
    String.raw`|events\.out\.tfevents\..*|tokenizer\.json|vocab\.json|merges\.txt`,
  ANY_CASE,
);
/** How much of a file is looked at to see whether it is text. */
export const GLANCE = 1024;
const TEXT_CONTROLS = new Set([9, 10, 13, 8, 12, 27]);

/**
 * The logs among these files: what was dropped in its order, what lies in a folder before its folders.
 * @param {readonly Dropped[]} files
 * @returns {Promise<Gathered>}
 */
export async function gather(files) {
  /** @type {Dropped[]} */
  const logs = [];
  /** @type {Input[]} */
  const troubles = [];
  /** @type {Set<string>} */
  const passed = new Set();
  const tops = [...new Set(files.map(topOf))];
  for (const file of sortedBy(files, (one) => [tops.indexOf(topOf(one)), ...orderOf(one.path)])) {
    const noLog = file.isNamed ? null : noLogIn(file.path);
    const why = file.isNamed || noLog !== null ? null : await whyNot(file.blob);
    if (noLog !== null) passed.add(noLog);
    else if (why === null) logs.push(file);
    else troubles.push({ path: file.path, lines: 0, bytes: 0, trouble: why });
  }
  return { logs, troubles, passed: passed.size };
}

/** @param {Dropped} file */
const topOf = ({ path, isNamed }) => (isNamed ? path : path.slice(0, path.indexOf("/")));

/** @param {string} path @returns {(readonly [number, ...ReturnType<typeof natural>])[]} */
const orderOf = (path) => path.split("/").map((name, at, names) => [at === names.length - 1 ? 0 : 1, ...natural(name)]);

/**
 * @param {string} path
 * @returns {string | null} the file, or the folder that it lies in, whose name says that there is no log
 */
function noLogIn(path) {
  const names = path.split("/");
  const at = names.findIndex((name, deep) => deep > 0 && NO_LOG.fits(name));
  return at < 0 ? null : names.slice(0, at + 1).join("/");
}

/**
 * Why a file of a folder is not read, by its first bytes; null if it is read.
 * @param {Blob} blob
 * @returns {Promise<string | null>}
 */
async function whyNot(blob) {
  try {
    const first = new Uint8Array(await blob.slice(0, GLANCE).arrayBuffer());
    if ((first[0] === 0xff && first[1] === 0xfe) || (first[0] === 0xfe && first[1] === 0xff)) {
      return "UTF-16, not read; make it UTF-8 with `iconv -f UTF-16 -t UTF-8`";
    }
    return looksBinary(first) ? "looks binary, skipped; drop the file itself to have it read" : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Whether a file that begins so is neither text nor packed. Zeros alone are what a crash or a rotation leaves at the start of a log.
 * @param {Uint8Array} first
 * @returns {boolean}
 */
export function looksBinary(first) {
  if (kindOf(first) !== null) return false;
  const start = first.findIndex((byte) => byte !== 0);
  const rest = start < 0 ? [] : [...first.subarray(start)];
  return rest.filter((byte) => byte < 32 && !TEXT_CONTROLS.has(byte)).length * 20 > rest.length;
}

/**
 * The order of names in which rank_10 comes after rank_9.
 * @param {string} name
 * @returns {(readonly [number, string])[]}
 */
export const natural = (name) => name.split(/([0-9]{1,18})/).map((piece, at) => (at % 2 ? [1, piece.padStart(18, "0")] : [0, piece]));

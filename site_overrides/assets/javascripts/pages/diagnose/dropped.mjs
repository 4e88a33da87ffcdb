// @ts-check
/** What a reader dropped or chose in, files with their paths out; folders are walked. */

/** @typedef {import("../../diagnosis/gather.mjs").Dropped} Dropped */

/** More files than this are no job's logs. */
const MOST_FILES = 20_000;

/**
 * @param {DataTransfer} transfer
 * @returns {Promise<Dropped[]>}
 */
export async function filesIn(transfer) {
  // both must be taken now: the list is empty as soon as this function waits
  const entries = [...transfer.items].flatMap((item) => (item.kind === "file" ? (item.webkitGetAsEntry?.() ?? []) : []));
  const files = [...transfer.files];
  if (entries.length === 0) return named(files);
  /** @type {Dropped[]} */
  const out = [];
  for (const entry of entries) await walk(entry, true, out);
  return out;
}

/** @param {Iterable<File>} files @returns {Dropped[]} */
export const named = (files) =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, blob: file, isNamed: !file.webkitRelativePath }));

/** @param {FileSystemEntry} entry @param {boolean} isNamed @param {Dropped[]} out */
async function walk(entry, isNamed, out) {
  if (out.length >= MOST_FILES) return;
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject));
    out.push({ path: entry.fullPath.replace(/^\//, ""), blob: file, isNamed });
    return;
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject)); // a hundred at a time
    if (some.length === 0) return;
    for (const one of some) await walk(one, false, out);
  }
}

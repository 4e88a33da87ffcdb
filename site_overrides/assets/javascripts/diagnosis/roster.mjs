// @ts-check
/**
 * Readings in, who is who out: which rank a process number, a local rank or a file belongs to, and how many ranks there are.
 * The twin of generator/diagnose/roster.py.
 */

import { SELF, WORLD, ZERO } from "./marks.mjs";
import { maximum, minimum } from "./order.mjs";
import { regex } from "./pattern.mjs";
import { MOST_RANKS, NOBODY } from "./speaker.mjs";
import { hasRole } from "./spots.mjs";

/** @typedef {import("./diagnosis.mjs").Speaker} Speaker */
/** @typedef {import("./spots.mjs").Reading} Reading */
/** @typedef {import("./spots.mjs").Spot} Spot */

/** Where a traceback begins that is the launcher's own. */
export const LAUNCHER_FRAME = regex`/(?:torchrun|accelerate|deepspeed|run\.py):\d+$`;
/** Of so many ranks each is counted, though nothing was heard of it. */
const MOST_COUNTED = 65536;

/** Ranks by process and by place on a host; `world` is the number of ranks where the logs say it. */
export class Roster {
  /**
   * @param {ReadonlyMap<number, number>} byPid
   * @param {ReadonlyMap<string, number>} byLocal
   * @param {ReadonlySet<number>} known
   * @param {number | null} world
   * @param {boolean} singleHost
   */
  constructor(byPid, byLocal, known, world, singleHost) {
    this.byPid = byPid;
    this.byLocal = byLocal;
    this.known = known;
    this.world = world;
    this.singleHost = singleHost;
    const counted = world !== null && world <= MOST_COUNTED ? world : 0;
    /** @type {ReadonlySet<number>} all ranks that are known to be there */
    this.ranks = new Set([...known, ...Array(counted).keys()]);
  }

  /**
   * @param {Speaker} speaker
   * @returns {number | null} the rank of a writer, as far as the logs tell
   */
  rankOf({ rank, localRank, host, pid }) {
    if (rank !== null) return rank;
    const known = pid !== null ? this.byPid.get(pid) : undefined;
    if (known !== undefined) return known;
    if (localRank === null) return null;
    return (
      this.byLocal.get(localKey(host, localRank)) ?? this.byLocal.get(localKey(null, localRank)) ?? (this.singleHost ? localRank : null)
    );
  }

  /**
   * @param {Spot} spot
   * @returns {number | null} the rank that wrote a spot: by its writer, or because no other rank writes this
   */
  rankAt(spot) {
    const rank = this.rankOf(spot.speaker);
    return rank === null && hasRole(spot, ZERO) && !LAUNCHER_FRAME.isIn(spot.frame) ? 0 : rank;
  }
}

/** @param {string | null} host @param {number} localRank */
const localKey = (host, localRank) => JSON.stringify([host, localRank]);

/**
 * Who is who in a run.
 * @param {readonly Reading[]} readings
 * @returns {Roster}
 */
export function rosterOf(readings) {
  /** @type {Map<number, number>} */
  const byPid = new Map();
  /** @type {Map<string, { localRank: number, ranks: Set<number> }>} */
  const byLocal = new Map();
  /** @type {Set<number>} */
  const known = new Set();
  /** @type {number[]} */
  const worlds = [];

  /** @param {string | null} host @param {number} localRank @param {number} rank */
  const place = (host, localRank, rank) => {
    const key = localKey(host, localRank);
    const there = byLocal.get(key) ?? { localRank, ranks: new Set() };
    there.ranks.add(rank);
    byLocal.set(key, there);
  };
  /** @param {Speaker} speaker */
  const note = ({ rank, localRank, host, pid }) => {
    if (rank === null) return;
    known.add(rank);
    if (pid !== null && !byPid.has(pid)) byPid.set(pid, rank);
    if (localRank === null) return;
    place(host, localRank, rank);
    place(null, localRank, rank);
  };

  for (const reading of readings) {
    reading.heard.forEach(note);
    for (const spot of reading.spots) {
      note(spot.speaker);
      saidOfRanks(spot).forEach(note);
      for (const seen of spot.seen) {
        const size = seen.role !== null ? number(seen.took("world")) : null;
        if (size && size > 0 && size <= MOST_RANKS) worlds.push(size);
      }
    }
  }
  const heard = readings.flatMap((reading) => reading.heard);
  const hosts = new Set(heard.flatMap(({ host }) => host || []));
  const local = new Map(
    [...byLocal].flatMap(([key, { ranks }]) => (ranks.size === 1 ? [/** @type {[string, number]} */ ([key, [...ranks][0]])] : [])),
  );
  const single = hosts.size <= 1 && [...byLocal.values()].every(({ localRank, ranks }) => minimum(ranks) === localRank);
  if (single) {
    for (const { rank, localRank, host } of heard) {
      if (rank === null && localRank !== null) known.add(local.get(localKey(host, localRank)) ?? localRank);
    }
  }
  const world = worlds.length ? maximum(worlds) : known.size ? maximum(known) + 1 : null;
  return new Roster(byPid, local, known, world, single);
}

/** @param {Spot} spot @returns {Speaker[]} */
function saidOfRanks(spot) {
  return spot.seen.flatMap((seen) => {
    const rank = seen.role !== null ? seen.took("rank") : null;
    if (rank === null) return [];
    const ownPid = seen.role === SELF || seen.role === WORLD ? spot.speaker.pid : null;
    return {
      ...NOBODY,
      rank: asRank(rank),
      localRank: asRank(seen.took("local_rank")),
      host: seen.took("host") || spot.speaker.host,
      pid: number(seen.took("pid")) || ownPid,
    };
  });
}

/** What has more digits is no count, no exit code and no process. */
const NUMBER = /^[+-]?[0-9]{1,15}$/;

/**
 * A captured number, or nothing.
 * @param {string | null} text
 * @returns {number | null}
 */
export const number = (text) => (text !== null && NUMBER.test(text) ? Number(text) + 0 : null);

/**
 * A captured number that may be a rank, or nothing.
 * @param {string | null} text
 * @returns {number | null}
 */
export function asRank(text) {
  const value = number(text);
  return value !== null && value >= 0 && value < MOST_RANKS ? value : null;
}

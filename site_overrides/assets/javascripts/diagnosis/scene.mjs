// @ts-check
/**
 * The readings of one attempt in, what became of each rank out, before any conclusion is drawn.
 * The twin of generator/diagnose/scene.py.
 */

import { spotsOf } from "./attempts.mjs";
import { endingsOf, ranksIn } from "./endings.mjs";
import { ABORT, EXIT, NAMES, ODDS, PEER, ROOT, SEQUENCE, TOLD } from "./marks.mjs";
import { maximum, sortedBy } from "./order.mjs";
import { ANY_CASE, Pattern, regex } from "./pattern.mjs";
import { when } from "./places.mjs";
import { number } from "./roster.mjs";
import { hasRole } from "./spots.mjs";

/** @typedef {import("./diagnosis.mjs").Moment} Moment */
/** @typedef {import("./places.mjs").Place} Place */
/** @typedef {import("./roster.mjs").Roster} Roster */
/** @typedef {import("./spots.mjs").Reading} Reading */
/** @typedef {import("./spots.mjs").Spot} Spot */
/** @typedef {import("./spots.mjs").Voice} Voice */

/** Signals with which a launcher or a person ends a process that has done nothing wrong. */
export const TOLD_SIGNALS = new Set([15, 2, 1]);
/** Ray passes an actor's exception on with the actor's process; the traceback below it is the actor's. */
const PASSED_ON = regex`(?:ray\.exceptions\.)?RayTaskError\b`;
/** Exceptions by which launchers pass on what happened to their processes. */
const LAUNCHER = regex`(?:[\w.]*\.)?(?:ChildFailedError|CalledProcessError|SignalException|ProcessExitedException|ProcessRaisedException)\b`;
const TOLD_EXCEPTION = regex`(?:[\w.]*\.)?(?:KeyboardInterrupt|SystemExit: 0)\b`;
/** Lines behind an exception in which its message goes on. */
const MESSAGE = 12;

/** What became of one rank: how it ended, the first thing it did wrong of itself, and its first complaint about others. */
export class Fate {
  /** @param {number} rank */
  constructor(rank) {
    this.rank = rank;
    /** @type {number | null} */
    this.code = null;
    /** @type {number | null} */
    this.signal = null;
    /** @type {Place | null} */
    this.ended = null;
    /** @type {Failing | null} */
    this.reported = null;
    /** @type {Failing[]} */
    this.own = [];
    /** @type {Failing[]} */
    this.peer = [];
    this.told = false;
    this.unasked = false;
    this.goesOn = false;
    /** @type {string | null} */
    this.host = null;
  }

  /** @returns {boolean} whether a signal ended it that nobody sends to stop a healthy process */
  get wasKilled() {
    return this.signal !== null && (!TOLD_SIGNALS.has(this.signal) || this.unasked);
  }

  /** @returns {boolean} whether it was seen to end, but not how */
  get vanished() {
    return this.ended !== null && this.code === null && this.signal === null;
  }
}

/** @typedef {{ readonly place: Place, readonly spot: Spot, readonly atOdds: boolean }} Failing a spot at which a rank (or an unknown writer) failed; `atOdds` says that its message blames it and a neighbour alike */

/**
 * What the logs of one attempt show: each rank's fate, failures whose writer is unknown, the launcher's word, and who was named by peers.
 * @typedef {object} Scene
 * @property {ReadonlyMap<number, Fate>} fates
 * @property {readonly Failing[]} unknown
 * @property {number | null} root
 * @property {ReadonlyMap<number, number>} named
 * @property {boolean} mutual
 * @property {ReadonlyMap<number, number>} sequence
 * @property {ReadonlySet<number>} toldPids
 */

/** Complaints of a group that is not yet a group. */
const CONNECTING = new Set(["@gloo-connect", "@store-clients", "@mesh-timeout", "@store-timed-out"]);

/** Marks that name two ranks which disagree, and how many of them must name the same one. */
const MUTUAL = new Set(["@mismatch-peer", "@ddp-model"]);
const VOTES = 2;

/**
 * Whether the only message that names a rank blames its writer as much: one such vote decides nothing.
 * @param {Scene} scene
 * @returns {boolean}
 */
export const isUndecided = ({ mutual, named }) => mutual && Math.max(0, ...named.values()) < VOTES;

/**
 * @param {Scene} scene
 * @returns {boolean} whether all complaints are about ranks that could not be reached in the first place
 */
export function neverMet({ fates }) {
  const complaints = [...fates.values()].flatMap((fate) => fate.peer);
  return complaints.length > 0 && complaints.every(({ spot }) => spot.seen.some(({ id }) => CONNECTING.has(id)));
}

/**
 * The scene of one attempt.
 * @param {readonly Reading[]} readings
 * @param {Roster} roster
 * @param {number} attempt
 * @returns {Scene}
 */
export function sceneOf(readings, roster, attempt) {
  const view = new View(roster, toldPids(readings, attempt));
  for (const [at, reading] of readings.entries()) view.look(at, spotsOf(reading, attempt));
  for (const [at, reading] of readings.entries()) {
    for (const voice of reading.last) {
      const rank = roster.rankOf(voice.speaker);
      const fate = rank !== null ? view.fates.get(rank) : undefined;
      if (fate && fate.ended === null && goesOn(fate, at, voice)) fate.goesOn = true;
    }
  }
  const [root] = sortedBy(view.roots, ({ place }) => when(place));
  const { fates, unknown, named, sequence } = view;
  return { fates, unknown, root: root?.rank ?? null, named, sequence, toldPids: view.toldPids, mutual: view.mutual };
}

/** What is put together while one log after the other is looked at. */
class View {
  /**
   * @param {Roster} roster
   * @param {ReadonlySet<number>} toldPids
   */
  constructor(roster, toldPids) {
    this.roster = roster;
    this.toldPids = toldPids;
    /** @type {Map<number, Fate>} */
    this.fates = new Map();
    /** @type {Failing[]} */
    this.unknown = [];
    /** @type {Map<number, number>} */
    this.named = new Map();
    this.mutual = false;
    /** @type {Map<number, number>} */
    this.sequence = new Map();
    /** @type {{ place: Place, rank: number }[]} */
    this.roots = [];
  }

  /** @param {number} rank @returns {Fate} */
  fate(rank) {
    const known = this.fates.get(rank) ?? new Fate(rank);
    this.fates.set(rank, known);
    return known;
  }

  /**
   * @param {number} at
   * @param {readonly Spot[]} spots
   */
  look(at, spots) {
    /** @type {Moment | null} */
    let now = null;
    let afterRoot = false;
    /** @type {number | null} */
    let passedOn = null;
    for (const [position, spot] of spots.entries()) {
      now = spot.moment ?? now;
      /** @type {Place} */
      const place = { reading: at, line: spot.line, moment: now };
      let rank = this.roster.rankAt(spot);
      afterRoot = afterRoot || hasRole(spot, ROOT);
      if (this.noteEndings(spot, place, afterRoot)) afterRoot = false;
      this.noteSaid(spot, rank);
      const kind = kindOf(spot, spots, position);
      if (spot.exception && PASSED_ON.match(spot.body)) {
        passedOn = rank;
        continue;
      }
      if (kind === null) continue;
      if (rank === null && spot.exception) [rank, passedOn] = [passedOn, null];
      if (kind === TOLD) {
        if (rank !== null) this.fate(rank).told = true;
        continue;
      }
      const failing = { place, spot, atOdds: messageOf(spot, spots, position).some((one) => hasRole(one, ODDS)) };
      if (rank === null) {
        this.unknown.push(failing);
        continue;
      }
      const fate = this.fate(rank);
      (kind === PEER ? fate.peer : fate.own).push(failing);
      if (spot.speaker.host) fate.host = fate.host || spot.speaker.host;
    }
  }

  /**
   * @param {Spot} spot
   * @param {Place} place
   * @param {boolean} afterRoot
   * @returns {boolean} whether it is the first failure that the launcher saw
   */
  noteEndings(spot, place, afterRoot) {
    let isRoot = false;
    for (const ending of endingsOf(spot, this.roster)) {
      const one = this.fate(ending.rank);
      const isTold = ending.signal !== null && TOLD_SIGNALS.has(ending.signal);
      if (one.ended === null || ending.code !== null) {
        one.code = ending.code;
        one.signal = ending.signal;
        one.ended = place;
        one.reported = { place, spot, atOdds: false };
        one.host = ending.host || one.host;
        const unasked = this.toldPids.size > 0 && ending.pid !== null && !this.toldPids.has(ending.pid);
        one.unasked = one.unasked || (isTold && unasked);
        one.told = (one.told || isTold) && !one.unasked;
      }
      if (afterRoot && !isRoot && hasRole(spot, EXIT)) {
        this.roots.push({ place, rank: ending.rank });
        isRoot = true;
      }
    }
    return isRoot;
  }

  /**
   * Who is named by others, and how far a rank has come.
   * @param {Spot} spot
   * @param {number | null} rank
   */
  noteSaid(spot, rank) {
    for (const seen of spot.seen) {
      if (seen.role === NAMES) {
        this.mutual ||= MUTUAL.has(seen.id);
        for (const peer of ranksIn(seen.took("peer_ranks") || seen.took("peer_rank") || "")) {
          this.named.set(peer, (this.named.get(peer) ?? 0) + 1);
        }
      }
      const at = seen.role === SEQUENCE ? number(seen.took("seq")) : null;
      if (at !== null && rank !== null && !this.sequence.has(rank)) this.sequence.set(rank, at);
    }
  }
}

/** How a healthy process speaks. */
const HEALTHY = new Pattern(String.raw`\b(?:INFO|DEBUG|done|finished|completed|succeeded|step|epoch|iteration)\b`, ANY_CASE);

/**
 * Whether a rank speaks as usual behind all its errors: then they were handled.
 * @param {Fate} fate
 * @param {number} reading
 * @param {Voice} voice
 */
function goesOn(fate, reading, voice) {
  const places = [...fate.own, ...fate.peer].map(({ place }) => place).filter((place) => place.reading === reading);
  return places.length > 0 && voice.line > maximum(places.map(({ line }) => line)) && HEALTHY.isIn(voice.text);
}

/**
 * The processes that a launcher told to stop.
 * @param {readonly Reading[]} readings
 * @param {number} attempt
 * @returns {ReadonlySet<number>}
 */
function toldPids(readings, attempt) {
  const closing = readings
    .flatMap((reading) => spotsOf(reading, attempt))
    .flatMap(({ seen }) => seen)
    .filter(({ id }) => id === "@elastic-closing");
  return new Set(closing.flatMap((seen) => number(seen.took("pid")) ?? []));
}

/**
 * PEER, TOLD or ABORT (its own failure), or null where the spot is no failure of a process.
 * @param {Spot} spot
 * @param {readonly Spot[]} spots
 * @param {number} position
 * @returns {string | null}
 */
function kindOf(spot, spots, position) {
  if (hasRole(spot, SEQUENCE) || (hasRole(spot, PEER) && !spot.exception)) return PEER;
  if (spot.exception) {
    if (LAUNCHER.match(spot.body)) return null;
    if (TOLD_EXCEPTION.match(spot.body)) return TOLD;
    return messageOf(spot, spots, position).some((one) => hasRole(one, PEER, NAMES, SEQUENCE)) ? PEER : ABORT;
  }
  if (!hasRole(spot, ABORT)) return null;
  return messageOf(spot, spots, position).some((one) => hasRole(one, PEER, SEQUENCE)) ? PEER : ABORT;
}

/**
 * The spot and those in which its message goes on.
 * @param {Spot} spot
 * @param {readonly Spot[]} spots
 * @param {number} position
 * @returns {Spot[]}
 */
function messageOf(spot, spots, position) {
  const message = [spot];
  for (let at = position + 1; at < spots.length; at++) {
    const other = /** @type {Spot} */ (spots[at]);
    if (other.line > spot.line + MESSAGE) break;
    if (other.prefix === spot.prefix && !other.exception) message.push(other);
  }
  return message;
}

// @ts-check
/**
 * Readings in, the part of each rank out: on which it began, who are the victims, who fell silent, and how this is known.
 *
 * A rank that failed of itself comes before one that complains about its peers. Where all complain, the one that is missing among
 * them is the suspect: it is named by them, sits at an earlier collective, left early, or was last heard before them.
 * The twin of generator/diagnose/ranks.py.
 */

import { CERTAIN, LIKELY, POSSIBLE, ranksOf } from "./diagnosis.mjs";
import { NAMES, PEER, SEQUENCE } from "./marks.mjs";
import { countOf, inOrder, maximum, minimum, sortedBy } from "./order.mjs";
import { regex } from "./pattern.mjs";
import { comesBefore } from "./places.mjs";
import { isUndecided } from "./scene.mjs";
import { hasRole } from "./spots.mjs";
import { wholeWords } from "./taped.mjs";
import { cut, strip } from "./text.mjs";

/** @typedef {import("./diagnosis.mjs").Ranks} Ranks */
/** @typedef {import("./roster.mjs").Roster} Roster */
/** @typedef {import("./scene.mjs").Failing} Failing */
/** @typedef {import("./scene.mjs").Fate} Fate */
/** @typedef {import("./scene.mjs").Scene} Scene */
/** @typedef {import("./spots.mjs").Spot} Spot */

/** A victim needs longer than this to notice, in seconds. */
const AT_ONCE = 1;
const SIGSEGV = 11;
const SIGKILL = 9;

/**
 * The parts of the ranks, the failures that began it, and the host; `own` says that the first failure was seen, not inferred from its victims.
 * @typedef {{ readonly ranks: Ranks, readonly failings: readonly Failing[], readonly host: string | null, readonly own: boolean, readonly patterns: readonly Shown[] }} Beginning
 */

/** @typedef {{ readonly pattern: string, readonly rank: number, readonly failing: Failing | null }} Shown a pattern that a rank shows, and the place and line that show it, where there is one */

/**
 * On which ranks it began, and how this is known.
 * @param {Scene} scene
 * @param {Roster} roster
 * @returns {Beginning}
 */
export function beginningOf(scene, roster) {
  const { fates } = scene;
  const all = [...fates.values()];
  const failed = new Set(
    all
      .filter((fate) => !fate.goesOn && (fate.own.length || fate.peer.length || (fate.ended !== null && fate.code !== 0)))
      .map(({ rank }) => rank),
  );
  let own = all.filter(failedOfItself);
  if (scene.unknown.some((failing) => !isOwn(failing))) {
    // somebody complains without saying who it is: an exit code alone makes nobody the first
    own = own.filter((fate) => fate.own.length || fate.wasKilled || fate.vanished);
  }
  if (!own.some((fate) => fate.own.length) && isEverybodys(scene, roster)) {
    const why = ["the same error stands in the log once for nearly every rank"];
    return begun(scene, inOrder(roster.ranks), failed, roster, LIKELY, why, { own: true, common: true });
  }
  own = withOwnerOfUnknown(scene, own);
  const finished = own.filter((fate) => fate.ended !== null);
  const ended = finished.length ? finished : own;
  // a launcher's table holds only those that it did not end itself
  for (const group of [own, ended]) {
    if (isShared(group, roster)) {
      const why = [`${group.length} ranks failed with the same error`];
      return begun(scene, inOrder(group.map(({ rank }) => rank)), failed, roster, LIKELY, why, { own: true, common: true });
    }
  }
  if (ended.length) return ofOwn(scene, ended, failed, roster);
  const complaining = new Set(all.filter((fate) => fate.peer.length && !fate.goesOn).map(({ rank }) => rank));
  if (complaining.size === 0 && scene.named.size === 0) {
    if (scene.root !== null && !fates.get(scene.root)?.told) {
      return begun(scene, [scene.root], failed, roster, POSSIBLE, ["the launcher saw it fail first"]);
    }
    return nowhere({ collateral: inOrder(failed) });
  }
  return ofMissing(scene, complaining, failed, roster);
}

/** @param {Partial<Ranks>} parts @returns {Beginning} */
const nowhere = (parts) => ({ ranks: ranksOf(parts), failings: [], host: null, own: false, patterns: [] });

/** @param {Fate} fate */
function failedOfItself(fate) {
  if (fate.goesOn || (fate.ended !== null && fate.code === 0)) return false;
  if (fate.own.length) return fate.peer.length === 0 || isBeforeItsComplaints(fate);
  if (fate.peer.length) return false;
  return fate.wasKilled || fate.vanished || (fate.ended !== null && fate.code !== null && fate.code !== 0 && !fate.told);
}

/** @param {Fate} fate */
function isBeforeItsComplaints({ own: [first], peer: [complaint] }) {
  return !first || !complaint || comesBefore(complaint.place, first.place) !== true;
}

/**
 * A failure without a writer belongs to the rank that the launcher saw fail first, where that one has none of its own.
 * @param {Scene} scene
 * @param {Fate[]} own
 * @returns {Fate[]}
 */
function withOwnerOfUnknown(scene, own) {
  const mine = scene.unknown.find(isOwn);
  if (!mine || own.some((fate) => fate.own.length)) return own;
  let owner = scene.root !== null ? scene.fates.get(scene.root) : undefined;
  if (!owner && own.length === 1) [owner] = own;
  if (!owner || owner.told || owner.wasKilled) return own;
  owner.own.push(mine);
  return [...own.filter((fate) => fate !== owner), owner];
}

/**
 * Whether more than half of the ranks, unnamed as they are, failed with the same words.
 * @param {Scene} scene
 * @param {Roster} roster
 */
function isEverybodys(scene, roster) {
  const gists = countOf(scene.unknown.filter((failing) => isOwn(failing) && failing.spot.exception).map(({ spot }) => gistOf(spot)));
  return gists.size > 0 && maximum(gists.values()) > Math.max(1, Math.floor(roster.ranks.size / 2));
}

/**
 * Whether more than half of the ranks failed in the same way: with the same words, or without any and with the same code.
 * @param {readonly Fate[]} own
 * @param {Roster} roster
 */
function isShared(own, roster) {
  const texts = new Set(own.filter((fate) => fate.own.length).map(gistOfFirst));
  const codes = new Set(own.filter((fate) => fate.own.length === 0).map(({ code }) => code));
  const alike = (texts.size === 1 && codes.size === 0) || (texts.size === 0 && codes.size === 1 && !codes.has(null));
  return alike && own.length >= Math.max(2, Math.floor(roster.ranks.size / 2) + 1);
}

/** @param {Failing} failing */
const isOwn = ({ spot }) => !hasRole(spot, PEER, NAMES, SEQUENCE);

/**
 * @param {Scene} scene
 * @param {readonly Fate[]} own
 * @param {ReadonlySet<number>} failed
 * @param {Roster} roster
 * @returns {Beginning}
 */
function ofOwn(scene, own, failed, roster) {
  const owners = new Set(own.map(({ rank }) => rank));
  const hasVictims = [...failed].some((rank) => !owners.has(rank));
  const earliest = own.filter((fate) => !own.some((other) => other !== fate && isEarlier(other, fate)));
  const alone = earliest.length === 1;
  const first = [...earliest];
  for (const fate of own) if (!earliest.includes(fate) && earliest.some((other) => isAtOnce(fate, other))) first.push(fate);
  /** @type {string[]} */
  const why = [];
  let confidence = CERTAIN;
  if (first.length > 1) {
    why.push(alone ? "these failed within a second of each other, each in its own way" : "the logs do not say which of these failed first");
    confidence = alone ? LIKELY : POSSIBLE;
  }
  why.push(...first.map(howItEnded));
  if (first.some((fate) => fate.own.some((failing) => failing.atOdds))) {
    why.push("it and the rank that sent to it disagree; either may be the odd one");
    confidence = POSSIBLE;
  }
  if (scene.root !== null && !first.some(({ rank }) => rank === scene.root)) {
    why.push(`the launcher's footer names rank ${scene.root}, whose own lines came later or speak of its peers`);
    confidence = confidence === CERTAIN ? LIKELY : confidence;
  } else if (hasVictims) {
    why.push("the other ranks complain about their peers, or were told to stop");
  }
  return begun(
    scene,
    sortedBy(
      first.map(({ rank }) => rank),
      (rank) => rank,
    ),
    failed,
    roster,
    confidence,
    why,
    { own: true },
  );
}

/**
 * Whether two ranks failed in different ways so close to each other that neither can be the other's victim.
 * @param {Fate} one
 * @param {Fate} other
 */
function isAtOnce(one, other) {
  if (one.own.length && other.own.length && gistOfFirst(one) === gistOfFirst(other)) return false;
  const [mine, others] = [one, other].map((fate) => (fate.own[0]?.place ?? fate.ended)?.moment ?? null);
  return !!mine && !!others && Math.abs(mine.seconds - others.seconds) <= AT_ONCE;
}

/** @param {string} text */
function short(text) {
  const head = wholeWords(text, 120);
  return head === text ? strip(head) : `${strip(head)} …`;
}

/** @param {Fate} fate */
function howItEnded({ rank, own: [first], unasked, vanished, wasKilled, signal, code }) {
  if (first) return `rank ${rank} failed of itself: ${short(first.spot.body)}`;
  if (unasked) return `rank ${rank} was ended by signal ${said(signal)}, which its launcher did not send`;
  if (vanished) return `the process of rank ${rank} is gone; its launcher does not say how it ended`;
  if (wasKilled) return `rank ${rank} was ended by signal ${said(signal)} and wrote nothing about it`;
  return `rank ${rank} ended with exit code ${said(code)} and wrote no error`;
}

/** @param {number | null} value */
const said = (value) => (value === null ? "None" : String(value));

const NUMBER = regex`[0-9]+|0x[0-9a-f]+`;

/** @param {Spot} spot */
const gistOf = (spot) =>
  cut(
    NUMBER.replace(spot.body, () => "#"),
    160,
  );

/** @param {Fate} fate */
const gistOfFirst = ({ own: [first] }) => (first ? gistOf(first.spot) : "");

/**
 * Whether `one` certainly failed before `other`.
 * @param {Fate} one
 * @param {Fate} other
 */
function isEarlier(one, other) {
  const mine = one.own[0]?.place ?? one.ended;
  const others = other.own[0]?.place ?? other.ended;
  if (mine === null || others === null) return false;
  // a launcher notices an end some time after it came; what a rank has written stands where it happened
  if (one.own.length > 0 !== other.own.length > 0) return one.own.length > 0 && comesBefore(mine, others) === true && mine.moment !== null;
  return comesBefore(mine, others) === true;
}

/**
 * All that failed complain about others: who is it?
 * @param {Scene} scene
 * @param {ReadonlySet<number>} complaining
 * @param {ReadonlySet<number>} failed
 * @param {Roster} roster
 * @returns {Beginning}
 */
function ofMissing(scene, complaining, failed, roster) {
  const named = isUndecided(scene) ? [] : sortedBy(scene.named, ([rank, count]) => [-count, rank]);
  let guilty = named.filter(([rank]) => !complaining.has(rank));
  if (guilty.length === 0) guilty = named.filter(([, count]) => count === named[0]?.[1]);
  if (guilty.length) {
    const ranks = guilty.map(([rank]) => rank);
    const why = ranks.map((rank) => `its peers name rank ${rank}`);
    return begun(scene, ranks, failed, roster, ranks.length === 1 ? LIKELY : POSSIBLE, why);
  }
  const behind = thoseBehind(scene.sequence);
  if (behind.length) {
    const why = behind.map((rank) => `rank ${rank} waits in collective ${scene.sequence.get(rank)}, earlier than its peers`);
    return begun(scene, behind, failed, roster, LIKELY, why, { pattern: "behind" });
  }
  const apart = thoseElsewhere(scene);
  if (apart.length) {
    const why = apart.map((rank) => `rank ${rank} waits at ${frameOf(scene.fates.get(rank))}, the others elsewhere`);
    return begun(scene, apart, failed, roster, LIKELY, why, { pattern: "waits-elsewhere" });
  }
  let missing = inOrder([...roster.ranks].filter((rank) => !complaining.has(rank)));
  if (missing.length && missing.length <= Math.max(1, Math.floor(roster.ranks.size / 2))) {
    const reported = new Set([...scene.fates.values()].filter((fate) => fate.ended !== null).map(({ rank }) => rank));
    const left = missing.filter((rank) => reported.size > 0 && !reported.has(rank));
    const untold = missing.filter((rank) => !scene.fates.get(rank)?.told);
    if (left.length && left.length < missing.length) missing = left;
    else if (untold.length && untold.length < missing.length) missing = untold;
    const why = [`every rank that was heard complains about its peers, but not rank ${missing.join(", ")}`];
    if (left.length) why.push("the launcher reports no failure of it: it left early, or hangs");
    return begun(scene, missing, failed, roster, missing.length === 1 ? LIKELY : POSSIBLE, why, {
      pattern: left.length ? "left-early" : "silent",
    });
  }
  return nowhere({ collateral: inOrder(failed), silent: silentOf(scene, roster, failed) });
}

/**
 * The ranks, fewer than half, that sit at an earlier collective than the others.
 * @param {ReadonlyMap<number, number>} sequence
 * @returns {number[]}
 */
function thoseBehind(sequence) {
  if (sequence.size < 2) return [];
  const least = minimum(sequence.values());
  const behind = inOrder([...sequence].filter(([, at]) => at === least).map(([rank]) => rank));
  const isFew = behind.length * 2 < sequence.size + 1 && behind.length < sequence.size;
  return least < maximum(sequence.values()) && isFew ? behind : [];
}

/** @param {Fate | undefined} fate */
const frameOf = (fate) => fate?.peer.find((failing) => failing.spot.frame !== "")?.spot.frame ?? "";

/**
 * The ranks, fewer than half, that wait at another place in the job's code than the rest, who are all at one place.
 * @param {Scene} scene
 * @returns {number[]}
 */
function thoseElsewhere(scene) {
  const frames = [...scene.fates.values()].map((fate) => ({ rank: fate.rank, frame: frameOf(fate) })).filter(({ frame }) => frame !== "");
  const places = sortedBy(countOf(frames.map(({ frame }) => frame)), ([, count]) => -count);
  const [most, least] = places;
  if (frames.length < 3 || places.length !== 2 || !most || !least) return [];
  return least[1] < most[1] ? inOrder(frames.filter(({ frame }) => frame === least[0]).map(({ rank }) => rank)) : [];
}

/**
 * The ranks of which nothing was reported although others failed.
 * @param {Scene} scene
 * @param {Roster} roster
 * @param {ReadonlySet<number>} failed
 * @returns {number[]}
 */
const silentOf = (scene, roster, failed) =>
  failed.size ? inOrder([...roster.known].filter((rank) => !failed.has(rank) && !scene.fates.has(rank))) : [];

/**
 * @param {Scene} scene
 * @param {readonly number[]} ranks
 * @param {ReadonlySet<number>} failed
 * @param {Roster} roster
 * @param {string} confidence
 * @param {readonly string[]} why
 * @param {{ own?: boolean, common?: boolean, pattern?: string | null }} how
 * @returns {Beginning}
 */
function begun(scene, ranks, failed, roster, confidence, why, { own = false, common = false, pattern = null } = {}) {
  const began = new Set(ranks);
  const followed = [...scene.fates.values()].filter((fate) => fate.told || fate.peer.length).map(({ rank }) => rank);
  const collateral = inOrder([...failed, ...followed].filter((rank) => !began.has(rank)));
  const victims = new Set(collateral);
  const silent = silentOf(scene, roster, failed).filter((rank) => !victims.has(rank));
  const fates = ranks.flatMap((rank) => scene.fates.get(rank) ?? []);
  return {
    ranks: { initiating: ranks, collateral, silent, why, confidence },
    failings: fates.flatMap((fate) => fate.own),
    host: common ? null : (fates[0]?.host ?? null),
    own,
    patterns: patternsOf(scene, ranks, pattern),
  };
}

/**
 * @param {Scene} scene
 * @param {readonly number[]} ranks
 * @param {string | null} pattern that these ranks show; else how each of them ended
 * @returns {Shown[]}
 */
function patternsOf(scene, ranks, pattern) {
  return ranks.flatMap((rank) => {
    const fate = scene.fates.get(rank);
    if (pattern !== null) return { pattern, rank, failing: fate?.peer[0] ?? null };
    if (!fate || fate.own.length) return [];
    if (fate.signal === SIGSEGV) return { pattern: "crashed", rank, failing: fate.reported };
    return fate.signal === SIGKILL ? { pattern: "killed", rank, failing: fate.reported } : [];
  });
}

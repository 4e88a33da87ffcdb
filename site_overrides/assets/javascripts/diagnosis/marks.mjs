// @ts-check
/** What a mark says of the one who wrote it: the roles of generator/match/marks.py. The marks themselves come with the index. */

export const TRACEBACK = "traceback"; // a Python traceback begins
export const CHAINED = "chained"; // the exception that follows came of the one above
export const ABORT = "abort"; // native code has ended the process
export const PEER = "peer"; // another rank is gone, late or at odds; the writer is its victim
export const NAMES = "names"; // a peer, by its rank, is the one that failed or is missing
export const SEQUENCE = "sequence"; // how far the writer has come in its collectives
export const TOLD = "told"; // somebody has told this process to stop
export const EXIT = "exit"; // a launcher reports how a process ended
export const ROOT = "root"; // the launcher's footer: the first failure that it saw follows
export const BANNER = "banner"; // a program says its version
export const WORLD = "world"; // how many ranks there are
export const SELF = "self"; // ties a rank to a process
export const ZERO = "zero"; // only rank 0 can write this
export const ODDS = "odds"; // the writer and a neighbour disagree; either may be the odd one
export const ERROR = "error"; // an error line of any sort

/**
 * A structural line: its id, what it says, and the template of its text. `program` names who speaks in a banner.
 * @typedef {{ readonly id: string, readonly role: string, readonly text: string, readonly program?: string }} Mark
 */

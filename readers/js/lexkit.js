// @ts-check
// lexkit in JavaScript: ES modules without dependencies, for browsers, Node, Deno and Bun. This one has the words
// (lexkit-gaddag/words), the moves (lexkit-gaddag/moves), and makes lexicons (lexkit-gaddag/build); lexkit-gaddag/game has
// whole games.

/** @typedef {import("./lexkit.d.ts").BoardOptions} BoardOptions */
/** @typedef {import("./lexkit.d.ts").Candidate} Candidate */
/** @typedef {import("./lexkit.d.ts").Cross} Cross */
/** @typedef {import("./lexkit.d.ts").EquityOptions} EquityOptions */
/** @typedef {import("./lexkit.d.ts").Position} Position */
/** @typedef {import("./lexkit.d.ts").Rules} Rules */
/** @typedef {import("./lexkit.d.ts").Verdict} Verdict */
/** @import { BuildOptions } from "./build.d.ts" */
/** @import { FetchOptions } from "./words.d.ts" */

import { build, WordListError } from "./build.js";
import {
  Board,
  IllegalMoveError,
  LAYOUTS,
  Leaves,
  Lexicon as MoveLexicon,
  LexiconError,
  Move,
  STANDARD,
} from "./moves.js";

export { Board, build, IllegalMoveError, LAYOUTS, Leaves, LexiconError, Move, STANDARD, WordListError };

/** An open lexicon that can be compiled from words. */
export class Lexicon extends MoveLexicon {
  /**
   * Open the bytes of a file, as MoveLexicon does.
   * @override
   * @param {ArrayBufferLike | Uint8Array} bytes
   * @returns {Promise<Lexicon>}
   */
  static open(bytes) {
    return /** @type {Promise<any>} */ (super.open(bytes));
  }

  /**
   * Fetch a file and open it, as MoveLexicon does.
   * @override
   * @param {string | URL | Request} url
   * @param {FetchOptions} options
   * @returns {Promise<Lexicon>}
   */
  static fetch(url, options = {}) {
    return /** @type {Promise<any>} */ (super.fetch(url, options));
  }

  /**
   * Compile words into a lexicon; `lexicon.bytes` is its file. See `build`.
   * @param {string | Iterable<string>} words
   * @param {BuildOptions} options
   */
  static build(words, options = {}) {
    return new this(build(words, options));
  }
}

// @ts-check
// lexkit-gaddag/moves: word lists, boards and their moves.
//
//     import { Lexicon } from "lexkit-gaddag/moves";
//     const lexicon = await Lexicon.fetch("english.gaddag");
//     lexicon.board().read("15/15/15/15/15/15/15/5CArE6/15/15/15/15/15/15/15").moves("AEINRT?");

/** @import { BoardOptions } from "./lexkit.d.ts" */
/** @import { FetchOptions } from "./words.d.ts" */

import { Board, LAYOUTS, STANDARD } from "./board.js";
import { IllegalMoveError } from "./judge.js";
import { Leaves } from "./leaves.js";
import { Move } from "./move.js";
import { LexiconError } from "./prove.js";
import { crossSetsOf } from "./squares.js";
import { requireConnected, unpack } from "./unpack.js";
import { WordLexicon } from "./words.js";

export { Board, IllegalMoveError, LAYOUTS, Leaves, LexiconError, Move, STANDARD };

/** An open lexicon that makes boards. */
export class Lexicon extends WordLexicon {
  /** @type {Leaves | null | undefined} */
  #leaves;

  /**
   * The leave values of the file, or null if it has none; Leaves.read takes a table beside it.
   * @throws {LexiconError} if the section breaks a rule of SPEC.md
   */
  get leaves() {
    if (this.#leaves === undefined) this.#leaves = Leaves.of(this);
    return this.#leaves;
  }

  /**
   * Open the bytes of a .gaddag file, or of a .gaddag.zst where the platform unpacks zstandard.
   * @override
   * @param {ArrayBufferLike | Uint8Array} bytes
   * @returns {Promise<Lexicon>}
   * @throws {LexiconError} if the bytes break a rule of SPEC.md
   * @throws {Error} NotSupportedError, for a packed file on a platform that does not unpack zstandard
   */
  static open(bytes) {
    return /** @type {Promise<any>} */ (super.open(bytes));
  }

  /**
   * Fetch a file and open it, as WordLexicon does.
   * @override
   * @param {string | URL | Request} url
   * @param {FetchOptions} options
   * @returns {Promise<Lexicon>}
   */
  static fetch(url, options = {}) {
    return /** @type {Promise<any>} */ (super.fetch(url, options));
  }

  /**
   * @override
   * @param {Uint8Array} bytes
   */
  static async openPacked(bytes) {
    const lexicon = new this(await unpack(bytes));
    if ("packed" in lexicon.provenance) requireConnected(lexicon.automaton);
    return lexicon;
  }

  /**
   * The cross sets of a board of this lexicon: by the name of each empty square, such as "8J", the letters that make a word
   * with the tiles beside it in its row (`across`) and in its column (`down`), all letters if there are none; and what these
   * tiles are worth, before the premium of the square (`acrossScore`, `downScore`), or null.
   * @param {Board} board
   * @throws {RangeError} for a board of another lexicon
   */
  crossSets(board) {
    if (board.lexicon !== this) throw new RangeError("a board of this lexicon");
    return crossSetsOf(board);
  }

  /**
   * An empty board for this lexicon: the standard one, or rows of glyphs as in SPEC.md's layouts.
   * @param {BoardOptions} options
   */
  board(options = {}) {
    return new Board(this, options);
  }
}

import { Board, BoardOptions, Cross, Leaves } from "./lexkit.js";
import { FetchOptions, Lexicon as WordLexicon } from "./words.js";

export {
  Board,
  BoardOptions,
  Candidate,
  Cross,
  EquityOptions,
  IllegalMoveError,
  LAYOUTS,
  Leaves,
  Move,
  Position,
  Rules,
  STANDARD,
  Verdict,
} from "./lexkit.js";
export { FetchOptions, LexiconError, Words } from "./words.js";

export class Lexicon extends WordLexicon {
  /** Open a .gaddag file, or a .gaddag.zst. Throws LexiconError, TypeError for anything but bytes, and an Error by the name
   *  NotSupportedError if the platform does not unpack zstandard. */
  static open(bytes: ArrayBufferLike | Uint8Array): Promise<Lexicon>;
  static fetch(url: string | URL | Request, options?: FetchOptions): Promise<Lexicon>;
  /** Of each empty square of a board of this lexicon, by its name, such as "8J". */
  crossSets(board: Board): Map<string, Cross>;
  board(options?: BoardOptions): Board;
  /** The leave values of the file; null if it has none. */
  readonly leaves: Leaves | null;
}

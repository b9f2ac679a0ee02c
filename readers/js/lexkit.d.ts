import { Lexicon as MoveLexicon } from "./moves.js";
import { FetchOptions, LexiconError, Words } from "./words.js";
import { BuildOptions } from "./build.js";

export { build, BuildOptions, WordListError } from "./build.js";
export { FetchOptions, LexiconError, Words };

export class Lexicon extends MoveLexicon {
  static open(bytes: ArrayBufferLike | Uint8Array): Promise<Lexicon>;
  static fetch(url: string | URL | Request, options?: FetchOptions): Promise<Lexicon>;
  /** Compile words into a lexicon: see `build`. */
  static build(words: string | Iterable<string>, options?: BuildOptions): Lexicon;
}

/** What the tiles beside an empty square allow there. */
export interface Cross {
  /** The letters that make a word with the tiles beside the square in its row, all letters if there are none. */
  readonly across: readonly string[];
  /** The same for its column. */
  readonly down: readonly string[];
  /** The points of the tiles beside the square in its row, before the premium of the square; null if there are none. */
  readonly acrossScore: number | null;
  readonly downScore: number | null;
}

export interface BoardOptions {
  /** Rows of glyphs: . plain, ' " ^ double, triple, quadruple letter, - = ~ the same for words, # a brick. */
  layout?: readonly string[];
  /** Row and column of the start square, from 0; by default the middle. */
  start?: readonly [number, number];
  /** Tiles of a full rack, 7 if not given, and points for laying all of them, 50 if not given. */
  rackSize?: number;
  bingo?: number;
  /** Points for laying a number of tiles, by that number, besides `bingo`; for a main word of a length, by that length. */
  bonuses?: Readonly<Record<number, number>>;
  lengthBonuses?: Readonly<Record<number, number>>;
  /** false: WebAssembly does not find the moves, and no copy of the list is made for it. true: nothing else finds them;
   *  throws an Error by the name NotSupportedError if WebAssembly cannot. By default, it does if it can. */
  wasm?: boolean;
}

export class Board {
  constructor(lexicon: MoveLexicon, options?: BoardOptions);
  readonly rows: number;
  readonly columns: number;
  /** A copy, as `set` takes it. */
  readonly tiles: Uint8Array;
  /** Whether WebAssembly finds the moves. */
  readonly wasm: boolean;
  /** Tiles row by row: 0 for an empty square, 128 added for a blank. */
  set(tiles: ArrayLike<number>): this;
  /** The rows of a CGP text. */
  read(text: string): this;
  /** All legal moves, or the first `limit` of them, the best first. */
  moves(rack: string, options?: { limit?: number }): Move[];
}

export class Move {
  readonly score: number;
  readonly row: number;
  readonly column: number;
  readonly down: boolean;
  /** Those laid, in order, 128 added for a blank. */
  readonly tiles: Uint8Array;
  /** How many squares the word has. */
  readonly length: number;
  /** "8D .IFE" */
  readonly text: string;
  /** What can be sent to other programs, and from a worker to its page. */
  toJSON(): { score: number; row: number; column: number; down: boolean; tiles: number[]; text: string };
}

export const STANDARD: readonly string[];

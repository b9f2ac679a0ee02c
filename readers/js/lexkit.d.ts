/** A file that breaks a rule of SPEC.md. */
export class LexiconError extends Error {
  readonly rule: string;
  readonly place: number | string;
}

/** Words that were found, spelled only when asked for. */
export interface Words extends Iterable<string> {
  readonly length: number;
  /** The places of the words in the sorted list, ascending. */
  ranks(): IterableIterator<number>;
  words(limit?: number): string[];
}

export class Lexicon {
  /** Open a .gaddag file, or a .gaddag.zst. Throws LexiconError, or an Error by the name NotSupportedError if the platform
   *  does not unpack zstandard. */
  static open(bytes: ArrayBufferLike | Uint8Array): Promise<Lexicon>;
  /** Open the bytes of a .gaddag file, which are read in place. Throws LexiconError. */
  constructor(bytes: Uint8Array);
  readonly length: number;
  readonly name: string;
  /** By tile number, from 1; the blank's are at 0. */
  readonly labels: readonly string[];
  readonly points: readonly number[];
  readonly counts: readonly number[];
  readonly provenance: Readonly<Record<string, unknown>>;
  has(word: string): boolean;
  /** The place of a word in the sorted list, from 0; -1 if it is none. */
  rank(word: string): number;
  word(rank: number): string;
  prefix(text: string): Words;
  suffix(text: string): Words;
  substring(text: string): Words;
  /** "?" is any letter, "*" any letters. */
  pattern(text: string): Words;
  /** The words of all these letters, or of at least `shortest`; "?" is a blank. */
  anagrams(rack: string, shortest?: number): Words;
  crossSet(before: string, after: string): string[];
  /** Of each empty square of a board of this lexicon, by its name, such as "8J". */
  crossSets(board: Board): Map<string, Cross>;
  tiles(text: string): number[];
  /** Small where 128 is added for a blank, as on a board; "?" for 0. */
  text(tiles: ArrayLike<number>): string;
  board(options?: BoardOptions): Board;
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
  constructor(lexicon: Lexicon, options?: BoardOptions);
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
  /** All legal moves, the best first. */
  moves(rack: string): Move[];
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

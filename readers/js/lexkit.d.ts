import { Lexicon as MoveLexicon } from "./moves.js";
import { FetchOptions, Lexicon as WordLexicon, LexiconError, Words } from "./words.js";
import { BuildOptions } from "./build.js";

export { build, BuildOptions, WordListError } from "./build.js";
export { FetchOptions, LexiconError, Words };

export class Lexicon extends MoveLexicon {
  static open(bytes: ArrayBufferLike | Uint8Array): Promise<Lexicon>;
  static fetch(url: string | URL | Request, options?: FetchOptions): Promise<Lexicon>;
  /** Compile words into a lexicon: see `build`. */
  static build(words: string | Iterable<string>, options?: BuildOptions): Lexicon;
}

/** The letters that the tiles beside an empty square allow there. */
export interface Cross {
  /** The letters that make a word with the tiles beside the square in its row, all letters if there are none. */
  readonly across: readonly string[];
  /** The same for its column. */
  readonly down: readonly string[];
  /** The points of the tiles beside the square in its row, before the premium of the square; null if there are none. */
  readonly acrossScore: number | null;
  readonly downScore: number | null;
}

/** The rules of a game: those of the board and of scores, and those that only a game asks for. */
export interface Rules {
  /** "standard", "super", or rows of glyphs: . plain, ' " ^ double, triple, quadruple letter, - = ~ the same for words, # a
   *  brick. */
  readonly layout: string | readonly string[];
  /** Row and column of the start square, from 0; by default the middle. */
  readonly start?: readonly [number, number];
  /** Tiles of a full rack, usually 7, and points for laying all of them, usually 50. */
  readonly rackSize: number;
  readonly bingo: number;
  /** Points for laying a number of tiles, by that number, besides `bingo`; for a main word of a length, by that length. */
  readonly bonuses: Readonly<Record<number, number>>;
  readonly lengthBonuses: Readonly<Record<number, number>>;
  /** Tiles that the bag must have for an exchange, usually 7, and how often a player may exchange; 0: as often as one likes. */
  readonly exchangeMinimum: number;
  readonly exchangeLimit: number;
  /** Turns without a point in a row, and passes in a row, that end a game; 0: they do not. */
  readonly zeroTurns: number;
  readonly passTurns: number;
  /** True if an exchange is a turn without a point; `emptyBoardEnds`: if such turns end a game whose board is empty. */
  readonly exchangesCount: boolean;
  readonly emptyBoardEnds: boolean;
  /** True if a play that is challenged off counts as a pass. */
  readonly withdrawnIsPass: boolean;
  /** Points that a player who is out gains for each one on other racks, and that these lose: 2 and 0, 1 and 1, 1 and 0,
   *  0 and 1, 2 and 1. */
  readonly outBonus: "double" | "each" | "once" | "penalty" | "both";
  /** void: words are checked before a play is accepted. A wrong challenge costs nothing, a turn, the game, or points. */
  readonly challenge: "void" | "single" | "double" | "triple" | "5pt" | "10pt" | "5pt/word" | "10pt/word";
}

export interface BoardOptions extends Partial<Rules> {
  /** false: WebAssembly does not find the moves, and no copy of the list is made for it. true: nothing else finds them;
   *  throws an Error by the name NotSupportedError if WebAssembly cannot. By default, it does if it can. `best` and
   *  `bestByEquity` never ask it. */
  wasm?: boolean;
}

/** A play that is not allowed. `code` is one of those in readers/README.md, such as "hole"; `reason` a sentence. */
export class IllegalMoveError extends RangeError {
  readonly code: string;
  readonly place: string;
  readonly reason: string;
}

/** The verdict on a play. `code` is "" if it is legal; a play with "rack" or "word" has a move, a score and words. */
export interface Verdict {
  readonly play: string;
  readonly legal: boolean;
  readonly code: string;
  readonly reason: string;
  readonly move: Move | null;
  readonly score: number | null;
  readonly words: readonly (readonly [word: string, valid: boolean])[];
}

/** The parts of a position in CGP beside the squares; the player to move comes first. */
export interface Position {
  racks: string[];
  scores: number[];
  zeros: number;
}

export interface EquityOptions {
  /** The number of candidates, 1 if not given. */
  k?: number;
  /** Those of the lexicon if not given. Without any, a leave is worth nothing while the bag has tiles. */
  leaves?: Leaves | null;
  /** Tiles in the bag; by default what the board and the rack leave to one opponent's rack and the bag. */
  bag?: number;
  /** The number of exchanges that the player has made. */
  exchanges?: number;
}

/** An action with its equity in points. */
export interface Candidate {
  readonly kind: "placement" | "exchange" | "pass";
  readonly move: Move | null;
  /** Tile numbers, blanks 0. */
  readonly exchanged: readonly number[];
  readonly equity: number;
  readonly score: number;
  /** The tiles that are kept. */
  readonly leave: string;
  /** "8D .IFE", "-AEI" or "-": `game.act` reads it. */
  readonly text: string;
}

/** Values of the tiles that a player keeps. */
export class Leaves {
  private constructor();
  /** A table beside the file: KLV2, or the bytes of a section `leaves`. Throws LexiconError. */
  static read(lexicon: WordLexicon, bytes: ArrayBufferLike | Uint8Array): Leaves;
  /** Tiles of the longest leave that has a value. */
  readonly longest: number;
  /** Points. */
  of(leave: string): number;
}

export class Board {
  constructor(lexicon: WordLexicon, options?: BoardOptions);
  readonly rows: number;
  readonly columns: number;
  readonly start: readonly [number, number];
  /** A copy, as `set` takes it. */
  readonly tiles: Uint8Array;
  /** The letter and word multipliers of the squares, row by row; 0 for a brick. */
  readonly letterMultipliers: Uint8Array;
  readonly wordMultipliers: Uint8Array;
  /** The glyph of a square, as `layout` has it. */
  premium(row: number, column: number): string;
  /** True if WebAssembly finds the moves. */
  readonly wasm: boolean;
  /** Tiles row by row: 0 for an empty square, 128 added for a blank. */
  set(tiles: ArrayLike<number>): this;
  /** The rows of a CGP text. */
  read(text: string): this;
  /** The rows of a CGP text. */
  readonly rowsText: string;
  /** A position in CGP, checked as Python's Board does; racks, scores and zeros may be missing. Throws RangeError. */
  fromCGP(text: string): Position;
  toCGP(position?: Partial<Position>): string;
  /** The move of "8D .IFE", "8D LIFE" or "8D W(I)FE". Throws IllegalMoveError; its words need not be in the list. */
  move(text: string): Move;
  /** The move of tiles from the first square of its word on. Throws IllegalMoveError. */
  place(row: number, column: number, down: boolean, tiles: ArrayLike<number>): Move;
  /** Judge a play, and the rack that it comes from if one is given. */
  explain(play: Move | string, rack?: string): Verdict;
  /** Lay a play. Throws IllegalMoveError; its words need not be in the list. */
  play(play: Move | string): Move;
  /** Take back the last play; null if there is none. */
  undo(): Move | null;
  readonly history: Move[];
  /** All legal moves, or the first `limit` of them, the best first. */
  moves(rack: string, options?: { limit?: number }): Move[];
  /** The best `k` moves by score, 1 if not given; of equal ones as Python has them. */
  best(rack: string, k?: number): Move[];
  /** The best candidates by equity: moves, exchanges, and the pass, which is last. */
  bestByEquity(rack: string, options?: EquityOptions): Candidate[];
}

export class Move {
  readonly score: number;
  readonly row: number;
  readonly column: number;
  readonly down: boolean;
  /** Those laid, in order, 128 added for a blank. */
  readonly tiles: Uint8Array;
  /** The number of squares of the word. */
  readonly length: number;
  /** "8D" across, "D8" down. */
  readonly place: string;
  /** "8D .IFE", tiles of several letters in brackets. */
  readonly text: string;
  /** The same without brackets where they are not needed, as in GCG. */
  readonly gcg: string;
  /** Words that it forms, the main one first. */
  readonly words: string[];
  /** Each word with its points, then ["bonus", points] if there is one. */
  readonly breakdown: [what: string, points: number][];
  /** The squares that it fills, row by row from 0. */
  readonly squares: number[];
  /** True if it lays a full rack. */
  readonly isBingo: boolean;
  /** The move as plain data, for other programs, or from a worker to its page. */
  toJSON(): { score: number; row: number; column: number; down: boolean; tiles: number[]; text: string };
}

export const STANDARD: readonly string[];
/** Boards by name: standard and super. */
export const LAYOUTS: Readonly<Record<string, readonly string[]>>;

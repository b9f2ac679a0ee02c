import { Board, IllegalMoveError, Leaves, Move, Rules } from "./lexkit.js";
import { Lexicon } from "./moves.js";

export { IllegalMoveError, Rules };

export interface GameOptions {
  /** Two to four names. */
  players?: readonly string[];
  /** Those that differ from the rules of the lexicon's language. */
  rules?: Partial<Rules>;
  /** Of the bag: a whole number below 2^53, or a BigInt below 2^64; at random if not given. */
  seed?: number | bigint;
  /** Who begins, 0 if not given. */
  first?: number;
  /** false: a game that is played elsewhere; nobody draws, and `setRack` says what is known of a rack. */
  dealt?: boolean;
  /** True if `game.board.moves` may use WebAssembly; false if not given. */
  wasm?: boolean;
}

/** An action that is not possible now: the game is over, or a player is out. */
export class OutOfTurnError extends Error {}

/** A record that cannot be followed; `line` is the number of the line. */
export class GameRecordError extends Error {
  readonly line: number;
}

export interface Result {
  readonly reason: "out" | "zeros" | "passes" | "resignation" | "time" | "challenge";
  /** null for a draw. */
  readonly winner: number | null;
  /** The final scores, and what of them are points for the racks left and fines; by player. */
  readonly scores: number[];
  readonly ending: number[];
  readonly overtime: number[];
  /** Players who lost whatever the scores are. */
  readonly losers: number[];
}

export type Kind = "placement" | "exchange" | "pass" | "challenge" | "accept" | "resignation" | "time" | "fine";

export interface Turn {
  readonly kind: Kind;
  readonly player: number;
  /** The player's rack, and all scores, before the turn. */
  readonly rack: string;
  readonly scores: number[];
  /** The placement, or that challenged. */
  readonly move: Move | null;
  /** Tile numbers, blanks 0. */
  readonly exchanged: number[];
  readonly drawn: number[];
  /** The number of tiles that left the rack. */
  readonly size: number;
  /** Of a challenge, points for the player challenged. */
  readonly score: number;
  /** Those challenged, each with whether it is valid. */
  readonly words: [word: string, valid: boolean][];
  /** True if a challenge took the play back; null for other turns. */
  readonly success: boolean | null;
  /** "8D .IFE", "-AEI", "-", "challenge LIFEX": `act` reads it. */
  readonly text: string;
}

export interface Action {
  kind: Kind;
  move?: Move | string | null;
  exchanged?: string | readonly number[] | number;
  words?: string[];
}

/** Actions throw IllegalMoveError or OutOfTurnError, and then change nothing. */
export class Game {
  constructor(lexicon: Lexicon, options?: GameOptions);
  /** The game of a record, not dealt. Throws GameRecordError. */
  static fromGCG(text: string, lexicon: Lexicon, rules?: Partial<Rules>): Game;
  readonly lexicon: Lexicon;
  readonly players: readonly string[];
  readonly rules: Rules;
  readonly seed: number | bigint;
  readonly first: number;
  readonly dealt: boolean;
  /** By the number of the turn that they follow. */
  readonly notes: Map<number, string>;
  /** The board of the game; tiles that you lay on it are gone at the next turn. */
  readonly board: Board;
  /** Tiles in the bag. */
  readonly bag: number;
  readonly scores: number[];
  readonly toMove: number;
  readonly over: boolean;
  readonly result: Result | null;
  readonly winner: number | null;
  /** True if a player is out, whose last play the next one accepts (`passTurn`) or challenges. */
  readonly waiting: boolean;
  readonly challengeable: Move | null;
  readonly out: number | null;
  /** Tiles that the player to move may exchange. */
  readonly exchangeable: number;
  readonly zeros: number;
  readonly turns: Turn[];
  readonly lastTurn: Turn | null;
  readonly resigned: number[];
  /** "AEINRT?"; in a game that is not dealt, as far as it is known. */
  rack(player: number): string;
  /** The same as tile numbers in order, blanks (0) first. */
  rackTiles(player: number): number[];
  readonly racks: string[];
  /** The number of each tile that a player does not see, by label. */
  unseen(player: number): Map<string, number>;
  toCGP(): string;
  toGCG(): string;
  play(play: Move | string): Turn;
  /** "AEI", tile numbers, or in a game that is not dealt how many. */
  exchange(tiles: string | readonly number[] | number): Turn;
  passTurn(): Turn;
  /** All words of the last play, or some. `invalid`: those that are no words, if the list is not to judge. */
  challenge(words?: string | readonly string[], invalid?: readonly string[]): Turn;
  resign(player?: number): Turn;
  /** "8D LIFE", "-AEI", "-", "challenge", "resign", or what a player chose. */
  act(action: string | Action): Turn;
  undo(): Turn;
  redo(): Turn;
  setRack(player: number, tiles: string): void;
  fine(player: number, points: number): Turn;
}

export interface PlayerOptions {
  /** Decides what a level knows and notices. */
  seed?: number | bigint;
  /** For `static`; those of the lexicon if not given. */
  leaves?: Leaves | null;
}

export class Player {
  constructor(name: string, options?: PlayerOptions);
  readonly name: string;
  /** Choose an action for the player to move, without a look at the other racks. */
  choose(game: Game): Action;
}

/** The rules of a lexicon's language, with changes. Throws RangeError. */
export function rulesOf(lexicon: Lexicon, changes?: Partial<Rules>): Rules;
/** "greedy", "static", or a level, "beginner" to "tournament". */
export function player(name: string, options?: PlayerOptions): Player;
export const playerNames: readonly string[];

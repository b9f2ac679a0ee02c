// @ts-check
// Equity: the worth of a play, its score and what is kept, in thousandths of a point, as players/equity.py counts it.
// While the bag has tiles, what is kept has its leave value, less the cost of vowels on an empty board (top.js). When it is
// empty, tiles kept cost twice their points and more, and going out earns twice the points of the others' tiles.

/** @import { Board } from "./board.js" */
/** @import { Leaves } from "./leaves.js" */
/** @import { Move } from "./move.js" */

import { BLANK } from "./alphabet.js";
import { RackLeaves, THOUSAND } from "./leaves.js";
import { rackText } from "./notation.js";

const KEPT = 10 * THOUSAND, PASS = -50 * THOUSAND, SWING = 2 * THOUSAND;

/** An action open to a player, with its equity in points: a placement, an exchange of tile numbers, or the pass. */
export class Candidate {
  #board;
  #held;

  /**
   * @param {Board} board
   * @param {number[]} held
   * @param {"placement" | "exchange" | "pass"} kind
   * @param {Move | null} move
   * @param {number[]} exchanged
   * @param {number} thousandths
   */
  constructor(board, held, kind, move, exchanged, thousandths) {
    this.#board = board;
    this.#held = held;
    this.kind = kind;
    this.move = move;
    this.exchanged = exchanged;
    this.equity = thousandths / THOUSAND;
  }

  /** The points that it scores. */
  get score() {
    return this.move ? this.move.score : 0;
  }

  /** The tiles that are kept. */
  get leave() {
    const left = [...this.#held];
    for (const tile of this.move?.tiles ?? this.exchanged) left.splice(left.indexOf(tile < BLANK ? tile : 0), 1);
    return rackText(this.#board.lexicon.alphabet, left);
  }

  /** "8D .IFE", "-AEI" or "-". */
  get text() {
    return this.move ? this.move.gcg : `-${rackText(this.#board.lexicon.alphabet, this.exchanged)}`;
  }

  toString() {
    return this.move ? `${this.text} +${this.score}` : this.text;
  }
}

/**
 * The value of the tiles that each play from a rack keeps.
 * @param {Board} board
 * @param {Uint8Array} tiles
 * @param {number[]} held
 * @param {number} bag
 * @param {Leaves | null} leaves
 */
export function leavesOf(board, tiles, held, bag, leaves) {
  const { points, counts, labels } = board.lexicon, there = new Int32Array(labels.length);
  for (const tile of held) there[tile]++;
  if (bag) return new RackLeaves(there, (kept) => leaves ? leaves.thousandths(kept) : 0);
  let unseen = 0;
  for (let tile = 0; tile < labels.length; tile++) unseen += (counts[tile] - there[tile]) * points[tile];
  for (const tile of tiles) unseen -= tile ? points[tile < BLANK ? tile : 0] : 0;
  return new RackLeaves(there, (kept) => {
    return kept.length ? -SWING * kept.reduce((sum, tile) => sum + points[tile], 0) - KEPT : SWING * unseen;
  });
}

/**
 * The number of tiles in the bag, if one opponent's rack is full.
 * @param {Board} board
 * @param {Uint8Array} tiles
 * @param {number} held
 */
export function countBag({ lexicon, scoring: { rackSize } }, tiles, held) {
  const all = lexicon.counts.reduce((sum, count) => sum + count, 0);
  if (!all) throw new RangeError("the alphabet does not say how many tiles there are: give `bag`");
  return Math.max(0, all - tiles.reduce((sum, tile) => sum + (tile ? 1 : 0), 0) - held - rackSize);
}

/**
 * The exchanges of 1 to `most` tiles, the best first, of equal ones those of fewer tiles, then of lower numbers.
 * @param {RackLeaves} leaves
 * @param {number} most
 */
export function exchangesOf(leaves, most) {
  const { worths, used } = leaves, found = [];
  for (let place = 1; most && place < worths.length; place++) {
    if (used[place] <= most) found.push({ worth: worths[place], tiles: leaves.tiles(place) });
  }
  return found.sort((one, other) => {
    const before = other.worth - one.worth || one.tiles.length - other.tiles.length;
    return before || one.tiles.reduce((before, tile, at) => before || tile - other.tiles[at], 0);
  });
}

/**
 * The best `k` candidates: moves, of which at most `k` are given, exchanges, and the pass, which is last.
 * @param {Board} board
 * @param {number[]} held
 * @param {{ move: Move, value: number }[]} moves
 * @param {RackLeaves} leaves
 * @param {number} bag
 * @param {number} exchangeable
 * @param {number} k
 */
export function candidatesOf(board, held, moves, leaves, bag, exchangeable, k) {
  const exchanges = exchangesOf(leaves, exchangeable), found = [];
  let move = 0, exchange = 0, least = bag ? PASS : -SWING * board.pointsOf(held) - KEPT;
  while (found.length < k && (move < moves.length || exchange < exchanges.length)) {
    const one = moves[move], other = exchanges[exchange];
    if (one && !(other && other.worth > one.value)) {
      found.push(new Candidate(board, held, "placement", one.move, [], one.value));
      least = Math.min(least, one.value);
      move++;
    } else {
      found.push(new Candidate(board, held, "exchange", null, other.tiles, other.worth));
      least = Math.min(least, other.worth);
      exchange++;
    }
  }
  if (found.length < k) found.push(new Candidate(board, held, "pass", null, [], least));
  return found;
}

// @ts-check
// The best moves of a search, as many as one asks for: no list of all is made.

/** @import { Board } from "./board.js" */
/** @import { RackLeaves } from "./leaves.js" */

import { THOUSAND } from "./leaves.js";
import { Found, Move, SLOT } from "./move.js";

/** Worth of a vowel on a square of an empty board, beside which a word would score more: thousandths of a point a step. */
const OPENING = 350;

/**
 * The cost of a vowel on each square of an empty board, by direction: across, then down.
 * @param {Board} board
 */
function openingCosts({ rows, columns, letterMultipliers, wordMultipliers }) {
  const step = (/** @type {number} */ row, /** @type {number} */ column) => {
    if (row < 0 || row >= rows || column < 0 || column >= columns) return 0;
    const square = row * columns + column;
    return Math.max(0, wordMultipliers[square] + letterMultipliers[square] - 2);
  };
  return [[1, 0], [0, 1]].map(([row, column]) =>
    Int32Array.from({ length: rows * columns }, (_, square) => {
      const at = Math.floor(square / columns), place = square % columns;
      return OPENING * (step(at - row, place - column) + step(at + row, place + column));
    })
  );
}

/** The best moves so far: a heap with the last of them at its root. Equal moves are in the order of Python's. */
export class Top {
  #size = 0;
  #heap;
  #values;
  #found;
  #leaves;
  #opening;
  #vowels;
  #columns;

  /**
   * `limit`: how many are kept; `leaves`: for equity, in thousandths of a point, else by score.
   * @param {Board} board
   * @param {Uint8Array} tiles
   * @param {number} limit
   * @param {RackLeaves | undefined} leaves
   */
  constructor(board, tiles, limit, leaves) {
    const room = Math.min(limit, 64);
    this.limit = limit;
    this.#leaves = leaves;
    this.#heap = /** @type {number[]} */ ([]);
    this.#values = /** @type {number[]} */ ([]);
    this.#found = new Found(board, tiles, new Float64Array(room), new Int32Array(room), new Uint8Array(room * SLOT));
    this.#opening = leaves && !tiles.some((tile) => tile) ? openingCosts(board) : undefined;
    this.#vowels = board.lexicon.alphabet.vowels;
    this.#columns = board.columns;
  }

  /** The units of a point: values are in thousandths if leaves count. */
  get scale() {
    return this.#leaves ? THOUSAND : 1;
  }

  /** The value that a move must have, or more, to be kept. */
  get least() {
    return this.#heap.length === this.limit ? this.#values[this.#heap[0]] : -Infinity;
  }

  /**
   * The most that is added to the points of a move, by the number of its tiles.
   * @param {number} held
   */
  mostKept(held) {
    const most = new Array(held + 1).fill(this.#leaves ? -Infinity : 0), leaves = this.#leaves;
    leaves?.worths.forEach((worth, place) => most[leaves.used[place]] = Math.max(most[leaves.used[place]], worth));
    return most;
  }

  /**
   * Keep a move, if it is among the best. `play`: tiles, those laid from `begin` on.
   * @param {number} score
   * @param {number} place
   * @param {Uint8Array} play
   * @param {number} begin
   */
  offer(score, place, play, begin) {
    const leaves = this.#leaves, laid = (place >> 12) & 63;
    let value = score;
    if (leaves) {
      let at = 0;
      for (let tile = 0; tile < laid; tile++) at += leaves.weights[play[begin + tile]];
      value = score * THOUSAND + leaves.worths[at];
      if (this.#opening) value -= this.#cost(this.#opening, place, play, begin, laid);
    }
    const heap = this.#heap, full = heap.length === this.limit;
    if (full && value < this.#values[heap[0]]) return;
    // The move is put behind the others, and takes the place of the last one if it comes before that.
    const slot = this.#size, found = this.#found;
    if (slot === found.scores.length) found.grow();
    found.scores[slot] = score;
    found.places[slot] = place;
    for (let tile = 0; tile < SLOT; tile++) found.laid[slot * SLOT + tile] = tile < laid ? play[begin + tile] : 0;
    this.#values[slot] = value;
    if (!full) {
      this.#size++;
      heap.push(slot);
      this.#rise(heap.length - 1);
    } else if (this.#isBefore(slot, heap[0])) {
      const last = heap[0];
      found.scores[last] = score;
      found.places[last] = place;
      found.laid.copyWithin(last * SLOT, slot * SLOT, slot * SLOT + SLOT);
      this.#values[last] = value;
      this.#sink(0);
    }
  }

  /**
   * @param {Int32Array[]} costs
   * @param {number} place
   * @param {Uint8Array} play
   * @param {number} begin
   * @param {number} laid
   */
  #cost(costs, place, play, begin, laid) {
    const down = place >> 24, line = (place >> 18) & 63, first = (place >> 6) & 63, columns = this.#columns;
    let total = 0;
    for (let at = 0; at < laid; at++) {
      if (!this.#vowels[play[begin + at] & 63]) continue;
      total += costs[down][down ? (first + at) * columns + line : line * columns + first + at];
    }
    return total;
  }

  /**
   * Return whether one move comes before another: by value, by score, across, of fewer tiles, further left, further up,
   * and by its tiles from the last one on.
   * @param {number} one
   * @param {number} other
   */
  #isBefore(one, other) {
    const { scores, places, laid } = this.#found;
    let before = this.#values[other] - this.#values[one] || scores[other] - scores[one];
    if (before) return before < 0;
    const [first, second] = [places[one], places[other]];
    before = (first >> 24) - (second >> 24) || ((first >> 12) & 63) - ((second >> 12) & 63);
    if (before) return before < 0;
    const [line, start] = [18, 6].map((bits) => ((first >> bits) & 63) - ((second >> bits) & 63));
    before = first >> 24 ? line || start : start || line;
    for (let at = SLOT - 1; at >= 0 && !before; at--) before = laid[one * SLOT + at] - laid[other * SLOT + at];
    return before < 0;
  }

  /** @param {number} at */
  #rise(at) {
    const heap = this.#heap;
    for (let above; at && this.#isBefore(heap[above = (at - 1) >> 1], heap[at]); at = above) {
      [heap[at], heap[above]] = [heap[above], heap[at]];
    }
  }

  /** @param {number} at */
  #sink(at) {
    const heap = this.#heap;
    for (;;) {
      let last = at;
      for (const below of [2 * at + 1, 2 * at + 2]) {
        if (below < heap.length && this.#isBefore(heap[last], heap[below])) last = below;
      }
      if (last === at) return;
      [heap[at], heap[last]] = [heap[last], heap[at]];
      at = last;
    }
  }

  /**
   * The moves, the best first, each with its value.
   * @returns {{ move: Move, value: number }[]}
   */
  moves() {
    const order = [...this.#heap].sort((one, other) => this.#isBefore(one, other) ? -1 : 1);
    return order.map((slot) => ({ move: new Move(this.#found, slot), value: this.#values[slot] }));
  }
}

// @ts-check
// Upper bounds on the plays of each anchor, so that a search for the best can leave most anchors out: the highest tiles
// on the best squares, whatever words they make (Quackle's and MAGPIE's shadow plays).

/** @import { MoveFinder } from "./move_finder.js" */

import { SLOT } from "./move.js";
import { CROSS_MULTIPLIER, CROSS_SCORE, FITS, LETTER, RUN_END, RUN_SCORE, SQUARE, TILE, WORD } from "./squares.js";

export class Bounds {
  #letters = new Int32Array(SLOT);
  #crosses = new Int32Array(SLOT);
  #factors = new Float64Array(SLOT);

  /**
   * `values`: points of the tiles of a rack, the highest first; `scale`: what a point counts; `most`: what is added for a
   * number of tiles laid.
   * @param {MoveFinder} finder
   * @param {number[]} values
   * @param {number} scale
   * @param {number[]} most
   */
  constructor(finder, values, scale, most) {
    this.finder = finder;
    this.values = values;
    this.scale = scale;
    this.most = most;
    this.best = -Infinity;
  }

  /**
   * The most that a play from an anchor is worth: a run of tiles from `first` to `last`, or one empty square.
   * @param {number} first
   * @param {number} last
   */
  of(first, last) {
    const { squares, limit, end } = this.finder, total = this.values.length;
    const isRun = squares[first * SQUARE + TILE] !== 0, score = isRun ? squares[first * SQUARE + RUN_SCORE] : 0;
    this.best = -Infinity;
    let start = isRun ? first : first + 1, multiplier = 1, crossed = 0;
    for (let left = 0; left <= total; left++) {
      if (left) {
        const square = --start * SQUARE;
        if (start < limit || !this.#fits(square)) break;
        this.#lay(square, left - 1);
        multiplier *= squares[square + WORD];
        crossed += squares[square + CROSS_SCORE];
      }
      if (!left && !isRun) continue;
      if (left) this.#count(left, start, last, score, multiplier, crossed);
      let word = score, product = multiplier, others = crossed;
      for (let at = last + 1, laid = left + 1; at < end && laid <= total; laid++) {
        const square = at * SQUARE, run = squares[square + RUN_END];
        if (!this.#fits(square)) break;
        this.#lay(square, laid - 1);
        product *= squares[square + WORD];
        others += squares[square + CROSS_SCORE];
        if (run) word += squares[square + RUN_SCORE];
        this.#count(laid, start, run || at, word, product, others);
        at = (run || at) + 1;
      }
    }
    return this.best;
  }

  /** @param {number} square */
  #fits(square) {
    const { squares, counts, held } = this.finder, low = squares[square + FITS], high = squares[square + FITS + 1];
    return counts[0] ? (low | high) !== 0 : ((low & held[0]) | (high & held[1])) !== 0;
  }

  /**
   * @param {number} square
   * @param {number} slot
   */
  #lay(square, slot) {
    const { squares } = this.finder;
    this.#letters[slot] = squares[square + LETTER];
    this.#crosses[slot] = squares[square + CROSS_MULTIPLIER];
  }

  /**
   * @param {number} laid
   * @param {number} start
   * @param {number} end
   * @param {number} word
   * @param {number} multiplier
   * @param {number} crossed
   */
  #count(laid, start, end, word, multiplier, crossed) {
    const factors = this.#factors, letters = this.#letters, crosses = this.#crosses, { values } = this;
    let score = word * multiplier + crossed + this.finder.bonus(laid, start, end);
    for (let slot = 0; slot < laid; slot++) {
      const factor = letters[slot] * multiplier + crosses[slot];
      let at = slot;
      for (; at > 0 && factors[at - 1] < factor; at--) factors[at] = factors[at - 1];
      factors[at] = factor;
    }
    for (let slot = 0; slot < laid; slot++) score += factors[slot] * values[slot];
    const worth = score * this.scale + this.most[laid];
    if (worth > this.best) this.best = worth;
  }
}

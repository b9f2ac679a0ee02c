// @ts-check
// The squares of a board for the plain search: the tiles on them, and the letters that these allow beside them.

/** @import { Board } from "./board.js" */
/** @import { Cross } from "./lexkit.d.ts" */

import { BLANK } from "./alphabet.js";
import { lowest } from "./automaton.js";
import { columnName } from "./notation.js";

/** The fields of a square, 16 numbers of 32 bits each: the tile; its points; the letter and word multipliers of the
 *  square; the letters that fit, in two halves; the score of the word across, and its letter multiplier; the last
 *  square of the run of tiles that begins here or next, its score, and the reverse node behind it. */
export const TILE = 0,
  VALUE = 1,
  LETTER = 2,
  WORD = 3,
  FITS = 4,
  CROSS_SCORE = 6,
  CROSS_MULTIPLIER = 7,
  RUN_END = 8,
  RUN_SCORE = 9,
  RUN_NODE = 10,
  SQUARE = 16;

/**
 * The letter and word multipliers of the glyphs of a layout.
 * @type {Record<string, [letter: number, word: number]>}
 */
export const GLYPHS = {
  ".": [1, 1],
  "'": [2, 1],
  '"': [3, 1],
  "^": [4, 1],
  "-": [1, 2],
  "=": [1, 3],
  "~": [1, 4],
  "#": [0, 0],
};

export class Squares {
  /** @param {Board} board */
  constructor(board) {
    const { rows, columns } = board;
    this.board = board;
    this.rows = rows;
    this.columns = columns;
    this.lexicon = board.lexicon;
    // Rows, then columns; each line has one square more, on which nothing fits.
    this.squares = new Int32Array((rows * (columns + 1) + columns * (rows + 1)) * SQUARE);
    this.fits = new Int32Array(2);
    this.empty = true;
  }

  /**
   * The place among the squares of the first one of a row (direction 0) or of a column (1).
   * @param {number} direction
   * @param {number} number
   */
  line(direction, number) {
    return direction ? this.rows * (this.columns + 1) + number * (this.rows + 1) : number * (this.columns + 1);
  }

  /**
   * Lay the tiles of the whole board, row by row.
   * @param {Uint8Array} tiles
   */
  set(tiles) {
    const { rows, columns, squares, board: { layout } } = this;
    this.empty = !tiles.some((tile) => tile);
    squares.fill(0);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const multipliers = GLYPHS[layout[row][column]], tile = tiles[row * columns + column];
        this.#lay(this.line(0, row) + column, multipliers, tile);
        this.#lay(this.line(1, column) + row, multipliers, tile);
      }
    }
    for (let direction = 0; direction < 2 && !this.empty; direction++) {
      const length = direction ? rows : columns;
      for (let number = direction ? columns : rows; number-- > 0;) {
        const line = this.line(direction, number);
        for (let at = 0; at < length; at++) {
          if (squares[(line + at) * SQUARE]) at = this.#walkRun(direction, number, line, at) + 1;
        }
      }
    }
  }

  /**
   * @param {number} at
   * @param {[letter: number, word: number]} multipliers
   * @param {number} tile
   */
  #lay(at, [letter, word], tile) {
    const { squares } = this, square = at * SQUARE;
    squares[square + TILE] = tile & 127;
    squares[square + VALUE] = tile ? this.lexicon.points[tile < BLANK ? tile : 0] : 0;
    squares[square + LETTER] = letter;
    squares[square + WORD] = word;
    squares[square + FITS] = tile || !letter ? 0 : ~1;
    squares[square + FITS + 1] = tile || !letter ? 0 : -1;
  }

  /**
   * Walk a run of tiles, for itself and for the squares at its ends; give its end.
   * @param {number} direction
   * @param {number} number
   * @param {number} line
   * @param {number} first
   */
  #walkRun(direction, number, line, first) {
    const { squares, fits } = this, { automaton } = this.lexicon, length = direction ? this.rows : this.columns;
    const at = (/** @type {number} */ place) => (line + place) * SQUARE;
    let last = first, node = automaton.reverseRoot, score = 0;
    while (squares[at(last + 1)]) last++;
    for (let place = last; place >= first; place--) {
      score += squares[at(place) + VALUE];
      node = automaton.step(node, squares[at(place)]);
    }
    squares[at(first) + RUN_NODE] = node;
    squares[at(first) + RUN_END] = line + last;
    squares[at(first) + RUN_SCORE] = score;
    // The square in front is left to the run before it, if one ends right there.
    if (first > 0 && squares[at(first - 1) + WORD]) {
      squares[at(first - 1) + RUN_END] = line + last;
      squares[at(first - 1) + RUN_SCORE] = score;
      if (first === 1 || !squares[at(first - 2)]) {
        automaton.between(node, [], 0, 0, fits);
        this.#cross(direction, number, first - 1, score);
      }
    }
    if (last + 1 < length && squares[at(last + 1) + WORD]) {
      const behind = [];
      for (let place = last + 2; place < length && squares[at(place)]; place++) {
        behind.push(squares[at(place)]);
        score += squares[at(place) + VALUE];
      }
      automaton.between(automaton.step(node, 0), behind, 0, behind.length, fits);
      this.#cross(direction, number, last + 1, score);
    }
    return last;
  }

  /**
   * Of the line across a square: the letters of `fits`, and the score of the word that they are part of.
   * @param {number} direction
   * @param {number} number
   * @param {number} place
   * @param {number} score
   */
  #cross(direction, number, place, score) {
    const { squares, fits } = this, across = (this.line(1 - direction, place) + number) * SQUARE;
    squares[across + FITS] = fits[0] & ~1;
    squares[across + FITS + 1] = fits[1];
    squares[across + CROSS_SCORE] = score * squares[across + WORD];
    squares[across + CROSS_MULTIPLIER] = squares[across + WORD] * squares[across + LETTER];
  }
}

/**
 * The cross sets of a board: those of each empty square, by its name, row by row.
 * @param {Board} board
 * @returns {Map<string, Cross>}
 */
export function crossSetsOf(board) {
  const { rows, columns } = board, { labels } = board.lexicon, ground = new Squares(board), { squares } = ground;
  const crosses = new Map();
  ground.set(board.tiles);
  // A square of a row knows what the tiles of its column allow, and the other way round.
  const lettersOf = (/** @type {number} */ square) => {
    const found = [];
    for (let half = 0; half < 2; half++) {
      for (let bits = squares[square + FITS + half]; bits; bits &= bits - 1) {
        const tile = 32 * half + lowest(bits);
        if (tile < labels.length) found.push(labels[tile]);
      }
    }
    return found;
  };
  const scoreOf = (/** @type {number} */ square) => {
    return squares[square + CROSS_MULTIPLIER] ? squares[square + CROSS_SCORE] / squares[square + WORD] : null;
  };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const ofColumn = (ground.line(0, row) + column) * SQUARE, ofRow = (ground.line(1, column) + row) * SQUARE;
      if (squares[ofColumn + TILE] || !squares[ofColumn + WORD]) continue;
      crosses.set(`${row + 1}${columnName(column)}`, {
        across: lettersOf(ofRow),
        down: lettersOf(ofColumn),
        acrossScore: scoreOf(ofRow),
        downScore: scoreOf(ofColumn),
      });
    }
  }
  return crosses;
}

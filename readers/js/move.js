// @ts-check
// Moves, as both searches give them: the plain one and the one in WebAssembly.

/** @import { Board } from "./board.js" */

/** @import { Formed } from "./judge.js" */

import { BLANK } from "./alphabet.js";
import { form, lettersOf } from "./judge.js";
import { playText, writePlace } from "./notation.js";

/** Numbers kept for the tiles of a move, of which a rack has at most one less. */
export const SLOT = 16;

/** The moves of one search: what each scored, where it is, and the tiles laid, SLOT of them a move. */
export class Found {
  /**
   * `tiles`: of the board, from which the moves were found. A place is, from the highest bit on, the direction (1 for
   * downwards), six bits each for the line, how many tiles are laid, and the first and the last square in the line.
   * @param {Board} board
   * @param {Uint8Array} tiles
   * @param {Int32Array | Float64Array} scores
   * @param {Int32Array} places
   * @param {Uint8Array} laid
   */
  constructor(board, tiles, scores, places, laid) {
    this.board = board;
    this.squares = tiles;
    this.scores = scores;
    this.places = places;
    this.laid = laid;
  }

  /** Room for twice as many. */
  grow() {
    const { scores, places, laid } = this, size = 2 * scores.length;
    this.scores = new Float64Array(size);
    this.places = new Int32Array(size);
    this.laid = new Uint8Array(size * SLOT);
    this.scores.set(scores);
    this.places.set(places);
    this.laid.set(laid);
  }

  /**
   * The best `limit` of the first `size` moves, the best first.
   * @param {number} size
   * @param {number} limit
   * @returns {Move[]}
   */
  moves(size, limit) {
    const order = this.#ranking(size), moves = new Array(Math.min(size, limit));
    for (let at = 0; at < moves.length; at++) moves[at] = new Move(this, order[at]);
    return moves;
  }

  /**
   * Numbers of the first `size` moves, the best first.
   * @param {number} size
   */
  #ranking(size) {
    const { scores } = this, order = new Uint32Array(size);
    let least = scores[0], most = scores[0];
    for (let at = 1; at < size; at++) {
      if (scores[at] < least) least = scores[at];
      if (scores[at] > most) most = scores[at];
    }
    if (!(most - least < 1 << 16)) {
      return order.map((_, at) => at).sort((one, other) => scores[other] - scores[one]);
    }
    const begins = new Uint32Array(most - least + 2);
    for (let at = 0; at < size; at++) begins[most - scores[at] + 1]++;
    for (let at = 1; at < begins.length; at++) begins[at] += begins[at - 1];
    for (let at = 0; at < size; at++) order[begins[most - scores[at]]++] = at;
    return order;
  }
}

/**
 * The move of a play that the board allows.
 * @param {Board} board
 * @param {Uint8Array} tiles
 * @param {{ row: number, column: number, down: boolean, played: ArrayLike<number> }} play
 */
export function moveOf(board, tiles, play) {
  const { row, column, down, played } = play, formed = form(board, tiles, play), laid = new Uint8Array(SLOT);
  laid.set(played);
  const [line, first] = down ? [column, row] : [row, column], last = first + formed.laid.length - 1;
  const place = (Number(down) << 24) | (line << 18) | (played.length << 12) | (first << 6) | last;
  return new Move(new Found(board, tiles, Float64Array.of(formed.score), Int32Array.of(place), laid), 0);
}

/** A play: its score, and the first square of its main word. */
export class Move {
  #found;
  #number;
  /** @type {Formed | undefined} */
  #formed;

  /**
   * @param {Found} found
   * @param {number} number
   */
  constructor(found, number) {
    const place = found.places[number], start = (place >> 6) & 63, line = (place >> 18) & 63;
    this.#found = found;
    this.#number = number;
    this.score = found.scores[number];
    this.down = place >> 24 === 1;
    this.row = this.down ? start : line;
    this.column = this.down ? line : start;
  }

  /** The tiles laid, in order, 128 added for a blank. */
  get tiles() {
    const { places, laid } = this.#found, from = this.#number * SLOT;
    return laid.slice(from, from + ((places[this.#number] >> 12) & 63));
  }

  /** The name of its first square: "8D" across, "D8" down. */
  get place() {
    return writePlace(this.row, this.column, this.down);
  }

  /** The number of squares of the word. */
  get length() {
    const place = this.#found.places[this.#number];
    return (place & 63) - ((place >> 6) & 63) + 1;
  }

  get #words() {
    const { board, squares } = this.#found, { row, column, down, tiles: played } = this;
    return this.#formed ??= form(board, squares, { row, column, down, played });
  }

  /** The squares that it fills, row by row from 0, in the order of the tiles. */
  get squares() {
    return [...this.#words.squares];
  }

  /** The words that it forms, the main one first. */
  get words() {
    return this.#words.words.map((word) => this.#found.board.lexicon.text(lettersOf(word.tiles)));
  }

  /** The tiles of its word, and how many words it makes across that. */
  get facts() {
    const { words } = this.#words;
    return { word: words[0].tiles, crossed: words.length - 1 };
  }

  /**
   * The parts of the score: each word with its points, and the bonus, if any.
   * @returns {[what: string, points: number][]}
   */
  get breakdown() {
    const { words, bonus } = this.#words, all = this.words;
    /** @type {[string, number][]} */
    const found = words.map(({ points }, at) => [all[at], points]);
    return bonus ? [...found, ["bonus", bonus]] : found;
  }

  /** Of each square of its word the tile laid there, 0 where one lay before. */
  get laid() {
    return [...this.#words.laid];
  }

  /** The move in GCG's notation: tiles of several letters are without brackets unless they would be read as others. */
  get gcg() {
    return `${this.place} ${playText(this.#found.board.lexicon.alphabet, this.laid)}`;
  }

  /** True if it lays a full rack at once. */
  get isBingo() {
    return this.tiles.length === this.#found.board.scoring.rackSize;
  }

  /** The move as text: "8D .IFE", a dot for each tile that lay there, small letters for blanks. */
  get text() {
    const { board, squares } = this.#found, { labels, small } = board.lexicon.alphabet;
    const { tiles, row, column, down, length } = this;
    let text = `${this.place} `;
    for (let at = 0, laid = 0; at < length; at++) {
      if (squares[down ? (row + at) * board.columns + column : row * board.columns + column + at]) {
        text += ".";
        continue;
      }
      const tile = tiles[laid++], label = tile < BLANK ? labels[tile] : small[tile - BLANK - 1];
      text += [...label].length > 1 ? `[${label}]` : label;
    }
    return text;
  }

  toString() {
    return `${this.text} +${this.score}`;
  }

  [Symbol.for("nodejs.util.inspect.custom")]() {
    return `Move(${this})`;
  }

  /** The move as plain data, for other programs, or from a worker to its page. */
  toJSON() {
    const { score, row, column, down, text } = this;
    return { score, row, column, down, tiles: [...this.tiles], text };
  }
}

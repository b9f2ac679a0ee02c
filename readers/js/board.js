// @ts-check
// A board: its squares, the tiles on them, and what these allow on the squares beside them.

/** @import { BoardOptions } from "./lexkit.d.ts" */
/** @import { WordLexicon } from "./words.js" */
/** @import { Move } from "./move.js" */
/** @import { Search } from "./wasm.js" */

import { BLANK } from "./alphabet.js";
import { SLOT } from "./move.js";
import { MoveFinder } from "./move_finder.js";
import { GLYPHS } from "./squares.js";
import { searchOf } from "./wasm.js";

/** The standard board. A row of glyphs each: . plain, ' " ^ double, triple, quadruple letter, - = ~ double, triple,
 *  quadruple word, # a brick. */
export const STANDARD = [
  "=..'...=...'..=",
  '.-..."..."...-.',
  "..-...'.'...-..",
  "'..-...'...-..'",
  "....-.....-....",
  '."..."..."...".',
  "..'...'.'...'..",
  "=..'...-...'..=",
  "..'...'.'...'..",
  '."..."..."...".',
  "....-.....-....",
  "'..-...'...-..'",
  "..-...'.'...-..",
  '.-..."..."...-.',
  "=..'...=...'..=",
];

/**
 * A table of so many numbers.
 * @param {Readonly<Record<number, number>>} bonuses
 * @param {number} size
 * @returns {number[]}
 */
function tableOf(bonuses, size) {
  const table = new Array(size).fill(0);
  for (const [name, points] of Object.entries(bonuses)) {
    const at = Number(name);
    if (!Number.isInteger(at) || at < 1 || at >= size) {
      throw new RangeError(`bonuses are for 1 to ${size - 1} tiles, not ${name}`);
    }
    table[at] = points;
  }
  return table;
}

export class Board {
  /** @type {Uint8Array} */
  #tiles;
  /** @type {MoveFinder | undefined} */
  #plain;
  /** @type {Search | undefined} */
  #search;

  /**
   * `layout`: rows of glyphs; `start`: [row, column] of the start square; `rackSize` tiles at once earn `bingo`, and
   * `bonuses` and `lengthBonuses` are more points, by number of tiles laid and by length of the main word.
   * `wasm`: false, if WebAssembly is not to find the moves; true, if nothing else is; not given, whatever can.
   * @param {WordLexicon} lexicon
   * @param {BoardOptions} options
   * @throws {RangeError} for a layout or a bonus that is none
   * @throws {Error} NotSupportedError if `wasm` is true, and WebAssembly cannot
   */
  constructor(lexicon, options = {}) {
    const { layout = STANDARD, start, rackSize = 7, bingo = 50, bonuses = {}, lengthBonuses = {}, wasm } = options;
    const rows = layout.length, columns = layout[0]?.length ?? 0;
    if (
      !rows || rows > 32 || !columns || columns > 32 ||
      layout.some((row) => row.length !== columns || [...row].some((glyph) => !(glyph in GLYPHS)))
    ) {
      throw new RangeError("a layout is 1 to 32 rows, as long as each other, of the glyphs . ' \" ^ - = ~ #");
    }
    this.lexicon = lexicon;
    this.layout = [...layout];
    this.rows = rows;
    this.columns = columns;
    this.start = start ?? [rows >> 1, columns >> 1];
    if (!(layout[this.start[0]]?.[this.start[1]] in GLYPHS) || layout[this.start[0]][this.start[1]] === "#") {
      throw new RangeError("the start square is [row, column], from 0, and no brick");
    }
    /** Whether rows and columns are alike, the start square on the diagonal. */
    this.transposes = rows === columns && this.start[0] === this.start[1] &&
      layout.every((row, at) => layout.every((other, place) => other[at] === row[place]));
    /** What plays score beside their words: bonuses by number of tiles laid, and by length of the main word. */
    this.scoring = { rackSize, tiles: tableOf(bonuses, SLOT), lengths: tableOf(lengthBonuses, 33) };
    if (rackSize < SLOT) this.scoring.tiles[rackSize] += bingo;
    this.#tiles = new Uint8Array(rows * columns);
    const search = wasm === false ? null : searchOf(lexicon);
    if (search?.lay(this)) this.#search = search;
    else if (wasm) {
      throw Object.assign(new Error("WebAssembly, for this board or here"), { name: "NotSupportedError" });
    }
  }

  /** Whether WebAssembly finds the moves. */
  get wasm() {
    return this.#search !== undefined;
  }

  /**
   * Tiles row by row: 0 for an empty square, 128 added for a blank.
   * @param {ArrayLike<number>} tiles
   * @returns {this}
   */
  set(tiles) {
    const { rows, columns, layout } = this, { size } = this.lexicon.alphabet;
    let right = tiles.length === rows * columns;
    for (let at = 0; right && at < tiles.length; at++) {
      const tile = tiles[at] & 127, brick = layout[Math.floor(at / columns)][at % columns] === "#";
      right = tiles[at] === 0 || (tiles[at] < 256 && tile >= 1 && tile <= size && !brick);
    }
    if (!right) throw new RangeError("a tile of the alphabet, or 0, for every square; none on a brick");
    this.#tiles = Uint8Array.from(tiles);
    return this;
  }

  /** The tiles row by row, as `set` takes them. */
  get tiles() {
    return this.#tiles.slice();
  }

  /**
   * The rows of a CGP text, such as "15/15/5CaRE6/...", in which small letters are blanks.
   * @param {string} text
   */
  read(text) {
    const { alphabet } = this.lexicon, { columns } = this;
    const tiles = new Uint8Array(this.rows * columns), rows = text.trim().split(/\s/, 1)[0].split("/");
    if (rows.length !== this.rows) throw new RangeError(`${rows.length} rows, not ${this.rows}`);
    for (let number = 0; number < rows.length; number++) {
      const row = rows[number];
      let column = 0;
      for (let at = 0; at < row.length;) {
        let empty = 0, digits = at;
        for (; row[digits] >= "0" && row[digits] <= "9"; digits++) empty = 10 * empty + Number(row[digits]);
        if (digits > at) {
          column += empty;
          at = digits;
          continue;
        }
        const found = alphabet.match(row, at);
        if (!found) throw new RangeError(`row ${number + 1}: no letter at ${row.slice(at)}`);
        if (column < columns) tiles[number * columns + column] = found.tile + (found.small ? BLANK : 0);
        column++;
        at = alphabet.end;
      }
      if (column !== columns) throw new RangeError(`row ${number + 1}: ${column} squares, not ${columns}`);
    }
    return this.set(tiles);
  }

  /**
   * All legal moves of a rack, such as "AEINRT?", or the best `limit` of them, the best first.
   * @param {string} rack
   * @param {{ limit?: number }} options
   * @returns {Move[]}
   * @throws {RangeError} for a rack that the alphabet does not have, and for a position of more than 2^27 steps
   */
  moves(rack, { limit = Infinity } = {}) {
    const held = this.lexicon.alphabet.tiles(rack, "?"), most = SLOT - 1;
    if (held.length > most) throw new RangeError(`a rack has at most ${most} tiles`);
    if (!(limit >= 0) || limit % 1) throw new RangeError(`limit is a number of moves, not ${limit}`);
    if (this.#search?.lay(this)) return this.#search.moves(this.#tiles, held, limit);
    this.#plain ??= new MoveFinder(this);
    return this.#plain.moves(this.#tiles, held, limit);
  }

  [Symbol.for("nodejs.util.inspect.custom")]() {
    const tiles = this.#tiles.reduce((count, tile) => count + (tile ? 1 : 0), 0);
    return `Board(${this.rows} by ${this.columns}, ${tiles} tiles)`;
  }
}

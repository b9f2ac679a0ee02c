// A board: its squares, the tiles on them, and what these allow on the squares beside them.

import { BLANK, CROSS_MULTIPLIER, CROSS_SCORE, FITS, LETTER, MoveFinder, RUN_END, RUN_NODE, RUN_SCORE, SQUARE, TILE,
  VALUE, WORD } from "./moves.js";

/** The standard board. A row of glyphs each: . plain, ' " ^ double, triple, quadruple letter, - = ~ double, triple,
 *  quadruple word, # a brick. */
export const STANDARD = [
  "=..'...=...'..=", ".-...\"...\"...-.", "..-...'.'...-..", "'..-...'...-..'", "....-.....-....", ".\"...\"...\"...\".",
  "..'...'.'...'..", "=..'...-...'..=", "..'...'.'...'..", ".\"...\"...\"...\".", "....-.....-....", "'..-...'...-..'",
  "..-...'.'...-..", ".-...\"...\"...-.", "=..'...=...'..=",
];

const GLYPHS = { ".": [1, 1], "'": [2, 1], '"': [3, 1], "^": [4, 1], "-": [1, 2], "=": [1, 3], "~": [1, 4], "#": [0, 0] };

export class Board {
  #finder;

  /** `layout`: rows of glyphs; `start`: [row, column] of the start square; `rackSize` tiles at once earn `bingo`. */
  constructor(lexicon, { layout = STANDARD, start, rackSize = 7, bingo = 50 } = {}) {
    const rows = layout.length, columns = layout[0]?.length ?? 0;
    if (!rows || rows > 32 || !columns || columns > 32 ||
        layout.some((row) => row.length !== columns || [...row].some((glyph) => !(glyph in GLYPHS))))
      throw new RangeError("a layout is 1 to 32 rows, as long as each other, of the glyphs . ' \" ^ - = ~ #");
    this.lexicon = lexicon;
    this.layout = layout;
    this.rows = rows;
    this.columns = columns;
    this.start = start ?? [rows >> 1, columns >> 1];
    if (!(layout[this.start[0]]?.[this.start[1]] in GLYPHS) || layout[this.start[0]][this.start[1]] === "#")
      throw new RangeError("the start square is [row, column], from 0, and no brick");
    /** Whether rows and columns are alike, the start square on the diagonal. */
    this.transposes = rows === columns && this.start[0] === this.start[1] &&
      layout.every((row, at) => layout.every((other, place) => other[at] === row[place]));
    this.rackSize = rackSize;
    this.bingo = bingo;
    // Rows, then columns; each line has one square more, on which nothing fits.
    this.squares = new Int32Array((rows * (columns + 1) + columns * (rows + 1)) * SQUARE);
    this.fits = new Int32Array(2);
    this.set(new Uint8Array(rows * columns));
    this.#finder = new MoveFinder(this);
  }

  /** The place among the squares of the first one of a row (direction 0) or of a column (1). */
  line(direction, number) {
    return direction ? this.rows * (this.columns + 1) + number * (this.rows + 1) : number * (this.columns + 1);
  }

  /** Tiles row by row: 0 for an empty square, 128 added for a blank. */
  set(tiles) {
    const { rows, columns, layout } = this, { size } = this.lexicon.alphabet;
    let right = tiles.length === rows * columns;
    for (let at = 0; right && at < tiles.length; at++) {
      const tile = tiles[at] & 127, brick = layout[Math.floor(at / columns)][at % columns] === "#";
      right = tiles[at] === 0 || (tiles[at] < 256 && tile >= 1 && tile <= size && !brick);
    }
    if (!right) throw new RangeError("a tile of the alphabet, or 0, for every square; none on a brick");
    this.tiles = Uint8Array.from(tiles);
    this.empty = !this.tiles.some((tile) => tile);
    this.squares.fill(0);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const multipliers = GLYPHS[layout[row][column]], tile = this.tiles[row * columns + column];
        this.#lay(this.line(0, row) + column, multipliers, tile);
        this.#lay(this.line(1, column) + row, multipliers, tile);
      }
    for (let direction = 0; direction < 2 && !this.empty; direction++) {
      const length = direction ? rows : columns;
      for (let number = direction ? columns : rows; number-- > 0;) {
        const line = this.line(direction, number);
        for (let at = 0; at < length; at++)
          if (this.squares[(line + at) * SQUARE]) at = this.#walkRun(direction, number, line, at) + 1;
      }
    }
    return this;
  }

  #lay(at, [letter, word], tile) {
    const { squares } = this, square = at * SQUARE;
    squares[square + TILE] = tile & 127;
    squares[square + VALUE] = tile ? this.lexicon.points[tile < BLANK ? tile : 0] : 0;
    squares[square + LETTER] = letter;
    squares[square + WORD] = word;
    squares[square + FITS] = tile || !letter ? 0 : ~1;
    squares[square + FITS + 1] = tile || !letter ? 0 : -1;
  }

  /** The rows of a CGP text, such as "15/15/5CaRE6/...", in which small letters are blanks. */
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

  /** Walk a run of tiles, for itself and for the squares at its ends; give its end. */
  #walkRun(direction, number, line, first) {
    const { squares, fits } = this, { automaton } = this.lexicon, length = direction ? this.rows : this.columns;
    const at = (place) => (line + place) * SQUARE;
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

  /** Of the line across a square: the letters of `fits`, and the score of the word that they are part of. */
  #cross(direction, number, place, score) {
    const { squares, fits } = this, across = (this.line(1 - direction, place) + number) * SQUARE;
    squares[across + FITS] = fits[0] & ~1;
    squares[across + FITS + 1] = fits[1];
    squares[across + CROSS_SCORE] = score * squares[across + WORD];
    squares[across + CROSS_MULTIPLIER] = squares[across + WORD] * squares[across + LETTER];
  }

  /**
   * All legal moves of a rack, such as "AEINRT?", the best first.
   * @throws {RangeError} for a rack that the alphabet does not have, and for a position of more than 2^27 steps
   */
  moves(rack) { return this.#finder.moves(this.lexicon.alphabet.tiles(rack, "?")); }
}

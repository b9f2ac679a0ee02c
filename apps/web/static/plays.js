// @ts-check
// Plays as text: tiles on squares to "8D .IFE", and back.

/** @import { Laid, Setting } from "./types.d.ts" */

/** @param {number} column */
const columnName = (
  column,
) => (column < 26 ? String.fromCharCode(65 + column) : `A${String.fromCharCode(39 + column)}`);
/**
 * @param {Setting} setting
 * @param {number} square
 */
export const squareName = (setting, square) =>
  `${Math.floor(square / setting.columns) + 1}${columnName(square % setting.columns)}`;
/** @param {Setting} setting */
export const columnNames = (setting) => Array.from({ length: setting.columns }, (_, column) => columnName(column));

/**
 * An action of a report or a puzzle in words: a play as it is, "pass", "exchange AEI".
 * @param {string} action
 */
export const actionText = (action) => (action === "-" ? "pass" : action.replace(/^-/, "exchange "));

/**
 * One tile in a play or an exchange.
 * @param {string} text
 */
const written = (text) => ([...text].length > 1 ? `[${text}]` : text);

export class Plays {
  /** @param {Setting} setting */
  constructor(setting) {
    this.setting = setting;
    this.byLabel = new Map(setting.tiles.map((tile) => [tile.label, tile]));
    this.byLower = new Map(setting.tiles.map((tile) => [tile.lower, tile]));
    this.labels = setting.tiles.filter((tile) => tile.label !== "?").map((tile) => tile.label);
  }

  /**
   * The letters by which a tile is typed: those of L·L are LL.
   * @param {string} label
   */
  spelled(label) {
    return label.replace(/[^\p{L}\p{M}]/gu, "") || label;
  }

  /**
   * A letter that was typed, as it may stand on tiles.
   * @param {string} key
   */
  capitals(key) {
    return [key.toLocaleUpperCase(this.setting.alphabet === "turkish" ? "tr" : undefined), key.toUpperCase()];
  }

  /** @param {string} label */
  points(label) {
    return this.byLabel.get(label)?.points ?? 0;
  }

  /**
   * The square next to another, in a direction (step 1 or -1); null off the board.
   * @param {number} square
   * @param {boolean} across
   * @param {number} step
   * @returns {number | null}
   */
  next(square, across, step = 1) {
    const { columns, rows } = this.setting;
    const row = Math.floor(square / columns), column = square % columns;
    if (across) return column + step < 0 || column + step >= columns ? null : square + step;
    return row + step < 0 || row + step >= rows ? null : square + step * columns;
  }

  /** @param {number} square */
  brick(square) {
    const { columns, glyphs } = this.setting;
    return glyphs[Math.floor(square / columns)][square % columns] === "#";
  }

  /**
   * The text of a play: squares (what lies there, "" for nothing), placed (Map: square -> {letter, blank}), across (how
   * the cursor points, which decides for a single tile without neighbours). null if they do not make one line.
   * @param {string[]} squares
   * @param {Map<number, Laid>} placed
   * @param {boolean} across
   * @returns {string | null}
   */
  text(squares, placed, across = true) {
    const taken = (/** @type {number | null} */ square) =>
      square !== null && (squares[square] !== "" || placed.has(square));
    const own = [...placed.keys()].sort((a, b) => a - b);
    if (!own.length) return null;
    const { columns } = this.setting;
    const first = own[0];
    let direction = across;
    if (own.length > 1) {
      const row = own.every((square) => Math.floor(square / columns) === Math.floor(first / columns));
      const column = own.every((square) => square % columns === first % columns);
      if (!row && !column) return null;
      direction = row;
    } else {
      const beside = (/** @type {boolean} */ way) => taken(this.next(first, way)) || taken(this.next(first, way, -1));
      if (beside(true) !== beside(false)) direction = beside(true);
    }
    let begin = first;
    for (
      let back = this.next(begin, direction, -1);
      back !== null && taken(back);
      back = this.next(begin, direction, -1)
    ) begin = back;
    const tiles = [];
    let found = 0;
    for (
      let square = /** @type {number | null} */ (begin);
      square !== null && taken(square);
      square = this.next(square, direction)
    ) {
      const tile = placed.get(square);
      if (tile) found += 1;
      tiles.push(!tile ? "." : written(tile.blank ? this.lower(tile.letter) : tile.letter));
    }
    if (found !== own.length) return null;
    const row = Math.floor(begin / columns) + 1, column = columnName(begin % columns);
    return `${direction ? `${row}${column}` : `${column}${row}`} ${tiles.join("")}`;
  }

  /** @param {string[]} labels */
  exchange(labels) {
    return `-${labels.map(written).join("")}`;
  }

  /**
   * The tiles of a text such as ".IFE" or ".[CH]a": a list of {letter, blank}, null for a tile played through.
   * @param {string} tiles
   * @returns {(Laid | null)[]}
   */
  read(tiles) {
    /** @type {(Laid | null)[]} */
    const found = [];
    const all = [...this.byLabel.keys(), ...this.byLower.keys()].sort((a, b) => b.length - a.length);
    for (let at = 0; at < tiles.length;) {
      if (tiles[at] === ".") {
        found.push(null);
        at += 1;
        continue;
      }
      const bracket = tiles[at] === "[" ? tiles.indexOf("]", at) : -1;
      const text = bracket > 0
        ? tiles.slice(at + 1, bracket)
        : all.find((one) => tiles.startsWith(one, at)) ?? tiles[at];
      at = bracket > 0 ? bracket + 1 : at + text.length;
      const blank = !this.byLabel.has(text);
      found.push({ letter: blank ? this.byLower.get(text)?.label ?? text : text, blank });
    }
    return found;
  }

  /**
   * The squares of "8D" and ".IFE", each with its tile: null for one played through.
   * @param {string} place
   * @param {string} tiles
   * @returns {[number, Laid | null][]}
   */
  line(place, tiles) {
    const parts = /^(\d+)([A-Z]+)$|^([A-Z]+)(\d+)$/i.exec(place);
    if (!parts) return [];
    const across = parts[1] !== undefined;
    const name = (parts[2] ?? parts[3]).toUpperCase();
    /** @type {number | null} */
    let square = (Number(parts[1] ?? parts[4]) - 1) * this.setting.columns + columnNames(this.setting).indexOf(name);
    /** @type {[number, Laid | null][]} */
    const found = [];
    for (const tile of this.read(tiles)) {
      if (square === null) break;
      found.push([square, tile]);
      square = this.next(square, across);
    }
    return found;
  }

  /**
   * The tiles that it lays, by square.
   * @param {string} place
   * @param {string} tiles
   * @returns {Map<number, Laid>}
   */
  placed(place, tiles) {
    return new Map(this.line(place, tiles).flatMap(([square, tile]) => (tile ? [[square, tile]] : [])));
  }

  /**
   * Its main word, on a board with these squares, with blanks in lower case.
   * @param {string} place
   * @param {string} tiles
   * @param {string[]} squares
   */
  word(place, tiles, squares) {
    return this.line(place, tiles).map((
      [square, tile],
    ) => (!tile ? squares[square] : tile.blank ? this.lower(tile.letter) : tile.letter)).join("");
  }

  /** @param {string} letter */
  lower(letter) {
    return this.byLabel.get(letter)?.lower ?? letter;
  }

  /**
   * What is said after "8D .IFe", whose lower case is not heard: ", letter 4 is a blank".
   * @param {string} text
   */
  blanks(text) {
    const numbers = this.read(text.split(" ")[1] ?? "").flatMap((tile, at) => (tile?.blank ? [at + 1] : []));
    return numbers.length
      ? `, letter${numbers.length > 1 ? "s" : ""} ${numbers.join(" and ")} ${
        numbers.length > 1 ? "are blanks" : "is a blank"
      }`
      : "";
  }
}

// @ts-check
// Text and tiles: tile numbers from 1 in the alphabet's order; 0 is a blank, or any letter of a pattern. On a board 128 is
// added to a letter that a blank stands for.

/** @import { Letters, Spelling } from "./prove.js" */

/** Added to the number of a letter that a blank stands for. */
export const BLANK = 128;

/** In a pattern: any letter, and any letters. */
export const ANY = 0, MANY = 255;

export class Alphabet {
  /**
   * Take the letters that `prove` found.
   * @param {Letters} letters
   */
  constructor({ name, labels, points, counts, spellings, small, vowels }) {
    this.name = name;
    this.labels = labels;
    this.points = points;
    this.counts = counts;
    this.small = small;
    this.vowels = vowels;
    this.spellings = spellings;
    this.longest = 1;
    for (const text of spellings.keys()) this.longest = Math.max(this.longest, text.length);
    /** Labels of one sign each, none of which melts into the one before it, are read as they are written. */
    this.plain = this.longest === 1 &&
      labels.every((one) => labels.every((other) => (one + other).normalize("NFC") === one + other));
    /** The end of the last spelling that `match` found. */
    this.end = 0;
  }

  /** The number of letters. */
  get size() {
    return this.labels.length - 1;
  }

  /**
   * The longest spelling at a place of a text, as {tile, small}; undefined if there is none. [CH] is that letter.
   * @param {string} text
   * @param {number} at
   * @returns {Spelling | undefined}
   */
  match(text, at) {
    const bracket = text[at] === "[" ? 1 : 0;
    for (let size = this.longest; size > 0; size--) {
      const end = at + bracket + size, found = this.spellings.get(text.slice(at + bracket, end));
      if (found && end <= text.length && (!bracket || text[end] === "]")) {
        this.end = end + bracket;
        return found;
      }
    }
    return undefined;
  }

  /**
   * Text to tile numbers. In `marks`, "?" is 0 and "*" 255; stars in a row are one.
   * @param {string} text
   * @throws {RangeError} for anything else
   */
  tiles(text, marks = "") {
    const tiles = this.tilesOrNothing(text, marks);
    if (!tiles) throw new RangeError(`${this.name} cannot read ${JSON.stringify(text)} from letter ${this.end + 1} on`);
    return tiles;
  }

  /**
   * The same, or undefined.
   * @param {string} text
   * @returns {number[] | undefined}
   */
  tilesOrNothing(text, marks = "") {
    if (typeof text !== "string") throw new TypeError(`a text, not ${Array.isArray(text) ? "an array" : typeof text}`);
    const tiles = /** @type {number[]} */ ([]), normal = text.normalize("NFC");
    for (let at = 0; at < normal.length;) {
      if (marks.includes(normal[at])) {
        const mark = normal[at++] === "?" ? ANY : MANY;
        if (mark === ANY || tiles[tiles.length - 1] !== MANY) tiles.push(mark);
        continue;
      }
      const found = this.match(normal, at);
      if (!found) {
        this.end = at;
        return undefined;
      }
      tiles.push(found.tile);
      at = this.end;
    }
    return tiles;
  }

  /**
   * The text of tiles, "?" for 0, and small where 128 is added for a blank; with each in brackets if it would read as others.
   * @param {ArrayLike<number>} tiles
   * @throws {RangeError} for a number that is no tile
   */
  text(tiles) {
    if (typeof tiles !== "object" || typeof tiles?.length !== "number") {
      throw new TypeError("tiles are an array of numbers");
    }
    const labels = Array.from(tiles, (tile) => {
      const label = tile < BLANK ? this.labels[tile] : this.small[tile - BLANK - 1];
      if (label === undefined) throw new RangeError(`${this.name} has no tile ${tile}`);
      return label;
    });
    const text = labels.join("");
    return this.plain || this.#reads(text, tiles) ? text : labels.map((label) => `[${label}]`).join("");
  }

  /**
   * @param {string} text
   * @param {ArrayLike<number>} tiles
   */
  #reads(text, tiles) {
    const again = this.tilesOrNothing(text, "?");
    return again?.length === tiles.length && again.every((tile, at) => tile === tiles[at] % BLANK);
  }
}

// @ts-check
// The notation of places and tiles: "8D" across, "D8" down, ".IFE" with a dot for a tile that lay there, small letters for
// blanks, and brackets for tiles of several letters.

/** @import { Alphabet } from "./alphabet.js" */

import { BLANK } from "./alphabet.js";

const PLACE = /^(?:([0-9]{1,3})([A-Za-z]{1,2})|([A-Za-z]{1,2})([0-9]{1,3}))$/;

/**
 * The name of a column: A to Z, then AA to AF.
 * @param {number} column
 */
export function columnName(column) {
  return (column < 26 ? "" : "A") + String.fromCharCode(65 + (column % 26));
}

/**
 * Read a place, "8D" across or "D8" down; undefined if the text is none.
 * @param {string} text
 */
export function readPlace(text) {
  const found = PLACE.exec(text), number = found ? Number(found[1] ?? found[4]) : 0;
  if (!found || !number) return undefined;
  let column = 0;
  for (const letter of (found[2] ?? found[3]).toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: number - 1, column: column - 1, down: found[1] === undefined };
}

/**
 * Write a place: "8D" across, "D8" down.
 * @param {number} row
 * @param {number} column
 */
export function writePlace(row, column, down = false) {
  return down ? `${columnName(column)}${row + 1}` : `${row + 1}${columnName(column)}`;
}

/**
 * The tiles of a text in which small letters are blanks and a dot is 0; parentheses are left out. If a part of the text is
 * no tile, `unread` is the rest of it from there.
 * @param {Alphabet} alphabet
 * @param {string} text
 * @returns {{ tiles: number[], unread: string }}
 */
export function playTiles(alphabet, text) {
  const normal = text.replace(/[()]/g, "").normalize("NFC"), tiles = [];
  for (let at = 0; at < normal.length;) {
    const found = normal[at] === "." ? undefined : alphabet.match(normal, at);
    if (!found && normal[at] !== ".") return { tiles, unread: normal.slice(at) };
    tiles.push(found ? found.tile + (found.small ? BLANK : 0) : 0);
    at = found ? alphabet.end : at + 1;
  }
  return { tiles, unread: "" };
}

/**
 * @param {Alphabet} alphabet
 * @param {number} tile
 */
function tileText({ labels, small }, tile) {
  return tile === 0 ? "." : tile < BLANK ? labels[tile] : small[tile - BLANK - 1];
}

/**
 * A text of tiles if it is read as these, else one with each in brackets.
 * @param {Alphabet} alphabet
 * @param {ArrayLike<number>} tiles
 * @param {string} text
 */
function written(alphabet, tiles, text) {
  const again = playTiles(alphabet, text);
  if (!again.unread && again.tiles.length === tiles.length && again.tiles.every((tile, at) => tile === tiles[at])) {
    return text;
  }
  return Array.from(tiles, (tile) => tile ? `[${tileText(alphabet, tile)}]` : ".").join("");
}

/**
 * The text of tiles as on a board: small for blanks, a dot for 0, in brackets where they would be read as others.
 * @param {Alphabet} alphabet
 * @param {ArrayLike<number>} tiles
 */
export function playText(alphabet, tiles) {
  return written(alphabet, tiles, Array.from(tiles, (tile) => tileText(alphabet, tile)).join(""));
}

/**
 * The same with all tiles of several signs in brackets, as on racks and in CGP.
 * @param {Alphabet} alphabet
 * @param {ArrayLike<number>} tiles
 */
export function bracketed(alphabet, tiles) {
  const texts = Array.from(tiles, (tile) => tileText(alphabet, tile));
  return written(alphabet, tiles, texts.map((text) => [...text].length > 1 ? `[${text}]` : text).join(""));
}

/**
 * The text of a rack: the tiles in order, blanks ("?") last.
 * @param {Alphabet} alphabet
 * @param {ArrayLike<number>} tiles
 */
export function rackText(alphabet, tiles) {
  const letters = Array.from(tiles).filter((tile) => tile).sort((one, other) => one - other);
  return bracketed(alphabet, letters) + "?".repeat(tiles.length - letters.length);
}

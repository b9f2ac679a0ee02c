// @ts-check
// Plays that a person types: their place on the board, the words that they form, and their points.

/** @import { Alphabet } from "./alphabet.js" */
/** @import { Board } from "./board.js" */

import { BLANK } from "./alphabet.js";
import { bracketed, playTiles, rackText, readPlace, writePlace } from "./notation.js";

/** Text of a play: "8D .IFE", with or without its score; "8D.LIFE" as engines write it. */
const PLAY = /^\s*([A-Za-z0-9]+)(?:\s+|(?<=[0-9A-Za-z])\.(?=\S))(\S+)(?:\s+[+-]?[0-9]+)?\s*$/;
const LONGEST_TEXT = 400;

/**
 * A play that the board, the rack or the rules do not allow. `code` is one of those in ../README.md, `place` where, and
 * `reason` the sentence of Python's Verdict.
 */
export class IllegalMoveError extends RangeError {
  /**
   * @param {string} code
   * @param {string} place
   * @param {string} reason
   */
  constructor(code, place, reason) {
    super(place && !reason.startsWith(`${place}: `) ? `${place}: ${reason}` : reason);
    this.name = "IllegalMoveError";
    this.code = code;
    this.place = place;
    this.reason = reason;
  }
}

/**
 * A word that a play forms: the square of its first letter, its tiles, and its points.
 * @typedef {{ row: number, column: number, down: boolean, tiles: number[], points: number }} FormedWord
 */

/**
 * The words of a play, the main one first; the squares that it fills; of each square of the main word the tile laid there,
 * 0 where one lay before; and all points.
 * @typedef {{ words: FormedWord[], squares: number[], laid: number[], bonus: number, score: number }} Formed
 */

/**
 * A text in quotes, as Python writes it.
 * @param {string} text
 */
function quoted(text) {
  const short = text.length > 60 ? `${text.slice(0, 57)}...` : text;
  return short.includes("'") && !short.includes('"') ? `"${short}"` : `'${short.replaceAll("'", "\\'")}'`;
}

/**
 * @param {Board} board
 * @param {number} square
 */
function squareName({ columns }, square) {
  return writePlace(Math.floor(square / columns), square % columns);
}

/**
 * The place and the tiles laid of a play's text, "8D .IFE" or "8D W(I)FE", on a board with these tiles.
 * @param {Board} board
 * @param {Uint8Array} tiles
 * @param {string} text
 * @throws {IllegalMoveError}
 */
export function readPlay(board, tiles, text) {
  const { rows, columns, lexicon: { alphabet } } = board, found = text.length <= LONGEST_TEXT ? PLAY.exec(text) : null;
  if (!found) throw new IllegalMoveError("text", "", "not a play: expected a place and tiles, as 8D .IFE");
  const [, name, letters] = found, at = readPlace(name);
  if (!at) throw new IllegalMoveError("text", "", `not a place, found ${quoted(name)}`);
  const { row, column, down } = at, { tiles: read, unread } = playTiles(alphabet, letters);
  if (unread) {
    const sign = String.fromCodePoint(unread.codePointAt(0) ?? 0);
    throw new IllegalMoveError("tile", name, `${quoted(sign)} is not a tile of the ${alphabet.name} alphabet`);
  }
  const start = row * columns + column, step = down ? columns : 1, end = (down ? row : column) + read.length;
  if (row >= rows || column >= columns || end > (down ? rows : columns)) throw outside(board, name);
  const played = [], last = start + step * (read.length - 1);
  for (let at = 0, square = start; at < read.length; at++, square += step) {
    const there = tiles[square], tile = read[at], here = squareName(board, square);
    if (there && tile && (there ^ tile) & ~BLANK) {
      const [holds, named] = [there, tile].map((tile) => bracketed(alphabet, [tile]));
      throw elsewhere("square", here, name, `the square holds ${holds} already, not ${named}`);
    }
    if (!there && !tile) {
      throw elsewhere("hole", here, name, "a hole: there is no tile to play through");
    }
    if (!there) played.push(tile);
  }
  if (!played.length) throw new IllegalMoveError("none", name, "no tile is put down");
  const [low] = runThrough(board, tiles, start, down), [, high] = runThrough(board, tiles, last, down);
  if (low !== start || high !== last) {
    for (let square = start; square <= last; square += step) refuseBrick(board, tiles, square, name);
    const whole = [];
    for (let square = low; square <= high; square += step) whole.push(tiles[square] || read[(square - start) / step]);
    const word = alphabet.text(lettersOf(whole)), first = writePlace(Math.floor(low / columns), low % columns, down);
    throw new IllegalMoveError(
      "whole",
      name,
      `tiles touch it in line, so that the word is ${word}; give the whole word: ${first} ${word}`,
    );
  }
  return { row, column, down, played };
}

/**
 * @param {Board} board
 * @param {string} place
 */
function outside({ rows, columns }, place) {
  return new IllegalMoveError("outside", place, `off the board of ${rows} rows and ${columns} columns`);
}

/**
 * @param {Board} board
 * @param {Uint8Array} tiles
 * @param {number} square
 * @param {string} name
 */
function refuseBrick(board, tiles, square, name) {
  if (tiles[square] || board.wordMultipliers[square]) return;
  throw elsewhere("brick", squareName(board, square), name, "a brick is in the way");
}

/**
 * The error of a square, which is named if it is not the first one of the play.
 * @param {string} code
 * @param {string} here
 * @param {string} place
 * @param {string} reason
 */
function elsewhere(code, here, place, reason) {
  return new IllegalMoveError(code, here, here === place.toUpperCase() ? reason : `${here}: ${reason}`);
}

/**
 * The first and the last square of the run of tiles through a square, which may be empty.
 * @param {Board} board
 * @param {Uint8Array} tiles
 * @param {number} square
 * @param {boolean} down
 */
function runThrough({ rows, columns }, tiles, square, down) {
  const step = down ? columns : 1, first = down ? square % columns : square - square % columns;
  const end = first + step * (down ? rows : columns);
  let low = square, high = square;
  while (low > first && tiles[low - step]) low -= step;
  while (high + step < end && tiles[high + step]) high += step;
  return [low, high];
}

/**
 * Check a play of tiles from the first square of its main word on, and give it under its one name: a single tile that makes
 * words both ways is named across.
 * @param {Board} board
 * @param {Uint8Array} tiles
 * @param {{ row: number, column: number, down: boolean, played: ArrayLike<number> }} play
 * @throws {IllegalMoveError}
 */
export function place(board, tiles, { row, column, down, played }) {
  const { rows, columns, scoring: { rackSize }, lexicon } = board;
  if (!(row >= 0 && row < rows && column >= 0 && column < columns)) throw outside(board, "");
  const name = writePlace(row, column, down), count = played.length;
  if (!count) throw new IllegalMoveError("none", name, "no tile is put down");
  if (count > rackSize) throw new IllegalMoveError("many", name, `${count} tiles, but a rack has ${rackSize}`);
  for (let at = 0; at < count; at++) {
    const letter = played[at] & ~BLANK;
    if (!(letter >= 1 && letter <= lexicon.alphabet.size)) {
      throw new IllegalMoveError("tile", name, `${played[at]} is not a tile of the ${lexicon.name} alphabet`);
    }
  }
  const step = down ? columns : 1, start = row * columns + column, length = down ? rows - row : columns - column;
  if ((down ? row : column) && tiles[start - step]) {
    throw new IllegalMoveError("whole", name, "the main word starts before this square");
  }
  const squares = [];
  let through = false, at = 0;
  for (; at < length && (tiles[start + at * step] || squares.length < count); at++) {
    if (tiles[start + at * step]) through = true;
    else squares.push(start + at * step);
  }
  for (const square of squares) refuseBrick(board, tiles, square, name);
  if (squares.length < count) throw outside(board, name);
  const runs = squares.map((square) => runThrough(board, tiles, square, !down));
  if (!through && runs.every(([low, high]) => low === high)) {
    if (tiles.some((tile) => tile)) {
      throw new IllegalMoveError("apart", name, "not connected to the tiles on the board");
    }
    const [startRow, startColumn] = board.start, square = startRow * columns + startColumn;
    if (!squares.includes(square)) {
      throw new IllegalMoveError(
        "start",
        name,
        `the first play covers the start square ${writePlace(startRow, startColumn)}`,
      );
    }
    if (count === 1) throw new IllegalMoveError("short", name, "a word has at least two tiles");
  }
  if (count === 1) {
    const [[low, high]] = runs;
    if (at === 1 || (low !== high && down)) {
      return { row: Math.floor(low / columns), column: low % columns, down: !down, played };
    }
  }
  return { row, column, down, played };
}

/**
 * Lay the tiles of a legal play: its words and its score.
 * @param {Board} board
 * @param {Uint8Array} tiles
 * @param {{ row: number, column: number, down: boolean, played: ArrayLike<number> }} play
 * @returns {Formed}
 */
export function form(board, tiles, { row, column, down, played }) {
  const { columns, rows, letterMultipliers, wordMultipliers, scoring, lexicon: { points } } = board;
  const step = down ? columns : 1, length = down ? rows - row : columns - column, start = row * columns + column;
  const valueOf = (/** @type {number} */ tile) => points[tile < BLANK ? tile : 0];
  const main = /** @type {FormedWord} */ ({ row, column, down, tiles: [], points: 0 }), words = [main];
  const squares = [], laid = [];
  let multiplier = 1, score = 0;
  for (let at = 0, square = start; at < length; at++, square += step) {
    const there = tiles[square], tile = there || played[squares.length];
    if (!tile) break;
    main.tiles.push(tile);
    laid.push(there ? 0 : tile);
    if (there) {
      main.points += valueOf(there);
      continue;
    }
    squares.push(square);
    const value = valueOf(tile) * letterMultipliers[square];
    main.points += value;
    multiplier *= wordMultipliers[square];
    const [low, high] = runThrough(board, tiles, square, !down), across = down ? 1 : columns;
    if (low === high) continue;
    const word = { row: Math.floor(low / columns), column: low % columns, down: !down, tiles: [tile], points: value };
    word.tiles.length = 0;
    for (let other = low; other <= high; other += across) {
      word.tiles.push(other === square ? tile : tiles[other]);
      if (other !== square) word.points += valueOf(tiles[other]);
    }
    word.points *= wordMultipliers[square];
    words.push(word);
  }
  main.points *= multiplier;
  for (const word of words) score += word.points;
  const bonus = scoring.tiles[played.length] + scoring.lengths[main.tiles.length];
  return { words, squares, laid, bonus, score: score + bonus };
}

/**
 * The letters that tiles show, without the mark of blanks.
 * @param {ArrayLike<number>} tiles
 */
export function lettersOf(tiles) {
  return Array.from(tiles, (tile) => tile & ~BLANK);
}

/**
 * The reason, if any, for which a rack does not have the tiles of a play.
 * @param {Alphabet} alphabet
 * @param {number[]} held
 * @param {Uint8Array} played
 */
export function missingFrom(alphabet, held, played) {
  const left = [...held], missing = [];
  for (const tile of played) {
    const at = left.indexOf(tile < BLANK ? tile : 0);
    if (at >= 0) left.splice(at, 1);
    else missing.push(tile < BLANK ? tile : 0);
  }
  if (!missing.length) return [];
  const letters = missing.filter((tile) => tile).sort((one, other) => one - other),
    blank = missing.length > letters.length;
  const kept = held.filter((tile) => !tile).length - played.filter((tile) => tile >= BLANK).length;
  const hint = blank ? " (letters in lower case are blanks)" : kept > 0 ? " (a blank is written in lower case)" : "";
  const labels = [...letters.map((tile) => alphabet.labels[tile]), ...missing.filter((tile) => !tile).map(() => "?")];
  return [`not on the rack ${held.length ? rackText(alphabet, held) : "of no tiles"}: ${labels.join(" ")}${hint}`];
}

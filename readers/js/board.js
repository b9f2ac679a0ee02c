// @ts-check
// A board: its squares, the tiles on them, and what these allow on the squares beside them.

/** @import { BoardOptions, EquityOptions, Position, Verdict } from "./lexkit.d.ts" */
/** @import { Candidate } from "./equity.js" */
/** @import { Leaves, RackLeaves } from "./leaves.js" */
/** @import { Move } from "./move.js" */
/** @import { WordLexicon } from "./words.js" */
/** @import { Search } from "./wasm.js" */

import { BLANK } from "./alphabet.js";
import { candidatesOf, countBag, leavesOf } from "./equity.js";
import { IllegalMoveError, missingFrom, place, readPlay } from "./judge.js";
import { moveOf, SLOT } from "./move.js";
import { MoveFinder } from "./move_finder.js";
import { bracketed } from "./notation.js";
import { GLYPHS } from "./squares.js";
import { Top } from "./top.js";
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

/** The board of the larger game. */
const SUPER = [
  "~..'...=..'..=...'..~",
  '.-.."...-...-..."..-.',
  "..-..^...-.-...^..-..",
  "'..=..'...=...'..=..'",
  '."..-..."..."...-..".',
  "..^..-...'.'...-..^..",
  "...'..-...'...-..'...",
  "=......-.....-......=",
  '.-.."..."..."..."..-.',
  "..-..'...'.'...'..-..",
  "'..=..'...-...'..=..'",
  "..-..'...'.'...'..-..",
  '.-.."..."..."..."..-.',
  "=......-.....-......=",
  "...'..-...'...-..'...",
  "..^..-...'.'...-..^..",
  '."..-..."..."...-..".',
  "'..=..'...=...'..=..'",
  "..-..^...-.-...^..-..",
  '.-.."...-...-..."..-.',
  "~..'...=..'..=...'..~",
];

/**
 * Boards by name.
 * @type {Record<string, string[]>}
 */
export const LAYOUTS = { standard: STANDARD, super: SUPER };

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
    if (!Number.isFinite(points)) throw new RangeError(`bonuses are numbers, not ${points}`);
    table[at] = points;
  }
  return table;
}

/** @param {number} k */
function requireCount(k) {
  if (!Number.isInteger(k) || k < 0) throw new RangeError(`a number of moves, not ${k}`);
  return k;
}

/**
 * Refuse racks that are too long, and tiles that are not one group on the start square.
 * @param {Board} board
 * @param {Uint8Array} tiles
 * @param {number[][]} racks
 */
function requirePosition({ columns, start: [row, column], scoring: { rackSize } }, tiles, racks) {
  if (racks.some((rack) => rack.length > rackSize)) throw new RangeError(`a rack has at most ${rackSize} tiles`);
  const covered = new Set([...tiles.keys()].filter((at) => tiles[at])), square = row * columns + column;
  if (!covered.size) return;
  if (!covered.has(square)) throw new RangeError("the tiles do not reach the start square");
  if (covered.size === 1) throw new RangeError("a single tile is not a word");
  const found = [square];
  covered.delete(square);
  for (const at of found) {
    const sides = [
      at - columns,
      at + columns,
      ...(at % columns ? [at - 1] : []),
      ...((at + 1) % columns ? [at + 1] : []),
    ];
    for (const beside of sides) {
      if (covered.delete(beside)) found.push(beside);
    }
  }
  if (covered.size) throw new RangeError("a word is not connected to the start square");
}

export class Board {
  /** @type {Uint8Array} */
  #tiles;
  /** @type {MoveFinder | undefined} */
  #plain;
  /** @type {Search | undefined} */
  #search;
  /** @type {{ move: Move, tiles: Uint8Array }[]} */
  #history = [];

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
    const { layout: given = STANDARD, start, rackSize = 7, bingo = 50, bonuses = {}, lengthBonuses = {}, wasm } =
      options;
    const { exchangeMinimum = 7, exchangeLimit = 0 } = options;
    if (!lexicon?.automaton) throw new TypeError("a board has a Lexicon");
    for (const [name, value] of Object.entries({ rackSize, exchangeMinimum, exchangeLimit })) {
      if (!Number.isInteger(value) || value < 0) throw new RangeError(`${name} is a whole number from 0, not ${value}`);
    }
    if (!Number.isFinite(bingo)) throw new RangeError(`bingo is a number, not ${bingo}`);
    const layout = typeof given === "string" ? LAYOUTS[given] : given;
    if (!layout) throw new RangeError(`layouts by name are ${Object.keys(LAYOUTS).join(" and ")}, not ${given}`);
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
    const multipliers = layout.flatMap((row) => [...row].map((glyph) => GLYPHS[glyph]));
    /** The letter and word multipliers of the squares, row by row; 0 for a brick. */
    this.letterMultipliers = Uint8Array.from(multipliers, ([letter]) => letter);
    this.wordMultipliers = Uint8Array.from(multipliers, ([, word]) => word);
    /** True if rows and columns are alike, and the start square is on the diagonal. */
    this.transposes = rows === columns && this.start[0] === this.start[1] &&
      layout.every((row, at) => layout.every((other, place) => other[at] === row[place]));
    /** The size of a full rack, and bonuses by the number of tiles laid and by the length of the main word. */
    this.scoring = { rackSize, tiles: tableOf(bonuses, SLOT), lengths: tableOf(lengthBonuses, 33) };
    if (rackSize < SLOT) this.scoring.tiles[rackSize] += bingo;
    this.exchanging = { minimum: exchangeMinimum, limit: exchangeLimit };
    this.#tiles = new Uint8Array(rows * columns);
    const search = wasm === false ? null : searchOf(lexicon);
    if (search?.lay(this)) this.#search = search;
    else if (wasm) {
      throw Object.assign(new Error("WebAssembly, for this board or here"), { name: "NotSupportedError" });
    }
  }

  /** True if WebAssembly finds the moves. */
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
    this.#history = [];
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
    if (typeof text !== "string") throw new TypeError(`a position is a text, not ${typeof text}`);
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

  /** The rows of a CGP text, such as "15/15/5CaRE6/...". */
  get rowsText() {
    const { alphabet } = this.lexicon, { columns } = this, rows = [];
    for (let start = 0; start < this.#tiles.length; start += columns) {
      let text = "", empty = 0, run = /** @type {number[]} */ ([]);
      for (let at = start; at <= start + columns; at++) {
        const tile = at < start + columns ? this.#tiles[at] : undefined;
        if (tile) {
          text += empty || "";
          empty = 0;
          run.push(tile);
          continue;
        }
        if (run.length) text += bracketed(alphabet, run);
        run = [];
        if (tile === 0) empty++;
      }
      rows.push(text + (empty || ""));
    }
    return rows.join("/");
  }

  /**
   * The glyph of a square: . plain, ' " ^ double, triple, quadruple letter, - = ~ the same for words, # a brick.
   * @param {number} row
   * @param {number} column
   */
  premium(row, column) {
    return this.layout[row][column];
  }

  /**
   * The move of a text such as "8D .IFE", "8D LIFE" or "8D W(I)FE", on this board. Its words need not be in the list.
   * @param {string} text
   * @returns {Move}
   * @throws {IllegalMoveError} if the board does not allow it
   */
  move(text) {
    const tiles = this.#tiles;
    return moveOf(this, tiles, place(this, tiles, readPlay(this, tiles, text)));
  }

  /**
   * The move of tiles from the first square of its main word on, rows and columns from 0.
   * @param {number} row
   * @param {number} column
   * @param {boolean} down
   * @param {Iterable<number> | ArrayLike<number>} tiles
   * @returns {Move}
   * @throws {IllegalMoveError} if the board does not allow it
   */
  place(row, column, down, tiles) {
    const played = Uint8Array.from(/** @type {ArrayLike<number>} */ (tiles));
    return moveOf(this, this.#tiles, place(this, this.#tiles, { row, column, down, played }));
  }

  /**
   * The move of a text, or a move of this or an equal board, as this board scores it.
   * @param {Move | string} play
   * @returns {Move}
   * @throws {IllegalMoveError} if the board does not allow it
   */
  played(play) {
    if (typeof play === "string") return this.move(play);
    if (!play?.tiles) throw new TypeError(`a play is a text or a Move, not ${play}`);
    return this.place(play.row, play.column, play.down, play.tiles);
  }

  /**
   * Judge a play, and the rack that it comes from if one is given. Words that are not in the list are scored too.
   * @param {Move | string} play
   * @param {string} [rack]
   * @returns {Verdict}
   */
  explain(play, rack) {
    const { lexicon } = this, { alphabet } = lexicon, shown = typeof play === "string" ? play.trim() : play.text;
    const held = rack === undefined ? undefined : alphabet.tiles(rack, "?");
    let move;
    try {
      move = this.played(play);
    } catch (error) {
      if (!(error instanceof IllegalMoveError)) throw error;
      const { code, reason } = error;
      return { play: shown, legal: false, code, reason, move: null, score: null, words: [] };
    }
    const reasons = held ? missingFrom(alphabet, held, move.tiles) : [], code = reasons.length ? "rack" : "";
    /** @type {[word: string, valid: boolean][]} */
    const words = move.words.map((word) => [word, lexicon.has(word)]);
    const wrong = new Set(words.filter(([, valid]) => !valid).map(([word]) => word));
    if (wrong.size) reasons.push(`not in the lexicon: ${[...wrong].join(", ")}`);
    return {
      play: shown,
      legal: !reasons.length,
      code: code || (wrong.size ? "word" : ""),
      reason: reasons.join("; "),
      move,
      score: move.score,
      words,
    };
  }

  /** @param {string} rack */
  #held(rack) {
    const held = this.lexicon.alphabet.tiles(rack, "?"), most = SLOT - 1;
    if (held.length > most) throw new RangeError(`a rack has at most ${most} tiles`);
    return held;
  }

  /**
   * Show tiles as they are: they must be right, and must not change.
   * @param {Uint8Array} tiles
   */
  show(tiles) {
    if (this.#tiles === tiles) return;
    this.#tiles = tiles;
    this.#history = [];
  }

  /**
   * The points of tiles, blanks being 0.
   * @param {number[]} tiles
   */
  pointsOf(tiles) {
    return tiles.reduce((sum, tile) => sum + this.lexicon.points[tile], 0);
  }

  /**
   * The best `limit` moves of tiles, by score or, with what a rack keeps, by equity; each with its value.
   * @param {number[]} held
   * @param {number} limit
   * @param {RackLeaves} [leaves]
   */
  top(held, limit, leaves) {
    if (!limit || !held.length) return [];
    this.#plain ??= new MoveFinder(this);
    return this.#plain.best(this.#tiles, held, new Top(this, this.#tiles, limit, leaves));
  }

  /**
   * The best `k` moves of a rack by score, the best first; of equal ones as Python has them. No list of all is made.
   * @param {string} rack
   * @param {number} [k]
   * @returns {Move[]}
   * @throws {RangeError} for a rack that the alphabet does not have
   */
  best(rack, k = 1) {
    return this.top(this.#held(rack), requireCount(k)).map(({ move }) => move);
  }

  /**
   * The best `k` candidates of a rack by equity, the best first: moves, exchanges, and the pass, which is last.
   * `leaves`: those of the lexicon, if it has any, else each is worth nothing while the bag has tiles; `bag`: tiles in it,
   * by default what the board and the rack leave to one opponent and the bag; `exchanges`: how many there were before.
   * @param {string} rack
   * @param {EquityOptions} options
   * @returns {Candidate[]}
   */
  bestByEquity(rack, options = {}) {
    const held = this.#held(rack), { k = 1, exchanges = 0 } = options;
    const bag = options.bag ?? countBag(this, this.#tiles, held.length), { minimum, limit } = this.exchanging;
    const mayExchange = bag >= Math.max(1, minimum) && !(limit && exchanges >= limit);
    const exchangeable = mayExchange ? Math.min(bag, held.length) : 0;
    return this.candidates(held, requireCount(k), bag, exchangeable, /** @type {Leaves | null} */ (options.leaves));
  }

  /**
   * The same of tile numbers, with the number of tiles that may be exchanged.
   * @param {number[]} held
   * @param {number} k
   * @param {number} bag
   * @param {number} exchangeable
   * @param {Leaves | null} [values]
   */
  candidates(held, k, bag, exchangeable, values) {
    const lexicon = /** @type {{ leaves?: Leaves | null }} */ (/** @type {unknown} */ (this.lexicon));
    const leaves = leavesOf(this, this.#tiles, held, bag, values ?? lexicon.leaves ?? null);
    return candidatesOf(this, held, this.top(held, k, leaves), leaves, bag, exchangeable, k);
  }

  /**
   * Read a position in CGP: set the squares, and give racks, scores and turns without a point; the player to move comes
   * first. Racks, scores and zeros may be missing; operations are not read.
   * @param {string} text
   * @returns {Position}
   * @throws {RangeError} for what is no position: tiles that float, or more than there are
   */
  fromCGP(text) {
    const { alphabet, counts } = this.lexicon, [rows, ...rest] = text.trim().split(/\s+/), before = this.#tiles;
    const history = this.#history;
    const field = (/** @type {RegExp} */ form) => {
      return rest.length && form.test(rest[0]) ? /** @type {string} */ (rest.shift()) : "";
    };
    const given = field(/^(?![-\d/]*\d)[^;]+$/), points = field(/^-?\d+(\/-?\d+)*$/), zeros = field(/^\d+$/);
    const racks = given ? given.split("/") : ["", ""];
    const scores = points ? points.split("/").map(Number) : racks.map(() => 0);
    while (racks.length < scores.length) racks.push("");
    try {
      this.read(rows);
      const held = racks.map((rack) => alphabet.tiles(rack, "?"));
      requirePosition(this, this.#tiles, held);
      if (counts.some((count) => count)) {
        const left = [...counts];
        for (const tile of [...this.#tiles.filter((tile) => tile), ...held.flat()]) {
          const kind = tile < BLANK ? tile : 0;
          if (--left[kind] < 0) throw new RangeError(`more tiles ${alphabet.labels[kind]} than there are`);
        }
      }
    } catch (error) {
      this.#tiles = before;
      this.#history = history;
      throw error;
    }
    return { racks, scores, zeros: Number(zeros || 0) };
  }

  /**
   * The position in CGP, with racks, scores and turns without a point, the player to move first.
   * @param {Partial<Position>} position
   */
  toCGP({ racks = ["", ""], scores = racks.map(() => 0), zeros = 0 } = {}) {
    return `${this.rowsText} ${racks.join("/") || "/"} ${scores.join("/")} ${zeros}`;
  }

  /**
   * Lay a play; `undo` takes it back. Its words need not be in the list: ask `explain` first.
   * @param {Move | string} play
   * @returns {Move}
   * @throws {IllegalMoveError} if the board does not allow it
   */
  play(play) {
    const move = this.played(play), before = this.#tiles, after = before.slice(), { tiles } = move;
    move.squares.forEach((square, at) => after[square] = tiles[at]);
    this.#tiles = after;
    this.#history.push({ move, tiles: before });
    return move;
  }

  /** Take back the last play, and give it; null if there is none. */
  undo() {
    const last = this.#history.pop();
    if (!last) return null;
    this.#tiles = last.tiles;
    return last.move;
  }

  /** The moves laid with `play`, the first one first. */
  get history() {
    return this.#history.map(({ move }) => move);
  }

  /**
   * All legal moves of a rack, such as "AEINRT?", or the best `limit` of them, the best first.
   * @param {string} rack
   * @param {{ limit?: number }} options
   * @returns {Move[]}
   * @throws {RangeError} for a rack that the alphabet does not have, and for a position of more than 2^27 steps
   */
  moves(rack, { limit = Infinity } = {}) {
    const held = this.#held(rack);
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

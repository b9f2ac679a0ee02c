// @ts-check
// The move search in WebAssembly: that of ../c/gaddag.h, which wasm.c wraps and make_wasm.py compiles into binary.js.

/** @import { Board } from "./board.js" */
/** @import { WordLexicon } from "./words.js" */

import { BINARY } from "./binary.js";
import { Found, SLOT } from "./move.js";

// Offsets of the inputs of wasm.c, behind 64 numbers of points, and the bytes of a move.
const TILES = 256, RACK = TILES + 1024, SCORING = RACK + 16, LAYOUT = SCORING + 200, MOVE = 48;
const PAGE = 65536, encoder = new TextEncoder();

/**
 * The bytes that are written in hexadecimal.
 * @param {string} text
 */
function bytesOf(text) {
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

/**
 * The exports of wasm.c.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {WebAssembly.Global} __heap_base
 * @property {() => number} given
 * @property {(nodes: number, forward: number, reverse: number, wide: number, letters: number) => void} open
 * @property {(start: number) => number} lay
 * @property {(size: number) => number} set
 * @property {(rack: number, moves: number, room: number) => number} moves
 */

/** The search of one lexicon. Its nodes, which were proved when it was opened, are copied into WebAssembly's memory. */
export class Search {
  /** @type {Exports} */
  #exports;
  /** @type {WebAssembly.Memory} */
  #memory;
  #given;
  #moves;
  /** @type {Board | undefined} */
  #board;
  #room = 0;
  /** @type {string | undefined} */
  #key;
  /** @type {Uint8Array | undefined} */
  #tiles;

  /**
   * @param {WebAssembly.Module} module
   * @param {WordLexicon} lexicon
   * @throws if there is no memory for the nodes
   */
  constructor(module, { automaton, alphabet }) {
    const { nodes, forwardRoot, reverseRoot, wide } = automaton;
    this.#exports = /** @type {Exports} */ (/** @type {unknown} */ (new WebAssembly.Instance(module).exports));
    this.#memory = this.#exports.memory;
    this.#given = this.#exports.given();
    const begin = this.#exports.__heap_base.value;
    this.#moves = begin + nodes.byteLength;
    this.#makeRoom(4096);
    const { buffer } = this.#memory;
    new Int32Array(buffer, begin, nodes.length).set(nodes);
    new Int32Array(buffer, this.#given, 64).set(alphabet.points);
    this.#exports.open(begin, forwardRoot, reverseRoot, wide, alphabet.size);
  }

  /**
   * @param {number} room
   * @throws {RangeError} if there is no memory for so many moves
   */
  #makeRoom(room) {
    const pages = Math.ceil((this.#moves + room * MOVE - this.#memory.buffer.byteLength) / PAGE);
    if (pages > 0) this.#memory.grow(pages);
    this.#room = room;
  }

  /**
   * Give the search a board, with its layout and rules, whose moves are asked for next. Return whether it takes it.
   * @param {Board} board
   */
  lay(board) {
    const { layout, start: [row, column], columns, scoring: { rackSize, tiles, lengths } } = this.#board = board;
    const rows = layout.join("/"), start = row * columns + column, scoring = [rackSize, ...tiles, ...lengths];
    const key = `${rows} ${start} ${scoring}`;
    if (key === this.#key) return true;
    // WebAssembly would make other numbers of those that are not of 32 bits.
    if (rackSize >= tiles.length || [start, ...scoring].some((number) => number !== (number | 0))) return false;
    this.#write(SCORING, new Uint8Array(Int32Array.from(scoring).buffer));
    this.#write(LAYOUT, encoder.encode(`${rows}\0`));
    this.#tiles = undefined;
    this.#key = this.#exports.lay(start) === 0 ? key : undefined;
    return this.#key !== undefined;
  }

  /**
   * @param {number} offset
   * @param {ArrayLike<number>} bytes
   */
  #write(offset, bytes) {
    new Uint8Array(this.#memory.buffer, this.#given + offset).set(bytes);
  }

  /**
   * All moves of the tiles of a rack on the board that was laid, with these tiles; the best `limit` of them, the best first.
   * @param {Uint8Array} tiles
   * @param {number[]} rack
   * @param {number} limit
   */
  moves(tiles, rack, limit) {
    const exports = this.#exports;
    if (tiles !== this.#tiles) {
      this.#write(TILES, tiles);
      if (exports.set(tiles.length)) throw new RangeError("tiles that are not of the alphabet");
      this.#tiles = tiles;
    }
    this.#write(RACK, rack);
    let size = exports.moves(rack.length, this.#moves, this.#room);
    if (size > this.#room) {
      this.#makeRoom(size);
      size = exports.moves(rack.length, this.#moves, this.#room);
    }
    if (size < 0) throw new RangeError("a position of more than 2^27 steps");
    const { buffer } = this.#memory, scores = this.#moves + this.#room * 24, places = scores + this.#room * 4;
    const laid = places + this.#room * 4;
    const found = new Found(
      /** @type {Board} */ (this.#board),
      tiles,
      new Int32Array(buffer, scores, size).slice(),
      new Int32Array(buffer, places, size).slice(),
      new Uint8Array(buffer, laid, SLOT * size).slice(),
    );
    return found.moves(size, limit);
  }
}

/** @type {WebAssembly.Module | null | undefined} */
let module; // null if the platform refuses it
/** @type {WeakMap<WordLexicon, Search | null>} */
const searches = new WeakMap();

/**
 * The search of a lexicon, or null: no WebAssembly, a policy that forbids it, or no memory for the nodes.
 * @param {WordLexicon} lexicon
 * @returns {Search | null}
 */
export function searchOf(lexicon) {
  const known = searches.get(lexicon);
  if (known !== undefined) return known;
  let search = null;
  try {
    if (module === undefined) {
      module = null;
      module = new WebAssembly.Module(bytesOf(BINARY));
    }
    search = module && new Search(module, lexicon);
  } catch {
    // The plain search answers.
  }
  searches.set(lexicon, search);
  return search;
}

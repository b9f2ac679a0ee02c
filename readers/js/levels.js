// @ts-check
// Levels: players who miss words and plays, so that a person can win, as players/levels.py describes them; the numbers are
// those of lexicons/players/levels.toml, which a test compares.
//
// A word is known or not by a hash of its tiles and the player's seed, a play is noticed or not by a hash of it and of the
// position; the hash is SplitMix64 (Steele, Lea & Flood 2014), in two halves of 32 bits.

/** @import { Board } from "./board.js" */
/** @import { Column } from "./columns.js" */
/** @import { Lexicon } from "./moves.js" */
/** @import { Move } from "./move.js" */

import { BLANK } from "./alphabet.js";
import { columnsOf } from "./columns.js";

/**
 * The levels, the weakest first.
 * @type {Record<string, { see: number, cross: number, tile: number, letter: number, known: number, rare: number }>}
 */
export const LEVELS = {
  beginner: { see: 0.254, cross: 0.452, tile: 0.62, letter: 0.832, known: 0.679, rare: 0.831 },
  novice: { see: 0.313, cross: 0.496, tile: 0.65, letter: 0.845, known: 0.705, rare: 0.844 },
  learner: { see: 0.39, cross: 0.555, tile: 0.69, letter: 0.863, known: 0.739, rare: 0.862 },
  casual: { see: 0.477, cross: 0.621, tile: 0.735, letter: 0.884, known: 0.777, rare: 0.882 },
  regular: { see: 0.556, cross: 0.681, tile: 0.776, letter: 0.902, known: 0.812, rare: 0.9 },
  club: { see: 0.655, cross: 0.756, tile: 0.827, letter: 0.926, known: 0.855, rare: 0.923 },
  veteran: { see: 0.759, cross: 0.835, tile: 0.881, letter: 0.95, known: 0.901, rare: 0.946 },
  advanced: { see: 0.867, cross: 0.917, tile: 0.937, letter: 0.976, known: 0.949, rare: 0.971 },
  tournament: { see: 0.95, cross: 0.98, tile: 0.98, letter: 0.995, known: 0.985, rare: 0.99 },
};

/** The difficulty of a word, by the number of people who know it: from 9 in the column `known`, the commonest, to 0. */
export const WORD_STEPS = [0, 0, 0, 1, 1, 2, 3, 5, 8, 10];
/** Tiles of the longest word that is looked up in that column. */
const LONGEST_KNOWN = 15;

/** Words up to this length are equally easy to find; the most halvings that are told apart. */
const SHORT = 4, MOST = 64;

// -- Hashes -------------------------------------------------------------------------------------------------------------

const IV = [
  ...[0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n],
  ...[0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n],
];
const SIGMA = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0",
].map((row) => Array.from(row, (digit) => parseInt(digit, 16)));
const COLUMNS = ["048c", "159d", "26ae", "37bf", "05af", "16bc", "278d", "349e"].map((row) =>
  Array.from(row, (digit) => parseInt(digit, 16))
);

/**
 * The first 64 bits, little-endian, of what BLAKE2b gives with a digest of 8 bytes.
 * @param {Uint8Array} bytes
 */
export function blake2b64(bytes) {
  const wrap = (/** @type {bigint} */ number) => BigInt.asUintN(64, number), h = [...IV];
  const rotate = (/** @type {bigint} */ number, /** @type {bigint} */ by) =>
    wrap((number >> by) | (number << (64n - by)));
  h[0] ^= 0x01010008n;
  const blocks = Math.max(1, Math.ceil(bytes.length / 128)), padded = new Uint8Array(blocks * 128);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  for (let block = 0; block < blocks; block++) {
    const isLast = block === blocks - 1,
      m = Array.from({ length: 16 }, (_, at) => view.getBigUint64(128 * block + 8 * at, true));
    const v = [...h, ...IV];
    v[12] ^= BigInt(isLast ? bytes.length : 128 * (block + 1));
    if (isLast) v[14] = wrap(~v[14]);
    for (let round = 0; round < 12; round++) {
      COLUMNS.forEach(([a, b, c, d], at) => {
        const row = SIGMA[round % 10];
        v[a] = wrap(v[a] + v[b] + m[row[2 * at]]);
        v[d] = rotate(v[d] ^ v[a], 32n);
        v[c] = wrap(v[c] + v[d]);
        v[b] = rotate(v[b] ^ v[c], 24n);
        v[a] = wrap(v[a] + v[b] + m[row[2 * at + 1]]);
        v[d] = rotate(v[d] ^ v[a], 16n);
        v[c] = wrap(v[c] + v[d]);
        v[b] = rotate(v[b] ^ v[c], 63n);
      });
    }
    for (let at = 0; at < 8; at++) h[at] ^= v[at] ^ v[at + 8];
  }
  return h[0];
}

/**
 * 64 bits of a seed, as decimal digits, and of what it is for.
 * @param {number | bigint} seed
 * @param {Uint8Array} data
 */
function seedOf(seed, data) {
  const digits = new TextEncoder().encode(`${seed}\n`), bytes = new Uint8Array(digits.length + data.length);
  bytes.set(digits);
  bytes.set(data, digits.length);
  return blake2b64(bytes);
}

// The halves of the number that is being hashed.
let high = 0, low = 0;

/**
 * Multiply it by another number.
 * @param {number} otherHigh
 * @param {number} otherLow
 */
function multiply(otherHigh, otherLow) {
  const a = low & 0xffff, b = low >>> 16, c = otherLow & 0xffff, d = otherLow >>> 16;
  const middle = Math.imul(a, d) >>> 0, cross = Math.imul(b, c) >>> 0, bottom = Math.imul(a, c) >>> 0;
  const carry = (bottom >>> 16) + (middle & 0xffff) + (cross & 0xffff);
  const top = Math.imul(b, d) + (middle >>> 16) + (cross >>> 16) + (carry >>> 16);
  high = (top + Math.imul(high, otherLow) + Math.imul(low, otherHigh)) | 0;
  low = ((carry << 16) | (bottom & 0xffff)) | 0;
}

/** @param {number} bits */
function xorShift(bits) {
  low ^= (low >>> bits) | (high << (32 - bits));
  high ^= high >>> bits;
}

/**
 * Take a small number into the hash.
 * @param {number} value
 */
function take(value) {
  const sum = (low >>> 0) + value + 0x7f4a7c15;
  high = (high + 0x9e3779b9 + (sum > 0xffffffff ? Math.floor(sum / 2 ** 32) : 0)) | 0;
  low = sum | 0;
  xorShift(30);
  multiply(0xbf58476d, 0x1ce4e5b9);
  xorShift(27);
  multiply(0x94d049bb, 0x133111eb);
  xorShift(31);
}

/** @param {bigint} seed */
function start(seed) {
  high = Number(seed >> 32n) | 0;
  low = Number(seed & 0xffffffffn) | 0;
}

/** A number from 0 to below 1. */
function chance() {
  return ((high >>> 0) * 2 ** 21 + (low >>> 11)) * 2 ** -53;
}

/**
 * The powers of a number, as products.
 * @param {number} number
 */
function powersOf(number) {
  const powers = [1];
  for (let at = 0; at < MOST; at++) powers.push(powers[at] * number);
  return powers;
}

// -- What a level knows and notices -------------------------------------------------------------------------------------

export class Level {
  #words;
  #powers;
  #see;
  #draws;
  #average;
  #column;

  /**
   * @param {string} name
   * @param {number | bigint} seed
   * @param {Lexicon} lexicon
   */
  constructor(name, seed, lexicon) {
    const { see, cross, tile, letter, known, rare } = LEVELS[name], { counts } = lexicon;
    this.seed = seed;
    this.lexicon = lexicon;
    this.#column = columnsOf(lexicon).get("known");
    this.#see = see;
    this.#powers = {
      cross: powersOf(cross),
      tile: powersOf(tile),
      letter: powersOf(letter),
      known: powersOf(known),
      rare: powersOf(rare),
    };
    this.#words = seedOf(seed, new TextEncoder().encode("words"));
    const letters = counts.slice(1), total = letters.reduce((sum, count) => sum + count, 0);
    this.#average = total ? letters.reduce((sum, count) => sum + (count ? count * Math.log2(count) : 0), 0) / total : 0;
    // Ways to draw each tile so many times; copies that the bag lacks come from blanks.
    this.#draws = counts.map((count) =>
      Array.from({ length: 33 }, (_, number) => {
        let ways = 1;
        for (let at = 1; at <= number; at++) ways = ways * (count - number + at) / at;
        return total ? (number <= count ? Math.round(ways) : 0.5) : 1;
      })
    );
  }

  /**
   * The distance of a word from being known; below 1, the level knows it.
   * @param {number[]} word
   * @param {number} width
   */
  #unknown(word, width) {
    const { letter, known, rare } = this.#powers;
    const strange = this.#column ? known[this.#steps(this.#column, word)] : rare[this.#halvings(word)];
    start(this.#words);
    for (let at = 0; at < width; at++) take(word[at] ?? 0);
    return chance() / (letter[Math.max(word.length - SHORT, 0)] * strange);
  }

  /**
   * The difficulty of a word, by a column of the file.
   * @param {Column} column
   * @param {number[]} word
   */
  #steps(column, word) {
    const rank = word.length <= LONGEST_KNOWN ? this.lexicon.automaton.rankOf(word, word.length) : -1;
    const most = WORD_STEPS.length - 1, value = rank < 0 ? 0 : column.of(rank) ?? 0;
    return WORD_STEPS[rank < 0 ? most : most - Math.trunc(Math.max(0, Math.min(most, value)))];
  }

  /**
   * Count how often the chance of a word's letters must be doubled to reach that of average ones, at least 0.
   * @param {number[]} word
   */
  #halvings(word) {
    const used = new Array(this.#draws.length).fill(0);
    for (const tile of word) used[tile]++;
    let ways = 1;
    for (let tile = 1; tile < used.length; tile++) ways *= this.#draws[tile][used[tile]];
    // The exponent of the number, as its bits have it.
    const bits = new DataView(new ArrayBuffer(8));
    bits.setFloat64(0, ways);
    const exponent = ((bits.getUint16(0) >> 4) & 0x7ff) - 1023;
    return Math.min(MOST, Math.max(0, Math.floor(this.#average * word.length) - exponent));
  }

  /**
   * The move that the level plays: the best of those it notices, else the one that came nearest; null if there is none.
   * @param {Board} board
   * @param {number[]} held
   * @returns {Move | null}
   */
  choose(board, held) {
    const { tiles, columns, rows, scoring: { rackSize } } = board, counts = new Uint8Array(64);
    for (const tile of held) counts[tile]++;
    const data = new Uint8Array(tiles.length + 64);
    data.set(tiles);
    data.set(counts, tiles.length);
    const position = seedOf(this.seed, data), wide = this.lexicon.alphabet.size > 31 || rackSize > 8;
    let nearest = null, least = Infinity, seen = 0;
    // The best moves come first, so that the first one noticed is the choice, usually after few.
    for (const limit of [64, 2048, Infinity]) {
      const moves = board.top(held, limit);
      for (const { move } of moves.slice(seen)) {
        const distance = this.#distance(move, position, wide ? 16 : 8, Math.max(rows, columns));
        if (distance < 1) return move;
        if (distance < least) [nearest, least] = [move, distance];
      }
      seen = moves.length;
      if (seen < limit) break;
    }
    return nearest;
  }

  /**
   * @param {Move} move
   * @param {bigint} position
   * @param {number} slots
   * @param {number} width
   */
  #distance(move, position, slots, width) {
    const { tiles, row, column, down } = move, { cross, tile } = this.#powers;
    start(position);
    for (const value of [row, column, Number(down), tiles.length]) take(value);
    for (let at = 0; at < slots; at++) take(tiles[at] ?? 0);
    const drawn = chance(), { word, crossed } = move.facts;
    const seen = this.#see * cross[crossed] * tile[Math.max(tiles.length - SHORT, 0)];
    return Math.max(this.#unknown(word.map((one) => one & ~BLANK), width), drawn / seen);
  }
}

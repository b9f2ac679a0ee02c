// @ts-check
// Leave values: what the tiles that a player keeps are worth. From the section `leaves` of a file (SPEC.md), or from a
// table beside it: a file in KLV2, or the bytes of such a section.

/** @import { WordLexicon } from "./words.js" */

import { BLANK } from "./alphabet.js";
import { LexiconError, parse, require } from "./prove.js";

/** Predicted values that are kept: more than a rack has leaves. */
const MOST_KNOWN = 2 ** 16;
const SECTION_HEAD = 24, LONGEST_LEAVE = 15, MOST_VALUES = 2 ** 25, MOST_SCALE = 2 ** 15, HIGHEST = 2 ** 15 - 1;
/** Worth of a point: worths are whole thousandths. */
export const THOUSAND = 1000;
// A node of KLV2: its first child, whether it is the last of its siblings, whether a leave ends there, and its tile.
const ARC = 0x3fffff, LAST = 1 << 22, ENDS = 1 << 23;
/** Steps of a point that are tried first. */
const USUAL = [1, 10, 100, 1000, 250, 8, 256];

/**
 * The number of ways to choose k of n.
 * @param {number} n
 * @param {number} k
 */
function choose(n, k) {
  let ways = 1;
  for (let at = 1; at <= k; at++) ways = ways * (n - k + at) / at;
  return Math.round(ways);
}

/**
 * Round to the nearest whole number, and halves to the even one.
 * @param {number} number
 */
function rint(number) {
  const low = Math.floor(number), rest = number - low;
  return rest < 0.5 || (rest === 0.5 && low % 2 === 0) ? low : low + 1;
}

/** The tiles that each play from a rack keeps: a play's place is the sum of the weights of its tiles. */
export class RackLeaves {
  /**
   * @param {Int32Array} counts
   * @param {(kept: number[]) => number} worth
   */
  constructor(counts, worth) {
    this.weights = new Uint16Array(256);
    const kinds = [], sizes = [];
    let size = 1;
    for (let tile = 0; tile < counts.length; tile++) {
      if (!counts[tile]) continue;
      kinds.push(tile);
      sizes.push(size);
      if (tile) this.weights[tile] = size;
      else this.weights.fill(size, BLANK);
      size *= counts[tile] + 1;
    }
    this.kinds = kinds;
    this.worths = new Int32Array(size);
    /** The number of tiles played, by place; `played`: of each kind. */
    this.used = new Uint8Array(size);
    this.played = kinds.map(() => new Uint8Array(size));
    for (let place = 0; place < size; place++) {
      const kept = [];
      for (let at = kinds.length - 1; at >= 0; at--) {
        const played = Math.floor(place / sizes[at]) % (counts[kinds[at]] + 1);
        this.played[at][place] = played;
        this.used[place] += played;
        for (let copy = counts[kinds[at]] - played; copy > 0; copy--) kept.push(kinds[at]);
      }
      this.worths[place] = worth(kept);
    }
  }

  /**
   * The tiles that are played, in order, blanks (0) first.
   * @param {number} place
   */
  tiles(place) {
    return this.kinds.flatMap((tile, at) => new Array(this.played[at][place]).fill(tile));
  }
}

export class Leaves {
  #values;
  #steps;
  #predicted;
  /** Values that were predicted, by their tiles: a file may have each depend on many others. */
  #known = /** @type {Map<string, number>} */ (new Map());

  /**
   * `values`: in steps, of which a point has `scale`, by the place of a leave of at most `longest` tiles.
   * @param {WordLexicon} lexicon
   * @param {number} longest
   * @param {number} scale
   * @param {Int16Array} values
   * @param {Record<string, unknown>} made
   */
  constructor(lexicon, longest, scale, values, made) {
    this.lexicon = lexicon;
    this.longest = longest;
    this.scale = scale;
    this.made = made;
    this.#values = values;
    const { predicted } = made, kinds = lexicon.labels.length;
    const isPredicted = typeof predicted === "number" && Number.isInteger(predicted) && predicted > longest &&
      predicted <= LONGEST_LEAVE && choose(kinds + predicted, predicted) <= MOST_VALUES;
    /** Tiles of the longest leave whose value is predicted from those of smaller ones. */
    this.#predicted = isPredicted ? predicted : longest;
    this.#steps = Array.from({ length: longest }, (_, at) => {
      return Array.from(lexicon.labels, (_, tile) => choose(tile + longest - at, longest - at));
    });
  }

  /**
   * The values in a lexicon's own file, or null if it has none.
   * @param {WordLexicon} lexicon
   * @throws {LexiconError} if the section breaks a rule of SPEC.md
   */
  static of(lexicon) {
    const section = lexicon.sections.get("leaves");
    return section ? Leaves.#readSection(lexicon, section) : null;
  }

  /**
   * The values of a table beside the file: KLV2, or the bytes of a section `leaves`.
   * @param {WordLexicon} lexicon
   * @param {ArrayBufferLike | Uint8Array} bytes
   * @throws {LexiconError} for other bytes, and for values of another alphabet
   */
  static read(lexicon, bytes) {
    const given = ArrayBuffer.isView(bytes)
      ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      : new Uint8Array(bytes);
    const view = new DataView(given.buffer, given.byteOffset, given.byteLength), { size } = lexicon.alphabet;
    if (
      given.length >= SECTION_HEAD && view.getUint32(0, true) === size + 1 && view.getUint32(4, true) <= LONGEST_LEAVE
    ) {
      const start = Math.ceil((SECTION_HEAD + view.getUint32(12, true)) / 8) * 8;
      if (given.length === start + 2 * view.getUint32(16, true)) return Leaves.#readSection(lexicon, given);
    }
    return Leaves.#readKlv2(lexicon, view);
  }

  /**
   * @param {WordLexicon} lexicon
   * @param {Uint8Array} section
   */
  static #readSection(lexicon, section) {
    require(section.length >= SECTION_HEAD, "L1", 0, "the head of leave values");
    const view = new DataView(section.buffer, section.byteOffset, section.byteLength);
    const [kinds, longest, scale, told] = [0, 4, 8, 12].map((at) => view.getUint32(at, true));
    const count = view.getUint32(16, true) + view.getUint32(20, true) * 2 ** 32, { size } = lexicon.alphabet;
    require(kinds === size + 1, "L2", 0, "leave values of another alphabet");
    require(
      longest >= 1 && longest <= LONGEST_LEAVE && count <= MOST_VALUES && count === choose(kinds + longest, longest),
      "L3",
      4,
      "the number of leave values",
    );
    require(scale >= 1 && scale <= MOST_SCALE, "L4", 8, "steps of a point");
    const start = Math.ceil((SECTION_HEAD + told) / 8) * 8, json = section.subarray(SECTION_HEAD, SECTION_HEAD + told);
    require(
      section.length === start + 2 * count && section.subarray(SECTION_HEAD + told, start).every((byte) => byte === 0),
      "L5",
      12,
      "the size of the section",
    );
    const made = parse(json);
    const values = new Int16Array(count);
    for (let at = 0; at < count; at++) values[at] = view.getInt16(start + 2 * at, true);
    require(values[0] === 0, "L6", start, "the empty leave is worth nothing");
    return new Leaves(lexicon, longest, scale, values, made);
  }

  /**
   * @param {WordLexicon} lexicon
   * @param {DataView} view
   */
  static #readKlv2(lexicon, view) {
    /** @type {(holds: unknown, place: number | string, what: string) => asserts holds} */
    const check = (holds, place, what) => {
      if (!holds) throw new LexiconError("KLV2", place, what);
    };
    const { size } = lexicon.alphabet, nodes = view.byteLength >= 12 ? view.getUint32(0, true) : 0;
    check(nodes >= 1 && nodes <= ARC + 1 && view.byteLength >= 8 + 4 * nodes, 0, "the number of nodes");
    const number = view.getUint32(4 + 4 * nodes, true), start = 8 + 4 * nodes;
    check(number <= MOST_VALUES && view.byteLength === start + 4 * number, start - 4, "the number of values");
    const node = (/** @type {number} */ at) => view.getUint32(4 + 4 * at, true);
    for (let at = 0; at < nodes; at++) {
      check((node(at) & ARC) < nodes && node(at) >>> 24 <= size, 4 + 4 * at, "an arc, and a tile of this alphabet");
    }
    const leaves = /** @type {number[][]} */ ([]), path = /** @type {number[]} */ ([]);
    let visits = 0;
    const walk = (/** @type {number} */ at) => {
      check(path.length < LONGEST_LEAVE, 4 + 4 * at, `leaves of at most ${LONGEST_LEAVE} tiles`);
      for (let before = path.at(-1) ?? 0;; at++) {
        check(at < nodes && ++visits <= LONGEST_LEAVE * number, 4 + 4 * at, "leaves for all values, and no more");
        const tile = node(at) >>> 24;
        check(tile >= before, 4 + 4 * at, "tiles that ascend");
        path.push(tile);
        if (node(at) & ENDS) leaves.push([...path]);
        if (node(at) & ARC) walk(node(at) & ARC);
        path.pop();
        if (node(at) & LAST) return;
        before = tile + 1;
      }
    };
    if (node(0) & ARC) walk(node(0) & ARC);
    check(leaves.length === number, start - 4, `${leaves.length} values, one for each leave`);
    const points = Float64Array.from(leaves, (_, at) => view.getFloat32(start + 4 * at, true));
    const wrong = points.findIndex((value) => !(Math.abs(value) <= HIGHEST));
    check(wrong < 0, start + 4 * wrong, `a value from -${HIGHEST} to ${HIGHEST}`);
    const longest = leaves.reduce((most, { length }) => Math.max(most, length), 1);
    check(choose(size + 1 + longest, longest) <= MOST_VALUES, 0, `at most ${MOST_VALUES} values`);
    const scale = findScale(points), values = new Int16Array(choose(size + 1 + longest, longest));
    const made = new Leaves(lexicon, longest, scale, values, { method: "read from KLV2" });
    leaves.forEach((leave, at) => values[made.#place(leave.reverse())] = rint(points[at] * scale));
    return made;
  }

  /**
   * The place of a leave whose tiles descend.
   * @param {number[]} tiles
   */
  #place(tiles) {
    return tiles.reduce((place, tile, at) => place + this.#steps[at][tile], 0);
  }

  /**
   * The worth of a leave whose tiles descend, in thousandths of a point.
   * @param {number[]} tiles
   */
  thousandths(tiles) {
    return Math.floor(this.#value(tiles) * THOUSAND / this.scale);
  }

  /**
   * The value of a leave whose tiles descend, in steps: its own, or what the leaves of one tile and of two less predict.
   * @param {number[]} tiles
   * @returns {number}
   */
  #value(tiles) {
    const n = tiles.length;
    if (n <= this.longest) return this.#values[this.#place(tiles)];
    if (n > this.#predicted) return 0;
    const { counts } = this.lexicon, key = String.fromCharCode(...tiles), known = this.#known.get(key);
    if (known !== undefined) return known;
    if (tiles.some((tile, at) => at >= counts[tile] && tiles[at - counts[tile]] === tile)) return 0;
    let one = 0, two = 0;
    for (let at = 0; at < n; at++) {
      const rest = [...tiles.slice(0, at), ...tiles.slice(at + 1)];
      one += this.#value(rest);
      for (let other = at; n > 2 && other < n - 1; other++) {
        two += this.#value([...rest.slice(0, other), ...rest.slice(other + 1)]);
      }
    }
    const d = (n - 1) * (n - 2);
    const value = n === 2 ? one : Math.floor((2 * (2 * (n - 2) * one - 2 * two) + d) / (2 * d));
    if (this.#known.size > MOST_KNOWN) this.#known.clear();
    const kept = Math.max(-HIGHEST, Math.min(HIGHEST, value));
    this.#known.set(key, kept);
    return kept;
  }

  /**
   * The value of a leave such as "ERS", in points.
   * @param {string} leave
   */
  of(leave) {
    const tiles = this.lexicon.alphabet.tiles(leave, "?").sort((one, other) => other - one);
    return this.thousandths(tiles) / THOUSAND;
  }
}

/**
 * The fewest steps of a point in which all values are whole, else as many as 16 bits allow.
 * @param {Float64Array} points
 */
function findScale(points) {
  const most = points.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const finest = most === 0 ? MOST_SCALE : Math.max(1, Math.min(MOST_SCALE, Math.floor((HIGHEST + 0.49) / most)));
  const isWhole = (/** @type {number} */ value, /** @type {number} */ scale) => {
    return Math.fround(rint(value * scale) / scale) === value;
  };
  let left = Array.from({ length: finest }, (_, at) => at + 1);
  while (left.length) {
    const scale = USUAL.find((usual) => usual <= finest && left.includes(usual)) ?? left[0];
    const wrong = points.findIndex((value) => !isWhole(value, scale));
    if (wrong < 0) return scale;
    left = left.filter((steps) => isWhole(points[wrong], steps));
  }
  return finest;
}

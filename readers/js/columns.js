// @ts-check
// The columns of a file (SPEC.md, section 9): numbers by rank. Texts and packed numbers are proved to lie within the
// file, and not read.

/** @import { WordLexicon } from "./words.js" */

import { popcount } from "./automaton.js";
import { noFractions, parse, require, zeros } from "./prove.js";

const MOST = 64, NAME = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/, PER_BLOCK = 128;

/** A column of numbers: `of(rank)` is that of a word, or undefined. */
export class Column {
  #view;
  #bits;
  #missing;

  /**
   * @param {Uint8Array} array
   * @param {number} bits
   * @param {Uint8Array | undefined} missing
   */
  constructor(array, bits, missing) {
    this.#view = new DataView(array.buffer, array.byteOffset, array.byteLength);
    this.#bits = bits;
    this.#missing = missing;
  }

  /** @param {number} rank */
  of(rank) {
    const view = this.#view, missing = this.#missing;
    if (missing && (missing[rank >> 3] >> (rank & 7)) & 1) return undefined;
    switch (this.#bits) {
      case 8:
        return view.getInt8(rank);
      case 16:
        return view.getInt16(2 * rank, true);
      case 32:
        return view.getInt32(4 * rank, true);
      case 64:
        return Number(view.getBigInt64(8 * rank, true));
    }
    const value = view.getFloat64(8 * rank, true);
    return Number.isNaN(value) ? undefined : value;
  }
}

/**
 * The columns of numbers of a lexicon's file, by name.
 * @param {WordLexicon} lexicon
 * @returns {Map<string, Column>}
 * @throws {LexiconError} if the section breaks a rule of SPEC.md
 */
export function columnsOf(lexicon) {
  const section = lexicon.sections.get("columns"), columns = new Map(), words = lexicon.length;
  if (!section) return columns;
  const view = new DataView(section.buffer, section.byteOffset, section.byteLength);
  const size = section.length < 8 ? Infinity : view.getUint32(0, true) + view.getUint32(4, true) * 2 ** 32;
  require(size <= section.length - 8, "C1", 0, "the directory of the columns");
  const directory = parse(section.subarray(8, 8 + size), noFractions), names = Object.keys(directory).sort();
  require(names.length && names.length <= MOST && names.every((name) => NAME.test(name)), "C2", 8, "names of columns");
  let end = 8 + size;
  const cut = (/** @type {number} */ length, /** @type {string} */ name) => {
    const start = Math.ceil(end / 64) * 64;
    require(start + length <= section.length, "C4", end, `the arrays of column ${name}`);
    require(zeros(section.subarray(end, start)), "C4", end, `padding before column ${name}`);
    end = start + length;
    return section.subarray(start, end);
  };
  for (const name of names) {
    const entry = directory[name], { kind, bits, missing, decimals, packed, sample } = entry ?? {};
    const count = entry && typeof entry === "object" && !Array.isArray(entry) ? Object.keys(entry).length : 0;
    const isInteger = kind === "integer" && count === 3 && [8, 16, 32, 64].includes(bits) &&
      Number.isInteger(missing) && missing >= 0 && missing <= words;
    const isPacked = kind === "number" && count === 4 && [decimals, packed, sample].every((one) =>
      Number.isInteger(one) && one >= 0 && one < 2 ** 31
    ) && decimals <= 9;
    require(
      isInteger || isPacked || (count === 1 && ["number", "text"].includes(kind)),
      "C3",
      name,
      "the entry of a column",
    );
    if (isPacked) {
      cut(packed, name);
      continue;
    }
    if (kind === "text") {
      const blocks = cut(8 * Math.ceil(words / PER_BLOCK), name);
      const ends = new DataView(blocks.buffer, blocks.byteOffset, blocks.byteLength);
      let last = 0;
      for (let at = 0; at < blocks.length; at += 8) {
        const next = ends.getUint32(at, true) + ends.getUint32(at + 4, true) * 2 ** 32;
        require(next > last, "C4", name, "blocks whose ends ascend");
        last = next;
      }
      cut(last, name);
      continue;
    }
    const array = cut(isInteger ? bits / 8 * words : 8 * words, name),
      bitmap = missing && cut(Math.ceil(words / 8), name);
    if (bitmap) {
      let marked = 0;
      for (const byte of bitmap) marked += popcount(byte);
      const isRight = marked === missing && !(words % 8 && bitmap[bitmap.length - 1] >> words % 8);
      require(isRight, "C5", name, `${missing} words without a value`);
    }
    columns.set(name, new Column(array, bits ?? 0, bitmap || undefined));
  }
  require(end === section.length, "C4", end, "bytes behind the last column");
  return columns;
}

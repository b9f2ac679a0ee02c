// @ts-check
// Word lists to lexicons: the bytes that `lexc build` writes for the same list in the same alphabet, by the same version.

import { Alphabet } from "./alphabet.js";
import { ALPHABETS, VERSION } from "./alphabets.js";
import { LONGEST } from "./automaton.js";
import { construct } from "./construct.js";
import { crc32, MAGIC, readAlphabet } from "./prove.js";
import { sha256 } from "./sha256.js";

/** @typedef {import("./build.d.ts").AlphabetData} AlphabetData */
/** @typedef {import("./build.d.ts").BuildOptions} BuildOptions */
/** @typedef {import("./build.d.ts").InvalidLine} InvalidLine */
/** @import { TileWords } from "./construct.js" */

/** Lines that an error names. */
const SHOWN = 10;
/** Tiles of all words together, as in Python. */
const MAX_TILES = 2 ** 30;
const BLANKS = " \t";

/** A word list has lines that are no words: `count` of them, of which `lines` are the first ten. */
export class WordListError extends Error {
  /**
   * @param {string} message
   * @param {InvalidLine[]} lines
   */
  constructor(message, lines = [], count = lines.length) {
    super(message);
    this.name = "WordListError";
    this.lines = lines;
    this.count = count;
  }
}

/**
 * Compile words into the bytes of a .gaddag file. 180,000 words take about a second: call it in a worker.
 * @param {string | Iterable<string>} words words, or the text of a list, with a word at the beginning of each line
 * @param {BuildOptions} options
 * @returns {Uint8Array<ArrayBuffer>}
 * @throws {WordListError} if the list has lines that are no words
 * @throws {RangeError} for an unknown alphabet and lengths out of range
 * @throws {LexiconError} if an alphabet breaks a rule of SPEC.md
 */
export function build(words, options = {}) {
  const { alphabet: chosen = "english", minLength = 1, maxLength = LONGEST, source = "" } = options;
  for (const length of [minLength, maxLength]) {
    if (!Number.isInteger(length) || length < 1 || length > LONGEST || minLength > maxLength) {
      throw new RangeError(`minLength and maxLength are 1 to ${LONGEST}, not ${minLength} and ${maxLength}`);
    }
  }
  if (typeof source !== "string") throw new TypeError("source is the name of the list");
  const data = dataOf(chosen), alphabet = new Alphabet(readAlphabet(data));
  const listed = sortedUnique(new ListReader(alphabet, minLength, maxLength, options.onInvalid).read(words));
  const provenance = {
    options: { max_length: maxLength, min_length: minLength },
    sha256: sha256(textOf(listed, alphabet)),
    source: source.replace(/[^]/gu, (sign) => (/\p{Surrogate}/u.test(sign) ? "?" : sign)),
    tool: "lexkit",
    version: VERSION,
    words: listed.offsets.length - 1,
  };
  return fileOf({
    alphabet: new TextEncoder().encode(JSON.stringify(data)),
    provenance: new TextEncoder().encode(JSON.stringify(provenance)),
    gaddag: construct(listed, alphabet.size),
  });
}

/**
 * The data of an alphabet with its keys in the order of a file, and without those that a file leaves out.
 * @param {string | AlphabetData} chosen
 */
function dataOf(chosen) {
  if (typeof chosen === "string" && !Object.hasOwn(ALPHABETS, chosen)) {
    throw new RangeError(`no alphabet ${JSON.stringify(chosen)}: there are ${Object.keys(ALPHABETS).join(", ")}`);
  }
  const data = typeof chosen === "string" ? ALPHABETS[chosen] : chosen;
  if (typeof data !== "object" || data === null) throw new TypeError("an alphabet is a name, or an object with tiles");
  readAlphabet(data);
  const tiles = data.tiles.map(({ label, lower = label.toLowerCase(), points = 0, count = 0, vowel, aliases }) => ({
    ...(aliases?.length ? { aliases } : {}),
    count,
    label,
    ...(lower === label.toLowerCase() ? {} : { lower }),
    points,
    ...(vowel ? { vowel } : {}),
  }));
  const { blank: { count = 0, points = 0 } = {}, language = "und", name, title } = data;
  return { blank: { count, points }, language, name, tiles, title: title || name };
}

// -- The list -----------------------------------------------------------------------------------------------------------

/** Reads a list into the tiles of its words. */
class ListReader {
  /**
   * @param {Alphabet} alphabet
   * @param {number} minLength
   * @param {number} maxLength
   * @param {((line: InvalidLine) => void) | undefined} onInvalid
   */
  constructor(alphabet, minLength, maxLength, onInvalid) {
    this.alphabet = alphabet;
    this.minLength = minLength;
    this.maxLength = maxLength;
    this.onInvalid = onInvalid;
    this.tiles = new Uint8Array(1 << 16);
    this.offsets = new Uint32Array(1 << 12);
    this.words = 0;
    this.invalid = 0;
    this.shown = /** @type {InvalidLine[]} */ ([]);
    // By code unit, the tiles of letters that Unicode normalization neither changes nor joins to others.
    this.known = new Uint8Array(0x1100);
    const spellings = [...alphabet.spellings.keys()];
    for (const text of spellings) {
      if (text.length > 1 || text >= "\u1100" || /\p{M}/u.test(text) || text !== text.normalize("NFC")) continue;
      this.known[text.charCodeAt(0)] = /** @type {any} */ (alphabet.spellings.get(text)).tile;
    }
    // Longer spellings have a sign that is no letter, so that known letters are always read one by one.
    if (spellings.some((text) => text.length > 1 && Array.from(text).every((sign) => this.known[sign.charCodeAt(0)]))) {
      this.known.fill(0);
    }
  }

  /**
   * @param {string | Iterable<string>} words
   * @returns {TileWords}
   */
  read(words) {
    if (typeof words === "string") {
      const text = words.startsWith("\ufeff") ? words.slice(1) : words;
      for (let from = 0, number = 1; from < text.length; number++) {
        const end = text.indexOf("\n", from), line = text.slice(from, end < 0 ? text.length : end);
        this.#add(line, number);
        from += line.length + 1;
      }
    } else {
      if (typeof words?.[Symbol.iterator] !== "function") {
        throw new TypeError("a list is a text, or words that can be iterated over");
      }
      let number = 0;
      for (const word of words) {
        number++;
        if (typeof word !== "string") throw new TypeError(`word ${number} is no text: ${String(word)}`);
        const end = this.#add(word, number);
        if (word.slice(end).trim()) {
          const message = `word ${number} has more than a word: ${JSON.stringify(word.slice(0, 60))}`;
          throw new WordListError(message, [{ line: number, column: end + 1, found: word.slice(end).trim() }]);
        }
      }
    }
    if (this.invalid && !this.onInvalid) throw this.#error();
    return {
      tiles: this.tiles.slice(0, this.offsets[this.words]),
      offsets: this.offsets.slice(0, this.words + 1),
    };
  }

  /**
   * Add the first field of a line; give where it ends.
   * @param {string} line
   * @param {number} number
   */
  #add(line, number) {
    let from = 0;
    while (BLANKS.includes(line.charAt(from) || "-")) from++;
    let end = from;
    const limit = line.endsWith("\r") ? line.length - 1 : line.length, start = this.offsets[this.words];
    if (start + line.length > this.tiles.length) this.#grow(line.length);
    let usual = true;
    for (; end < limit; end++) {
      const code = line.charCodeAt(end), tile = code < 0x1100 ? this.known[code] : 0;
      if (tile) this.tiles[start + end - from] = tile;
      else if (code === 32 || code === 9) break;
      else usual = false;
    }
    if (end === from) return end;
    let length = end - from;
    if (!usual) {
      const text = line.slice(from, end).normalize("NFC"), tiles = this.alphabet.tilesOrNothing(text);
      if (!tiles) {
        const at = this.alphabet.end, before = Array.from(text.slice(0, at)).length;
        const found = JSON.stringify(String.fromCodePoint(/** @type {number} */ (text.codePointAt(at))));
        this.#refuse({ line: number, column: from + before + 1, found });
        return end;
      }
      length = tiles.length;
      if (start + length > this.tiles.length) this.#grow(length);
      this.tiles.set(tiles, start);
    }
    if (length > LONGEST) {
      this.#refuse({ line: number, column: from + 1, found: `a word of ${length} letters` });
    } else if (length >= this.minLength && length <= this.maxLength) {
      if (this.words + 2 > this.offsets.length) {
        const longer = new Uint32Array(2 * this.offsets.length);
        longer.set(this.offsets);
        this.offsets = longer;
      }
      this.offsets[++this.words] = start + length;
    }
    return end;
  }

  /** @param {number} more */
  #grow(more) {
    const size = this.offsets[this.words] + more;
    if (size > MAX_TILES) throw new WordListError(`the list is too long: at most ${MAX_TILES} letters`);
    const longer = new Uint8Array(Math.max(size, 2 * this.tiles.length));
    longer.set(this.tiles);
    this.tiles = longer;
  }

  /** @param {InvalidLine} line */
  #refuse(line) {
    this.invalid++;
    if (this.shown.length < SHOWN) this.shown.push(line);
    this.onInvalid?.(line);
  }

  #error() {
    const { invalid, shown } = this, rest = invalid - shown.length;
    const places = shown.map(({ line, column, found }) => `line ${line}, column ${column}: ${found}`).join("; ");
    return new WordListError(
      `${invalid} ${invalid > 1 ? "lines are not words" : "line is not a word"} of 1 to ${LONGEST} letters of the ` +
        `${this.alphabet.name} alphabet: ${places}${rest ? `; and ${rest} more` : ""}`,
      shown,
      invalid,
    );
  }
}

/**
 * The words in the order of the alphabet, each once.
 * @param {TileWords} words
 * @returns {TileWords}
 */
function sortedUnique({ tiles, offsets }) {
  /** @type {(one: number, other: number) => number} */
  const compare = (one, other) => {
    const from = offsets[one], to = offsets[other], lengths = [offsets[one + 1] - from, offsets[other + 1] - to];
    for (let at = 0; at < lengths[0] && at < lengths[1]; at++) {
      if (tiles[from + at] !== tiles[to + at]) return tiles[from + at] - tiles[to + at];
    }
    return lengths[0] - lengths[1];
  };
  const count = offsets.length - 1;
  let ascends = true;
  for (let word = 1; ascends && word < count; word++) ascends = compare(word - 1, word) < 0;
  if (ascends) return { tiles, offsets };
  const order = Uint32Array.from({ length: count }, (_, word) => word).sort(compare);
  const sorted = new Uint8Array(tiles.length), bounds = new Uint32Array(count + 1);
  let kept = 0;
  for (let at = 0; at < count; at++) {
    const word = order[at];
    if (at && compare(order[at - 1], word) === 0) continue;
    sorted.set(tiles.subarray(offsets[word], offsets[word + 1]), bounds[kept]);
    bounds[kept + 1] = bounds[kept] + offsets[word + 1] - offsets[word];
    kept++;
  }
  return { tiles: sorted.slice(0, bounds[kept]), offsets: bounds.slice(0, kept + 1) };
}

/**
 * The list as text in UTF-8, a line for each word.
 * @param {TileWords} words
 * @param {Alphabet} alphabet
 */
function textOf({ tiles, offsets }, alphabet) {
  const encoder = new TextEncoder(), pieces = /** @type {Uint8Array[]} */ ([]), count = offsets.length - 1;
  const labels = alphabet.labels.map((label) => encoder.encode(label));
  let size = 0;
  if (alphabet.plain) {
    const text = new Uint8Array(4 * tiles.length + count);
    for (let word = 0; word < count; word++) {
      for (let at = offsets[word]; at < offsets[word + 1]; at++) {
        for (const byte of labels[tiles[at]]) text[size++] = byte;
      }
      text[size++] = 10;
    }
    return text.subarray(0, size);
  }
  for (let word = 0; word < count; word++) {
    const line = encoder.encode(`${alphabet.text(tiles.subarray(offsets[word], offsets[word + 1]))}\n`);
    pieces.push(line);
    size += line.length;
  }
  const text = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    text.set(piece, at);
    at += piece.length;
  }
  return text;
}

// -- The file -----------------------------------------------------------------------------------------------------------

/**
 * The bytes of a file with these sections: SPEC.md, sections 1 and 2.
 * @param {Record<string, Uint8Array>} sections
 */
function fileOf(sections) {
  const rows = Object.entries(sections), table = 32 + 40 * rows.length, starts = /** @type {number[]} */ ([]);
  let size = table;
  for (const [, section] of rows) {
    starts.push(Math.ceil(size / 64) * 64);
    size = starts[starts.length - 1] + section.length;
  }
  const file = new Uint8Array(size), view = new DataView(file.buffer);
  file.set(MAGIC);
  view.setUint16(8, 1, true);
  view.setUint16(10, 1, true);
  view.setUint32(12, rows.length, true);
  view.setUint32(16, size, true);
  rows.forEach(([name, section], row) => {
    const at = 32 + 40 * row;
    for (let sign = 0; sign < name.length; sign++) file[at + sign] = name.charCodeAt(sign);
    view.setUint32(at + 16, starts[row], true);
    view.setUint32(at + 24, section.length, true);
    view.setUint32(at + 32, crc32(section), true);
    file.set(section, starts[row]);
  });
  view.setUint32(24, crc32(file.subarray(0, table)), true);
  return file;
}

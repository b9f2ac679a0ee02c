// @ts-check
// The proof of a .gaddag file: the rules of SPEC.md for header, sections, JSON, alphabet and node arrays.

import { popcount } from "./automaton.js";

export const MAGIC = [0x89, 0x4c, 0x45, 0x58, 0x0d, 0x0a, 0x1a, 0x0a];
const KNOWN = ["alphabet", "provenance", "gaddag", "daggad", "expanded", "alphagrams", "columns", "editions", "leaves"];
/** Of JSON: bytes of a section, levels of objects and lists, characters of a number. */
const MAX_JSON = 1 << 20, MAX_DEPTH = 100, MAX_NUMBER = 100;
const HEAD = 32, ROW = 40, GRAPH = 128;

/** A file that breaks a rule of SPEC.md: `rule` is its number, `place` where it is broken. */
export class LexiconError extends Error {
  /**
   * @param {string} rule
   * @param {number | string} place
   * @param {string} what
   */
  constructor(rule, place, what) {
    super(`${rule}: ${what} (at ${place})`);
    this.name = "LexiconError";
    this.rule = rule;
    this.place = place;
  }
}

/**
 * The tile that a text is read as; `small`: as that of a blank.
 * @typedef {{ tile: number, small: boolean }} Spelling
 */

/**
 * The parts of an alphabet: arrays by tile number, from 1, and tiles by their spellings.
 * @typedef {object} Letters
 * @property {string} name
 * @property {string[]} labels
 * @property {number[]} points
 * @property {number[]} counts
 * @property {Map<string, Spelling>} spellings
 * @property {string[]} small
 * @property {boolean[]} vowels
 */

/**
 * The parts of an automaton: the nodes, and the ends of the parts of their array.
 * @typedef {object} Graph
 * @property {Uint32Array} nodes
 * @property {number} wide
 * @property {number} wordCount
 * @property {number} forwardRoot
 * @property {number} reverseRoot
 * @property {number} byteEnd
 * @property {number} halfEnd
 * @property {number} forwardEnd
 */

/**
 * Refuse the file unless something holds.
 * @param {unknown} holds
 * @param {string} rule
 * @param {number | string} place
 * @param {string} what
 * @returns {asserts holds}
 */
export function require(holds, rule, place, what) {
  if (!holds) throw new LexiconError(rule, place, what);
}

/**
 * Prove the bytes of a whole file; give what a Lexicon is made of.
 * @param {Uint8Array} bytes
 */
export function prove(bytes) {
  const sections = readShell(bytes);
  const alphabet = readAlphabet(parse(sections.get("alphabet"), noFractions));
  const provenance = parse(sections.get("provenance"));
  const graph = readGraph(sections.get("gaddag"), alphabet.letters);
  if (sections.has("daggad")) {
    require(
      readGraph(sections.get("daggad"), alphabet.letters).wordCount === graph.wordCount,
      "G8",
      0,
      "daggad has another number of words",
    );
  }
  return { alphabet, graph, provenance, sections };
}

// -- The shell: H1 to S8 ------------------------------------------------------------------------------------------------

/** @type {Uint32Array | null} */
let crcTable = null;

/** @param {Uint8Array} bytes */
export function crc32(bytes, crc = 0) {
  if (!crcTable) {
    crcTable = new Uint32Array(256);
    for (let entry = 0; entry < 256; entry++) {
      let value = entry;
      for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
      crcTable[entry] = value;
    }
  }
  crc = ~crc;
  for (let at = 0; at < bytes.length; at++) crc = (crc >>> 8) ^ crcTable[(crc ^ bytes[at]) & 255];
  return ~crc >>> 0;
}

/** @param {Uint8Array} bytes */
export const zeros = (bytes) => bytes.every((byte) => byte === 0);
/** @param {number} offset */
const align = (offset) => Math.ceil(offset / 64) * 64;

/**
 * An unsigned 64-bit number; one beyond 2^53 is larger than any file, which is all that is asked of it.
 * @param {DataView} view
 * @param {number} at
 */
const u64 = (view, at) => view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;

/** @param {Uint8Array} bytes */
function readShell(bytes) {
  require(bytes.length >= HEAD && MAGIC.every((byte, at) => bytes[at] === byte), "H1", 0, "this is no lexicon");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const readVersion = view.getUint16(8, true), writeVersion = view.getUint16(10, true);
  require(readVersion <= 1, "H2", 8, "a file for newer readers");
  require(u64(view, 16) === bytes.length, "H3", 16, "the file has not the size that it states");
  const count = view.getUint32(12, true);
  require(count >= 1 && count <= 64 && HEAD + ROW * count <= bytes.length, "H4", 12, "the number of sections");
  let end = HEAD + ROW * count;
  const head = bytes.slice(0, HEAD);
  head.fill(0, 24, 28);
  require(
    crc32(bytes.subarray(HEAD, end), crc32(head)) === view.getUint32(24, true),
    "H5",
    24,
    "the header's checksum",
  );
  require(readVersion >= 1 && readVersion <= writeVersion && view.getUint32(28, true) === 0, "H6", 8, "versions");
  const sections = /** @type {Map<string, any>} */ (new Map()), checksums = [];
  for (let row = 0; row < count; row++) {
    const at = HEAD + ROW * row, start = u64(view, at + 16), length = u64(view, at + 24);
    const raw = bytes.subarray(at, at + 16);
    let size = 0;
    while (size < 16 && raw[size] > 0x20 && raw[size] < 0x7f) size++;
    require(size > 0 && zeros(raw.subarray(size)), "S1", row, "the name of a section");
    const name = String.fromCharCode(...raw.subarray(0, size));
    require(!sections.has(name), "S2", row, `two sections ${name}`);
    require(
      start === align(end) && length <= bytes.length - start && view.getUint32(at + 36, true) === 0,
      "S3",
      row,
      `the place of section ${name}`,
    );
    require(zeros(bytes.subarray(end, start)), "S4", end, "padding is zero");
    sections.set(name, bytes.subarray(start, start + length));
    checksums.push(view.getUint32(at + 32, true));
    end = start + length;
  }
  require(end === bytes.length, "S6", end, "bytes behind the last section");
  for (const name of KNOWN.slice(0, 3)) require(sections.has(name), "S7", 0, `no section ${name}`);
  for (const name of sections.keys()) require(writeVersion > 1 || KNOWN.includes(name), "S8", 0, `section ${name}`);
  let row = 0;
  for (const [name, section] of sections) {
    require(crc32(section) === checksums[row++], "S5", row - 1, `the checksum of section ${name}`);
  }
  return sections;
}

// -- JSON: J1 to J3 -----------------------------------------------------------------------------------------------------

/**
 * The object of a JSON section; `change` makes the text of which it is made, when that of the section is proved.
 * @param {Uint8Array} section
 * @param {(text: string) => string} change
 * @returns {Record<string, any>}
 */
export function parse(section, change = (text) => text) {
  require(section.length <= MAX_JSON, "J1", 0, "JSON of more than 1 MiB");
  let text, value;
  try {
    // A copy, since no decoder takes memory that is shared.
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(section.slice());
    value = JSON.parse(text);
  } catch (error) {
    throw new LexiconError("J2", 0, `a section is not JSON: ${error.message}`);
  }
  require(
    isStrict(text),
    "J2",
    0,
    `a key twice, a text with half of a pair of surrogates, more than ${MAX_DEPTH} levels, or a number as long`,
  );
  require(isObject(value), "J3", 0, "a section is no object");
  return JSON.parse(change(text));
}

/**
 * The places of the tokens of a JSON text that JSON.parse takes: texts, numbers, and signs other than commas.
 * @param {string} text
 * @returns {Generator<[from: number, to: number]>}
 */
function* tokens(text) {
  const begin = /["{}[\]:]|-?\d[\d.eE+-]*/g;
  for (let found; (found = begin.exec(text));) {
    if (found[0] === '"') {
      while (text[begin.lastIndex] !== '"') begin.lastIndex += text[begin.lastIndex] === "\\" ? 2 : 1;
      begin.lastIndex++;
    }
    yield [found.index, begin.lastIndex];
  }
}

/**
 * Check what JSON.parse lets pass. Return whether no object of a text has a key twice, no surrogate is unpaired,
 * objects and lists are not too deep, and numbers not too long.
 * @param {string} text
 */
function isStrict(text) {
  const open = [];
  let before = "";
  for (const [from, to] of tokens(text)) {
    const token = text.slice(from, to);
    if (token[0] === '"') {
      if (token.includes("\\u") && /\p{Surrogate}/u.test(JSON.parse(token))) return false;
    } else if (token === "{" || token === "[") {
      if (open.push(new Set()) > MAX_DEPTH) return false;
    } else if (token === "}" || token === "]") {
      open.pop();
    } else if (token === ":") {
      const keys = open[open.length - 1], key = JSON.parse(before);
      if (keys.has(key)) return false;
      keys.add(key);
    } else if (token.length > MAX_NUMBER) {
      return false;
    }
    before = token;
  }
  return true;
}

/**
 * The text with 0.5 for numbers such as 1.0 and 1e2, which are no whole numbers here, but are for JSON.parse.
 * @param {string} text
 */
export function noFractions(text) {
  const pieces = [];
  let end = 0;
  for (const [from, to] of tokens(text)) {
    if (text[from] === '"' || !/[.eE]/.test(text.slice(from, to))) continue;
    pieces.push(text.slice(end, from), "0.5");
    end = to;
  }
  return pieces.join("") + text.slice(end);
}

// -- The alphabet: J4, A1 to A5 -----------------------------------------------------------------------------------------

/** @param {unknown} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @param {string} text */
const characters = (text) => [...text].length;

/**
 * @param {Record<string, any>} data
 * @returns {Letters & { letters: number }}
 */
export function readAlphabet(data) {
  /** @type {(holds: unknown, place: number | string, what: string) => void} */
  const kind = (holds, place, what) => require(holds, "J4", place, what);
  /** @type {(value: any, place: number | string) => number} */
  const amount = (value, place) => {
    kind(value === undefined || (Number.isInteger(value) && value >= 0 && value < 2 ** 31), place, "an amount");
    return value ?? 0;
  };
  for (const key of ["name", "title", "language"]) {
    kind(typeof data[key] === "string" || (key !== "name" && data[key] === undefined), key, "a text");
    const text = data[key] ?? "";
    require(
      (text || key !== "name") && characters(text) <= 200 && !/\p{C}/u.test(text),
      "A1",
      key,
      "a short plain text",
    );
  }
  const blank = data.blank ?? {};
  kind(isObject(blank) && Array.isArray(data.tiles), "blank, tiles", "an object and a list");
  require(data.tiles.length <= 63, "A2", "tiles", "at most 63 tiles");
  const labels = ["?"], points = [amount(blank.points, "blank")], counts = [amount(blank.count, "blank")];
  const spellings = new Map();
  const vowels = [false];
  /** @type {{ label: string, lower: string, aliases: string[] }[]} */
  const rows = data.tiles.map((/** @type {any} */ tile, /** @type {number} */ at) => {
    kind(isObject(tile) && typeof tile.label === "string", at + 1, "a tile has a label");
    const { label, lower = label.toLowerCase(), aliases = [], vowel = false } = tile;
    kind(typeof lower === "string" && Array.isArray(aliases) && typeof vowel === "boolean", at + 1, "values of a tile");
    kind(aliases.every((/** @type {unknown} */ alias) => typeof alias === "string"), at + 1, "aliases are texts");
    require(aliases.length <= 16, "A2", at + 1, "at most 16 aliases");
    for (const spelling of [label, lower, ...aliases]) {
      require(isSpelling(spelling), "A3", at + 1, `the spelling ${JSON.stringify(spelling)}`);
    }
    points.push(amount(tile.points, at + 1));
    counts.push(amount(tile.count, at + 1));
    require(!spellings.has(label), "A4", at + 1, `two tiles ${label}`);
    spellings.set(label, { tile: at + 1, small: false });
    labels.push(label);
    vowels.push(vowel);
    return { label, lower, aliases };
  });
  // Labels first, so that no other spelling takes one.
  rows.forEach(({ label, lower, aliases }, at) => {
    /** @type {(text: string, small: boolean, given: boolean) => void} */
    const add = (text, small, given) => {
      const owner = spellings.get(text);
      if (!owner) spellings.set(text, { tile: at + 1, small });
      else require(!given || owner.tile === at + 1, "A5", at + 1, `${text} is a spelling of another tile`);
    };
    add(lower, true, true);
    for (const alias of aliases) add(alias, false, true);
    const [first, ...rest] = label, [small, ...smaller] = lower;
    if (rest.length) {
      add([first, ...smaller].join(""), false, false);
      add([small, ...rest].join(""), true, false);
    }
    for (const alias of aliases) add(alias.toLowerCase().normalize("NFC"), true, false);
  });
  return {
    name: data.name,
    letters: rows.length,
    labels,
    points,
    counts,
    spellings,
    small: rows.map((row) => row.lower),
    vowels,
  };
}

/** @param {string} text */
function isSpelling(text) {
  const length = characters(text);
  return length >= 1 && length <= 8 && !/[?[\]\s\p{C}\p{Z}]/u.test(text) && text === text.normalize("NFC");
}

// -- Node arrays: G1 to N12, in one pass --------------------------------------------------------------------------------

/**
 * @param {Uint8Array} section
 * @param {number} letters
 * @returns {Graph}
 */
function readGraph(section, letters) {
  require(section.length >= GRAPH && zeros(section.subarray(80, GRAPH)), "G1", 0, "the head of an automaton");
  const view = new DataView(section.buffer, section.byteOffset, section.byteLength);
  const wide = view.getUint32(0, true), size = u64(view, 16);
  const [wordCount, , forwardRoot, reverseRoot, byteEnd, halfEnd, forwardEnd, nodeCount, arcCount] = [
    8,
    16,
    24,
    32,
    40,
    48,
    56,
    64,
    72,
  ].map((at) => u64(view, at));
  require(section.length === GRAPH + 4 * size, "G2", 0, "the size of the node array");
  require(view.getUint32(4, true) === letters && wide === (letters <= 31 ? 1 : 2), "G3", 0, "letters and width");
  require(byteEnd <= halfEnd && halfEnd <= forwardEnd && forwardEnd <= size, "G4", 0, "the parts of the array");
  const nodes = words(section, size);
  // Heights: a byte for two words, since at most one node begins there: (height + 1) * 2 + which of the two.
  const heights = new Uint8Array((size >>> 1) + 1), totals = new Uint32Array((forwardEnd >>> 1) + 1);
  const isNode = (/** @type {number} */ at) => heights[at >>> 1] !== 0 && ((heights[at >>> 1] ^ at) & 1) === 0;
  // The letters of each half: a number cannot hold both exactly.
  const lowMask = 2 ** Math.min(letters + 1, 32) - 2, highMask = 2 ** Math.max(letters - 31, 0) - 1;
  let found = 0, arcs = 0, ends = 0, at = 0;
  const pass = () => {
    ends |= (at === byteEnd ? 1 : 0) | (at === halfEnd ? 2 : 0) | (at === forwardEnd ? 4 : 0);
  };
  while (at < size) {
    pass();
    require(at + 2 * wide <= size, "N2", at, "a node beyond the array");
    const counted = at < forwardEnd, children = at + wide;
    const letterHigh = wide === 2 ? nodes[at + 1] : 0, childHigh = wide === 2 ? nodes[at + 3] : 0;
    const set = nodes[at] || letterHigh, arcSet = nodes[children] || childHigh;
    require(at > 0 || !(set || arcSet), "N1", at, "word 0 holds the empty node");
    require(!(nodes[at] & ~lowMask) && !(letterHigh & ~highMask), "N3", at, "a letter set with others than letters");
    require(
      !(nodes[children] & ~(counted ? lowMask : lowMask | 1)) && !(childHigh & ~highMask),
      "N4",
      at,
      "a child set",
    );
    require(at === 0 || set || arcSet, "N5", at, "an empty node");
    const fan = popcount(nodes[children]) + popcount(childHigh), first = at + 2 * wide, counts = first + fan;
    // A word holds 4, 2 or 1 counts: 1 << shift.
    const shift = at < byteEnd ? 2 : at < halfEnd ? 1 : 0, bits = 32 >> shift, rest = (1 << shift) - 1;
    const limit = shift ? (1 << bits) - 1 : 0xffffffff,
      end = counts + (counted && fan > 1 ? (fan - 1 + rest) >> shift : 0);
    require(end <= size, "N2", at, "a node beyond the array");
    let height = 0, below = 0;
    for (let k = 0; k < fan; k++) {
      const child = nodes[first + k];
      if (counted && k > 0) {
        const place = counts + ((k - 1) >> shift), word = nodes[place];
        const stored = shift ? (word >>> (((k - 1) & rest) * bits)) & limit : word;
        require(stored === below, "N10", place, "a count is not the words below");
      }
      require(child < at, "N6", first + k, "an arc to no lower index");
      require(isNode(child), "N7", first + k, "an arc to no node");
      require(
        !(k === 0 && nodes[children] & 1) || child < forwardEnd,
        "N8",
        first,
        "a separator into the reverse part",
      );
      height = Math.max(height, heights[child >>> 1] >>> 1);
      if (counted) below += totals[child >>> 1];
    }
    require(height <= (counted ? 62 : 63), "N9", at, "a path longer than the longest word");
    if (counted) {
      below += popcount(nodes[at]) + popcount(letterHigh);
      const used = (fan - 1) & rest;
      require(below <= limit && !(fan > 1 && used && nodes[end - 1] >>> (used * bits)), "N11", at, "a count's width");
      totals[at >>> 1] = below;
    }
    // No arc may lead to node 0, so it counts as none until all are seen.
    if (at) heights[at >>> 1] = ((height + 1) << 1) | (at & 1);
    found++;
    arcs += fan;
    at = end;
  }
  pass();
  require(size > 0, "N1", 0, "word 0 holds the empty node");
  require(ends === 7, "N12", at, "a part ends inside of a node");
  heights[0] = 2;
  require(
    forwardRoot < forwardEnd && isNode(forwardRoot) && reverseRoot < size && isNode(reverseRoot),
    "G5",
    0,
    "a root",
  );
  require(totals[forwardRoot >>> 1] === wordCount, "G6", 0, "the number of words");
  require(found === nodeCount && arcs === arcCount, "G7", 0, "the numbers of nodes and arcs");
  return { nodes, wide, wordCount, forwardRoot, reverseRoot, byteEnd, halfEnd, forwardEnd };
}

/**
 * The node array, in place if the machine and the place allow.
 * @param {Uint8Array} section
 * @param {number} size
 * @returns {Uint32Array}
 */
function words(section, size) {
  const little = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
  const start = section.byteOffset + GRAPH;
  if (little && start % 4 === 0) return new Uint32Array(section.buffer, start, size);
  const view = new DataView(section.buffer, start), array = new Uint32Array(size);
  for (let at = 0; at < size; at++) array[at] = view.getUint32(4 * at, true);
  return array;
}

// @ts-check
// lexkit-gaddag/words: a word list, without boards.
//
//     import { Lexicon } from "lexkit-gaddag/words";
//     const lexicon = await Lexicon.fetch("english.gaddag");
//     lexicon.has("QUIXOTRY"); lexicon.substring("UZZ").words(); lexicon.anagrams("AEINRT?").words();
//
// A file that breaks a rule of SPEC.md is refused by name and place (LexiconError), and no file, whoever wrote it, makes
// a question run for ever. Columns, editions, leaves, alphagrams and the expanded form are not read; see prove.js.

import { Alphabet } from "./alphabet.js";
import { Automaton, LONGEST, lowest } from "./automaton.js";
import { LexiconError, prove } from "./prove.js";
import { isPacked } from "./unpack.js";
import { WordFinder, Words } from "./word_finder.js";

export { LexiconError, WordLexicon as Lexicon, Words };

/** @typedef {import("./words.d.ts").FetchOptions} FetchOptions */

const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * The same bytes as a Uint8Array: a Buffer of Node slices otherwise.
 * @param {ArrayBufferLike | Uint8Array} bytes
 */
function viewOf(bytes) {
  if (ArrayBuffer.isView(bytes)) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!/ArrayBuffer\]$/.test(Object.prototype.toString.call(bytes))) {
    const kind = typeof bytes === "object" ? Object.prototype.toString.call(bytes).slice(8, -1) : typeof bytes;
    throw new TypeError(`the bytes of a .gaddag file, not ${kind}${kind === "Promise" ? ": await it" : ""}`);
  }
  return new Uint8Array(bytes);
}

/**
 * The body of an answer, whose progress is told.
 * @param {Response} response
 * @param {FetchOptions["onProgress"]} onProgress
 */
async function download(response, onProgress) {
  if (!onProgress || !response.body) return new Uint8Array(await response.arrayBuffer());
  // The length is that of what was sent: if this is compressed, it says nothing of the bytes to come.
  const length = response.headers.get("content-encoding") ? null : response.headers.get("content-length");
  const total = length === null ? undefined : Number(length), reader = response.body.getReader(), pieces = [];
  let received = 0;
  onProgress(0, total);
  for (let piece; !(piece = await reader.read()).done;) {
    pieces.push(piece.value);
    onProgress(received += piece.value.length, total);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** An open lexicon. Words and ranks are those of the sorted list; a rank is a word's place in it, from 0. */
export class WordLexicon {
  #finder;
  #word = new Uint8Array(LONGEST);

  /**
   * Open the bytes of a .gaddag file.
   * @param {ArrayBufferLike | Uint8Array} bytes
   * @throws {LexiconError} if the bytes break a rule of SPEC.md
   * @throws {TypeError} for anything but bytes
   */
  static async open(bytes) {
    const given = viewOf(bytes);
    return isPacked(given) ? await this.openPacked(given) : new this(given);
  }

  /**
   * Open a packed file, for which this class has no code.
   * @param {Uint8Array} bytes
   * @returns {Promise<WordLexicon>}
   */
  static openPacked(bytes) {
    const error = new Error(`${bytes.length} packed bytes: lexc unpack unpacks them, and so does lexkit-gaddag/moves`);
    return Promise.reject(Object.assign(error, { name: "NotSupportedError" }));
  }

  /**
   * Fetch a .gaddag file and open it. `onProgress` is called with the bytes that have arrived, and how many there will be.
   * @param {string | URL | Request} url
   * @param {FetchOptions} options
   * @throws {LexiconError} if the bytes break a rule of SPEC.md, or are a page of HTML
   * @throws {Error} FetchError, with `status`, if the server refuses
   */
  static async fetch(url, { onProgress, ...init } = {}) {
    const response = await fetch(url, init), { status, statusText } = response, place = response.url || String(url);
    if (!response.ok) {
      throw Object.assign(new Error(`${place}: ${status} ${statusText}`.trim()), { name: "FetchError", status });
    }
    const bytes = await download(response, onProgress);
    if (/^(\xef\xbb\xbf)?\s*</.test(String.fromCharCode(...bytes.subarray(0, 99)))) {
      throw new LexiconError("H1", place, "a page of HTML, not a lexicon: is the address of the file right?");
    }
    return this.open(bytes);
  }

  /**
   * The bytes of a .gaddag file, which are read in place.
   * @param {Uint8Array} bytes
   */
  constructor(bytes) {
    this.bytes = viewOf(bytes);
    const { alphabet, graph, provenance, sections } = prove(this.bytes);
    this.alphabet = new Alphabet(alphabet);
    this.automaton = new Automaton(graph);
    this.provenance = provenance;
    /** The sections of the file, by name, as bytes; those that this class does not use are not proved. */
    this.sections = /** @type {ReadonlyMap<string, Uint8Array>} */ (sections);
    this.#finder = new WordFinder(this.automaton);
  }

  [INSPECT]() {
    return `Lexicon(${this.name}, ${this.length} words)`;
  }

  /** The number of words. */
  get length() {
    return this.automaton.wordCount;
  }

  get name() {
    return this.alphabet.name;
  }
  get labels() {
    return this.alphabet.labels;
  }
  get points() {
    return this.alphabet.points;
  }
  get counts() {
    return this.alphabet.counts;
  }

  /**
   * Text to tile numbers; the longest spelling wins, and [CH] is always that letter.
   * @param {string} text
   */
  tiles(text) {
    return this.alphabet.tiles(text);
  }

  /**
   * The word that tiles make, small where 128 is added for a blank; in brackets if plain text would read as others.
   * @param {ArrayLike<number>} tiles
   */
  text(tiles) {
    return this.alphabet.text(tiles);
  }

  /** @param {string} word */
  has(word) {
    return this.rank(word) !== -1;
  }

  /**
   * The rank of a word, or -1.
   * @param {string} word
   */
  rank(word) {
    const tiles = this.alphabet.tilesOrNothing(word);
    return tiles ? this.automaton.rankOf(tiles, tiles.length) : -1;
  }

  /**
   * The word of a rank.
   * @param {number} rank
   */
  word(rank) {
    if (!Number.isInteger(rank) || rank < 0 || rank >= this.length) throw new RangeError(`no word of rank ${rank}`);
    return this.text(this.#word.subarray(0, this.automaton.spell(rank, this.#word)));
  }

  #found() {
    return new Words(this, this.#finder.set, this.#finder.found);
  }

  /**
   * All words that begin so.
   * @param {string} text
   */
  prefix(text) {
    this.#finder.prefix(this.tiles(text));
    return this.#found();
  }

  /**
   * All words that end so.
   * @param {string} text
   */
  suffix(text) {
    this.#finder.back(this.tiles(text), true);
    return this.#found();
  }

  /**
   * All words that contain a text.
   * @param {string} text
   */
  substring(text) {
    this.#finder.back(this.tiles(text), false);
    return this.#found();
  }

  /**
   * The words that fit a pattern: ? is any letter, * any letters.
   * @param {string} text
   */
  pattern(text) {
    this.#finder.pattern(this.alphabet.tiles(text, "?*"));
    return this.#found();
  }

  /**
   * The words that these letters make, all of them or, with `shortest`, that many and more; ? is a blank.
   * @param {string} rack
   * @param {number} [shortest]
   */
  anagrams(rack, shortest) {
    const held = this.alphabet.tiles(rack, "?"), least = shortest ?? held.length;
    if (!Number.isInteger(least)) throw new RangeError(`shortest is a number of letters, not ${shortest}`);
    this.#finder.anagrams(held, least);
    return this.#found();
  }

  /**
   * The letters that make a word in front of a text and behind it, as labels.
   * @param {string} text
   */
  hooks(text) {
    return { front: this.crossSet("", text), back: this.crossSet(text, "") };
  }

  /**
   * The letters that make a word between two texts, as labels.
   * @param {string} before
   * @param {string} after
   * @returns {string[]}
   */
  crossSet(before, after) {
    const { automaton } = this, front = this.tiles(before), behind = this.tiles(after), set = new Int32Array(2);
    if (!front.length && behind.length) {
      let node = automaton.reverseRoot;
      for (let at = behind.length - 1; at >= 0; at--) node = automaton.step(node, behind[at]);
      automaton.between(node, behind, 0, 0, set);
    } else {
      automaton.between(automaton.walk(front, front.length), behind, 0, behind.length, set);
    }
    const labels = [];
    for (let half = 0; half < 2; half++) {
      for (let bits = set[half]; bits; bits &= bits - 1) labels.push(this.labels[32 * half + lowest(bits)]);
    }
    return labels;
  }
}

// @ts-check
// lexkit/words: a word list, without boards.
//
//     import { Lexicon } from "lexkit/words";
//     const lexicon = await Lexicon.open(await (await fetch("english.gaddag")).arrayBuffer());
//     lexicon.has("QUIXOTRY"); lexicon.substring("UZZ").words(); lexicon.anagrams("AEINRT?").words();
//
// A file that breaks a rule of SPEC.md is refused by name and place (LexiconError), and no file, whoever wrote it, makes
// a question run for ever. Columns, editions, leaves, alphagrams and the expanded form are not read; see prove.js.

import { Alphabet } from "./alphabet.js";
import { Automaton, LONGEST, lowest } from "./automaton.js";
import { LexiconError, prove } from "./prove.js";
import { isPacked, unpack } from "./unpack.js";
import { WordFinder, Words } from "./word_finder.js";

export { LexiconError, WordLexicon as Lexicon, Words };

/**
 * The same bytes as a Uint8Array: a Buffer of Node slices otherwise.
 * @param {ArrayBufferLike | Uint8Array} bytes
 */
function viewOf(bytes) {
  return ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
}

/** An open lexicon. Words and ranks are those of the sorted list; a rank is a word's place in it, from 0. */
export class WordLexicon {
  #finder;
  #word = new Uint8Array(LONGEST);

  /**
   * Open the bytes of a .gaddag file, or of a .gaddag.zst where the platform unpacks zstandard.
   * @param {ArrayBufferLike | Uint8Array} bytes
   * @throws {LexiconError} if the bytes break a rule of SPEC.md
   * @throws {Error} NotSupportedError, for a packed file on a platform that does not unpack zstandard
   */
  static async open(bytes) {
    const given = viewOf(bytes);
    if (!isPacked(given)) return new this(given);
    const lexicon = new this(await unpack(given));
    if ("packed" in lexicon.provenance && !lexicon.automaton.isConnected()) {
      throw new LexiconError("P6", 0, "nodes that the roots do not lead to");
    }
    return lexicon;
  }

  /**
   * The bytes of a .gaddag file, which are read in place.
   * @param {Uint8Array} bytes
   */
  constructor(bytes) {
    const { alphabet, graph, provenance } = prove(viewOf(bytes));
    this.alphabet = new Alphabet(alphabet);
    this.automaton = new Automaton(graph);
    this.provenance = provenance;
    this.#finder = new WordFinder(this.automaton);
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
    const held = this.alphabet.tiles(rack, "?");
    this.#finder.anagrams(held, shortest ?? held.length);
    return this.#found();
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

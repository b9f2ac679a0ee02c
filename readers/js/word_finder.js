// @ts-check
// Words that were found, and the searches that find them in an automaton. What they find is a set of ranks, a bit each.

/** @import { Automaton } from "./automaton.js" */
/** @import { WordLexicon } from "./words.js" */

import { ANY, MANY } from "./alphabet.js";
import { LONGEST, lowest, popcount } from "./automaton.js";
import { LexiconError } from "./prove.js";

/** Words that were found, in the order of the list, each once; they are spelled only when asked for. */
export class Words {
  #lexicon;
  #set;

  /**
   * @param {WordLexicon} lexicon
   * @param {Int32Array} set
   * @param {number} length
   */
  constructor(lexicon, set, length) {
    this.#lexicon = lexicon;
    this.#set = set;
    this.length = length;
  }

  [Symbol.for("nodejs.util.inspect.custom")]() {
    return `Words(${this.length}: ${this.words(5).join(", ")}${this.length > 5 ? ", …" : ""})`;
  }

  *ranks() {
    for (let at = 0; at < this.#set.length; at++) {
      for (let bits = this.#set[at]; bits; bits &= bits - 1) yield 32 * at + lowest(bits);
    }
  }

  *[Symbol.iterator]() {
    for (const rank of this.ranks()) yield this.#lexicon.word(rank);
  }

  /** The words themselves, at most `limit` of them. */
  words(limit = Infinity) {
    if (typeof limit !== "number" || !(limit >= 0)) throw new RangeError(`limit is a number of words, not ${limit}`);
    const found = [];
    for (const rank of this.ranks()) {
      if (found.length >= limit) break;
      found.push(this.#lexicon.word(rank));
    }
    return found;
  }
}

/** Searches of one automaton, one at a time. */
export class WordFinder {
  /** @param {Automaton} automaton */
  constructor(automaton) {
    this.automaton = automaton;
    this.path = new Uint8Array(LONGEST + 1);
    this.turned = new Uint8Array(LONGEST + 1);
    this.counts = new Int32Array(64);
    // Of a pattern, by tile: the places that take it, as low and high halves.
    this.takesLow = new Int32Array(64);
    this.takesHigh = new Int32Array(64);
    this.set = new Int32Array(0);
    this.found = this.steps = this.shortest = 0;
    this.manyLow =
      this.manyHigh =
      this.endLow =
      this.endHigh =
        0;
    this.whole = false;
  }

  begin() {
    this.set = new Int32Array((this.automaton.wordCount >>> 5) + 1);
    this.found = 0;
  }

  /**
   * Add words that follow each other.
   * @param {number} first
   * @param {number} count
   */
  mark(first, count) {
    for (let rank = first, end = first + count; rank < end;) {
      const at = rank >>> 5, from = rank & 31, to = Math.min(32, from + end - rank);
      const bits = (to === 32 ? -1 : (1 << to) - 1) & ~((1 << from) - 1) & ~this.set[at];
      this.set[at] |= bits;
      this.found += popcount(bits);
      rank += to - from;
    }
  }

  /**
   * All words that begin so.
   * @param {ArrayLike<number>} tiles
   */
  prefix(tiles) {
    const { automaton } = this;
    this.begin();
    if (tiles.length > LONGEST) return;
    const rank = automaton.rankOf(tiles, tiles.length), node = automaton.walk(tiles, tiles.length);
    if (node) this.mark(automaton.rank, automaton.wordsBelow(node));
    if (rank >= 0) this.mark(rank, 1);
  }

  /**
   * All words that end so, or that contain the tiles: the beginnings that end with them, by the reverse part.
   * @param {ArrayLike<number>} tiles
   * @param {boolean} whole
   */
  back(tiles, whole) {
    const { automaton, path } = this, length = tiles.length;
    this.begin();
    if (!length) this.mark(0, automaton.wordCount);
    if (!length || length > LONGEST) return;
    this.whole = whole;
    this.steps = (automaton.wordCount + 1) * (LONGEST * LONGEST / 2);
    let node = automaton.reverseRoot;
    for (let at = length - 1; at > 0; at--) {
      path[length - 1 - at] = tiles[at];
      node = automaton.step(node, tiles[at]);
    }
    path[length - 1] = tiles[0];
    if (automaton.completes(node, tiles[0])) this.turn(length, 0);
    node = automaton.step(node, tiles[0]);
    if (node) this.goBack(node, length);
  }

  /**
   * @param {number} node
   * @param {number} length
   */
  goBack(node, length) {
    const { automaton, path } = this, { nodes, wide } = automaton;
    if (this.steps-- <= 0 || length > LONGEST) refuse("Q1");
    let arc = node + 2 * wide;
    if (nodes[node + wide] & 1) {
      if (!this.whole) this.turn(length, nodes[arc]);
      arc++;
    }
    for (let half = 0; half < wide; half++) {
      const letters = nodes[node + half], children = nodes[node + wide + half];
      for (let bits = (letters | children) & (half ? -1 : ~1); bits; bits &= bits - 1) {
        const bit = bits & -bits;
        path[length] = 32 * half + lowest(bit);
        if (letters & bit) this.turn(length + 1, 0);
        if (children & bit) this.goBack(nodes[arc++], length + 1);
      }
    }
  }

  /**
   * A beginning of words was found, its tiles from the last to the first: a word, or what leads to a forward node.
   * @param {number} length
   * @param {number} behind
   */
  turn(length, behind) {
    const { automaton, path, turned } = this;
    for (let at = 0; at < length; at++) turned[at] = path[length - 1 - at];
    if (!behind) {
      const rank = automaton.rankOf(turned, length);
      if (rank < 0) refuse("Q2");
      this.mark(rank, 1);
    } else {
      if (automaton.walk(turned, length) !== behind) refuse("Q2");
      this.mark(automaton.rank, automaton.wordsBelow(behind));
    }
  }

  /**
   * The words that fit a pattern. A state is a number of its letters that are behind; the states are a set of 64.
   * @param {Iterable<number>} places
   */
  pattern(places) {
    const { takesLow, takesHigh } = this;
    this.begin();
    takesLow.fill(0);
    takesHigh.fill(0);
    // The states that take any letter and stay.
    this.manyLow = this.manyHigh = 0;
    let length = 0;
    for (const place of places) {
      const low = length < 32 ? 1 << length : 0, high = length < 32 ? 0 : 1 << (length - 32);
      if (place === MANY) {
        this.manyLow |= low;
        this.manyHigh |= high;
        continue;
      }
      if (++length > LONGEST) return;
      for (let tile = 1; tile < 64; tile++) {
        if (place === ANY || place === tile) {
          takesLow[tile] |= low;
          takesHigh[tile] |= high;
        }
      }
    }
    this.endLow = length < 32 ? 1 << length : 0;
    this.endHigh = length < 32 ? 0 : 1 << (length - 32);
    this.match(this.automaton.forwardRoot, 0, 1, 0);
  }

  /**
   * @param {number} node
   * @param {number} rank
   * @param {number} low
   * @param {number} high
   */
  match(node, rank, low, high) {
    const { automaton, manyLow, manyHigh, endLow, endHigh } = this, { nodes, wide } = automaton;
    // Behind a star at the end comes whatever there is.
    if ((low & endLow & manyLow) | (high & endHigh & manyHigh)) {
      this.mark(rank, automaton.wordsBelow(node));
      return;
    }
    for (let half = 0; half < wide; half++) {
      const letters = nodes[node + half], children = nodes[node + wide + half];
      for (let bits = letters | children; bits; bits &= bits - 1) {
        const bit = bits & -bits, tile = 32 * half + lowest(bit), taken = low & this.takesLow[tile];
        const nextLow = (taken << 1) | (low & manyLow);
        const nextHigh = ((high & this.takesHigh[tile]) << 1) | (taken >>> 31) | (high & manyHigh);
        if (!(nextLow | nextHigh)) continue;
        if (letters & bit && (nextLow & endLow) | (nextHigh & endHigh)) {
          this.mark(rank + automaton.rankOfLetter(node, tile), 1);
        }
        if (children & bit) {
          automaton.rank = rank;
          const child = automaton.descend(node, tile);
          this.match(child, automaton.rank, nextLow, nextHigh);
        }
      }
    }
  }

  /**
   * The words of at least `shortest` tiles that the tiles of a rack make.
   * @param {number[]} held
   * @param {number} shortest
   */
  anagrams(held, shortest) {
    this.begin();
    this.counts.fill(0);
    for (const tile of held) this.counts[tile]++;
    this.shortest = shortest;
    this.arrange(this.automaton.forwardRoot, 0, held.length, 1);
  }

  /**
   * @param {number} node
   * @param {number} rank
   * @param {number} left
   * @param {number} length
   */
  arrange(node, rank, left, length) {
    const { automaton, counts } = this, { nodes, wide } = automaton;
    if (!left) return;
    for (let half = 0; half < wide; half++) {
      const letters = nodes[node + half], children = nodes[node + wide + half];
      for (let bits = letters | children; bits; bits &= bits - 1) {
        const bit = bits & -bits, tile = 32 * half + lowest(bit), source = counts[tile] ? tile : 0;
        if (!counts[source]) continue;
        if (letters & bit && length >= this.shortest) this.mark(rank + automaton.rankOfLetter(node, tile), 1);
        if (children & bit && left > 1) {
          counts[source]--;
          automaton.rank = rank;
          const child = automaton.descend(node, tile);
          this.arrange(child, automaton.rank, left - 1, length + 1);
          counts[source]++;
        }
      }
    }
  }
}

/** @param {string} rule */
function refuse(rule) {
  throw new LexiconError(rule, 0, "the two parts of the file disagree");
}

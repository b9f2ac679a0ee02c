// lexkit's word lists in JavaScript: an ES module without dependencies, for browsers, Node, Deno and Bun.
//
//     import { Lexicon } from "lexkit";
//     const lexicon = await Lexicon.open(await (await fetch("english.gaddag")).arrayBuffer());
//     lexicon.has("QUIXOTRY"); lexicon.substring("UZZ").words(); lexicon.anagrams("AEINRT?").words();
//     lexicon.board().read("15/15/15/15/15/15/15/5CArE6/15/15/15/15/15/15/15").moves("AEINRT?");
//
// A file that breaks a rule of SPEC.md is refused by name and place (LexiconError), and no file, whoever wrote it, makes
// a question run for ever. Columns, editions, leaves, alphagrams and the expanded form are not read; see prove.js.

import { LexiconError, prove } from "./prove.js";
import { popcount, lowest } from "./sets.js";
import { Board, Move, STANDARD } from "./board.js";

export { Board, LexiconError, Move, STANDARD };

const LONGEST = 63;
/** In a pattern: any letter, and any letters. */
const ANY = 0, MANY = 255;

/** An open lexicon. Words and ranks are those of the sorted list; a rank is a word's place in it, from 0. */
export class Lexicon {
  /**
   * Open the bytes of a .gaddag file, or of a .gaddag.zst where the platform unpacks zstandard.
   * @param {ArrayBuffer | Uint8Array} bytes
   * @throws {LexiconError} if the bytes break a rule of SPEC.md
   */
  static async open(bytes) {
    return new Lexicon(await unpack(new Uint8Array(bytes.buffer ?? bytes, bytes.byteOffset ?? 0, bytes.byteLength)));
  }

  /** The bytes of a .gaddag file, which are read in place. */
  constructor(bytes) {
    Object.assign(this, prove(bytes));
  }

  // -- nodes: SPEC.md, section 4. Sets are pairs of 32 bits, low and high; narrow alphabets have no high part. --------

  _lettersLow(node) { return this.nodes[node]; }
  _lettersHigh(node) { return this.wide === 2 ? this.nodes[node + 1] : 0; }
  _childrenLow(node) { return this.nodes[node + this.wide]; }
  _childrenHigh(node) { return this.wide === 2 ? this.nodes[node + 3] : 0; }

  _completes(node, tile) {
    return tile < 32 ? (this.nodes[node] >>> tile) & 1 : (this._lettersHigh(node) >>> (tile - 32)) & 1;
  }

  /** How many arcs a node has, and how many before the one for a tile. */
  _fan(node) { return popcount(this._childrenLow(node)) + popcount(this._childrenHigh(node)); }
  _arcsBefore(node, tile) { return before(this._childrenLow(node), this._childrenHigh(node), tile); }
  _lettersBefore(node, tile) { return before(this.nodes[node], this._lettersHigh(node), tile); }

  /** The child for a tile, or 0, the empty node. */
  _step(node, tile) {
    const has = tile < 32 ? this._childrenLow(node) >>> tile : this._childrenHigh(node) >>> (tile - 32);
    return has & 1 ? this.nodes[node + 2 * this.wide + this._arcsBefore(node, tile)] : 0;
  }

  /** The words below the first k children of a forward node that has more than k. */
  _countBefore(node, fan, k) {
    if (k === 0) return 0;
    const counts = node + 2 * this.wide + fan, at = k - 1;
    if (node < this.byteEnd) return (this.nodes[counts + (at >> 2)] >>> ((at & 3) * 8)) & 0xff;
    if (node < this.halfEnd) return (this.nodes[counts + (at >> 1)] >>> ((at & 1) * 16)) & 0xffff;
    return this.nodes[counts + at];
  }

  _wordsBelow(node) {
    let below = 0;
    for (;;) {
      const fan = this._fan(node);
      below += popcount(this.nodes[node]) + popcount(this._lettersHigh(node));
      if (fan === 0) return below;
      below += this._countBefore(node, fan, fan - 1);
      node = this.nodes[node + 2 * this.wide + fan - 1];
    }
  }

  /** How many words below a forward node come before those that go on by a tile, and before the word that ends there. */
  _rankOfChild(node, tile) {
    return this._lettersBefore(node, tile) + this._completes(node, tile) +
      this._countBefore(node, this._fan(node), this._arcsBefore(node, tile));
  }

  _rankOfLetter(node, tile) {
    const fan = this._fan(node), k = this._arcsBefore(node, tile), letters = this._lettersBefore(node, tile);
    if (k < fan) return letters + this._countBefore(node, fan, k);
    return letters + this._wordsBelow(node) - popcount(this.nodes[node]) - popcount(this._lettersHigh(node));
  }

  /** [the forward node behind these tiles or 0, the rank of the first word below it]. */
  _walk(tiles) {
    let node = this.forwardRoot, rank = 0;
    for (const tile of tiles) {
      const child = this._step(node, tile);
      if (!child) return [0, 0];
      rank += this._rankOfChild(node, tile);
      node = child;
    }
    return [node, rank];
  }

  /** The tiles that a node completes or goes on by, ascending, without the separator. */
  _tiles(node) {
    const found = [];
    let low = (this.nodes[node] | this._childrenLow(node)) & ~1;
    let high = this._lettersHigh(node) | this._childrenHigh(node);
    for (; low; low &= low - 1) found.push(lowest(low));
    for (; high; high &= high - 1) found.push(32 + lowest(high));
    return found;
  }

  // -- text -----------------------------------------------------------------------------------------------------------

  /** The number of words. */
  get length() { return this.wordCount; }

  /**
   * Text to tile numbers; the longest spelling wins, and [CH] is always that letter. In `marks`, "?" is 0 and "*" 255.
   * @throws {RangeError} for anything else
   */
  tiles(text, marks = "") {
    const tiles = [], normal = text.normalize("NFC");
    for (let at = 0; at < normal.length;) {
      if (marks.includes(normal[at])) {
        tiles.push(normal[at++] === "?" ? ANY : MANY);
        continue;
      }
      const found = this.longest(normal, at);
      if (!found) throw new RangeError(`${this.name} has no letter at ${at + 1} of ${JSON.stringify(text)}`);
      tiles.push(found.tile);
      at = found.end;
    }
    return tiles;
  }

  /** The tile, its end and whether it is small, of the longest spelling at a place of a text; null if there is none. */
  longest(text, at) {
    const bracket = text[at] === "[" ? 1 : 0;
    for (let size = this.longestSpelling; size > 0; size--) {
      const found = this.spellings.get(text.slice(at + bracket, at + bracket + size));
      if (found && text.length >= at + bracket + size && (!bracket || text[at + size + 1] === "]"))
        return { ...found, end: at + size + 2 * bracket };
    }
    return null;
  }

  /** The word that tiles make; in brackets if plain text would read as others. */
  text(tiles) {
    const plain = Array.from(tiles, (tile) => this.labels[tile]).join("");
    try {
      const again = this.tiles(plain);
      if (again.length === tiles.length && again.every((tile, at) => tile === tiles[at])) return plain;
    } catch { /* marks that melt into the letter before */ }
    return Array.from(tiles, (tile) => `[${this.labels[tile]}]`).join("");
  }

  // -- words and ranks ------------------------------------------------------------------------------------------------

  has(word) { return this.rank(word) !== -1; }

  /** The rank of a word, or -1. */
  rank(word) {
    try {
      return this._rank(this.tiles(word));
    } catch (error) {
      if (error instanceof RangeError) return -1;
      throw error;
    }
  }

  _rank(tiles) {
    if (!tiles.length || tiles.length > LONGEST) return -1;
    const last = tiles[tiles.length - 1], [node, rank] = this._walk(tiles.slice(0, -1));
    return this._completes(node, last) ? rank + this._rankOfLetter(node, last) : -1;
  }

  /** The word of a rank. */
  word(rank) {
    if (!Number.isInteger(rank) || rank < 0 || rank >= this.wordCount) throw new RangeError(`no word of rank ${rank}`);
    const tiles = [];
    for (let node = this.forwardRoot;;) {
      let tile = 0, passed = 0;
      for (const next of this._tiles(node)) {
        const words = this._rankOfLetter(node, next);
        if (words > rank) break;
        [tile, passed] = [next, words];
      }
      rank -= passed;
      tiles.push(tile);
      if (this._completes(node, tile) && rank-- === 0) return this.text(tiles);
      node = this._step(node, tile);
    }
  }

  /** All words that begin so. */
  prefix(text) {
    const tiles = this.tiles(text), rank = this._rank(tiles), [node, first] = this._walk(tiles);
    const below = node || !tiles.length ? this._wordsBelow(node) : 0;
    return new Words(this, rank < 0 ? [[first, below]] : [[rank, below + 1]]);
  }

  /** All words that end so. */
  suffix(text) { return this._back(this.tiles(text), true); }

  /** All words that contain a text. */
  substring(text) { return this._back(this.tiles(text), false); }

  /** Beginnings that end with these tiles, by the reverse part: rules Q1 and Q2. */
  _back(tiles, whole) {
    if (!tiles.length) return new Words(this, [[0, this.wordCount]]);
    const ranges = [], beginning = [...tiles].reverse();
    let steps = (this.wordCount + 1) * (LONGEST * LONGEST / 2);
    const refuse = (rule) => { throw new LexiconError(rule, 0, "the two parts of the file disagree"); };
    const found = (isWord, behind) => {
      const forward = [...beginning].reverse();
      if (isWord) {
        const rank = this._rank(forward);
        if (rank < 0) refuse("Q2");
        ranges.push([rank, 1]);
      }
      if (behind && !whole) {
        const [node, rank] = this._walk(forward);
        if (node !== behind) refuse("Q2");
        ranges.push([rank, this._wordsBelow(node)]);
      }
    };
    const back = (node) => {
      if (steps-- <= 0 || beginning.length > LONGEST) refuse("Q1");
      if (this._childrenLow(node) & 1) found(false, this._step(node, 0));
      for (const tile of this._tiles(node)) {
        beginning.push(tile);
        if (this._completes(node, tile)) found(true, 0);
        const child = this._step(node, tile);
        if (child) back(child);
        beginning.pop();
      }
    };
    let node = this.reverseRoot;
    for (let at = tiles.length - 1; at > 0; at--) node = this._step(node, tiles[at]);
    if (tiles.length <= LONGEST && this._completes(node, tiles[0])) found(true, 0);
    node = this._step(node, tiles[0]);
    if (node) back(node);
    return new Words(this, ranges);
  }

  /** The words that fit a pattern: ? is any letter, * any letters. */
  pattern(text) {
    const places = this.tiles(text.replace(/\*+/g, "*"), "?*"), ranges = [];
    if (places.length > LONGEST) throw new RangeError(`a pattern has at most ${LONGEST} letters`);
    // The places that the pattern may have reached, as a set; behind a star, its own place and the next.
    const close = (states) => {
      const closed = new Set(states);
      for (const at of states) if (places[at] === MANY) closed.add(at + 1);
      return closed;
    };
    const match = (node, rank, states) => {
      for (const tile of this._tiles(node)) {
        const next = new Set();
        for (const at of states) {
          if (places[at] === MANY) next.add(at);
          else if (places[at] === ANY || places[at] === tile) next.add(at + 1);
        }
        if (!next.size) continue;
        const reached = close(next);
        if (reached.has(places.length) && this._completes(node, tile)) ranges.push([rank + this._rankOfLetter(node, tile), 1]);
        const child = this._step(node, tile);
        if (child) match(child, rank + this._rankOfChild(node, tile), reached);
      }
    };
    match(this.forwardRoot, 0, close(new Set([0])));
    return new Words(this, ranges);
  }

  /** The words that these letters make, all of them or, with `shortest`, that many and more; ? is a blank. */
  anagrams(rack, shortest) {
    const held = this.tiles(rack, "?"), counts = new Array(64).fill(0), ranges = [];
    for (const tile of held) counts[tile]++;
    const least = shortest ?? held.length;
    const arrange = (node, rank, used) => {
      if (used === held.length) return;
      for (const tile of this._tiles(node)) {
        const source = counts[tile] ? tile : 0;
        if (!counts[source]) continue;
        counts[source]--;
        if (used + 1 >= least && this._completes(node, tile)) ranges.push([rank + this._rankOfLetter(node, tile), 1]);
        const child = this._step(node, tile);
        if (child) arrange(child, rank + this._rankOfChild(node, tile), used + 1);
        counts[source]++;
      }
    };
    arrange(this.forwardRoot, 0, 0);
    return new Words(this, ranges);
  }

  /** The letters that make a word between two texts, as labels. */
  crossSet(before, after) {
    const front = this.tiles(before), behind = this.tiles(after);
    let node = this.reverseRoot;
    if (!front.length && behind.length) {
      for (let at = behind.length - 1; at >= 0; at--) node = this._step(node, behind[at]);
      return this._tiles(node).filter((tile) => this._completes(node, tile)).map((tile) => this.labels[tile]);
    }
    node = this._walk(front)[0];
    return this.between(node, behind).map((tile) => this.labels[tile]);
  }

  /** The tiles that lead from a forward node to a word with these tiles behind them. */
  between(node, behind) {
    return this._tiles(node).filter((tile) => {
      if (!behind.length) return this._completes(node, tile);
      let there = this._step(node, tile);
      for (let at = 0; at < behind.length - 1; at++) there = this._step(there, behind[at]);
      return this._completes(there, behind[behind.length - 1]);
    });
  }

  /** An empty board for this lexicon: the standard one, or rows of glyphs as in SPEC.md's layouts. */
  board(options = {}) { return new Board(this, options); }
}

/** Words that were found: their ranks in order, each once, spelled only when asked for. */
export class Words {
  constructor(lexicon, ranges) {
    this.lexicon = lexicon;
    const merged = [];
    for (const [first, count] of ranges.filter((range) => range[1]).sort((one, other) => one[0] - other[0])) {
      const last = merged[merged.length - 1];
      if (last && first <= last[0] + last[1]) last[1] = Math.max(last[1], first + count - last[0]);
      else merged.push([first, count]);
    }
    this.ranges = merged;
  }

  get length() { return this.ranges.reduce((sum, range) => sum + range[1], 0); }

  *ranks() {
    for (const [first, count] of this.ranges) for (let rank = first; rank < first + count; rank++) yield rank;
  }

  *[Symbol.iterator]() { for (const rank of this.ranks()) yield this.lexicon.word(rank); }

  /** The words themselves, at most `limit` of them. */
  words(limit = Infinity) {
    const found = [];
    for (const rank of this.ranks()) {
      if (found.length >= limit) break;
      found.push(this.lexicon.word(rank));
    }
    return found;
  }
}

function before(low, high, tile) {
  if (tile < 32) return popcount(low & ((1 << tile) - 1));
  return popcount(low) + popcount(high & ((1 << (tile - 32)) - 1));
}

/** The content of a packed file, or the bytes as they are. */
async function unpack(bytes) {
  if (!(bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd)) return bytes;
  const limit = Math.max(1 << 26, 256 * bytes.length);
  let stream;
  try {
    stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("zstd"));
  } catch {
    throw new LexiconError("P1", 0, "this platform cannot unpack zstandard: unpack the file first (lexc unpack)");
  }
  const pieces = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) throw new LexiconError("P4", size, "a packed file that becomes too large");
    pieces.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

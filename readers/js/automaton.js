// @ts-check
// The automaton of a file: its nodes (SPEC.md, section 4), and the walks that words and ranks are made of.
//
// A set of letters is two numbers of 32 bits, low and high; narrow alphabets, of at most 31 letters, have no high one.

/** @import { Graph } from "./prove.js" */

/**
 * The number of bits of a 32-bit set.
 * @param {number} bits
 */
export function popcount(bits) {
  bits = (bits - ((bits >>> 1) & 0x55555555)) | 0;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * The place of the lowest bit of a set that is not empty.
 * @param {number} bits
 */
export function lowest(bits) {
  return 31 - Math.clz32(bits & -bits);
}

/**
 * The number of bits of a set that are below a tile's.
 * @param {number} low
 * @param {number} high
 * @param {number} tile
 */
function before(low, high, tile) {
  return tile < 32 ? popcount(low & ((1 << tile) - 1)) : popcount(low) + popcount(high & ((1 << (tile - 32)) - 1));
}

/** The longest word, in tiles. */
export const LONGEST = 63;

export class Automaton {
  /**
   * Take the graph that `prove` found: the nodes as words of 32 bits, and the ends of the parts of their array.
   * @param {Graph} graph
   */
  constructor({ nodes, wide, wordCount, forwardRoot, reverseRoot, byteEnd, halfEnd, forwardEnd }) {
    this.nodes = new Int32Array(nodes.buffer, nodes.byteOffset, nodes.length);
    this.wide = wide;
    this.wordCount = wordCount;
    this.forwardRoot = forwardRoot;
    this.reverseRoot = reverseRoot;
    this.byteEnd = byteEnd;
    this.halfEnd = halfEnd;
    this.forwardEnd = forwardEnd;
    /** The rank that `descend` and `walk` have come to: of the first word below. */
    this.rank = 0;
  }

  /** @param {number} node */
  lettersLow(node) {
    return this.nodes[node];
  }
  /** @param {number} node */
  lettersHigh(node) {
    return this.wide === 2 ? this.nodes[node + 1] : 0;
  }
  /** @param {number} node */
  childrenLow(node) {
    return this.nodes[node + this.wide];
  }
  /** @param {number} node */
  childrenHigh(node) {
    return this.wide === 2 ? this.nodes[node + 3] : 0;
  }

  /**
   * The tiles that a node completes or goes on by, without the separator.
   * @param {number} node
   */
  tilesLow(node) {
    return (this.nodes[node] | this.nodes[node + this.wide]) & ~1;
  }
  /** @param {number} node */
  tilesHigh(node) {
    return this.wide === 2 ? this.nodes[node + 1] | this.nodes[node + 3] : 0;
  }

  /**
   * @param {number} node
   * @param {number} tile
   */
  completes(node, tile) {
    return ((tile < 32 ? this.nodes[node] >>> tile : this.lettersHigh(node) >>> (tile - 32)) & 1) === 1;
  }

  /**
   * @param {number} node
   * @param {number} tile
   */
  goesOn(node, tile) {
    return ((tile < 32 ? this.childrenLow(node) >>> tile : this.childrenHigh(node) >>> (tile - 32)) & 1) === 1;
  }

  /**
   * The number of arcs of a node; `arcsBefore`: of those before the arc for a tile.
   * @param {number} node
   */
  fan(node) {
    return popcount(this.childrenLow(node)) + popcount(this.childrenHigh(node));
  }
  /**
   * @param {number} node
   * @param {number} tile
   */
  arcsBefore(node, tile) {
    return before(this.childrenLow(node), this.childrenHigh(node), tile);
  }

  /**
   * @param {number} node
   * @param {number} tile
   */
  lettersBefore(node, tile) {
    return before(this.nodes[node], this.lettersHigh(node), tile);
  }
  /** @param {number} node */
  letterCount(node) {
    return popcount(this.nodes[node]) + popcount(this.lettersHigh(node));
  }

  /**
   * The child for a tile, or 0, the empty node.
   * @param {number} node
   * @param {number} tile
   */
  step(node, tile) {
    return this.goesOn(node, tile) ? this.nodes[node + 2 * this.wide + this.arcsBefore(node, tile)] : 0;
  }

  /**
   * The words below the first k children of a forward node that has more than k.
   * @param {number} node
   * @param {number} fan
   * @param {number} k
   */
  countBefore(node, fan, k) {
    if (k === 0) return 0;
    const counts = node + 2 * this.wide + fan, at = k - 1;
    if (node < this.byteEnd) return (this.nodes[counts + (at >> 2)] >>> ((at & 3) * 8)) & 0xff;
    if (node < this.halfEnd) return (this.nodes[counts + (at >> 1)] >>> ((at & 1) * 16)) & 0xffff;
    return this.nodes[counts + at] >>> 0;
  }

  /** @param {number} node */
  wordsBelow(node) {
    let below = 0;
    for (;;) {
      const fan = this.fan(node);
      below += this.letterCount(node);
      if (fan === 0) return below;
      below += this.countBefore(node, fan, fan - 1);
      node = this.nodes[node + 2 * this.wide + fan - 1];
    }
  }

  /**
   * The child of a forward node for a tile, or 0; `rank` goes from the first word below the node to that below it.
   * @param {number} node
   * @param {number} tile
   */
  descend(node, tile) {
    if (!this.goesOn(node, tile)) return 0;
    const k = this.arcsBefore(node, tile), fan = this.fan(node);
    this.rank += this.lettersBefore(node, tile) + (this.completes(node, tile) ? 1 : 0) + this.countBefore(node, fan, k);
    return this.nodes[node + 2 * this.wide + k];
  }

  /**
   * The number of words below a forward node that come before the one that a tile completes.
   * @param {number} node
   * @param {number} tile
   */
  rankOfLetter(node, tile) {
    const fan = this.fan(node), k = this.arcsBefore(node, tile), letters = this.lettersBefore(node, tile);
    if (k < fan) return letters + this.countBefore(node, fan, k);
    return letters + this.wordsBelow(node) - this.letterCount(node);
  }

  /**
   * The forward node behind the first `count` tiles, or 0; `rank` is that of the first word below it.
   * @param {ArrayLike<number>} tiles
   * @param {number} count
   */
  walk(tiles, count) {
    let node = this.forwardRoot;
    this.rank = 0;
    for (let at = 0; at < count; at++) {
      node = this.descend(node, tiles[at]);
      if (!node) return 0;
    }
    return node;
  }

  /**
   * The rank of a word of tiles, or -1.
   * @param {ArrayLike<number>} tiles
   * @param {number} count
   */
  rankOf(tiles, count) {
    if (count < 1 || count > LONGEST) return -1;
    const node = this.walk(tiles, count - 1), last = tiles[count - 1];
    return this.completes(node, last) ? this.rank + this.rankOfLetter(node, last) : -1;
  }

  /**
   * Write the tiles of the word of a rank; give their number.
   * @param {number} rank
   * @param {Uint8Array} tiles
   */
  spell(rank, tiles) {
    const { wide } = this;
    for (let node = this.forwardRoot, length = 0;;) {
      const fan = this.fan(node);
      // The last tile of the node whose words begin at this rank or before it.
      let tile = 0, passed = 0, letters = 0, k = 0, all = -1;
      for (let half = 0; half < wide; half++) {
        const complete = this.nodes[node + half], children = this.nodes[node + wide + half];
        for (let bits = complete | children; bits; bits &= bits - 1) {
          const place = lowest(bits);
          if (k === fan && all < 0) all = this.wordsBelow(node) - this.letterCount(node);
          const words = letters + (k < fan ? this.countBefore(node, fan, k) : all);
          if (words > rank) break;
          tile = 32 * half + place;
          passed = words;
          letters += (complete >>> place) & 1;
          k += (children >>> place) & 1;
        }
      }
      rank -= passed;
      tiles[length++] = tile;
      if (this.completes(node, tile) && rank-- === 0) return length;
      node = this.step(node, tile);
    }
  }

  /**
   * The tiles that make a word behind a forward node, with some tiles behind them: into a set of two numbers.
   * @param {number} node
   * @param {ArrayLike<number>} behind
   * @param {number} first
   * @param {number} count
   * @param {Int32Array} set
   */
  between(node, behind, first, count, set) {
    set[0] = this.nodes[node];
    set[1] = this.lettersHigh(node);
    if (!count) return;
    for (let half = 0; half < this.wide; half++) {
      set[half] = 0;
      for (let bits = this.nodes[node + this.wide + half] & (half ? -1 : ~1); bits; bits &= bits - 1) {
        let there = this.step(node, 32 * half + lowest(bits));
        for (let at = 0; at < count - 1 && there; at++) there = this.step(there, behind[first + at]);
        if (there && this.completes(there, behind[first + count - 1])) set[half] |= bits & -bits;
      }
    }
  }
}

// @ts-check
// The minimal GADDAG of sorted words, and its node array: compiler/kernels/minimal_gaddag_from_sorted_words.py,
// node_layout_passes.py and formats/kernels/breadth_first.py explain the steps, which give the same bytes as here.
//
// A set of tiles is two numbers of 32 bits, low and high, as in automaton.js.

import { LONGEST, popcount } from "./automaton.js";

/**
 * Sorted, unique words: word i is `tiles` from `offsets[i]` to `offsets[i + 1]`.
 * @typedef {{ tiles: Uint8Array, offsets: Uint32Array }} TileWords
 */

/** Frames of a path: one for each tile of the longest word, and one for the root. */
const FRAMES = LONGEST + 2;
/** Ranges with fewer prefixes use insertion sort. */
const FEW = 24;

/**
 * A longer copy of an array.
 * @template {Int32Array | Uint32Array} Numbers
 * @param {Numbers} numbers
 * @returns {Numbers}
 */
function doubled(numbers) {
  const longer = new /** @type {any} */ (numbers.constructor)(2 * numbers.length);
  longer.set(numbers);
  return longer;
}

/** The register of nodes, which merges equal nodes. Node 0 is empty; children have lower numbers than their parents. */
class Register {
  /** @param {number} expected */
  constructor(expected) {
    this.lettersLow = new Int32Array(expected);
    this.lettersHigh = new Int32Array(expected);
    this.childrenLow = new Int32Array(expected);
    this.childrenHigh = new Int32Array(expected);
    this.first = new Uint32Array(expected + 1);
    this.children = new Uint32Array(2 * expected);
    this.nodes = 1;
    this.arcs = 0;
    this.table = new Uint32Array(64);
  }

  /**
   * The number of the node with these sets and the first `count` children of `row`, which is registered if it is new.
   * @param {number} lettersLow
   * @param {number} lettersHigh
   * @param {number} childrenLow
   * @param {number} childrenHigh
   * @param {Uint32Array} row
   * @param {number} count
   */
  intern(lettersLow, lettersHigh, childrenLow, childrenHigh, row, count) {
    if (!(lettersLow | lettersHigh | childrenLow | childrenHigh)) return 0;
    this.#reserve(count);
    const { first, children, table } = this, mask = table.length - 1;
    let slot = hash(lettersLow, lettersHigh, childrenLow, childrenHigh, row, 0, count) & mask;
    search: for (let node; (node = table[slot]); slot = (slot + 1) & mask) {
      if (
        this.lettersLow[node] !== lettersLow || this.childrenLow[node] !== childrenLow ||
        this.lettersHigh[node] !== lettersHigh || this.childrenHigh[node] !== childrenHigh
      ) continue;
      for (let at = 0, arc = first[node]; at < count; at++) if (children[arc + at] !== row[at]) continue search;
      return node;
    }
    const node = this.nodes++;
    table[slot] = node;
    this.lettersLow[node] = lettersLow;
    this.lettersHigh[node] = lettersHigh;
    this.childrenLow[node] = childrenLow;
    this.childrenHigh[node] = childrenHigh;
    for (let at = 0; at < count; at++) children[this.arcs++] = row[at];
    first[node + 1] = this.arcs;
    return node;
  }

  /** @param {number} arcs */
  #reserve(arcs) {
    if (this.nodes + 2 > this.lettersLow.length) {
      this.lettersLow = doubled(this.lettersLow);
      this.lettersHigh = doubled(this.lettersHigh);
      this.childrenLow = doubled(this.childrenLow);
      this.childrenHigh = doubled(this.childrenHigh);
      this.first = doubled(this.first);
    }
    if (this.arcs + arcs > this.children.length) this.children = doubled(this.children);
    if (this.nodes <= this.table.length >> 1) return;
    const table = this.table = new Uint32Array(4 * this.table.length), mask = table.length - 1;
    for (let node = 1; node < this.nodes; node++) {
      const { lettersLow, lettersHigh, childrenLow, childrenHigh, first, children } = this, from = first[node];
      let slot = hash(
        lettersLow[node],
        lettersHigh[node],
        childrenLow[node],
        childrenHigh[node],
        children,
        from,
        first[node + 1] - from,
      ) & mask;
      while (table[slot]) slot = (slot + 1) & mask;
      table[slot] = node;
    }
  }
}

/** @param {number} bits */
function mix(bits) {
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

/**
 * A hash of 32 bits of a node.
 * @param {number} lettersLow
 * @param {number} lettersHigh
 * @param {number} childrenLow
 * @param {number} childrenHigh
 * @param {Uint32Array} children
 * @param {number} from
 * @param {number} count
 */
function hash(lettersLow, lettersHigh, childrenLow, childrenHigh, children, from, count) {
  let hashed = mix(mix(lettersLow ^ Math.imul(lettersHigh, 0x9e3779b1)) ^ childrenLow ^ Math.imul(childrenHigh, 5));
  for (let at = from; at < from + count; at++) hashed = mix(hashed) ^ children[at];
  return mix(hashed);
}

/** Incremental construction: a stack with a frame for each tile of the current path. */
class Construction {
  /**
   * @param {TileWords} words
   */
  constructor({ tiles, offsets }) {
    this.tiles = tiles;
    this.offsets = offsets;
    this.register = new Register(Math.max(1 << 10, tiles.length >> 2));
    // The children of each frame's node, its sets, the tile that leads to it, and whether a word ends there.
    this.rows = Array.from({ length: FRAMES }, () => new Uint32Array(64));
    this.counts = new Int32Array(FRAMES);
    this.lettersLow = new Int32Array(FRAMES);
    this.lettersHigh = new Int32Array(FRAMES);
    this.childrenLow = new Int32Array(FRAMES);
    this.childrenHigh = new Int32Array(FRAMES);
    this.labels = new Uint8Array(FRAMES);
    this.ends = new Uint8Array(FRAMES);
    this.depth = 0;
  }

  /** @param {number} label */
  push(label) {
    this.labels[++this.depth] = label;
    this.clear();
  }

  clear() {
    const { depth } = this;
    this.counts[depth] = this.lettersLow[depth] = this.lettersHigh[depth] = 0;
    this.childrenLow[depth] = this.childrenHigh[depth] = this.ends[depth] = 0;
  }

  /**
   * @param {number} tile
   * @param {number} node
   */
  addArc(tile, node) {
    const { depth } = this;
    this.rows[depth][this.counts[depth]++] = node;
    if (tile < 32) this.childrenLow[depth] |= 1 << tile;
    else this.childrenHigh[depth] |= 1 << (tile - 32);
  }

  /** Register the top frame's node. */
  close() {
    const { depth } = this;
    return this.register.intern(
      this.lettersLow[depth],
      this.lettersHigh[depth],
      this.childrenLow[depth],
      this.childrenHigh[depth],
      this.rows[depth],
      this.counts[depth],
    );
  }

  /**
   * Remove the top frame, and link its node to the frame below.
   * @param {number} node
   */
  leave(node) {
    const label = this.labels[this.depth], ended = this.ends[this.depth--];
    if (ended && label < 32) this.lettersLow[this.depth] |= 1 << label;
    else if (ended) this.lettersHigh[this.depth] |= 1 << (label - 32);
    if (node) this.addArc(label, node);
  }

  pop() {
    const node = this.close();
    this.leave(node);
    return node;
  }

  /**
   * The DAWG. `shared`: how much each word shares with the one before; its longer prefixes are numbered from 1 in this
   * order. `goals`: for each prefix twice its node, plus 1 if it is a word. Gives the root.
   * @param {Uint8Array} shared
   * @param {Uint32Array} goals
   */
  forward(shared, goals) {
    const { tiles, offsets, labels, ends } = this, trail = new Uint32Array(FRAMES);
    const close = (/** @type {number} */ common) => {
      while (this.depth > common) {
        const ended = ends[this.depth], prefix = trail[this.depth];
        goals[prefix] = 2 * this.pop() + ended;
      }
    };
    this.clear();
    let prefixes = 1;
    for (let word = 0; word < shared.length; word++) {
      const start = offsets[word], length = offsets[word + 1] - start;
      let common = 0;
      while (common < length && common < this.depth && labels[common + 1] === tiles[start + common]) common++;
      close(common);
      shared[word] = common;
      while (this.depth < length) {
        this.push(tiles[start + this.depth]);
        trail[this.depth] = prefixes++;
      }
      ends[length] = 1;
    }
    close(0);
    goals[0] = 2 * this.close();
    return goals[0] / 2;
  }

  /**
   * The reverse part: REV(x) of each prefix x, in the order of the reversed strings, then the separator's arc to the node
   * of x. Gives the root. A frame has the prefixes that end with the same tiles, and sorts them by the tile before these.
   * @param {Uint8Array} shared
   * @param {Uint32Array} goals
   */
  reverse(shared, goals) {
    const { tiles, offsets, ends } = this, prefixes = new Prefixes(tiles, offsets, shared, goals);
    // By the node behind a separator: the node with nothing but this arc.
    const crossings = new Uint32Array(this.register.nodes),
      at = new Uint32Array(FRAMES),
      high = new Uint32Array(FRAMES);
    const { keys, begins, places } = prefixes;
    high[0] = keys.length;
    this.depth = 0;
    this.clear();
    prefixes.sort(0, keys.length);
    for (;;) {
      const depth = this.depth, low = at[depth];
      if (low === high[depth]) {
        if (!depth) return this.close();
        this.pop();
        continue;
      }
      const key = keys[low], goal = prefixes.goals[low];
      let end = low + 1;
      while (end < high[depth] && keys[end] === key) end++;
      at[depth] = end;
      if (!key) {
        ends[depth] = goal & 1;
        if (goal > 1) this.addArc(0, goal >>> 1);
      } else if (end === low + 1) {
        for (let place = places[low] - 1; place >= begins[low]; place--) this.push(tiles[place]);
        ends[this.depth] = goal & 1;
        let node = crossings[goal >>> 1];
        if (!node && goal > 1) {
          this.addArc(0, goal >>> 1);
          node = crossings[goal >>> 1] = this.close();
        }
        this.leave(node);
        while (this.depth > depth) this.pop();
      } else {
        this.push(key);
        at[depth + 1] = low;
        high[depth + 1] = end;
        for (let one = low; one < end; one++) {
          const place = --places[one];
          keys[one] = place > begins[one] ? tiles[place - 1] : 0;
        }
        prefixes.sort(low, end);
      }
    }
  }
}

/** The nonempty prefixes: where each begins and its unread part ends in the tiles, the last tile of that, or 0, and its goal. */
class Prefixes {
  /**
   * @param {Uint8Array} tiles
   * @param {Uint32Array} offsets
   * @param {Uint8Array} shared
   * @param {Uint32Array} goals
   */
  constructor(tiles, offsets, shared, goals) {
    const size = goals.length - 1;
    this.goals = goals.slice(1);
    this.begins = new Uint32Array(size);
    this.places = new Uint32Array(size);
    this.keys = new Uint8Array(size);
    this.starts = new Uint32Array(66);
    this.spare = [new Uint32Array(size), new Uint32Array(size), new Uint32Array(size)];
    for (let word = 0, prefix = 0; word < shared.length; word++) {
      for (let at = offsets[word] + shared[word]; at < offsets[word + 1]; at++, prefix++) {
        this.begins[prefix] = offsets[word];
        this.places[prefix] = at + 1;
        this.keys[prefix] = tiles[at];
      }
    }
  }

  /**
   * Sort a range by key.
   * @param {number} low
   * @param {number} high
   */
  sort(low, high) {
    const { goals, begins, places, keys, starts, spare: [spareGoals, spareBegins, sparePlaces] } = this;
    if (high - low < FEW) {
      for (let one = low + 1; one < high; one++) {
        const key = keys[one], goal = goals[one], begin = begins[one], end = places[one];
        let to = one;
        for (; to > low && keys[to - 1] > key; to--) {
          keys[to] = keys[to - 1];
          goals[to] = goals[to - 1];
          begins[to] = begins[to - 1];
          places[to] = places[to - 1];
        }
        keys[to] = key;
        goals[to] = goal;
        begins[to] = begin;
        places[to] = end;
      }
      return;
    }
    starts.fill(0);
    for (let one = low; one < high; one++) starts[keys[one] + 1]++;
    for (let key = 1; key < 66; key++) starts[key] += starts[key - 1];
    spareGoals.set(goals.subarray(low, high));
    spareBegins.set(begins.subarray(low, high));
    sparePlaces.set(places.subarray(low, high));
    for (let one = low; one < high; one++) {
      const to = low + starts[keys[one]]++;
      goals[to] = spareGoals[one - low];
      begins[to] = spareBegins[one - low];
      places[to] = sparePlaces[one - low];
    }
    for (let key = 0, to = low; key < 65; key++) {
      keys.fill(key, to, low + starts[key]);
      to = low + starts[key];
    }
  }
}

/**
 * The section `gaddag` of sorted, unique words of an alphabet of so many letters.
 * @param {TileWords} words
 * @param {number} letters
 */
export function construct(words, letters) {
  const count = words.offsets.length - 1, shared = new Uint8Array(count);
  const goals = new Uint32Array(words.tiles.length + 1), construction = new Construction(words);
  const forwardRoot = construction.forward(shared, goals);
  let prefixes = words.tiles.length + 1;
  for (const common of shared) prefixes -= common;
  const reverseRoot = construction.reverse(shared, goals.subarray(0, prefixes));
  return arrange(construction.register, forwardRoot, reverseRoot, count, letters);
}

/**
 * Lay out the nodes as SPEC.md says, section 4.
 * @param {Register} register
 * @param {number} forwardRoot
 * @param {number} reverseRoot
 * @param {number} wordCount
 * @param {number} letters
 */
function arrange(
  { nodes, lettersLow, lettersHigh, childrenLow, childrenHigh, first, children },
  forwardRoot,
  reverseRoot,
  wordCount,
  letters,
) {
  const wide = letters <= 31 ? 1 : 2, forward = new Uint8Array(nodes), totals = new Uint32Array(nodes);
  for (let node = 1; node < nodes; node++) {
    // In the reverse part, where no totals are used, they may be too large for 32 bits.
    let total = popcount(lettersLow[node]) + popcount(lettersHigh[node]);
    for (let arc = first[node]; arc < first[node + 1]; arc++) total += totals[children[arc]];
    totals[node] = total;
  }
  forward[forwardRoot] = 1;
  for (let node = forwardRoot; node > 0; node--) {
    if (forward[node]) { for (let arc = first[node]; arc < first[node + 1]; arc++) forward[children[arc]] = 1; }
  }
  // The part of each node: forward ones by the width of their counts, 8 << part bits; then the reverse part, without.
  const parts = new Uint8Array(nodes);
  for (let node = 0; node < nodes; node++) {
    const total = totals[node];
    parts[node] = node && !forward[node] ? 3 : total >= 1 << 16 ? 2 : total >= 1 << 8 ? 1 : 0;
  }
  const order = orderForWalks(nodes, first, children, parts, forwardRoot, reverseRoot);
  const places = new Uint32Array(nodes), ends = [0, 0, 0, 0];
  let size = 0, arcs = 0;
  for (const node of order) {
    const fan = first[node + 1] - first[node], part = parts[node], perWord = 4 >> part;
    places[node] = size;
    arcs += fan;
    size += 2 * wide + fan + (part < 3 && fan > 1 ? Math.ceil((fan - 1) / perWord) : 0);
    ends[node ? part : 0] = size;
  }
  for (let part = 1; part < 4; part++) ends[part] = Math.max(ends[part], ends[part - 1]);
  const section = new ArrayBuffer(128 + 4 * size), view = new DataView(section);
  view.setUint32(0, wide, true);
  view.setUint32(4, letters, true);
  [wordCount, size, places[forwardRoot], places[reverseRoot], ends[0], ends[1], ends[2], order.length, arcs]
    .forEach((value, row) => view.setUint32(8 + 8 * row, value, true));
  const array = new Uint32Array(section, 128);
  let at = 0;
  for (const node of order) {
    const from = first[node], fan = first[node + 1] - from, part = parts[node];
    array[at] = lettersLow[node];
    array[at + wide] = childrenLow[node];
    if (wide === 2) {
      array[at + 1] = lettersHigh[node];
      array[at + 3] = childrenHigh[node];
    }
    at += 2 * wide;
    for (let arc = from; arc < from + fan; arc++) array[at++] = places[children[arc]];
    if (part === 3 || fan < 2) continue;
    const bits = 8 << part, perWord = 4 >> part;
    for (let k = 0, below = 0; k < fan - 1; k++) {
      below += totals[children[from + k]];
      array[at + Math.floor(k / perWord)] |= below << (k % perWord * bits);
    }
    at += Math.ceil((fan - 1) / perWord);
  }
  return new Uint8Array(section);
}

/**
 * The order of the nodes in a file: by part, the deepest first, by the number of children (4 for more), then in the reverse
 * of the order in which a breadth-first search finds them.
 * @param {number} nodes
 * @param {Uint32Array} first
 * @param {Uint32Array} children
 * @param {Uint8Array} parts
 * @param {number} forwardRoot
 * @param {number} reverseRoot
 */
function orderForWalks(nodes, first, children, parts, forwardRoot, reverseRoot) {
  const queue = new Uint32Array(nodes), depths = new Uint8Array(nodes);
  let reached = 0;
  for (const root of [reverseRoot, forwardRoot]) {
    if (!depths[root]) queue[reached++] = root;
    depths[root] = 1;
  }
  for (let known = 0; known < reached; known++) {
    const node = queue[known];
    for (let arc = first[node]; arc < first[node + 1]; arc++) {
      const child = children[arc];
      if (!depths[child]) queue[reached++] = child;
      depths[child] = 1;
    }
  }
  // Depths: one more than the longest chain of arcs from a root.
  for (let node = nodes - 1; node > 0; node--) {
    if (!depths[node]) continue;
    for (let arc = first[node]; arc < first[node + 1]; arc++) {
      const child = children[arc];
      if (depths[child] <= depths[node]) depths[child] = depths[node] + 1;
    }
  }
  const keyOf = (/** @type {number} */ node) =>
    ((parts[node] << 8 | 255 - depths[node]) << 3) | Math.min(4, first[node + 1] - first[node]);
  const starts = new Uint32Array((4 << 11) + 1);
  let found = 1;
  for (let at = 0; at < reached; at++) {
    if (!queue[at]) continue;
    starts[keyOf(queue[at]) + 1]++;
    found++;
  }
  starts[0] = 1;
  for (let key = 1; key < starts.length; key++) starts[key] += starts[key - 1];
  const order = new Uint32Array(found);
  for (let at = reached - 1; at >= 0; at--) if (queue[at]) order[starts[keyOf(queue[at])]++] = queue[at];
  return order;
}

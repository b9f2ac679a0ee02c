// @ts-check
// All moves of a rack on a board: Gordon 1994, Figure 3. Each move is found once: every run of tiles is one anchor, no
// move goes left over a square that an anchor before it has used, and a single tile that makes words both ways belongs
// to its row. A square is known by its place among the squares of the board.

/** @import { Board } from "./board.js" */
/** @import { Top } from "./top.js" */

import { BLANK } from "./alphabet.js";
import { lowest, popcount } from "./automaton.js";
import { Bounds } from "./bounds.js";
import { Found, SLOT } from "./move.js";
import {
  CROSS_MULTIPLIER,
  CROSS_SCORE,
  FITS,
  LETTER,
  RUN_END,
  RUN_NODE,
  RUN_SCORE,
  SQUARE,
  Squares,
  TILE,
  WORD,
} from "./squares.js";

const MOST_STEPS = 2 ** 27, ROOM = 1024;

/** The search of one board; the walks have the arguments of Gordon's figure and the score so far. */
export class MoveFinder {
  /** @param {Board} board */
  constructor(board) {
    const { automaton, alphabet } = board.lexicon;
    this.board = board;
    this.nodes = automaton.nodes;
    this.wide = automaton.wide;
    this.head = 2 * automaton.wide;
    this.automaton = automaton;
    this.reverseRoot = automaton.reverseRoot;
    this.ground = new Squares(board);
    this.squares = this.ground.squares;
    this.values = Int32Array.from(alphabet.points);
    this.counts = new Int32Array(64);
    // The letters of the rack that are still there, in two halves.
    this.held = new Int32Array(2);
    // Tiles laid: those in front of an anchor end in the middle, those behind it begin there.
    this.play = new Uint8Array(2 * SLOT);
    /** @type {Uint8Array | undefined} */
    this.tiles = undefined;
    /** @type {Found | undefined} */
    this.found = undefined;
    /** @type {Top | undefined} */
    this.top = undefined;
    this.total =
      this.steps =
      this.size =
        0;
    // Of the line, its squares and those up to which moves may go left; of the anchor; of the play.
    this.direction =
      this.number =
      this.line =
      this.limit =
      this.end =
      this.last =
      this.begin =
        0;
  }

  /**
   * All moves of the tiles of a rack on a board with these tiles; the best `limit` of them, the best first.
   * @param {Uint8Array} tiles
   * @param {number[]} rack
   * @param {number} limit
   */
  moves(tiles, rack, limit) {
    this.top = undefined;
    const found = this.found = new Found(
      this.board,
      tiles,
      new Float64Array(ROOM),
      new Int32Array(ROOM),
      new Uint8Array(ROOM * SLOT),
    );
    for (const { first, last } of this.anchors(tiles, rack)) this.anchor(first, last);
    this.found = undefined;
    return found.moves(this.size, limit);
  }

  /**
   * Find the best moves of the tiles of a rack: those of the most promising anchors first, until no other can have better.
   * @param {Uint8Array} tiles
   * @param {number[]} rack
   * @param {Top} top
   */
  best(tiles, rack, top) {
    this.top = top;
    const values = rack.map((tile) => this.values[tile]).sort((one, other) => other - one);
    const bounds = new Bounds(this, values, top.scale, top.mostKept(rack.length)), anchors = [];
    for (const { first, last } of this.anchors(tiles, rack)) {
      const { direction, number, line, limit, end } = this;
      anchors.push({ first, last, direction, number, line, limit, end, bound: bounds.of(first, last) });
    }
    anchors.sort((one, other) => other.bound - one.bound);
    for (const anchor of anchors) {
      if (anchor.bound < top.least) break;
      const { first, last } = anchor;
      this.direction = anchor.direction;
      this.number = anchor.number;
      this.line = anchor.line;
      this.limit = anchor.limit;
      this.end = anchor.end;
      this.anchor(first, last);
    }
    return top.moves();
  }

  /**
   * The anchors of a board, each a run of tiles or an empty square; the line and its limits are set meanwhile.
   * @param {Uint8Array} tiles
   * @param {number[]} rack
   * @returns {Generator<{ first: number, last: number }>}
   */
  *anchors(tiles, rack) {
    const { board, counts, held, squares, ground } = this, total = rack.length;
    if (tiles !== this.tiles) ground.set(this.tiles = tiles);
    counts.fill(0);
    held.fill(0);
    for (const tile of rack) {
      counts[tile]++;
      if (tile) held[tile >> 5] |= 1 << (tile & 31);
    }
    this.total = total;
    this.steps = 0;
    this.size = 0;
    // On an empty board that equals its transpose, moves down would be those across once more.
    for (let direction = 0; direction < (board.transposes ? 1 : 2) && total && ground.empty; direction++) {
      this.enter(direction, board.start[direction]);
      const at = this.line + board.start[1 - direction];
      yield { first: at, last: at };
    }
    for (let direction = 0; direction < 2 && total && !ground.empty; direction++) {
      for (let number = 0; number < (direction ? board.columns : board.rows); number++) {
        this.enter(direction, number);
        for (let at = this.line; at < this.end; at++) {
          const square = at * SQUARE;
          if (squares[square + TILE]) {
            const last = squares[square + RUN_END];
            yield { first: at, last };
            at = last + 1; // the square behind the run is its own
            this.limit = at + 1;
          } else if (squares[square + CROSS_MULTIPLIER] && !squares[square + SQUARE + TILE]) {
            yield { first: at, last: at };
            this.limit = at + 1;
          }
        }
      }
    }
  }

  /**
   * @param {number} direction
   * @param {number} number
   */
  enter(direction, number) {
    this.direction = direction;
    this.number = number;
    this.line = this.limit = this.ground.line(direction, number);
    this.end = this.line + (direction ? this.board.rows : this.board.columns);
  }

  /**
   * @param {number} first
   * @param {number} last
   */
  anchor(first, last) {
    const { automaton, squares, total } = this, square = first * SQUARE, score = squares[square + RUN_SCORE];
    this.last = last;
    this.begin = SLOT;
    if (!squares[square + TILE]) {
      this.left(first, this.reverseRoot, total, 0, 1, 0);
    } else if (squares[square + RUN_NODE]) {
      const behind = automaton.step(squares[square + RUN_NODE], 0);
      if (first > this.limit) this.left(first - 1, squares[square + RUN_NODE], total, score, 1, 0);
      if (behind && last + 1 < this.end) this.right(last + 1, behind, total, first, score, 1, 0);
    }
  }

  /**
   * @param {number} start
   * @param {number} end
   * @param {number} laid
   * @param {number} score
   */
  put(start, end, laid, score) {
    const { play, begin, line } = this;
    const place = (this.direction << 24) | (this.number << 18) | (laid << 12) | ((start - line) << 6) | (end - line);
    if (this.top) return this.top.offer(score, place, play, begin);
    const found = /** @type {Found} */ (this.found), at = this.size++;
    if (at === found.scores.length) found.grow();
    found.scores[at] = score;
    found.places[at] = place;
    for (let tile = 0; tile < laid; tile++) found.laid[at * SLOT + tile] = play[begin + tile];
  }

  /**
   * The bonus of a play whose main word goes from `start` to `end`.
   * @param {number} laid
   * @param {number} start
   * @param {number} end
   */
  bonus(laid, start, end) {
    const { tiles, lengths } = this.board.scoring;
    return tiles[laid] + lengths[end - start + 1];
  }

  /**
   * The moves whose last tile is one of a half's letters, on a square that score and multiplier count already.
   * @param {number} at
   * @param {number} complete
   * @param {number} half
   * @param {number} slot
   * @param {number} remaining
   * @param {number} start
   * @param {number} end
   * @param {number} score
   * @param {number} multiplier
   * @param {number} crossed
   */
  putAll(at, complete, half, slot, remaining, start, end, score, multiplier, crossed) {
    const { squares, play, values, counts } = this, square = at * SQUARE, laid = this.total - remaining + 1;
    const open = multiplier * squares[square + LETTER] + squares[square + CROSS_MULTIPLIER];
    score = score * multiplier + crossed + this.bonus(laid, start, end);
    for (let bits = complete & this.held[half]; bits; bits &= bits - 1) {
      const tile = 32 * half + lowest(bits);
      play[slot] = tile;
      this.put(start, end, laid, score + values[tile] * open);
    }
    for (let bits = counts[0] ? complete : 0; bits; bits &= bits - 1) {
      play[slot] = BLANK + 32 * half + lowest(bits);
      this.put(start, end, laid, score + values[0] * open);
    }
  }

  count() {
    if (++this.steps > MOST_STEPS) throw new RangeError("a position of more than 2^27 steps");
  }

  /**
   * Lay a tile on an empty square, in front of the anchor or on it, and go on either way.
   * @param {number} at
   * @param {number} node
   * @param {number} remaining
   * @param {number} score
   * @param {number} multiplier
   * @param {number} crossed
   */
  left(at, node, remaining, score, multiplier, crossed) {
    this.count();
    const { nodes, squares, counts, held, wide, head, values, play, last, total } = this, square = at * SQUARE;
    const laid = total - remaining, behindEnd = (last + 1) * SQUARE;
    multiplier *= squares[square + WORD];
    crossed += squares[square + CROSS_SCORE];
    const slot = --this.begin;
    // A word of one letter is no play, and a tile that makes words both ways is its row's.
    const whole = laid > 0 || !(node === this.reverseRoot || (this.direction && squares[square + CROSS_MULTIPLIER]));
    const front = remaining > 1 && at > this.limit;
    const goesLeft = remaining > 2 ? -1 : 0, goesRight = remaining > 2 || squares[behindEnd + RUN_END] ? -1 : 0;
    const low = counts[0] ? -1 : held[0], high = counts[0] ? -1 : held[1];
    const beforeLow = front ? low & squares[square - SQUARE + FITS] : 0, behindLow = low & squares[behindEnd + FITS];
    const beforeHigh = front ? high & squares[square - SQUARE + FITS + 1] : 0;
    const behindHigh = high & squares[behindEnd + FITS + 1];
    for (let half = 0; half < wide; half++) {
      const allowed = (half ? high : low) & squares[square + FITS + half];
      const complete = nodes[node + half] & allowed, children = nodes[node + wide + half];
      if (complete && whole) this.putAll(at, complete, half, slot, remaining, at, last, score, multiplier, crossed);
      if (remaining === 1) continue;
      const arcs = node + head + (half ? popcount(nodes[node + wide]) : 0);
      for (let bits = children & allowed; bits; bits &= bits - 1) {
        const bit = bits & -bits, tile = 32 * half + 31 - Math.clz32(bit);
        const there = nodes[arcs + popcount(children & (bit - 1))], on = nodes[there + wide];
        const turn = on & 1 ? nodes[there + head] : 0;
        let goes = (nodes[there] | (on & goesLeft)) & beforeLow;
        let turns = (nodes[turn] | (nodes[turn + wide] & goesRight)) & behindLow;
        if (wide === 2) {
          goes |= (nodes[there + 1] | (nodes[there + 3] & goesLeft)) & beforeHigh;
          turns |= (nodes[turn + 1] | (nodes[turn + 3] & goesRight)) & behindHigh;
        }
        if (!(goes | turns)) continue;
        // As a letter of the rack, then as a blank.
        for (let source = (held[half] & bit) ? tile : 0;; source = 0) {
          const word = score + values[source] * squares[square + LETTER];
          const others = crossed + values[source] * squares[square + CROSS_MULTIPLIER];
          play[slot] = source ? tile : tile + BLANK;
          if (--counts[source] === 0 && source) held[half] ^= bit;
          if (goes) this.left(at - 1, there, remaining - 1, word, multiplier, others);
          if (turns) this.right(last + 1, turn, remaining - 1, at, word, multiplier, others);
          if (counts[source]++ === 0 && source) held[half] ^= bit;
          if (!source || !counts[0]) break;
        }
      }
    }
    this.begin++;
  }

  /**
   * Lay a tile on an empty square behind the word's tiles so far, of which the first is on `start`, and go on.
   * @param {number} at
   * @param {number} node
   * @param {number} remaining
   * @param {number} start
   * @param {number} score
   * @param {number} multiplier
   * @param {number} crossed
   */
  right(at, node, remaining, start, score, multiplier, crossed) {
    this.count();
    const { nodes, squares, counts, held, wide, head, values, play, total } = this, square = at * SQUARE;
    const laid = total - remaining, slot = this.begin + laid, run = squares[square + RUN_END];
    multiplier *= squares[square + WORD];
    crossed += squares[square + CROSS_SCORE];
    const whole = laid > 0 || !(this.direction && squares[square + CROSS_MULTIPLIER]);
    const goesOn = run || remaining > 2 || squares[square + SQUARE + RUN_END] ? -1 : 0;
    const low = counts[0] ? -1 : held[0], high = counts[0] ? -1 : held[1], next = squares[square + SQUARE + TILE];
    const nextLow = run ? (next < 32 ? 1 << next : 0) : low & squares[square + SQUARE + FITS];
    const nextHigh = run ? (next < 32 ? 0 : 1 << (next - 32)) : high & squares[square + SQUARE + FITS + 1];
    for (let half = 0; half < wide; half++) {
      const allowed = (half ? high : low) & squares[square + FITS + half], children = nodes[node + wide + half];
      if (!run) {
        const complete = nodes[node + half] & allowed;
        if (complete && whole) this.putAll(at, complete, half, slot, remaining, start, at, score, multiplier, crossed);
        if (remaining === 1) continue;
      }
      const arcs = node + head + (half ? popcount(nodes[node + wide]) : 0);
      for (let bits = children & allowed; bits; bits &= bits - 1) {
        const bit = bits & -bits, tile = 32 * half + 31 - Math.clz32(bit);
        let there = nodes[arcs + popcount(children & (bit - 1))];
        let goes = (nodes[there] | (nodes[there + wide] & goesOn)) & nextLow;
        if (wide === 2) goes |= (nodes[there + 1] | (nodes[there + 3] & goesOn)) & nextHigh;
        if (!goes) continue;
        if (run) {
          for (let place = at + 1; place < run && there; place++) {
            there = this.automaton.step(there, squares[place * SQUARE + TILE]);
          }
          if (!there) continue;
        }
        for (let source = (held[half] & bit) ? tile : 0;; source = 0) {
          const word = score + values[source] * squares[square + LETTER];
          const others = crossed + values[source] * squares[square + CROSS_MULTIPLIER];
          play[slot] = source ? tile : tile + BLANK;
          if (--counts[source] === 0 && source) held[half] ^= bit;
          if (!run) this.right(at + 1, there, remaining - 1, start, word, multiplier, others);
          else {
            this.overRun(
              run,
              there,
              remaining,
              start,
              word + squares[square + RUN_SCORE],
              multiplier,
              others,
              whole,
            );
          }
          if (counts[source]++ === 0 && source) held[half] ^= bit;
          if (!source || !counts[0]) break;
        }
      }
    }
  }

  /**
   * The run of tiles right behind is followed as one step.
   * @param {number} run
   * @param {number} there
   * @param {number} remaining
   * @param {number} start
   * @param {number} score
   * @param {number} multiplier
   * @param {number} crossed
   * @param {boolean} whole
   */
  overRun(run, there, remaining, start, score, multiplier, crossed, whole) {
    const { automaton } = this, tile = this.squares[run * SQUARE + TILE];
    if (whole && automaton.completes(there, tile)) {
      const laid = this.total - remaining + 1;
      this.put(start, run, laid, score * multiplier + crossed + this.bonus(laid, start, run));
    }
    const behind = remaining > 1 && run + 1 < this.end ? automaton.step(there, tile) : 0;
    if (behind) this.right(run + 1, behind, remaining - 1, start, score, multiplier, crossed);
  }
}

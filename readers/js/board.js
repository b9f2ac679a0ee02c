// A board and all moves of a rack on it: Gordon 1994, Figure 3. Each move is found once: every run of tiles is one
// anchor, no move goes left over a square that an anchor before it has used, and a single tile that makes words both
// ways belongs to its row.

import { lowest } from "./sets.js";

/** The standard board. A row of glyphs each: . plain, ' " ^ double, triple, quadruple letter, - = ~ double, triple,
 *  quadruple word, # a brick. */
export const STANDARD = [
  "=..'...=...'..=", ".-...\"...\"...-.", "..-...'.'...-..", "'..-...'...-..'", "....-.....-....", ".\"...\"...\"...\".",
  "..'...'.'...'..", "=..'...-...'..=", "..'...'.'...'..", ".\"...\"...\"...\".", "....-.....-....", "'..-...'...-..'",
  "..-...'.'...-..", ".-...\"...\"...-.", "=..'...=...'..=",
];

const GLYPHS = { ".": [1, 1], "'": [2, 1], '"': [3, 1], "^": [4, 1], "-": [1, 2], "=": [1, 3], "~": [1, 4], "#": [0, 0] };
const BLANK = 128, MOST_STEPS = 2 ** 27, MOST_TILES = 15;

export class Board {
  /** `layout`: rows of glyphs; `start`: [row, column] of the start square; `rackSize` tiles at once earn `bingo`. */
  constructor(lexicon, { layout = STANDARD, start, rackSize = 7, bingo = 50 } = {}) {
    this.lexicon = lexicon;
    this.rows = layout.length;
    this.columns = layout[0]?.length ?? 0;
    if (!this.rows || this.rows > 32 || !this.columns || this.columns > 32 ||
        layout.some((row) => row.length !== this.columns || [...row].some((glyph) => !(glyph in GLYPHS))))
      throw new RangeError("a layout is 1 to 32 rows, as long as each other, of the glyphs . ' \" ^ - = ~ #");
    this.layout = layout;
    this.start = start ?? [this.rows >> 1, this.columns >> 1];
    this.rackSize = rackSize;
    this.bingo = bingo;
    this.set(new Uint8Array(this.rows * this.columns));
  }

  /** Tiles row by row: 0 for an empty square, 128 added for a blank. */
  set(tiles) {
    const { lexicon, rows, columns, layout } = this;
    if (tiles.length !== rows * columns || Array.from(tiles).some((tile, at) => tile &&
        ((tile & 127) < 1 || (tile & 127) > lexicon.letters || layout[Math.floor(at / columns)][at % columns] === "#")))
      throw new RangeError("a tile of the alphabet, or 0, for every square; none on a brick");
    this.tiles = Uint8Array.from(tiles);
    this.down = tiles.some((tile) => tile);
    const lines = (count, length, at) => Array.from({ length: count }, (_, number) =>
      Array.from({ length: length + 1 }, (_, place) => {
        const index = at(number, place), [letter, word] = place < length ? GLYPHS[layout[Math.floor(index / columns)][index % columns]] : [0, 0];
        const tile = place < length ? tiles[index] : 0;
        // The letters that fit, as two sets of 32; the score of the word across, and what it multiplies a letter by.
        const all = tile || !letter ? 0 : -1;
        return { tile: tile & 127, blank: tile >= BLANK, letter, word, fitsLow: all & ~1, fitsHigh: all,
                 crossScore: 0, crossMultiplier: 0, runEnd: 0, runScore: 0, runNode: 0 };
      }));
    this.lines = [lines(rows, columns, (row, column) => row * columns + column),
                  lines(columns, rows, (column, row) => row * columns + column)];
    for (const direction of [0, 1])
      this.lines[direction].forEach((line, number) => {
        for (let at = 0; at < line.length; at++) if (line[at].tile) at = this._walkRun(direction, number, at) + 1;
      });
    return this;
  }

  /** The rows of a CGP text, such as "15/15/5CaRE6/...", in which small letters are blanks. */
  read(text) {
    const tiles = new Uint8Array(this.rows * this.columns), rows = text.trim().split(/\s/)[0].split("/");
    if (rows.length !== this.rows) throw new RangeError(`${rows.length} rows, not ${this.rows}`);
    rows.forEach((row, number) => {
      let column = 0;
      for (let at = 0; at < row.length;) {
        const empty = /^\d+/.exec(row.slice(at)), found = empty ? null : this.lexicon.longest(row, at);
        if (!empty && !found) throw new RangeError(`row ${number + 1}: no letter at ${row.slice(at)}`);
        if (found && column < this.columns) tiles[number * this.columns + column] = found.tile + (found.small ? BLANK : 0);
        column += empty ? Number(empty[0]) : 1;
        at = empty ? at + empty[0].length : found.end;
      }
      if (column !== this.columns) throw new RangeError(`row ${number + 1}: ${column} squares, not ${this.columns}`);
    });
    return this.set(tiles);
  }

  _points(square) { return this.lexicon.points[square.blank ? 0 : square.tile]; }

  /** Walk a run of tiles, for itself and for the squares at its ends; give its end. */
  _walkRun(direction, number, first) {
    const { lexicon } = this, line = this.lines[direction][number];
    let last = first, node = lexicon.reverseRoot, score = 0;
    while (line[last + 1].tile) last++;
    for (let at = last; at >= first; at--) {
      score += this._points(line[at]);
      node = lexicon._step(node, line[at].tile);
    }
    Object.assign(line[first], { runNode: node, runEnd: last, runScore: score });
    if (first > 0 && line[first - 1].word) {
      Object.assign(line[first - 1], { runEnd: last, runScore: score });
      if (first === 1 || !line[first - 2].tile) 
        this._cross(direction, number, first - 1, lexicon._lettersLow(node), lexicon._lettersHigh(node), score);
    }
    const behind = lexicon._step(node, 0), tiles = [];
    if (line[last + 1].word)
      for (let at = last + 2; at < line.length && line[at].tile; at++) {
        tiles.push(line[at].tile);
        score += this._points(line[at]);
      }
    let low = lexicon._lettersLow(behind), high = lexicon._lettersHigh(behind);
    if (tiles.length) {
      low = high = 0;
      for (const tile of lexicon.between(behind, tiles)) {
        if (tile < 32) low |= 1 << tile;
        else high |= 1 << (tile - 32);
      }
    }
    this._cross(direction, number, last + 1, low, high, score);
    return last;
  }

  _cross(direction, number, at, low, high, score) {
    if (!this.lines[direction][number][at].word) return; // a brick, or behind the last square
    const across = this.lines[1 - direction][at][number];
    across.fitsLow = low;
    across.fitsHigh = high;
    across.crossScore = score * across.word;
    across.crossMultiplier = across.word * across.letter;
  }

  /**
   * All legal moves of a rack, such as "AEINRT?", the best first: {score, row, column, down, tiles, text}.
   * @throws {RangeError} for a rack that the alphabet does not have, and for a position of more than 2^27 steps
   */
  moves(rack) {
    const held = this.lexicon.tiles(rack, "?");
    if (held.length > MOST_TILES) throw new RangeError(`a rack has at most ${MOST_TILES} tiles`);
    const search = new Search(this, held);
    if (!held.length) return [];
    if (!this.down) {
      search.enter(0, this.start[0]);
      search.anchor(this.start[1], this.start[1]);
    } else {
      for (const direction of [0, 1])
        this.lines[direction].forEach((line, number) => {
          search.enter(direction, number);
          for (let at = 0; at < line.length - 1; at++) {
            if (line[at].tile) {
              search.anchor(at, line[at].runEnd);
              at = line[at].runEnd + 1; // the square behind the run is its own
              search.limit = at + 1;
            } else if (line[at].crossMultiplier && !line[at + 1].tile) {
              search.anchor(at, at);
              search.limit = at + 1;
            }
          }
        });
    }
    return search.found.sort((one, other) => other.score - one.score);
  }

  /** A move as text: "8D .IFE", a dot for each tile that lay there, small letters for blanks. */
  _text(down, number, start, end, tiles) {
    const [row, column] = down ? [start, number] : [number, start];
    const letters = column < 26 ? String.fromCharCode(65 + column) : "A" + String.fromCharCode(39 + column);
    let text = "", laid = 0;
    for (let at = start; at <= end; at++) {
      if (this.lines[down][number][at].tile) text += ".";
      else {
        const tile = tiles[laid++], label = tile < BLANK ? this.lexicon.labels[tile] : this.lexicon.small[tile - BLANK - 1];
        text += [...label].length > 1 ? `[${label}]` : label;
      }
    }
    return `${down ? letters : row + 1}${down ? row + 1 : letters} ${text}`;
  }
}

/** A legal play: its score, the square of its first tile, and the tiles laid, 128 added for a blank. */
export class Move {
  constructor(board, score, down, number, start, end, tiles) {
    Object.assign(this, { score, down: Boolean(down), row: down ? start : number, column: down ? number : start, tiles });
    Object.defineProperty(this, "_place", { value: [board, down, number, start, end] });
  }

  /** The move as text: "8D .IFE". */
  get text() {
    const [board, down, number, start, end] = this._place;
    return board._text(down, number, start, end, this.tiles);
  }

  toString() { return `${this.text} +${this.score}`; }
}

/** The search for the moves of one rack; the walk has the arguments of Gordon's figure and the score so far. */
class Search {
  constructor(board, held) {
    this.board = board;
    this.lexicon = board.lexicon;
    this.counts = new Int32Array(64);
    for (const tile of held) this.counts[tile]++;
    this.letters = [...new Set(held)].filter((tile) => tile);
    this.total = held.length;
    this.bonusLeft = held.length >= board.rackSize ? held.length - board.rackSize + 1 : 0;
    this.found = [];
    this.steps = 0;
    this.play = [];
  }

  enter(direction, number) {
    this.direction = direction;
    this.number = number;
    this.line = this.board.lines[direction][number];
    this.limit = 0;
  }

  anchor(first, last) {
    const { lexicon, line } = this, square = line[first];
    this.last = last;
    if (!square.tile) {
      this.left(first, lexicon.reverseRoot, this.total, 0, 1, 0);
    } else if (square.runNode) {
      const behind = lexicon._step(square.runNode, 0);
      if (first > this.limit) this.left(first - 1, square.runNode, this.total, square.runScore, 1, 0);
      if (behind && last + 1 < line.length - 1) this.right(last + 1, behind, this.total, first, square.runScore, 1, 0);
    }
  }

  put(start, end, score, remaining) {
    if (remaining === this.bonusLeft) score += this.board.bingo;
    this.found.push(new Move(this.board, score, this.direction, this.number, start, end, Uint8Array.from(this.play)));
  }

  /** The tiles that a node goes on by or completes, that fit on a square, and that are held; the low half. */
  low(node, square) {
    const { lexicon } = this, bits = (lexicon._lettersLow(node) | lexicon._childrenLow(node)) & square.fitsLow;
    return this.counts[0] ? bits : bits & this.held(0);
  }

  high(node, square) {
    const { lexicon } = this, bits = (lexicon._lettersHigh(node) | lexicon._childrenHigh(node)) & square.fitsHigh;
    return this.counts[0] ? bits : bits & this.held(32);
  }

  /** The set of the letters on the rack, from this one on. */
  held(from) {
    let bits = 0;
    for (const tile of this.letters) if (tile >= from && tile < from + 32 && this.counts[tile]) bits |= 1 << (tile - from);
    return bits;
  }

  count() {
    if (++this.steps > MOST_STEPS) throw new RangeError("a position of more than 2^27 steps");
  }

  left(at, node, remaining, score, multiplier, crossed) {
    this.count();
    const { lexicon, line, direction, last } = this, square = line[at], laid = this.total - remaining;
    multiplier *= square.word;
    crossed += square.crossScore;
    // A word of one letter is no play, and a tile that makes words both ways is its row's.
    const whole = laid || !(node === lexicon.reverseRoot || (direction && square.crossMultiplier));
    let low = this.low(node, square), high = lexicon.wide === 2 ? this.high(node, square) : 0;
    while (low || high) {
      const tile = low ? lowest(low) : 32 + lowest(high);
      if (low) low &= low - 1;
      else high &= high - 1;
      const complete = whole && lexicon._completes(node, tile), there = remaining > 1 ? lexicon._step(node, tile) : 0;
      if (!complete && !there) continue;
      // As a letter of the rack, then as a blank.
      for (let source = tile; source >= 0; source = source ? 0 : -1) {
        if (!this.counts[source]) continue;
        const points = lexicon.points[source];
        this.play.unshift(source ? tile : tile + BLANK);
        if (complete)
          this.put(at, last, score * multiplier + crossed + points * (multiplier * square.letter + square.crossMultiplier), remaining);
        if (there) {
          const word = score + points * square.letter, others = crossed + points * square.crossMultiplier;
          this.counts[source]--;
          if (at > this.limit && !line[at - 1].tile) this.left(at - 1, there, remaining - 1, word, multiplier, others);
          const turn = lexicon._step(there, 0);
          if (turn && last + 1 < line.length - 1) this.right(last + 1, turn, remaining - 1, at, word, multiplier, others);
          this.counts[source]++;
        }
        this.play.shift();
      }
    }
  }

  right(at, node, remaining, start, score, multiplier, crossed) {
    this.count();
    const { lexicon, line, direction } = this, square = line[at], laid = this.total - remaining, run = square.runEnd;
    multiplier *= square.word;
    crossed += square.crossScore;
    const whole = laid || !(direction && square.crossMultiplier);
    let low = this.low(node, square), high = lexicon.wide === 2 ? this.high(node, square) : 0;
    while (low || high) {
      const tile = low ? lowest(low) : 32 + lowest(high);
      if (low) low &= low - 1;
      else high &= high - 1;
      const complete = !run && whole && lexicon._completes(node, tile);
      let there = run || remaining > 1 ? lexicon._step(node, tile) : 0;
      for (let place = at + 1; place < run && there; place++) there = lexicon._step(there, line[place].tile);
      if (!complete && !there) continue;
      for (let source = tile; source >= 0; source = source ? 0 : -1) {
        if (!this.counts[source]) continue;
        const points = lexicon.points[source];
        let word = score + points * square.letter;
        const others = crossed + points * square.crossMultiplier;
        this.play.push(source ? tile : tile + BLANK);
        if (complete) this.put(start, at, word * multiplier + others, remaining);
        if (there) {
          this.counts[source]--;
          if (!run) {
            if (at + 1 < line.length - 1) this.right(at + 1, there, remaining - 1, start, word, multiplier, others);
          } else {
            // The run of tiles right behind is followed as one step.
            word += square.runScore;
            if (whole && lexicon._completes(there, line[run].tile)) this.put(start, run, word * multiplier + others, remaining);
            const behind = remaining > 1 && run + 1 < line.length - 1 ? lexicon._step(there, line[run].tile) : 0;
            if (behind) this.right(run + 1, behind, remaining - 1, start, word, multiplier, others);
          }
          this.counts[source]++;
        }
        this.play.pop();
      }
    }
  }
}

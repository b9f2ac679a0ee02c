// @ts-check
// lexkit-gaddag/game: whole games: bag, racks, points, challenges, the end, records, and computer players.
//
//     import { Lexicon } from "lexkit-gaddag";
//     import { Game, player } from "lexkit-gaddag/game";
//     const game = new Game(lexicon, { players: ["Ann", "Expert"], seed: 7 }), expert = player("static");
//     game.play("8D QUIZ");
//     game.act(expert.choose(game));
//
// Its rules are those of Python's Game, and so are the names. A seed and the same actions make the same game there, in C
// and here; ../README.md says how a seed draws. An action that throws changes nothing.

/** @import { Action, GameOptions, Kind, Result } from "./game.d.ts" */
/** @import { Rules } from "./lexkit.d.ts" */
/** @import { Move } from "./move.js" */
/** @import { Lexicon } from "./moves.js" */

import { Generator, requireSeed } from "./bag.js";
import { BLANK } from "./alphabet.js";
import { Board } from "./board.js";
import { writeRecord } from "./gcg.js";
import { readRecord } from "./gcg_replay.js";
import { IllegalMoveError, missingFrom } from "./judge.js";
import { rackText } from "./notation.js";
import { CHALLENGES, OUT_BONUSES, rulesOf } from "./rules.js";

export { GameRecordError } from "./gcg.js";
export { Player, player, playerNames } from "./players.js";
export { IllegalMoveError, rulesOf };

const INSPECT = Symbol.for("nodejs.util.inspect.custom");
const MOST_PLAYERS = 4, MOST_FINE = 100_000;

/** An action that is not possible now: the game is over, or it is not this player's turn. */
export class OutOfTurnError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "OutOfTurnError";
  }
}

/**
 * The state of a game between two turns; lists are by player. `racks`: counts of tiles, as far as they are known; `sizes`
 * and `bag`: how many there are. `pool`: the bag, the next tile last; in a game that is not dealt, all tiles that are not
 * known to be elsewhere.
 * @typedef {object} State
 * @property {Uint8Array} grid
 * @property {Uint8Array[]} racks
 * @property {number[]} sizes
 * @property {number} bag
 * @property {number[]} pool
 * @property {Int32Array} random
 * @property {number[]} scores
 * @property {number} toMove
 * @property {number} zeros
 * @property {number} passes
 * @property {number[]} exchanges
 * @property {number[]} gone
 * @property {Turn | null} challenged
 * @property {boolean} last
 * @property {number | null} out
 * @property {Result | null} result
 */

/** The record of one turn. */
export class Turn {
  #lexicon;

  /**
   * `rack`: the player's before it, as far as it is known; `exchanged`, `drawn`: tile numbers, blanks 0; `size`: how many
   * tiles left the rack; `words`: those challenged, each with whether it is valid; `scores`: before it.
   * @param {Lexicon} lexicon
   * @param {Kind} kind
   * @param {number} player
   * @param {{ rack: string, scores: number[], move?: Move | null, exchanged?: number[], drawn?: number[], size?: number,
   *   score?: number, words?: [word: string, valid: boolean][] }} facts
   */
  constructor(lexicon, kind, player, facts) {
    const { rack, scores, move = null, exchanged = [], drawn = [], size = 0, score = 0, words = [] } = facts;
    this.#lexicon = lexicon;
    this.kind = kind;
    this.player = player;
    this.rack = rack;
    this.scores = scores;
    this.move = move;
    this.exchanged = exchanged;
    this.drawn = drawn;
    this.size = size;
    this.score = score;
    this.words = words;
  }

  /** True if a challenge took the play back; null for other turns. */
  get success() {
    return this.kind === "challenge" ? !this.words.every(([, valid]) => valid) : null;
  }

  /** The action as text, which `game.act` reads: "8D .IFE", "-AEI", "-", "challenge LIFEX". */
  get text() {
    const { kind, move, exchanged, size, words } = this;
    if (kind === "placement") return /** @type {Move} */ (move).gcg;
    if (kind === "exchange") return `-${exchanged.length ? rackText(this.#lexicon.alphabet, exchanged) : size}`;
    if (kind === "challenge") return ["challenge", ...words.map(([word]) => word)].join(" ");
    return kind === "pass" ? "-" : kind;
  }

  toString() {
    return this.text;
  }

  [INSPECT]() {
    return `Turn(${this.player}: ${this.text}${this.score ? ` ${this.score > 0 ? "+" : ""}${this.score}` : ""})`;
  }
}

/**
 * The tile numbers of counts, in order, blanks (0) first.
 * @param {Uint8Array} counts
 */
function tilesOf(counts) {
  return Array.from(counts).flatMap((count, tile) => new Array(count).fill(tile));
}

/**
 * A list with another value in one place.
 * @template T
 * @param {T[]} values
 * @param {number} at
 * @param {T} value
 */
function put(values, at, value) {
  const made = [...values];
  made[at] = value;
  return made;
}

/**
 * The tile that a rack has for each of a play: a blank for letters that one stands for.
 * @param {Iterable<number>} played
 */
function kindsOf(played) {
  return [...played].map((tile) => tile < BLANK ? tile : 0);
}

/**
 * A turn, the states before and after it, and the racks as it left them, if they were set since.
 * @typedef {{ state: State, turn: Turn, before: State, held?: Uint8Array[] }} Moment
 */

export class Game {
  #board;
  /** @type {Moment[]} */
  #past = [];
  /** @type {Moment[]} */
  #undone = [];
  /** Racks before the first turn, if they were set since. */
  #held = /** @type {Uint8Array[] | undefined} */ (undefined);
  /** @type {State} */
  #state;

  /**
   * A game of two to four players. `rules`: those that differ from the language's; `seed`: of the bag, at random if not
   * given; `first`: who begins; `dealt`: false for a game that is played elsewhere, in which nobody draws, and `setRack`
   * says what is known of a rack.
   * @param {Lexicon} lexicon
   * @param {GameOptions} options
   * @throws {RangeError} for options that no game has
   */
  constructor(lexicon, options = {}) {
    const { players = ["Player 1", "Player 2"], rules = {}, seed, first = 0, dealt = true, wasm = false } = options;
    if (!lexicon?.automaton) throw new TypeError("a game has a Lexicon");
    if (!Array.isArray(players) || players.length < 2 || players.length > MOST_PLAYERS) {
      throw new RangeError(`a game has 2 to ${MOST_PLAYERS} players`);
    }
    const names = players.map(String), wrong = names.find((name) => !name.trim() || /[\p{Cc}\p{Cs}]/u.test(name));
    if (wrong !== undefined) throw new RangeError(`${JSON.stringify(wrong)} is not the name of a player`);
    if (!Number.isInteger(first) || first < 0 || first >= names.length) throw new RangeError(`no player ${first}`);
    this.lexicon = lexicon;
    this.players = Object.freeze(names);
    this.rules = rulesOf(lexicon, rules);
    this.first = first;
    this.dealt = dealt;
    /** @type {number | bigint} */
    // Node 18 has no such global.
    this.seed = seed ?? globalThis.crypto?.getRandomValues(new Uint32Array(1))[0] ??
      Math.floor(Math.random() * 2 ** 32);
    requireSeed(this.seed);
    /** Notes of a record, by the number of the turn that they follow. */
    this.notes = /** @type {Map<number, string>} */ (new Map());
    /** Short names, if a record had them. */
    this.nicks = /** @type {string[] | null} */ (null);
    this.#board = new Board(lexicon, { .../** @type {any} */ (this.rules), wasm });
    const all = lexicon.counts.flatMap((count, tile) => new Array(count).fill(tile));
    if (!all.length) throw new RangeError("the alphabet does not say how many tiles there are");
    this.#state = this.#deal(all);
  }

  /**
   * @param {number[]} pool
   * @returns {State}
   */
  #deal(pool) {
    const random = new Generator(this.seed), { players, rules: { rackSize } } = this, racks = [], sizes = [];
    if (this.dealt) random.shuffle(pool);
    let bag = pool.length;
    for (let player = 0; player < players.length; player++) {
      const size = Math.min(rackSize, bag), rack = new Uint8Array(64);
      for (let at = 0; this.dealt && at < size; at++) rack[/** @type {number} */ (pool.pop())]++;
      racks.push(rack);
      sizes.push(size);
      bag -= size;
    }
    const none = players.map(() => 0), grid = new Uint8Array(this.#board.rows * this.#board.columns);
    return {
      grid,
      racks,
      sizes,
      bag,
      pool,
      random: random.state,
      scores: none,
      toMove: this.first,
      zeros: 0,
      passes: 0,
      exchanges: none,
      gone: [],
      challenged: null,
      last: false,
      out: null,
      result: null,
    };
  }

  [INSPECT]() {
    const seats = this.players.map((name, player) => `${name} ${this.scores[player]}`).join(", ");
    return `Game(${seats}, ${this.turns.length} turns${this.over ? ", over" : ""})`;
  }

  // -- What everybody sees --------------------------------------------------------------------------------------------

  /** The board, to look at and to search; what is laid on it is gone at the next turn. */
  get board() {
    this.#board.show(this.#state.grid);
    return this.#board;
  }

  /** The number of tiles in the bag. */
  get bag() {
    return this.#state.bag;
  }

  /** The scores by player, the final ones when the game is over. */
  get scores() {
    return [...(this.#state.result?.scores ?? this.#state.scores)];
  }

  get toMove() {
    return this.#state.toMove;
  }

  get over() {
    return this.#state.result !== null;
  }

  /** The end of the game; null before. */
  get result() {
    return this.#state.result;
  }

  /** The number of the winner; null for a draw, and before the end. */
  get winner() {
    return this.#state.result?.winner ?? null;
  }

  /** True if a player is out, whose last play the next one accepts (`passTurn`) or challenges. */
  get waiting() {
    return this.#state.last;
  }

  /** The play that the player to move may challenge, or null. */
  get challengeable() {
    return this.#state.challenged?.move ?? null;
  }

  /** The player who laid the last tile, or null. */
  get out() {
    return this.#state.out;
  }

  /** The number of tiles that the player to move may exchange. */
  get exchangeable() {
    const { rules } = this, { bag, sizes, toMove, exchanges } = this.#state;
    if (bag < Math.max(1, rules.exchangeMinimum)) return 0;
    if (rules.exchangeLimit && exchanges[toMove] >= rules.exchangeLimit) return 0;
    return Math.min(bag, sizes[toMove]);
  }

  /** Turns without a point in a row. */
  get zeros() {
    return this.#state.zeros;
  }

  /** The turns so far, challenges among them. */
  get turns() {
    return this.#past.map(({ turn }) => turn);
  }

  /** The last turn, or null. */
  get lastTurn() {
    return this.#past.at(-1)?.turn ?? null;
  }

  /**
   * True if the game was over after so many turns.
   * @param {number} turns
   */
  overAfter(turns) {
    return this.#stateAfter(turns).result !== null;
  }

  /**
   * The rack of a player after so many turns, such as "AEINRT?".
   * @param {number} turns
   * @param {number} player
   */
  rackAfter(turns, player) {
    return rackText(this.lexicon.alphabet, tilesOf(this.#racksAfter(turns)[this.#index(player)]));
  }

  /**
   * Numbers of the players whose tiles were known after so many turns, and are unknown since; but not of one whose next
   * turn shows others.
   * @param {number} turns
   */
  forgottenAfter(turns) {
    if (this.dealt) return [];
    const next = this.#past[turns]?.turn, held = this.#racksAfter(turns), { racks } = this.#stateAfter(turns);
    const mover = next?.rack && ["placement", "exchange", "pass"].includes(next.kind) ? next.player : -1;
    return racks.flatMap((rack, player) => {
      return player !== mover && rack.some((count, tile) => count < held[player][tile]) ? [player] : [];
    });
  }

  /** @param {number} turns */
  #racksAfter(turns) {
    return (turns ? this.#past[turns - 1].held : this.#held) ?? this.#stateAfter(turns).racks;
  }

  /** @param {number} turns */
  #stateAfter(turns) {
    return turns ? this.#past[turns - 1].state : this.#past[0]?.before ?? this.#state;
  }

  /** Numbers of the players who have resigned. */
  get resigned() {
    return [...this.#state.gone];
  }

  /**
   * The rack of a player, such as "AEINRT?"; in a game that is not dealt, what is known of it.
   * @param {number} player
   */
  rack(player) {
    return rackText(this.lexicon.alphabet, this.rackTiles(player));
  }

  /**
   * The same as tile numbers in order, blanks (0) first.
   * @param {number} player
   */
  rackTiles(player) {
    return tilesOf(this.#state.racks[this.#index(player)]);
  }

  /** All racks, by player. */
  get racks() {
    return this.players.map((_, player) => this.rack(player));
  }

  /**
   * The number of each tile that a player does not see, in the bag and on the other racks, by label.
   * @param {number} player
   * @returns {Map<string, number>}
   */
  unseen(player) {
    const left = [...this.lexicon.counts];
    for (const tile of [...kindsOf(this.#state.grid.filter((tile) => tile)), ...this.rackTiles(player)]) left[tile]--;
    return new Map(left.flatMap((count, tile) => count > 0 ? [[this.lexicon.labels[tile], count]] : []));
  }

  /** The position in CGP, the player to move first. */
  toCGP() {
    const { toMove, zeros } = this.#state, { racks, scores } = this;
    const turned = (/** @type {any[]} */ values) => [...values.slice(toMove), ...values.slice(0, toMove)];
    return this.board.toCGP({ racks: turned(racks), scores: turned(scores), zeros });
  }

  /** The record in GCG. */
  toGCG() {
    return writeRecord(this);
  }

  /**
   * The game of a record in GCG. Its racks are those of the record, and it can go on as far as they are known; words of the
   * record are not looked up. `rules`: those that differ from what the record implies.
   * @param {string} text
   * @param {Lexicon} lexicon
   * @param {Partial<Rules>} [rules]
   * @throws {GameRecordError} if the record cannot be followed, with its line
   */
  static fromGCG(text, lexicon, rules) {
    return readRecord(text, lexicon, (options) => new this(lexicon, { ...options, dealt: false }), rules);
  }

  // -- What players do ------------------------------------------------------------------------------------------------

  /**
   * Lay tiles: a text such as "8D LIFE", with small letters for blanks, or a move.
   * @param {Move | string} play
   * @returns {Turn}
   * @throws {IllegalMoveError} if the board, the rack or, by the rule `void`, the list does not allow it
   * @throws {OutOfTurnError} if it is not possible now
   */
  play(play) {
    const state = this.#ready(false), { board, rules, lexicon } = this, move = board.played(play);
    if (CHALLENGES[rules.challenge].void) {
      const wrong = [...new Set(move.words.filter((word) => !lexicon.has(word)))];
      if (wrong.length) {
        throw new IllegalMoveError("word", move.place, `not in the lexicon: ${wrong.join(", ")}`);
      }
    }
    const player = state.toMove, { after, drawn } = this.#replace(state, [...move.tiles], false);
    const { tiles, squares, score } = move, grid = state.grid.slice();
    squares.forEach((square, at) => grid[square] = tiles[at]);
    Object.assign(after, { grid, scores: put(state.scores, player, state.scores[player] + score) });
    this.#idle(after, "placement", score);
    const turn = this.#turn("placement", player, { move, drawn, size: tiles.length, score });
    after.challenged = CHALLENGES[rules.challenge].void ? null : turn;
    if (after.sizes[player] || after.bag) this.#endAfterTurn(after);
    else {
      after.out = player;
      if (after.challenged) after.last = true;
      else this.#end(after, player);
    }
    return this.#commit(this.#giveTurn(after), turn);
  }

  /**
   * Exchange tiles: a text such as "AEI", or tile numbers, blanks 0; in a game that is not dealt also how many.
   * @param {string | readonly number[] | number} tiles
   * @returns {Turn}
   * @throws {IllegalMoveError} if the rules or the rack do not allow it
   */
  exchange(tiles) {
    const state = this.#ready(false), player = state.toMove, allowed = this.exchangeable;
    const given = typeof tiles === "number"
      ? []
      : (typeof tiles === "string" ? this.lexicon.alphabet.tiles(tiles, "?") : [...tiles]).sort((a, b) => a - b);
    const count = typeof tiles === "number" ? tiles : given.length;
    if (!(count > 0 && count <= allowed) || (typeof tiles === "number" && this.dealt)) {
      const expected = allowed ? `1 to ${allowed} tiles` : "no exchange: the bag or the rules do not allow one";
      throw new IllegalMoveError("exchange", "", `not an exchange: expected ${expected}`);
    }
    const { after, drawn } = given.length
      ? this.#replace(state, given, true)
      : { after: this.#withRack(state, player, []), drawn: [] };
    after.exchanges = put(state.exchanges, player, state.exchanges[player] + 1);
    after.challenged = null;
    this.#idle(after, "exchange", 0);
    this.#endAfterTurn(after);
    const turn = this.#turn("exchange", player, { exchanged: given, drawn, size: count });
    return this.#commit(this.#giveTurn(after), turn);
  }

  /**
   * Pass; if a player is out, accept that player's last play.
   * @returns {Turn}
   */
  passTurn() {
    const state = this.#ready(true);
    return this.#commit(this.#passed(state), this.#turn(state.last ? "accept" : "pass", state.toMove));
  }

  /** @param {State} state */
  #passed(state) {
    const after = { ...state };
    if (after.last && after.out !== null) return this.#end(after, after.out);
    after.challenged = null;
    this.#idle(after, "pass", 0);
    this.#endAfterTurn(after);
    return this.#giveTurn(after);
  }

  /**
   * Challenge the last play, or some of its words; `turn.success` says whether it was taken back. `invalid`: the words that
   * are none, if the list is not to judge.
   * @param {string | readonly string[]} [words]
   * @param {readonly string[]} [invalid]
   * @returns {Turn}
   * @throws {OutOfTurnError} if there is nothing to challenge
   */
  challenge(words, invalid) {
    const state = this.#ready(true), { challenged } = state, move = challenged?.move;
    if (!challenged || !move) throw new OutOfTurnError("nothing to challenge: the last turn was no placement");
    const named = this.#wordsChallenged(move.words, words), { lexicon, rules } = this;
    /** @type {[string, boolean][]} */
    const judged = named.map((word) => [word, invalid ? !invalid.includes(word) : lexicon.has(word)]);
    const rule = CHALLENGES[rules.challenge], challenger = state.toMove, { player } = challenged;
    const before = /** @type {State} */ (this.#past.find(({ turn }) => turn === challenged)?.before);
    let after, score = 0;
    if (judged.some(([, valid]) => !valid)) {
      after = this.#takeBack(state, before, move);
      if (rule.decides) this.#finish(after, "challenge", state.scores.map(() => 0), [player]);
      else this.#endAfterTurn(after);
    } else if (rule.decides) {
      after = this.#finish({ ...state }, "challenge", state.scores.map(() => 0), [challenger]);
    } else {
      score = rule.points * (rule.eachWord ? judged.length : 1);
      after = { ...state, scores: put(state.scores, player, state.scores[player] + score), challenged: null };
      if (after.last && after.out !== null) this.#end(after, after.out);
      else if (rule.costsTurn) after = this.#passed(after);
    }
    return this.#commit(after, this.#turn("challenge", challenger, { words: judged, score, move }));
  }

  /**
   * Resign; the last player left wins.
   * @param {number} [player]
   * @returns {Turn}
   */
  resign(player) {
    const state = this.#ready(true), gives = player === undefined ? state.toMove : this.#index(player);
    if (state.gone.includes(gives)) throw new OutOfTurnError(`${this.players[gives]} has resigned already`);
    let after = { ...state, gone: [...state.gone, gives] };
    if (after.gone.length === this.players.length - 1) {
      this.#finish(after, "resignation", state.scores.map(() => 0), after.gone);
    } else if (gives === state.toMove) {
      if (after.last && after.out !== null) this.#end(after, after.out);
      after = this.#giveTurn({ ...after, challenged: null });
    }
    return this.#commit(after, this.#turn("resignation", gives));
  }

  /**
   * Do what a player chose, or what a text says: "8D LIFE", "-AEI", "-", "pass", "challenge", "challenge LIFEX", "resign".
   * @param {string | Action} action
   * @returns {Turn}
   */
  act(action) {
    if (typeof action !== "string" && !action?.kind) {
      throw new TypeError(`an action is a text or an Action, not ${action}`);
    }
    const { kind, move, exchanged, words } = typeof action === "string" ? readAction(action) : action;
    switch (kind) {
      case "placement":
        return this.play(/** @type {Move | string} */ (move));
      case "exchange":
        return this.exchange(exchanged ?? []);
      case "challenge":
        return this.challenge(words?.length ? words : undefined);
      case "resignation":
        return this.resign();
      case "pass":
      case "accept":
        return this.passTurn();
      default:
        throw new RangeError(`no player can do this: ${kind}`);
    }
  }

  /**
   * Take back the last turn of any kind, and give it; a challenge is a turn of its own.
   * @returns {Turn}
   * @throws {OutOfTurnError} if there is none
   */
  undo() {
    const last = this.#past.pop();
    if (!last) throw new OutOfTurnError("nothing to undo");
    this.#undone.push({ ...last, state: this.#state });
    this.#state = last.before;
    return last.turn;
  }

  /**
   * Take the turn again that was undone last.
   * @returns {Turn}
   * @throws {OutOfTurnError} if none was undone
   */
  redo() {
    const next = this.#undone.pop();
    if (!next) throw new OutOfTurnError("nothing to redo");
    this.#past.push(next);
    this.#state = next.state;
    return next.turn;
  }

  /**
   * Say which tiles of a rack are known, in a game that is not dealt.
   * @param {number} player
   * @param {string} tiles
   * @throws {IllegalMoveError} if they are not left
   */
  setRack(player, tiles) {
    if (this.dealt) throw new OutOfTurnError("racks are drawn from the bag");
    const held = this.lexicon.alphabet.tiles(tiles, "?"),
      after = this.#withRack(this.#state, this.#index(player), held);
    const { result } = after;
    if (result && ["out", "zeros", "passes"].includes(result.reason)) {
      after.result = null;
      if (after.out !== null) this.#end(after, after.out, result.overtime);
      else this.#endWithRacks(after, result.reason, result.overtime);
    }
    const last = this.#past.at(-1);
    if (last) {
      last.held ??= this.#state.racks;
      last.state = after;
    } else this.#held ??= this.#state.racks;
    this.#state = after;
  }

  /**
   * Take points from a player after the end, for overtime; in a game that is not dealt at any time.
   * @param {number} player
   * @param {number} points
   * @returns {Turn}
   */
  fine(player, points) {
    const state = this.#state, fined = this.#index(player);
    if (this.dealt && !state.result) throw new OutOfTurnError("a fine is taken after the end");
    if (!Number.isInteger(points) || points < 1 || points > MOST_FINE) throw new RangeError(`no fine: ${points}`);
    const after = { ...state };
    if (state.result) {
      const { reason, ending, overtime, losers } = state.result;
      this.#finish(after, reason, ending, losers, put(overtime, fined, overtime[fined] - points));
    } else after.scores = put(state.scores, fined, state.scores[fined] - points);
    return this.#commit(after, this.#turn("fine", fined, { score: -points }));
  }

  // -- States ---------------------------------------------------------------------------------------------------------

  /** @param {number} player */
  #index(player) {
    if (!Number.isInteger(player) || player < 0 || player >= this.players.length) {
      throw new RangeError(`no player ${player}: 0 to ${this.players.length - 1}`);
    }
    return player;
  }

  /** @param {boolean} last */
  #ready(last) {
    if (this.#state.result) throw new OutOfTurnError(`the game is over: ${this.#state.result.reason}`);
    if (this.#state.last && !last) throw new OutOfTurnError("a player is out: challenge the last play, or pass");
    return this.#state;
  }

  /**
   * @param {Kind} kind
   * @param {number} player
   * @param {object} facts
   */
  #turn(kind, player, facts = {}) {
    return new Turn(this.lexicon, kind, player, { rack: this.rack(player), scores: [...this.#state.scores], ...facts });
  }

  /**
   * @param {State} after
   * @param {Turn} turn
   */
  #commit(after, turn) {
    if (this.#undone.length) {
      for (const number of this.notes.keys()) if (number > this.#past.length) this.notes.delete(number);
    }
    this.#past.push({ state: after, turn, before: this.#state });
    this.#undone = [];
    this.#state = after;
    return turn;
  }

  /**
   * Take tiles from the rack of the player to move, and draw others. `exchanged`: these go back to the bag.
   * @param {State} state
   * @param {number[]} played
   * @param {boolean} exchanged
   * @returns {{ after: State, drawn: number[] }}
   */
  #replace(state, played, exchanged) {
    const player = state.toMove, tiles = kindsOf(played), rack = state.racks[player].slice(), pool = [...state.pool];
    const missing = tiles.filter((tile) => rack[tile] ? (rack[tile]--, false) : true), { alphabet } = this.lexicon;
    if (missing.length) {
      const unknown = state.sizes[player] - tilesOf(state.racks[player]).length;
      const found = missing.every((tile) => {
        const at = pool.indexOf(tile);
        if (at >= 0) pool.splice(at, 1);
        return at >= 0;
      });
      if (this.dealt || missing.length > unknown || !found) {
        const [reason] = missingFrom(alphabet, tilesOf(state.racks[player]), Uint8Array.from(played));
        throw new IllegalMoveError("rack", "", reason);
      }
    }
    const number = Math.min(tiles.length, state.bag), drawn = [], random = new Generator(0);
    random.state = state.random.slice();
    for (let at = 0; this.dealt && at < number; at++) drawn.push(/** @type {number} */ (pool.pop()));
    for (const tile of drawn) rack[tile]++;
    if (exchanged) {
      pool.push(...tiles);
      if (this.dealt) random.shuffle(pool);
      else pool.sort((one, other) => one - other);
    }
    const after = {
      ...state,
      racks: put(state.racks, player, rack),
      sizes: put(state.sizes, player, state.sizes[player] - tiles.length + number),
      bag: state.bag - number + (exchanged ? tiles.length : 0),
      pool,
      random: random.state,
    };
    return { after, drawn };
  }

  /**
   * The state after a challenge took back a play, of which `before` is the one before it.
   * @param {State} state
   * @param {State} before
   * @param {Move} move
   */
  #takeBack(state, before, move) {
    const player = before.toMove, rack = before.racks[player].slice(), random = new Generator(0);
    let pool = [...before.pool];
    random.state = state.random.slice();
    if (this.dealt) {
      if (state.pool.length < pool.length) random.shuffle(pool);
    } else {
      // The tiles played were on the rack, even if nobody had said so.
      const played = new Uint8Array(64);
      for (const tile of kindsOf(move.tiles)) {
        if (++played[tile] <= rack[tile]) continue;
        rack[tile]++;
        const at = pool.indexOf(tile);
        pool = pool.filter((_, other) => other !== at);
      }
    }
    const after = {
      ...state,
      grid: before.grid,
      racks: put(before.racks, player, rack),
      sizes: before.sizes,
      bag: before.bag,
      pool,
      random: random.state,
      scores: put(state.scores, player, state.scores[player] - move.score),
      zeros: before.zeros,
      passes: before.passes,
      challenged: null,
      last: false,
      out: null,
    };
    this.#idle(after, "withdrawn", 0);
    return after;
  }

  /**
   * The state with these tiles on a rack, of a game that is not dealt, and those that were there in the pool.
   * @param {State} state
   * @param {number} player
   * @param {number[]} tiles
   */
  #withRack(state, player, tiles) {
    const pool = [...state.pool, ...tilesOf(state.racks[player])], rack = new Uint8Array(64);
    if (tiles.length > state.sizes[player]) {
      throw new IllegalMoveError("rack", "", `rack too long: at most ${state.sizes[player]} tiles`);
    }
    for (const tile of tiles) {
      const at = pool.indexOf(tile);
      if (at < 0) throw new IllegalMoveError("rack", "", `this tile is not left: ${this.lexicon.labels[tile]}`);
      pool.splice(at, 1);
      rack[tile]++;
    }
    pool.sort((one, other) => one - other);
    return { ...state, racks: put(state.racks, player, rack), pool };
  }

  /**
   * Count turns without a point, and passes, in a row.
   * @param {State} state
   * @param {"placement" | "exchange" | "pass" | "withdrawn"} kind
   * @param {number} score
   */
  #idle(state, kind, score) {
    const { rules } = this;
    if (kind === "exchange") {
      state.zeros += rules.exchangesCount ? 1 : 0;
      state.passes = 0;
      return;
    }
    const isPass = kind === "pass" || (kind === "withdrawn" && rules.withdrawnIsPass);
    state.zeros = score ? 0 : state.zeros + 1;
    state.passes = isPass ? state.passes + 1 : 0;
  }

  /** @param {State} state */
  #giveTurn(state) {
    const { length } = this.players;
    for (let step = 1; step <= length; step++) {
      const player = (state.toMove + step) % length;
      if (!state.gone.includes(player)) return { ...state, toMove: player };
    }
    return state;
  }

  /**
   * @param {string[]} formed
   * @param {string | readonly string[]} [words]
   */
  #wordsChallenged(formed, words) {
    if (words === undefined) return formed;
    const left = [...formed], wanted = typeof words === "string" ? [words] : words, found = [];
    for (const word of wanted) {
      const same = formed.find((one) => one.toUpperCase() === word.toUpperCase());
      if (!same) throw new IllegalMoveError("challenge", "", `${word} is not a word of the play: ${formed.join(", ")}`);
      const at = left.indexOf(same);
      if (at >= 0) found.push(...left.splice(at, 1));
    }
    if (!found.length) throw new IllegalMoveError("challenge", "", "no word is challenged");
    return found;
  }

  // -- The end --------------------------------------------------------------------------------------------------------

  /** @param {State} state */
  #endAfterTurn(state) {
    const { rules } = this, zeros = rules.emptyBoardEnds || state.grid.some((tile) => tile) ? rules.zeroTurns : 0;
    if (rules.passTurns && state.passes >= rules.passTurns) this.#endWithRacks(state, "passes");
    else if (zeros && state.zeros >= zeros) this.#endWithRacks(state, "zeros");
  }

  /**
   * @param {State} state
   * @param {Result["reason"]} reason
   * @param {number[]} [overtime]
   */
  #endWithRacks(state, reason, overtime) {
    return this.#finish(
      state,
      reason,
      state.racks.map((rack) => -this.#board.pointsOf(tilesOf(rack)) || 0),
      [],
      overtime,
    );
  }

  /**
   * End a game in which a player is out.
   * @param {State} state
   * @param {number} out
   * @param {number[]} [overtime]
   */
  #end(state, out, overtime) {
    const unknown = state.sizes.flatMap((size, player) => {
      return tilesOf(state.racks[player]).length < size ? [player] : [];
    });
    if (!state.bag && unknown.length === 1) {
      const rack = state.racks[unknown[0]].slice();
      for (const tile of state.pool) rack[tile]++;
      Object.assign(state, { racks: put(state.racks, unknown[0], rack), pool: [] });
    }
    const left = state.racks.map((rack) => this.#board.pointsOf(tilesOf(rack)));
    const unplaced = state.bag ? 0 : this.#board.pointsOf(state.pool),
      [gained, lost] = OUT_BONUSES[this.rules.outBonus];
    const gain = gained * left.reduce((sum, points) => sum + points, unplaced);
    return this.#finish(
      state,
      "out",
      left.map((points, player) => player === out ? gain : -lost * points || 0),
      [],
      overtime,
    );
  }

  /**
   * @param {State} state
   * @param {Result["reason"]} reason
   * @param {number[]} ending
   * @param {number[]} losers
   * @param {number[]} overtime
   */
  #finish(state, reason, ending, losers = [], overtime = state.scores.map(() => 0)) {
    const scores = state.scores.map((score, player) => score + ending[player] + overtime[player]);
    const able = scores.map((_, player) => player).filter((one) => !losers.includes(one) && !state.gone.includes(one));
    const best = Math.max(...able.map((player) => scores[player])),
      winners = able.filter((one) => scores[one] === best);
    const winner = winners.length === 1 ? winners[0] : null;
    return Object.assign(state, {
      result: { reason, winner, scores, ending, overtime, losers: [...losers].sort() },
      challenged: null,
      last: false,
    });
  }
}

/**
 * The action of a text.
 * @param {string} text
 * @returns {Action}
 */
function readAction(text) {
  const [first = "", ...rest] = text.trim().split(/\s+/), name = first.toLowerCase();
  if (["-", "pass", "accept", ""].includes(name)) return { kind: "pass" };
  if (name === "challenge") return { kind: "challenge", words: rest };
  if (["resign", "resignation"].includes(name)) return { kind: "resignation" };
  if (first[0] === "-" || (rest.length && ["exchange", "exch"].includes(name))) {
    const tiles = [first[0] === "-" ? first.slice(1) : "", ...rest].join("");
    return { kind: "exchange", exchanged: /^\d+$/.test(tiles) ? Number(tiles) : tiles };
  }
  return { kind: "placement", move: text };
}

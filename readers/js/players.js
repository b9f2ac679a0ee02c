// @ts-check
// Computer players: `greedy`, `static`, and the levels, who miss words and plays.

/** @import { Game } from "./game.js" */
/** @import { Action } from "./game.d.ts" */
/** @import { Leaves } from "./leaves.js" */
/** @import { Move } from "./move.js" */

import { requireSeed } from "./bag.js";
import { Level, LEVELS } from "./levels.js";

/** Turns without a point after which players pass instead of exchanging, if the rules do not end the game by then. */
const IDLE_TURNS = 12;

/** The names of the players, the weakest first. */
export const playerNames = Object.freeze([...Object.keys(LEVELS), "greedy", "static"]);

/** A player, who chooses for the player to move, and sees no other's rack. */
export class Player {
  #seed;
  #leaves;
  /** @type {Level | undefined} */
  #level;

  /**
   * @param {string} name
   * @param {{ seed?: number | bigint, leaves?: Leaves | null }} options
   */
  constructor(name, { seed = 0, leaves } = {}) {
    if (!playerNames.includes(name)) throw new RangeError(`no player ${name}: ${playerNames.join(", ")}`);
    requireSeed(seed);
    this.name = name;
    this.#seed = seed;
    this.#leaves = leaves;
  }

  /**
   * The action of the player to move, which `game.act` takes. A play with a word that is none is challenged.
   * @param {Game} game
   * @returns {Action}
   */
  choose(game) {
    const { board, lexicon, rules, toMove } = game, held = game.rackTiles(toMove);
    if (game.over) throw new RangeError("the game is over");
    if (game.challengeable?.words.some((word) => !lexicon.has(word))) return { kind: "challenge" };
    if (game.waiting) return { kind: "pass" };
    const idle = Math.max(IDLE_TURNS, rules.zeroTurns), latest = game.turns.slice(-idle);
    const exchangeable = latest.length === idle && latest.every(({ score }) => !score) ? 0 : game.exchangeable;
    if (this.name === "static") {
      const [{ kind, move, exchanged }] = board.candidates(held, 1, game.bag, exchangeable, this.#leaves);
      return { kind, move, exchanged };
    }
    /** @type {Move | null} */
    let move = board.top(held, 1)[0]?.move ?? null;
    if (move && this.name !== "greedy") {
      if (this.#level?.lexicon !== lexicon) this.#level = new Level(this.name, this.#seed, lexicon);
      move = this.#level.choose(board, held);
    }
    if (move) return { kind: "placement", move };
    return exchangeable ? { kind: "exchange", exchanged: held.slice(0, exchangeable) } : { kind: "pass" };
  }

  toString() {
    return this.name;
  }
}

/**
 * A player by name. `seed` decides what a level knows and notices; `leaves`: for `static`, by default those of the lexicon.
 * @param {string} name
 * @param {{ seed?: number | bigint, leaves?: Leaves | null }} options
 * @throws {RangeError} for a name that no player has
 */
export function player(name, options = {}) {
  return new Player(name, options);
}

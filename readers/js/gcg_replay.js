// @ts-check
// Records in GCG that are read: their turns are played again, if they obey the rules of the game.

/** @import { Game } from "./game.js" */
/** @import { GameOptions } from "./game.d.ts" */
/** @import { Event } from "./gcg.js" */
/** @import { Rules } from "./lexkit.d.ts" */
/** @import { Lexicon } from "./moves.js" */

import {
  BEGINS,
  CHALLENGED,
  EVENTS,
  GameRecordError,
  isEscaped,
  isOwn,
  meantRules,
  parseLines,
  RESIGNED,
  signed,
  TURNS,
  UNKNOWN,
  UNSUCCESSFUL,
} from "./gcg.js";
import { CHALLENGES } from "./rules.js";

/**
 * Read a record. `make` makes a game that is not dealt.
 * @template {Game} T
 * @param {string} text
 * @param {Lexicon} lexicon
 * @param {(options: GameOptions) => T} make
 * @param {Partial<Rules>} [rules]
 * @returns {T}
 * @throws {GameRecordError}
 */
export function readRecord(text, lexicon, make, rules) {
  const { events } = parseLines(text);
  if (!events.length) throw new GameRecordError(0, "a record in GCG has lines, this has none");
  const { nicks, names, pragmas } = readHead(events);
  const meant = meantRules(events, lexicon, nicks.length);
  const layout = layoutOf(pragmas, lexicon, { ...meant, ...rules }.layout !== undefined);
  const begins = events.find(({ kind, text }) => kind === "note" && text.startsWith(`${BEGINS} `))?.text.split(
    /\s+/,
  )[1];
  const first = Math.max(0, nicks.indexOf(begins ?? events.find(({ kind }) => EVENTS.includes(kind))?.name ?? ""));
  let game;
  try {
    game = make({ players: names, first, rules: { ...meant, ...layout, ...rules }, seed: 0 });
  } catch (error) {
    throw new GameRecordError(1, error.message);
  }
  game.nicks = nicks;
  new Replay(game, events, nicks).run();
  return game;
}

/** @param {Event[]} events */
function readHead(events) {
  /** @type {string[]} */
  const nicks = [], names = [];
  const pragmas = /** @type {Map<string, Event>} */ (new Map());
  for (const event of events.filter(({ kind }) => kind === "pragma")) {
    const number = /^player(\d+)$/.exec(event.name), [nick, ...name] = event.text.trim().split(/\s+/);
    pragmas.set(event.name, event);
    if (!number) continue;
    if (Number(number[1]) !== nicks.length + 1 || !nick || nicks.includes(nick)) {
      throw new GameRecordError(event.line, `expected #player${nicks.length + 1} and a nick that is new`);
    }
    nicks.push(nick);
    names.push(name.join(" ") || nick);
  }
  if (nicks.length < 2) {
    for (const { kind, name } of events) {
      if (!EVENTS.includes(kind) || nicks.includes(name)) continue;
      nicks.push(name);
      names.push(name);
    }
  }
  if (nicks.length < 2 || nicks.length > 4) throw new GameRecordError(1, `${nicks.length} players, not 2 to 4`);
  return { nicks, names, pragmas };
}

/**
 * @param {Map<string, Event>} pragmas
 * @param {Lexicon} lexicon
 * @param {boolean} isGiven
 * @returns {Partial<Rules>}
 */
function layoutOf(pragmas, { name }, isGiven) {
  const tiles = pragmas.get("tile-distribution"),
    variant = pragmas.get("game-type"),
    board = pragmas.get("board-layout");
  if (tiles && tiles.text.trim().toLowerCase().replaceAll("-", "_") !== name.toLowerCase()) {
    throw new GameRecordError(tiles.line, `the record has the alphabet ${tiles.text.trim()}, the lexicon ${name}`);
  }
  const kind = variant?.text.trim().toLowerCase() ?? "", shape = board?.text.trim().toLowerCase() ?? "";
  if (!["", "classic", "super", "classic_super"].includes(kind)) {
    throw new GameRecordError(variant?.line ?? 0, `a game of ${kind} is not read here`);
  }
  if (isGiven) return {};
  const large = kind.includes("super") || ["super", "supercrosswordgame"].includes(shape);
  if (!large && !["", "standard", "crosswordgame"].includes(shape)) {
    throw new GameRecordError(board?.line ?? 0, `no board ${shape}: give its layout as a rule`);
  }
  return large ? { layout: "super" } : {};
}

/** The turns of a record, played again. */
class Replay {
  /**
   * @param {Game} game
   * @param {Event[]} events
   * @param {string[]} nicks
   */
  constructor(game, events, nicks) {
    this.game = game;
    this.events = events;
    this.nicks = nicks;
    this.totals = nicks.map(() => 0);
    /** Line of the last event of each player, and the total there. */
    this.last = /** @type {Map<number, Event>} */ (new Map());
    /** The number of the turn that a note belongs to. */
    this.noted = 0;
    this.ended = new Set();
  }

  run() {
    const { events, game, nicks } = this, begins = events.findIndex(({ kind }) => EVENTS.includes(kind));
    const early = [];
    for (const [at, event] of events.entries()) {
      if (/^rack\d+$/.test(event.name) && at < begins) early.push(event);
      else this.#follow(event, at);
    }
    for (const event of early) {
      const nick = nicks[Number(event.name.slice(4)) - 1],
        shown = events.find(({ name, rack }) => rack && name === nick);
      if (shown?.rack !== event.text.trim()) this.#follow(event, 0);
    }
    for (const [player, { line, total }] of this.last) {
      if (game.scores[player] !== total) {
        throw new GameRecordError(line, `the total is ${game.scores[player]} at the end, not ${total}`);
      }
    }
  }

  /**
   * @param {Event} event
   * @param {number} at
   */
  #follow(event, at) {
    try {
      if (EVENTS.includes(event.kind)) this.#act(event, at);
      else if (event.kind === "note" || event.kind === "more") this.#note(event, at);
      else if (/^rack\d+$/.test(event.name)) this.#setLast(event);
    } catch (error) {
      if (error instanceof GameRecordError) throw error;
      throw new GameRecordError(event.line, error.message);
    }
  }

  /**
   * @param {Event} event
   * @param {number} at
   */
  #act(event, at) {
    const { game, nicks, totals } = this, player = nicks.indexOf(event.name), { kind, line } = event;
    if (player < 0) throw new GameRecordError(line, `no player ${event.name}: ${nicks.join(", ")}`);
    if (TURNS.includes(kind)) {
      if (game.over) throw new GameRecordError(line, "a turn after the end");
      if (player !== game.toMove) throw new GameRecordError(line, `it is the turn of ${nicks[game.toMove]}`);
      if (event.rack) game.setRack(player, event.rack);
    }
    const notes = [];
    for (let next = at + 1; this.events[next]?.kind === "note" && isOwn(this.events[next].text.trim()); next++) {
      notes.push(this.events[next].text.trim().split(/\s+/));
    }
    const score = this.#scoreOf(event, player, notes);
    totals[player] += score;
    if (score !== event.score) throw new GameRecordError(line, `${signed(score)} points, not ${signed(event.score)}`);
    if (totals[player] !== event.total) {
      throw new GameRecordError(line, `the total is ${totals[player]}, not ${event.total}`);
    }
    this.last.set(player, event);
    this.noted = game.turns.length;
  }

  /**
   * Do what an event says, and give the points that it has by the rules.
   * @param {Event} event
   * @param {number} player
   * @param {string[][]} notes
   * @returns {number}
   */
  #scoreOf(event, player, notes) {
    const { game } = this, { kind, text, score } = event;
    const told = notes.find(([note]) => note === CHALLENGED)?.slice(1);
    const words = told?.map((word) => word.replace(/\*$/, ""));
    switch (kind) {
      case "play":
        return game.play(`${event.place} ${text}`).score;
      case "exchange":
        return game.exchange(/^\d{1,2}$/.test(text) ? Number(text) : text).score;
      case "pass":
        if (notes.some(([note]) => note === UNSUCCESSFUL) && game.challengeable) game.challenge(words, []);
        else game.passTurn();
        return 0;
      case "withdrawn": {
        const move = this.#challenged(event, player);
        const invalid = told ? told.filter((word) => word.endsWith("*")).map((word) => word.slice(0, -1)) : move.words;
        game.challenge(words, invalid);
        return -move.score;
      }
      case "bonus": {
        if (score < 0) return game.fine(player, -score).score;
        const move = this.#challenged(event, player), rule = CHALLENGES[game.rules.challenge];
        const usual = rule.eachWord ? move.words.slice(0, Math.max(1, Math.floor(score / rule.points))) : undefined;
        if (event.rack) game.setRack(player, event.rack);
        return game.challenge(words ?? usual, []).score;
      }
      case "time":
        if (score >= 0) throw new GameRecordError(event.line, "points that are lost");
        return game.fine(player, -score).score;
      default: {
        if (game.waiting) game.passTurn();
        const { result } = game, others = game.players.map((_, other) => other).filter((other) => other !== player);
        if (!result || (kind === "out" && game.out !== player)) {
          throw new GameRecordError(event.line, "the game has not ended so");
        }
        if (this.ended.has(`${kind} ${player}`)) throw new GameRecordError(event.line, "the same line again");
        this.ended.add(`${kind} ${player}`);
        if (kind === "penalty") game.setRack(player, text);
        else if (others.length === 1) game.setRack(others[0], text);
        return /** @type {NonNullable<Game["result"]>} */ (game.result).ending[player];
      }
    }
  }

  /**
   * @param {Event} event
   * @param {number} player
   */
  #challenged({ line }, player) {
    const { game } = this, move = game.challengeable;
    const turn = game.turns.filter(({ kind }) => kind === "placement").pop();
    if (!move || turn?.player !== player) throw new GameRecordError(line, "no play of this player to challenge");
    return move;
  }

  /**
   * @param {Event} event
   * @param {number} at
   */
  #note(event, at) {
    const { game, nicks } = this, text = event.text.trim(), [note, ...rest] = text.split(/\s+/);
    if (event.kind === "note" && isOwn(text)) {
      const player = nicks.indexOf(rest.join(" "));
      if (note === RESIGNED && player >= 0 && !game.over && !game.resigned.includes(player)) {
        game.resign(player);
        this.noted = game.turns.length;
      }
      if (note === UNKNOWN) {
        for (const nick of rest) if (nicks.includes(nick)) game.setRack(nicks.indexOf(nick), "");
      }
      return;
    }
    const before = this.events[at - 1];
    if (!this.noted || (event.kind === "more" && (!before || isOwn(before.text.trim())))) return;
    const noted = game.notes.get(this.noted), goesOn = event.text.startsWith("\\+") && noted !== undefined;
    const bare = event.text.slice(1), said = event.text.startsWith("\\") && isEscaped(bare) ? bare : text;
    const line = goesOn ? event.text.slice(2) : said;
    game.notes.set(this.noted, noted === undefined ? line : `${noted}${goesOn ? "" : "\n"}${line}`);
  }

  /** @param {Event} event */
  #setLast({ name, text, line }) {
    const player = Number(name.slice(4)) - 1;
    if (!this.nicks[player]) throw new GameRecordError(line, `no player ${player + 1}`);
    this.game.setRack(player, text.trim());
  }
}

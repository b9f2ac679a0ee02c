// @ts-check
// Records in GCG: written as lexkit writes them, and read if they obey the rules of the game. What GCG has no event for
// is a note, as in runtime/game/gcg/.

/** @import { Game, Turn } from "./game.js" */
/** @import { GameOptions } from "./game.d.ts" */
/** @import { Rules } from "./lexkit.d.ts" */
/** @import { Lexicon } from "./moves.js" */

import { readPlace } from "./notation.js";
import { CHALLENGES, OUT_BONUSES, rulesOf, USUAL } from "./rules.js";

const MOST_BYTES = 1 << 20, MOST_LINES = 20_000, LONGEST_LINE = 2000, MOST_WORDS = 8, LONGEST_NOTE = 1900;
const UNSUCCESSFUL = "#unsuccessful-challenge", BEGINS = "#begins", CHALLENGED = "#challenged", RULES_ARE = "#rules";
const RESIGNED = "#resigned", UNKNOWN = "#rack-unknown", FINED = "#fined", ENDED_BY = "the game ended by ";
/** First words of notes that stand for something. */
const OWN = [
  ...[BEGINS, CHALLENGED, RULES_ARE, RESIGNED, UNKNOWN, FINED, UNSUCCESSFUL],
  ...["#players", "#clock", "#took", "#turn", "#time-is-up"],
];

/** A record that cannot be followed; `line` is the number of the line. */
export class GameRecordError extends Error {
  /**
   * @param {number} line
   * @param {string} message
   */
  constructor(line, message) {
    super(line ? `line ${line}: ${message}` : message);
    this.name = "GameRecordError";
    this.line = line;
  }
}

/** @param {string} note */
const isOwn = (note) => note.startsWith(ENDED_BY) || OWN.includes(note.split(" ", 1)[0]);
/** @param {string} part */
const isEscaped = (part) => !part || /^\s|\s$|^\\/.test(part) || isOwn(part);
/** @param {string} name */
const toSnake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** @param {string} name */
const toCamel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

// -- Writing ------------------------------------------------------------------------------------------------------------

/**
 * A nick for each name, without spaces, and different.
 * @param {readonly string[]} names
 */
function nicksOf(names) {
  /** @type {string[]} */
  const nicks = [];
  for (const name of names) {
    let nick = name.replaceAll(":", "").replace(/\s+/g, "") || "Player";
    while (nicks.includes(nick)) nick += "_";
    nicks.push(nick);
  }
  return nicks;
}

/** @param {Game} game */
const nicksFor = (game) =>
  game.nicks && new Set(game.nicks).size === game.nicks.length ? game.nicks : nicksOf(game.players);

/**
 * The rules as Python's json.dumps writes those that are not usual.
 * @param {Rules} rules
 */
function rulesText(rules) {
  const told = Object.entries(USUAL).flatMap(([name, usual]) => {
    const value = rules[/** @type {keyof typeof USUAL} */ (name)];
    if (typeof usual === "object") {
      const pairs = Object.entries(value).map(([tiles, points]) => `[${tiles}, ${points}]`);
      return pairs.length ? [`"${toSnake(name)}": [${pairs.join(", ")}]`] : [];
    }
    return value === usual ? [] : [`"${toSnake(name)}": ${JSON.stringify(value)}`];
  });
  return `{${told.join(", ")}}`;
}

/**
 * The record of a game.
 * @param {Game} game
 */
export function writeRecord(game) {
  const { rules, lexicon, players } = game, nicks = nicksFor(game);
  const head = [], board = typeof rules.layout === "string" ? rules.layout : "own";
  if (board !== "standard") head.push(`#board-layout ${board === "super" ? "SuperCrosswordGame" : board}`);
  if (lexicon.name !== "english") head.push(`#tile-distribution ${lexicon.name}`);
  nicks.forEach((nick, player) => head.push(`#player${player + 1} ${nick} ${players[player]}`));
  const lines = [...events(game, nicks)], first = lines.find((line) => line[0] === ">") ?? `>${nicks[0]}:`;
  if (!first.startsWith(`>${nicks[game.first]}:`)) head.push(`#note ${BEGINS} ${nicks[game.first]}`);
  const told = [...head, ...lines], meant = meantRules(parseLines(joined(told)).events, lexicon, nicks.length);
  // A game without challenges is read as one in which a wrong challenge costs the turn.
  /** @type {Rules} */
  const same = rules.challenge === "void" ? { ...rules, challenge: "double" } : rules;
  if (rulesText(/** @type {Rules} */ ({ ...rulesOf(lexicon), ...meant })) !== rulesText(same)) {
    head.push(`#note ${RULES_ARE} ${rulesText(rules)}`);
  }
  const text = joined([...head, ...lines]);
  // deno-lint-ignore no-control-regex
  return /^[\x00-\x7f]*$/.test(text) ? text : `#character-encoding UTF-8\n${text}`;
}

/** @param {string[]} lines */
const joined = (lines) => lines.map((line) => `${line}\n`).join("");

/**
 * @param {number} points
 */
const signed = (points) => points < 0 ? `${points}` : `+${points}`;

/**
 * The lines of all turns, and of the end.
 * @param {Game} game
 * @param {string[]} nicks
 * @returns {Generator<string>}
 */
function* events(game, nicks) {
  const totals = nicks.map(() => 0), { turns } = game;
  let last = /** @type {Turn | null} */ (null);
  for (const [number, turn] of turns.entries()) {
    const over = game.overAfter(number + 1);
    if (!(turn.kind === "fine" && over)) yield* eventOf(game, turn, last, nicks, totals, number);
    const note = game.notes.get(number + 1);
    if (note !== undefined && turn.kind !== "accept" && !(turn.kind === "fine" && over)) yield* noteLines(note);
    if (turn.kind === "placement") last = turn;
  }
  if (game.over) yield* endOf(game, nicks, totals);
  else yield* lastRacks(game);
}

/** @param {string} text */
function* noteLines(text) {
  for (const line of text.split("\n")) {
    for (let at = 0; at < (line.length || 1); at += LONGEST_NOTE) {
      const part = line.slice(at, at + LONGEST_NOTE);
      yield `#note ${at ? "\\+" : isEscaped(part) ? "\\" : ""}${part}`;
    }
  }
}

/**
 * @param {Game} game
 * @param {Turn} turn
 * @param {Turn | null} last
 * @param {string[]} nicks
 * @param {number[]} totals
 * @param {number} number
 */
function* eventOf(game, turn, last, nicks, totals, number) {
  const { kind, player, score, rack } = turn, nick = nicks[player];
  if (kind === "placement" || kind === "exchange" || kind === "pass") {
    totals[player] += score;
    yield `>${nick}: ${rack} ${turn.text} +${score} ${totals[player]}`;
  } else if (kind === "challenge" && last?.move) {
    const other = last.player, usual = last.move.words.map((word) => /** @type {const} */ ([word, !turn.success]));
    if (turn.success) {
      totals[other] -= last.score;
      yield `>${nicks[other]}: ${last.rack} -- -${last.score} ${totals[other]}`;
    } else if (score) {
      totals[other] += score;
      yield `>${nicks[other]}: ${game.rackAfter(number + 1, other)} (challenge) +${score} ${totals[other]}`;
    } else {
      yield `>${nick}: ${rack} - +0 ${totals[player]}`;
      yield `#note ${UNSUCCESSFUL}`;
    }
    if (JSON.stringify(turn.words) !== JSON.stringify(usual)) {
      yield [`#note ${CHALLENGED}`, ...turn.words.map(([word, valid]) => word + (valid ? "" : "*"))].join(" ");
    }
  } else if (kind === "fine") {
    totals[player] += score;
    yield `>${nick}:  (time) ${score} ${totals[player]}`;
  } else if (kind === "resignation") {
    yield `#note ${RESIGNED} ${nick}`;
  }
}

/**
 * @param {Game} game
 * @param {string[]} nicks
 * @param {number[]} totals
 */
function* endOf(game, nicks, totals) {
  const { racks, out } = game, { reason, ending, overtime } = /** @type {NonNullable<Game["result"]>} */ (game.result);
  let order = nicks.map((_, step) => (game.toMove + step) % nicks.length);
  if (reason === "out" && out !== null) {
    totals[out] += ending[out];
    const left = racks.filter((_, player) => player !== out).join("");
    yield `>${nicks[out]}:  (${left}) +${ending[out]} ${totals[out]}`;
    for (const [number, turn] of game.turns.entries()) {
      const note = turn.kind === "accept" ? game.notes.get(number + 1) : undefined;
      if (note !== undefined) yield* noteLines(note);
    }
    order = order.filter((player) => ending[player] < 0);
  }
  if (["out", "zeros", "passes"].includes(reason)) {
    for (const player of order.filter((player) => racks[player])) {
      totals[player] += ending[player];
      yield `>${nicks[player]}: ${racks[player]} (${racks[player]}) -${-ending[player]} ${totals[player]}`;
    }
  } else {
    yield `#note ${ENDED_BY}${reason}`;
  }
  for (const player of nicks.keys()) {
    if (!overtime[player]) continue;
    totals[player] += overtime[player];
    yield `>${nicks[player]}: ${racks[player]} (time) ${overtime[player]} ${totals[player]}`;
  }
  if (!["zeros", "passes"].includes(reason) && (reason !== "out" || nicks.length > 2)) yield* lastRacks(game);
}

/** @param {Game} game */
function* lastRacks(game) {
  for (const [player, rack] of game.racks.entries()) {
    if (rack && !(game.result && game.result.ending[player] < 0)) yield `#rack${player + 1} ${rack}`;
  }
}

// -- Reading ------------------------------------------------------------------------------------------------------------

/**
 * A line: an event (play, withdrawn, pass, exchange, bonus, out, penalty, time), a pragma, a note, or what goes on with one.
 * @typedef {{ line: number, kind: string, name: string, rack: string, place: string, text: string, score: number,
 *   total: number }} Event
 */

const EVENTS = ["play", "withdrawn", "pass", "exchange", "bonus", "out", "penalty", "time"];
const TURNS = ["play", "pass", "exchange"];

/** @param {string} text */
function parseLines(text) {
  if (text.length > MOST_BYTES) throw new GameRecordError(0, `a record of more than ${MOST_BYTES} characters`);
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  if (lines.length > MOST_LINES) throw new GameRecordError(0, `a record of more than ${MOST_LINES} lines`);
  /** @type {Event[]} */
  const events = [];
  let inNote = false;
  for (const [at, line] of lines.entries()) {
    const number = at + 1,
      event = { line: number, kind: "", name: "", rack: "", place: "", text: line, score: 0, total: 0 };
    if (line.length > LONGEST_LINE) throw new GameRecordError(number, `more than ${LONGEST_LINE} characters`);
    const pragma = /^#(\S+)\s*(.*)$/.exec(line), found = /^>([^:\s]+):(.*)$/.exec(line);
    if (!line.trim()) continue;
    if (pragma) {
      const name = pragma[1].toLowerCase(), kind = name === "note" ? name : name === "-" ? "more" : "pragma";
      events.push({ ...event, kind, name, text: pragma[2] });
      inNote = true;
    } else if (found) {
      events.push(parseEvent(event, found[1], found[2].trim().split(/\s+/)));
      inNote = false;
    } else if (inNote) events.push({ ...event, kind: "more" });
    else throw new GameRecordError(number, "neither a pragma nor an event");
  }
  return { events };
}

/**
 * @param {Event} event
 * @param {string} name
 * @param {string[]} tokens
 * @returns {Event}
 */
function parseEvent(event, name, tokens) {
  for (let at = 1; at < Math.min(tokens.length, MOST_WORDS) - 1; at++) {
    if (!/^(\+-|[+-])\d{1,10}$/.test(tokens[at]) || !/^-?\d{1,12}$/.test(tokens[at + 1])) continue;
    const score = Number(tokens[at].replace("+-", "-")), total = Number(tokens[at + 1]), before = tokens.slice(0, at);
    const last = before[at - 1],
      rack = at > 1 && before[0] !== "UNKNOWN" ? before[0] : "",
      made = { ...event, name, score, total };
    if (at <= 2 && last === "(challenge)") return { ...made, kind: "bonus", rack, text: "" };
    if (at <= 2 && last === "(time)") return { ...made, kind: "time", rack, text: "" };
    if (at <= 2 && last === "--") return { ...made, kind: "withdrawn", rack, text: "" };
    if (at <= 2 && last === "-") return { ...made, kind: "pass", rack, text: "" };
    if (at <= 2 && last[0] === "-") return { ...made, kind: "exchange", rack, text: last.slice(1) };
    if (at <= 2 && /^\([^()]*\)$/.test(last)) {
      return { ...made, kind: at === 2 ? "penalty" : "out", rack, text: last.slice(1, -1) };
    }
    if (at === 3 && readPlace(before[1])) return { ...made, kind: "play", rack, place: before[1], text: last };
    if (at === 2 && readPlace(before[0])) return { ...made, kind: "play", rack: "", place: before[0], text: last };
  }
  throw new GameRecordError(event.line, "not an event");
}

/**
 * What pragmas and events imply of the rules.
 * @param {Event[]} events
 * @param {Lexicon} lexicon
 * @param {number} players
 * @returns {Partial<Rules>}
 */
function meantRules(events, lexicon, players) {
  const told = events.find(({ kind, text }) => kind === "note" && text.trimStart().startsWith(`${RULES_ARE} `));
  if (told) return toldRules(told, lexicon);
  const acts = events.filter(({ kind }) => EVENTS.includes(kind)), notes = events.filter(({ kind }) => kind === "note");
  const bonuses = new Set(acts.filter(({ kind, score }) => kind === "bonus" && score > 0).map(({ score }) => score));
  /** @type {Rules["challenge"]} */
  let challenge = "double";
  if (notes.some(({ text }) => text.trim() === `${ENDED_BY}challenge`)) challenge = "triple";
  else if (bonuses.size) {
    challenge = bonuses.size > 1 ? "5pt/word" : bonuses.has(5) ? "5pt" : bonuses.has(10) ? "10pt" : "5pt/word";
  } else if (hasFreeChallenge(events) || acts.some(({ kind }) => kind === "bonus")) challenge = "single";
  const outBonus = outBonusOf(acts, lexicon, players);
  return outBonus ? { challenge, outBonus } : { challenge };
}

/**
 * @param {Event} told
 * @param {Lexicon} lexicon
 */
function toldRules(told, lexicon) {
  try {
    const given = Object.entries(JSON.parse(told.text.trim().slice(RULES_ARE.length)));
    const values = given.map((
      [name, value],
    ) => [toCamel(name), Array.isArray(value) ? Object.fromEntries(value) : value]);
    const rules = { ...USUAL, ...Object.fromEntries(values) };
    rulesOf(lexicon, rules);
    return rules;
  } catch (error) {
    throw new GameRecordError(told.line, `not the rules of a game: ${error.message}`);
  }
}

/**
 * Whether a player who challenged a valid play kept the turn.
 * @param {Event[]} events
 */
function hasFreeChallenge(events) {
  let last = "", challenger = /** @type {string | null} */ (null);
  for (const { kind, name, text } of events) {
    if (kind === "note" && text.trim() === UNSUCCESSFUL) challenger = last;
    else if (EVENTS.includes(kind)) {
      if (name === challenger && TURNS.includes(kind)) return true;
      last = name;
      challenger = null;
    }
  }
  return false;
}

/**
 * @param {Event[]} acts
 * @param {Lexicon} lexicon
 * @param {number} players
 */
function outBonusOf(acts, lexicon, players) {
  const outs = acts.filter(({ kind }) => kind === "out");
  const penalties = acts.filter(({ kind, score }) => kind === "penalty" && score);
  if (!outs.length && new Set(penalties.map(({ name }) => name)).size >= players) return undefined;
  const pointsOf = (/** @type {string} */ text) => {
    const tiles = lexicon.alphabet.tilesOrNothing(text, "?");
    return tiles ? tiles.reduce((sum, tile) => sum + lexicon.points[tile], 0) : 0;
  };
  let gained = 0;
  const out = outs.at(-1);
  if (out) {
    const points = pointsOf(out.text);
    if (!points || ![points, 2 * points].includes(out.score)) return undefined;
    gained = out.score / points;
  }
  const lost = Number(penalties.some(({ text, score }) => score === -pointsOf(text)));
  const names = /** @type {Rules["outBonus"][]} */ (Object.keys(OUT_BONUSES));
  return names.find((name) => OUT_BONUSES[name][0] === gained && OUT_BONUSES[name][1] === lost);
}

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
  const layout = layoutOf(pragmas, lexicon), meant = meantRules(events, lexicon, nicks.length);
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
 * @returns {Partial<Rules>}
 */
function layoutOf(pragmas, { name }) {
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
      try {
        if (EVENTS.includes(event.kind)) this.#act(event, at);
        else if (event.kind === "note" || event.kind === "more") this.#note(event, at);
        else if (/^rack\d+$/.test(event.name) && at < begins) early.push(event);
        else if (/^rack\d+$/.test(event.name)) this.#setLast(event);
      } catch (error) {
        if (error instanceof GameRecordError) throw error;
        throw new GameRecordError(event.line, error.message);
      }
    }
    for (const event of early) {
      const nick = nicks[Number(event.name.slice(4)) - 1],
        shown = events.find(({ name, rack }) => rack && name === nick);
      if (shown?.rack !== event.text.trim()) this.#setLast(event);
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

// @ts-check
// Records in GCG: written as lexkit writes them, and parsed; gcg_replay.js reads them. What GCG has no event for is a note,
// as in runtime/game/gcg/.

/** @import { Game, Turn } from "./game.js" */
/** @import { GameOptions } from "./game.d.ts" */
/** @import { Rules } from "./lexkit.d.ts" */
/** @import { Lexicon } from "./moves.js" */

import { readPlace, writePlace } from "./notation.js";
import { OUT_BONUSES, rulesOf, USUAL } from "./rules.js";

const MOST_BYTES = 1 << 20, MOST_LINES = 20_000, LONGEST_LINE = 2000, MOST_WORDS = 8, LONGEST_NOTE = 1900;
export const UNSUCCESSFUL = "#unsuccessful-challenge",
  BEGINS = "#begins",
  CHALLENGED = "#challenged",
  RULES_ARE = "#rules";
export const RESIGNED = "#resigned", UNKNOWN = "#rack-unknown", FINED = "#fined", ENDED_BY = "the game ended by ";
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
export const isOwn = (note) => note.startsWith(ENDED_BY) || OWN.includes(note.split(" ", 1)[0]);
/** @param {string} part */
export const isEscaped = (part) => !part || /^\s|\s$|^\\/.test(part) || isOwn(part);
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
  const own = ownLayout(rules);
  if (own) {
    const { rows, start } = own;
    told.unshift(
      `"layout": {"name": "own", "rows": [${rows.map((row) => JSON.stringify(row)).join(", ")}], "start": "${start}"}`,
    );
  }
  return `{${told.join(", ")}}`;
}

/**
 * The rows and the start square of a board that has no name, or undefined.
 * @param {Rules} rules
 */
function ownLayout({ layout, start }) {
  if (typeof layout === "string") return undefined;
  const [row, column] = start ?? [layout.length >> 1, layout[0].length >> 1];
  return { rows: layout, start: writePlace(row, column) };
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
export const signed = (points) => points < 0 ? `${points}` : `+${points}`;

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
    yield* forgotten(game, nicks, number);
    if (!(turn.kind === "fine" && over)) yield* eventOf(game, turn, last, nicks, totals, number);
    const note = game.notes.get(number + 1);
    if (note !== undefined && turn.kind !== "accept" && !(turn.kind === "fine" && over)) yield* noteLines(note);
    if (turn.kind === "placement") last = turn;
  }
  yield* forgotten(game, nicks, turns.length);
  if (game.over) yield* endOf(game, nicks, totals);
  else yield* lastRacks(game);
}

/**
 * The note on players whose tiles are unknown again after so many turns.
 * @param {Game} game
 * @param {string[]} nicks
 * @param {number} turns
 */
function* forgotten(game, nicks, turns) {
  const players = game.forgottenAfter(turns);
  if (players.length) yield [`#note ${UNKNOWN}`, ...players.map((player) => nicks[player])].join(" ");
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

export const EVENTS = ["play", "withdrawn", "pass", "exchange", "bonus", "out", "penalty", "time"];
export const TURNS = ["play", "pass", "exchange"];

/** @param {string} text */
export function parseLines(text) {
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
 * The rules that pragmas and events imply.
 * @param {Event[]} events
 * @param {Lexicon} lexicon
 * @param {number} players
 * @returns {Partial<Rules>}
 */
export function meantRules(events, lexicon, players) {
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
    const rules = { ...USUAL, ...Object.fromEntries(values) }, { layout } = rules;
    if (layout && typeof layout === "object") {
      const start = readPlace(String(layout.start));
      if (!Array.isArray(layout.rows) || !start) throw new RangeError("a board has rows and a start square");
      Object.assign(rules, { layout: layout.rows, start: [start.row, start.column] });
    }
    rulesOf(lexicon, rules);
    return rules;
  } catch (error) {
    throw new GameRecordError(told.line, `not the rules of a game: ${error.message}`);
  }
}

/**
 * Return whether a player who challenged a valid play kept the turn.
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

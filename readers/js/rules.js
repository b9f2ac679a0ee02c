// @ts-check
// The rules of a game, by Python's names; those of a language come from lexicons/rules/, as a test says.

/** @import { WordLexicon } from "./words.js" */
/** @import { Rules } from "./lexkit.d.ts" */

/**
 * Rules of most languages.
 * @type {Omit<Rules, "layout" | "start">}
 */
export const USUAL = {
  rackSize: 7,
  bingo: 50,
  bonuses: {},
  lengthBonuses: {},
  exchangeMinimum: 7,
  zeroTurns: 6,
  passTurns: 0,
  exchangesCount: true,
  emptyBoardEnds: true,
  withdrawnIsPass: false,
  exchangeLimit: 0,
  outBonus: "double",
  challenge: "void",
};

/**
 * Changes to the rules, by alphabet.
 * @type {Record<string, Partial<Rules>>}
 */
export const BY_ALPHABET = {
  german: { zeroTurns: 0, passTurns: 4 },
  hong_kong_english: { rackSize: 9, exchangeMinimum: 9 },
  polish: { passTurns: 4, exchangesCount: false, exchangeLimit: 3 },
  spanish: { zeroTurns: 12, passTurns: 4, exchangeMinimum: 1, emptyBoardEnds: false, withdrawnIsPass: true },
};

/**
 * Multiples of the points on the others' racks: the gain of the player who goes out, and the others' loss.
 * @type {Record<string, [gained: number, lost: number]>}
 */
export const OUT_BONUSES = { double: [2, 0], each: [1, 1], once: [1, 0], penalty: [0, 1], both: [2, 1] };

/**
 * The cost of a challenge: `void` if words are checked before a play is accepted, else a turn, the game, or points.
 * @type {Record<string, { void?: boolean, costsTurn?: boolean, decides?: boolean, points: number, eachWord?: boolean }>}
 */
export const CHALLENGES = {
  void: { void: true, points: 0 },
  single: { points: 0 },
  double: { costsTurn: true, points: 0 },
  triple: { decides: true, points: 0 },
  "5pt": { points: 5 },
  "10pt": { points: 10 },
  "5pt/word": { points: 5, eachWord: true },
  "10pt/word": { points: 10, eachWord: true },
};

/** @type {Record<string, [least: number, most: number]>} */
const RANGES = {
  rackSize: [1, 15],
  bingo: [0, 10_000],
  exchangeMinimum: [0, 10_000],
  zeroTurns: [0, 10_000],
  passTurns: [0, 10_000],
  exchangeLimit: [0, 10_000],
};

/**
 * The rules of a lexicon's language, with changes; `layout` and `start` are those of the board.
 * @param {WordLexicon} lexicon
 * @param {Partial<Rules>} changes
 * @returns {Rules}
 * @throws {RangeError} for a rule that there is not, and for a value that it cannot have
 */
export function rulesOf(lexicon, changes = {}) {
  const known = { ...USUAL, layout: "standard", start: undefined };
  for (const [name, value] of Object.entries(changes)) {
    if (!(name in known)) throw new RangeError(`no such rule: ${name}; rules are ${Object.keys(known).join(", ")}`);
    const usual = known[/** @type {keyof typeof known} */ (name)], range = RANGES[name];
    const choices = name === "challenge" ? CHALLENGES : name === "outBonus" ? OUT_BONUSES : undefined;
    if (choices && !(String(value) in choices)) {
      throw new RangeError(`${name}: ${Object.keys(choices).join(", ")}, not ${value}`);
    }
    if (range && !(Number.isInteger(value) && Number(value) >= range[0] && Number(value) <= range[1])) {
      throw new RangeError(`${name}: ${range.join(" to ")}, not ${value}`);
    }
    if (typeof usual === "boolean" && typeof value !== "boolean") {
      throw new RangeError(`${name}: true or false, not ${value}`);
    }
  }
  const rules = { ...USUAL, layout: "standard", ...BY_ALPHABET[lexicon.name], ...changes };
  if (!rules.zeroTurns && !rules.passTurns) {
    throw new RangeError("a game could never end: zeroTurns and passTurns are 0");
  }
  return Object.freeze(rules);
}

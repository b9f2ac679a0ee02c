// @ts-check
// A score sheet in the browser: its lines, what the server says of them, undo, and the copy that outlives a reload.

/** @import { Plays } from "./plays.js" */
/** @import { Answer, JudgedLine, JudgedSheet, Laid, Line, SheetFacts, View } from "./types.d.ts" */

import { request } from "./dom.js";

const KEPT = "lexkit.sheet";
/**
 * @param {Line | JudgedLine} line
 * @returns {Line}
 */
const fields = ({ player, action, rack, note, remark }) => ({
  player,
  action,
  rack: rack ?? "",
  note: note ?? "",
  remark: remark ?? "",
});
/**
 * A sheet as the server takes it.
 * @param {SheetFacts} facts
 */
const sent = ({ remarks: _, ...facts }) => ({ ...facts, lines: facts.lines.map(fields) });
/** @type {SheetFacts} */
const EMPTY = {
  lexicon: "",
  start: "",
  players: ["Player 1", "Player 2"],
  first: 0,
  layout: "standard",
  challenge: "",
  lines: [],
  racks: [],
  remarks: [],
};

export class Sheet {
  constructor() {
    this.facts = EMPTY; // what is sent
    this.found = /** @type {JudgedSheet} */ (/** @type {unknown} */ (null)); // what came of it, once it was sent
    /** @type {SheetFacts[]} */
    this.past = []; // for undo and redo
    /** @type {SheetFacts[]} */
    this.future = [];
    this.asked = 0;
  }

  /**
   * What came of a sheet with other facts; null if it was asked anew before.
   * @param {Partial<SheetFacts>} change
   * @returns {Promise<Answer<JudgedSheet> | null>}
   */
  async try(change) {
    const own = ++this.asked;
    /** @type {Answer<JudgedSheet>} */
    const found = await request("/api/sheets", sent({ ...this.facts, ...change }));
    return own === this.asked ? found : null;
  }

  /**
   * Change the sheet for good; the error if the server refuses, else empty.
   * @param {Partial<SheetFacts>} change
   */
  async change(change, remember = true) {
    const before = this.facts;
    const own = ++this.asked;
    /** @type {Answer<JudgedSheet>} */
    const found = await request("/api/sheets", sent({ ...before, ...change }));
    if (found.error) return found.error;
    if (own !== this.asked && this.facts !== before) return "it was changed at the same time: try again";
    if (remember) {
      this.past.push(before);
      this.future = [];
    }
    this.take({ ...before, ...change }, found);
    return "";
  }

  /**
   * @param {SheetFacts} facts
   * @param {JudgedSheet} found
   */
  take(facts, found) {
    this.facts = {
      ...facts,
      start: found.start,
      first: found.first,
      players: found.setting.players.map((one) => one.name),
      challenge: "",
      lines: found.lines.map(fields),
    };
    this.found = found;
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.facts));
    } catch { /* full, or off */ }
  }

  /**
   * @param {SheetFacts[]} from
   * @param {SheetFacts[]} to
   */
  async step(from, to) {
    const facts = from.pop();
    if (!facts) return "";
    const before = this.facts;
    const trouble = await this.change(facts, false);
    if (trouble) from.push(facts);
    else to.push(before);
    return trouble;
  }
  undo() {
    return this.step(this.past, this.future);
  }
  redo() {
    return this.step(this.future, this.past);
  }

  /**
   * Take the sheet of a record; `file`: of bytes, since only the server knows their encoding.
   * @param {Blob} file
   * @param {string} lexicon
   */
  async open(file, lexicon) {
    /** @type {Answer<JudgedSheet>} */
    const found = await request(`/api/sheets/read?${new URLSearchParams({ lexicon })}`, file);
    if (found.error) return found.error;
    if (this.found) this.past.push(this.facts);
    this.future = [];
    this.take({ ...EMPTY, lexicon, lines: found.lines.map(fields), racks: found.racks, remarks: found.remarks }, found);
    return "";
  }

  /**
   * A new sheet; undo brings the old one back.
   * @param {Partial<SheetFacts>} change
   */
  fresh(change) {
    return this.change({ ...EMPTY, ...change });
  }

  /** @returns {SheetFacts} */
  kept() {
    try {
      return { ...EMPTY, ...JSON.parse(localStorage.getItem(KEPT) ?? "null") };
    } catch {
      return EMPTY;
    }
  }

  /**
   * What is written of it: {text, name}, or {error}.
   * @param {string} kind
   * @param {number} turn
   * @returns {Promise<Answer<{ text: string }>>}
   */
  write(kind, turn) {
    return request("/api/sheets/file", { ...sent(this.facts), kind, turn });
  }

  /**
   * How many turns the game has had before a line.
   * @param {number} at
   */
  turnsBefore(at) {
    return Math.max(0, ...this.found.lines.slice(0, at).map((line) => line.number ?? 0));
  }

  /**
   * The game as it stood before a line: the scores, who was to move, and the racks, as far as known.
   * @param {number} at
   * @returns {View}
   */
  before(at) {
    const { view, lines } = this.found;
    const turns = this.turnsBefore(at);
    /** @type {(rack: string[], player: number) => string[]} */
    const held = (rack, player) => {
      const next = lines.slice(at).find((line) => line.player === player);
      return next ? [next.rack] : rack;
    };
    return {
      ...view,
      over: false,
      to_move: lines[at].player,
      racks: view.racks && view.racks.map(held),
      scores: turns ? view.history[turns - 1].totals : view.scores.map(() => 0),
    };
  }

  /**
   * The tiles that lay after so many turns: square -> {letter, blank}; and those of the last play.
   * @param {number} turns
   * @param {Plays} plays
   * @returns {{ lying: Map<number, Laid>, last: Map<number, Laid> }}
   */
  squares(turns, plays) {
    /** @type {Map<number, Laid>} */
    const lying = new Map();
    /** @type {Map<number, Laid>} */
    let last = new Map();
    for (const turn of this.found.view.history.slice(0, turns)) {
      if (turn.kind === "placement") {
        last = plays.placed(turn.place, turn.text.split(" ")[1]);
        for (const [square, tile] of last) lying.set(square, tile);
      } else if (turn.kind === "challenge" && turn.success) {
        for (const square of last.keys()) lying.delete(square);
        last = new Map();
      }
    }
    return { lying, last };
  }
}

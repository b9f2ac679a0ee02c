// A score sheet in the browser: its lines, what the server says of them, undo, and the copy that outlives a reload.

import { request } from "./dom.js";

const KEPT = "lexkit.sheet";
const fields = ({ player, action, rack, note, remark }) => ({
  player,
  action,
  rack: rack ?? "",
  note: note ?? "",
  remark: remark ?? "",
});
// A sheet as the server takes it.
const sent = ({ remarks: _, ...facts }) => ({ ...facts, lines: facts.lines.map(fields) });
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
    this.found = null; // what came of it
    this.past = []; // for undo and redo
    this.future = [];
    this.asked = 0;
  }

  // What came of a sheet with other facts; null if it was asked anew before.
  async try(change) {
    const own = ++this.asked;
    const found = await request("/api/sheets", sent({ ...this.facts, ...change }));
    return own === this.asked ? found : null;
  }

  // Change the sheet for good; the error if the server refuses, else empty.
  async change(change, remember = true) {
    const before = this.facts;
    const own = ++this.asked;
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

  // Take the sheet of a record; `file`: of bytes, since only the server knows their encoding.
  async open(file, lexicon) {
    const found = await request(`/api/sheets/read?${new URLSearchParams({ lexicon })}`, file);
    if (found.error) return found.error;
    if (this.found) this.past.push(this.facts);
    this.future = [];
    this.take({ ...EMPTY, lexicon, lines: found.lines.map(fields), racks: found.racks, remarks: found.remarks }, found);
    return "";
  }

  // A new sheet; undo brings the old one back.
  fresh(change) {
    return this.change({ ...EMPTY, ...change });
  }

  kept() {
    try {
      return { ...EMPTY, ...JSON.parse(localStorage.getItem(KEPT)) };
    } catch {
      return EMPTY;
    }
  }

  // What is written of it: {text, name}, or {error}.
  write(kind, turn) {
    return request("/api/sheets/file", { ...sent(this.facts), kind, turn });
  }

  // How many turns the game has had before a line.
  turnsBefore(at) {
    return Math.max(0, ...this.found.lines.slice(0, at).map((line) => line.number ?? 0));
  }

  // The game as it stood before a line: the scores, who was to move, and the racks, as far as known.
  before(at) {
    const { view, lines } = this.found;
    const turns = this.turnsBefore(at);
    const held = (rack, player) => {
      const next = lines.slice(at).find((line) => line.player === player);
      return next ? [next.rack] : rack;
    };
    return {
      ...view,
      over: false,
      to_move: lines[at].player,
      racks: view.racks.map(held),
      scores: turns ? view.history[turns - 1].totals : view.scores.map(() => 0),
    };
  }

  // The tiles that lay after so many turns: square -> {letter, blank}; and those of the last play.
  squares(turns, plays) {
    const lying = new Map();
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

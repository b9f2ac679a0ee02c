// What the page of a game knows: its files share it.

import { announce } from "./dom.js";
import { Rack } from "./rack.js";

export const facts = new URLSearchParams(location.hash.slice(1));
export const game = { game: facts.get("g") ?? "", token: facts.get("t") ?? "" };
export const rack = new Rack();
export const placed = new Map(); // the tiles that lie on the board but are not played: square -> {id, letter, blank}

export const state = {
  live: null, // the connection
  setting: null, // what does not change
  plays: null,
  board: null,
  seat: null, // null for a spectator
  names: "", // of the players, as last shown
  view: null,
  past: null, // the newest view; that of an earlier turn that is looked at
  here: null,
  received: 0,
  cursor: null, // {square, across}
  chosen: null, // a tile of the rack, by id
  mark: null, // where a hint says that a play begins: {square, across}
  ghost: new Map(), // a move of the analysis, shown on the board
  preview: { asked: 0, text: null, error: null, score: null },
  hints: { revision: -1, step: 0 },
  note: { text: "", bad: false }, // a remark, instead of what is said by itself
  busy: false,
  returned: false, // whether the connection was lost, and what lies was not scored
  on: {}, // what the page does: show(), say() and commit(); by a press {pick(tile), look(turn), again(), study()}, add(play) to the analysis, and drawn()
};

export const show = () => state.on.show?.();
export const say = () => state.on.say?.();

// heard: what a screen reader says, if that is not the text.
export function remark(text, bad = false, heard = text) {
  state.note = { text, bad };
  if (text) announce(heard);
  if (state.view) say();
}

export const friendly = (text) =>
  text.replace(/^.*not in the lexicon: (.*)$/, "Not a word here: $1").replace(/^(.)/, (first) => first.toUpperCase());

export const shownView = () => state.past ?? state.view;
// Whether the position that is seen is the one in which this player acts.
export const live = () => !state.past && state.seat !== null && !state.view.over;
// Whether plays may be analysed here.
export const open = () => state.setting.hints || state.view.over || state.setting.recorded;

// The rack from which tiles may be laid: one's own; when racks are open, or of an earlier turn, that of the player to move.
export function rackSeen() {
  const seen = shownView();
  if (!seen || seen.to_move === null) return null;
  if (seen.racks) return seen.racks[seen.to_move];
  return state.seat !== null && (!state.past || seen.to_move === state.seat) ? seen.rack : null;
}
export const mine = () => Boolean(rackSeen()?.length);
// Whether the tiles that lie are a play.
export const ready = () => Boolean(placed.size && state.preview.text && !state.preview.error);

// @ts-check
// What the page of a game knows: its files share it.

/** @import { Placed, State, View } from "./types.d.ts" */

import { announce } from "./dom.js";
import { Rack } from "./rack.js";

export const facts = new URLSearchParams(location.hash.slice(1));
export const game = { game: facts.get("g") ?? "", token: facts.get("t") ?? "" };
export const rack = new Rack();
/**
 * The tiles that lie on the board but are not played, by square.
 * @type {Map<number, Placed>}
 */
export const placed = new Map();

export const state = /** @type {State<View>} */ (/** @type {unknown} */ ({
  live: null,
  setting: null,
  plays: null,
  board: null,
  view: null,
  past: null,
  seat: null,
  names: "",
  here: null,
  received: 0,
  cursor: null,
  chosen: null,
  mark: null,
  ghost: new Map(),
  preview: { asked: 0, text: null, error: null, score: null },
  hints: { revision: -1, step: 0 },
  note: { text: "", bad: false },
  busy: false,
  returned: false,
  on: {},
}));

export const show = () => state.on.show?.();
export const say = () => state.on.say?.();

/**
 * @param {string} text
 * @param {string} heard what a screen reader says, if that is not the text
 */
export function remark(text, bad = false, heard = text) {
  state.note = { text, bad };
  if (text) announce(heard);
  if (state.view) say();
}

/** @param {string} text */
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

// @ts-check
// The tiles that lie on the board but are not played.

/** @import { RackTile, Row, View } from "./types.d.ts" */

import { $, ask, el, tileFace } from "./dom.js";
import { showRack } from "./rack.js";
import { friendly, game, mine, placed, rack, rackSeen, remark, say, show, shownView, state } from "./state.js";

/**
 * Draw the board and the rack. marked: the squares of the last move.
 * @param {Set<number>} marked
 */
export function drawTiles(marked = new Set()) {
  const seen = shownView();
  const blanks = new Set(seen.blanks);
  state.board.show(
    (square) => {
      const own = placed.get(square);
      if (own) return { letter: own.letter, blank: own.blank, kind: "new" };
      if (seen.squares[square] === "") {
        const tile = state.ghost.get(square);
        return tile ? { ...tile, kind: "ghost" } : null;
      }
      const blank = blanks.has(square);
      const letter = blank
        ? state.plays.byLower.get(seen.squares[square])?.label ?? seen.squares[square]
        : seen.squares[square];
      return { letter, blank, kind: marked.has(square) ? "last" : "" };
    },
    state.cursor,
    state.past ? null : state.mark,
  );
  showRack(
    $("rack"),
    rack,
    state.plays,
    new Set([...placed.values()].map((tile) => tile.id)),
    state.chosen,
    state.on.pick,
  );
}

const draft = () => `lexkit.draft.${game.game}.${state.seat}`;
// What a draft belongs to: in a duplicate game others may hand in meanwhile.
const stage = () => (state.setting.duplicate ? state.view.turns : state.view.revision);

/**
 * @param {number} square
 * @param {RackTile} tile
 * @param {string} letter
 * @returns {boolean}
 */
export function place(square, tile, letter = "") {
  if (!mine() || shownView().squares[square] !== "" || state.plays.brick(square)) return false;
  const there = placed.get(square);
  if (there && there.id === tile.id) return false;
  const from = [...placed].find(([, other]) => other.id === tile.id);
  if (from) {
    placed.delete(from[0]);
    if (there) placed.set(from[0], there);
    letter ||= from[1].letter;
  }
  placed.set(square, { id: tile.id, letter: tile.label === "?" ? letter : tile.label, blank: tile.label === "?" });
  return true;
}

/**
 * @param {number} square
 * @param {RackTile} tile
 */
export async function placeAsking(square, tile) {
  const from = [...placed.values()].find((other) => other.id === tile.id);
  if (tile.label === "?" && !from) {
    if (!mine() || shownView().squares[square] !== "") return;
    const letter = await chooseLetter();
    if (!letter) return;
    place(square, tile, letter);
  } else place(square, tile);
  state.chosen = null;
  changed();
}

/**
 * Ask what a blank is. Letters choose it, too: after one that others may follow (C, if there is a tile CH), a moment passes.
 * @returns {Promise<string | null>}
 */
function chooseLetter() {
  const { plays } = state;
  return ask("The blank is", (close) => {
    const buttons = new Map(
      plays.labels.map((label) => [
        label,
        el("button", { "aria-label": label, onclick: () => close(label) }, tileFace(label, 0, "blank")),
      ]),
    );
    let text = "", waiting = 0;
    const type = (/** @type {KeyboardEvent} */ event) => {
      if ([...event.key].length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      clearTimeout(waiting);
      const fits = (/** @type {string} */ typed) =>
        plays.labels.filter((label) => plays.spelled(label).startsWith(typed));
      const capitals = plays.capitals(event.key);
      text = [...capitals.map((one) => text + one), ...capitals].find((one) => fits(one).length) ?? "";
      const found = text ? fits(text) : [];
      const label = found.find((one) => plays.spelled(one) === text) ?? (found.length === 1 ? found[0] : null);
      if (!label) return;
      event.preventDefault();
      buttons.get(label)?.focus();
      if (found.length === 1 && plays.spelled(label) === text) close(label);
      else waiting = setTimeout(() => close(label), 1000);
    };
    return [
      el("div", { class: "letters", onkeydown: type }, ...buttons.values()),
      el("div", { class: "row end" }, el("button", { onclick: () => close(null) }, "Cancel")),
    ];
  });
}

/** @param {number | null} square */
export function recall(square = null) {
  if (square === null) placed.clear();
  else placed.delete(square);
  state.chosen = null;
  changed();
}

// After the tiles on the board have changed: show them, keep them for a reload, ask for the score.
export function changed() {
  if (!state.past) {
    try {
      if (placed.size) {
        sessionStorage.setItem(
          draft(),
          JSON.stringify({
            stage: stage(),
            placed: [...placed].map(([square, tile]) => [square, tile.letter, tile.blank]),
            order: rack.tiles.map((tile) => tile.label),
          }),
        );
      } else sessionStorage.removeItem(draft());
    } catch { /* no storage */ }
  }
  state.preview = { asked: state.preview.asked + 1, text: null, error: null, score: null, words: [] };
  if (placed.size) {
    const number = state.preview.asked;
    const play = state.plays.text(shownView().squares, placed, state.cursor?.across ?? true);
    state.preview.text = play;
    if (!play) state.preview.error = "The tiles do not make one line.";
    else {
      state.live.ask("preview", { play, ...(state.past ? { turn: state.past.turn } : {}) }).then(
        ({ preview: found }) => {
          if (number !== state.preview.asked) return;
          state.preview.score = found.score;
          const [where, tiles] = play.split(" ");
          state.preview.words = [
            state.plays.word(where, tiles, shownView().squares),
            ...found.words.slice(1),
          ];
          say();
        },
        (error) => {
          if (number === state.preview.asked) {
            state.preview.error = error.message;
            say();
          }
        },
      );
    }
  }
  show();
}

// The tiles that lay there before a reload, or before an earlier turn was looked at; whether there are any.
function restore() {
  let kept;
  try {
    kept = JSON.parse(sessionStorage.getItem(draft()) ?? "null");
  } catch {
    kept = null;
  }
  if (!kept || kept.stage !== stage() || !state.view.rack) return false;
  const left = [...rack.tiles];
  /** @type {RackTile[]} */
  const order = [];
  for (const label of kept.order ?? []) {
    const at = left.findIndex((tile) => tile.label === label);
    if (at >= 0) order.push(...left.splice(at, 1));
  }
  rack.tiles = [...order, ...left];
  for (const [square, letter, blank] of kept.placed) {
    const used = new Set([...placed.values()].map((tile) => tile.id));
    const tile = rack.tiles.find((one) => one.label === (blank ? "?" : letter) && !used.has(one.id));
    if (tile) place(square, tile, letter);
  }
  return placed.size > 0;
}

/**
 * Show an earlier position, null for the newest, with the rack of its player and no tiles but those that lay in the game.
 * @param {View | null} past
 */
export function turnTo(past) {
  state.past = past;
  state.ghost = new Map();
  state.cursor = state.chosen = null;
  state.note = { text: "", bad: false };
  placed.clear();
  rack.set(rackSeen() ?? []);
  if (!past) restore();
  changed();
}

/**
 * Look at the position after so many turns.
 * @param {number} turn
 */
export async function look(turn) {
  if (turn >= state.view.turns) {
    turnTo(null);
    return;
  }
  try {
    turnTo((await state.live.ask("look", { turn: Math.max(0, turn) })).past);
  } catch (error) {
    remark(friendly(error.message), true);
  }
}

/**
 * Lay the tiles of a play; whether the rack that is seen can.
 * @param {Row} row
 */
export function layRow(row) {
  if (!row.place || !mine()) return false;
  placed.clear();
  for (const [square, tile] of state.plays.placed(row.place, row.tiles)) {
    const used = new Set([...placed.values()].map((one) => one.id));
    const own = rack.tiles.find((one) => one.label === (tile.blank ? "?" : tile.letter) && !used.has(one.id));
    if (own) place(square, own, tile.letter);
  }
  state.ghost = new Map();
  changed();
  return true;
}

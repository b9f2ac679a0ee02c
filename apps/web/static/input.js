// Mouse, touch and keys on the board and the rack.

import { commit } from "./actions.js";
import { $, announce, tileFace } from "./dom.js";
import { squareName } from "./plays.js";
import { dragging } from "./rack.js";
import { remark, show } from "./showing.js";
import { mine, placed, rack, state } from "./state.js";
import { changed, place, placeAsking, recall } from "./tiles.js";

export function chooseSquare(square) {
  if (state.past) return;
  if (state.chosen !== null && state.view.squares[square] === "" && !placed.has(square)) {
    const tile = rack.tiles.find((one) => one.id === state.chosen);
    if (tile) { placeAsking(square, tile); return; }
  }
  if (placed.has(square)) { state.board.focus(square); return; }
  if (state.view.squares[square] !== "" || !mine()) { state.cursor = null; state.board.focus(square); show(); return; }
  if (!state.cursor || state.cursor.square !== square) state.cursor = { square, across: state.cursor?.across ?? true };
  else if (state.cursor.across) state.cursor = { square, across: false };
  else state.cursor = null;
  state.board.focus(square);
  show();
}

// The next empty square of the cursor's line.
function advance(square, step = 1) {
  let next = state.plays.next(square, state.cursor.across, step);
  while (next !== null && (state.view.squares[next] !== "" || placed.has(next)) && step > 0) next = state.plays.next(next, state.cursor.across, step);
  return next;
}

function moveCursor(square) {
  if (square === null || state.plays.brick(square)) { state.cursor = null; return; }
  state.cursor = { ...state.cursor, square };
  state.board.focus(square);
}

export function pickTile(tile) {
  if (!mine()) return;
  if (state.cursor && !placed.has(state.cursor.square) && state.view.squares[state.cursor.square] === "") {
    const { square } = state.cursor;
    placeAsking(square, tile).then(() => { if (placed.has(square) && state.cursor) { moveCursor(advance(square)); show(); } });
    return;
  }
  state.chosen = state.chosen === tile.id ? null : tile.id;
  show();
}

// A letter typed at a square: the tile of the rack that it means, if any.
function typed(square, key, shift) {
  const used = new Set([...placed.values()].map((tile) => tile.id));
  const free = rack.tiles.filter((tile) => !used.has(tile.id));
  const upper = [key.toLocaleUpperCase(state.setting.alphabet === "turkish" ? "tr" : undefined), key.toUpperCase()];
  // Two keys for one tile: L and then L again are LL, if the rack has that tile.
  const before = state.plays.next(square, state.cursor.across, -1);
  const last = before !== null ? placed.get(before) : null;
  if (last && !last.blank && !shift) {
    const tile = free.find((one) => upper.some((text) => one.label === last.letter + text));
    if (tile && !free.some((one) => upper.includes(one.label))) {
      placed.delete(before);
      place(before, tile);
      return before;
    }
  }
  const label = state.plays.labels.find((one) => upper.includes(one)) ?? state.plays.labels.find((one) => upper.some((text) => one.startsWith(text)));
  if (!label) return null;
  const own = shift ? null : free.find((tile) => tile.label === label) ?? free.find((tile) => upper.some((text) => tile.label.startsWith(text)));
  const blank = free.find((tile) => tile.label === "?");
  if (!own && !blank) { remark(`No ${label} on your rack.`, true); return null; }
  return place(square, own ?? blank, own ? undefined : label) ? square : null;
}

export function onKey(event, square) {
  if (event.ctrlKey || event.metaKey || event.altKey || state.past) return;
  const arrows = { ArrowLeft: [true, -1], ArrowRight: [true, 1], ArrowUp: [false, -1], ArrowDown: [false, 1] };
  const { key } = event;
  let handled = true;
  if (arrows[key]) {
    const next = state.plays.next(square, ...arrows[key]);
    if (next !== null) {
      if (state.cursor && state.view.squares[next] === "") state.cursor = { square: next, across: state.cursor.across };
      else if (state.cursor) state.cursor = null;
      state.board.focus(next);
      show();
    }
  } else if (key === "Home" || key === "End") {
    state.board.focus(Math.floor(square / state.setting.columns) * state.setting.columns + (key === "End" ? state.setting.columns - 1 : 0));
  } else if (key === " ") {
    if (state.view.squares[square] === "" && mine()) { state.cursor = { square, across: state.cursor?.square === square ? !state.cursor.across : state.cursor?.across ?? true }; show(); }
  } else if (key === "Enter") {
    if (placed.size) commit(); else chooseSquare(square);
  } else if (key === "Escape") {
    state.cursor = null;
    recall();
  } else if (key === "Backspace" || key === "Delete") {
    const back = placed.has(square) ? square : state.cursor ? backwards(square) : null;
    if (back !== null && placed.has(back)) {
      placed.delete(back);
      state.cursor = { square: back, across: state.cursor?.across ?? true };
      state.board.focus(back);
      changed();
    }
  } else if ([...key].length === 1 && mine()) {
    if (state.view.squares[square] !== "" || placed.has(square)) {
      if (!state.cursor) { remark("This square is taken.", true); event.preventDefault(); return; }
    }
    if (!state.cursor || state.cursor.square !== square) state.cursor = { square, across: state.cursor?.across ?? true };
    const number = Number(key);
    state.note = { text: "", bad: false };
    if (number >= 1 && number <= rack.tiles.length) {
      const tile = rack.tiles[number - 1];
      if (![...placed.values()].some((one) => one.id === tile.id)) {
        placeAsking(square, tile).then(() => { if (placed.has(square) && state.cursor) { moveCursor(advance(square)); show(); } state.board.focus(state.board.at); });
      }
    } else {
      const where = typed(square, key, event.shiftKey && key !== key.toLowerCase());
      if (where !== null) { moveCursor(advance(where)); changed(); announce(`${placed.get(where).blank ? "blank " : ""}${placed.get(where).letter} on ${squareName(state.setting, where)}`); }
    }
  } else handled = false;
  if (handled) event.preventDefault();
}

function backwards(square) {
  let back = state.plays.next(square, state.cursor.across, -1);
  while (back !== null && state.view.squares[back] !== "") back = state.plays.next(back, state.cursor.across, -1);
  return back;
}

export function dragTiles() {
  dragging([$("board"), $("rack")], (target) => {
    if (!mine()) return null;
    const button = target.closest?.("[data-tile]");
    const cell = target.closest?.("[data-square]");
    const own = cell ? placed.get(Number(cell.dataset.square)) : null;
    const tile = button ? rack.tiles.find((one) => one.id === Number(button.dataset.tile)) : own && rack.tiles.find((one) => one.id === own.id);
    return tile ? { id: tile.id, face: () => tileFace(own ? own.letter : tile.label, own?.blank ? 0 : state.plays.points(tile.label), tile.label === "?" ? "blank" : "") } : null;
  }, (element) => {
    for (const cell of document.querySelectorAll(".square.over")) cell.classList.remove("over");
    element?.closest?.(".square")?.classList.add("over");
  }, (id, element, event) => {
    const tile = rack.tiles.find((one) => one.id === id);
    const cell = element?.closest?.("[data-square]");
    if (!tile || !mine()) return;
    if (cell) { state.cursor = null; placeAsking(Number(cell.dataset.square), tile); return; }
    for (const [square, one] of placed) if (one.id === id) placed.delete(square);
    const other = element?.closest?.("[data-tile]");
    if (other && Number(other.dataset.tile) !== id) {
      const box = other.getBoundingClientRect();
      const at = rack.tiles.findIndex((one) => one.id === Number(other.dataset.tile)) + (event.clientX > box.left + box.width / 2 ? 1 : 0);
      rack.move(id, rack.tiles[at]?.id ?? null);
    }
    changed();
  });
}

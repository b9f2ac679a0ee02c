// @ts-check
// Mouse, touch and keys on the board and the rack.

/** @import { Placed, RackTile } from "./types.d.ts" */

import { BoardView } from "./board.js";
import { $, announce, tileFace } from "./dom.js";
import { Plays, squareName } from "./plays.js";
import { dragging } from "./rack.js";
import { mine, placed, rack, remark, show, shownView, state } from "./state.js";
import { changed, look, place, placeAsking, recall, turnTo } from "./tiles.js";

// Lay the board of the setting, to play on.
export function layBoard() {
  state.plays = new Plays(state.setting);
  state.board = new BoardView($("board"), state.setting, state.plays, {
    choose: chooseSquare,
    key: onKey,
    twice: (square) => {
      if (placed.has(square)) recall(square);
      else return false;
      return true;
    },
  });
}

/** @param {number} square */
function chooseSquare(square) {
  if (state.chosen !== null && shownView().squares[square] === "" && !placed.has(square)) {
    const tile = rack.tiles.find((one) => one.id === state.chosen);
    if (tile) {
      placeAsking(square, tile);
      return;
    }
  }
  if (placed.has(square)) {
    state.board.focus(square);
    return;
  }
  if (shownView().squares[square] !== "" || !mine()) {
    state.cursor = null;
    state.board.focus(square);
    show();
    return;
  }
  if (!state.cursor || state.cursor.square !== square) state.cursor = { square, across: state.cursor?.across ?? true };
  else if (state.cursor.across) state.cursor = { square, across: false };
  else state.cursor = null;
  state.board.focus(square);
  show();
}

/**
 * The next empty square of the cursor's line.
 * @param {number} square
 * @param {number} step
 */
function advance(square, step = 1) {
  const across = state.cursor?.across ?? true;
  let next = state.plays.next(square, across, step);
  while (next !== null && (shownView().squares[next] !== "" || placed.has(next)) && step > 0) {
    next = state.plays.next(next, across, step);
  }
  return next;
}

/** @param {number | null} square */
function moveCursor(square) {
  if (square === null || state.plays.brick(square)) {
    state.cursor = null;
    return;
  }
  state.cursor = { across: state.cursor?.across ?? true, square };
  state.board.focus(square);
}

/** @param {RackTile} tile */
export function pickTile(tile) {
  if (!mine()) return;
  if (state.cursor && !placed.has(state.cursor.square) && shownView().squares[state.cursor.square] === "") {
    const { square } = state.cursor;
    placeAsking(square, tile).then(() => {
      if (placed.has(square) && state.cursor) {
        moveCursor(advance(square));
        show();
      }
    });
    return;
  }
  state.chosen = state.chosen === tile.id ? null : tile.id;
  show();
}

/**
 * The tile that was typed last, the letters typed for it, and the square where the next one goes.
 * @type {{ square: number, id: number, text: string } | null}
 */
let last = null;

/**
 * A letter typed at a square: the square of the tile of the rack that it means, if any. L and then L again are the tile
 * LL, if it is on the rack.
 * @param {number} square
 * @param {string} key
 * @param {boolean} shift
 * @returns {number | null}
 */
function typed(square, key, shift) {
  const { plays } = state;
  const used = new Set([...placed.values()].map((tile) => tile.id));
  const free = rack.tiles.filter((tile) => !used.has(tile.id));
  const capitals = plays.capitals(key);
  const begins = (/** @type {string} */ label, /** @type {string} */ text) =>
    label !== "?" && plays.spelled(label).startsWith(text);
  const own = shift ? null : free.find((tile) => capitals.includes(tile.label)) ??
    free.find((tile) => capitals.some((text) => begins(tile.label, text)));
  const there = last ? placed.get(last.square) : null;
  if (
    last && there && plays.next(last.square, state.cursor?.across ?? true) === square && there.id === last.id
  ) {
    const begun = last.text;
    for (const text of capitals.map((one) => begun + one)) {
      const longer = there.blank ? null : free.find((tile) => begins(tile.label, text));
      const blank = there.blank && !own ? plays.labels.find((label) => plays.spelled(label) === text) : null;
      if (longer) {
        placed.delete(last.square);
        place(last.square, longer);
      } else if (blank) placed.set(last.square, { ...there, letter: blank });
      else if (!begins(there.letter, text)) continue;
      last = { ...last, id: placed.get(last.square)?.id ?? last.id, text };
      return last.square;
    }
  }
  const label = plays.labels.find((one) => capitals.includes(one)) ??
    plays.labels.find((one) => capitals.some((text) => begins(one, text)));
  if (!label) return null;
  const tile = own ?? free.find((one) => one.label === "?");
  if (!tile) {
    remark(`No ${label} on your rack.`, true);
    return null;
  }
  if (!place(square, tile, own ? undefined : label)) return null;
  const { letter } = /** @type {Placed} */ (placed.get(square));
  last = { square, id: tile.id, text: capitals.find((text) => begins(letter, text)) ?? "" };
  return square;
}

/** @type {Record<string, [across: boolean, step: number]>} */
const ARROWS = { ArrowLeft: [true, -1], ArrowRight: [true, 1], ArrowUp: [false, -1], ArrowDown: [false, 1] };

/**
 * @param {KeyboardEvent} event
 * @param {number} square
 */
export function onKey(event, square) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { key } = event;
  let handled = true;
  if (ARROWS[key]) {
    const next = state.plays.next(square, ...ARROWS[key]);
    if (next !== null) {
      if (state.cursor && shownView().squares[next] === "") {
        state.cursor = { square: next, across: state.cursor.across };
      } else if (state.cursor) state.cursor = null;
      state.board.focus(next);
      show();
    }
  } else if (key === "Home" || key === "End") {
    state.board.focus(
      Math.floor(square / state.setting.columns) * state.setting.columns +
        (key === "End" ? state.setting.columns - 1 : 0),
    );
  } else if (key === " ") {
    if (shownView().squares[square] === "" && mine()) {
      state.cursor = {
        square,
        across: state.cursor?.square === square ? !state.cursor.across : state.cursor?.across ?? true,
      };
      show();
    }
  } else if (key === "Enter") {
    if (placed.size) state.on.commit();
    else chooseSquare(square);
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
    if (!state.cursor && placed.has(square)) {
      // Go on behind the tile that was put there, in the line of the tiles.
      state.cursor = { square, across: /^\d/.test(state.plays.text(shownView().squares, placed) ?? "1") };
      square = advance(square) ?? square;
    }
    if (shownView().squares[square] !== "" || placed.has(square)) {
      if (!state.cursor) {
        remark("This square is taken.", true);
        event.preventDefault();
        return;
      }
    }
    if (!state.cursor || state.cursor.square !== square) {
      state.cursor = { square, across: state.cursor?.across ?? true };
    }
    const number = Number(key);
    state.note = { text: "", bad: false };
    if (number >= 1 && number <= rack.tiles.length) {
      const tile = rack.tiles[number - 1];
      if (![...placed.values()].some((one) => one.id === tile.id)) {
        placeAsking(square, tile).then(() => {
          if (placed.has(square) && state.cursor) {
            moveCursor(advance(square));
            show();
          }
          state.board.focus(state.board.at);
        });
      }
    } else {
      const where = typed(square, key, event.shiftKey && key !== key.toLowerCase());
      if (where !== null) {
        moveCursor(advance(where));
        changed();
        const { blank, letter } = /** @type {Placed} */ (placed.get(where));
        announce(`${blank ? "blank " : ""}${letter} on ${squareName(state.setting, where)}`);
      }
    }
  } else handled = false;
  if (handled) event.preventDefault();
}

/** @param {number} square */
function backwards(square) {
  const across = state.cursor?.across ?? true;
  let back = state.plays.next(square, across, -1);
  while (back !== null && shownView().squares[back] !== "") back = state.plays.next(back, across, -1);
  return back;
}

/**
 * Keys that no element has: after a drag, or when the tile that had the focus went to the board.
 * @param {KeyboardEvent} event
 */
function onLostKey(event) {
  if (event.target !== document.body || !state.board || !mine()) return;
  const letter = [...event.key].length === 1 && event.key !== " ";
  if (letter || event.key === "Escape" || event.key === "Backspace" || (event.key === "Enter" && placed.size)) {
    onKey(event, state.board.at);
  }
}

// The buttons of the board and the rack; of those that not every page has, those that there are.
function setUpButtons() {
  /** @type {Record<string, () => void>} */
  const presses = {
    commit: () => state.on.commit(),
    recall: () => recall(),
    shuffle: () => {
      rack.shuffle();
      showOrder();
    },
    flip: () => {
      rack.sort([...state.plays.labels, "?"]);
      showOrder();
    },
    first: () => look(0),
    back: () => look((state.past ?? state.view).turn - 1),
    forth: () => look((state.past ?? state.view).turn + 1),
    now: () => turnTo(null),
  };
  for (const [id, press] of Object.entries(presses)) if ($(id)) $(id).onclick = press;
}

function showOrder() {
  show();
  announce(`Your rack: ${rack.said()}`);
}

// What a player does with the board and the rack, by any input.
export function setUpBoard() {
  setUpButtons();
  addEventListener("keydown", onLostKey);

  dragging([$("board"), $("rack")], (target) => {
    if (!mine()) return null;
    const button = /** @type {HTMLElement | null} */ (target.closest?.("[data-tile]"));
    const cell = /** @type {HTMLElement | null} */ (target.closest?.("[data-square]"));
    const own = cell ? placed.get(Number(cell.dataset.square)) : null;
    const tile = button
      ? rack.tiles.find((one) => one.id === Number(button.dataset.tile))
      : own && rack.tiles.find((one) => one.id === own.id);
    return tile
      ? {
        id: tile.id,
        face: () =>
          tileFace(
            own ? own.letter : tile.label,
            own?.blank ? 0 : state.plays.points(tile.label),
            tile.label === "?" ? "blank" : "",
          ),
      }
      : null;
  }, (element) => {
    for (const cell of document.querySelectorAll(".square.over")) cell.classList.remove("over");
    element?.closest?.(".square")?.classList.add("over");
  }, (id, element, event) => {
    const tile = rack.tiles.find((one) => one.id === id);
    const cell = /** @type {HTMLElement | null | undefined} */ (element?.closest?.("[data-square]"));
    if (!tile || !mine()) return;
    if (cell) {
      state.cursor = null;
      placeAsking(Number(cell.dataset.square), tile).then(() => state.board.focus(Number(cell.dataset.square)));
      return;
    }
    for (const [square, one] of placed) if (one.id === id) placed.delete(square);
    const other = /** @type {HTMLElement | null | undefined} */ (element?.closest?.("[data-tile]"));
    if (other && Number(other.dataset.tile) !== id) {
      const box = other.getBoundingClientRect();
      const at = rack.tiles.findIndex((one) => one.id === Number(other.dataset.tile)) +
        (event.clientX > box.left + box.width / 2 ? 1 : 0);
      rack.move(id, rack.tiles[at]?.id ?? null);
    }
    changed();
  });
}

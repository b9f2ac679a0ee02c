// @ts-check
// The analysis beside the board: its rows, the play that is pointed at, and plays of one's own.

/** @import { Analysis, InferredLeave, Row } from "./types.d.ts" */

import { $, announce, counted, el, first } from "./dom.js";
import { showMeanings } from "./meanings.js";
import { rackText, signed, told } from "./panels.js";
import { friendly, live, mine, open, placed, remark, show, shownView, state } from "./state.js";
import { changed, layRow } from "./tiles.js";
import { showOrigin } from "./training.js";

/** @type {Map<string, Analysis>} */
const known = new Map(); // position -> what was reported of it last: stepping away loses nothing
/** @type {Map<string, string[]>} */
const own = new Map(); // position -> the plays that were added to it
/** @type {Map<string, Set<string>>} */
const gone = new Map(); // position -> the plays taken off again: what was under way still has them
let shown = ""; // the position whose rows are shown
/** @type {Row | null} */
let pinned = null; // the row that was chosen: its play stays on the board
/** @type {Row | null} */
let pointed = null; // the row whose play is on the board
let soon = 0; // a timer: who steps on quickly asks for the last position only

let drawing = false; // whether rows change: one with the focus may go

let trouble = ""; // why a play could not be added
let offered = ""; // the play that lies on the board, if one does

const turn = () => (state.past ? state.past.turn : -1);
/**
 * @param {number} revision
 * @param {number} number
 */
const nameOf = (revision, number) => `${revision}/${number}`;
const position = () => nameOf(state.view.revision, turn());
const running = () => known.get(shown)?.done === false;

/** @typedef {{ over(row: Row | null): void, choose(row: Row): void, remove(row: Row): void }} RowActions */

/** @param {Analysis & { revision: number, turn: number }} found */
export function hearAnalysis(found) {
  const at = nameOf(found.revision, found.turn);
  known.set(at, { ...found, rows: found.rows.filter((one) => !(one.own && gone.get(at)?.has(one.text))) });
  if (state.view) showAnalysis();
}

/**
 * Whose leave values figures depend on, with a button that trains the list's own.
 * @param {HTMLElement} box
 * @param {string | undefined} leaves
 */
export function showLeaves(box, leaves) {
  const { list, offered: name = "" } = state.setting;
  const learns = Boolean(list?.learns && name && leaves && leaves === list.leaves);
  showOrigin(box, { ...list, name, leaves, learns }, (text) => remark(text, true), () => {
    if (list) Object.assign(list, { leaves: "", learns: false });
    remark(`${name} has its own leave values now.`);
    showAnalysis();
  });
}

// The analysis of the position that is seen, if there is one.
export function showAnalysis() {
  const seen = shownView();
  if (shown !== position()) {
    if (running() && turn() === -1 && !state.view.over) state.live.ask("stop").catch(() => {});
    shown = position();
    pinned = pointed = null;
    trouble = "";
    clearTimeout(soon);
    if ($("analysis").open && !known.has(shown) && (state.view.over || state.setting.recorded)) {
      soon = setTimeout(begin, 300);
    }
  }
  const found = known.get(shown);
  const ended = seen.to_move === null;
  const rack = seen.racks ? seen.racks[seen.to_move ?? -1] : seen.to_move === seen.seat ? seen.rack : null;
  const who = state.setting.players[seen.to_move ?? -1]?.name;
  $("analysis-of").textContent = ended
    ? "The game is over here: step back to a move."
    : rack?.length
    ? `${who} ${who === "You" ? "have" : "has"} ${rackText(rack)}`
    : "";
  $("analysis-note").classList.toggle("bad", Boolean(trouble));
  $("analysis-note").textContent = trouble ? trouble : found ? found.note || (found.done ? "" : "Searching …") : "";
  showLeaves($("leaves-note"), found?.leaves);
  $("stop").hidden = !found || found.done;
  $("analyse").hidden = Boolean(found && !found.done);
  $("analyse").disabled = ended;
  $("own").hidden = ended || !rack?.length;
  // What lies on the board is offered; a play that is typed is left alone.
  const lies = placed.size && !state.preview.error ? state.preview.text ?? "" : "";
  const input = $("own-play");
  if (lies !== offered && (input.value === offered || lies)) input.value = lies;
  offered = lies;
  const rows = ended ? [] : found?.rows ?? [];
  first("table.analysis").hidden = !rows.length;
  drawing = true;
  showRows($("moves"), rows, seen.squares, { over, choose, remove });
  drawing = false;
  showMeanings(ended ? null : pointed);
  showKept(ended ? null : found?.kept ?? null);
  $("win").textContent = rows.some((row) => row.gain !== undefined) ? "To the end" : "Win";
}

/** @param {InferredLeave | null} kept */
function showKept(kept) {
  $("kept").hidden = !kept;
  if (!kept) return;
  const turn = state.view.history[kept.turn - 1];
  const play = `${told(turn, state.setting.players[turn.player].name, state.plays, state.view)}: `;
  const worse = `at most ${counted(kept.margin, "point")} worse`;
  $("kept-of").textContent = kept.fitting
    ? `${play}the best play by equity${kept.margin ? `, or ${worse},` : ""} with ${counted(kept.fitting, "leave")}${
      kept.exact ? "" : " of a sample"
    }. The chance that each tile was kept, and the usual one:`
    : `${play}no tiles make it the best play by equity${turn.kind === "exchange" ? "" : `, even if ${worse}`}.`;
  $("kept-tiles").replaceChildren(
    ...kept.tiles.map(([tile, chance, usual]) =>
      el(
        "li",
        { class: chance > 1.5 * usual ? "more" : 1.5 * chance < usual ? "less" : "" },
        el("b", {}, tile === "?" ? "blank" : tile),
        ` ${percent(chance)} `,
        el("span", { class: "soft" }, percent(usual)),
      )
    ),
  );
  $("kept-leaves").textContent = kept.leaves.length
    ? `Likeliest leaves: ${kept.leaves.map(([leave, chance]) => `${leave} ${percent(chance)}`).join(", ")}.`
    : "";
}

/** @param {number} number */
const percent = (number) => `${number < 1 && number > 0 ? number : Math.round(number)}%`;

/** @param {Row | null} row */
function over(row) {
  if (drawing) {
    queueMicrotask(() => over(row));
    return;
  }
  const tiles = pointed = row ?? pinned;
  state.ghost = tiles?.place ? state.plays.placed(tiles.place, tiles.tiles) : new Map();
  show();
}

/** @param {Row} row */
function choose(row) {
  if (live() && layRow(row)) return;
  pinned = pinned?.text === row.text ? null : row;
  over(row);
}

async function begin() {
  clearTimeout(soon);
  if (shownView().to_move === null) return;
  const from = position();
  const before = known.get(from);
  known.set(from, { rows: before?.rows ?? [], done: false, note: "" });
  trouble = "";
  showAnalysis();
  try {
    await state.live.ask("analyse", { turn: turn(), plays: own.get(from) ?? [] });
    return true;
  } catch (error) {
    if (before) known.set(from, before);
    else known.delete(from);
    trouble = friendly(error.message);
    announce(trouble);
    showAnalysis();
    return false;
  }
}

/**
 * Add a play of one's own, and weigh it with the others.
 * @param {string} text
 */
export async function addPlay(text) {
  if (!mine() || !open() || !text) return;
  const at = position();
  const plays = own.get(at) ?? [];
  gone.delete(at);
  own.set(at, [...plays.filter((one) => one !== text), text].slice(-10));
  const begun = begin();
  $("analysis").open = true;
  if (!await begun) {
    own.set(at, plays);
    return;
  }
  if ($("own-play").value === text) $("own-play").value = "";
  if (at === position() && !live() && placed.size) {
    placed.clear();
    state.cursor = null;
    changed();
  }
}

/**
 * Take a play of one's own from the list; the keys go to the row that takes its place.
 * @param {Row} row
 */
function remove(row) {
  const found = known.get(position());
  const there = first(`#moves [data-move="${row.text}"]`);
  (there.nextElementSibling ?? there.previousElementSibling)?.querySelector("button")?.focus();
  gone.set(position(), (gone.get(position()) ?? new Set()).add(row.text));
  if (!found) return;
  found.rows = found.rows.filter((one) => one.text !== row.text);
  own.set(position(), found.rows.filter((one) => one.own).map((one) => one.text));
  pinned = null;
  begin();
}

/**
 * The rows of an analysis. A play keeps its row as long as it is listed: a press on it may be half done, and who is there
 * by keys stays there. on: {over(row), choose(row), remove(row)}; over has null when nothing is pointed at any more.
 * @param {HTMLElement} root
 * @param {Row[]} rows
 * @param {string[]} squares
 * @param {RowActions} on
 */
export function showRows(root, rows, squares, on) {
  const kept = new Map(/** @type {HTMLElement[]} */ ([...root.children]).map((one) => [one.dataset.move, one]));
  const all = rows.map((row) => {
    const word = row.words?.length ? state.plays.word(row.place, row.tiles, squares) : "";
    const name = word ? `${word} ${row.place}` : row.text === "-" ? "pass" : row.text;
    const worth = row.mean !== undefined ? signed(row.mean) : row.equity !== undefined ? signed(row.equity) : "";
    const result = row.gain !== undefined
      ? `${row.exact ? "" : "~"}${signed(row.gain, 0)}`
      : row.win !== undefined
      ? `${row.win.toFixed(1)}%`
      : "";
    const cells = [String(row.score), row.leave ?? "", worth, result];
    const mark = row.own ? "yours" : row.played ? "played" : "";
    const heard = `${name}${word ? state.plays.blanks(row.text) : ""}, ${row.score} points${mark && `, ${mark}`}`;
    const one = kept.get(row.text) ?? makeRow(row, word, name, on);
    one.classList.toggle("chosen", pinned?.text === row.text);
    first("button", one).setAttribute("aria-label", heard);
    first(".mark", one).textContent = mark;
    const cross = one.querySelector(".remove");
    if (cross && !row.own) cross.remove();
    if (row.own && !cross) {
      first(".marks", one).append(
        el("button", {
          type: "button",
          class: "remove",
          "aria-label": `Remove ${name}`,
          onclick: (event) => {
            event.stopPropagation();
            on.remove(row);
          },
        }, "×"),
      );
    }
    cells.forEach((text, at) => {
      if (one.children[at + 1].textContent !== text) one.children[at + 1].textContent = text;
    });
    return one;
  });
  const staying = new Set(all);
  for (const one of kept.values()) if (!staying.has(one)) one.remove();
  // Into their order, around the one that has the focus.
  all.forEach((one, at) => {
    while (root.children[at] !== one) {
      if (one.contains(document.activeElement)) root.append(root.children[at]);
      else root.insertBefore(one, root.children[at] ?? null);
    }
  });
}

/**
 * @param {Row} row
 * @param {string} word
 * @param {string} name
 * @param {RowActions} on
 */
function makeRow(row, word, name, on) {
  const button = el(
    "button",
    { type: "button" },
    ...(word ? [el("b", {}, word), " ", el("span", {}, row.place)] : [name]),
  );
  const cells = ["num", "", "num", "num"].map((kind) => el("td", { class: kind }));
  // A finger points at nothing: rows that move below it are not meant.
  const point = (/** @type {Row | null} */ at) => (/** @type {PointerEvent} */ event) => {
    if (event.pointerType === "mouse") on.over(at);
  };
  return el(
    "tr",
    {
      "data-move": row.text,
      onpointerenter: point(row),
      onpointerleave: point(null),
      onfocusin: () => on.over(row),
      onfocusout: () => on.over(null),
      onclick: () => on.choose(row),
      onkeydown: step,
    },
    el("td", {}, button, el("span", { class: "marks" }, el("span", { class: "mark", "aria-hidden": "true" }))),
    ...cells,
  );
}

/**
 * Arrows go from row to row.
 * @param {KeyboardEvent} event
 */
function step(event) {
  const { key } = event;
  const currentTarget = /** @type {HTMLElement} */ (event.currentTarget);
  const next = key === "ArrowDown"
    ? currentTarget.nextElementSibling
    : key === "ArrowUp"
    ? currentTarget.previousElementSibling
    : null;
  if (!next) return;
  next.querySelector("button")?.focus();
  event.preventDefault();
}

export function setUpAnalysis() {
  $("analyse").onclick = begin;
  $("stop").onclick = () => state.live.ask("stop");
  $("own").onsubmit = (event) => {
    event.preventDefault();
    addPlay($("own-play").value.trim());
  };
  $("analysis").ontoggle = () => {
    if ($("analysis").open && state.view && !known.has(position())) begin();
  };
  $("analysis").onkeydown = (event) => {
    if (event.key === "Escape") {
      $("analysis").open = false;
      first("summary", $("analysis")).focus();
    }
  };
}

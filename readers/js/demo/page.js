// @ts-check
// The demo page: a word search and a move finder. make_demo.py puts it, the reader and a word list into one file.

/** @import { Board } from "../board.js" */
/** @import { Move } from "../move.js" */

import { Lexicon, STANDARD } from "../moves.js";
import { BLANK } from "../alphabet.js";

/** @typedef {HTMLElement & { value: string, disabled: boolean, files: FileList }} Control */
/** @typedef {"pattern" | "prefix" | "suffix" | "substring" | "anagrams"} Kind */

/** @type {Record<string, [kind: string, short: string, name: string]>} */
const MARKS = {
  "'": ["dl", "2L", "double letter"],
  '"': ["tl", "3L", "triple letter"],
  "-": ["dw", "2W", "double word"],
  "=": ["tw", "3W", "triple word"],
};
/** @type {Record<string, string>} */
const HELP = {
  pattern: "? is any letter, * any letters: ?U*Z*",
  prefix: "What the words begin with.",
  suffix: "What the words end with.",
  substring: "What the words contain.",
  anagrams: "Words of exactly these letters; ? is any letter.",
  subanagrams: "Words of two or more of these letters; ? is any letter.",
};
const SIDE = STANDARD.length, SHOWN = 200, LISTED = 60;
const EXAMPLE = "15/15/15/15/15/7C7/7H7/7OPERA3/7I7/7R7/15/15/15/15/15";

/** @param {string} id */
const element = (id) => /** @type {Control} */ (document.getElementById(id));
/**
 * @param {string} name
 * @param {object} properties
 * @param {(Node | string)[]} children
 */
const make = (name, properties, ...children) => {
  const made = document.createElement(name);
  Object.assign(made, properties);
  made.append(...children);
  return made;
};
/**
 * @param {number} count
 * @param {string} name
 */
const plural = (count, name) => `${count.toLocaleString("en")} ${name}${count === 1 ? "" : "s"}`;

/** @type {Lexicon} */
let lexicon;
/** @type {Iterator<string>} */
let answer;
/** @type {Board} */
let table;
/** @type {[tiles: Uint8Array, rack: string][]} */
let past = [];
let tiles = /** @type {Uint8Array} */ (new Uint8Array(SIDE * SIDE)), shown = 0, down = false, typed = -1;

// -- The word list ------------------------------------------------------------------------------------------------------

function bundled() {
  const packed = Uint8Array.from(atob(element("packed").textContent ?? ""), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/**
 * @param {string} name
 * @param {() => Promise<ArrayBuffer>} bytes
 */
async function open(name, bytes) {
  const began = performance.now();
  let opened;
  try {
    opened = await Lexicon.open(await bytes());
    table = opened.board();
  } catch (error) {
    element("list").textContent = `${name} was not opened. ${error.message}`;
    element("list").classList.add("bad");
    return;
  }
  element("list").classList.remove("bad");
  if (!lexicon) tiles = table.read(EXAMPLE).tiles;
  else if (opened.labels.join() !== lexicon.labels.join()) [tiles, past] = [new Uint8Array(SIDE * SIDE), []];
  lexicon = opened;
  const spent = Math.max(1, Math.round(performance.now() - began));
  element("list").textContent = `${name}: ${
    plural(lexicon.length, "word")
  } (${lexicon.name} alphabet), proved and opened in ${spent} ms.`;
  search();
  draw();
}

/** @param {File | undefined} chosen */
const file = (chosen) => chosen && open(chosen.name, () => chosen.arrayBuffer());
element("file").addEventListener("change", () => {
  file(element("file").files[0]);
  element("file").value = ""; // so that the same file, made anew, can be chosen again
});
for (const kind of ["dragenter", "dragover"]) {
  addEventListener(kind, (event) => {
    event.preventDefault();
    element("drop").hidden = false;
  });
}
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) element("drop").hidden = true;
});
addEventListener("drop", (event) => {
  event.preventDefault();
  element("drop").hidden = true;
  file(event.dataTransfer?.files[0]);
});

// -- Words --------------------------------------------------------------------------------------------------------------

/**
 * Letters as the alphabet has them, in capitals, which not all languages make alike.
 * @param {string} text
 */
function upper(text) {
  const language = lexicon.name === "turkish" ? "tr" : lexicon.name === "greek" ? "el" : undefined;
  return text.trim().toLocaleUpperCase(language);
}

function search() {
  const kind = /** @type {Control} */ (document.querySelector("[name=kind]:checked")).value,
    text = upper(element("query").value);
  element("help").textContent = HELP[kind];
  element("words").replaceChildren();
  element("more").hidden = element("results").hidden = true;
  element("results").scrollTop = 0;
  element("count").classList.remove("bad");
  element("count").textContent = "";
  if (!lexicon || !text) return;
  const began = performance.now();
  try {
    const found = kind === "subanagrams" ? lexicon.anagrams(text, 2) : lexicon[/** @type {Kind} */ (kind)](text);
    element("count").textContent = `${plural(found.length, "word")} in ${(performance.now() - began).toFixed(1)} ms`;
    answer = found[Symbol.iterator]();
  } catch (error) {
    element("count").textContent = error.message;
    element("count").classList.add("bad");
    return;
  }
  shown = 0;
  show();
}

function show() {
  const rows = [], until = shown + SHOWN;
  let next = answer.next();
  for (; !next.done && shown < until; shown++) {
    rows.push(make("li", { textContent: next.value }));
    if (shown + 1 < until) next = answer.next();
  }
  element("words").append(...rows);
  element("results").hidden = !shown;
  element("more").hidden = next.done || shown < until;
}

element("query").addEventListener("input", search);
for (const radio of document.querySelectorAll("[name=kind]")) radio.addEventListener("change", search);
element("more").addEventListener("click", () => show());

// -- The board ----------------------------------------------------------------------------------------------------------

/** @param {number} at */
const name = (at) => `${Math.floor(at / SIDE) + 1}${String.fromCharCode(65 + (at % SIDE))}`;
const squares = STANDARD.flatMap((glyphs, row) => {
  const cells = [...glyphs].map((glyph, column) => {
    const input = /** @type {HTMLInputElement} */ (
      make("input", { tabIndex: -1, autocomplete: "off", spellcheck: false })
    );
    input.setAttribute("autocapitalize", "none");
    const cell = make("div", { className: `square ${MARKS[glyph]?.[0] ?? ""}` }, input);
    cell.setAttribute("role", "gridcell");
    cell.dataset.mark = row === SIDE >> 1 && column === SIDE >> 1 ? "★" : MARKS[glyph]?.[1] ?? "";
    return cell;
  });
  const line = make("div", {}, ...cells);
  line.setAttribute("role", "row");
  element("board").append(line);
  return cells;
});
element("board").style.setProperty("--columns", String(SIDE));

/** @param {HTMLElement} cell */
const field = (cell) => /** @type {HTMLInputElement} */ (cell.firstChild);
/** @param {Event} event */
const squareOf = ({ target }) => squares.findIndex((cell) => cell.firstChild === target);

function draw() {
  squares.forEach((cell, at) => {
    const tile = tiles[at], input = field(cell), { labels } = lexicon;
    cell.classList.toggle("tile", tile > 0);
    cell.classList.toggle("blank", tile >= BLANK);
    input.value = tile ? labels[tile & 127] : "";
    const mark = MARKS[STANDARD[Math.floor(at / SIDE)][at % SIDE]]?.[2] ?? "empty";
    input.setAttribute(
      "aria-label",
      `${name(at)}: ${tile ? labels[tile & 127] + (tile >= BLANK ? ", a blank" : "") : mark}`,
    );
  });
  element("back").disabled = !past.length;
  findMoves();
}

/**
 * Change the board, so that it can be taken back.
 * @param {() => void} edit
 */
function change(edit) {
  past.push([tiles, element("rack").value]);
  tiles = tiles.slice();
  edit();
  draw();
}

/** @param {number} at */
const focus = (at) => field(squares[at]).focus();

/**
 * The square some steps on, in the direction of typing; the same at the edge.
 * @param {number} at
 * @param {number} rows
 * @param {number} columns
 */
function beside(at, rows, columns) {
  const row = Math.floor(at / SIDE) + rows, column = (at % SIDE) + columns;
  return row < 0 || row >= SIDE || column < 0 || column >= SIDE ? at : row * SIDE + column;
}

/**
 * @param {number} at
 * @param {number} steps
 */
const ahead = (at, steps) => beside(at, down ? steps : 0, down ? 0 : steps);

let current = (SIDE * SIDE) >> 1, pressed = -1, capsLock = false;
field(squares[current]).tabIndex = 0;
element("board").addEventListener("focusin", (event) => {
  field(squares[current]).tabIndex = -1;
  current = squareOf(event);
  field(squares[current]).tabIndex = 0;
});

function turn() {
  down = !down;
  element("board").classList.toggle("down", down);
  element("direction").textContent = down ? "Typing downwards" : "Typing to the right";
}

/**
 * Return the tile typed on a square: with Shift, the letter of a blank.
 * @param {number} at
 * @param {string} text
 */
function type(at, text) {
  // A second letter that makes one tile with the letter before it, as H behind C in Spanish.
  if (typed >= 0 && ahead(typed, 1) === at) {
    const both = lexicon.labels.indexOf(lexicon.labels[tiles[typed] & 127] + upper(text), 1);
    if (both > 0) {
      change(() => {
        tiles[typed] = both + (tiles[typed] & BLANK);
      });
      typed = -1;
      return;
    }
  }
  const tile = lexicon.labels.indexOf(upper(text), 1);
  if (tile < 0) {
    draw();
    return;
  }
  change(() => {
    tiles[at] = tile + ((text !== text.toLowerCase()) !== capsLock ? BLANK : 0);
  });
  typed = at;
  focus(ahead(at, 1));
}

element("board").addEventListener("input", (event) => {
  const at = squareOf(event), before = tiles[at] ? lexicon.labels[tiles[at] & 127] : "", { value } = field(squares[at]);
  // The square may have held a letter already, before or behind the new one.
  const text = value.startsWith(before) ? value.slice(before.length) : value.replace(before, "");
  if (text.trim()) type(at, text.trim());
  else if (!value.trim()) {
    change(() => {
      tiles[at] = 0;
    });
  } else draw();
});

element("board").addEventListener("keydown", (event) => {
  const at = squareOf(event);
  /** @type {Record<string, [rows: number, columns: number]>} */
  const steps = {
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    Home: [0, -(at % SIDE)],
    End: [0, SIDE - 1 - (at % SIDE)],
  };
  capsLock = event.getModifierState("CapsLock");
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in steps) focus(beside(at, ...steps[event.key]));
  else if (event.key === "Enter" || event.key === " ") turn();
  else if (event.key === "Delete" && tiles[at]) {
    change(() => {
      tiles[at] = 0;
    });
  } else if (event.key === "Backspace") {
    const target = tiles[at] ? at : ahead(at, -1);
    if (tiles[target]) {
      change(() => {
        tiles[target] = 0;
      });
    }
    focus(target);
  } else return;
  typed = -1;
  event.preventDefault();
});

// A press on the square that has the focus turns the direction.
element("board").addEventListener("pointerdown", (event) => {
  pressed = document.activeElement === event.target ? squareOf(event) : -1;
});
element("board").addEventListener("click", (event) => {
  typed = -1;
  if (squareOf(event) === pressed && pressed >= 0) turn();
});

element("back").addEventListener("click", () => {
  const last = past.pop();
  if (!last) return;
  [tiles, element("rack").value] = last;
  draw();
});
element("clear").addEventListener("click", () => change(() => tiles.fill(0)));
element("rack").addEventListener("input", findMoves);

// -- Moves --------------------------------------------------------------------------------------------------------------

function findMoves() {
  const found = element("found");
  preview(null);
  element("moves").replaceChildren();
  found.classList.remove("bad");
  if (!lexicon) return;
  let moves;
  const began = performance.now();
  try {
    moves = table.set(tiles).moves(upper(element("rack").value));
  } catch (error) {
    found.textContent = error.message;
    found.classList.add("bad");
    return;
  }
  const spent = (performance.now() - began).toFixed(1), most = moves.length > LISTED ? `, the best ${LISTED} here` : "";
  found.textContent = `${plural(moves.length, "move")} in ${spent} ms${most}`;
  element("moves").append(...moves.slice(0, LISTED).map((move) => make("li", {}, button(move))));
}

/** @param {Move} move */
function button(move) {
  const [place] = move.text.split(" ");
  const made = make(
    "button",
    { type: "button" },
    make("span", { textContent: place }),
    make("b", { textContent: spelled(move) }),
    make("span", { className: "score", textContent: `+${move.score}` }),
  );
  for (const kind of ["pointerenter", "focus"]) made.addEventListener(kind, () => preview(move));
  for (const kind of ["pointerleave", "blur"]) made.addEventListener(kind, () => preview(null));
  made.addEventListener("click", () => play(move));
  return made;
}

/**
 * The squares of a move's word, each with its tile and whether that is new.
 * @param {Move} move
 * @returns {Generator<[at: number, tile: number, fresh: boolean]>}
 */
function* laid(move) {
  for (
    let at = move.row * SIDE + move.column, place = 0, next = 0;
    place < move.length;
    place++, at += move.down ? SIDE : 1
  ) {
    yield tiles[at] ? [at, tiles[at], false] : [at, move.tiles[next++], true];
  }
}

/** @param {Move} move */
function spelled(move) {
  const { labels, alphabet } = lexicon;
  return Array.from(laid(move), ([, tile]) => (tile >= BLANK ? alphabet.small[tile - BLANK - 1] : labels[tile])).join(
    "",
  );
}

/** @param {Move | null} move */
function preview(move) {
  for (const cell of element("board").querySelectorAll(".ghost")) cell.classList.remove("ghost", "blank");
  if (!move) return;
  for (const [at, tile, fresh] of laid(move)) {
    if (fresh) {
      squares[at].classList.add("ghost");
      squares[at].classList.toggle("blank", tile >= BLANK);
      squares[at].dataset.ghost = lexicon.labels[tile & 127];
    }
  }
}

/** @param {Move} move */
function play(move) {
  const left = lexicon.alphabet.tiles(upper(element("rack").value), "?");
  for (const tile of move.tiles) left.splice(left.indexOf(tile < BLANK ? tile : 0), 1);
  const lay = [...laid(move)];
  change(() => {
    for (const [at, tile] of lay) tiles[at] = tile;
    element("rack").value = left.map((tile) => (tile ? lexicon.text([tile]) : "?")).join("");
  });
  element("rack").focus();
}

open("English, up to five letters", bundled);

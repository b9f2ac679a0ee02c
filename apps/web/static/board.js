// @ts-check
// The squares: drawn once, changed where something changed; and how keys move on them.

/** @import { Plays } from "./plays.js" */
/** @import { Cursor, Setting, Shown } from "./types.d.ts" */

import { closest, counted, el, tileFace } from "./dom.js";
import { columnNames, squareName } from "./plays.js";

/** @type {Record<string, [kind: string, short: string, name: string]>} */
const PREMIUMS = {
  "'": ["dl", "2L", "double letter"],
  '"': ["tl", "3L", "triple letter"],
  "^": ["ql", "4L", "quadruple letter"],
  "-": ["dw", "2W", "double word"],
  "=": ["tw", "3W", "triple word"],
  "~": ["qw", "4W", "quadruple word"],
};

/** @type {Record<string, string>} */
const KINDS = { new: ", not played yet", last: ", last move", ghost: ", shown" };

export class BoardView {
  /**
   * on: {choose(square), key(event, square), twice(square)}
   * @param {HTMLElement} root
   * @param {Setting} setting
   * @param {Plays} plays
   * @param {{ choose(square: number): void, key(event: KeyboardEvent, square: number): void, twice(square: number): boolean }} on
   */
  constructor(root, setting, plays, on) {
    this.setting = setting;
    this.plays = plays;
    /** @type {HTMLElement[]} */
    this.cells = [];
    /** @type {(string | null)[]} */
    this.shown = [];
    this.at = setting.start;
    const names = columnNames(setting);
    root.style.setProperty("--columns", String(setting.columns));
    root.setAttribute("aria-rowcount", String(setting.rows + 1));
    root.setAttribute("aria-colcount", String(setting.columns + 1));
    const head = el(
      "div",
      { class: "line", role: "row" },
      el("div", { class: "coordinate", role: "columnheader" }, el("span", { class: "sr" }, "row")),
    );
    for (const name of names) head.append(el("div", { class: "coordinate", role: "columnheader" }, name));
    root.replaceChildren(head);
    for (let row = 0; row < setting.rows; row += 1) {
      const line = el(
        "div",
        { class: "line", role: "row" },
        el("div", { class: "coordinate", role: "rowheader" }, String(row + 1)),
      );
      for (let column = 0; column < setting.columns; column += 1) {
        const square = row * setting.columns + column;
        const premium = PREMIUMS[setting.glyphs[row][column]];
        const brick = setting.glyphs[row][column] === "#";
        const cell = el("div", {
          class: `square ${premium ? premium[0] : ""}${brick ? "brick" : ""}`.trim(),
          role: "gridcell",
          tabindex: "-1",
          "data-square": square,
        });
        this.cells.push(cell);
        this.shown.push(null);
        line.append(cell);
      }
      root.append(line);
    }
    this.cells[this.at].tabIndex = 0;
    const squareOf = (/** @type {Event} */ event) => {
      const cell = closest(event, "[data-square]");
      return cell ? Number(cell.dataset.square) : null;
    };
    root.addEventListener("click", (event) => {
      const square = squareOf(event);
      if (square !== null) on.choose(square);
    });
    root.addEventListener("dblclick", (event) => {
      const square = squareOf(event);
      if (square !== null) on.twice(square);
    });
    root.addEventListener("contextmenu", (event) => {
      const square = squareOf(event);
      if (square !== null && on.twice(square)) event.preventDefault();
    });
    root.addEventListener("keydown", (event) => {
      const square = squareOf(event);
      if (square !== null) on.key(event, square);
    });
  }

  /** @param {number} square */
  focus(square, really = true) {
    this.cells[this.at].tabIndex = -1;
    this.at = square;
    this.cells[square].tabIndex = 0;
    if (really) this.cells[square].focus({ preventScroll: true });
  }

  /**
   * Show what lies: look(square) gives {letter, blank, kind} or null; cursor, and mark of a hint: {square, across} or null.
   * @param {(square: number) => Shown | null} look
   * @param {Cursor | null} cursor
   * @param {Cursor | null} mark
   */
  show(look, cursor, mark = null) {
    this.cells.forEach((cell, square) => {
      const tile = look(square);
      const hint = mark && mark.square === square ? (mark.across ? "across" : "down") : "";
      const arrow = cursor && cursor.square === square ? (cursor.across ? "→" : "↓") : "";
      const key = `${tile ? `${tile.letter}|${tile.blank}|${tile.kind}` : arrow}${hint}`;
      if (this.shown[square] === key) return;
      this.shown[square] = key;
      const { columns, glyphs, start } = this.setting;
      const premium = PREMIUMS[glyphs[Math.floor(square / columns)][square % columns]];
      const name = squareName(this.setting, square);
      let label, face;
      delete cell.dataset.premium;
      if (tile) {
        const points = tile.blank ? 0 : this.plays.points(tile.letter);
        face = tileFace(tile.letter, points, `${tile.blank ? "blank " : ""}${tile.kind}`);
        label = `${name} ${tile.letter}, ${tile.blank ? "blank" : counted(points, "point")}${KINDS[tile.kind] ?? ""}`;
      } else if (arrow) {
        face = el("div", { class: "arrow", "aria-hidden": "true" }, arrow);
        label = `${name}, typing ${arrow === "→" ? "across" : "down"}`;
      } else {
        const text = square === start ? "★" : premium ? premium[1] : "";
        face = "";
        cell.dataset.premium = text;
        label = `${name}${premium ? `, ${premium[2]}` : ""}${square === start ? ", start" : ""}`;
      }
      if (hint) {
        cell.dataset.hint = hint === "across" ? "→" : "↓";
        label += `, the hint begins here, ${hint}`;
      } else delete cell.dataset.hint;
      cell.replaceChildren(face);
      cell.setAttribute("aria-label", label);
    });
  }
}

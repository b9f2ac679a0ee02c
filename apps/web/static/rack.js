// @ts-check
// The rack: the player's own order of tiles, and tiles dragged from it to the board and back.

/** @import { Plays } from "./plays.js" */
/** @import { RackTile } from "./types.d.ts" */

import { counted, el, first, focusedOn, rackSaid, tileFace } from "./dom.js";

let numbers = 0;

export class Rack {
  constructor() {
    /** @type {RackTile[]} */
    this.tiles = [];
  }

  /**
   * Take over the tiles that the server says are there; those that stay keep their places.
   * @param {string[]} labels
   */
  set(labels) {
    const left = [...labels];
    const kept = this.tiles.filter((tile) => {
      const at = left.indexOf(tile.label);
      if (at < 0) return false;
      left.splice(at, 1);
      return true;
    });
    this.tiles = [...kept, ...left.map((label) => ({ id: ++numbers, label }))];
  }

  shuffle() {
    const before = this.tiles.map((tile) => tile.id).join();
    for (let turn = 0; turn < 4 && before === this.tiles.map((tile) => tile.id).join(); turn += 1) {
      for (let at = this.tiles.length - 1; at > 0; at -= 1) {
        const other = Math.floor(Math.random() * (at + 1));
        [this.tiles[at], this.tiles[other]] = [this.tiles[other], this.tiles[at]];
      }
    }
  }

  // As it is heard.
  said() {
    return rackSaid(this.tiles.map((tile) => tile.label));
  }

  /** @param {string[]} order */
  sort(order) {
    this.tiles.sort((a, b) => order.indexOf(a.label) - order.indexOf(b.label));
  }

  /**
   * @param {number} id
   * @param {number | null} before
   */
  move(id, before) {
    const at = this.tiles.findIndex((tile) => tile.id === id);
    if (at < 0) return;
    const [tile] = this.tiles.splice(at, 1);
    const to = before === null ? this.tiles.length : this.tiles.findIndex((other) => other.id === before);
    this.tiles.splice(to < 0 ? this.tiles.length : to, 0, tile);
  }
}

/**
 * @param {HTMLElement} root
 * @param {Rack} rack
 * @param {Plays} plays
 * @param {Set<number>} away
 * @param {number | null} chosen
 * @param {(tile: RackTile) => void} choose
 */
export function showRack(root, rack, plays, away, chosen, choose) {
  // What has not changed stays the same elements: a press on one of them may be half done.
  const key = JSON.stringify([rack.tiles, [...away], chosen]);
  if (root.dataset.key === key) return;
  root.dataset.key = key;
  const focused = focusedOn("tile");
  root.replaceChildren(...rack.tiles.map((tile, number) => {
    const points = plays.points(tile.label);
    const name = tile.label === "?" ? "blank" : `${tile.label}, ${counted(points, "point")}`;
    const gone = away.has(tile.id);
    return el("button", {
      "data-tile": tile.id,
      type: "button",
      class: `${gone ? "away" : ""} ${chosen === tile.id ? "chosen" : ""}`,
      "aria-label": `${name}, tile ${number + 1}`,
      "aria-pressed": String(chosen === tile.id),
      disabled: gone,
      onclick: () => choose(tile),
    }, tileFace(tile.label, points, tile.label === "?" ? "blank" : ""));
  }));
  if (focused) first(`[data-tile="${focused}"]`, root)?.focus({ preventScroll: true });
}

/**
 * Drag with mouse, pen or finger. find(element): {id, face} of what can be dragged, or null; drop(id, element, event).
 * @param {HTMLElement[]} roots
 * @param {(element: Element) => { id: number, face: () => HTMLElement } | null} find
 * @param {(element: Element | null) => void} over
 * @param {(id: number, element: Element | null, event: PointerEvent) => void} drop
 */
export function dragging(roots, find, over, drop) {
  /** @type {{ id: number, face: () => HTMLElement, x: number, y: number, pointer: number, ghost: HTMLElement | null } | null} */
  let held = null;
  const begin = (/** @type {PointerEvent} */ event) => {
    if (event.button > 0 || held) return;
    const found = find(/** @type {Element} */ (event.target));
    if (found) held = { ...found, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null };
  };
  const move = (/** @type {PointerEvent} */ event) => {
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < 6) return;
      held.ghost = el("div", { class: "drag", "aria-hidden": "true" }, held.face());
      document.body.append(held.ghost);
    }
    held.ghost.style.left = `${event.clientX}px`;
    held.ghost.style.top = `${event.clientY}px`;
    over(document.elementFromPoint(event.clientX, event.clientY));
    event.preventDefault();
  };
  const end = (/** @type {PointerEvent} */ event) => {
    if (!held || event.pointerId !== held.pointer) return;
    const { ghost, id } = held;
    held = null;
    over(null);
    if (!ghost) return;
    ghost.remove();
    // The click that ends this drag is no choice. A browser may send none; one with a press of its own, or by a key, is
    // another one and is meant.
    const dropped = new AbortController();
    const once = { capture: true, once: true, signal: dropped.signal };
    addEventListener("click", (click) => {
      dropped.abort();
      click.stopPropagation();
      click.preventDefault();
    }, once);
    addEventListener("pointerdown", () => dropped.abort(), once);
    addEventListener("keydown", () => dropped.abort(), once);
    setTimeout(() => dropped.abort(), 60);
    if (event.type === "pointerup") drop(id, document.elementFromPoint(event.clientX, event.clientY), event);
  };
  for (const root of roots) root.addEventListener("pointerdown", begin);
  addEventListener("pointermove", move, { passive: false });
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

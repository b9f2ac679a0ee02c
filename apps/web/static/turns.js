// @ts-check
// What stands around the board of a duplicate game: points and percent of the maximum, the players, the turns, the end.

/** @import { DuplicateTurn, DuplicateView, Inside, Play } from "./types.d.ts" */

import { $, counted, el, first, focusedOn, table } from "./dom.js";
import { rackText } from "./panels.js";
import { state } from "./state.js";

/**
 * What a player has of the maximum, as text: "81.5%".
 * @param {DuplicateView} view
 * @param {number} number
 */
export function percent(view, number) {
  return view.maximum ? `${((100 * view.scores[number]) / view.maximum).toFixed(1)}%` : "–";
}

/**
 * A play as it is shown and as it is heard, on a board with these squares.
 * @param {Play | null} play
 * @param {string[]} squares
 */
const shown = (play, squares) => {
  if (!play) return "none";
  const [place, tiles] = play.text.split(" ");
  return `${state.plays.word(place, tiles, squares)} ${place}`;
};
/** @param {Play | null} play */
export function heard(play) {
  return play ? `${play.text}${state.plays.blanks(play.text)}, ${counted(play.score, "point")}` : "no play";
}

/**
 * The squares before a turn: a play is read on the board that it was made for.
 * @param {DuplicateView} view
 * @param {DuplicateTurn} turn
 */
function before(view, turn) {
  const squares = [...view.squares];
  for (const later of view.history.slice(turn.number - 1)) {
    for (const square of later.best.squares) squares[square] = "";
  }
  return squares;
}

/**
 * @param {string} name
 * @param {number} score
 * @param {Inside[]} below
 */
const card = (name, score, ...below) =>
  el(
    "div",
    { class: "player" },
    el("div", { class: "name", title: name }, el("span", {}, name)),
    el("div", { class: "score" }, String(score)),
    el("div", { class: "small soft" }, ...below),
  );

/**
 * @param {HTMLElement} root
 * @param {DuplicateView} view
 */
export function showPoints(root, view) {
  const seat = state.seat ?? view.scores.indexOf(Math.max(...view.scores));
  const name = view.names[seat];
  root.replaceChildren(
    card(
      state.seat !== null && name !== "You" ? `${name} (you)` : name,
      view.scores[seat],
      el("span", { class: "percent" }, view.maximum ? `${percent(view, seat)} of ${view.maximum}` : "no turn yet"),
    ),
    card(
      "Maximum",
      view.maximum,
      view.clock ? el("span", { class: "clock", "data-left": "" }) : null,
      view.clock ? " · " : null,
      view.over ? `${counted(view.turns, "turn")}` : `turn ${view.turn + 1}`,
    ),
  );
}

/** @param {DuplicateView} view */
const order = (view) => view.names.map((_, number) => number).sort((a, b) => view.scores[b] - view.scores[a]);

/**
 * @param {DuplicateView} view
 * @param {((number: number) => string) | null} last
 */
function standings(view, last) {
  const rows = order(view).map((number) =>
    el(
      "tr",
      { class: number === state.seat ? "own" : null },
      el("td", {}, view.names[number]),
      el("td", { class: "num" }, String(view.scores[number])),
      el("td", { class: "num" }, percent(view, number)),
      ...(last ? [el("td", { class: "small soft" }, last(number))] : []),
    )
  );
  return table([["Player"], ["Points", "num"], ["Of the maximum", "num"], ...(last ? [["This turn"]] : [])], rows);
}

/**
 * @param {HTMLElement} root
 * @param {DuplicateView} view
 * @param {boolean[] | null} here
 */
export function showPlayers(root, view, here) {
  const doing = (
    /** @type {number} */ number,
  ) => (!view.begun ? "here" : view.handed[number] ? "handed in" : "thinks …");
  root.replaceChildren(
    standings(
      view,
      view.over
        ? null
        : (number) => (here && !here[number] ? `${view.handed[number] ? "handed in, " : ""}away` : doing(number)),
    ),
  );
}

/**
 * What everybody handed in, in the turn that ended last, or that is looked at.
 * @param {DuplicateView} view
 */
export function showEnded(view) {
  const turn = view.history.at(-1);
  $("ended").hidden = !turn;
  if (!turn) return;
  const squares = before(view, turn);
  $("ended-title").textContent = `Turn ${turn.number}: ${rackText(turn.rack)}`;
  /** @type {(who: string, play: Play | null, points: number, best?: boolean) => HTMLElement} */
  const line = (who, play, points, best) =>
    el(
      "li",
      { class: best ? "best" : null },
      el("span", { class: "who" }, who),
      el(
        "span",
        {},
        shown(play, squares),
        play && points < play.score ? el("span", { class: "bad small" }, " not a word here") : null,
      ),
      el("span", { class: "num" }, String(points)),
    );
  const all = view.names.map((_, number) => number).sort((a, b) => turn.points[b] - turn.points[a]);
  $("handed").replaceChildren(
    line("The best", turn.best, turn.best.score, true),
    ...all.map((number) => line(view.names[number], turn.plays[number], turn.points[number])),
  );
}

/**
 * @param {HTMLElement} root
 * @param {DuplicateView} view
 * @param {number | null} looked
 * @param {(turn: number) => void} look
 */
export function showTurns(root, view, looked, look) {
  const key = `${view.turns}/${looked}/${view.names.length}`;
  if (root.dataset.key === key) return;
  root.dataset.key = key;
  if (!view.history.length) {
    root.replaceChildren(el("p", { class: "soft small" }, "No turn has ended yet."));
    return;
  }
  const focused = focusedOn("turn");
  const rows = view.history.map((turn) => {
    const squares = before(view, turn);
    const own = state.seat === null ? [] : [
      el("td", {}, shown(turn.plays[state.seat], squares)),
      el("td", { class: "num" }, String(turn.points[state.seat])),
    ];
    return el(
      "tr",
      { "aria-current": looked === turn.number ? "true" : null },
      el(
        "td",
        {},
        el("button", {
          type: "button",
          "data-turn": turn.number,
          onclick: () => look(turn.number),
          "aria-label": `Turn ${turn.number}, of ${rackText(turn.rack)}`,
        }, rackText(turn.rack)),
      ),
      el("td", {}, el("b", {}, shown(turn.best, squares))),
      el("td", { class: "num" }, String(turn.best.score)),
      ...own,
    );
  });
  root.replaceChildren(
    table([["Rack"], ["Best"], null, ...(state.seat === null ? [] : [["You"], null])], rows),
  );
  if (focused) first(`[data-turn="${focused}"]`, root)?.focus({ preventScroll: true });
  if (looked === null) root.scrollTop = root.scrollHeight;
}

/**
 * @param {HTMLElement} root
 * @param {DuplicateView} view
 * @param {(() => void) | null} again
 */
export function showEnd(root, view, again) {
  root.hidden = !view.over;
  if (!view.over || root.dataset.done) return;
  root.dataset.done = "yes";
  const seat = state.seat ?? order(view)[0];
  const best = view.history.filter((turn) => turn.points[seat] === turn.best.score).length;
  const title = view.names.length > 1
    ? `${
      view.names[order(view)[0]] === view.names[state.seat ?? -1] ? "You are" : `${view.names[order(view)[0]]} is`
    } nearest to the maximum`
    : `${percent(view, seat)} of the maximum`;
  root.replaceChildren(
    el("h2", {}, title),
    el(
      "p",
      { class: "small" },
      `${view.names[seat]}: ${view.scores[seat]} of ${view.maximum} points, ${
        percent(view, seat)
      }; the best play in ${best} of ${counted(view.turns, "turn")}.`,
    ),
    ...(view.names.length > 1 ? [standings(view, null)] : []),
    el(
      "div",
      { class: "row" },
      again ? el("button", { class: "main", onclick: again }, "Play again") : "",
      el("a", { class: "button", href: "/duplicate" }, "New game"),
    ),
  );
}

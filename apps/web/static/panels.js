// @ts-check
// What stands around the board: scores and clocks, the moves, unseen tiles, the end.

/** @import { Plays } from "./plays.js" */
/** @import { Setting, Turn, View } from "./types.d.ts" */

import { $, counted, el, rackSaid } from "./dom.js";

/** @type {Record<string, string>} */
const REASONS = {
  out: "all tiles are played",
  zeros: "too many turns without a point",
  passes: "everyone passed",
  resignation: "by resignation",
  time: "the time is up",
  challenge: "by the challenge",
};

/** @type {Record<string, string>} */
const DONE = {
  pass: "pass",
  accept: "accepts the last play",
  resignation: "resigns",
  time: "time is up",
  fine: "fined",
};

/**
 * A number with its sign, as it is written in print.
 * @param {number} number
 */
export function signed(number, digits = 1) {
  const size = Math.abs(number).toFixed(digits);
  return `${number < 0 && Number(size) ? "−" : "+"}${size}`;
}

/**
 * A rack as text: "AEIN?".
 * @param {string[]} labels
 */
export const rackText = (labels) => labels.join(labels.some((label) => label.length > 1) ? " " : "");

/**
 * The main word of a placement and its place, with blanks in lower case.
 * @param {Turn} turn
 * @param {Plays} plays
 * @param {View} view
 */
export const playText = (turn, plays, view) =>
  `${plays.word(turn.place, turn.text.split(" ")[1], view.squares)} ${turn.place}`;

/**
 * A turn of a view in words. heard: as a screen reader says it.
 * @param {Turn} turn
 * @param {string} name
 * @param {Plays} plays
 * @param {View} view
 */
export function told(turn, name, plays, view, heard = false) {
  if (turn.kind === "placement") {
    return `${name}: ${playText(turn, plays, view)}${heard ? plays.blanks(turn.text) : ""}, ${
      counted(turn.score, "point")
    }`;
  }
  if (turn.kind === "exchange") {
    return `${name}${name === "You" ? " exchange" : " exchanges"} ${
      turn.tiles ? rackText(turn.tiles) : counted(turn.size, "tile")
    }`;
  }
  if (turn.kind === "challenge" && !turn.success) {
    return `${name}${name === "You" ? " challenge" : " challenges"}: the play is good${
      turn.score ? ` and gets ${signed(turn.score, 0)}` : ""
    }`;
  }
  if (turn.kind === "challenge") {
    const wrong = (turn.judged ?? []).filter(([, valid]) => !valid).map(([word]) => word);
    const play = view.history.slice(0, turn.number - 1).findLast((one) => one.kind === "placement");
    return `${name}${name === "You" ? " challenge" : " challenges"}: ${
      wrong.length ? `${wrong.join(" and ")} ${wrong.length > 1 ? "are no words" : "is no word"}, and ` : ""
    }${counted(play?.score ?? 0, "point")} ${play?.score === 1 ? "is" : "are"} taken back`;
  }
  return `${name}: ${DONE[turn.kind] ?? turn.kind}`;
}

/**
 * What has happened since the player of a seat acted last, in words, with their own challenge.
 * @param {Setting} setting
 * @param {Plays} plays
 * @param {View} view
 * @param {number | null} seat
 */
export function toldSince(setting, plays, view, seat, heard = false) {
  const last = view.history.findLastIndex((turn) => turn.player === seat && turn.kind !== "challenge");
  const since = seat === null ? view.history.slice(-1) : view.history.slice(last + 1);
  return since.map((turn) => `${told(turn, setting.players[turn.player].name, plays, view, heard)}. `).join("");
}

/**
 * @param {HTMLElement} root
 * @param {Setting} setting
 * @param {View} view
 * @param {number | null} seat
 * @param {boolean[] | null} here
 */
export function showScores(root, setting, view, seat, here) {
  root.replaceChildren(
    ...setting.players.map((player, number) =>
      el(
        "div",
        { class: `player${view.to_move === number ? " turn" : ""}` },
        el(
          "div",
          { class: "name", title: player.name },
          el("span", {}, player.name),
          number === seat && player.name !== "You" ? el("span", { class: "soft" }, "(you)") : null,
        ),
        el("div", { class: "score" }, String(view.scores[number])),
        el(
          "div",
          { class: "small soft" },
          view.clock ? el("span", { class: "clock", "data-clock": number }) : null,
          view.clock ? " · " : null,
          view.racks
            ? (view.racks[number].length
              ? el("span", { class: "held" }, rackText(view.racks[number]))
              : view.over
              ? ""
              : "rack unknown")
            : view.over
            ? ""
            : view.to_move === number
            ? (number === seat
              ? "your turn"
              : player.bot
              ? "thinking …"
              : here && !here[number]
              ? "to move, away"
              : "to move")
            : here && !here[number]
            ? "away"
            : counted(view.sizes[number], "tile"),
        ),
      )
    ),
  );
}

/** @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.ceil(Math.abs(seconds));
  return `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * @param {HTMLElement} root
 * @param {Setting} setting
 * @param {Plays} plays
 * @param {View} view
 * @param {number | null} looked
 * @param {(turn: number) => void} look
 */
export function showHistory(root, setting, plays, view, looked, look) {
  /** @type {HTMLElement[]} */
  const rows = view.history.map((turn) => {
    const what = turn.kind === "placement"
      ? el(
        "span",
        {},
        el("b", {}, playText(turn, plays, view).split(" ")[0]),
        " ",
        el("span", { class: "soft small" }, turn.place),
        turn.note ? " ✎" : "",
      )
      : el(
        "span",
        { class: "soft" },
        turn.kind === "exchange"
          ? `exchange ${turn.tiles ? rackText(turn.tiles) : turn.size}`
          : turn.kind === "challenge"
          ? `challenge: ${turn.success ? "off" : "good"}`
          : turn.kind === "resignation"
          ? "resign"
          : turn.kind,
      );
    const { name } = setting.players[turn.player];
    return el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          "aria-current": looked === turn.number ? "true" : null,
          onclick: () => look(turn.number),
          "aria-label": `${turn.number}: ${told(turn, name, plays, view, true)}${
            turn.rack ? `, of ${rackSaid(turn.rack)}` : ""
          }${turn.note ? ", with a note" : ""}`,
        },
        el("span", { class: "who soft" }, name),
        el(
          "span",
          { class: "what" },
          what,
          turn.rack ? el("span", { class: "soft small held" }, rackText(turn.rack)) : null,
        ),
        el("span", { class: "num" }, turn.kind === "placement" || turn.score ? signed(turn.score, 0) : ""),
        el("span", { class: "num soft" }, String(turn.totals[turn.player])),
      ),
    );
  });
  rows.push(...ending(setting, view));
  const key = `${view.history.length}/${looked}/${view.over}/${view.names.join()}`;
  if (root.dataset.key === key) return;
  root.dataset.key = key;
  root.replaceChildren(...(rows.length ? rows : [el("li", { class: "soft small" }, "No moves yet.")]));
  if (looked === null) root.scrollTop = root.scrollHeight;
}

/**
 * What the end changed in the scores: the tiles that were left, and overtime.
 * @param {Setting} setting
 * @param {View} view
 * @returns {HTMLElement[]}
 */
function ending(setting, view) {
  const { result, racks } = view;
  if (!result) return [];
  return setting.players.flatMap(({ name }, number) => {
    const others = racks?.filter((_, other) => other !== number).map(rackText).filter(Boolean).join(" ");
    const left = result.ending[number] > 0
      ? `others left ${others || "tiles"}`
      : `left with ${racks ? rackText(racks[number]) : "tiles"}`;
    /** @type {[number, string][]} */
    const changes = [[result.ending[number], left], [result.overtime[number], "overtime"]];
    return changes.filter(([points]) => points).map((
      [points, why],
    ) =>
      el(
        "li",
        { class: "ending" },
        el("span", { class: "who soft" }, name),
        el("span", { class: "soft" }, why),
        el("span", { class: "num" }, signed(points, 0)),
        el("span", { class: "num soft" }, String(result.scores[number])),
      )
    );
  });
}

/**
 * @param {Setting} setting
 * @param {View} view
 */
export function showUnseen(setting, view) {
  const left = view.unseen;
  const total = Object.values(left).reduce((sum, count) => sum + count, 0);
  $("unseen-count").textContent = `${total}${view.bag ? `, ${view.bag} in the bag` : ", the bag is empty"}`;
  $("unseen").replaceChildren(
    ...setting.tiles.filter((tile) => left[tile.label]).map((tile) =>
      el("li", {}, el("b", {}, tile.label === "?" ? "blank" : tile.label), ` ${left[tile.label]}`)
    ),
  );
  const vowels = setting.tiles.filter((tile) => tile.vowel).reduce((sum, tile) => sum + (left[tile.label] ?? 0), 0);
  const blanks = left["?"] ?? 0;
  $("unseen-note").textContent = total
    ? [counted(vowels, "vowel"), counted(total - vowels - blanks, "consonant"), counted(blanks, "blank")].join(", ")
    : "";
}

/**
 * @param {Setting} setting
 * @param {View} view
 * @param {number | null} seat
 * @param {(() => void) | null} again
 * @param {(() => void) | null} study
 */
export function showResult(setting, view, seat, again, study) {
  const root = $("result");
  root.hidden = !view.over;
  if (!view.over || root.dataset.done === "yes") return;
  root.dataset.done = "yes";
  const { winner, scores, reason } = view.result ?? { winner: null, scores: view.scores, reason: "" };
  const title = winner === null ? "A draw" : winner === seat ? "You win" : `${setting.players[winner].name} wins`;
  // The winner's score comes first.
  const first = winner ?? seat ?? 0;
  const told = [scores[first], ...scores.filter((_, number) => number !== first)].join(" : ");
  root.replaceChildren(
    el("h2", {}, `${title}, ${told}`),
    el("p", { class: "small soft" }, REASONS[reason] ?? reason),
    el(
      "div",
      { class: "row" },
      again ? el("button", { class: "main", onclick: again }, "Play again") : "",
      el("a", { class: "button", href: "/" }, "New game"),
      study ? el("button", { onclick: study }, "Study my mistakes") : "",
    ),
  );
}

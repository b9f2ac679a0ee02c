// @ts-check
// The report of a game that is over: the chance to win turn by turn, players, and turns to step to.

/** @import { Report, ReportedTurn } from "./types.d.ts" */

import { showLeaves } from "./analysis.js";
import { $, counted, download, el, first, focusedOn, originOf, table } from "./dom.js";
import { actionText } from "./plays.js";
import { remark, state } from "./state.js";
import { look } from "./tiles.js";

/** @type {Record<string, string>} */
const GRADES = { small: "●", medium: "●●", large: "●●●" };
/** @type {Record<string, number>} */
const DOTS = { small: 3, medium: 4.5, large: 6 };
const [WIDE, TALL, EDGE] = [320, 110, 42];

/** @type {Report} */
let found; // the newest report
let drawn = ""; // what is drawn of it
let explaining = false;

/** @param {Report} report */
export function hearReport(report) {
  found = report;
  if (state.view) showReport();
}

// Save the report that is shown, as a page that needs nothing else.
$("save-report").onclick = async () => {
  try {
    const { html } = await state.live.ask("report");
    download(
      new Blob([html], { type: "text/html;charset=utf-8" }),
      `${state.view.names.join("-").replace(/[^\p{L}\p{N}-]+/gu, "_")}.html`,
    );
  } catch (error) {
    remark(`Not saved: ${error.message}.`, true);
  }
};

// A report is of a record: after another turn, or one taken back, it says so until a new one comes.
const stale = () => Boolean(found.stale || (found.turns && found.of !== undefined && found.of !== state.view.turns));

export function showReport() {
  const box = $("report");
  if (found && found.turns && found.of === undefined && !found.stale) found.of = state.view.turns;
  box.hidden = !found || (!state.view.over && !state.setting.recorded && !stale());
  if (box.hidden) return;
  box.classList.toggle("stale", stale());
  const left = found.to_weigh - found.weighed;
  const text = found.error
    ? ""
    : stale()
    ? "of another record: it has changed since"
    : left
    ? `${found.weighed} of ${counted(found.to_weigh, "turn")} weighed`
    : "";
  if ($("report-state").textContent !== text) $("report-state").textContent = text;
  const key = JSON.stringify([found.level, found.weighed, found.error, state.past?.turn]);
  if (drawn === key) return;
  drawn = key;
  $("save-report").hidden = Boolean(found.error);
  if (found.error) {
    $("report-body").replaceChildren(el("p", { class: "small" }, `No report: ${found.error}.`));
    return;
  }
  const kept = focusedOn("report");
  $("report-body").replaceChildren(
    curve(),
    players(),
    ...found.players.map(({ name, below }) => el("p", { class: "small" }, `${name}: ${below}`)),
    explained(),
    mistakes(),
    ...found.remarks.map((one) => {
      const { list } = state.setting;
      if (!list?.leaves || one !== originOf(list.leaves)) return el("p", { class: "small soft" }, one);
      const box = el("p", { class: "small soft", id: "report-leaves" });
      showLeaves(box, list.leaves);
      return box;
    }),
  );
  if (kept) first(`[data-report="${kept}"]`)?.focus();
}

/** @param {number} share */
const percent = (share, digits = 0) => `${(100 * share).toFixed(digits)}%`;

/**
 * @param {string} name
 * @param {Record<string, string | number>} facts
 * @param {(Node | string)[]} inside
 */
function shape(name, facts, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(facts)) made.setAttribute(key, String(value));
  made.append(...inside);
  return made;
}

// The chance to win of the first player, with a dot for each mistake and a line at the turn that is looked at.
function curve() {
  if (!found.curve.length) return "";
  const last = Math.max(1, found.curve[found.curve.length - 1][0]);
  const x = (/** @type {number} */ number) => EDGE + (WIDE - EDGE - 8) * number / last;
  const y = (/** @type {number} */ chance) => 8 + (TALL - 16) * (1 - chance);
  const chances = new Map(found.curve);
  const name = found.players[0].name;
  const words = `Chance of ${name} to win, by turn: ${
    found.curve.map(([number, chance]) => `${number}: ${percent(chance)}`).join(", ")
  }`;
  return shape(
    "svg",
    { viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": words, class: "curve" },
    ...[0, 0.5, 1].flatMap((
      chance,
    ) => [
      shape("line", { x1: EDGE, x2: WIDE - 8, y1: y(chance), y2: y(chance), class: "grid" }),
      shape("text", { x: EDGE - 4, y: y(chance) + 4, "text-anchor": "end" }, percent(chance)),
    ]),
    ...(state.past
      ? [shape("line", { x1: x(state.past.turn), x2: x(state.past.turn), y1: 4, y2: TALL - 4, class: "here" })]
      : []),
    shape("polyline", {
      points: found.curve.map(([number, chance]) => `${x(number).toFixed(1)},${y(chance).toFixed(1)}`).join(" "),
    }),
    ...found.turns.filter((turn) => DOTS[turn.grade ?? ""] && chances.has(turn.number)).map((turn) =>
      shape("circle", {
        cx: x(turn.number).toFixed(1),
        cy: y(chances.get(turn.number) ?? 0).toFixed(1),
        r: DOTS[turn.grade ?? ""],
      })
    ),
  );
}

// Turns of more than two players have no grades: what they lost by equity is told.
const many = () => found.players.length > 2;

/** @param {string} text */
const capitalized = (text) => text[0].toUpperCase() + text.slice(1);

function players() {
  const rows = found.players.map(({ name, cells }) =>
    el(
      "tr",
      {},
      el("td", { class: "who" }, name),
      ...cells.map((text) => el("td", { class: "num" }, text.replace("-", "−"))),
    )
  );
  return table([["Player"], ...found.columns.map(({ head }) => [capitalized(head), "num"])], rows);
}

// The curve and the columns in words.
function explained() {
  const terms = [...found.columns, ...found.below].map(({ head, meaning }) => [capitalized(head), meaning]);
  if (found.curve.length) {
    terms.unshift([
      "Curve",
      `the chance of ${found.players[0].name} to win, turn by turn; a dot is a mistake, larger for a worse one`,
    ]);
  }
  return el(
    "details",
    {
      class: "small",
      open: explaining,
      ontoggle: (event) => {
        explaining = /** @type {HTMLDetailsElement} */ (event.target).open;
      },
    },
    el("summary", {}, "What this means"),
    el(
      "dl",
      { class: "meanings" },
      ...terms.flatMap(([term, text]) => [el("dt", {}, term), el("dd", {}, text)]),
    ),
  );
}

// Mistakes, worst first, then what has no grade.
function mistakes() {
  const worst = new Map(found.worst.map((number, at) => [number, at]));
  const rank = (
    /** @type {ReportedTurn} */ turn,
  ) => (many() ? -(turn.lost ?? 0) : worst.get(turn.number) ?? found.worst.length);
  const rows = found.turns.filter((turn) =>
    GRADES[turn.grade ?? ""] || (many() ? (turn.lost ?? 0) >= 0.5 : turn.ungraded) || turn.phony.length
  ).sort((one, other) => rank(one) - rank(other) || one.number - other.number);
  if (!rows.length) return el("p", { class: "small" }, "No mistakes.");
  return el(
    "ol",
    { class: "mistakes" },
    ...rows.map((turn) => {
      // What rounds to nothing is not said: in a game that is decided, a mistake costs points alone.
      const costs = [
        (turn.win_loss ?? 0) >= 0.0005 && percent(turn.win_loss ?? 0, 1),
        (turn.lost ?? 0) >= 0.5 && counted(Math.round(turn.lost ?? 0), "point"),
      ];
      const lost = GRADES[turn.grade ?? ""] || many() ? costs.filter(Boolean).map((text) => `−${text}`).join(", ") : "";
      const said = [
        many() ? "" : turn.ungraded,
        turn.phony.length ? `not valid: ${turn.phony.join(", ")}` : "",
        GRADES[turn.grade ?? ""] && turn.found !== turn.action
          ? `best ${actionText(turn.found ?? "")}${turn.why ? `: ${turn.why}` : ""}`
          : "",
      ].filter(Boolean).join("; ");
      return el(
        "li",
        {},
        el(
          "button",
          {
            type: "button",
            "data-report": turn.number,
            "aria-current": state.past?.turn === turn.number ? "true" : null,
            onclick: () => look(turn.number),
          },
          el(
            "span",
            {},
            `${turn.number}. ${found.players[turn.seat].name}: `,
            el("b", {}, actionText(turn.action)),
            GRADES[turn.grade ?? ""] ? ` ${GRADES[turn.grade ?? ""]} ${turn.grade}` : "",
          ),
          el("span", { class: "small soft" }, [lost, said].filter(Boolean).join("; ")),
        ),
      );
    }),
  );
}

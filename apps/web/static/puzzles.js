// @ts-check
// The page of puzzles: positions come from the server one by one, the best play only when a puzzle has ended.

/** @import { Answer, Puzzle, PuzzleEnd, PuzzleOffers, PuzzleStep, PuzzleSteps } from "./types.d.ts" */

import { $, aboutList, announce, choices, counted, days, el, first, learner, request, table } from "./dom.js";
import { layBoard, pickTile, setUpBoard } from "./input.js";
import { actionText } from "./plays.js";
import { facts, friendly, mine, placed, rack, ready, remark, state } from "./state.js";
import { changed, drawTiles } from "./tiles.js";
import { showOrigin } from "./training.js";

/** @type {PuzzleOffers} */
let offers;
/** @type {{ code: string, step: number } | null} */
let round = null; // the code of the round, and the step
/** @type {Puzzle | null} */
let puzzle = null; // the position that is asked, as the server tells it
/** @type {PuzzleEnd | null} */
let end = null; // how it ended
let number = 0;

/**
 * @template T
 * @param {string} what
 * @param {object} fields
 * @returns {Promise<Answer<T>>}
 */
const post = (what, fields) => request(`/api/puzzles/${what}`, fields);

// -- what the server says ---------------------------------------------------------------------------

async function begin() {
  round = null;
  note("Looking for a puzzle …");
  const wanted = {
    tag: $("tag").value,
    lexicon: $("lexicon").value,
    game: facts.get("g") ?? "",
    token: facts.get("t") ?? "",
  };
  /** @type {Answer<{ code: string, step: number }>} */
  const found = await post("begin", { learner: learner(), ...wanted });
  if (found.error) {
    note(found.error, true);
    return;
  }
  round = { code: found.code, step: found.step };
  await next();
}

/**
 * Take a step of the round; one that the server has forgotten is begun anew. After an error it can be sent again: the
 * server takes a step once.
 * @template {keyof PuzzleSteps} K
 * @param {K} what
 * @param {object} fields
 * @returns {Promise<PuzzleStep<K> | null>}
 */
async function step(what, fields = {}) {
  if (state.busy || !round) return null;
  state.busy = true;
  say();
  /** @type {Answer<PuzzleStep<K> & { gone?: boolean }>} */
  const found = await post(what, { ...round, ...fields });
  state.busy = false;
  if (found.gone) {
    await begin();
    announce("The round was begun anew; what you found is kept.");
    return null;
  }
  if (found.error) {
    note(friendly(found.error), true);
    announce(state.note.text);
    return null;
  }
  round.step = found.step;
  if (found.answered) $("progress").textContent = `${counted(found.answered, "puzzle")}, ${found.right} found`;
  return found;
}

async function next() {
  end = null;
  note("Looking for a puzzle …");
  const found = await step("next");
  if (!found) {
    puzzle = null;
    say();
    return;
  }
  puzzle = found.result;
  if (!puzzle) {
    note(facts.get("g") ? "No further mistakes of this game." : "No further puzzles.");
    return;
  }
  pose(puzzle);
}

/** @param {Puzzle} puzzle */
function pose(puzzle) {
  const { setting, view } = puzzle;
  if (!state.board || JSON.stringify(setting) !== JSON.stringify(state.setting)) {
    state.setting = setting;
    if (state.board) $("board").replaceWith($("board").cloneNode(false));
    layBoard();
  }
  state.view = { ...view, revision: number += 1, to_move: 0, racks: null, over: false, history: [] };
  state.ghost = new Map();
  state.cursor = state.chosen = null;
  placed.clear();
  rack.tiles = [];
  rack.set(view.rack);
  $("ended").hidden = true;
  $("tried").replaceChildren();
  $("scores").replaceChildren(
    ...["You", "Other player"].map((name, at) =>
      el(
        "div",
        { class: `player${at ? "" : " turn"}` },
        el("div", { class: "name" }, name),
        el("div", { class: "score" }, String(view.scores[at])),
      )
    ),
  );
  const told = `${
    puzzle.played
      ? `${puzzle.player}: ${actionText(puzzle.played)}. That was a mistake: find a better play.`
      : "One play is far ahead: each other loses ten points or more, and is a mistake."
  } From ${puzzle.source}, turn ${puzzle.turn}. `;
  const origin = el("span", { id: "puzzle-leaves" });
  const list = offers.lexicons.find(({ name }) => name === $("lexicon").value);
  const own = list?.leaves === puzzle.leaves ? list : undefined;
  $("about").replaceChildren(told, origin);
  showOrigin(origin, own ?? { name: "", leaves: puzzle.leaves }, (text) => note(text, true), () => {
    $("about").textContent = told;
    note(`${list?.name} has its own leave values now.`);
  });
  note("");
  changed();
  announce(`A new puzzle. Your rack: ${rack.said()}`);
}

// -- what is shown ----------------------------------------------------------------------------------

function show() {
  if (!state.board) return;
  drawTiles();
  say();
}

function say() {
  const asked = Boolean(puzzle && !end);
  const may = asked && ready();
  $("commit").textContent = may && state.preview.score !== null ? `Try, ${state.preview.score} points` : "Try";
  $("commit").disabled = state.busy || !may;
  $("commit").hidden = $("hint").hidden = $("give-up").hidden = !asked;
  $("hint").disabled = $("give-up").disabled = state.busy;
  $("next").hidden = asked || !round || Boolean(round && !puzzle && facts.get("g"));
  $("next").disabled = state.busy;
  first(".holder").hidden = !puzzle;
  $("recall").disabled = !placed.size;
  $("shuffle").disabled = !puzzle || !mine();
  const box = $("say");
  box.classList.toggle("bad", Boolean(state.note.bad));
  const text = state.note.text || (placed.size && state.preview.error) ||
    (placed.size && state.preview.score !== null
      ? `${state.preview.words.join(", ")}: ${state.preview.score} points`
      : placed.size
      ? "…"
      : asked
      ? "Which play is best?"
      : "");
  if (box.textContent !== text) box.textContent = text;
}

/** @param {string} text */
function note(text, bad = false) {
  state.note = { text, bad };
  say();
}

// -- tries, hints, the end ----------------------------------------------------------------------------

/** @param {string} play */
async function attempt(play) {
  const found = await step("try", { play });
  if (!found) return false;
  const { text, score, loss, end: over } = found.result;
  if (over) {
    if (puzzle) finish(puzzle, over, text);
    return true;
  }
  $("tried").append(el("li", {}, el("b", {}, actionText(text)), `, ${score} points: loses ${loss.toFixed(1)}`));
  remark(`${actionText(text)} loses ${loss.toFixed(1)} points. Try again.`, true);
  return true;
}

function commit() {
  if (ready() && state.preview.text) attempt(state.preview.text);
}

async function hint() {
  const found = await step("hint");
  if (!found) return;
  const { tags, score, place, across, tiles, text, last } = found.result;
  const told = tags ? `The best play: ${tags.map((tag) => offers.tags[tag]).join("; ")}` : text ??
    `${score ?? 0} points${place ? ` ${across ? "across" : "down"} from ${place}` : ""}${
      tiles ? `, with ${tiles.join(" ")}` : ""
    }`;
  remark(`${told}.${last ? "" : " Again for more."}`);
}

/**
 * @param {Puzzle} puzzle
 * @param {PuzzleEnd} over
 */
function finish(puzzle, over, text = "") {
  end = over;
  state.view.to_move = null;
  state.cursor = state.chosen = null;
  placed.clear();
  lay(text || over.best);
  const rows = over.plays.map((play, at) =>
    el(
      "tr",
      { class: over.answers.includes(play.text) ? "right" : "" },
      el(
        "td",
        {},
        el(
          "button",
          {
            type: "button",
            class: "plain",
            onclick: () => lay(play.text),
          },
          actionText(play.text),
          play.text === puzzle.played ? el("span", { class: "soft small" }, " played") : null,
        ),
      ),
      el("td", { class: "num" }, String(play.score)),
      el("td", { class: "num" }, at ? play.loss.toFixed(1) : "best"),
      el("td", { class: "num" }, at ? `${(100 * play.win_loss).toFixed(1)}%` : ""),
      el("td", {}, at ? play.grade : ""),
    )
  );
  const verdict = `${over.right ? "Right" : "Not found"}: ${actionText(over.right && text ? text : over.best)}`;
  $("ended").replaceChildren(
    el("p", { class: "verdict" }, verdict),
    el(
      "p",
      {},
      `${over.why ? `${over.why[0].toUpperCase()}${over.why.slice(1)}. ` : ""}${
        over.tags.length ? `The best play: ${over.tags.join("; ")}.` : ""
      }`,
    ),
    el(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Plays" },
      table([["Play"], ["Score", "num"], ["Loses", "num"], ["Wins less", "num"], ["Mistake"]], rows),
    ),
    el("p", { class: "small soft" }, `Comes again in ${days(over.days)}. A click on a play shows it.`),
  );
  $("ended").hidden = false;
  remark(`${verdict}. Comes again in ${days(over.days)}.`, !over.right);
  changed();
  $("next").focus({ preventScroll: true });
}

/**
 * Show a play on the board.
 * @param {string} text
 */
function lay(text) {
  const [place, tiles] = text.split(" ");
  state.ghost = tiles ? state.plays.placed(place, tiles) : new Map();
  show();
}

// -- the buttons --------------------------------------------------------------------------------------

async function start() {
  state.seat = 0;
  Object.assign(state.on, { show, say, commit, pick: pickTile });
  state.live = {
    // A puzzle asks for nothing but previews.
    ask: async (_, fields = {}) => {
      /** @type {Answer<any>} */
      const found = await post("preview", { code: round?.code, ...fields });
      if (found.error) throw new Error(found.error);
      return found;
    },
  };
  setUpBoard();
  $("hint").onclick = hint;
  $("next").onclick = next;
  $("give-up").onclick = async () => {
    const found = await step("give-up");
    if (found && puzzle) finish(puzzle, found.result.end);
  };
  $("command").onsubmit = async (event) => {
    event.preventDefault();
    const text = $("typed").value.trim();
    if (text && puzzle && !end && await attempt(text)) $("typed").value = "";
  };
  $("setup").onsubmit = (event) => {
    event.preventDefault();
    for (const one of ["g", "t"]) facts.delete(one);
    history.replaceState(null, "", `#${new URLSearchParams({ tag: $("tag").value, lexicon: $("lexicon").value })}`);
    begin();
  };
  /** @type {Answer<PuzzleOffers>} */
  const found = await request("/api/puzzles/offers");
  if (found.error) {
    note(found.error, true);
    return;
  }
  offers = found;
  $("tag").append(...Object.entries(offers.tags).map(([tag, told]) => el("option", { value: tag }, told)));
  $("lexicon").append(...choices(offers.lexicons, "name"));
  $("tag").value = facts.get("tag") ?? "";
  const named = facts.get("lexicon");
  if (named && offers.lexicons.some((list) => list.name === named)) $("lexicon").value = named;
  const told = () =>
    $("list-note").replaceChildren(
      ...aboutList(offers.lexicons.find((list) => list.name === $("lexicon").value), false),
    );
  $("lexicon").onchange = told;
  told();
  begin();
}

addEventListener("hashchange", () => location.reload());
start();

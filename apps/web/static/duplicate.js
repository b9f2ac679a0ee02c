// @ts-check
// The page of duplicate games: begin one, and play it: everybody has the same rack, and a turn ends when all have handed in.

/** @import { Answer, Begun, Control, DuplicateTurn, DuplicateView, Offers, Replies, State } from "./types.d.ts" */

import {
  $,
  aboutList,
  addressOf,
  announce,
  choices,
  confirmed,
  counted,
  el,
  first,
  keepGame,
  keepName,
  ownName,
  rackSaid,
  request,
} from "./dom.js";
import { pickTile, setUpBoard } from "./input.js";
import { follow } from "./joining.js";
import { clockText } from "./panels.js";
import {
  facts,
  friendly,
  game,
  mine,
  placed,
  rack,
  rackSeen,
  ready,
  remark,
  say as sayAgain,
  state as shared,
} from "./state.js";
import { changed, drawTiles, look, turnTo } from "./tiles.js";
import { heard, percent, showEnd, showEnded, showPlayers, showPoints, showTurns } from "./turns.js";

// What the page knows, with views of a duplicate game.
const state = /** @type {State<DuplicateView>} */ (/** @type {unknown} */ (shared));
const shownView = () => state.past ?? state.view;

const LAST = 1; // seconds before the end of a turn at which what lies is handed in
const LOW = 30;
let warned = 0; // the turn for which little time was told
let handing = 0; // the turn in which what lies was handed in by the clock

// -- what is shown ------------------------------------------------------------------------------------

function show() {
  if (!state.view || !state.board) return;
  const seen = shownView();
  drawTiles(new Set(seen.history.at(-1)?.best.squares ?? []));
  showPoints($("scores"), seen);
  $("bag").textContent = state.view.over || state.past ? "" : `${counted(seen.bag, "tile")} in the bag`;
  $("everyone").hidden = seen.names.length === 1;
  showPlayers($("players"), seen, state.here);
  showEnded(seen);
  showTurns($("turns"), state.view, state.past ? state.past.turn : null, look);
  showEnd($("result"), state.view, state.view.names.length === 1 && state.seat !== null ? again : null);
  $("start").hidden = !state.view.may.begin;
  $("invite-more").hidden = !facts.get("i") || state.view.over;
  $("first").disabled = $("back").disabled = !seen.turn;
  $("forth").disabled = $("now").disabled = !state.past;
  tick();
  say();
}

function waiting() {
  const others = state.view.names.filter((_, number) => number !== state.seat && !state.view.handed[number]);
  return others.length ? ` Waiting for ${others.length > 1 ? counted(others.length, "player") : others[0]}.` : "";
}

function said() {
  const { view, past, preview, note } = state;
  const turn = shownView().history.at(-1);
  if (note.text) return note.text;
  if (past) {
    return turn
      ? `After turn ${turn.number}: ${turn.best.text}, ${counted(turn.best.score, "point")}`
      : "The empty board";
  }
  if (view.over) return "The game is over.";
  if (!view.begun) {
    return view.may.begin ? "Send the link. Begin when all are here." : `Waiting for ${view.names[0]} to begin.`;
  }
  if (placed.size) {
    return preview.error ??
      (preview.score === null ? "…" : `${preview.words.join(", ")}: ${counted(preview.score, "point")}`);
  }
  if (state.seat !== null && view.handed[state.seat]) {
    return `You have handed in ${
      view.own ? `${view.own.text}, ${counted(view.own.score, "point")}` : "no play"
    }.${waiting()}`;
  }
  if (!turn) return state.seat === null ? "The first turn" : "Cover the star with the best play you find.";
  const own = state.seat === null ? "" : `, you ${turn.points[state.seat]}`;
  return `The best was ${turn.best.text}, ${counted(turn.best.score, "point")}${own}.`;
}

function say() {
  /** @type {Record<string, boolean>} */
  const may = state.past ? {} : state.view.may;
  const handed = state.seat !== null && state.view.handed[state.seat];
  const commit = $("commit");
  commit.textContent = placed.size && state.preview.score !== null
    ? `Hand in, ${counted(state.preview.score, "point")}`
    : handed
    ? "Handed in"
    : "Hand in";
  commit.disabled = state.busy || !ready() || !may.submit;
  $("none").hidden = !may.submit;
  $("none").disabled = state.busy;
  $("close").hidden = !may.close;
  $("close").disabled = state.busy;
  $("recall").disabled = !placed.size;
  $("shuffle").disabled = !mine();
  first(".holder").hidden = Boolean(state.past) || !state.view.begun || state.view.over;
  first(".actions").hidden = !may.submit;
  $("command").hidden = $("flip").hidden = !may.submit;
  const box = $("say"), text = said();
  box.classList.toggle("bad", Boolean(state.note.bad || (placed.size && state.preview.error)));
  if (box.textContent !== text) box.textContent = text;
}

const secondsLeft =
  () => (state.view?.clock ? state.view.clock.left - (performance.now() - state.received) / 1000 : null);

function tick() {
  const left = secondsLeft();
  if (left === null) return;
  const shown = first("[data-left]");
  if (shown && !state.past) {
    shown.textContent = clockText(Math.max(0, left));
    shown.classList.toggle("low", left < LOW);
  }
  if (left < LOW && (state.setting.seconds ?? 0) > 2 * LOW && warned !== state.view.turns + 1) {
    warned = state.view.turns + 1;
    announce(`${LOW} seconds`);
  }
  // What lies when the time is up counts: it is what was meant last.
  const lies = ready() && !state.past && state.preview.text !== state.view.own?.text;
  if (left < LAST && lies && state.preview.text && handing !== state.view.turns + 1) {
    handing = state.view.turns + 1;
    handIn(state.preview.text);
  }
}

// -- what the server says -----------------------------------------------------------------------------

/**
 * The players: friends come later.
 * @param {string[]} names
 */
function name(names) {
  const others = names.filter((_, number) => number !== state.seat).join(", ");
  document.title = `lexkit: duplicate${others ? ` with ${others}` : ""}`;
  keepGame({ ...game, page: "duplicate", seat: state.seat, opponent: others });
}

/** @param {DuplicateView} found */
function take(found) {
  if (state.view && found.revision < state.view.revision) return;
  const before = state.view;
  const fresh = !before || found.turns !== before.turns || found.begun !== before.begun;
  state.view = found;
  state.received = performance.now();
  if (!before || before.names.join("\n") !== found.names.join("\n")) name(found.names);
  if (!state.past) rack.set(rackSeen() ?? []);
  if (fresh) {
    // Who comes later finds the link below: it would stand over the board at every turn.
    if (found.begun) $("invite").hidden = true;
    if (before) {
      state.note = { text: "", bad: false };
      tell(found.history.slice(before.history.length));
      // What lies was for the turn before.
      if (found.turns !== before.turns && !state.past) {
        placed.clear();
        state.cursor = state.chosen = null;
      }
      changed();
    } else turnTo(null);
  } else if (state.returned && placed.size) changed();
  state.returned = false;
  show();
}

/** @param {DuplicateTurn[]} turns */
function tell(turns) {
  const turn = turns.at(-1);
  if (!turn) return;
  const own = state.seat === null
    ? ""
    : ` You: ${heard(turn.plays[state.seat])}${
      turn.points[state.seat] < (turn.plays[state.seat]?.score ?? 0) ? ", not a word here" : ""
    }. ${percent(state.view, state.seat)} of the maximum.`;
  const next = state.view.over ? "The game is over." : `The rack: ${rackSaid(state.view.rack)}`;
  announce(`Turn ${turn.number} is over. The best was ${heard(turn.best)}.${own} ${next}`);
}

// -- what a player does -------------------------------------------------------------------------------

/**
 * @param {keyof Replies} what
 * @param {object} fields
 */
async function act(what, fields = {}) {
  if (state.busy) return false;
  state.busy = true;
  sayAgain();
  try {
    await state.live.ask(what, fields);
    return true;
  } catch (error) {
    remark(friendly(error.message), true);
    return false;
  } finally {
    state.busy = false;
    sayAgain();
  }
}

/** @param {string} play */
async function handIn(play) {
  if (!state.view.may.submit || state.past) return false;
  const turn = state.view.turns + 1;
  if (!await act("submit", { play, turn })) return false;
  // The tiles go back to the rack; the play is told above the board.
  if (state.view.turns + 1 === turn) {
    placed.clear();
    state.cursor = null;
    changed();
    announce(said());
  }
  return true;
}

function commit() {
  if (ready() && state.preview.text) handIn(state.preview.text);
}

/**
 * @param {object} asked
 * @param {(error: string) => void} place
 */
async function begins(asked, place) {
  /** @type {Answer<Begun>} */
  const found = await request("/api/duplicates", asked);
  if (found.error) {
    place(found.error);
    return;
  }
  location.href = addressOf({ ...found, page: "duplicate" }) + (found.invitation ? `&i=${found.invitation}` : "");
}

const again = () =>
  begins({
    name: state.view.names[state.seat ?? 0],
    kind: state.setting.duplicate,
    layout: state.setting.layout,
    variant: state.setting.variant,
    seconds: state.setting.seconds ?? 0,
    ...(state.setting.offered ? { lexicon: state.setting.offered } : {}),
  }, (error) => remark(error, true));

function setUp() {
  Object.assign(state.on, { show, say, commit, pick: pickTile, look });
  setUpBoard();
  $("none").onclick = async () => {
    if (
      await confirmed(
        "No play",
        "Hand in no play, for no points? You can still replace it until the turn ends.",
        "Hand in none",
      )
    ) handIn("");
  };
  $("close").onclick = async () => {
    const late = state.view.names.filter((_, number) => !state.view.handed[number]);
    if (
      await confirmed(
        "End the turn",
        `End this turn for all? Nothing was handed in by ${late.join(", ")}.`,
        "End the turn",
      )
    ) act("close_turn", { turn: state.view.turns + 1 });
  };
  $("begin").onclick = () => act("begin");
  $("invite-more").onclick = () => {
    $("invite").hidden = false;
    $("link").focus();
  };
  $("command").onsubmit = async (event) => {
    event.preventDefault();
    const text = $("typed").value.trim();
    if (text && await handIn(text)) $("typed").value = "";
  };
  setInterval(tick, 250);
}

// -- a new game ---------------------------------------------------------------------------------------

async function offer() {
  $("setup").hidden = false;
  $("name").value = ownName();
  /** @type {Answer<Offers>} */
  const found = await request("/api/offers");
  if (found.error) {
    $("trouble").textContent = found.error;
    return;
  }
  for (const one of found.duplicates) {
    $("kinds").append(
      el(
        "label",
        {},
        el("input", { type: "radio", name: "kind", value: one.id, checked: one.id === "normal" }),
        el("span", {}, one.name, el("small", {}, one.note)),
      ),
    );
  }
  $("language").append(...choices(found.lexicons, "name"));
  $("layout").append(...choices(found.layouts));
  $("variant").append(...choices(found.variants));
  const explain = () => {
    $("which-list").replaceChildren(...aboutList(found.lexicons.find((one) => one.name === $("language").value)));
    $("variant-note").textContent = `${found.variants.find((one) => one.id === $("variant").value)?.note}.`;
  };
  $("new").addEventListener("change", explain);
  explain();
  // A friend reads the name: nobody is "You" to another.
  $("new").addEventListener("change", (event) => {
    if (/** @type {Control} */ (event.target).value !== "yes" || $("name").value !== "You") return;
    $("name").value = "";
    $("name").placeholder = "Player 1";
  });
  $("new").addEventListener("submit", async (event) => {
    event.preventDefault();
    const chosen = new FormData($("new"));
    const button = /** @type {Control} */ (first("[type=submit]", $("new")));
    button.disabled = true;
    keepName(String(chosen.get("name")));
    await begins({
      friends: chosen.get("friends"),
      kind: chosen.get("kind"),
      name: chosen.get("name"),
      lexicon: chosen.get("language"),
      layout: chosen.get("layout"),
      variant: chosen.get("variant"),
      seconds: Number(chosen.get("seconds")),
    }, (error) => {
      $("trouble").textContent = error;
    });
    button.disabled = false;
  });
}

if (!game.game && !facts.get("i")) {
  offer();
  addEventListener("hashchange", () => location.reload());
} else {
  $("table").hidden = false;
  setUp();
  follow("duplicate", take);
}

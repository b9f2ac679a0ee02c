// @ts-check
// The page of a game: what the server says, and the buttons.

/** @import { Message, View } from "./types.d.ts" */

import { act, again, challenge, commit, exchange, hint, pass, study } from "./actions.js";
import { addPlay, hearAnalysis, setUpAnalysis, showAnalysis } from "./analysis.js";
import { $, announce, ask, confirmed, download, el, keepGame } from "./dom.js";
import { pickTile, setUpBoard } from "./input.js";
import { follow } from "./joining.js";
import { toldSince } from "./panels.js";
import { hearReport, showReport } from "./report.js";
import { say, scoresText, show } from "./showing.js";
import { game, placed, rack, rackSeen, remark, shownView, state } from "./state.js";
import { changed, look, turnTo } from "./tiles.js";

// -- what the server says ---------------------------------------------------------------------------

/** @param {Message} message */
function more(message) {
  if (message.analysis) hearAnalysis(message.analysis);
  if (message.report) hearReport(message.report);
}

/**
 * The names of the players: a friend brings one.
 * @param {string[]} names
 */
function name(names) {
  document.title = `${state.view.to_move !== null && state.view.to_move === state.seat ? "Your turn: " : ""}${
    names.join(" and ")
  } - lexkit`;
  if (state.names === names.join()) return;
  state.names = names.join();
  names.forEach((one, number) => {
    state.setting.players[number].name = one;
  });
  keepGame({ ...game, seat: state.seat, opponent: names.filter((_, number) => number !== state.seat).join(" and ") });
}

/**
 * Tell a player who looks elsewhere that it is their turn.
 * @param {string} text
 */
function notify(text) {
  if (document.hidden && globalThis.Notification?.permission === "granted") {
    new Notification("Your turn", { body: text, tag: game.game });
  }
}

/** @param {View} found */
function take(found) {
  if (state.view && found.revision < state.view.revision) return;
  const before = state.view;
  const fresh = !before || found.revision !== before.revision;
  let ended = false;
  state.view = found;
  name(found.names);
  state.received = performance.now();
  if (!state.past) rack.set(rackSeen() ?? []);
  if (fresh) {
    state.note = { text: "", bad: false };
    state.ghost = new Map();
    state.mark = null;
    const ids = new Set(rack.tiles.map((tile) => tile.id));
    for (const [square, tile] of placed) {
      if (shownView().squares[square] !== "" || !ids.has(tile.id)) placed.delete(square);
    }
    if (!state.view.over && $("result").dataset.done) {
      delete $("result").dataset.done;
      $("result").hidden = true;
    }
    const happened = before && state.view.history.length > before.history.length &&
      state.view.history.at(-1)?.player !== state.seat;
    if (happened) {
      announce(
        `${toldSince(state.setting, state.plays, state.view, state.seat, true)}${scoresText()}${
          state.view.to_move === state.seat ? " Your turn." : ""
        }`,
      );
    }
    if (before && before.to_move !== state.seat && state.view.to_move === state.seat) {
      notify(toldSince(state.setting, state.plays, state.view, state.seat));
    }
    if (state.here?.every(Boolean)) $("invite").hidden = true;
    if (before) changed();
    else {
      turnTo(null);
      $("long-tiles").hidden = !state.plays.labels.some((label) => [...label].length > 1);
    }
    ended = before && !before.over && found.over;
  }
  if (state.returned && !fresh && placed.size) changed();
  state.returned = false;
  if (state.here?.every(Boolean)) $("invite").hidden = true;
  show();
  if (ended) $("result").scrollIntoView({ block: "nearest" });
}

// -- the buttons --------------------------------------------------------------------------------------

function setUp() {
  state.on = {
    show,
    say,
    commit,
    pick: pickTile,
    look,
    again,
    study,
    add: addPlay,
    drawn: () => {
      showAnalysis();
      showReport();
    },
  };
  setUpBoard();
  $("exchange").onclick = exchange;
  $("pass").onclick = pass;
  $("challenge").onclick = challenge;
  $("hint").onclick = hint;
  $("undo").onclick = () => {
    placed.clear();
    act("undo");
  };
  $("resign").onclick = async () => {
    if (await confirmed("Resign", "Give the game up?", "Resign")) act("act", { action: "resign" });
  };
  $("command").onsubmit = async (event) => {
    event.preventDefault();
    const text = $("typed").value.trim();
    if (text && await act("act", { action: text })) {
      $("typed").value = "";
      placed.clear();
      changed();
    }
  };
  $("notify").hidden = !globalThis.Notification || Notification.permission !== "default";
  $("notify").onclick = async () => {
    $("notify").hidden = await Notification.requestPermission() !== "default";
  };
  $("gcg").onclick = async () => {
    const { gcg } = await state.live.ask("gcg");
    download(new Blob([gcg], { type: "text/plain;charset=utf-8" }), "game.gcg");
  };
  $("annotate").onclick = async () => {
    const { gcg } = await state.live.ask("gcg");
    sessionStorage.setItem("lexkit.annotate", JSON.stringify({ gcg, lexicon: state.setting.offered }));
    location.href = "/annotate";
  };
  $("cgp").onclick = async () => {
    const { cgp } = await state.live.ask("cgp", state.past ? { turn: state.past.turn } : {});
    try {
      await navigator.clipboard.writeText(cgp);
      remark("The position is in the clipboard.");
    } catch {
      ask("The position", () => [el("textarea", { readonly: true, rows: "4", "aria-label": "CGP" }, cgp)]);
    }
  };
  $("from-here").onclick = async () => {
    const { cgp } = await state.live.ask("cgp", state.past ? { turn: state.past.turn } : {});
    location.href = `/#${new URLSearchParams({
      position: cgp,
      ...(state.setting.offered ? { lexicon: state.setting.offered } : {}),
    })}`;
  };
  setUpAnalysis();
}

setUp();
follow("play", take, more);

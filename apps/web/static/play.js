// The page of a game: what the server says, and the buttons.

import { act, again, challenge, commit, exchange, hint, look, pass, study } from "./actions.js";
import { addPlay, hearAnalysis, setUpAnalysis, showAnalysis } from "./analysis.js";
import { $, aboutList, announce, ask, confirmed, el, keepGame } from "./dom.js";
import { dragTiles, layBoard, pickTile } from "./input.js";
import { showLink, takeSeat } from "./joining.js";
import { Live } from "./live.js";
import { told } from "./panels.js";
import { hearReport, showReport } from "./report.js";
import { say, scoresText, show } from "./showing.js";
import { game, placed, rack, rackSeen, remark, shownView, state } from "./state.js";
import { changed, recall, turnTo } from "./tiles.js";

// -- what the server says ---------------------------------------------------------------------------

function hear(message) {
  if (message.refused) { stop(message.refused); return; }
  if (message.setting) begin(message);
  if (message.here) state.here = message.here;
  if (message.trouble) remark(message.trouble, true);
  if (message.view) take(message.view);
  else if (message.here && state.view) show();
  if (message.analysis) hearAnalysis(message.analysis);
  if (message.report) hearReport(message.report);
}

function begin(message) {
  state.seat = message.seat;
  if (state.setting) { state.returned = true; return; }
  state.setting = message.setting;
  if (state.setting.duplicate) { location.replace(`/duplicate${location.hash}`); return; }
  layBoard();
  showLink("play");
  $("long-tiles").hidden = !state.plays.labels.some((label) => [...label].length > 1);
  const list = state.setting.offered ?? state.setting.lexicon;
  if (list) $("list-note").append(`Word list: ${list}, `, ...aboutList(state.setting.list, false));
}

// The names of the players: a friend brings one.
function name(names) {
  const title = `lexkit: ${names.join(" and ")}`;
  if (document.title === title) return;
  document.title = title;
  names.forEach((one, number) => { state.setting.players[number].name = one; });
  keepGame({ ...game, seat: state.seat, opponent: names.filter((_, number) => number !== state.seat).join(" and ") });
}

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
    const ids = new Set(rack.tiles.map((tile) => tile.id));
    for (const [square, tile] of placed) if (shownView().squares[square] !== "" || !ids.has(tile.id)) placed.delete(square);
    if (!state.view.over && $("result").dataset.done) { delete $("result").dataset.done; $("result").hidden = true; }
    for (const turn of before ? state.view.history.slice(before.history.length) : []) {
      if (turn.player !== state.seat) announce(`${told(turn, state.setting.players[turn.player].name, state.plays)}. ${scoresText()}${state.view.to_move === state.seat ? " Your turn." : ""}`);
    }
    if (state.here?.every(Boolean)) $("invite").hidden = true;
    if (before) changed(); else turnTo(null);
    ended = before && !before.over && found.over;
  }
  if (state.returned && !fresh && placed.size) changed();
  state.returned = false;
  if (state.here?.every(Boolean)) $("invite").hidden = true;
  show();
  if (ended) $("result").scrollIntoView({ block: "nearest" });
}

function stop(reason) {
  $("say").textContent = `This game cannot be opened: ${reason}.`;
  $("offline").hidden = true;
}

// -- the buttons --------------------------------------------------------------------------------------

function setUp() {
  state.on = { show, say, commit, pick: pickTile, look, again, study, add: addPlay, drawn: () => { showAnalysis(); showReport(); } };
  dragTiles();
  $("commit").onclick = commit;
  $("exchange").onclick = exchange;
  $("pass").onclick = pass;
  $("challenge").onclick = challenge;
  $("hint").onclick = hint;
  $("undo").onclick = () => { placed.clear(); act("undo"); };
  $("shuffle").onclick = () => { rack.shuffle(); show(); announce(`Your rack: ${rack.said()}`); };
  $("flip").onclick = () => { rack.sort([...state.plays.labels, "?"]); show(); };
  $("recall").onclick = () => recall();
  $("resign").onclick = async () => { if (await confirmed("Resign", "Give the game up?", "Resign")) act("act", { action: "resign" }); };
  $("first").onclick = () => look(0);
  $("back").onclick = () => look((state.past ?? state.view).turn - 1);
  $("forth").onclick = () => look(state.past.turn + 1);
  $("now").onclick = () => turnTo(null);
  $("command").onsubmit = async (event) => {
    event.preventDefault();
    const text = $("typed").value.trim();
    if (text && await act("act", { action: text })) { $("typed").value = ""; placed.clear(); changed(); }
  };
  $("gcg").onclick = async () => {
    const { gcg } = await state.live.ask("gcg");
    const link = el("a", { href: URL.createObjectURL(new Blob([gcg], { type: "text/plain;charset=utf-8" })), download: "game.gcg" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  $("annotate").onclick = async () => {
    const { gcg } = await state.live.ask("gcg");
    sessionStorage.setItem("lexkit.annotate", JSON.stringify({ gcg, lexicon: state.setting.offered }));
    location.href = "/annotate";
  };
  $("cgp").onclick = async () => {
    const { cgp } = await state.live.ask("cgp", state.past ? { turn: state.past.turn } : {});
    try { await navigator.clipboard.writeText(cgp); remark("The position is in the clipboard."); }
    catch { ask("The position", () => [el("textarea", { readonly: true, rows: "4", "aria-label": "CGP" }, cgp)]); }
  };
  $("from-here").onclick = async () => {
    const { cgp } = await state.live.ask("cgp", state.past ? { turn: state.past.turn } : {});
    location.href = `/#${new URLSearchParams({ position: cgp, ...(state.setting.offered ? { lexicon: state.setting.offered } : {}) })}`;
  };
  setUpAnalysis();
}

async function start() {
  const trouble = await takeSeat("play");
  if (trouble) { stop(trouble); return; }
  setUp();
  state.live = new Live({ game: game.game, token: game.token }, hear, (open, why) => { $("offline").textContent = `Connecting again … ${why ?? ""}`; $("offline").hidden = open; });
}

addEventListener("hashchange", () => location.reload());
start();

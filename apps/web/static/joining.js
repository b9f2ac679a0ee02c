// A game that is followed: a seat by a link, with the name of who opens it, and what the server says to every kind of game.

import { $, aboutList, addressOf, announce, ask, el, keepName, ownName, request } from "./dom.js";
import { layBoard } from "./input.js";
import { Live } from "./live.js";
import { facts, game, remark, show, state } from "./state.js";

// Show the link to a game on this page, if this player has one to give.
function showLink(page) {
  if (!facts.get("i")) return;
  $("invite").hidden = false;
  $("link").value = `${location.origin}/${page}#${new URLSearchParams({ i: facts.get("i"), by: state.setting.players[state.seat].name })}`;
  $("copy").onclick = async () => {
    $("link").select();
    try { await navigator.clipboard.writeText($("link").value); announce("Copied"); $("copy").textContent = "Copied"; } catch { document.execCommand("copy"); }
  };
}

// The name of someone who was invited; null if they do not come.
function askName(by) {
  const input = el("input", { id: "own-name", maxlength: "30", value: ownName() === "You" ? "" : ownName() });
  return ask("A game", (close) => [el("p", {}, `${by || "A friend"} invites you to a game.`),
    el("form", { onsubmit: (event) => { event.preventDefault(); keepName(input.value); close(input.value.trim()); } },
      el("label", { for: "own-name" }, "Your name"), input,
      el("div", { class: "row end" }, el("button", { type: "button", onclick: () => close(null) }, "Not now"), el("button", { class: "main" }, "Take the seat")))]);
}

// Take the seat that the link of this page offers, if it is one. Why that failed, if it did.
async function takeSeat(page) {
  if (!facts.get("i") || game.game) return "";
  const name = await askName(facts.get("by"));
  if (name === null) return "it needs a player";
  const found = await request("/api/join", { invitation: facts.get("i"), name });
  if (found.error) return found.error;
  game.game = found.game;
  game.token = found.token;
  facts.delete("i");
  history.replaceState(null, "", addressOf({ ...found, page }));
  return "";
}

// Begin with what does not change in a game, on the page of its kind; after a break it is known.
function begin(page, message) {
  state.seat = message.seat;
  if (state.setting) { state.returned = true; return; }
  state.setting = message.setting;
  const own = state.setting.duplicate ? "duplicate" : "play";
  if (own !== page) { location.replace(`/${own}${location.hash}`); return; }
  layBoard();
  showLink(page);
  const list = state.setting.offered ?? state.setting.lexicon;
  if (list) $("list-note").append(`Word list: ${list}, `, ...aboutList(state.setting.list, false));
}

// Nothing can be done here, and nothing is shown that looks as if it could.
function stop(reason) {
  for (const one of document.querySelectorAll(".stepping button, .side, .actions")) one.hidden = true;
  $("say").textContent = `This game cannot be opened: ${reason}.`;
  $("offline").hidden = true;
}

// Follow the game of this page: take(view) takes each new view, more(message) what only this page understands.
export async function follow(page, take, more = () => {}) {
  addEventListener("hashchange", () => location.reload());
  const trouble = await takeSeat(page);
  if (trouble) { stop(trouble); return; }
  state.live = new Live({ game: game.game, token: game.token }, (message) => {
    if (message.refused) { stop(message.refused); return; }
    if (message.setting) begin(page, message);
    if (message.here) state.here = message.here;
    if (message.trouble) remark(message.trouble, true);
    if (message.view) take(message.view);
    else if (message.here && state.view) show();
    more(message);
  }, (open, why) => { $("offline").textContent = `Connecting again … ${why ?? ""}`; $("offline").hidden = open; });
}

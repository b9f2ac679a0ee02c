// A seat by a link: the link of who has made a game, and the name of who opens it.

import { $, addressOf, announce, ask, el, keepName, ownName, request } from "./dom.js";
import { facts, game, state } from "./state.js";

// Show the link to a game on this page, if this player has one to give.
export function showLink(page) {
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
export async function takeSeat(page) {
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

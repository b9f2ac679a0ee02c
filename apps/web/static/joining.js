// @ts-check
// A game that is followed: a seat by a link, with the name of who opens it, and what the server says to every kind of game.

/** @import { About, Answer, Begun, Message, Setting } from "./types.d.ts" */

import { $, addressOf, announce, ask, counted, el, keepName, ownName, request } from "./dom.js";
import { layBoard } from "./input.js";
import { Live } from "./live.js";
import { facts, game, remark, show, state } from "./state.js";

/**
 * Show the link to a game on this page, if this player has one to give.
 * @param {string} page
 */
function showLink(page) {
  const invitation = facts.get("i");
  if (!invitation) return;
  $("invite").hidden = false;
  // A link has the address that this page has, which may be one that only this computer knows.
  if (["localhost", "[::1]"].includes(location.hostname) || location.hostname.startsWith("127.")) {
    $("invite").append(
      el(
        "p",
        { class: "small bad" },
        "This link works only on this computer. For a friend on another one, start the server with ",
        el("code", {}, "lexq serve --host 0.0.0.0 --open-to-network"),
        " and open this page by the computer's address in your network.",
      ),
    );
  }
  $("link").value = `${location.origin}/${page}#${new URLSearchParams({ i: invitation })}`;
  $("copy").onclick = async () => {
    $("link").select();
    try {
      await navigator.clipboard.writeText($("link").value);
      announce("Copied");
      $("copy").textContent = "Copied";
    } catch {
      document.execCommand("copy");
    }
  };
}

/**
 * What a game is, in lines: the word list, the board, the clock, the rules.
 * @param {About} asked
 */
function told(asked) {
  const clock = asked.minutes
    ? `${asked.minutes} minutes for each player`
    : asked.seconds
    ? `${asked.seconds} seconds for each turn`
    : "no clock";
  return [
    `Word list: ${asked.list.name}${asked.list.words ? `, ${counted(asked.list.words, "word")}` : ""}`,
    `Board: ${asked.board}; ${clock}`,
    ...asked.rules,
  ];
}

/**
 * The name of someone who was invited to a game; null if they do not come.
 * @param {About & { by: string }} asked
 * @returns {Promise<string | null>}
 */
function askName(asked) {
  const input = el("input", { id: "own-name", maxlength: "30", value: ownName() === "You" ? "" : ownName() });
  return ask(
    "A game",
    (/** @type {(name: string | null) => void} */ close) => [
      el("p", {}, `${asked.by} invites you to a game.`),
      el("ul", { class: "small", id: "invited-to" }, ...told(asked).map((line) => el("li", {}, `${line}.`))),
      el(
        "form",
        {
          onsubmit: (event) => {
            event.preventDefault();
            keepName(input.value);
            close(input.value.trim());
          },
        },
        el("label", { for: "own-name" }, "Your name"),
        input,
        el(
          "div",
          { class: "row end" },
          el("button", { type: "button", onclick: () => close(null) }, "Not now"),
          el("button", { class: "main" }, "Take the seat"),
        ),
      ),
    ],
  );
}

/**
 * Take the seat that the link of this page offers, if it is one. Why that failed, if it did.
 * @param {string} page
 * @returns {Promise<string>}
 */
async function takeSeat(page) {
  if (!facts.get("i") || game.game) return "";
  /** @type {Answer<About & { by: string }>} */
  const asked = await request("/api/invitation", { invitation: facts.get("i") });
  if (asked.error) return asked.error;
  const name = await askName(asked);
  if (name === null) return "it needs a player";
  /** @type {Answer<Begun>} */
  const found = await request("/api/join", { invitation: facts.get("i"), name });
  if (found.error) return found.error;
  game.game = found.game;
  game.token = found.token;
  facts.delete("i");
  history.replaceState(null, "", addressOf({ ...found, page }));
  return "";
}

/**
 * Begin with what does not change in a game, on the page of its kind; after a break it is known.
 * @param {string} page
 * @param {Message & { setting: Setting }} message
 */
function begin(page, message) {
  state.seat = message.seat;
  if (state.setting) {
    state.returned = true;
    return;
  }
  state.setting = message.setting;
  const own = state.setting.duplicate ? "duplicate" : "play";
  if (own !== page) {
    location.replace(`/${own}${location.hash}`);
    return;
  }
  layBoard();
  showLink(page);
  $("rules").append(...told(state.setting.about).map((line) => el("li", {}, `${line}.`)));
}

/**
 * Nothing can be done here, and nothing is shown that looks as if it could.
 * @param {string} reason
 */
function stop(reason) {
  for (
    const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".stepping button, .side, .actions"))
  ) one.hidden = true;
  $("say").textContent = `This game cannot be opened: ${reason}.`;
  $("offline").hidden = true;
}

/**
 * Follow the game of this page: take(view) takes each new view, more(message) what only this page understands.
 * @param {string} page
 * @param {(view: any) => void} take
 * @param {(message: Message) => void} more
 */
export async function follow(page, take, more = () => {}) {
  addEventListener("hashchange", () => location.reload());
  const trouble = await takeSeat(page);
  if (trouble) {
    stop(trouble);
    return;
  }
  state.live = new Live({ game: game.game, token: game.token }, (message) => {
    if (message.refused) {
      stop(message.refused);
      return;
    }
    if (message.setting) begin(page, { ...message, setting: message.setting });
    if (message.here) state.here = message.here;
    if (message.trouble) remark(message.trouble, true);
    if (message.view) take(message.view);
    else if (message.here && state.view) show();
    more(message);
  }, (open, why) => {
    $("offline").textContent = `Connecting again … ${why ?? ""}`;
    $("offline").hidden = open;
  });
}

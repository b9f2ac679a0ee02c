// @ts-check
// The first page: a new game in two clicks, and the games of this browser.

/** @import { Answer, Begun, Control, Found, Kept, Offers, Standing, WordList } from "./types.d.ts" */

import {
  $,
  aboutList,
  addressOf,
  choices,
  el,
  first,
  forgetGame,
  games,
  keepName,
  ownName,
  request,
  tileFace,
  verdict,
} from "./dom.js";
import { showOrigin } from "./training.js";

const form = /** @type {HTMLFormElement} */ ($("new"));
/** @type {WordList[]} */
let lists = [];

async function offer() {
  /** @type {Answer<Offers>} */
  const found = await request("/api/offers");
  if (found.error) {
    $("trouble").textContent = found.error;
    return;
  }
  for (const one of found.opponents) {
    first("fieldset", form).append(
      el(
        "label",
        {},
        el("input", { type: "radio", name: "opponent", value: one.id, checked: one.id === "casual" }),
        el("span", {}, one.name, el("small", {}, one.note)),
      ),
    );
  }
  lists = found.lexicons;
  for (const id of ["language", "record-language"]) $(id).append(...choices(lists, "name"));
  const wanted = named.get("lexicon");
  if (wanted && lists.some(({ name }) => name === wanted)) $("language").value = wanted;
  $("layout").append(...choices(found.layouts));
  for (const [id, offered] of Object.entries({ challenge: found.challenges, variant: found.variants })) {
    $(id).append(...choices(offered));
    const explain = () => {
      $(`${id}-note`).textContent = `${offered.find((one) => one.id === $(id).value)?.note}.`;
    };
    $(id).addEventListener("change", explain);
    explain();
  }
  chosenList();
}

const listInUse = () => lists.find(({ name }) => name === $("language").value);
function chosenList() {
  const list = listInUse();
  const origin = el("span", { id: "list-origin" });
  $("list-note").replaceChildren(...aboutList(list), origin);
  showOrigin(origin, list, (text) => {
    $("trouble").textContent = text;
  }, chosenList);
}
$("language").addEventListener("change", chosenList);

/**
 * How a game stands, in a few words: the winner's score first, or else the own one.
 * @param {Kept} one
 * @param {Standing | undefined} found
 */
function standing(one, found) {
  if (!found) return "no longer kept here";
  const { players, scores, winner = null, to_move: turn, maximum } = found;
  if (maximum !== null) {
    return `${found.over ? "Over" : `Turn ${found.turns + 1}`}, ${scores[one.seat ?? 0]} of ${maximum}`;
  }
  const first = winner ?? one.seat ?? 0;
  const score = [scores[first], ...scores.filter((_, number) => number !== first)].join(" : ");
  const own = (/** @type {number | null} */ number) => number === one.seat;
  if (!found.over) {
    return `${own(turn) ? "Your turn" : turn === null ? "Not over" : `${players[turn]} to move`}, ${score}`;
  }
  return `${
    winner === null ? (found.reason ? "A draw" : "Over") : own(winner) ? "You won" : `${players[winner]} won`
  }, ${score}`;
}

async function list() {
  const kept = games();
  if (!kept.length) return;
  /** @type {Answer<Record<string, Standing>>} */
  const found = await request("/api/standings", { games: kept.map((one) => one.game).join(" ") });
  const running = kept.find((one) => found[one.game]?.over === false);
  if (running) {
    $("running").hidden = false;
    $("running").replaceChildren(
      el("a", { class: "button main", href: addressOf(running) }, "Continue"),
      ` with ${running.opponent || "duplicate"}: ${standing(running, found[running.game])}`,
    );
  }
  $("games").replaceChildren(...kept.map((one) => {
    const now = found[one.game];
    const others = now?.players.filter((_, number) => number !== one.seat).join(" and ") ?? one.opponent;
    const day = new Date(one.when).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const what = one.page === "duplicate"
      ? `Duplicate${others ? ` with ${others}` : ", alone"}`
      : one.token
      ? `with ${others}`
      : others;
    const item = el(
      "li",
      {},
      el(
        "div",
        {},
        el("a", { href: addressOf(one) }, what),
        el(
          "div",
          { class: "small" },
          found.error ? "" : `${[standing(one, now), now?.lexicon].filter(Boolean).join(" · ")} · `,
          el("span", { class: "soft" }, day),
        ),
      ),
      el("button", {
        class: "plain",
        "aria-label": `Forget the game: ${what}`,
        onclick: () => {
          forgetGame(one);
          item.remove();
        },
      }, "✕"),
    );
    return item;
  }));
}

// A friend reads the name: nobody is "You" to another.
form.addEventListener("change", (event) => {
  if (/** @type {Control} */ (event.target).value !== "friend" || $("name").value !== "You") return;
  $("name").value = "";
  $("name").placeholder = "Player 1";
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const facts = new FormData(form);
  const button = /** @type {Control} */ (first("[type=submit]", form));
  button.disabled = true;
  $("trouble").textContent = "";
  keepName(String(facts.get("name")));
  /** @type {Answer<Begun>} */
  const found = await request("/api/games", {
    opponent: facts.get("opponent"),
    name: facts.get("name"),
    lexicon: facts.get("language"),
    layout: facts.get("layout"),
    challenge: facts.get("challenge"),
    variant: facts.get("variant"),
    minutes: Number(facts.get("minutes")),
    first: facts.get("first"),
    position: facts.get("position"),
  });
  button.disabled = false;
  if (found.error) {
    $("trouble").textContent = found.error;
    return;
  }
  location.href = addressOf(found) + (found.invitation ? `&i=${found.invitation}` : "");
});

$("record").addEventListener("change", async (event) => {
  const input = /** @type {Control} */ (event.target);
  const file = input.files[0];
  if (!file) return;
  // The file itself: to read it as text would take it for UTF-8.
  $("record-trouble").textContent = "";
  /** @type {Answer<Begun>} */
  const found = await request(`/api/records?${new URLSearchParams({ lexicon: $("record-language").value })}`, file);
  // Without its name the field lets the same file be chosen again, once it is mended.
  if (found.error) {
    input.value = "";
    $("record-trouble").replaceChildren(
      `${found.error}. `,
      el("a", { href: "/annotate" }, "Annotate"),
      " opens records with faults, to mend them.",
    );
    return;
  }
  location.href = addressOf({ game: found.game, token: "" });
});

$("look-up").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = $("word").value.trim();
  if (!text) return;
  const asked = new URLSearchParams({ q: text, lexicon: $("language").value });
  /** @type {Answer<Found>} */
  const found = await request(`/api/words?${asked}`);
  if (!found.error && !found.about) {
    location.href = `/words#${asked}`;
    return;
  }
  const { about, error, instead } = found;
  const meant = instead && el("button", {
    type: "button",
    class: "plain",
    onclick: () => {
      $("word").value = instead;
      $("look-up").requestSubmit();
    },
  }, instead);
  $("verdict").replaceChildren(about ? verdict(about) : error ?? "", ...(meant ? [". Did you mean ", meant, "?"] : []));
});

$("tiles").append(...[..."LEXICON"].map((letter, at) => el("div", {}, tileFace(letter, [1, 1, 8, 1, 3, 1, 1][at]))));
// A position to begin from, which another page has named.
const named = new URLSearchParams(location.hash.slice(1));
const position = named.get("position");
if (position) {
  $("position").value = position;
  $("choices").open = true;
}
$("name").value = ownName();
offer();
list();

// @ts-check
// What a player does: plays, exchanges, passes, asks for hints, looks at earlier turns, plays again.

/** @import { Answer, Begun, Missed, RackTile, Replies } from "./types.d.ts" */

import { addressOf, announce, ask, confirmed, counted, el, learner, request, table, tileFace } from "./dom.js";
import { actionText } from "./plays.js";
import { scoresText } from "./showing.js";
import { friendly, game, live, open, placed, rack, remark, say, show, state } from "./state.js";
import { changed, recall } from "./tiles.js";

/**
 * @param {keyof Replies} what
 * @param {object} fields
 */
export async function act(what, fields = {}) {
  if (state.busy) return false;
  state.busy = true;
  say();
  try {
    await state.live.ask(what, { ...fields, revision: state.view.revision });
    return true;
  } catch (error) {
    remark(friendly(error.message), true);
    return false;
  } finally {
    state.busy = false;
    if (state.view) say();
  }
}

export async function commit() {
  if (!placed.size || !state.preview.text) return;
  if (!live()) {
    if (open()) state.on.add(state.preview.text);
    return;
  }
  if (!state.view.may.play) return;
  const kept = new Map(placed);
  const text = state.preview.text;
  if (await act("act", { action: text })) {
    for (const square of kept.keys()) placed.delete(square);
    state.cursor = null;
    const turn = state.view.history.findLast((one) => one.player === state.seat);
    if (turn) {
      announce(`You played ${turn.text}${state.plays.blanks(turn.text)}, ${turn.score} points. ${scoresText()}`);
    }
    changed();
  }
}

export async function exchange() {
  if (!state.view.may.exchange) return;
  /** @type {Set<number>} */
  const picked = new Set();
  const answer = await ask("Exchange tiles", (/** @type {(picked: number[] | null) => void} */ close) => {
    const button = el("button", { class: "main", disabled: true, onclick: () => close([...picked]) }, "Exchange");
    const toggle = (/** @type {RackTile} */ tile, /** @type {HTMLElement} */ one) => {
      if (picked.has(tile.id)) picked.delete(tile.id);
      else picked.add(tile.id);
      one.setAttribute("aria-pressed", String(picked.has(tile.id)));
      button.disabled = !picked.size || picked.size > state.view.exchangeable;
      button.textContent = picked.size ? `Exchange ${picked.size}` : "Exchange";
    };
    const buttons = rack.tiles.map((tile) => {
      /** @type {HTMLButtonElement} */
      const one = el("button", {
        type: "button",
        "aria-pressed": "false",
        "aria-label": tile.label === "?" ? "blank" : tile.label,
        onclick: () => toggle(tile, one),
      }, tileFace(tile.label, state.plays.points(tile.label)));
      return one;
    });
    return [
      el(
        "p",
        { class: "soft small" },
        state.view.exchangeable < rack.tiles.length
          ? `At most ${state.view.exchangeable}.`
          : "They go back into the bag, and your turn ends. Click them, or type.",
      ),
      el("div", {
        class: "pick",
        onkeydown: (event) => {
          const capitals = state.plays.capitals(event.key);
          const left = (/** @type {(label: string, typed: string) => boolean} */ fits) =>
            rack.tiles.findIndex((tile) => !picked.has(tile.id) && capitals.some((one) => fits(tile.label, one)));
          const exact = left((label, one) => label === one);
          const at = exact >= 0 || event.key.length > 1 ? exact : left((label, one) => label.startsWith(one));
          if (at >= 0 && !event.ctrlKey && !event.metaKey) toggle(rack.tiles[at], buttons[at]);
        },
      }, ...buttons),
      el("div", { class: "row end" }, el("button", { onclick: () => close(null) }, "Cancel"), button),
    ];
  });
  if (!answer) return;
  recall();
  await act("act", {
    action: state.plays.exchange(rack.tiles.filter((tile) => answer.includes(tile.id)).map((tile) => tile.label)),
  });
}

export async function pass() {
  if (!state.view.may.pass) return;
  if (state.view.waiting || await confirmed("Pass", "Pass this turn without a point?", "Pass")) {
    await act("act", { action: "pass" });
  }
}

/**
 * What a wrong challenge costs, by the rule. One that costs nothing is not asked for.
 * @type {Record<string, string>}
 */
const COSTS = {
  double: "you lose this turn",
  triple: "you lose the game",
  "5pt": "your opponent gets 5 points",
  "10pt": "your opponent gets 10 points",
};

export async function challenge() {
  const cost = COSTS[state.setting.challenge];
  const play = state.view.history.findLast((turn) => turn.kind === "placement");
  if (
    !cost ||
    await confirmed("Challenge", `Challenge ${play?.words.join(", ")}? If the play is good, ${cost}.`, "Challenge")
  ) await act("act", { action: "challenge" });
}

export async function hint() {
  if (state.hints.revision !== state.view.revision) state.hints = { revision: state.view.revision, step: 0 };
  state.hints.step = Math.min(4, state.hints.step + 1);
  try {
    const { hint: found } = await state.live.ask("hint", { step: state.hints.step });
    let text;
    if (found.kind !== "placement") {
      text = found.text ? `Hint: ${found.text}` : `Hint: ${found.kind === "exchange" ? "exchange tiles" : found.kind}`;
    } else {
      text = `Hint: ${found.score} points`;
      const way = found.across ? "across" : "down";
      if (found.place) {
        text += `, ${way} from ${found.place}`;
        state.mark = { square: state.plays.line(found.place, ".")[0][0], across: Boolean(found.across) };
        show();
      }
      if (found.tiles) text += `, with ${found.tiles.join(" ")}`;
      if (found.text) {
        const [place, tiles] = found.text.split(" ");
        text = `Hint: ${
          state.plays.word(place, tiles, state.view.squares)
        } ${way}, ${found.text}, ${found.score} points`;
        state.ghost = state.plays.placed(place, tiles);
        placed.clear();
        changed();
      }
      if (state.hints.step < 4) text += ". Again for more.";
    }
    remark(text, false, found.text ? `${text}${state.plays.blanks(found.text)}` : text);
  } catch (error) {
    remark(friendly(error.message), true);
  }
}

export async function again() {
  /** @type {Answer<Begun>} */
  const found = await request("/api/games", {
    opponent: state.setting.players.find((player) => player.bot)?.bot,
    name: state.setting.players[state.seat ?? 0].name,
    layout: state.setting.layout,
    challenge: state.setting.challenge,
    variant: state.setting.variant,
    minutes: state.setting.minutes,
    ...(state.setting.offered ? { lexicon: state.setting.offered } : {}),
  });
  if (found.error) {
    remark(found.error, true);
    return;
  }
  location.href = addressOf(found);
  location.reload();
}

// What was missed in this game, what it cost, and a quiz of it.
export async function study() {
  const asked = { learner: learner(), game: game.game, token: game.token };
  remark("Looking for what was missed …");
  /** @type {Answer<Missed>} */
  const found = await request("/api/study/mistakes", { ...asked, keep: 0 });
  if (found.error) {
    remark(found.error, true);
    return;
  }
  if (!found.found) {
    remark("Nothing was missed: no play was a mistake.");
    return;
  }
  remark("");
  const lost = found.turns.reduce((sum, turn) => sum + (turn.lost ?? 0), 0);
  const several = new Set(found.turns.map((turn) => turn.player)).size > 1;
  const rows = found.turns.map((turn) =>
    el(
      "tr",
      {},
      el("td", { class: "num" }, String(turn.number)),
      el("td", {}, several ? el("span", { class: "soft" }, `${turn.player} `) : null, actionText(turn.action)),
      el("td", { class: "num" }, turn.lost === null ? "" : turn.lost.toFixed(1)),
      el("td", {}, turn.grade ?? ""),
      el(
        "td",
        {},
        turn.found === null ? "" : actionText(turn.found),
        turn.missed_bingo && turn.missed_bingo !== turn.found
          ? el("span", { class: "soft small" }, ` bingo: ${turn.missed_bingo}`)
          : null,
      ),
    )
  );
  const begin = await ask("What was missed", (/** @type {(begin: true | null) => void} */ close) => [
    el(
      "p",
      {},
      `${
        rows.length
          ? `${counted(rows.length, "turn")} lost ${lost.toFixed(1)} points in all.`
          : "Some plays were not words."
      } What was missed makes ${counted(found.found, "card")}.`,
    ),
    rows.length
      ? el(
        "div",
        { class: "scroll missed", tabindex: "0", role: "region", "aria-label": "Turns" },
        table([["Turn", "num"], ["Play"], ["Lost", "num"], ["Mistake"], ["Best"]], rows),
      )
      : "",
    el(
      "div",
      { class: "row end" },
      el("button", { onclick: () => close(null) }, "Cancel"),
      el(
        "a",
        { class: "button", href: `/puzzles#${new URLSearchParams({ g: game.game, t: game.token })}` },
        "As puzzles",
      ),
      el("button", { class: "main", onclick: () => close(true) }, "Begin the quiz"),
    ),
  ]);
  if (!begin) return;
  /** @type {Answer<Missed>} */
  const kept = await request("/api/study/mistakes", asked);
  if (kept.error) {
    remark(kept.error, true);
    return;
  }
  const hash = `#${new URLSearchParams({ kind: kept.kind, q: "", lexicon: state.setting.offered ?? "" })}`;
  // A quiz that was under way is gone on with: this one is.
  try {
    sessionStorage.setItem("lexkit.quiz", hash);
  } catch { /* the page waits for Start */ }
  location.href = `/study${hash}`;
}

// @ts-check
// What the page of a game shows: the board, the rack and the panels, and the line of text above them.

import { $, first } from "./dom.js";
import { clockText, showHistory, showResult, showScores, showUnseen, told, toldSince } from "./panels.js";
import { live, mine, open, placed, ready, shownView, state } from "./state.js";
import { drawTiles } from "./tiles.js";

export function show() {
  if (!state.view || !state.board) return;
  const seen = shownView();
  const last = [...seen.history].reverse().find((turn) => turn.kind === "placement");
  const marked = new Set(last && seen.history.at(-1)?.kind !== "challenge" ? last.squares : []);
  drawTiles(marked);
  showScores($("scores"), state.setting, seen, state.seat, state.here);
  showHistory($("history"), state.setting, state.plays, state.view, state.past ? state.past.turn : null, state.on.look);
  showUnseen(state.setting, seen);
  const said = seen.history.at(-1)?.note ?? "";
  $("note").hidden = !said;
  if ($("note").textContent !== said) $("note").textContent = said;
  showResult(
    state.setting,
    state.view,
    state.seat,
    state.setting.players.some((player) => player.bot) && state.seat !== null ? state.on.again : null,
    state.seat !== null || state.setting.recorded ? state.on.study : null,
  );
  $("first").disabled = $("back").disabled = !seen.turn;
  $("forth").disabled = $("now").disabled = !state.past;
  state.on.drawn?.();
  tick();
  say();
}

export function say() {
  /** @type {Record<string, boolean>} */
  const may = state.past ? {} : state.view.may;
  const [playing, trying] = [live(), !live() && mine() && open()];
  const commit = $("commit");
  commit.textContent = trying
    ? "Analyse this play"
    : placed.size && state.preview.score !== null
    ? `Play, ${state.preview.score} points`
    : state.view.waiting
    ? "Waiting"
    : "Play";
  commit.disabled = state.busy || !ready() || !(may.play || trying);
  $("exchange").hidden = $("pass").hidden = !playing;
  $("exchange").disabled = state.busy || !may.exchange;
  $("pass").disabled = state.busy || !may.pass;
  $("pass").textContent = state.view.waiting ? "Accept" : "Pass";
  $("challenge").hidden = !may.challenge || state.setting.challenge === "void";
  $("challenge").disabled = state.busy;
  $("hint").hidden = !state.setting.hints || !playing;
  $("hint").disabled = state.busy || !may.hint;
  $("undo").hidden = !state.setting.undo;
  $("undo").disabled = state.busy || !may.undo;
  $("resign").hidden = $("flip").hidden = $("command").hidden = state.seat === null || state.view.over;
  $("gcg").hidden = Boolean(state.setting.position);
  $("annotate").hidden = state.setting.position || !(state.view.over || state.setting.recorded);
  $("from-here").hidden = !(state.view.over || state.setting.recorded) ||
    Boolean(state.past ? state.past.over : state.view.over);
  $("recall").disabled = !placed.size;
  $("shuffle").disabled = !mine();
  first(".holder").hidden = first(".actions").hidden = !playing && !trying;
  $("analysis").hidden = $("weighing").hidden = !open();
  const box = $("say");
  box.classList.toggle("bad", Boolean(state.note.bad));
  let text;
  if (state.note.text) text = state.note.text;
  else if (!placed.size && state.past) {
    const last = state.past.history.at(-1);
    text = state.past.turn && last
      ? `After ${told(last, state.setting.players[last.player].name, state.plays, state.past)}`
      : state.setting.position
      ? "The position at the beginning"
      : "The empty board";
  } else if (!placed.size && state.view.over) {
    text = state.setting.recorded ? "A recorded game: step through its moves." : "The game is over.";
  } else if (placed.size && state.preview.error) text = state.preview.error;
  else if (placed.size && state.preview.score !== null) {
    text = `${state.preview.words.join(", ")}: ${state.preview.score} points`;
  } else if (placed.size) text = "…";
  else if (state.seat === null) text = `${state.setting.players[state.view.to_move ?? 0].name} to move`;
  else if (state.view.to_move === state.seat) {
    text = state.view.waiting
      ? "Your opponent is out: accept the last play, or challenge it."
      : state.view.history.length
      ? `${toldSince(state.setting, state.plays, state.view, state.seat)}Your turn.`
      : state.setting.position
      ? "You begin, from this position."
      : "You begin. Cover the star.";
  } else {
    const { name, bot } = state.setting.players[state.view.to_move ?? 0];
    text = `${name} is ${bot ? "thinking" : "to move"} …`;
  }
  if (box.textContent !== text) box.textContent = text;
}

function tick() {
  if (!state.view?.clock || state.past) return;
  for (const shown of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-clock]"))) {
    const number = Number(shown.dataset.clock);
    const left = state.view.clock.left[number] -
      (state.view.clock.running === number ? (performance.now() - state.received) / 1000 : 0);
    shown.textContent = clockText(left);
    shown.classList.toggle("low", left < 30);
  }
}

export const scoresText = () =>
  state.setting.players.map((player, number) => `${player.name} ${state.view.scores[number]}`).join(", ") + ".";

setInterval(tick, 500);

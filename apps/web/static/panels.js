// What stands around the board: scores and clocks, the moves, unseen tiles, the end, the analysis.

import { $, counted, el } from "./dom.js";

const REASONS = { out: "all tiles are played", zeros: "too many turns without a point", passes: "everyone passed",
  resignation: "by resignation", time: "the time is up", challenge: "by the challenge" };

// A number with its sign, as it is written in print.
const signed = (number, digits = 1) => `${number < 0 ? "−" : "+"}${Math.abs(number).toFixed(digits)}`;

export function told(turn, name) {
  if (turn.kind === "placement") return `${name}: ${turn.text}, ${turn.score} points`;
  if (turn.kind === "exchange") return `${name} exchanges ${counted(turn.size, "tile")}`;
  if (turn.kind === "challenge") return `${name} challenges: ${turn.success ? "the play is taken back" : "the play is good"}`;
  return `${name}: ${{ pass: "pass", accept: "accepts the last play", resignation: "resigns", time: "time is up", fine: "fined" }[turn.kind] ?? turn.kind}`;
}

export function showScores(root, setting, view, seat, here) {
  root.replaceChildren(...setting.players.map((player, number) => el("div", { class: `player${view.to_move === number ? " turn" : ""}` },
    el("div", { class: "name", title: player.name }, player.name, number === seat ? el("span", { class: "soft" }, player.name === "You" ? "" : " (you)") : null),
    el("div", { class: "score" }, String(view.scores[number])),
    el("div", { class: "small soft" },
      view.clock ? el("span", { class: "clock", "data-clock": number }) : null,
      view.clock ? " · " : null,
      view.racks ? el("span", { class: "held" }, view.racks[number].map((label) => (label === "?" ? "▢" : label)).join(view.racks[number].some((label) => label.length > 1) ? " " : "") || (view.over ? "" : "rack unknown"))
        : view.over ? "" : view.to_move === number ? (number === seat ? "your turn" : player.bot ? "thinking …" : "to move")
          : here && !here[number] ? "away" : counted(view.sizes[number], "tile")))));
}

export function clockText(seconds) {
  const whole = Math.ceil(Math.abs(seconds));
  return `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function showHistory(root, setting, view, looked, look) {
  const rows = view.history.map((turn) => {
    const what = turn.kind === "placement" ? el("span", {}, el("b", {}, turn.words[0]), " ", el("span", { class: "soft small" }, turn.place), turn.note ? " ✎" : "")
      : el("span", { class: "soft" }, { exchange: `exchange ${turn.size}`, challenge: turn.success ? "challenge: off" : "challenge: good", accept: "accept", resignation: "resign", time: "time" }[turn.kind] ?? turn.kind);
    const name = setting.players[turn.player].name;
    return el("li", {}, el("button", { type: "button", "aria-current": looked === turn.number ? "true" : null, onclick: () => look(turn.number),
      "aria-label": `${turn.number}: ${told(turn, name)}${turn.note ? ", with a note" : ""}` }, el("span", { class: "soft" }, [...name][0] ?? ""), what,
    el("span", { class: "num" }, turn.kind === "placement" || turn.score ? `${turn.score < 0 ? "−" : "+"}${Math.abs(turn.score)}` : ""),
    el("span", { class: "num soft" }, String(turn.totals[turn.player]))));
  });
  const key = `${view.history.length}/${looked}`;
  if (root.dataset.key === key) return;
  root.dataset.key = key;
  root.replaceChildren(...(rows.length ? rows : [el("li", { class: "soft small" }, "No moves yet.")]));
  if (looked === null) root.scrollTop = root.scrollHeight;
}

export function showUnseen(setting, view) {
  const left = view.unseen;
  const total = Object.values(left).reduce((sum, count) => sum + count, 0);
  $("unseen-count").textContent = `${total}${view.bag ? `, ${view.bag} in the bag` : ", the bag is empty"}`;
  $("unseen").replaceChildren(...setting.tiles.filter((tile) => left[tile.label]).map((tile) =>
    el("li", {}, el("b", {}, tile.label === "?" ? "blank" : tile.label), ` ${left[tile.label]}`)));
  const vowels = setting.tiles.filter((tile) => tile.vowel).reduce((sum, tile) => sum + (left[tile.label] ?? 0), 0);
  const blanks = left["?"] ?? 0;
  $("unseen-note").textContent = total ? [counted(vowels, "vowel"), counted(total - vowels - blanks, "consonant"), counted(blanks, "blank")].join(", ") : "";
}

export function showResult(setting, view, seat, again, study) {
  const root = $("result");
  root.hidden = !view.over;
  if (!view.over || root.dataset.done === "yes") return;
  root.dataset.done = "yes";
  const { winner, scores, reason } = view.result ?? { winner: null, scores: view.scores, reason: "" };
  const title = winner === null ? "A draw" : winner === seat ? "You win" : `${setting.players[winner].name} wins`;
  root.replaceChildren(el("h2", {}, `${title}, ${scores.join(" : ")}`), el("p", { class: "small soft" }, REASONS[reason] ?? reason),
    el("div", { class: "row" }, again ? el("button", { class: "main", onclick: again }, "Play again") : "", el("a", { class: "button", href: "/" }, "New game"),
      study ? el("button", { onclick: study }, "Study my mistakes") : ""));
}

export function showAnalysis(found, over, choose) {
  $("analysis-note").textContent = found.note || (found.done ? "" : "Searching …");
  $("stop").hidden = found.done;
  $("analyse").hidden = !found.done;
  showMoves($("moves"), found.rows, over, choose);
  $("win").textContent = found.rows.some((row) => row.gain !== undefined) ? "Until the end" : "Win";
}

// The rows of an analysis. A move keeps its row as long as it is listed: a press on it may be half done, and who is there
// by keys stays there.
function showMoves(root, rows, over, choose) {
  const kept = new Map([...root.children].map((shown) => [shown.dataset.move, shown]));
  const all = rows.map((row) => {
    const cells = [el("td", {}, row.words ? el("b", {}, row.words[0]) : "", row.words ? ` ${row.place}` : row.text === "-" ? "pass" : row.text),
      el("td", { class: "num" }, String(row.score)), el("td", {}, row.leave ?? ""),
      el("td", { class: "num" }, row.mean !== undefined ? signed(row.mean) : row.equity !== undefined ? signed(row.equity) : ""),
      el("td", { class: "num" }, row.gain !== undefined ? `${row.exact ? "" : "~"}${signed(row.gain, 0)}` : row.win !== undefined ? `${row.win.toFixed(1)} %` : "")];
    const shown = kept.get(row.text);
    if (!shown) return el("tr", { tabindex: "0", "data-move": row.text, onmouseenter: () => over(row), onmouseleave: () => over(null),
      onfocus: () => over(row), onblur: () => over(null), onclick: () => choose(row), onkeydown: (event) => { if (event.key === "Enter") choose(row); } }, ...cells);
    cells.forEach((cell, at) => { if (shown.children[at].textContent !== cell.textContent) shown.children[at].textContent = cell.textContent; });
    return shown;
  });
  const staying = new Set(all);
  for (const shown of kept.values()) if (!staying.has(shown)) shown.remove();
  // Into their order, around the one that has the focus.
  all.forEach((shown, at) => {
    while (root.children[at] !== shown) {
      if (shown === document.activeElement) root.append(root.children[at]); else root.insertBefore(shown, root.children[at] ?? null);
    }
  });
}

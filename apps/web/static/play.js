// The page of a game.

import { $, addressOf, announce, ask, confirmed, el, keepGame, learner, request, tileFace } from "./dom.js";
import { BoardView } from "./board.js";
import { Live } from "./live.js";
import { clockText, showAnalysis, showHistory, showResult, showScores, showUnseen, told } from "./panels.js";
import { Plays, squareName } from "./plays.js";
import { dragging, Rack, showRack } from "./rack.js";

const facts = new URLSearchParams(location.hash.slice(1));
const game = { game: facts.get("g") ?? "", token: facts.get("t") ?? "" };
const rack = new Rack();

let live, setting, plays, board, seat = null, view = null, here = null, received = 0;
let past = null;                 // the view of an earlier turn that is looked at
let cursor = null;               // {square, across}
let chosen = null;               // a tile of the rack, by id
let ghost = new Map();           // a move of the analysis, shown on the board
const placed = new Map();        // square -> {id, letter, blank}
let preview = { asked: 0, text: null, error: null, score: null };
let hints = { revision: -1, step: 0 };
let busy = false;
let returned = false;             // whether the connection was lost, and what lies was not scored

const shownView = () => past ?? view;
const mine = () => !past && view && seat !== null && !view.over && view.rack;
const draft = () => `lexkit.draft.${game.game}.${seat}`;

// -- the tiles that lie on the board but are not played -------------------------------------------

function place(square, tile, letter) {
  if (!mine() || view.squares[square] !== "" || plays.brick(square)) return false;
  const there = placed.get(square);
  if (there && there.id === tile.id) return false;
  const from = [...placed].find(([, other]) => other.id === tile.id);
  if (from) {
    placed.delete(from[0]);
    if (there) placed.set(from[0], there);
    letter ??= from[1].letter;
  }
  placed.set(square, { id: tile.id, letter: tile.label === "?" ? letter : tile.label, blank: tile.label === "?" });
  return true;
}

async function placeAsking(square, tile) {
  const from = [...placed.values()].find((other) => other.id === tile.id);
  if (tile.label === "?" && !from) {
    if (!mine() || view.squares[square] !== "") return;
    const letter = await chooseLetter();
    if (!letter) return;
    place(square, tile, letter);
  } else place(square, tile);
  chosen = null;
  changed();
}

function chooseLetter() {
  return ask("The blank is", (close) => [el("div", { class: "letters" }, ...plays.labels.map((label) =>
    el("button", { "aria-label": label, onclick: () => close(label) }, tileFace(label, 0, "blank"))))]);
}

function recall(square = null) {
  if (square === null) placed.clear(); else placed.delete(square);
  chosen = null;
  changed();
}

// After the tiles on the board have changed: show them, keep them for a reload, ask for the score.
function changed() {
  try {
    if (placed.size) sessionStorage.setItem(draft(), JSON.stringify({ revision: view.revision, placed: [...placed].map(([square, tile]) => [square, tile.letter, tile.blank]), order: rack.tiles.map((tile) => tile.label) }));
    else sessionStorage.removeItem(draft());
  } catch { /* no storage */ }
  preview = { asked: preview.asked + 1, text: null, error: null, score: null };
  if (placed.size) {
    const number = preview.asked;
    preview.text = plays.text(view.squares, placed, cursor?.across ?? true);
    if (!preview.text) preview.error = "The tiles do not make one line.";
    else {
      live.ask("preview", { play: preview.text }).then(({ preview: found }) => {
        if (number !== preview.asked) return;
        preview.score = found.score;
        preview.words = found.words;
        say();
      }, (error) => { if (number === preview.asked) { preview.error = error.message; say(); } });
    }
  }
  show();
}

function restore() {
  let kept;
  try { kept = JSON.parse(sessionStorage.getItem(draft())); } catch { kept = null; }
  if (!kept || kept.revision !== view.revision || !view.rack) return;
  const left = [...rack.tiles];
  const order = [];
  for (const label of kept.order ?? []) {
    const at = left.findIndex((tile) => tile.label === label);
    if (at >= 0) order.push(...left.splice(at, 1));
  }
  rack.tiles = [...order, ...left];
  for (const [square, letter, blank] of kept.placed) {
    const used = new Set([...placed.values()].map((tile) => tile.id));
    const tile = rack.tiles.find((one) => one.label === (blank ? "?" : letter) && !used.has(one.id));
    if (tile) place(square, tile, letter);
  }
  changed();
}

// -- showing --------------------------------------------------------------------------------------

function show() {
  if (!view || !board) return;
  const seen = shownView();
  const last = [...seen.history].reverse().find((turn) => turn.kind === "placement");
  const marked = new Set(last && seen.history.at(-1).kind !== "challenge" ? last.squares : []);
  const blanks = new Set(seen.blanks);
  board.show((square) => {
    const own = past ? null : placed.get(square);
    if (own) return { letter: own.letter, blank: own.blank, kind: "new" };
    if (seen.squares[square] === "") {
      const tile = ghost.get(square);
      return tile ? { ...tile, kind: "ghost" } : null;
    }
    const blank = blanks.has(square);
    const letter = blank ? plays.byLower.get(seen.squares[square])?.label ?? seen.squares[square] : seen.squares[square];
    return { letter, blank, kind: marked.has(square) ? "last" : "" };
  }, past ? null : cursor);
  showRack($("rack"), rack, plays, new Set([...placed.values()].map((tile) => tile.id)), chosen, pickTile);
  showScores($("scores"), setting, seen, seat, here);
  showHistory($("history"), setting, view, past ? past.turn : null, look);
  showUnseen(setting, seen);
  const said = seen.history.at(-1)?.note ?? "";
  $("note").hidden = !said;
  if ($("note").textContent !== said) $("note").textContent = said;
  showResult(setting, view, seat, setting.players.some((player) => player.bot) && seat !== null ? again : null, seat !== null || setting.recorded ? study : null);
  $("first").disabled = $("back").disabled = !seen.turn;
  $("forth").disabled = $("now").disabled = !past;
  tick();
  say();
}

function say() {
  const may = past ? {} : view.may;
  const commit = $("commit");
  commit.textContent = placed.size && preview.score !== null ? `Play, ${preview.score} points` : view.waiting ? "Waiting" : "Play";
  commit.disabled = busy || !may.play || !placed.size || !preview.text || Boolean(preview.error);
  $("exchange").disabled = busy || !may.exchange;
  $("pass").disabled = busy || !may.pass;
  $("pass").textContent = view.waiting ? "Accept" : "Pass";
  $("challenge").hidden = !may.challenge || setting.challenge === "void";
  $("challenge").disabled = busy;
  $("hint").hidden = !setting.hints;
  $("hint").disabled = busy || !may.hint;
  $("undo").hidden = !setting.undo;
  $("undo").disabled = busy || !may.undo;
  $("resign").hidden = $("flip").hidden = $("command").hidden = seat === null || view.over;
  $("gcg").hidden = setting.position;
  $("from-here").hidden = !(view.over || setting.recorded) || Boolean(past ? past.over : view.over);
  $("recall").disabled = !placed.size;
  $("shuffle").disabled = seat === null || view.over;
  document.querySelector(".holder").hidden = document.querySelector(".actions").hidden = seat === null || view.over;
  const open = setting.hints || view.over || setting.recorded;
  $("analysis").hidden = !open;
  const box = $("say");
  box.classList.toggle("bad", Boolean(note.bad));
  let text;
  if (note.text) text = note.text;
  else if (past) text = past.turn ? `After ${told(past.history.at(-1), setting.players[past.history.at(-1).player].name)}` : setting.position ? "The position at the beginning" : "The empty board";
  else if (view.over) text = setting.recorded ? "A recorded game: step through its moves." : "The game is over.";
  else if (placed.size && preview.error) text = preview.error;
  else if (placed.size && preview.score !== null) text = `${preview.words.join(", ")}: ${preview.score} points`;
  else if (placed.size) text = "…";
  else if (seat === null) text = `${setting.players[view.to_move].name} to move`;
  else if (view.to_move === seat) text = view.waiting ? "Your opponent is out: accept the last play, or challenge it." : view.history.length ? `${told(view.history.at(-1), setting.players[view.history.at(-1).player].name)}. Your turn.` : setting.position ? "You begin, from this position." : "You begin. Cover the star.";
  else text = `${setting.players[view.to_move].name} is ${setting.players[view.to_move].bot ? "thinking" : "to move"} …`;
  if (box.textContent !== text) box.textContent = text;
}

let note = { text: "", bad: false };
function remark(text, bad = false) {
  note = { text, bad };
  if (text) announce(text);
  if (view) say();
}

function tick() {
  if (!view?.clock || past) return;
  for (const shown of document.querySelectorAll("[data-clock]")) {
    const number = Number(shown.dataset.clock);
    const left = view.clock.left[number] - (view.clock.running === number ? (performance.now() - received) / 1000 : 0);
    shown.textContent = clockText(left);
    shown.classList.toggle("low", left < 30);
  }
}
setInterval(tick, 500);

// -- what the server says ---------------------------------------------------------------------------

function hear(message) {
  if (message.refused) { stop(message.refused); return; }
  if (message.setting) begin(message);
  if (message.here) here = message.here;
  if (message.trouble) remark(message.trouble, true);
  if (message.view) take(message.view);
  else if (message.here && view) show();
  if (message.analysis) {
    if (message.analysis.turn !== (past ? past.turn : -1)) return;
    showAnalysis(message.analysis, (row) => { ghost = row?.place ? plays.placed(row.place, row.tiles) : new Map(); show(); }, take_row);
  }
}

function begin(message) {
  seat = message.seat;
  if (setting) { returned = true; return; }
  setting = message.setting;
  plays = new Plays(setting);
  document.title = `lexkit: ${setting.players.map((player) => player.name).join(" and ")}`;
  board = new BoardView($("board"), setting, plays, { choose: chooseSquare, key: onKey, twice: (square) => placed.has(square) && (recall(square), true) });
  if (facts.get("i")) {
    $("invite").hidden = false;
    $("link").value = `${location.origin}/play#i=${facts.get("i")}`;
  }
  keepGame({ ...game, opponent: setting.players.filter((_, number) => number !== seat).map((player) => player.name).join(" and ") });
}

function take(found) {
  if (view && found.revision < view.revision) return;
  const before = view;
  const fresh = !before || found.revision !== before.revision;
  view = found;
  received = performance.now();
  if (view.rack) rack.set(view.rack);
  if (fresh) {
    note = { text: "", bad: false };
    ghost = new Map();
    const ids = new Set(rack.tiles.map((tile) => tile.id));
    for (const [square, tile] of placed) if (view.squares[square] !== "" || !ids.has(tile.id)) placed.delete(square);
    if (!view.over && $("result").dataset.done) { delete $("result").dataset.done; $("result").hidden = true; }
    for (const turn of before ? view.history.slice(before.history.length) : []) {
      if (turn.player !== seat) announce(`${told(turn, setting.players[turn.player].name)}. ${scoresText()}${view.to_move === seat ? " Your turn." : ""}`);
    }
    if (here?.every(Boolean)) $("invite").hidden = true;
    if (before) changed(); else restore();
  }
  if (returned && !fresh && placed.size) changed();
  returned = false;
  if (here?.every(Boolean)) $("invite").hidden = true;
  show();
}

const scoresText = () => setting.players.map((player, number) => `${player.name} ${view.scores[number]}`).join(", ") + ".";

function stop(reason) {
  $("say").textContent = `This game cannot be opened: ${reason}.`;
  $("offline").hidden = true;
}

// -- acting -----------------------------------------------------------------------------------------

async function act(what, fields = {}) {
  if (busy) return false;
  busy = true;
  say();
  try {
    await live.ask(what, { ...fields, revision: view.revision });
    return true;
  } catch (error) {
    remark(friendly(error.message), true);
    return false;
  } finally {
    busy = false;
    if (view) say();
  }
}

const friendly = (text) => text.replace(/^.*not in the lexicon: (.*)$/, "Not a word here: $1").replace(/^(.)/, (first) => first.toUpperCase());

async function commit() {
  if (past || !placed.size || !preview.text || !view.may.play) return;
  const kept = new Map(placed);
  const text = preview.text;
  if (await act("act", { action: text })) {
    for (const square of kept.keys()) placed.delete(square);
    cursor = null;
    const turn = view.history.findLast((one) => one.player === seat);
    if (turn) announce(`You played ${turn.text}, ${turn.score} points. ${scoresText()}`);
    changed();
  }
}

async function exchange() {
  if (!view.may.exchange) return;
  const picked = new Set();
  const answer = await ask("Exchange tiles", (close) => {
    const button = el("button", { class: "main", disabled: true, onclick: () => close([...picked]) }, "Exchange");
    const toggle = (tile, one) => {
      if (picked.has(tile.id)) picked.delete(tile.id); else picked.add(tile.id);
      one.setAttribute("aria-pressed", String(picked.has(tile.id)));
      button.disabled = !picked.size || picked.size > view.exchangeable;
      button.textContent = picked.size ? `Exchange ${picked.size}` : "Exchange";
    };
    const buttons = rack.tiles.map((tile) => {
      const one = el("button", { type: "button", "aria-pressed": "false", "aria-label": tile.label === "?" ? "blank" : tile.label, onclick: () => toggle(tile, one) }, tileFace(tile.label, plays.points(tile.label)));
      return one;
    });
    return [el("p", { class: "soft small" }, view.exchangeable < rack.tiles.length ? `At most ${view.exchangeable}.` : "They go back into the bag, and your turn ends. Click them, or type."),
      el("div", { class: "pick", onkeydown: (event) => {
        const at = rack.tiles.findIndex((tile) => !picked.has(tile.id) && (tile.label === event.key.toUpperCase() || (tile.label === "?" && event.key === "?")));
        if (at >= 0 && !event.ctrlKey && !event.metaKey) toggle(rack.tiles[at], buttons[at]);
      } }, ...buttons),
      el("div", { class: "row end" }, el("button", { onclick: () => close(null) }, "Cancel"), button)];
  });
  if (!answer) return;
  recall();
  await act("act", { action: plays.exchange(rack.tiles.filter((tile) => answer.includes(tile.id)).map((tile) => tile.label)) });
}

async function pass() {
  if (!view.may.pass) return;
  if (view.waiting || await confirmed("Pass", "Pass this turn without a point?", "Pass")) await act("act", { action: "pass" });
}

async function hint() {
  if (hints.revision !== view.revision) hints = { revision: view.revision, step: 0 };
  hints.step = Math.min(4, hints.step + 1);
  try {
    const { hint: found } = await live.ask("hint", { step: hints.step });
    let text;
    if (found.kind !== "placement") text = found.text ? `Hint: ${found.text}` : `Hint: ${found.kind === "exchange" ? "exchange tiles" : found.kind}`;
    else {
      text = `Hint: ${found.score} points`;
      if (found.place) text += ` ${found.across ? "across" : "down"} from ${found.place}`;
      if (found.tiles) text += `, with ${found.tiles.join(" ")}`;
      if (found.text) {
        text = `Hint: ${found.word}, ${found.text}, ${found.score} points`;
        const [place, tiles] = found.text.split(" ");
        ghost = plays.placed(place, tiles);
        placed.clear();
        changed();
      }
      if (hints.step < 4) text += ". Again for more.";
    }
    remark(text);
  } catch (error) { remark(friendly(error.message), true); }
}

async function again() {
  const found = await request("/api/games", { opponent: setting.players.find((player) => player.bot).bot, name: setting.players[seat].name,
    layout: setting.layout, challenge: setting.challenge, minutes: setting.minutes, ...(setting.offered ? { lexicon: setting.offered } : {}) });
  if (found.error) { remark(found.error, true); return; }
  location.href = addressOf(found);
  location.reload();
}

// Cards of what was missed in this game.
async function study() {
  remark("Looking for what was missed …");
  const found = await request("/api/study/mistakes", { learner: learner(), game: game.game, token: game.token });
  if (found.error) { remark(found.error, true); return; }
  if (!found.found) { remark("Nothing was missed: no play lost three points or more."); return; }
  location.href = `/study#${new URLSearchParams({ kind: found.kind, q: "", lexicon: setting.offered ?? "" })}`;
}

function take_row(row) {
  if (!row.place || !mine()) return;
  placed.clear();
  for (const [square, tile] of plays.placed(row.place, row.tiles)) {
    const used = new Set([...placed.values()].map((one) => one.id));
    const own = rack.tiles.find((one) => one.label === (tile.blank ? "?" : tile.letter) && !used.has(one.id));
    if (own) place(square, own, tile.letter);
  }
  ghost = new Map();
  changed();
}

async function look(turn) {
  if (turn === null || turn >= view.turns) { past = null; if (turn === null || !view) { show(); return; } }
  if (turn >= view.turns && !view.over) { past = null; show(); return; }
  try { past = (await live.ask("look", { turn: Math.max(0, turn) })).past; } catch (error) { remark(friendly(error.message), true); return; }
  if (past.turn === view.turns) past = null;
  ghost = new Map();
  show();
}

// -- mouse, touch and keys ----------------------------------------------------------------------------

function chooseSquare(square) {
  if (past) return;
  if (chosen !== null && view.squares[square] === "" && !placed.has(square)) {
    const tile = rack.tiles.find((one) => one.id === chosen);
    if (tile) { placeAsking(square, tile); return; }
  }
  if (placed.has(square)) { board.focus(square); return; }
  if (view.squares[square] !== "" || !mine()) { cursor = null; board.focus(square); show(); return; }
  if (!cursor || cursor.square !== square) cursor = { square, across: cursor?.across ?? true };
  else if (cursor.across) cursor = { square, across: false };
  else cursor = null;
  board.focus(square);
  show();
}

// The next empty square of the cursor's line.
function advance(square, step = 1) {
  let next = plays.next(square, cursor.across, step);
  while (next !== null && (view.squares[next] !== "" || placed.has(next)) && step > 0) next = plays.next(next, cursor.across, step);
  return next;
}

function moveCursor(square) {
  if (square === null || plays.brick(square)) { cursor = null; return; }
  cursor = { ...cursor, square };
  board.focus(square);
}

function pickTile(tile) {
  if (!mine()) return;
  if (cursor && !placed.has(cursor.square) && view.squares[cursor.square] === "") {
    const { square } = cursor;
    placeAsking(square, tile).then(() => { if (placed.has(square) && cursor) { moveCursor(advance(square)); show(); } });
    return;
  }
  chosen = chosen === tile.id ? null : tile.id;
  show();
}

// A letter typed at a square: the tile of the rack that it means, if any.
function typed(square, key, shift) {
  const used = new Set([...placed.values()].map((tile) => tile.id));
  const free = rack.tiles.filter((tile) => !used.has(tile.id));
  const upper = [key.toLocaleUpperCase(setting.alphabet === "turkish" ? "tr" : undefined), key.toUpperCase()];
  // Two keys for one tile: L and then L again are LL, if the rack has that tile.
  const before = plays.next(square, cursor.across, -1);
  const last = before !== null ? placed.get(before) : null;
  if (last && !last.blank && !shift) {
    const tile = free.find((one) => upper.some((text) => one.label === last.letter + text));
    if (tile && !free.some((one) => upper.includes(one.label))) {
      placed.delete(before);
      place(before, tile);
      return before;
    }
  }
  const label = plays.labels.find((one) => upper.includes(one)) ?? plays.labels.find((one) => upper.some((text) => one.startsWith(text)));
  if (!label) return null;
  const own = shift ? null : free.find((tile) => tile.label === label) ?? free.find((tile) => upper.some((text) => tile.label.startsWith(text)));
  const blank = free.find((tile) => tile.label === "?");
  if (!own && !blank) { remark(`No ${label} on your rack.`, true); return null; }
  return place(square, own ?? blank, own ? undefined : label) ? square : null;
}

function onKey(event, square) {
  if (event.ctrlKey || event.metaKey || event.altKey || past) return;
  const arrows = { ArrowLeft: [true, -1], ArrowRight: [true, 1], ArrowUp: [false, -1], ArrowDown: [false, 1] };
  const { key } = event;
  let handled = true;
  if (arrows[key]) {
    const next = plays.next(square, ...arrows[key]);
    if (next !== null) {
      if (cursor && view.squares[next] === "") cursor = { square: next, across: cursor.across };
      else if (cursor) cursor = null;
      board.focus(next);
      show();
    }
  } else if (key === "Home" || key === "End") {
    board.focus(Math.floor(square / setting.columns) * setting.columns + (key === "End" ? setting.columns - 1 : 0));
  } else if (key === " ") {
    if (view.squares[square] === "" && mine()) { cursor = { square, across: cursor?.square === square ? !cursor.across : cursor?.across ?? true }; show(); }
  } else if (key === "Enter") {
    if (placed.size) commit(); else chooseSquare(square);
  } else if (key === "Escape") {
    cursor = null;
    recall();
  } else if (key === "Backspace" || key === "Delete") {
    const back = placed.has(square) ? square : cursor ? backwards(square) : null;
    if (back !== null && placed.has(back)) {
      placed.delete(back);
      cursor = { square: back, across: cursor?.across ?? true };
      board.focus(back);
      changed();
    }
  } else if ([...key].length === 1 && mine()) {
    if (view.squares[square] !== "" || placed.has(square)) {
      if (!cursor) { remark("This square is taken.", true); event.preventDefault(); return; }
    }
    if (!cursor || cursor.square !== square) cursor = { square, across: cursor?.across ?? true };
    const number = Number(key);
    note = { text: "", bad: false };
    if (number >= 1 && number <= rack.tiles.length) {
      const tile = rack.tiles[number - 1];
      if (![...placed.values()].some((one) => one.id === tile.id)) {
        placeAsking(square, tile).then(() => { if (placed.has(square) && cursor) { moveCursor(advance(square)); show(); } board.focus(board.at); });
      }
    } else {
      const where = typed(square, key, event.shiftKey && key !== key.toLowerCase());
      if (where !== null) { moveCursor(advance(where)); changed(); announce(`${placed.get(where).letter} on ${squareName(setting, where)}`); }
    }
  } else handled = false;
  if (handled) event.preventDefault();
}

function backwards(square) {
  let back = plays.next(square, cursor.across, -1);
  while (back !== null && view.squares[back] !== "") back = plays.next(back, cursor.across, -1);
  return back;
}

function setUp() {
  dragging([$("board"), $("rack")], (target) => {
    if (!mine()) return null;
    const button = target.closest?.("[data-tile]");
    const cell = target.closest?.("[data-square]");
    const own = cell ? placed.get(Number(cell.dataset.square)) : null;
    const tile = button ? rack.tiles.find((one) => one.id === Number(button.dataset.tile)) : own && rack.tiles.find((one) => one.id === own.id);
    return tile ? { id: tile.id, face: () => tileFace(own ? own.letter : tile.label, own?.blank ? 0 : plays.points(tile.label), tile.label === "?" ? "blank" : "") } : null;
  }, (element) => {
    for (const cell of document.querySelectorAll(".square.over")) cell.classList.remove("over");
    element?.closest?.(".square")?.classList.add("over");
  }, (id, element, event) => {
    const tile = rack.tiles.find((one) => one.id === id);
    const cell = element?.closest?.("[data-square]");
    if (!tile || !mine()) return;
    if (cell) { cursor = null; placeAsking(Number(cell.dataset.square), tile); return; }
    for (const [square, one] of placed) if (one.id === id) placed.delete(square);
    const other = element?.closest?.("[data-tile]");
    if (other && Number(other.dataset.tile) !== id) {
      const box = other.getBoundingClientRect();
      const at = rack.tiles.findIndex((one) => one.id === Number(other.dataset.tile)) + (event.clientX > box.left + box.width / 2 ? 1 : 0);
      rack.move(id, rack.tiles[at]?.id ?? null);
    }
    changed();
  });
  $("commit").onclick = commit;
  $("exchange").onclick = exchange;
  $("pass").onclick = pass;
  $("challenge").onclick = () => act("act", { action: "challenge" });
  $("hint").onclick = hint;
  $("undo").onclick = () => { placed.clear(); act("undo"); };
  $("shuffle").onclick = () => { rack.shuffle(); show(); announce(`Your rack: ${rack.tiles.map((tile) => (tile.label === "?" ? "blank" : tile.label)).join(" ")}`); };
  $("flip").onclick = () => { rack.sort([...plays.labels, "?"]); show(); };
  $("recall").onclick = () => recall();
  $("resign").onclick = async () => { if (await confirmed("Resign", "Give the game up?", "Resign")) act("act", { action: "resign" }); };
  $("first").onclick = () => look(0);
  $("back").onclick = () => look((past ?? view).turn - 1);
  $("forth").onclick = () => look(past.turn + 1);
  $("now").onclick = () => { past = null; ghost = new Map(); show(); };
  $("copy").onclick = async () => { $("link").select(); try { await navigator.clipboard.writeText($("link").value); announce("Copied"); $("copy").textContent = "Copied"; } catch { document.execCommand("copy"); } };
  $("command").onsubmit = async (event) => {
    event.preventDefault();
    const text = $("typed").value.trim();
    if (text && await act("act", { action: text })) { $("typed").value = ""; placed.clear(); changed(); }
  };
  $("gcg").onclick = async () => {
    const { gcg } = await live.ask("gcg");
    const link = el("a", { href: URL.createObjectURL(new Blob([gcg], { type: "text/plain;charset=utf-8" })), download: "game.gcg" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  $("cgp").onclick = async () => {
    const { cgp } = await live.ask("cgp", past ? { turn: past.turn } : {});
    try { await navigator.clipboard.writeText(cgp); remark("The position is in the clipboard."); }
    catch { ask("The position", () => [el("textarea", { readonly: true, rows: "4", "aria-label": "CGP" }, cgp)]); }
  };
  $("from-here").onclick = async () => {
    const { cgp } = await live.ask("cgp", past ? { turn: past.turn } : {});
    location.href = `/#${new URLSearchParams({ position: cgp, ...(setting.offered ? { lexicon: setting.offered } : {}) })}`;
  };
  $("analyse").onclick = async () => {
    try { await live.ask("analyse", past ? { turn: past.turn } : {}); showAnalysis({ rows: [], done: false, note: "" }, () => {}, () => {}); }
    catch (error) { $("analysis-note").textContent = friendly(error.message); }
  };
  $("stop").onclick = () => live.ask("stop");
}

async function start() {
  if (facts.get("i") && !game.game) {
    if (!await confirmed("A game", "You have been invited to a game.", "Take the seat")) { stop("it needs a player"); return; }
    const found = await request("/api/join", { invitation: facts.get("i") });
    if (found.error) { stop(found.error); return; }
    game.game = found.game;
    game.token = found.token;
    facts.delete("i");
    history.replaceState(null, "", addressOf(found));
  }
  setUp();
  live = new Live({ game: game.game, token: game.token }, hear, (open, why) => { $("offline").textContent = `Connecting again … ${why ?? ""}`; $("offline").hidden = open; });
}

addEventListener("hashchange", () => location.reload());
start();

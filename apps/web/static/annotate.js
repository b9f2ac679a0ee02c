// @ts-check
// The page on which a game is entered from a score sheet, or a record is mended.

/** @import { Cursor, JudgedLine, Laid, Line, SheetFacts, WordList } from "./types.d.ts" */

import { BoardView } from "./board.js";
import { $, announce, choices, closest, counted, el, first, request } from "./dom.js";
import { showScores, signed, told } from "./panels.js";
import { Plays, squareName } from "./plays.js";
import { save } from "./save.js";
import { Sheet } from "./sheet.js";

const sheet = new Sheet();
/** @type {BoardView} */
let board;
/** @type {Plays} */
let plays;
/** @type {number | null} */
let at = null; // the line that is looked at, null behind the last
/** @type {Cursor | null} */
let cursor = null;
/** @type {WordList[]} */
let lists = [];
let drawn = "", inserting = false, waiting = 0; // inserting: whether a line goes before that one
const QUICK = [
  ["-", "Pass"],
  ["--", "Taken back"],
  ["(challenge)", "Challenge failed"],
  ["accept", "Accept last play"],
  ["resign", "Resign"],
  ["time", "Time is up"],
];

// -- the board ---------------------------------------------------------------------------------------

function begin() {
  const { setting } = sheet.found;
  const key = JSON.stringify([setting.glyphs, setting.tiles]);
  if (key === drawn) return;
  drawn = key;
  plays = new Plays(setting);
  board = new BoardView($("board"), setting, plays, { choose, key: onKey, twice: () => false });
}

/**
 * A press on a square begins a play there; another one turns it.
 * @param {number} square
 */
function choose(square) {
  cursor = cursor?.square === square ? { square, across: !cursor.across } : { square, across: cursor?.across ?? true };
  const name = squareName(sheet.found.setting, square);
  const place = cursor.across ? name : name.replace(/^(\d+)(.*)$/, "$2$1");
  const tiles = $("action").value.trim().match(/^\d*[A-Za-z]{1,2}\d*(\s+(.*))?$/)?.[2] ?? "";
  $("action").value = `${place} ${tiles}`;
  board.focus(square, false);
  $("action").focus({ preventScroll: true });
  typed();
}

/** @type {Record<string, [across: boolean, step: number]>} */
const ARROWS = { ArrowLeft: [true, -1], ArrowRight: [true, 1], ArrowUp: [false, -1], ArrowDown: [false, 1] };
/**
 * @param {KeyboardEvent} event
 * @param {number} square
 */
function onKey(event, square) {
  const way = ARROWS[event.key];
  if (way) {
    const next = plays.next(square, ...way);
    if (next !== null) board.focus(next);
  } else if (event.key === "Enter" || event.key === " ") choose(square);
  else return;
  event.preventDefault();
}

function showBoard() {
  const { lying, last } = sheet.squares(sheet.turnsBefore(at ?? sheet.found.lines.length), plays);
  const [place, tiles] = $("action").value.trim().split(/\s+/);
  /** @type {Map<number, Laid>} */
  const typing = tiles ? plays.placed(place, tiles) : new Map();
  board.show((square) => {
    const tile = lying.get(square);
    if (tile) return { ...tile, kind: last.has(square) ? "last" : "" };
    const typed = typing.get(square);
    return typed ? { ...typed, kind: "new" } : null;
  }, cursor);
}

// -- what stands around it -----------------------------------------------------------------------------

function show() {
  begin();
  const { setting, view, lines } = sheet.found;
  const count = lines.length;
  const wrong = lines.filter((line) => line.fault).length;
  showScores($("scores"), setting, at === null ? view : sheet.before(at), null, null);
  $("count").textContent = `${counted(count, "turn")}${wrong ? `, ${wrong} with a fault` : ""}`;
  $("lines").replaceChildren(...(count ? lines.map(row) : [el("li", { class: "soft small" }, "No turns yet.")]));
  $("entry-title").textContent = at === null ? "Next turn" : inserting ? `Before turn ${at + 1}` : `Turn ${at + 1}`;
  $("enter").textContent = at === null ? "Add" : inserting ? "Insert" : "Change";
  $("changing").hidden = at === null || inserting;
  $("shift").disabled = !count;
  first("[data-action=accept]", $("quick")).hidden = !sheet.found.view.waiting && lines[at ?? -1]?.action !== "accept";
  $("first").disabled = $("back").disabled = !count || at === 0;
  $("forth").disabled = $("now").disabled = at === null;
  $("undo").disabled = !sheet.past.length;
  $("redo").disabled = !sheet.future.length;
  const { names, to_move: turn, over } = view;
  const said = at === null
    ? (over
      ? "The game is over."
      : view.waiting
      ? `${names[turn ?? 0]}: accept the last play, or challenge it.`
      : `${names[turn ?? 0]} to move`)
    : inserting
    ? `Before turn ${at + 1}`
    : `Turn ${at + 1} of ${count}`;
  $("say").textContent = said;
  $("remarks").hidden = !sheet.facts.remarks?.length;
  $("remarks").replaceChildren(el("b", {}, "The file: "), (sheet.facts.remarks ?? []).join("; "));
  showBoard();
  // The list alone scrolls, not the page.
  const looked = first("[aria-current]", $("lines"));
  $("lines").scrollTop = looked ? looked.offsetTop - $("lines").offsetTop - 60 : $("lines").scrollHeight;
}

/**
 * @param {JudgedLine} line
 * @param {number} number
 */
function row(line, number) {
  const { view } = sheet.found;
  const turn = line.number === null ? null : view.history[line.number - 1];
  const [place, tiles] = line.action.split(" ");
  const what = turn?.kind === "placement"
    ? [el("b", {}, plays.word(place, tiles, view.squares)), " ", el("span", { class: "soft small" }, place)]
    : [turn ? told(turn, "", plays, view).replace(/^[:\s]+/, "") : line.action || "nothing"];
  const points = turn && (turn.score || turn.kind === "placement") ? signed(turn.score, 0) : "";
  const texts = [
    [line.fault, "bad"],
    [line.fault ? "" : line.remark && `In the file: ${line.remark}`, "bad"],
    [line.unknown?.length ? `Not in the list: ${line.unknown.join(", ")}` : "", "soft"],
    [line.note && `✎ ${line.note}`, "soft"],
  ];
  return el(
    "li",
    {},
    el(
      "button",
      {
        type: "button",
        class: line.fault ? "fault" : null,
        "aria-current": at === number ? "true" : null,
        onclick: () => look(number),
      },
      el("span", { class: "soft" }, String(number + 1)),
      el("span", { class: "who soft" }, view.names[line.player]),
      el(
        "span",
        { class: "what" },
        el("span", {}, ...what),
        line.rack ? el("span", { class: "soft small held" }, line.rack) : null,
      ),
      el("span", { class: "num" }, points),
      el("span", { class: "num soft" }, turn ? String(turn.totals[turn.player]) : "✕"),
      ...texts.filter(([text]) => text).map(([text, kind]) => el("span", { class: `told small ${kind}` }, text)),
    ),
  );
}

// -- a turn ----------------------------------------------------------------------------------------------

/**
 * Look at a line, to change it; null: behind the last, to add one.
 * @param {number | null} number
 */
function look(number, before = false) {
  const { lines, movers } = sheet.found;
  at = number === null || number >= lines.length ? null : Math.max(0, number);
  [inserting, cursor] = [before, null];
  /** @type {Omit<Line, "remark">} */
  const line = at === null || before
    ? { player: movers[at ?? lines.length], action: "", rack: "", note: "" }
    : lines[at];
  $("action").value = line.action;
  $("rack").value = line.rack;
  $("note").value = line.note;
  $("player").value = String(line.player);
  $("preview").textContent = "\u00a0";
  $("preview").classList.remove("bad");
  show();
}

const entered = () => ({
  player: Number($("player").value),
  action: $("action").value.trim(),
  rack: $("rack").value.trim(),
  note: $("note").value,
  remark: "",
});

/**
 * The lines with the one that is being entered, and its place.
 * @param {Line} line
 */
function changed(line = entered()) {
  const lines = [...sheet.facts.lines];
  const place = at ?? lines.length;
  lines.splice(place, at === null || inserting ? 0 : 1, line);
  return { lines, place };
}

// While a turn is typed: its tiles on the board, and after a moment what the referee says.
function typed() {
  showBoard();
  clearTimeout(waiting);
  waiting = setTimeout(preview, 250);
}

async function preview() {
  if (!$("action").value.trim()) {
    $("preview").textContent = "\u00a0";
    return;
  }
  const { lines, place } = changed();
  const found = await sheet.try({ lines });
  if (!found || $("action").value.trim() !== lines[place].action) return;
  const line = found.lines?.[place];
  const view = found.view;
  const turn = view && line?.number ? view.history[line.number - 1] : null;
  const lost = found.lines
    ? found.lines.filter((one, number) => number > place && one.fault).length -
      sheet.found.lines.filter((one, number) => number >= place && one.fault && number !== at).length
    : 0;
  const texts = [
    found.error ?? line?.fault,
    turn?.kind === "placement"
      ? `${turn.words.join(", ")}: ${counted(turn.score, "point")}`
      : turn && view && !line?.fault
      ? told(turn, view.names[turn.player], plays, view)
      : "",
    line?.unknown?.length ? `not in the list: ${line.unknown.join(", ")}` : "",
    lost > 0 ? `${counted(lost, "later turn")} would not be possible` : "",
  ];
  $("preview").textContent = texts.filter(Boolean).join("; ") || "\u00a0";
  $("preview").classList.toggle("bad", Boolean(found.error ?? line?.fault));
}

/**
 * @param {Partial<SheetFacts>} change
 * @param {number | null} next
 */
async function make(change, next = at, remember = true) {
  clearTimeout(waiting);
  $("enter").disabled = true;
  const trouble = await sheet.change(change, remember);
  $("enter").disabled = false;
  if (trouble) {
    $("preview").textContent = trouble;
    $("preview").classList.add("bad");
    return false;
  }
  look(next);
  return true;
}

/** @param {Line} line */
async function enter(line = entered()) {
  if (!line.action) {
    $("action").focus();
    return;
  }
  const { lines, place } = changed(line);
  // Behind an inserted turn comes the next that is missing, or the one that was there.
  if (!await make({ lines }, at === null ? null : inserting ? place + 1 : at + 1)) return;
  const found = sheet.found.lines[place];
  announce(
    `${sheet.found.view.names[found.player]}: ${found.action}${found.fault ? `, ${found.fault}` : ""}. ${
      sheet.found.view.names.map((name, number) => `${name} ${sheet.found.view.scores[number]}`).join(", ")
    }`,
  );
  $("action").focus({ preventScroll: true });
}

// -- names, rules, racks at the end ----------------------------------------------------------------------

function fill() {
  const { players, first, racks, lexicon } = sheet.facts;
  const options = players.map((name, number) => el("option", { value: number }, name));
  $("player").replaceChildren(...options);
  $("begins").replaceChildren(...options.map((one) => one.cloneNode(true)));
  $("begins").value = String(first);
  $("names").replaceChildren(
    ...[0, 1, 2, 3].map((number) =>
      el(
        "div",
        {},
        el("label", { for: `name-${number}` }, `Player ${number + 1}${number > 1 ? ", if any" : ""}`),
        el("input", { id: `name-${number}`, maxlength: "60", value: players[number] ?? "" }),
      )
    ),
  );
  $("racks").replaceChildren(...players.map((name, number) => {
    const fault = sheet.found.rack_faults[number];
    return el(
      "div",
      {},
      el("label", { for: `rack-${number}` }, name),
      el("input", {
        id: `rack-${number}`,
        class: "code",
        maxlength: "60",
        value: racks[number] ?? "",
        spellcheck: "false",
        "aria-describedby": fault ? `fault-${number}` : null,
        onchange: leave,
      }),
      fault ? el("p", { class: "bad small", id: `fault-${number}` }, fault) : null,
    );
  }));
  $("lexicon").value = lexicon || (lists[0]?.name ?? "");
  $("layout").value = sheet.found.setting.layout;
  $("challenge").value = sheet.found.setting.challenge;
}

async function leave() {
  const racks = sheet.facts.players.map((_, number) => $(`rack-${number}`).value.trim());
  if (await make({ racks })) fill();
}

const named = () => [0, 1, 2, 3].map((number) => $(`name-${number}`).value.trim()).filter(Boolean);
/** @param {boolean} fresh */
async function setUp(fresh) {
  const facts = {
    players: named(),
    first: Number($("begins").value),
    challenge: $("challenge").value,
    lexicon: $("lexicon").value,
  };
  const other = sheet.found.setting.layout !== $("layout").value;
  const trouble = fresh
    ? await sheet.fresh({ ...facts, first: 0, layout: $("layout").value })
    : await sheet.change({ ...facts, ...(other ? { start: "", layout: $("layout").value } : {}) });
  $("file-trouble").textContent = trouble;
  if (!trouble) {
    fill();
    look(null);
  }
}

/** @param {Blob | undefined} file */
async function read(file) {
  if (!file) return;
  $("file-trouble").textContent = "";
  const trouble = await sheet.open(file, $("lexicon").value);
  $("file").value = "";
  if (trouble) {
    $("game").open = true;
    $("file-trouble").textContent = trouble;
    return;
  }
  fill();
  const wrong = sheet.found.lines.findIndex((line) => line.fault || line.remark);
  look(wrong < 0 ? null : wrong);
  announce(`A game of ${sheet.facts.players.join(" and ")}, ${counted(sheet.found.lines.length, "turn")}`);
}

/** @param {"undo" | "redo"} way */
async function step(way) {
  const trouble = await sheet[way]();
  fill();
  look(null);
  if (trouble) $("preview").textContent = trouble;
}

// -- the page ----------------------------------------------------------------------------------------------

function listen() {
  $("entry").onsubmit = (event) => {
    event.preventDefault();
    enter();
  };
  for (const name of ["action", "rack", "player"]) $(name).addEventListener("input", typed);
  $("quick").append(
    ...QUICK.map(([action, name]) =>
      el("button", { type: "button", "data-action": action, onclick: () => enter({ ...entered(), action }) }, name)
    ),
  );
  $("before").onclick = () => {
    look(at, true);
    $("action").focus();
  };
  $("remove").onclick = () => make({ lines: sheet.facts.lines.filter((_, number) => number !== at) });
  $("shift").onclick = () =>
    make({
      lines: sheet.facts.lines.map((line, number) => {
        const player = (line.player + 1) % sheet.facts.players.length;
        return number < (at ?? 0) ? line : { ...line, player };
      }),
    });
  $("first").onclick = () => look(0);
  $("back").onclick = () => look((at ?? sheet.found.lines.length) - 1);
  $("forth").onclick = () => look(at === null ? null : at + 1);
  $("now").onclick = () => look(null);
  $("undo").onclick = () => step("undo");
  $("redo").onclick = () => step("redo");
  $("setup").onsubmit = (event) => {
    event.preventDefault();
    setUp(false);
  };
  $("fresh").onclick = () => setUp(true);
  $("file").onchange = () => read($("file").files[0]);
  for (const kind of /** @type {("dragover" | "dragleave" | "drop")[]} */ (["dragover", "dragleave", "drop"])) {
    addEventListener(kind, (event) => {
      event.preventDefault();
      $("table").classList.toggle("dropping", kind === "dragover");
      if (kind === "drop") read(event.dataTransfer?.files[0]);
    });
  }
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && at !== null) look(null);
    if (
      !(event.ctrlKey || event.metaKey) || closest(event, "input, textarea") ||
      !"zy".includes(event.key.toLowerCase())
    ) return;
    event.preventDefault();
    step(event.key.toLowerCase() === "y" || event.shiftKey ? "redo" : "undo");
  });
  $("save").onclick = (event) => {
    const { kind } = /** @type {HTMLElement} */ (event.target).dataset;
    if (kind) save(sheet, kind, sheet.turnsBefore(at ?? sheet.found.lines.length));
  };
  $("analyse").onclick = async () => {
    const { text, error } = await sheet.write("gcg", 0);
    const made = error
      ? { error }
      : await request(`/api/records?${new URLSearchParams({ lexicon: sheet.facts.lexicon })}`, new Blob([text]));
    if (made.error) $("saved").textContent = made.error;
    else location.href = `/play#g=${made.game}&t=`;
  };
}

async function start() {
  const offers = await request("/api/offers");
  if (offers.error) {
    $("say").textContent = offers.error;
    return;
  }
  lists = offers.lexicons;
  $("lexicon").append(...choices(lists, "name"));
  $("layout").append(...choices(offers.layouts));
  $("challenge").append(...choices(offers.challenges));
  listen();
  // A game that the page of a game hands over.
  let handed = null;
  try {
    handed = JSON.parse(sessionStorage.getItem("lexkit.annotate") ?? "null");
    sessionStorage.removeItem("lexkit.annotate");
  } catch { /* off */ }
  const kept = sheet.kept();
  const trouble = handed
    ? await sheet.open(new Blob([handed.gcg]), handed.lexicon ?? "")
    : await sheet.change(kept, false);
  if (trouble && await sheet.change({}, false)) {
    $("say").textContent = trouble;
    return;
  }
  fill();
  look(null);
}
start();

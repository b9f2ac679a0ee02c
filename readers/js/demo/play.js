// @ts-check
// A whole game against the computer, in one page: make_demo.py puts it, the game and a word list into game.html.
// In a worker, the same script makes a lexicon of the list.

/** @import { Game as GameOf, Turn } from "../game.js" */
/** @import { Lexicon as LexiconOf, Move } from "../moves.js" */
/** @import { Player } from "../players.js" */

import { BLANK } from "../alphabet.js";
import { build } from "../build.js";
import { Game, player, playerNames } from "../game.js";
import { Lexicon } from "../moves.js";
import { writePlace } from "../notation.js";

/** @typedef {HTMLElement & { value: string, disabled: boolean, files: FileList, returnValue: string, open: boolean, showModal: () => void, close: () => void }} Control */
/**
 * A tile of the rack: its number, the square on which it is tried, or -1, and the tile that it is there.
 * @typedef {{ tile: number, at: number, as: number }} Slot
 */

const YOU = 0, COMPUTER = 1, NAMES = ["You", "Computer"], SAVED = "lexkit.game", SHOWN = 200, HINTS = 8;
const THINKING = 500, FAR = 7, LIFT = 38;
/** @type {Record<string, [kind: string, short: string, name: string]>} */
const MARKS = {
  "'": ["dl", "2L", "double letter"],
  '"': ["tl", "3L", "triple letter"],
  "^": ["tl", "4L", "quadruple letter"],
  "-": ["dw", "2W", "double word"],
  "=": ["tw", "3W", "triple word"],
  "~": ["tw", "4W", "quadruple word"],
};
/** @type {Record<string, string>} */
const REFUSED = {
  start: "The first word covers the star.",
  short: "The first word has two letters or more.",
  apart: "The tiles must touch those on the board.",
};

/** @param {string} id */
const element = (id) => /** @type {Control} */ (document.getElementById(id));
/**
 * @param {string} name
 * @param {object} properties
 * @param {(Node | string)[]} children
 */
function make(name, properties, ...children) {
  const made = document.createElement(name);
  Object.assign(made, properties);
  made.append(...children);
  return made;
}

/**
 * @param {number} count
 * @param {string} name
 */
const plural = (count, name) => `${count.toLocaleString("en")} ${name}${count === 1 ? "" : "s"}`;
/** @param {Turn} turn */
function worth({ move, score }) {
  return `${move?.words[0]} for ${score}${move?.isBingo ? ", with all tiles!" : "."}`;
}
/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

// -- The dictionary -----------------------------------------------------------------------------------------------------

/**
 * The words of a front-coded list: a small letter says how many letters of the word before are kept, a being none.
 * @param {string} text
 */
function wordsOf(text) {
  const words = [];
  let before = "";
  for (const [piece] of text.matchAll(/[a-z][A-Z]*/g)) {
    words.push(before = before.slice(0, piece.charCodeAt(0) - 97) + piece.slice(1));
  }
  return words;
}

/** @param {string} text */
const built = (text) => build(wordsOf(text), { source: "english.txt" });

/**
 * Return the answer of a worker, or of this page if it may not have one.
 * @param {string} text
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
function buildBeside(text) {
  return new Promise((give) => {
    const here = () => give(built(text));
    try {
      const url = URL.createObjectURL(new Blob([element("code").textContent ?? ""], { type: "text/javascript" }));
      const worker = new Worker(url);
      worker.onerror = here;
      worker.onmessage = ({ data }) => {
        worker.terminate();
        URL.revokeObjectURL(url);
        give(data);
      };
      worker.postMessage(text);
    } catch {
      here();
    }
  });
}

/**
 * Do something with the browser's store of lexicons; undefined if there is none.
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} ask
 * @returns {Promise<any>}
 */
function stored(mode, ask) {
  return new Promise((give) => {
    const none = () => give(undefined);
    try {
      const opening = indexedDB.open("lexkit", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("lexicons");
      opening.onerror = none;
      opening.onsuccess = () => {
        const request = ask(opening.result.transaction("lexicons", mode).objectStore("lexicons"));
        request.onsuccess = () => give(request.result);
        request.onerror = none;
      };
    } catch {
      none();
    }
  });
}

/** The list of this page: made once, then kept. */
async function ownLexicon() {
  const packed = element("packed"), key = packed.dataset.key ?? "";
  try {
    const kept = await stored("readonly", (store) => store.get(key));
    if (kept) return new Lexicon(kept);
  } catch {
    // It is made anew.
  }
  const bytes = Uint8Array.from(atob(packed.textContent ?? ""), (sign) => sign.charCodeAt(0));
  const unpacked = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
  const content = new Uint8Array(await unpacked.arrayBuffer());
  const file = content[0] === 0x89 ? content : await buildBeside(new TextDecoder().decode(content));
  stored("readwrite", (store) => store.put(file, key));
  return new Lexicon(file);
}

// -- The page -----------------------------------------------------------------------------------------------------------

class Page {
  /** @type {GameOf} */
  game = /** @type {any} */ (null);
  /** @type {LexiconOf} */
  lexicon = /** @type {any} */ (null);
  opponent = /** @type {Player} */ (/** @type {any} */ (null));
  /** Those on the board, without those that are tried. */
  tiles = /** @type {Uint8Array} */ (new Uint8Array());
  /** The name of the lexicon: "" if it is that of the page. */
  list = "";
  level = "";
  /** @type {Slot[]} */
  slots = [];
  /** Squares with tiles that are tried, in the order in which they were laid. */
  laid = /** @type {number[]} */ ([]);
  cursor = -1;
  down = false;
  chosen = -1;
  busy = true;
  /** @type {HTMLElement[]} */
  squares = [];
  /** @type {string | null} */
  play = null;
  /** Whether a click ends a drag. */
  dragged = false;

  constructor() {
    this.#listen();
  }

  // -- Beginning ----------------------------------------------------------------------------------------------------------

  /** Open the list that was last played with, and go on with its game. */
  async begin() {
    const saved = read();
    try {
      if (saved?.list) {
        const kept = await stored("readonly", (store) => store.get("own"));
        if (kept) this.use(await Lexicon.open(kept), saved.list);
      }
      if (!this.lexicon) this.use(await ownLexicon(), "");
    } catch (error) {
      this.tell(`The dictionary was not opened. ${error.message}`, "bad");
      return;
    }
    this.level = saved?.level ?? "novice";
    if (!saved || saved.list !== this.list || !this.resume(saved)) this.start(this.level, "draw");
  }

  /**
   * @param {LexiconOf} lexicon
   * @param {string} list
   */
  use(lexicon, list) {
    this.lexicon = lexicon;
    this.list = list;
    const title = list || "English";
    element("list").textContent = `Dictionary: ${title}, ${plural(lexicon.length, "word")}.`;
    const names = playerNames.filter((name) => name !== "static" || lexicon.leaves);
    const levels = names.map((name) => make("option", { value: name, textContent: capital(name) }));
    element("level").replaceChildren(...levels);
  }

  /**
   * @param {string} level
   * @param {string} first
   */
  start(level, first) {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    this.#setUp({ level, seed, first: first === "draw" ? seed % 2 : Number(first), acts: [] });
    this.save();
    this.tell(`${capital(level)} begins.`);
    this.next();
  }

  /** @param {Saved} saved */
  resume(saved) {
    try {
      this.#setUp(saved);
    } catch {
      return false;
    }
    this.tell("The game goes on.");
    this.next();
    return true;
  }

  /** @param {Saved} saved */
  #setUp({ level, seed, first, acts }) {
    this.level = level;
    this.opponent = player(level, { seed });
    this.game = new Game(this.lexicon, { players: NAMES, seed, first });
    for (const act of acts) this.game.act(act);
    element("name-1").textContent = capital(level);
    this.#drawBoard();
    this.slots = [];
    this.clear();
    this.sync();
  }

  save() {
    const { game: { seed, first, turns }, level, list } = this, acts = turns.map(String);
    write({ list, level, seed: Number(seed), first, acts });
  }

  // -- Turns --------------------------------------------------------------------------------------------------------------

  /** Whoever is next. */
  next() {
    const { game } = this;
    this.busy = game.over || game.toMove !== YOU;
    this.draw();
    if (game.over) this.#end();
    else if (this.busy) setTimeout(() => this.answer(game), THINKING);
    else if (!game.turns.length) this.tell("You begin.");
  }

  /**
   * The computer's turn.
   * @param {GameOf} game
   */
  answer(game) {
    if (game !== this.game || game.over || game.toMove !== COMPUTER) return;
    const turn = game.act(this.opponent.choose(game)), name = capital(this.level);
    this.save();
    if (turn.move) this.tell(`${name}: ${worth(turn)}`);
    else this.tell(turn.kind === "exchange" ? `${name} exchanges ${plural(turn.size, "tile")}.` : `${name} passes.`);
    this.next();
    turn.move?.squares.forEach((square, at) => {
      this.squares[square].style.animationDelay = `${70 * at}ms`;
      this.squares[square].classList.add("pop");
    });
  }

  /**
   * Your turn.
   * @param {() => Turn} take
   */
  act(take) {
    const turn = take();
    this.clear();
    this.sync();
    this.save();
    this.tell(turn.move ? worth(turn) : "", "good");
    this.next();
  }

  /** Take back turns until you are to move once more. */
  takeBack() {
    const { game } = this;
    if (!game.turns.some((turn) => turn.player === YOU)) return;
    do game.undo(); while (game.toMove !== YOU);
    this.clear();
    this.sync();
    this.save();
    this.tell("Taken back.");
    this.next();
  }

  #end() {
    const { game } = this, { winner, scores, ending } = /** @type {NonNullable<GameOf["result"]>} */ (game.result);
    const apart = Math.abs(scores[0] - scores[1]), name = capital(this.level);
    const title = winner === null ? "A draw" : `${winner === YOU ? "You win" : `${name} wins`} by ${apart}`;
    element("end-title").textContent = title;
    this.tell(`${title}.`, winner === YOU ? "good" : "");
    const rows = [
      ["", "You", name],
      ["Plays", ...scores.map((score, at) => score - ending[at])],
      ["Tiles left", ...ending.map((points) => (points > 0 ? `+${points}` : points))],
      ["Total", ...scores],
    ];
    element("sums").replaceChildren(...rows.map(([first, ...others], at) =>
      make(
        "tr",
        { className: at === 3 ? "sum" : "" },
        make("th", { scope: "row", textContent: first }),
        ...others.map((text) => make("td", { textContent: text })),
      )
    ));
    setTimeout(() => this.game === game && game.over && show("end", (value) => value === "new" && this.ask()), 900);
  }

  /** Ask for a new game. */
  ask() {
    element("level").value = this.level;
    show("new", (value) => value === "start" && this.start(element("level").value, element("first").value));
  }

  // -- Your tiles ---------------------------------------------------------------------------------------------------------

  /** Hold what the rack has, in the order in which it was. */
  sync() {
    const left = this.game.rackTiles(YOU), kept = /** @type {Slot[]} */ ([]);
    for (const { tile } of this.slots) {
      const at = left.indexOf(tile);
      if (at >= 0) kept.push({ tile: left.splice(at, 1)[0], at: -1, as: tile });
    }
    this.slots = [...kept, ...left.map((tile) => ({ tile, at: -1, as: tile }))];
  }

  /** Take all tiles back from the board. */
  clear() {
    for (const slot of this.slots) slot.at = -1;
    this.laid = [];
    this.cursor = this.chosen = -1;
    this.down = false;
  }

  /** @param {number} square */
  slotAt(square) {
    return this.slots.find(({ at }) => at === square);
  }

  /** @param {number} square */
  isFree(square) {
    const { board } = this.game, row = Math.floor(square / board.columns), column = square % board.columns;
    return !this.tiles[square] && !this.slotAt(square) && board.premium(row, column) !== "#";
  }

  /**
   * Lay a tile of the rack on a square; a blank asks which letter it is.
   * @param {Slot} slot
   * @param {number} square
   * @param {number} [as] the tile that a blank is
   */
  put(slot, square, as) {
    if (this.busy || !this.isFree(square)) return;
    if (slot.tile === 0 && as === undefined && slot.at < 0) {
      const labels = this.lexicon.labels.slice(1);
      element("letters").replaceChildren(
        ...labels.map((label, at) => make("button", { value: String(at + 1), textContent: label })),
      );
      show("blank", (value) => {
        if (value) this.put(slot, square, Number(value) + BLANK);
        else this.draw();
      });
      return;
    }
    this.lift(slot);
    slot.at = square;
    if (slot.tile || as !== undefined) slot.as = as ?? slot.tile;
    this.laid.push(square);
    this.chosen = -1;
    this.#advance(square);
    navigator.vibrate?.(8);
    this.draw();
  }

  /** @param {Slot} slot */
  lift(slot) {
    this.laid = this.laid.filter((square) => square !== slot.at);
    slot.at = -1;
  }

  /**
   * Put the cursor on the next free square behind one; nowhere if the tiles show no direction.
   * @param {number} square
   */
  #advance(square) {
    const { columns, rows } = this.game.board, columnOf = (/** @type {number} */ at) => at % columns;
    if (this.laid.length > 1) {
      const same = this.laid.every((at) => columnOf(at) === columnOf(square));
      if (same !== this.down && this.laid.length === 2) this.down = same;
    }
    const step = this.down ? columns : 1;
    let at = square;
    do {
      if (this.down ? at + columns >= rows * columns : columnOf(at) === columns - 1) {
        this.cursor = -1;
        return;
      }
      at += step;
    } while (!this.isFree(at));
    this.cursor = at;
  }

  /** @param {number} square */
  tapSquare(square) {
    if (this.busy) return;
    const slot = this.slotAt(square);
    if (slot) {
      this.lift(slot);
      this.cursor = square;
    } else if (!this.isFree(square)) return;
    else if (this.chosen >= 0) {
      this.put(this.slots[this.chosen], square);
      return;
    } else if (this.cursor === square) {
      if (this.down) this.cursor = -1;
      this.down = !this.down;
    } else this.cursor = square;
    this.draw();
  }

  /** @param {number} number */
  tapTile(number) {
    const slot = this.slots[number];
    if (slot.at >= 0) return;
    if (this.cursor >= 0 && this.chosen < 0 && !this.busy) {
      this.put(slot, this.cursor);
      return;
    }
    if (this.chosen >= 0 && this.chosen !== number) {
      const [moved] = this.slots.splice(this.chosen, 1);
      this.slots.splice(number, 0, moved);
      this.chosen = -1;
    } else this.chosen = this.chosen === number ? -1 : number;
    this.draw();
  }

  /** The text of the play that is tried, or a reason why it is none; null without tiles. */
  draft() {
    if (!this.laid.length) return null;
    const { tiles, game: { board: { columns, rows } } } = this,
      places = [...this.laid].sort((one, other) => one - other);
    const first = places[0], last = places[places.length - 1];
    const filled = (/** @type {number} */ at) => tiles[at] > 0 || this.slotAt(at) !== undefined;
    const column = first % columns,
      across = places.every((at) => Math.floor(at / columns) === Math.floor(first / columns));
    if (!across && !places.every((at) => at % columns === column)) return { reason: "The tiles must lie in one line." };
    const beside = (column > 0 && filled(first - 1)) || (column < columns - 1 && filled(first + 1));
    const down = places.length > 1 ? !across : !beside && (filled(first - columns) || filled(first + columns));
    const step = down ? columns : 1;
    const low = down ? column : first - column, high = down ? column + columns * (rows - 1) : low + columns - 1;
    let from = first, to = last, text = "";
    while (from - step >= low && filled(from - step)) from -= step;
    while (to + step <= high && filled(to + step)) to += step;
    const { labels, alphabet: { small } } = this.lexicon;
    for (let at = from; at <= to; at += step) {
      const slot = this.slotAt(at);
      if (!slot && !tiles[at]) return { reason: "There is a gap between the tiles." };
      const label = !slot ? "." : slot.as < BLANK ? labels[slot.as] : small[slot.as - BLANK - 1];
      text += [...label].length > 1 ? `[${label}]` : label;
    }
    return { text: `${writePlace(Math.floor(from / columns), from % columns, down)} ${text}`, to };
  }

  /** Say what the tiles on the board are worth. */
  judge() {
    const draft = this.draft(), badge = element("badge");
    this.play = null;
    badge.hidden = true;
    if (!draft) return;
    if (draft.text === undefined) {
      this.tell(/** @type {string} */ (draft.reason), "bad");
      return;
    }
    const { board } = this.game, verdict = board.explain(draft.text), { move, score } = verdict;
    if (!move) {
      this.tell(REFUSED[verdict.code] ?? verdict.reason, "bad");
      return;
    }
    const wrong = verdict.words.filter(([, valid]) => !valid).map(([word]) => word);
    const words = verdict.words.map(([word]) => word);
    if (verdict.legal) this.play = draft.text;
    if (wrong.length) this.tell(`${wrong.join(", ")}: not in the dictionary.`, "bad");
    else this.tell(`${words.join(", ")}: ${plural(/** @type {number} */ (score), "point")}`, "good");
    badge.hidden = false;
    badge.textContent = String(score);
    badge.classList.toggle("bad", !verdict.legal);
    // Behind the word, or on its last tile at the edge.
    const { columns, rows } = board,
      { down } = move,
      { to } = draft,
      row = Math.floor(to / columns) + (down ? 1.5 : 0.5);
    badge.style.left = `${Math.min(columns - 0.6, to % columns + (down ? 0.5 : 1.6)) * 100 / columns}%`;
    badge.style.top = `${Math.min(rows - 0.4, row) * 100 / rows}%`;
  }

  // -- What is shown ------------------------------------------------------------------------------------------------------

  /**
   * @param {string} text
   * @param {string} kind
   */
  tell(text, kind = "") {
    element("told").textContent = text;
    element("told").className = kind;
  }

  #drawBoard() {
    const { board } = this.game, { rows, columns } = board, grid = element("board");
    grid.style.setProperty("--columns", String(columns));
    this.squares = [];
    grid.replaceChildren(...Array.from({ length: rows }, (_, row) => {
      const cells = Array.from({ length: columns }, (_, column) => {
        const mark = MARKS[board.premium(row, column)], start = row === board.start[0] && column === board.start[1];
        const cell = make("button", { type: "button", tabIndex: -1, className: `square ${mark?.[0] ?? ""}` });
        if (board.premium(row, column) === "#") cell.classList.add("brick");
        cell.dataset.mark = start ? "★" : mark?.[1] ?? "";
        cell.setAttribute("role", "gridcell");
        this.squares.push(cell);
        return cell;
      });
      const line = make("div", {}, ...cells);
      line.setAttribute("role", "row");
      return line;
    }));
    this.squares[board.start[0] * columns + board.start[1]].tabIndex = 0;
  }

  draw() {
    const { game } = this, { lastTurn } = game;
    this.tiles = game.board.tiles;
    const last = lastTurn?.move ? lastTurn.move.squares : [];
    this.squares.forEach((cell, at) => this.#drawSquare(cell, at, last.includes(at)));
    this.#drawRack();
    game.scores.forEach((score, at) => {
      element(`score-${at}`).textContent = String(score);
      element(`seat-${at}`).classList.toggle("turn", !game.over && game.toMove === at);
    });
    element("bag").textContent = String(game.bag);
    this.#drawTurns();
    this.judge();
    const tried = this.laid.length > 0;
    element("shuffle").disabled = false;
    /** @type {HTMLElement} */ (element("shuffle").lastElementChild).textContent = tried ? "Recall" : "Shuffle";
    element("swap").disabled = this.busy || !game.exchangeable;
    element("pass").disabled = element("hint").disabled = this.busy;
    element("play").disabled = this.busy || !this.play;
    element("to-back").disabled = !game.turns.some((turn) => turn.player === YOU);
  }

  /**
   * @param {HTMLElement} cell
   * @param {number} at
   * @param {boolean} last
   */
  #drawSquare(cell, at, last) {
    const { labels, points } = this.lexicon, { columns } = this.game.board, slot = this.slotAt(at);
    const tile = slot ? slot.as : this.tiles[at], label = tile ? labels[tile % BLANK] : "";
    const { classList } = cell, name = writePlace(Math.floor(at / columns), at % columns);
    classList.toggle("tile", tile > 0);
    classList.toggle("blank", tile >= BLANK);
    classList.toggle("wide", [...label].length > 1);
    classList.toggle("fresh", slot !== undefined);
    classList.toggle("last", last);
    classList.toggle("cursor", at === this.cursor && !tile);
    classList.toggle("down", at === this.cursor && this.down);
    classList.remove("pop");
    cell.dataset.letter = label;
    cell.dataset.points = tile ? String(points[tile < BLANK ? tile : 0]) : "";
    const glyph = this.game.board.premium(Math.floor(at / columns), at % columns);
    const what = tile ? label + (tile >= BLANK ? ", a blank" : "") : MARKS[glyph]?.[2] ?? "empty";
    const told = slot ? ", not played yet" : at === this.cursor ? `, writing ${this.down ? "down" : "across"}` : "";
    cell.setAttribute("aria-label", `${name}: ${what}${told}`);
  }

  /** @param {number} tile */
  face(tile) {
    const { labels, points } = this.lexicon, label = tile ? labels[tile] : "";
    const made = make("button", { type: "button", className: [...label].length > 1 ? "wide" : "" }, label);
    made.append(make("small", { textContent: String(points[tile]) }));
    made.setAttribute("aria-label", tile ? `${label}, ${plural(points[tile], "point")}` : "blank");
    return made;
  }

  #drawRack() {
    const focused = [...element("rack").children].indexOf(/** @type {Element} */ (document.activeElement));
    element("rack").replaceChildren(...this.slots.map(({ tile, at }, number) => {
      const made = this.face(tile);
      made.classList.toggle("gone", at >= 0);
      made.setAttribute("aria-pressed", String(number === this.chosen));
      return made;
    }));
    if (focused >= 0) /** @type {HTMLElement} */ (element("rack").children[focused])?.focus();
  }

  #drawTurns() {
    const name = capital(this.level), { turns } = this.game;
    element("no-turns").hidden = turns.length > 0;
    const rows = turns.map((turn) => {
      const { kind, move, size } = turn, does = kind === "exchange" ? `exchanged ${size}` : "passed";
      return make(
        "li",
        {},
        make("span", { textContent: turn.player === YOU ? "You" : name }),
        make("b", { textContent: move ? `${move.place} ${move.words[0]}` : does }),
        make("span", { textContent: move ? `+${turn.score}` : "" }),
      );
    });
    element("turns").replaceChildren(...rows.reverse());
  }

  // -- What you do --------------------------------------------------------------------------------------------------------

  #listen() {
    element("board").addEventListener("click", ({ target }) => {
      const at = this.squares.indexOf(/** @type {HTMLElement} */ (target));
      if (at >= 0 && !this.dragged) this.tapSquare(at);
    });
    element("rack").addEventListener("click", ({ target }) => {
      const tile = /** @type {Element} */ (target).closest("button");
      if (tile && !this.dragged) this.tapTile([...element("rack").children].indexOf(tile));
    });
    for (const id of ["board", "rack"]) element(id).addEventListener("pointerdown", (event) => this.#grab(event));
    element("shuffle").addEventListener("click", () => {
      if (this.laid.length) {
        this.clear();
        this.tell("");
      } else shuffle(this.slots);
      this.chosen = -1;
      this.draw();
    });
    element("play").addEventListener("click", () => this.playDraft());
    element("pass").addEventListener("click", () => {
      confirm("Pass this turn?", "You score nothing, and keep your tiles.", () => this.act(() => this.game.passTurn()));
    });
    element("swap").addEventListener("click", () => this.exchange());
    element("hint").addEventListener("click", () => this.hint());
    element("menu-open").addEventListener("click", () => show("menu", (value) => this.#choose(value)));
    element("file").addEventListener("change", () => {
      this.open(element("file").files[0]);
      element("file").value = "";
    });
    element("kind").addEventListener("change", () => this.search());
    element("query").addEventListener("input", () => this.search());
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {string} value */
  #choose(value) {
    if (value === "new") this.ask();
    else if (value === "back") this.takeBack();
    else if (value === "about") show("about");
    else if (value === "words") {
      this.search();
      show("words");
    } else if (value === "record") {
      const url = URL.createObjectURL(new Blob([this.game.toGCG()], { type: "text/plain" }));
      make("a", { href: url, download: "game.gcg" }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    } else if (value === "install") install();
  }

  /** @param {File | undefined} file */
  async open(file) {
    if (!file) return;
    const bytes = await file.arrayBuffer();
    try {
      this.use(await Lexicon.open(bytes), file.name.replace(/\.gaddag.*$/, ""));
    } catch (error) {
      element("list").textContent = `${file.name} was not opened. ${error.message}`;
      return;
    }
    await stored("readwrite", (store) => store.put(new Uint8Array(bytes), "own"));
    element("new").close();
    this.start(this.level, "draw");
  }

  playDraft() {
    const { play } = this;
    if (play && !this.busy) this.act(() => this.game.play(play));
  }

  exchange() {
    this.clear();
    this.draw();
    const chosen = new Set(), most = this.game.exchangeable;
    const drawn = this.slots.map(({ tile }, number) => {
      const made = this.face(tile);
      made.setAttribute("aria-pressed", "false");
      made.addEventListener("click", () => {
        if (!chosen.delete(number) && chosen.size < most) chosen.add(number);
        made.setAttribute("aria-pressed", String(chosen.has(number)));
        element("exchange-go").disabled = !chosen.size;
        element("exchange-go").textContent = chosen.size ? `Exchange ${chosen.size}` : "Exchange";
      });
      return made;
    });
    element("exchange-go").disabled = true;
    element("exchange-go").textContent = "Exchange";
    element("exchanged").replaceChildren(...drawn);
    show("exchange", (value) => {
      const tiles = this.slots.filter((_, number) => chosen.has(number)).map(({ tile }) => tile);
      if (value === "go") this.act(() => this.game.exchange(tiles));
    });
  }

  hint() {
    this.clear();
    this.draw();
    /** The best place of each word. */
    const all = /** @type {Map<string, Move>} */ (new Map()),
      best = this.game.board.best(this.game.rack(YOU), 8 * HINTS);
    for (const move of best) if (!all.has(move.words[0])) all.set(move.words[0], move);
    const moves = [...all.values()].slice(0, HINTS);
    element("plays").replaceChildren(...moves.map((move, at) =>
      make(
        "li",
        {},
        make(
          "button",
          { value: String(at) },
          make("span", { textContent: move.place }),
          make("b", { textContent: move.words[0] }),
          make("span", { textContent: `+${move.score}` }),
        ),
      )
    ));
    if (!moves.length) {
      element("plays").append(make("li", { textContent: "There is no play: exchange tiles, or pass." }));
    }
    show("hints", (value) => {
      if (!value) return;
      const move = moves[Number(value)];
      move.squares.forEach((square, at) => {
        const tile = move.tiles[at], wanted = tile < BLANK ? tile : 0;
        const slot = this.slots.find((slot) => slot.tile === wanted && slot.at < 0);
        if (slot) this.put(slot, square, tile);
      });
      this.cursor = -1;
      this.draw();
    });
  }

  search() {
    const kind = element("kind").value, text = this.#upper(element("query").value), { lexicon } = this;
    element("found").replaceChildren();
    element("count").textContent = "";
    if (!text) return;
    try {
      if (kind === "is") {
        const { front, back } = lexicon.hooks(text), valid = lexicon.has(text);
        element("count").textContent = `${text} is ${valid ? "in the dictionary" : "not in the dictionary"}.` +
          (front.length ? ` In front: ${front.join(" ")}.` : "") + (back.length ? ` Behind: ${back.join(" ")}.` : "");
        return;
      }
      const found = kind === "subanagrams"
        ? lexicon.anagrams(text, 2)
        : lexicon[/** @type {"anagrams"} */ (kind)](text);
      element("count").textContent = plural(found.length, "word") +
        (found.length > SHOWN ? `, the first ${SHOWN}` : "");
      element("found").append(...found.words(SHOWN).map((word) => make("span", { textContent: word })));
    } catch (error) {
      element("count").textContent = error.message;
    }
  }

  /**
   * Letters as the alphabet has them, in capitals, which not all languages make alike.
   * @param {string} text
   */
  #upper(text) {
    const { name } = this.lexicon;
    return text.trim().toLocaleUpperCase(name === "turkish" ? "tr" : name === "greek" ? "el" : undefined);
  }

  // -- Drag and keys ------------------------------------------------------------------------------------------------------

  /**
   * Take a tile of the rack, or one that is tried, to another place.
   * @param {PointerEvent} event
   */
  #grab(event) {
    const target = /** @type {HTMLElement} */ (event.target).closest("button"),
      { rack, squares } = {
        rack: element("rack"),
        squares: this.squares,
      };
    this.dragged = false;
    if (!target || event.button || !event.isPrimary) return;
    const number = [...rack.children].indexOf(target),
      slot = number >= 0 ? this.slots[number] : this.slotAt(squares.indexOf(target));
    if (!slot || (number >= 0 && slot.at >= 0)) return;
    const lift = event.pointerType === "touch" ? LIFT : 0, { clientX, clientY } = event;
    let ghost = /** @type {HTMLElement | null} */ (null), aim = /** @type {HTMLElement | undefined} */ (undefined);
    const under = (/** @type {PointerEvent} */ { clientX: x, clientY: y }) => {
      const found = document.elementFromPoint(x, y - lift)?.closest("button") ??
        document.elementFromPoint(x, y)?.closest("button");
      return /** @type {HTMLElement | null} */ (found ?? null);
    };
    const move = (/** @type {PointerEvent} */ moved) => {
      if (!ghost) {
        if (Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < FAR) return;
        this.dragged = true;
        const tile = slot.at >= 0 ? slot.as % BLANK : slot.tile;
        ghost = make("div", { className: "drag", textContent: tile ? this.lexicon.labels[tile] : "" });
        document.body.append(ghost);
        target.classList.add("lifted");
      }
      ghost.style.translate = `${moved.clientX - 23}px ${moved.clientY - 23 - lift}px`;
      aim?.classList.remove("aim");
      const there = under(moved);
      aim = there && squares.includes(there) && this.isFree(squares.indexOf(there)) ? there : undefined;
      aim?.classList.add("aim");
    };
    const drop = (/** @type {PointerEvent} */ dropped) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      aim?.classList.remove("aim");
      target.classList.remove("lifted");
      if (!ghost) return;
      ghost.remove();
      // The click that follows is none.
      setTimeout(() => this.dragged = false);
      if (dropped.type === "pointercancel") return;
      const there = under(dropped), place = there ? squares.indexOf(there) : -1;
      if (place >= 0) {
        this.put(slot, place);
        return;
      }
      const to = there ? [...rack.children].indexOf(there) : -1;
      this.lift(slot);
      if (to >= 0) {
        this.slots.splice(this.slots.indexOf(slot), 1);
        this.slots.splice(to, 0, slot);
      }
      this.chosen = -1;
      this.draw();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || !this.game) return;
    const { rows, columns, start } = this.game.board, at = this.squares.indexOf(/** @type {HTMLElement} */ (target));
    const here = this.cursor >= 0 ? this.cursor : at >= 0 ? at : start[0] * columns + start[1];
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
    if (key in steps) {
      const there = here + steps[key], sideways = Math.abs(steps[key]) === 1;
      if (there < 0 || there >= rows * columns) return;
      if (sideways && Math.floor(there / columns) !== Math.floor(here / columns)) return;
      this.#focus(there);
    } else if (key === " " && at >= 0) this.tapSquare(at);
    else if (key === "Enter" && (at >= 0 || target === document.body)) this.playDraft();
    else if (key === "Escape") {
      this.clear();
      this.tell("");
      this.draw();
    } else if (key === "Backspace" && this.laid.length) {
      const square = this.laid[this.laid.length - 1];
      this.lift(/** @type {Slot} */ (this.slotAt(square)));
      this.#focus(square);
    } else if ([...key].length === 1 && key !== " " && !this.busy) {
      const tile = this.lexicon.labels.indexOf(this.#upper(key), 1);
      const of = (/** @type {number} */ wanted) => this.slots.find((slot) => slot.tile === wanted && slot.at < 0);
      const slot = (event.shiftKey ? undefined : of(tile)) ?? of(0);
      if (tile < 1 || !slot) return;
      if (!this.isFree(here)) return;
      this.put(slot, here, slot.tile ? tile : tile + BLANK);
      if (this.cursor >= 0) this.#focus(this.cursor);
    } else return;
    event.preventDefault();
  }

  /** @param {number} square */
  #focus(square) {
    for (const cell of element("board").querySelectorAll('[tabindex="0"]')) {
      /** @type {HTMLElement} */ (cell).tabIndex = -1;
    }
    this.squares[square].tabIndex = 0;
    this.squares[square].focus();
    this.cursor = square;
    this.draw();
  }
}

/**
 * Show a dialog; `then` is told the value of the button that closed it, "" for none.
 * @param {string} id
 * @param {(value: string) => void} then
 */
function show(id, then = () => {}) {
  const dialog = element(id);
  if (dialog.open) return;
  dialog.returnValue = "";
  dialog.addEventListener("close", () => then(dialog.returnValue), { once: true });
  dialog.showModal();
}

/**
 * @param {string} title
 * @param {string} text
 * @param {() => void} then
 */
function confirm(title, text, then) {
  element("ask-title").textContent = title;
  element("ask-text").textContent = text;
  show("ask", (value) => value === "yes" && then());
}

/** @param {unknown[]} list */
function shuffle(list) {
  for (let last = list.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [list[last], list[other]] = [list[other], list[last]];
  }
}

/** @typedef {{ list?: string, level: string, seed: number, first: number, acts: string[] }} Saved */

/** @returns {Saved | null} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(SAVED) ?? "null");
  } catch {
    return null;
  }
}

/** @param {Saved} saved */
function write(saved) {
  try {
    localStorage.setItem(SAVED, JSON.stringify(saved));
  } catch {
    // The browser keeps nothing: the game ends with the page.
  }
}

/** @type {any} */
let installing;

function install() {
  installing?.prompt();
  installing = undefined;
  element("to-install").hidden = true;
}

/** From a server, the page can be installed; game-worker.js beside it keeps it for times without a network. */
function makeInstallable() {
  if (!location.protocol.startsWith("http")) return;
  const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]")).href,
    url = location.href.split("#")[0];
  const manifest = {
    name: "lexkit: a game of words",
    short_name: "lexkit",
    start_url: url,
    scope: new URL(".", url).href,
    display: "standalone",
    background_color: "#1d4d3f",
    theme_color: "#1d4d3f",
    icons: [{ src: icon, sizes: "any", type: "image/svg+xml", purpose: "any" }],
  };
  const href = `data:application/manifest+json,${encodeURIComponent(JSON.stringify(manifest))}`;
  document.head.append(make("link", { rel: "manifest", href }));
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    installing = event;
    element("to-install").hidden = false;
  });
  navigator.serviceWorker?.register("game-worker.js").catch(() => {});
}

if (typeof document === "undefined") {
  addEventListener("message", ({ data }) => {
    const bytes = built(data);
    /** @type {any} */ (globalThis).postMessage(bytes, [bytes.buffer]);
  });
} else {
  makeInstallable();
  new Page().begin();
}

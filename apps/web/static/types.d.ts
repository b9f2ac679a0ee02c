// What the server tells the pages, and what their scripts share: for the type checker alone, no browser loads it.

import type { BoardView } from "./board.js";
import type { Plays } from "./plays.js";

// -- questions and answers ----------------------------------------------------------------------------

/** What the server answers, or why it does not. */
export type Answer<T> = (T & { [K in keyof Refusal]?: undefined }) | (Refusal & { [K in keyof T]?: undefined });

export interface Refusal {
  error: Reason;
  /** Where a query is wrong, and the query that was meant. */
  at?: number;
  instead?: string;
  /** Whether the server has forgotten what was under way. */
  gone?: boolean;
}

/** A text that is not empty. */
// deno-lint-ignore no-explicit-any
type Reason = `${any}`;

/** Asks the server what is at a path under `/api/`, or elsewhere. */
export type Ask = <T>(what: string, fields?: object) => Promise<Answer<T>>;

/** What the connection to a game answers, by what is asked. */
export interface Replies {
  act: unknown;
  analyse: unknown;
  beat: unknown;
  begin: unknown;
  cgp: { cgp: string };
  close_turn: unknown;
  gcg: { gcg: string };
  hint: { hint: Hint };
  look: { past: View };
  preview: { preview: Preview };
  report: { html: string };
  stop: unknown;
  submit: unknown;
  undo: unknown;
}

/** What comes by the connection to a game: each message has some of these. */
export interface Message<V = View> {
  id?: number | null;
  error?: string;
  refused?: string;
  later?: string;
  trouble?: string;
  setting?: Setting;
  seat: number | null;
  here?: boolean[];
  view?: V;
  analysis?: Analysis & { revision: number; turn: number };
  report?: Report;
}

// -- a game -------------------------------------------------------------------------------------------

export interface Tile {
  label: string;
  lower: string;
  points: number;
  count: number;
  vowel: boolean;
}

/** A tile on a square. */
export interface Laid {
  letter: string;
  blank: boolean;
}

/** A tile from the rack that lies on the board but is not played. */
export interface Placed extends Laid {
  id: number;
}

/** A tile as the board shows it. */
export interface Shown extends Laid {
  kind: string;
}

export interface RackTile {
  id: number;
  label: string;
}

/** A square, and the direction in which a play begins there. */
export interface Cursor {
  square: number;
  across: boolean;
}

/** What does not change in a game. */
export interface Setting {
  layout: string;
  rows: number;
  columns: number;
  glyphs: string[];
  start: number;
  alphabet: string;
  tiles: Tile[];
  bingo: number;
  challenge: string;
  variant: string;
  players: Player[];
  about: About;
  /** The name under which the word list is offered. */
  offered?: string;
  list?: WordList;
  definitions?: boolean;
  recorded?: boolean;
  hints?: boolean;
  undo?: boolean;
  position?: boolean;
  minutes?: number;
  /** The kind of a duplicate game, and the seconds of a turn. */
  duplicate?: string;
  seconds?: number | null;
}

export interface Player {
  name: string;
  bot?: string | null;
}

/** A game as it is told before it begins. */
export interface About {
  minutes?: number;
  seconds?: number | null;
  list: { name: string; words?: number };
  board: string;
  rules: string[];
}

export interface Turn {
  number: number;
  player: number;
  kind: string;
  text: string;
  score: number;
  totals: number[];
  /** Of a placement. */
  place: string;
  across: boolean;
  squares: number[];
  words: string[];
  /** Of a challenge. */
  success?: boolean;
  judged?: [string, boolean][];
  /** Of an exchange; its tiles, if this seat may know them. */
  size: number;
  tiles?: string[];
  rack?: string[];
  note?: string;
}

/** What a seat sees of a game. */
export interface View {
  seat: number | null;
  names: string[];
  revision: number;
  /** The turns before this view, and those that there are. */
  turn: number;
  turns: number;
  to_move: number | null;
  over: boolean;
  waiting: boolean;
  scores: number[];
  sizes: number[];
  bag: number;
  squares: string[];
  blanks: number[];
  rack: string[] | null;
  racks: string[][] | null;
  unseen: Record<string, number>;
  exchangeable: number;
  history: Turn[];
  result: Result | null;
  clock: { left: number[]; running: number | null } | null;
  may: Record<string, boolean>;
}

export interface Result {
  winner: number | null;
  reason: string;
  scores: number[];
  ending: number[];
  overtime: number[];
}

/** A play of a duplicate game. */
export interface Play {
  text: string;
  score: number;
  squares: number[];
}

/** A turn of a duplicate game: what each player handed in, and the best. */
export interface DuplicateTurn {
  number: number;
  rack: string[];
  best: Play;
  plays: (Play | null)[];
  points: number[];
}

/** What a seat sees of a duplicate game. */
export interface DuplicateView {
  seat: number | null;
  names: string[];
  revision: number;
  turn: number;
  turns: number;
  to_move?: undefined;
  begun: boolean;
  over: boolean;
  squares: string[];
  blanks: number[];
  rack: string[];
  bag: number;
  scores: number[];
  maximum: number;
  history: DuplicateTurn[];
  handed: boolean[];
  own: Play | null;
  clock: { left: number } | null;
  may: Record<string, boolean>;
}

export interface Preview {
  score: number;
  words: string[];
}

export interface Hint {
  kind: string;
  score: number;
  place?: string;
  across?: boolean;
  tiles?: string[];
  text?: string;
}

// -- analysis and report ------------------------------------------------------------------------------

/** A play in an analysis. */
export interface Row {
  text: string;
  score: number;
  place: string;
  tiles: string;
  words?: string[];
  leave?: string;
  equity?: number;
  mean?: number;
  win?: number;
  gain?: number;
  exact?: boolean;
  own?: boolean;
  played?: boolean;
}

/** Tiles, the chance by the last play that they were kept, and that of tiles drawn by chance, in percent. */
export type Chance = [string, number, number];

/** What the last play says of the tiles that its player kept. */
export interface InferredLeave {
  turn: number;
  fitting: number;
  exact: boolean;
  margin: number;
  tiles: Chance[];
  leaves: Chance[];
}

export interface Analysis {
  rows: Row[];
  done: boolean;
  note: string;
  leaves?: string;
  kept?: InferredLeave | null;
}

export interface ReportedTurn {
  number: number;
  seat: number;
  action: string;
  grade: string | null;
  ungraded: string;
  why: string;
  luck: number;
  phony: string[];
  lost: number | null;
  win_loss: number | null;
  found: string | null;
}

export interface Report {
  error?: string;
  level: string;
  stale: boolean;
  weighed: number;
  to_weigh: number;
  /** The chance of the first player to win, by number of the turn. */
  curve: [number, number][];
  worst: number[];
  remarks: string[];
  /** The statistics of players that are shown, and each player's, as text. */
  columns: { head: string; meaning: string }[];
  below: { head: string; meaning: string }[];
  players: { name: string; cells: string[]; below: string }[];
  turns: ReportedTurn[];
  /** The turns of the record that it is of. */
  of?: number;
}

// -- what the page of a game knows --------------------------------------------------------------------

export interface Asker {
  ask<K extends keyof Replies>(what: K, fields?: object): Promise<Replies[K]>;
}

/** What the page of a game does, as its files call it. */
export interface Page {
  show(): void;
  say(): void;
  commit(): void;
  pick(tile: RackTile): void;
  look(turn: number): void;
  again(): void;
  study(): void;
  /** Add a play to the analysis. */
  add(play: string): void;
  drawn?(): void;
}

/** What the files of the page of a game share. From `live` to `view` all is there once the game has begun. */
export interface State<V> {
  /** The connection. */
  live: Asker;
  setting: Setting;
  plays: Plays;
  board: BoardView;
  /** The newest view. */
  view: V;
  /** The view of an earlier turn that is looked at. */
  past: V | null;
  /** null for a spectator. */
  seat: number | null;
  /** The names of the players, as last shown. */
  names: string;
  /** Of each seat, whether its player is there. */
  here: boolean[] | null;
  received: number;
  cursor: Cursor | null;
  /** A tile of the rack, by id. */
  chosen: number | null;
  /** Where a hint says that a play begins. */
  mark: Cursor | null;
  /** A move of the analysis, shown on the board. */
  ghost: Map<number, Laid>;
  preview: { asked: number; text: string | null; error: string | null; score: number | null; words: string[] };
  hints: { revision: number; step: number };
  /** A remark, instead of what is said by itself. */
  note: { text: string; bad: boolean };
  busy: boolean;
  /** Whether the connection was lost, and what lies was not scored. */
  returned: boolean;
  on: Page;
}

// -- what is offered ----------------------------------------------------------------------------------

export interface Choice {
  id: string;
  name: string;
  note: string;
  words?: undefined;
}

/** A word list that is offered. */
export interface WordList {
  id?: undefined;
  name: string;
  note?: string;
  words?: number;
  bundled?: boolean;
  leaves?: string;
  learns?: boolean;
  /** The minutes of a training. */
  minutes?: number;
  columns?: string[];
  /** What the words can be sorted by. */
  sorts?: string[];
}

export interface Offers {
  opponents: Choice[];
  layouts: Choice[];
  duplicates: Choice[];
  variants: Choice[];
  challenges: Choice[];
  lexicons: WordList[];
}

/** How a game stands. */
export interface Standing {
  players: string[];
  scores: number[];
  over: boolean;
  turns: number;
  to_move: number | null;
  winner: number | null;
  reason: string;
  maximum: number | null;
  lexicon: string;
}

/** A game that has begun, to open its page. */
export interface Begun {
  game: string;
  token: string;
  invitation?: string;
  page?: string;
}

/** What was missed in a game. */
export interface Missed {
  found: number;
  kind: string;
  turns: {
    number: number;
    player: string;
    action: string;
    grade: string | null;
    lost: number | null;
    found: string | null;
    missed_bingo: string | null;
  }[];
}

/** A game that this browser has kept. */
export interface Kept {
  game: string;
  token: string;
  page?: string;
  seat?: number | null;
  opponent?: string;
  when: number;
}

/** Whether letters are a word. */
export interface Verdict {
  word: string;
  valid: boolean;
  points: number;
  front: string;
  back: string;
  definition?: string;
  near: string[];
}

/** The kinds of terms of a query. */
export interface Kinds {
  kinds: { name: string; value: string; finds: string; example: string; choices: string }[];
  lexicons: WordList[];
}

/** What a search for words finds. */
export interface Found {
  query?: string;
  others?: string[];
  about?: Verdict;
  count: number;
  page: number;
  size: number;
  most: number;
  words: { word: string; front: string; back: string; points: number; definition?: string }[];
}

// -- score sheets -------------------------------------------------------------------------------------

/** A line of a score sheet, as it is entered. */
export interface Line {
  player: number;
  action: string;
  rack: string;
  note: string;
  remark: string;
}

/** A line, and what came of it. */
export interface JudgedLine extends Line {
  /** The number of its turn; null if it has none, for its fault. */
  number: number | null;
  fault: string;
  unknown?: string[];
}

/** A score sheet as the server takes it. */
export interface SheetFacts {
  lexicon: string;
  start: string;
  players: string[];
  first: number;
  layout: string;
  challenge: string;
  lines: Line[];
  racks: string[];
  remarks: string[];
}

/** What the server says of a score sheet. */
export interface JudgedSheet {
  start: string;
  first: number;
  setting: Setting;
  view: View;
  lines: JudgedLine[];
  racks: string[];
  remarks: string[];
  rack_faults: Record<string, string>;
  movers: number[];
}

// -- study --------------------------------------------------------------------------------------------

export interface Question {
  kind: string;
  prompt: string;
  beside: string;
  number: number;
  total: number;
  new: boolean;
}

/** What came of an answer. */
export interface Graded {
  right: boolean;
  rating: string;
  answers: string[];
  missing: string[];
  wrong: string[];
  days: number;
}

/** The cards that are asked for. */
export interface Wanted {
  kind: string;
  query: string;
  new: number;
  lexicon: string;
  shuffle: number;
  common: number;
  order: string;
}

/** What a page of study offers. */
export interface StudyOffers {
  kinds: string[];
  definitions: string[];
  lists: { name: string; kind: string; query: string; lexicons: string[] }[];
  lexicons: WordList[];
}

/** The cards that somebody has, by kind. */
export interface Statistics {
  kinds: {
    kind: string;
    cards: number;
    due: number;
    known: number;
    recall: number | null;
    lately: number;
    right: number;
    ahead: number[];
  }[];
  hardest: [string, number][];
}

/** What to learn next, and how many words are known and cards were added. */
export interface NextWords {
  known: number;
  games: number;
  added: number;
  found: { question: string; words: string[]; points: number; interval: number }[];
}

/** A list of words in parts, and which part. */
export interface ListPart {
  query: string;
  lexicon: string;
  page: number;
  common: number;
  order: string;
}

/** A timed round that is asked for. */
export interface WantedRound extends ListPart {
  racks: number;
  minutes: number;
}

/** How a puzzle ended. */
export interface PuzzleEnd {
  right: boolean;
  best: string;
  answers: string[];
  plays: { text: string; score: number; loss: number; win_loss: number; grade: string }[];
  why: string;
  tags: string[];
  days: number;
}

/** What a step of a round of puzzles gives. */
export interface PuzzleSteps {
  next: Puzzle | null;
  try: { text: string; score: number; loss: number; end: PuzzleEnd | null };
  hint: {
    tags?: string[];
    score?: number;
    place?: string;
    across?: boolean;
    tiles?: string[];
    text?: string;
    last: boolean;
  };
  "give-up": { end: PuzzleEnd };
}

export interface PuzzleStep<K extends keyof PuzzleSteps> {
  step: number;
  answered: number;
  right: number;
  result: PuzzleSteps[K];
}

export interface PuzzleOffers {
  tags: Record<string, string>;
  lexicons: WordList[];
}

export interface Puzzle {
  setting: Setting;
  view: View & { rack: string[] };
  played?: string;
  player: string;
  source: string;
  turn: number;
  leaves?: string;
}

// -- elements -----------------------------------------------------------------------------------------

/** An element of a page that has an id: what the scripts use of any kind. */
export interface Control extends HTMLElement {
  value: string;
  placeholder: string;
  disabled: boolean;
  checked: boolean;
  open: boolean;
  href: string;
  length: number;
  max: number;
  files: FileList;
  options: HTMLOptionsCollection;
  selectionStart: number | null;
  select(): void;
  setSelectionRange(start: number, end: number): void;
  requestSubmit(): void;
}

export type Handler<E extends Event> = (event: E) => unknown;

/** Attributes and listeners of an element that is made. */
export interface Facts {
  onclick?: Handler<MouseEvent>;
  onkeydown?: Handler<KeyboardEvent>;
  onsubmit?: Handler<SubmitEvent>;
  onchange?: Handler<Event>;
  ontoggle?: Handler<Event>;
  onfocusin?: Handler<FocusEvent>;
  onfocusout?: Handler<FocusEvent>;
  onpointerenter?: Handler<PointerEvent>;
  onpointerleave?: Handler<PointerEvent>;
  [attribute: string]: string | number | boolean | null | undefined | ((event: never) => unknown);
}

export type Inside = Node | string | null | undefined;

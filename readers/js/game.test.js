// Tests of games beside conformance.json: wrong arguments, calls that change nothing, tables of leaves, notes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Generator } from "./bag.js";
import { Game, IllegalMoveError, OutOfTurnError, player, playerNames, rulesOf } from "./game.js";
import { Leaves, Lexicon } from "./lexkit.js";

const given = JSON.parse(readFileSync(new URL("../conformance.json", import.meta.url), "utf8"));
const bytes = (name) => new Uint8Array(Buffer.from(given.lexicons.find((one) => one.name === name).file, "base64"));
const open = (name = "english") => new Lexicon(bytes(name));

/** All that a game shows. */
const shown = (game) =>
  JSON.stringify([game.toCGP(), game.racks, game.bag, game.turns.map(String), game.toMove, game.result]);

test("how a seed draws", () => {
  for (
    const [seed, numbers] of [
      [0, [583574135, 1491729995, 3958530960]],
      [1, [3744230918, 4085411741, 3160389862]],
      [2 ** 32, [3928898726, 4063050436, 2213421202]],
      [2n ** 32n, [3928898726, 4063050436, 2213421202]],
    ]
  ) {
    const generator = new Generator(seed);
    assert.deepEqual([1, 2, 3].map(() => generator.next()), numbers);
  }
  for (const seed of [-1, 0.5, 2 ** 53, 2n ** 64n, NaN]) assert.throws(() => new Generator(seed), RangeError);
  const game = new Game(open(), { seed: 7, players: ["A", "B", "C"] });
  const drawn = [..."?DFBQPXVFUPESTCZAIRDY"], racks = [0, 7, 14].map((at) => drawn.slice(at, at + 7).sort());
  assert.deepEqual(game.racks.map((rack) => [...rack].sort()), racks);
});

test("a game that cannot be", () => {
  const lexicon = open();
  for (
    const options of [
      { players: ["Ann"] },
      { players: ["A", "B", "C", "D", "E"] },
      { players: ["A", ""] },
      { first: 2 },
      { seed: -1 },
      { rules: { rackSize: 16 } },
      { rules: { challenge: "dubble" } },
      { rules: { zeroTurns: 0 } },
      { rules: { exchangesCount: 1 } },
      { rules: { bigno: 60 } },
      { rules: { layout: "round" } },
      { rules: { bonuses: { 16: 5 } } },
    ]
  ) assert.throws(() => new Game(lexicon, options), RangeError, JSON.stringify(options));
  assert.throws(() => player("expert"), RangeError);
  assert.equal(playerNames.length, 11);
  assert.throws(() => rulesOf(lexicon, { bingo: -1 }), RangeError);
});

test("what is no lexicon, no play, no action", () => {
  const game = new Game(open(), { seed: 7 });
  for (const given of [5, null, {}, "english"]) assert.throws(() => new Game(given), TypeError);
  for (const given of [5, null, undefined, {}]) {
    assert.throws(() => game.play(given), TypeError);
    assert.throws(() => game.act(given), TypeError);
  }
  assert.throws(() => game.act({ kind: "dance" }), RangeError);
  assert.equal(game.turns.length, 0);
});

test("short forms for a console", () => {
  const game = new Game(open(), { seed: 7, players: ["Ann", "Bob"] }),
    inspect = Symbol.for("nodejs.util.inspect.custom");
  assert.equal(game.act("8F FaX")[inspect](), "Turn(0: 8F FaX +24)");
  assert.equal(game.act("-")[inspect](), "Turn(1: -)");
  assert.equal(game[inspect](), "Game(Ann 24, Bob 0, 2 turns)");
});

test("an action that throws changes nothing", () => {
  const lexicon = open(), game = new Game(lexicon, { seed: 1, rules: { challenge: "5pt" } });
  const before = shown(game), [move] = game.board.best(game.rack(0)), held = [...game.rack(0)];
  const missing = lexicon.labels.slice(1).find((label) => !held.includes(label));
  for (
    const act of [
      () => game.play("8H"),
      () => game.play("1A AB"),
      () => game.play(`8H ${missing}${missing}`),
      () => game.exchange(missing),
      () => game.exchange(""),
      () => game.exchange(3),
      () => game.exchange("!"),
    ]
  ) {
    assert.throws(act, RangeError);
    assert.equal(shown(game), before);
  }
  for (const act of [() => game.challenge(), () => game.undo(), () => game.redo(), () => game.fine(0, 5)]) {
    assert.throws(act, OutOfTurnError);
    assert.equal(shown(game), before);
  }
  assert.throws(() => game.setRack(0, "A"), OutOfTurnError);
  assert.throws(() => game.rack(2), RangeError);
  game.play(move);
  assert.throws(() => game.challenge("NOTAWORD"), IllegalMoveError);
  const after = shown(game);
  game.undo();
  assert.equal(shown(game), before);
  game.redo();
  assert.equal(shown(game), after);
  game.board.play(game.board.best(game.rack(1))[0]);
  assert.equal(shown(game), after);
});

test("a phony is not accepted where words are checked, and is scored where they are not", () => {
  const lexicon = open(), game = new Game(lexicon, { seed: 3 }), rack = game.rack(0);
  const text = `8H ${[...rack].filter((label) => label !== "?").reverse().slice(0, 6).join("")}`;
  const verdict = game.board.explain(text, rack);
  assert.deepEqual([verdict.legal, verdict.code], [false, "word"]);
  assert.throws(() => game.play(text), { code: "word", name: "IllegalMoveError" });
  const doubted = new Game(lexicon, { seed: 3, rules: { challenge: "single" } });
  assert.equal(doubted.play(text).score, verdict.score);
  assert.deepEqual(player("greedy").choose(doubted), { kind: "challenge" });
  assert.equal(doubted.challenge().success, true);
  assert.deepEqual(doubted.scores, [0, 0]);
  assert.equal(doubted.toMove, 1);
});

test("all tiles are somewhere, whatever happens", () => {
  const lexicon = open(), { counts } = lexicon, all = counts.reduce((sum, count) => sum + count, 0);
  const game = new Game(lexicon, { seed: 5, players: ["A", "B", "C", "D"] }),
    players = ["static", "greedy", "club", "novice"];
  while (!game.over) {
    game.act(player(players[game.toMove], { seed: 2 }).choose(game));
    const laid = game.board.tiles.filter((tile) => tile).length;
    assert.equal(laid + game.bag + [0, 1, 2, 3].reduce((sum, seat) => sum + game.rackTiles(seat).length, 0), all);
    const unseen = [...game.unseen(0).values()].reduce((sum, count) => sum + count, 0);
    assert.equal(unseen + laid + game.rackTiles(0).length, all);
  }
  assert.throws(() => player("static").choose(game), RangeError);
  assert.throws(() => game.passTurn(), OutOfTurnError);
});

test("a player plays with any lexicon", () => {
  const club = player("club", { seed: 4 }),
    games = ["polish", "spanish"].map((name) => new Game(open(name), { seed: 6 }));
  const first = games.map((game) => club.choose(game).move?.gcg);
  for (const [at, game] of games.entries()) {
    assert.equal(player("club", { seed: 4 }).choose(game).move?.gcg, first[at]);
    assert.equal(club.choose(game).move?.gcg, first[at]);
  }
});

test("leave values of a table beside the file", () => {
  const lexicon = open("polish"), other = open(), { leaves } = other;
  assert.equal(lexicon.leaves, null);
  // The section itself, and KLV2 with the leaves ?, ?E and E: nodes, then values.
  const section = other.sections.get("leaves");
  assert.equal(Leaves.read(other, section).of("QU?"), leaves.of("QU?"));
  const E = other.tiles("E")[0], ends = 1 << 23, last = 1 << 22;
  const words = Uint32Array.from([4, 1, ends | 3, (E << 24) | ends | last, (E << 24) | ends | last, 3]);
  const file = new Uint8Array(words.length * 4 + 12);
  file.set(new Uint8Array(words.buffer));
  file.set(new Uint8Array(Float32Array.from([24.5, 26.25, -257 / 256]).buffer), words.length * 4);
  const read = Leaves.read(other, file);
  assert.deepEqual(["?", "E?", "E", "A", ""].map((leave) => read.of(leave)), [24.5, 26.25, -1.004, 0, 0]);
  assert.equal(read.scale, 256);
  for (const at of [0, 4, 11, 15, 20]) {
    const damaged = file.slice();
    damaged[at] ^= 0x7f;
    assert.throws(() => Leaves.read(other, damaged), { name: "LexiconError" }, `${at}`);
  }
  assert.throws(() => Leaves.read(other, file.subarray(0, -1)), { rule: "KLV2" });
  assert.throws(() => Leaves.read(lexicon, section), { name: "LexiconError" });
  const board = other.board(), [best] = board.bestByEquity("AEINRT?", { leaves: read });
  assert.equal(best.equity, best.score + read.of(best.leave) - (best.score - best.equity + read.of(best.leave)));
});

test("candidates: the pass is last, and exchanges are there if the bag allows them", () => {
  const lexicon = open(), board = lexicon.board(), all = board.bestByEquity("VVWUIQ?", { k: 10_000 });
  assert.equal(all.at(-1).text, "-");
  assert.equal(all.filter(({ kind }) => kind === "exchange").length, 2 ** 5 * 3 - 1);
  assert.ok(all.every((one, at) => !at || all[at - 1].equity >= one.equity));
  assert.equal(
    board.bestByEquity("VVWUIQ?", { k: 10_000, bag: 6 }).filter(({ kind }) => kind === "exchange").length,
    0,
  );
  assert.equal(all.filter(({ move }) => move).length, board.moves("VVWUIQ?").length);
  assert.deepEqual(board.best("VVWUIQ?", 0), []);
  assert.throws(() => board.best("VVWUIQ?", -1), RangeError);
});

test("CGP that is no position", () => {
  const board = open().board(), empty = "15/".repeat(7), end = "/15".repeat(7);
  const position = board.fromCGP(`${empty}6CAT6${end} AEI/Q 12/-3 2 lex x;`);
  assert.deepEqual(position, { racks: ["AEI", "Q"], scores: [12, -3], zeros: 2 });
  assert.equal(board.toCGP(position), `${empty}6CAT6${end} AEI/Q 12/-3 2`);
  const { tiles } = board;
  for (
    const text of [
      "",
      "15",
      `${empty}CAT12${end}`,
      `${empty}6CAT5A${end}`,
      `${empty}7A7${end}`,
      `${empty}6QAT6${end} Q/`,
    ]
  ) {
    assert.throws(() => board.fromCGP(text), RangeError, text);
    assert.deepEqual(board.tiles, tiles);
  }
});

test("records: notes, faults by line, and games that go on", () => {
  const lexicon = open(), game = new Game(lexicon, { seed: 9, players: ["Ann A", "Bob: B"] });
  for (let turn = 0; turn < 4; turn++) game.act(player("greedy").choose(game));
  game.notes.set(2, "a note\n#resigned Ann\n  and blanks ");
  const text = game.toGCG(), read = Game.fromGCG(text, lexicon);
  assert.match(text, /^#player1 AnnA Ann A\n#player2 BobB Bob: B\n/);
  assert.equal(read.toGCG(), text);
  assert.equal(read.notes.get(2), game.notes.get(2));
  assert.equal(read.rack(0), game.rack(0));
  read.play(read.board.best(read.rack(0))[0]);
  assert.equal(read.turns.length, 5);
  const lines = text.split("\n");
  for (const [at, line] of lines.entries()) {
    if (line[0] !== ">") continue;
    const wrong = [
      ...lines.slice(0, at),
      line.replace(/(\d+)$/, (total) => `${Number(total) + 1}`),
      ...lines.slice(at + 1),
    ];
    assert.throws(() => Game.fromGCG(wrong.join("\n"), lexicon), { name: "GameRecordError", line: at + 1 });
  }
  for (const text of ["", "hello", "{}", "#player1 A A\n>B: x", "#player2 A A", ">A: AB 8H AB +1 1"]) {
    assert.throws(() => Game.fromGCG(text, lexicon), { name: "GameRecordError" }, text);
  }
  assert.throws(() => Game.fromGCG(`#tile-distribution polish\n${text}`, lexicon), { line: 1 });
});

// The questions, positions and forged files of ../conformance.json, which ../README.md describes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { columnsOf } from "./columns.js";
import { Game, player, rulesOf } from "./game.js";
import { Lexicon, LexiconError } from "./lexkit.js";
import { crc32 } from "./prove.js";

/** CONFORMANCE names another file of the same form, such as many more games. */
const FILE = process.env.CONFORMANCE ?? new URL("../conformance.json", import.meta.url);
const given = JSON.parse(readFileSync(FILE, "utf8"));
const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));
const crc = (text) => crc32(new TextEncoder().encode(text));
const hexadecimal = (number) => number.toString(16).padStart(8, "0");
/** Of the positions of a list, one of so many is asked: all, unless a short run of the tests says otherwise. */
const ONE_OF = Number(process.env.ONE_OF ?? 1);
const layouts = new Map(given.layouts.map((layout) => [layout.name, layout]));

/** Return the result of a function, or null if it has none. */
function orNull(ask) {
  try {
    return ask();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const ANSWERS = {
  contains: (lexicon, word) => lexicon.has(word),
  rank: (lexicon, word) => (lexicon.has(word) ? lexicon.rank(word) : null),
  word: (lexicon, rank) => orNull(() => lexicon.word(rank)),
  tiles: (lexicon, text) => orNull(() => lexicon.tiles(text)),
  cross_set: (lexicon, before, after) => lexicon.crossSet(before, after),
};

/** A line for each square and direction with tiles beside it, "8J across 12 A CH", those across first. */
function crossLines(lexicon, layout, squares) {
  const { rows, start } = layouts.get(layout),
    board = lexicon.board({ layout: rows, start, wasm: false }).read(squares);
  const crosses = [...lexicon.crossSets(board)], all = lexicon.labels.slice(1), lines = [];
  const empty = board.tiles.filter((tile, at) =>
    !tile && rows[Math.floor(at / board.columns)][at % board.columns] !== "#"
  );
  assert.equal(crosses.length, empty.length);
  for (const direction of ["across", "down"]) {
    for (const [square, cross] of crosses) {
      const score = cross[`${direction}Score`], letters = cross[direction];
      if (score === null) assert.deepEqual(letters, all, `${square} ${direction}`);
      else lines.push([square, direction, score, ...letters].join(" "));
    }
  }
  return lines;
}

/** A board of a layout of the file, by its name. */
function boardOf(lexicon, name, wasm) {
  const { rows, start, rack_size: rackSize, bingo, bonuses: tiles, length_bonuses: lengths } = layouts.get(name);
  const [bonuses, lengthBonuses] = [tiles, lengths].map((pairs) => Object.fromEntries(pairs));
  return lexicon.board({ layout: rows, start, rackSize, bingo, bonuses, lengthBonuses, wasm });
}

/** Plays that are judged, laid and taken back; the best by score and by equity; leave values. */
function askPlays(lexicon, { leaves = [], plays = [], best = [], best_by_equity: byEquity = [] }) {
  for (const [tiles, thousandths] of leaves) {
    assert.equal(Math.round(lexicon.leaves.of(tiles) * 1000), thousandths, tiles);
  }
  for (const [layout, squares, rack, text, code, reason, shown, words, after] of plays) {
    const where = `${layout} ${squares} ${rack} ${text}`, board = boardOf(lexicon, layout, false);
    board.fromCGP(squares);
    const verdict = board.explain(text, rack ?? undefined), { move } = verdict;
    assert.deepEqual([verdict.legal, verdict.code, verdict.reason], [code === "", code, reason], where);
    if (shown === null) {
      assert.equal(move, null, where);
      assert.throws(() => board.play(text), { name: "IllegalMoveError", code }, where);
      assert.deepEqual(board.history, []);
      continue;
    }
    assert.deepEqual([`${move.gcg} +${verdict.score}`, verdict.words], [shown, words], where);
    assert.equal(move.breakdown.reduce((sum, [, points]) => sum + points, 0), move.score, where);
    board.play(move);
    assert.equal(board.rowsText, after, where);
    assert.equal(String(board.undo()), String(move));
    assert.equal(board.rowsText, squares);
  }
  for (const [layout, squares, rack, k, moves] of best) {
    const board = boardOf(lexicon, layout, false).read(squares);
    assert.deepEqual(board.best(rack, k).map((move) => `${move.gcg} +${move.score}`), moves, `${squares} ${rack}`);
  }
  for (const [layout, squares, rack, bag, , k, candidates] of byEquity) {
    const board = boardOf(lexicon, layout, false).read(squares), found = board.bestByEquity(rack, { k, bag });
    const told = found.map((one) => [String(one), Math.round(one.equity * 1000)]);
    assert.deepEqual(told, candidates, `${layout} ${squares} ${rack} ${bag}`);
  }
}

for (const about of given.lexicons) {
  const { name, file, words, labels, points, counts, questions, positions, rules = [] } = about;
  test(name, async () => {
    const lexicon = await Lexicon.open(bytes(file));
    assert.deepEqual([lexicon.length, lexicon.labels, lexicon.points, lexicon.counts], [words, labels, points, counts]);
    for (const [kind, ...rest] of questions) {
      const expected = rest.pop();
      if (kind in ANSWERS) {
        assert.deepEqual(ANSWERS[kind](lexicon, ...rest), expected, `${kind} ${rest}`);
        continue;
      }
      const count = rest.pop(), found = kind === "cross_sets" ? crossLines(lexicon, ...rest) : lexicon[kind](...rest);
      const listed = kind === "cross_sets" ? found : found.words();
      assert.equal(found.length, count, `${kind} ${rest}`);
      assert.equal(listed.length, count);
      const answer = Array.isArray(expected) ? listed : hexadecimal(crc(listed.map((word) => `${word}\n`).join("")));
      assert.deepEqual(answer, expected, `${kind} ${rest}`);
    }
    askPlays(lexicon, about);
    const usual = rulesOf(lexicon);
    assert.deepEqual(rules.map(([key]) => [key, usual[camel(key)]]), rules);
    const asked = positions.filter((_, at) => at % ONE_OF === 0);
    for (const [layout, squares, rack, count, digest, listed] of asked) {
      for (const wasm of [false, true]) {
        const board = boardOf(lexicon, layout, wasm);
        const where = `${layout} ${squares} ${rack} ${wasm}`;
        assert.equal(board.wasm, wasm);
        const moves = board.read(squares).moves(rack), texts = moves.map(String);
        if (listed) assert.deepEqual([...texts].sort(), [...listed].sort(), where);
        const sum = texts.reduce((total, text) => (total + crc(text)) % 2 ** 32, 0);
        assert.deepEqual([moves.length, hexadecimal(sum)], [count, digest], where);
        assert.ok(moves.every((move, at) => !at || moves[at - 1].score >= move.score));
      }
    }
  });
}

const camel = (text) => text.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
const opened = new Map();

for (const [number, about] of given.games.entries()) {
  const { lexicon: name, players, seed, first, choosers, actions, gcg, cgp, bag, result } = about;
  test(`game ${number}`, async () => {
    if (!opened.has(name)) {
      opened.set(
        name,
        await Lexicon.open(bytes(given.lexicons.find((one) => one.name === name).file)),
      );
    }
    const lexicon = opened.get(name);
    const rules = Object.fromEntries(Object.entries(about.rules).map(([key, value]) => [camel(key), value]));
    // A board of one's own: its rows, and the place of its start square.
    if (rules.layout?.rows) Object.assign(rules, { layout: rules.layout.rows, start: rules.layout.start });
    const game = new Game(lexicon, { players, rules, seed, first });
    const chosen = choosers.map((each) => player(each.split(":")[0], { seed: Number(each.split(":")[1] ?? 0) }));
    while (chosen.length && !game.over) game.act(chosen[game.toMove].choose(game));
    for (const action of actions) {
      if (action === "undo" || action === "redo") game[action]();
      else game.act(action);
    }
    assert.equal(game.toGCG(), gcg);
    const ended = game.result && [game.result.reason, game.winner, game.scores, game.result.ending];
    assert.deepEqual([game.toCGP(), game.bag, ended], [cgp, bag, result]);
    const read = Game.fromGCG(gcg, lexicon);
    assert.equal(read.toGCG(), gcg);
    assert.deepEqual(read.scores, game.scores);
  });
}

/** The JSON of a file's first two sections, behind its table of 40 bytes a row. */
function firstTwo(data) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return [32, 72].map((row) => {
    const begin = view.getUint32(row + 16, true);
    return data.subarray(begin, begin + view.getUint32(row + 24, true));
  });
}

/** Return whether a rule is about sections that this reader does not use: their JSON is not read either. */
function isLeftOut(rule, data, honest) {
  if (!/^J[123]/.test(rule)) return /^[EFM]/.test(rule);
  return firstTwo(data).every((json, at) => !json.compare(firstTwo(honest)[at]));
}

test("forged files are refused by their rule", { skip: !given.forged.length }, () => {
  let refusals = 0;
  const honest = new Map(Object.entries(given.honest).map(([name, text]) => [name, bytes(text)]));
  for (const { rule, base, pieces, ask } of given.forged) {
    const data = Buffer.concat(pieces.map((piece) => {
      if (typeof piece === "string") return bytes(piece);
      return Array.isArray(piece) ? honest.get(base).subarray(...piece) : Buffer.alloc(piece.times, piece.byte);
    }));
    if (isLeftOut(rule, data, Buffer.from(honest.get(base)))) continue;
    const open = () => new Lexicon(new Uint8Array(data));
    const refused = (error) => {
      assert.ok(error instanceof LexiconError, error.stack);
      // J4 says that A1 to A5 hold; where the two parts disagree, either rule of theirs may be met first.
      if (rule[0] === "Q") assert.match(error.rule, /^Q[12]$/);
      else assert.equal(rule === "J4" && error.rule[0] === "A" ? "J4" : error.rule, rule, error.message);
      refusals++;
      return true;
    };
    if (ask) {
      const lexicon = open();
      assert.throws(() => lexicon[ask[0]](ask[1]).words(), refused);
    } else if (rule[0] === "L") {
      assert.throws(() => open().leaves, refused, rule);
    } else if (rule[0] === "C") {
      assert.throws(() => columnsOf(open()), refused, rule);
    } else {
      assert.throws(open, refused, rule);
    }
  }
  assert.ok(refusals >= 350, `${refusals}`);
});

// Tests beside conformance.json: wrong arguments, packed files, and values for other programs.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import zlib from "node:zlib";
import { Alphabet } from "./alphabet.js";
import { Board, Lexicon, LexiconError } from "./lexkit.js";
import { parse } from "./prove.js";

const given = JSON.parse(readFileSync(new URL("../conformance.json", import.meta.url), "utf8"));
const bytes = (name) => new Uint8Array(Buffer.from(given.lexicons.find((one) => one.name === name).file, "base64"));
const unpacks = zlib.zstdCompressSync !== undefined;

/** One frame; Deno's compressor puts an empty one behind it. */
function pack(content, options) {
  const frames = zlib.zstdCompressSync(content, options), second = frames.lastIndexOf(frames.subarray(0, 4));
  return second > 0 ? frames.subarray(0, second) : frames;
}

test("what is no word, no rank, no letter, no board", async () => {
  const lexicon = await Lexicon.open(bytes("english").buffer);
  assert.equal(lexicon.rank("4"), -1);
  assert.equal(lexicon.has(""), false);
  for (
    const ask of [
      () => lexicon.word(-1),
      () => lexicon.word(0.5),
      () => lexicon.word(lexicon.length),
      () => lexicon.tiles("4"),
      () => lexicon.pattern("4"),
      () => lexicon.board({ layout: ["x"] }),
      () => lexicon.board({ layout: [] }),
      () => lexicon.board({ layout: ["#."], start: [0, 0] }),
      () => lexicon.board().read("15"),
      () => lexicon.board().set([1]),
      () => lexicon.board().moves("ABCDEFGHIJKLMNOP"),
      () => lexicon.board().set(new Array(225).fill(27)),
    ]
  ) assert.throws(ask, RangeError, String(ask));
});

test("what is no text, no array of tiles, no bytes", async () => {
  const lexicon = new Lexicon(bytes("english"));
  for (
    const ask of [
      () => lexicon.has(undefined),
      () => lexicon.rank(5),
      () => lexicon.prefix(["A"]),
      () => lexicon.pattern(null),
      () => lexicon.anagrams(undefined),
      () => lexicon.crossSet("A"),
      () => lexicon.hooks(),
      () => lexicon.tiles({}),
      () => lexicon.text("CARE"),
      () => lexicon.text(5),
      () => lexicon.text({}),
      () => lexicon.board().moves(undefined),
      () => lexicon.board().read(5),
      () => lexicon.board().explain(5),
      () => lexicon.board().play({}),
      () => new Board("english"),
      () => new Lexicon("english.gaddag"),
    ]
  ) assert.throws(ask, TypeError, String(ask));
  for (
    const options of [{ bingo: "50" }, { bingo: NaN }, { rackSize: 2.5 }, { rackSize: -1 }, { bonuses: { 7: "5" } }, {
      lengthBonuses: { 3: NaN },
    }]
  ) assert.throws(() => lexicon.board(options), RangeError, JSON.stringify(options));
  for (const shortest of [NaN, "x", 1.5]) assert.throws(() => lexicon.anagrams("A", shortest), RangeError);
  for (const limit of [NaN, -1, "x"]) {
    assert.throws(() => lexicon.prefix("A").words(limit), RangeError);
    assert.throws(() => lexicon.board().moves("A", { limit }), RangeError);
  }
  for (const given of ["english.gaddag", 5, undefined, null, {}, []]) {
    await assert.rejects(Lexicon.open(given), TypeError);
  }
  await assert.rejects(Lexicon.open(Promise.resolve()), { name: "TypeError", message: /Promise: await it/ });
});

test("hooks of a word", () => {
  const lexicon = Lexicon.build(["CARE", "SCARE", "CARES", "CARED", "OX", "BOX"]);
  assert.deepEqual(lexicon.hooks("CARE"), { front: ["S"], back: ["D", "S"] });
  assert.deepEqual(lexicon.hooks("OX"), { front: ["B"], back: [] });
});

test("a limit to moves", () => {
  const lexicon = new Lexicon(bytes("english"));
  for (const wasm of [false, true]) {
    const board = lexicon.board({ wasm }), all = board.moves("AEINRT?").map(String);
    assert.deepEqual(board.moves("AEINRT?", { limit: 3 }).map(String), all.slice(0, 3));
    assert.deepEqual(board.moves("AEINRT?", { limit: Infinity }).map(String), all);
    assert.deepEqual(board.moves("AEINRT?", { limit: 0 }), []);
  }
});

test("short forms for a console", () => {
  const lexicon = Lexicon.build("AB\nBA\nABBA"),
    board = lexicon.board().read("15/".repeat(7) + "7BA6" + "/15".repeat(7));
  for (
    const [value, text] of [
      [lexicon, "Lexicon(english, 3 words)"],
      [lexicon.prefix("AB"), "Words(2: AB, ABBA)"],
      [board, "Board(15 by 15, 2 tiles)"],
      [board.moves("AB")[0], "Move(7H AB +18)"],
    ]
  ) assert.equal(value[Symbol.for("nodejs.util.inspect.custom")](), text);
});

test("a file that is fetched", async () => {
  const file = bytes("english"), { fetch } = globalThis, told = [];
  const answer = (body, init) => {
    globalThis.fetch = (url, options) => {
      told.push([url, options]);
      return Promise.resolve(new Response(body, init));
    };
  };
  try {
    answer(file, { headers: { "content-length": `${file.length}` } });
    const progress = [];
    const onProgress = (...numbers) => progress.push(numbers);
    const opened = await Lexicon.fetch("english.gaddag", { cache: "no-store", onProgress });
    assert.ok(opened instanceof Lexicon);
    assert.deepEqual([opened.length, opened.bytes], [7650, file]);
    assert.deepEqual(told, [["english.gaddag", { cache: "no-store" }]]);
    assert.deepEqual([progress[0], progress.at(-1)], [[0, file.length], [file.length, file.length]]);
    answer(file, { headers: { "content-length": "5", "content-encoding": "gzip" } });
    await Lexicon.fetch("english.gaddag", { onProgress });
    assert.deepEqual(progress.at(-1), [file.length, undefined]);
    assert.equal((await Lexicon.fetch("english.gaddag")).length, 7650);
    answer("not here", { status: 404, statusText: "Not Found" });
    await assert.rejects(Lexicon.fetch("english.gaddag"), {
      name: "FetchError",
      status: 404,
      message: /english.gaddag: 404/,
    });
    for (const page of ["<!doctype html>", "\ufeff\n <html>"]) {
      answer(page, { headers: { "content-type": "text/html" } });
      await assert.rejects(Lexicon.fetch("a.gaddag"), {
        name: "LexiconError",
        rule: "H1",
        message: /a page of HTML.*a.gaddag/,
      });
    }
    answer(file.subarray(0, 1000));
    await assert.rejects(Lexicon.fetch("a.gaddag"), { name: "LexiconError", rule: "H3" });
  } finally {
    globalThis.fetch = fetch;
  }
});

test("words without moves", async () => {
  const words = await import("./words.js"), lexicon = await words.Lexicon.open(bytes("english"));
  assert.deepEqual([lexicon.length, lexicon.board], [7650, undefined]);
  const packed = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0x20, 0, 1, 0, 0]);
  await assert.rejects(words.Lexicon.open(packed), { name: "NotSupportedError", message: /lexc unpack/ });
});

test("words, and a limit to them", async () => {
  const lexicon = await Lexicon.open(bytes("english")), all = lexicon.prefix("");
  assert.equal(all.length, lexicon.length);
  assert.deepEqual([...all].slice(0, 3), all.words(3));
  assert.deepEqual([...all.ranks()], Array.from({ length: lexicon.length }, (_, rank) => rank));
  assert.deepEqual(lexicon.pattern("*").words(), all.words());
  assert.equal(lexicon.pattern("*".repeat(200)).length, lexicon.length);
});

test("a word that plain text would not give is written in brackets", () => {
  const labels = ["?", "A", "B", "C", "AB", "BC"],
    spellings = new Map(labels.map((label, tile) => [label, { tile, small: false }]).slice(1));
  const alphabet = new Alphabet({ name: "x", labels, points: [], counts: [], spellings, small: new Map() });
  assert.equal(alphabet.text([4, 3]), "ABC");
  assert.equal(alphabet.text([1, 5]), "[A][BC]"); // as Alphabet.decode in Python and lexkit_decode in C
});

test("the tiles of a board as text: a blank is small, and no hole is left for what is no tile", async () => {
  const lexicon = await Lexicon.open(bytes("spanish")), { labels } = lexicon;
  const [ch] = lexicon.tiles("[CH]"), [e] = lexicon.tiles("E"), [c, h] = lexicon.tiles("[C][H]");
  const text = `${"15/".repeat(7)}7[ch]E6${"/15".repeat(7)}`;
  const shown = Array.from(lexicon.board().read(text).tiles, (tile) => (tile ? lexicon.text([tile]) : ".")).join("");
  assert.equal(shown, `${".".repeat(7 * 16)}chE${".".repeat(7 * 15 + 6)}`);
  assert.equal(lexicon.text([128 + ch, e]), "chE");
  assert.equal(lexicon.text([128 + c, h, 128 + e]), "[c][H][e]");
  assert.deepEqual([lexicon.text([0]), lexicon.text([0, e])], ["?", "?E"]);
  for (const tile of [labels.length, 127, 128, 128 + labels.length, 255, 256, -1, 1.5]) {
    assert.throws(() => lexicon.text([tile]), RangeError, `${tile}`);
  }
});

test("cross sets of a board", async () => {
  const lexicon = await Lexicon.open(bytes("english")), board = lexicon.board(), all = lexicon.labels.slice(1);
  assert.equal(lexicon.crossSets(board).size, 225);
  assert.deepEqual(lexicon.crossSets(board).get("8H"), { across: all, down: all, acrossScore: null, downScore: null });
  const crosses = lexicon.crossSets(board.read(`${"15/".repeat(7)}7qI6${"/15".repeat(7)}`));
  assert.equal(crosses.size, 223);
  assert.ok(!crosses.has("8H"));
  // The Q is a blank, so the word across is worth what the I is.
  assert.deepEqual(crosses.get("8J"), {
    across: lexicon.crossSet("QI", ""),
    down: all,
    acrossScore: 1,
    downScore: null,
  });
  assert.deepEqual(crosses.get("9I"), {
    across: all,
    down: lexicon.crossSet("I", ""),
    acrossScore: null,
    downScore: 1,
  });
  assert.throws(() => lexicon.crossSets(new Lexicon(bytes("english")).board()), RangeError);
});

test("no JSON takes long to refuse", () => {
  const rest = 1 << 19, begin = new TextEncoder();
  for (
    const text of [`{"name":"${"a".repeat(rest)}`, `{"name":"${'\\"'.repeat(rest / 2)}`, `{"a":${"[".repeat(rest)}`]
  ) {
    assert.throws(() => parse(begin.encode(text)), { rule: "J2" });
  }
  assert.deepEqual(parse(begin.encode(`{"a":"${"\\n".repeat(rest / 2)}"}`)).a.length, rest / 2);
});

test("shared memory, and a file at any place of its buffer", async () => {
  const file = bytes("english"), shared = new Uint8Array(new SharedArrayBuffer(file.length));
  shared.set(file);
  assert.equal((await Lexicon.open(shared.buffer)).length, 7650);
  const shifted = new Uint8Array(file.length + 1);
  shifted.set(file, 1);
  assert.equal(new Lexicon(Buffer.from(file)).length, 7650);
  assert.deepEqual(
    (await Lexicon.open(shifted.subarray(1))).pattern("*").words(9),
    new Lexicon(file).pattern("*").words(9),
  );
});

test("a move goes to other programs, and does not change with its board", async () => {
  const lexicon = await Lexicon.open(bytes("english")), board = lexicon.board();
  const [move] = board.moves("AT"), text = String(move), { length } = move;
  const sent = JSON.parse(JSON.stringify(move));
  const { score, column, tiles } = move;
  assert.deepEqual(sent, { score, row: 7, column, down: false, tiles: [...tiles], text: move.text });
  assert.equal(length, 2);
  board.read("15/15/15/15/15/15/15/7AT6/15/15/15/15/15/15/15").moves("AT");
  assert.equal(String(move), text);
  assert.deepEqual(board.moves(""), []);
});

test("packed files", { skip: !unpacks && "this node cannot unpack zstandard" }, async () => {
  for (const name of ["english", "as it lies in a packed file"]) {
    for (const contentSize of [true, false]) {
      const { ZSTD_c_checksumFlag, ZSTD_c_contentSizeFlag } = zlib.constants;
      const params = { [ZSTD_c_checksumFlag]: 1, [ZSTD_c_contentSizeFlag]: Number(contentSize) };
      const packed = pack(bytes(name), { params });
      assert.equal((await Lexicon.open(packed)).length, (await Lexicon.open(bytes(name))).length);
      const damaged = Uint8Array.from(packed);
      damaged[damaged.length - 1] ^= 1;
      await assert.rejects(Lexicon.open(damaged), { name: "LexiconError", rule: "P2" });
      await assert.rejects(Lexicon.open(packed.subarray(0, -1)), { rule: "P2" });
      await assert.rejects(Lexicon.open(Buffer.concat([packed, Buffer.from([0])])), { rule: "P3" });
    }
  }
  await assert.rejects(Lexicon.open(pack(Buffer.alloc(1 << 20))), { rule: "P1" });
  // A frame that says less than it holds, and one that says 2^40.
  const frame = pack(bytes("english")),
    single = (frame[4] >> 5) & 1,
    blocks = 6 - single + [single, 2, 4, 8][frame[4] >> 6];
  const head = [...frame.subarray(0, 4), 0xa0, 100, 0, 0, 0];
  await assert.rejects(Lexicon.open(Buffer.concat([Buffer.from(head), frame.subarray(blocks)])), LexiconError);
  const large = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0]);
  await assert.rejects(Lexicon.open(large), { rule: "P4" });
});

test("packed files, where they cannot be unpacked", { skip: unpacks && "this node can" }, async () => {
  const frame = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0x20, 0, 1, 0, 0]);
  await assert.rejects(Lexicon.open(frame), { name: "NotSupportedError", message: /lexc unpack/ });
});

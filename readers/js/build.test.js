// Lexicons made of words: the bytes of those in conformance.json, and lists with mistakes.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "node:test";
import { build, Lexicon, LexiconError, WordListError } from "./lexkit.js";
import { sha256 } from "./sha256.js";

const given = JSON.parse(readFileSync(new URL("../conformance.json", import.meta.url), "utf8"));

/** The sections of a file by name, as text of their bytes. */
function sectionsOf(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  return Object.fromEntries(Array.from({ length: view.getUint32(12, true) }, (_, row) => {
    const at = 32 + 40 * row, begin = view.getUint32(at + 16, true);
    const name = Buffer.from(file.subarray(at, at + 16)).toString("latin1").replace(/\0+/, "");
    return [name, Buffer.from(file.subarray(begin, begin + view.getUint32(at + 24, true))).toString("latin1")];
  }));
}

/** The words of a list in another order, some of them twice. */
function shuffled(words) {
  const all = [...words, ...words.filter((_, at) => at % 3 === 0)];
  for (let at = all.length - 1, seed = 1; at > 0; at--) {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    const other = seed % (at + 1);
    [all[at], all[other]] = [all[other], all[at]];
  }
  return all;
}

for (const { name, file } of given.lexicons.filter(({ name }) => name !== "as it lies in a packed file")) {
  test(`the bytes of ${name}`, () => {
    const bytes = new Uint8Array(Buffer.from(file, "base64")), expected = sectionsOf(bytes);
    const words = new Lexicon(bytes).prefix("").words();
    const alphabet = JSON.parse(Buffer.from(expected.alphabet, "latin1").toString());
    const made = Lexicon.build(shuffled(words), { alphabet }), sections = sectionsOf(made.bytes);
    assert.deepEqual(Object.keys(sections), ["alphabet", "provenance", "gaddag"]);
    assert.equal(sections.alphabet, expected.alphabet);
    assert.equal(sections.gaddag, expected.gaddag);
    assert.deepEqual(made.provenance, {
      options: { max_length: 63, min_length: 1 },
      sha256: createHash("sha256").update(words.map((word) => `${word}\n`).join("")).digest("hex"),
      source: "",
      tool: "lexkit",
      version: JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")).version,
      words: words.length,
    });
    assert.deepEqual(build(`${words.join("\r\n")}\r\n`, { alphabet }), made.bytes);
  });
}

test("the text of a list: marks, blanks, empty lines and other fields", () => {
  const text = "\ufeffcat a pet\n\n  DOG\tdogs\r\nOx";
  assert.deepEqual(Lexicon.build(text).prefix("").words(), ["CAT", "DOG", "OX"]);
  assert.deepEqual(Lexicon.build(text, { minLength: 3 }).prefix("").words(), ["CAT", "DOG"]);
  assert.deepEqual(Lexicon.build(text, { maxLength: 2 }).prefix("").words(), ["OX"]);
  assert.deepEqual(Lexicon.build(["CHAL", "C[H]E", "1E"], { alphabet: "spanish" }).prefix("").words().sort(), [
    "CHAL",
    "CHE",
    "[C][H][E]",
  ]);
  assert.equal(Lexicon.build([]).length, 0);
  assert.equal(Lexicon.build("").has("A"), false);
  assert.equal(Lexicon.build(["N\u0303U"], { alphabet: "spanish" }).has("ÑU"), true);
});

test("lines that are no words", () => {
  const long = "A".repeat(64), lines = ["CAT", "D0G", " É", long, "a😀b"];
  const expected = [
    { line: 2, column: 2, found: '"0"' },
    { line: 3, column: 2, found: '"É"' },
    { line: 4, column: 1, found: "a word of 64 letters" },
    { line: 5, column: 2, found: '"😀"' },
  ];
  assert.throws(() => build(lines), (error) => {
    assert.ok(error instanceof WordListError);
    assert.deepEqual([error.name, error.count, error.lines], ["WordListError", 4, expected]);
    assert.match(
      error.message,
      /^4 lines are not words of 1 to 63 letters of the english alphabet: line 2, column 2: "0"; /,
    );
    return true;
  });
  const met = [];
  assert.deepEqual(Lexicon.build(lines.join("\n"), { onInvalid: (line) => met.push(line) }).prefix("").words(), [
    "CAT",
  ]);
  assert.deepEqual(met, expected);
  assert.throws(() => build(new Array(12).fill("1")), (error) => error.lines.length === 10 && error.count === 12);
  assert.throws(() => build(["CAT a pet"]), { name: "WordListError", message: /word 1 has more than a word/ });
  assert.throws(() => build(["CAT\nDOG"]), { name: "WordListError" });
});

test("arguments that are wrong", () => {
  for (
    const [words, options, error] of [
      [5, {}, TypeError],
      [null, {}, TypeError],
      [["A", 5], {}, TypeError],
      [[], { alphabet: 5 }, TypeError],
      [[], { source: 5 }, TypeError],
      [[], { alphabet: "klingon" }, RangeError],
      [[], { alphabet: "toString" }, RangeError],
      [[], { minLength: 0 }, RangeError],
      [[], { maxLength: 64 }, RangeError],
      [[], { minLength: 4, maxLength: 3 }, RangeError],
      [[], { alphabet: { name: "x" } }, LexiconError],
      [[], { alphabet: { name: "x", tiles: [{ label: "A" }, { label: "A" }] } }, LexiconError],
    ]
  ) assert.throws(() => build(words, options), error, JSON.stringify([words, options]));
});

test("SHA-256 of each length of a block", () => {
  for (const size of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = new Uint8Array(size).map((_, at) => at * 7 + size);
    assert.equal(sha256(bytes), createHash("sha256").update(bytes).digest("hex"), `${size}`);
  }
});

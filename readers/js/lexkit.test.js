// Questions and answers that lexkit wrote to the file LEXKIT_CONFORMANCE: tests/readers/test_js.py makes it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Lexicon, LexiconError } from "./lexkit.js";

const cases = JSON.parse(readFileSync(process.env.LEXKIT_CONFORMANCE, "utf8"));
const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));

for (const { name, file, words, questions, boards } of cases.lexicons)
  test(name, async () => {
    const lexicon = await Lexicon.open(bytes(file));
    assert.equal(lexicon.length, words);
    for (const [kind, ...given] of questions) {
      const expected = given.pop(), answer = lexicon[kind](...given);
      assert.deepEqual(answer?.words ? answer.words() : answer, expected, `${kind} ${given}`);
    }
    for (const { layout, start, squares, rack, moves } of boards) {
      const board = lexicon.board({ layout, start }).read(squares);
      assert.deepEqual(board.moves(rack).map(String).sort(), moves, `${squares} ${rack}`);
    }
  });

test("forged files are refused", () => {
  for (const { file, rule } of cases.forged) {
    let found = "";
    try {
      new Lexicon(bytes(file));
    } catch (error) {
      assert.ok(error instanceof LexiconError, String(error.stack));
      found = error.rule;
    }
    assert.equal(found !== "", rule !== "", `${found}, not ${rule}`);
  }
});

test("what is no word, no rank, no letter", async () => {
  const lexicon = await Lexicon.open(bytes(cases.lexicons[0].file));
  assert.equal(lexicon.rank("4"), -1);
  assert.throws(() => lexicon.word(-1), RangeError);
  assert.throws(() => lexicon.tiles("4"), RangeError);
  assert.throws(() => lexicon.board({ layout: ["x"] }), RangeError);
});

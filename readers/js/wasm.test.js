// The moves by WebAssembly and by the plain search: which of them answers, the same answers, and memory that stays.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Lexicon, LexiconError } from "./lexkit.js";

const given = JSON.parse(readFileSync(new URL("../conformance.json", import.meta.url), "utf8"));
const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));
const english = bytes(given.lexicons.find(({ name }) => name === "english").file);
const AT = "15/15/15/15/15/15/15/7AT6/15/15/15/15/15/15/15";

/** The reader anew, in a process that has not asked for WebAssembly yet. */
const fresh = (name) => import(`./wasm.js?${name}`);

/** The moves of a board, field by field. */
const fields = (moves) => moves.map((move) => ({ ...move.toJSON(), length: move.length }));

/** Run with another value of a global name. */
async function instead(owner, name, value, run) {
  const before = owner[name];
  owner[name] = value;
  try {
    return await run();
  } finally {
    owner[name] = before;
  }
}

test("WebAssembly answers unless it is not to, or cannot", () => {
  const lexicon = new Lexicon(english);
  assert.deepEqual([undefined, true, false].map((wasm) => lexicon.board({ wasm }).wasm), [true, true, false]);
  // Rules that the search in C refuses: the plain one answers, and nothing does if WebAssembly is a must.
  for (
    const rules of [{ bingo: 50.5 }, { bingo: -1 }, { bingo: 2 ** 32 }, { rackSize: 16 }, { rackSize: 0 }, {
      layout: Array(32).fill("~".repeat(32)),
      rackSize: 15,
    }, { lengthBonuses: { 7: -1 } }]
  ) {
    const board = lexicon.board(rules);
    assert.equal(board.wasm, false, JSON.stringify(rules));
    assert.deepEqual(fields(board.moves("AEINRST")), fields(lexicon.board({ ...rules, wasm: false }).moves("AEINRST")));
    assert.throws(() => lexicon.board({ ...rules, wasm: true }), { name: "NotSupportedError" });
  }
  for (const rules of [{ bonuses: { 16: 5 } }, { lengthBonuses: { 33: 5 } }, { lengthBonuses: { length: 5 } }]) {
    assert.throws(() => lexicon.board(rules), RangeError);
  }
  const high = lexicon.board({ bingo: 50.5 }).moves("AEINRST")[0].score;
  assert.equal(high % 1, 0.5);
});

test("the same moves, field by field, from boards that take turns", () => {
  const lexicon = new Lexicon(english),
    small = { layout: ["...'", ".-..", "#...", "...."], bingo: 9, rackSize: 3, lengthBonuses: { 3: 5 } };
  const boards = [undefined, false].map((wasm) => [{}, {}, small].map((rules) => lexicon.board({ ...rules, wasm })));
  let most = 0;
  // More moves than there is room for at first, then few again.
  for (const rack of ["ERS??", "", "Q", "AEINRT?"]) {
    const [mine, plain] = boards.map(([first, second, third]) =>
      [
        first.moves(rack),
        second.read(AT).moves(rack),
        third.moves(rack),
        second.moves("XYE"),
        first.read(AT).moves(rack),
        first.set(new Uint8Array(225)).moves(rack),
      ].map(fields)
    );
    most = Math.max(most, ...mine.map((moves) => moves.length));
    const byText = (moves) => moves.sort((one, other) => (one.text < other.text ? -1 : 1));
    assert.deepEqual(mine.map(byText), plain.map(byText), rack);
  }
  assert.ok(most > 4096, `${most}`);
});

test("a board's tiles are copies", () => {
  const board = new Lexicon(english).board().read(AT), [move] = board.moves("XYE"), text = String(move);
  board.tiles.fill(99);
  assert.equal(String(move), text);
  assert.equal(String(board.moves("XYE")[0]), text);
});

test("a platform without WebAssembly, or whose policy forbids it", async () => {
  const lexicon = new Lexicon(english),
    forbids = class {
      constructor() {
        throw new EvalError("a policy");
      }
    };
  await instead(globalThis, "WebAssembly", undefined, async () => {
    assert.equal((await fresh("none")).searchOf(lexicon), null);
  });
  let asked = 0;
  const Module = class extends forbids {
    constructor() {
      asked++;
      super();
    }
  };
  await instead(WebAssembly, "Module", Module, async () => {
    const { searchOf } = await fresh("forbidden");
    assert.deepEqual([searchOf(lexicon), searchOf(new Lexicon(english)), asked], [null, null, 1]);
  });
});

test("no memory for the nodes of a list", async () => {
  const { searchOf } = await fresh("memory"), lexicon = new Lexicon(english);
  const full = () => {
    throw new RangeError("no memory");
  };
  await instead(WebAssembly.Memory.prototype, "grow", full, () => assert.equal(searchOf(lexicon), null));
  // Other lists are tried again.
  assert.ok(searchOf(new Lexicon(english)));
});

test("what was not proved is not searched", async () => {
  const { Instance } = WebAssembly;
  let made = 0;
  const Counted = class extends Instance {
    constructor(...all) {
      made++;
      super(...all);
    }
  };
  await instead(WebAssembly, "Instance", Counted, () => {
    const honest = new Map(Object.entries(given.honest).map(([name, text]) => [name, bytes(text)]));
    let opened = 0;
    for (const { rule, base, pieces } of given.forged) {
      const data = Buffer.concat(pieces.map((piece) => {
        if (typeof piece === "string") return bytes(piece);
        return Array.isArray(piece) ? honest.get(base).subarray(...piece) : Buffer.alloc(piece.times, piece.byte);
      }));
      let lexicon;
      try {
        lexicon = new Lexicon(data);
      } catch (error) {
        assert.ok(error instanceof LexiconError, rule);
        assert.equal(made, opened, rule);
        continue;
      }
      // Walks of these are safe: what is wrong is in parts that are not read, or in the order of parts that agree.
      opened++;
      const [mine, plain] = [true, false].map((wasm) => lexicon.board({ wasm }).moves("AB?").map(String).sort());
      assert.deepEqual(mine, plain, rule);
      assert.equal(made, opened);
    }
    assert.ok(opened > 50, `${opened}`);
  });
});

test("two thousand positions take no more memory than a hundred", () => {
  const { Instance } = WebAssembly, memories = [];
  WebAssembly.Instance = class extends Instance {
    constructor(...all) {
      super(...all);
      memories.push(this.exports.memory);
    }
  };
  try {
    const lexicon = new Lexicon(english);
    const { positions: all } = given.lexicons[0];
    const positions = all.filter(([, squares]) => squares.split("/").length === 15).slice(0, 100);
    const ask = (times) => {
      for (let time = 0; time < times; time++) {
        for (const [, squares, rack] of positions) lexicon.board().read(squares).moves(rack);
      }
      return memories[0].buffer.byteLength;
    };
    const once = ask(1);
    assert.equal(ask(20), once);
    assert.equal(memories.length, 1);
  } finally {
    WebAssembly.Instance = Instance;
  }
});

test("many lists, each with a memory of its own, and of those that are gone it is freed", async () => {
  for (let number = 0; number < 300; number++) {
    const board = new Lexicon(english).board().read(AT);
    assert.equal(board.wasm, true);
    assert.equal(board.moves("XYE").length, 29);
    if (number % 20 === 0) await new Promise((next) => setTimeout(next));
  }
});

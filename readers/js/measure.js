// Cost of moves: node measure.js LEXICON POSITIONS, with a CGP text a line. Each turn is a new process, plain and in
// WebAssembly one after the other, and begins at another position; told are the medians of their processor time.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Lexicon } from "./lexkit.js";

const TURNS = 9, GAME = 25, KINDS = ["plain", "WebAssembly"];
const [file, positions, kind, turn] = process.argv.slice(2);

/** Milliseconds for a list, for a board, and for that and the moves of the first position, of a game, of all positions;
 *  then nanoseconds a move, when all is warm. */
async function once(wasm, begin) {
  const lines = readFileSync(positions, "utf8").split("\n").filter(Boolean), bytes = readFileSync(file);
  let spent = process.cpuUsage(), found = 0;
  const told = [],
    lap = () => {
      const { user, system } = process.cpuUsage(spent);
      spent = process.cpuUsage();
      return (user + system) / 1000;
    };
  const lexicon = await Lexicon.open(bytes);
  told.push(lap());
  const board = lexicon.board({ wasm });
  told.push(lap());
  const ask = (from, to) => {
    for (let at = begin + from; at < begin + to; at++) {
      const line = lines[at % lines.length];
      found += board.read(line).moves(line.split(" ")[1].split("/")[0]).length;
    }
  };
  for (const [from, to] of [[0, 1], [1, GAME], [GAME, lines.length]]) {
    ask(from, to);
    told.push(lap() + told.at(-1));
  }
  const rounds = [1, 2, 3, 4, 5].map(() => {
    found = 0;
    ask(0, lines.length);
    return lap() * 1e6 / found;
  });
  return { told: [...told, Math.min(...rounds)], found };
}

if (kind) {
  console.log(JSON.stringify(await once(kind === "WebAssembly", 29 * turn)));
} else {
  const all = Object.fromEntries(KINDS.map((name) => [name, []]));
  for (let number = 1; number <= TURNS; number++) {
    for (const [name, turns] of Object.entries(all)) {
      const command = [fileURLToPath(import.meta.url), file, positions, name, number];
      turns.push(JSON.parse(execFileSync(process.execPath, command, { encoding: "utf8" })));
    }
  }
  const numbers = new Set(Object.values(all).flat().map(({ found }) => found));
  console.log(`${[...numbers].join(" or ")} moves, medians of ${TURNS} turns, in ms and, a move, in ns`);
  const names = ["open", "board", "first position", `${GAME} positions`, "all positions", "a move, warm"];
  const median = (turns, at) => turns.map(({ told }) => told[at]).sort((one, other) => one - other)[TURNS >> 1];
  console.table(
    names.map((name, at) => ({
      name,
      ...Object.fromEntries(KINDS.map((one) => [one, Number(median(all[one], at).toFixed(1))])),
    })),
  );
}

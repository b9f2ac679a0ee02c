// How long a move takes: node measure.js LEXICON POSITIONS, with a CGP text a line. Processor time, the best of ten runs.

import { readFileSync } from "node:fs";
import { Lexicon } from "./lexkit.js";

const [file, positions] = process.argv.slice(2);
const began = performance.now(), lexicon = await Lexicon.open(readFileSync(file));
console.log(`opened in ${(performance.now() - began).toFixed(0)} ms`);
const board = lexicon.board(), lines = readFileSync(positions, "utf8").split("\n").filter(Boolean);
let best = Infinity, found = 0;
for (let run = 0; run < 10; run++) {
  const before = process.cpuUsage().user;
  found = 0;
  for (const line of lines) found += board.read(line).moves(line.split(" ")[1].split("/")[0]).length;
  best = Math.min(best, (process.cpuUsage().user - before) * 1000 / found);
}
console.log(`${found} moves of ${lines.length} positions, ${best.toFixed(0)} ns each`);
